"""What is the text of an answer or a context, and does one text contain another?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from numbers import Number

from openodke.errors import InputError

_TEXT_ATTRIBUTES = ("text", "page_content")
"""Where openodke, LlamaIndex and LangChain keep a passage's text."""


def contains(haystack: str | None, needle: str | None) -> bool:
    """Tell whether a text contains another, both without case and white space.

    It compares characters: "feeding" contains "fee", "130 days" contains "30days". Nothing contains
    an empty text.
    """
    sought = closed_up(text_of(needle, "needle"))
    return bool(sought) and sought in closed_up(text_of(haystack, "haystack"))


def closed_up(text: str) -> str:
    """Return a text in lower case without its white space."""
    return "".join(text.lower().split())


def flatten_context(context: object) -> str:
    """Return a context as one text, a passage a line.

    Args:
        context: a string, or any iterable of passages. A passage is a string, or an object with its
            text under `text` (openodke, LlamaIndex) or `page_content` (LangChain). None is an empty
            context, and a passage that is None is left out.

    Raises:
        InputError: for a passage that is anything else; it names the place.
    """
    return "\n".join(passages(context))


def passages(context: object) -> list[str]:
    """Return the texts of a context (see `flatten_context`)."""
    if _is_one(context):
        return [text_of(context, "context")]
    if isinstance(context, Iterable) and not isinstance(context, Mapping | bytes):
        held = (passage for passage in enumerate(context) if passage[1] is not None)
        return [text_of(passage, f"context[{at}]") for at, passage in held]
    raise _no_text(context, "context")


def _is_one(value: object) -> bool:
    return value is None or isinstance(value, str | Number) or _inner_text(value) is not None


def text_of(value: object, place: str) -> str:
    """Return a text, "" for None, and a number as it is printed.

    Raises:
        InputError: for what holds no text; `place` is how the message names it.
    """
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, Number) and not isinstance(value, bool):
        return str(value)
    inner = _inner_text(value)
    if inner is None:
        raise _no_text(value, place)
    return inner


def _inner_text(value: object) -> str | None:
    for name in _TEXT_ATTRIBUTES:
        inner = getattr(value, name, None)
        if isinstance(inner, str):
            return inner
    return None


def _no_text(value: object, place: str) -> InputError:
    return InputError(f"{place} is a {type(value).__name__}: hand in its text as a string")
