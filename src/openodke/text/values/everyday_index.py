"""Which values that a text has in everyday words, or nearly, match a value of a claim?

Asked before a value is refuted, with the readings of the text that did not match it.
"""

from __future__ import annotations

from functools import partial
from itertools import islice

from openodke.text.values.everyday import everyday_kind, everyday_readings
from openodke.text.values.hedges import hedged_range
from openodke.text.values.rare_numerals import MOST_SPANS
from openodke.text.values.reading_index import ReadingIndex, Spans, same_measure
from openodke.text.values.roundings import may_be_year
from openodke.text.values.value_readings import Group, Reading

_UNHEDGED = frozenset({"date", "decade", "century", "time"})
_YEAR_DIGITS = 4


class EverydayIndex:
    """What one text has in everyday words, by kind; each kind is read when it is first needed."""

    __slots__ = ("_by_kind", "_folded", "_readings", "_text")

    def __init__(self, text: str, folded: str, readings: ReadingIndex) -> None:
        self._text = text
        self._folded = folded
        self._readings = readings
        self._by_kind: dict[str, ReadingIndex] = {}

    def match(self, group: Group) -> Spans:
        """List places where everyday words state a claim's value: "a decade" for 10 years."""
        kinds = dict.fromkeys(filter(None, map(everyday_kind, group.readings)))
        return next(filter(None, (self._of_kind(kind).match(group) for kind in kinds)), [])

    def _of_kind(self, kind: str) -> ReadingIndex:
        index = self._by_kind.get(kind)
        if index is None:
            readings = everyday_readings(self._folded, self._readings.numbers(), kind)
            index = self._by_kind[kind] = ReadingIndex(self._text, self._folded, readings)
        return index

    def match_hedged(self, group: Group, hedge: str) -> Spans:
        """List places of the numbers that a claim calls "about" or "over" so much; years never."""
        found: set[tuple[int, int]] = set()
        for claim in group.readings:
            if claim.number and claim.kind not in _UNHEDGED and not _is_year(claim):
                near = self._readings.numbers_between(*hedged_range(claim, hedge))
                fits = partial(same_measure, claim) if claim.unit else _is_count
                found.update((r.start, r.end) for r in islice(filter(fits, near), MOST_SPANS))
        return sorted(found)[:MOST_SPANS]


def _is_count(found: Reading) -> bool:
    return found.unit is None and not _is_year(found)


def _is_year(reading: Reading) -> bool:
    """Tell a year from a count: "1,987" is none."""
    return may_be_year(reading) and reading.end - reading.start == _YEAR_DIGITS
