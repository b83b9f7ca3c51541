"""How far from a text's number may one be that a claim calls "about", "over" or "nearly" so much?

"About 1,200" is 1,187, "over 1,000" is 1,043 and "nearly 500" is 487. A text that says "about
1,200" does not say 1,187.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from openodke.text.values.numerals import EXACT
from openodke.text.values.roundings import half_step
from openodke.text.values.value_readings import Reading

_ABOUT = (
    "about|around|approximately|approx\\.?|roughly|some|circa|ca?\\.|~|≈|close to|nearly"
    "|almost|just over|just under|a little over|a little under|in the region of"
)
_ABOVE = (
    "over|more than|at least|above|exceeding|in excess of|upwards? of|no less than|no fewer than"
    "|>|≥"
)
_BELOW = "under|less than|fewer than|below|up to|at most|no more than|not quite|<|≤"
_BEFORE = re.compile(
    rf"(?:^|(?<=[\s(]))(?:(?P<about>{_ABOUT})|(?P<above>{_ABOVE})|(?P<below>{_BELOW}))"
    r"[ ]?(?:an? |the )?$",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"(?P<above>\+| plus\b|(?: [^\W\d_]+)? or (?:more|higher|older|longer)\b)"
    r"|(?P<below>(?: [^\W\d_]+)? or (?:less|fewer|lower|younger)\b)|(?P<about>-odd\b| or so\b)"
)
_LONGEST = 24
_NEAREST = 8
"""What is about a number is off by this part of it at most, if by more than its last digit."""


class Hedge(NamedTuple):
    """A word that makes a number inexact: its kind, and the span of it and the number."""

    kind: str
    """about, above or below."""
    start: int
    end: int


class Range(NamedTuple):
    """The numbers that a claim may stand for, both ends included."""

    low: Decimal
    high: Decimal


def hedge_at(text: str, start: int, end: int) -> Hedge | None:
    """Find the hedge before or after a number, whose offsets are half-open, or None."""
    low = max(0, start - _LONGEST)
    before = _BEFORE.search(text[low:start])
    if before and before.lastgroup:
        return Hedge(before.lastgroup, low + before.start(), end)
    after = _AFTER.match(text, end)
    if after and after.lastgroup:
        return Hedge(after.lastgroup, start, after.end())
    return None


def hedged_range(claim: Reading, hedge: str) -> Range:
    """Give what a claim's number may stand for.

    As far as the number is rounded; beyond "over" up to the next number that is as round, but at
    most to twice as much.
    """
    number, size = claim.number, abs(claim.number)
    zeros = int(size.normalize().as_tuple().exponent)
    if hedge == "about":
        reach = max(half_step(claim), min(EXACT.scaleb(Decimal(1), zeros) / 2, size / _NEAREST))
        return Range(number - reach, number + reach)
    step = min(EXACT.scaleb(Decimal(1), zeros), size if hedge == "above" else size / 2)
    return Range(number, number + step) if hedge == "above" else Range(number - step, number)
