"""Which values does an attribute have, each of which is a claim of its own?"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from openodke_langextract.extraction_claim import Scalar
from openodke_langextract.extraction_view import is_silent, writable

_ARROW = re.compile(r"\s*(?:-+>|=+>|→|⟶)\s*")
_LONGEST = 120  # characters of an arrow's end: more is a sentence


def values_of(attribute: object) -> Iterator[tuple[int | None, Scalar]]:
    """Yield each value with its place in a list; a value that says nothing is passed over."""
    if isinstance(attribute, list | tuple):
        for place, item in enumerate(attribute):
            value = scalar_of(item)
            if value is not None:
                yield place, value
        return
    value = scalar_of(attribute)
    if value is not None:
        yield None, value


def scalar_of(value: object) -> Scalar | None:
    """Return a value as text, number or boolean, a structure as JSON; None where nothing is said.

    A number that is not finite says nothing, and neither does `null` as a word, which LangExtract
    does not show either.
    """
    if isinstance(value, str):
        text = writable(value)
        return None if is_silent(text) or text == "null" else text
    if isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if value - value == 0 else None
    if value is None or value in ({}, []):
        return None
    try:
        return writable(json.dumps(value, ensure_ascii=False, default=str))
    except (TypeError, ValueError, RecursionError):
        return None


def text_of(value: object) -> str:
    """Return a value as a name, "" where it is none."""
    scalar = scalar_of(value)
    return "" if scalar is None or isinstance(scalar, bool) else str(scalar).strip()


def arrow_ends(value: Scalar) -> tuple[str, str] | None:
    """Return the ends of a relation that is written as an arrow, `protein --> burger`."""
    if not isinstance(value, str):
        return None
    ends = _ARROW.split(value.strip())
    if len(ends) != 2 or any(is_silent(end) or len(end) > _LONGEST for end in ends):
        return None
    return ends[0], ends[1]
