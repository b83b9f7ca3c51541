"""What does a JSON text hold, and what is wrong with one that holds nothing?"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NoReturn


def decode_json(text: str) -> Any:
    """Return what a JSON text holds; a key given twice and a number that is none are refused.

    Raises:
        ValueError: saying what is wrong; json.JSONDecodeError where it is no JSON at all.
    """
    try:
        return _DECODER.decode(text)
    except RecursionError:
        raise ValueError("the JSON is nested too deep: write its inside as text") from None


def no_json(error: json.JSONDecodeError, what: str = "line") -> str:
    """Return what is wrong with a line, or whatever it is, that is no JSON, and where."""
    return f"the {what} is no JSON: {error.msg.removesuffix(' at')} at column {error.colno}"


def is_utf8(text: str) -> bool:
    """Tell whether a text can be written: one with a lone surrogate cannot."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def first_repeated(names: Iterable[str]) -> str | None:
    """Return the first name that stands there for the second time, None where none does."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number: leave the value out, or write it as text")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        twice = first_repeated(key for key, _ in pairs)
        raise ValueError(f"the key {twice!r} stands twice in one object: only one can be meant")
    return data


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_refuse_constant)
