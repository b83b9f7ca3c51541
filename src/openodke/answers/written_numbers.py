"""Which numbers does a text hold, as they are written?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from openodke.answers.answer_text import text_of

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_LEADING_ZEROS = re.compile(r"0+(?=\d)")
_EXACT = 1e16
"""From here on a float is printed with an exponent."""


def numbers_in(text: str | None) -> list[str]:
    """List the numbers that a text has in digits, each once, in order.

    Digits of any script with at most one decimal point, without the zeros before them. Signs, units
    and commas are no part of a number: "-1,000" is read as 1 and 000, which is 0.
    """
    found = _NUMBER.findall(text_of(text, "text"))
    return list(dict.fromkeys(map(_without_zeros, found)))


def _without_zeros(number: str) -> str:
    zeros = _LEADING_ZEROS.match(number)
    return number[zeros.end() :] if zeros else number


def ungrounded_as_written(answer: str, sources: Iterable[str]) -> list[str]:
    """List the numbers of an answer that no source has."""
    known = {number for text in sources for number in numbers_in(text)}
    return [number for number in numbers_in(answer) if number not in known]


def allowed_numbers(allowed: object) -> list[str]:
    """Return how the numbers that an answer may introduce are written; 5.0 is also 5.

    Raises:
        InputError: for one that is neither a string nor a number.
    """
    if allowed is None:
        return []
    numbers: Iterable[object] = (allowed,)
    if isinstance(allowed, Iterable) and not isinstance(allowed, str):
        numbers = allowed
    return [written for at, number in enumerate(numbers) for written in _ways(number, at)]


def _ways(number: object, at: int) -> Iterator[str]:
    yield text_of(number, f"allowed_new_numbers[{at}]")
    if isinstance(number, float) and number.is_integer() and abs(number) < _EXACT:
        yield str(int(number))
