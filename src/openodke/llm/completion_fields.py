"""What is a field of an answer worth, when a client may have put anything there?"""

from __future__ import annotations

from openodke.llm.message import Completion

_FINISHES = {
    "length": "cut off at max_tokens",
    "max_tokens": "cut off at max_tokens",
    "content_filter": "held back by the provider's filter",
    "refusal": "refused by the model",
}
_MOST = 10**15  # no call has that many tokens, or costs that much


def token_count(given: object) -> int:
    """Return a number of tokens, 0 for what is none: providers leave them out."""
    if isinstance(given, int) and not isinstance(given, bool) and 0 < given < _MOST:
        return int(given)
    return 0


def price(given: object) -> float | None:
    """Return what a call cost in USD, None for what is no price: unknown is not 0."""
    if isinstance(given, int | float) and not isinstance(given, bool) and 0 <= given < _MOST:
        return float(given)
    return None


def writable(given: str) -> str:
    """Return a text in a string of Python's own that can be written in UTF-8."""
    return str.__str__(given).encode("utf-8", "replace").decode()


def unfinished(answer: Completion) -> str:
    """Return why an answer is not all that the model had to say, "" where it is."""
    why = _FINISHES.get(answer.finish, "")
    if not answer.text.strip():
        return f"empty, {why}" if why else "empty"
    return why
