"""Where does a text write the digits of an identifier, in groups of its own?

A telephone number, an ISBN or a postal code is the same with other separators, or none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_WRITTEN = re.compile(r"\+?\(?[0-9][0-9 ()./–-]*[0-9]")
_SEPARATORS = re.compile(r"(?: ?\(0\) ?)|[ ().\-–/]{1,3}")
_RUN = re.compile(r"[0-9]+")
_FEWEST_DIGITS, _FEWEST_IN_GROUPS = 5, 9
_MOST_DIGITS = 40
_FEWEST_GROUPS = 3
_MOST_PLACES = 1000


def identifier_digits(claimed: str) -> str:
    """Give the digits of a claim that may be an identifier, "" for any other."""
    if not _WRITTEN.fullmatch(claimed):
        return ""
    digits = "".join(_RUN.findall(claimed))
    return digits if _FEWEST_DIGITS <= len(digits) <= _MOST_DIGITS else ""


def is_grouped_identifier(claimed: str) -> bool:
    """Tell whether digits in three groups or more are one identifier and not several numbers."""
    grouped = len(_RUN.findall(claimed)) >= _FEWEST_GROUPS
    return grouped and len(identifier_digits(claimed)) >= _FEWEST_IN_GROUPS


def identifier_spans(
    folded: str, runs: Mapping[str, Sequence[int]], digits: str
) -> list[tuple[int, int]]:
    """List where the digits stand, `runs` telling where each whole run of digits of a text does."""
    return [
        (start, end)
        for size in range(1, len(digits) + 1)
        for start in runs.get(digits[:size], ())[:_MOST_PLACES]
        if (end := _end_of(folded, start + size, digits[size:]))
    ]


def _end_of(folded: str, end: int, rest: str) -> int:
    """Give the offset after the rest of the digits, or 0 when others stand there."""
    while rest:
        gap = _SEPARATORS.match(folded, end)
        run = _RUN.match(folded, gap.end()) if gap else None
        if run is None or not rest.startswith(run[0]):
            return 0
        end, rest = run.end(), rest[len(run[0]) :]
    return end
