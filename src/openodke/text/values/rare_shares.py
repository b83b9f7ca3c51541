"""Which shares does a text write as two numbers or as a fraction that no decimal ends?

"One in five", "9 out of 10" and "1:4"; "two thirds" are read elsewhere, and rounded here. Only
looked for before a share is refuted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal

from openodke.text.values.numerals import EXACT, NUMBER_WORDS
from openodke.text.values.value_readings import Reading

Share = tuple[Decimal, tuple[int, int]]
_WORDS = "two|three|four|five|six|seven|eight|nine|ten"
_WHOLE = rf"([0-9]{{1,3}}|1,?000|{_WORDS}|twenty|(?:a |one )?(?:hundred|thousand))"
_RATIOS = tuple(
    re.compile(rf"{link}{_WHOLE}(?![\w.,]?[0-9a-z])")
    for link in (" in (?:every )?", "-in-", " of (?:every |the )?", " per ", r":(?![0-9]{2})")
)  # each begins with letters of its own, which are searched for fast
_OUT = " out"
_PART = re.compile(rf"(?<![\w.,])([0-9]{{1,3}}|one|{_WORDS})$")
_LONGEST = 8  # characters before the link
_ENDLESS = 12
"""A fraction with more digits is written as a quotient."""


def rare_shares(folded: str, readings: Iterable[Reading]) -> list[Share]:
    """List the shares of a folded text, given with its readings, and where they stand."""
    endless = (
        (reading.number, (reading.start, reading.end))
        for reading in readings
        if reading.unit is None and len(reading.number.as_tuple().digits) > _ENDLESS
    )
    return [*_ratios(folded), *((size, span) for size, span in endless if -1 < size < 1)]


def rounding_to(shares: Iterable[Share], claim: Reading) -> list[tuple[int, int]]:
    """List where a share stands that is the claim's percentage or fraction when cut off to it.

    Rounded, or without its further digits: two thirds are 67 %, and 66 %.
    """
    times = 100 if claim.kind == "percent" else 1
    exponent = int(claim.number.as_tuple().exponent)
    last = EXACT.scaleb(Decimal(1), min(exponent, 0))
    return [span for size, span in shares if -last / 2 <= size * times - claim.number < last]


def _ratios(folded: str) -> Iterator[Share]:
    for pattern in _RATIOS:
        for match in pattern.finditer(folded):
            end = match.start()
            if folded.endswith(_OUT, 0, end):  # "9 out of 10"
                end -= len(_OUT)
            low = max(0, end - _LONGEST)
            part, whole = _PART.search(folded[low:end]), _value(match[1])
            if part and whole:
                yield _value(part[1]) / whole, (low + part.start(), match.end())


def _value(written: str) -> Decimal:
    word = NUMBER_WORDS.get(written.split()[-1])
    return word.value if word else Decimal(written.replace(",", ""))
