"""Which quarter or half of a year does a text name?"""

from __future__ import annotations

import re
from functools import lru_cache

_SHORT = re.compile(r"(?<![^\W_])(?:([qh])([1-4])|([1-4])([qh]))(?=[^\w]|fy|[0-9]{2}(?![0-9])|$)")
_LONG = re.compile(r"\b(first|second|third|fourth|final|last|1st|2nd|3rd|4th)[ -](quarter|half)\b")
_NUMBERS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "final": 0, "last": 0}
_HOURS = re.compile(r"[1-4]h(?:[ ,]*[0-9]{1,2} ?(?:m|min|mins|minutes)?)?")
_LONGEST_CLAIM = 40


def year_quarters(folded: str) -> frozenset[str]:
    """Name the quarters and halves of a folded text: "q1" to "q4", "h1", "h2"."""
    found = set()
    for match in _SHORT.finditer(folded):
        found.add((match[1] or match[4]) + (match[2] or match[3]))
    for match in _LONG.finditer(folded):
        number, part = match[1], match[2][0]
        place = int(number[0]) if number[0].isdigit() else _NUMBERS[number]
        found.add(f"{part}{place or (4 if part == 'q' else 2)}")
    return frozenset(found)


@lru_cache(maxsize=1 << 13)
def claimed_quarters(claimed: str) -> frozenset[str]:
    """Name the quarters of a claim that is short enough to be nothing but a time; 2h are hours."""
    if len(claimed) > _LONGEST_CLAIM or _HOURS.fullmatch(claimed):
        return frozenset()
    return year_quarters(claimed)


def without_quarters(claimed: str) -> str:
    """Leave the year of a claim that names a quarter or half of it."""
    return _LONG.sub(" ", _SHORT.sub(" ", claimed))


def names_others(claimed: frozenset[str], stated: frozenset[str]) -> bool:
    """Tell whether a text names quarters, or halves, and none of those of a claim."""
    return any(
        not claimed & stated and any(other[0] == part[0] for other in stated) for part in claimed
    )
