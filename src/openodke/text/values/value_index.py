"""Does this text state this value, under any reading?

Built once for a text and asked many times. A value whose own spelling stands in the text is found
without reading the text; the rest are compared with every reading of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from openodke.text.values.numerals import english_number
from openodke.text.values.reading_index import MOST_SPANS, ReadingIndex
from openodke.text.values.value_reader import read_values
from openodke.text.values.value_readings import Group
from openodke.text.values.value_tokens import fold_values

Spans = tuple[tuple[int, int], ...]

_SEARCHES = 8
"""Searches for a spelling before it is worth reading the text."""
_MOST_SEARCHES = 64
"""Searches after which only the readings are asked: each search costs the whole text."""

_BEFORE = frozenset(" ([\"'“‘|:>=")
_AFTER = frozenset(" ,;:.!?)]\"'”’|<")
_CHANGED_AFTER = re.compile(
    r" ?(?:hundred|thousand|million|billion|trillion|dozen|lakh|crore|bn|mn|k|m|b|t|%|percent|per "
    r"|b\.?c|and (?:a|one) |[×x*] ?10|[0-9]{3}(?![0-9])|[½¼¾])"
)
_CHANGED_BEFORE = re.compile(r"(?:minus|negative|[$€£¥₹]|[0-9][.,]?) $")


@dataclass(frozen=True, slots=True)
class ValueMatch:
    """The answer to one look-up.

    Attributes:
        found: whether some reading of the text matches the value.
        reason: None when found; "unit_mismatch" when the number stands in the text with another
            unit; else "value_absent".
        spans: a few places, half-open offsets into the text, sorted; for "unit_mismatch", where the
            number stands with the other unit.
    """

    found: bool
    reason: Literal["value_absent", "unit_mismatch"] | None = None
    spans: Spans = ()


_ABSENT = ValueMatch(False, "value_absent")


class ValueIndex:
    """Every value that a text may state, read when first needed and once."""

    __slots__ = ("_answers", "_folded", "_readings", "_searches", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._answers: dict[str, ValueMatch] = {}
        self._folded: str | None = None
        self._readings: ReadingIndex | None = None
        self._searches = 0

    def look_up(self, value: str | int | float | bool) -> ValueMatch:
        """Tell whether the text states a value under any reading, and where.

        A string may hold several values ("2019-20", "3 to 5 km"), which must all be found; one
        without any is looked for as it is written. A year matches any date of that year; a date is
        also found in parts, its year apart from its month and day; a bare number matches one with a
        unit, and a number with a unit needs that unit or one that converts to it. A number and a
        rounded form of it match when a scale is written, years never. Nothing refutes a boolean,
        which has no written form.
        """
        if isinstance(value, bool):
            return ValueMatch(True)
        written = value if isinstance(value, str) else _written(value)
        answer = self._answers.get(written)
        if answer is None:
            answer = self._answers[written] = self._look_up(written)
        return answer

    def _look_up(self, written: str) -> ValueMatch:
        """Search for the spelling first while that is cheap, else last; the answer is the same."""
        first = self._searches < _SEARCHES
        self._searches += 1
        if first and (spans := self._spelled(written)):
            return ValueMatch(True, None, spans)
        groups = claimed_values(written)
        answer = self._match(groups)
        late = not first and not answer.found and (not groups or self._searches <= _MOST_SEARCHES)
        if late and (spans := self._spelled(written)):
            return ValueMatch(True, None, spans)
        return answer

    def _match(self, groups: tuple[Group, ...]) -> ValueMatch:
        """Match every value of a claim."""
        if not groups:
            return _ABSENT
        if self._readings is None:
            self._readings = ReadingIndex(self.text)
        spans: set[tuple[int, int]] = set()
        for group in groups:
            found = self._readings.match(group)
            if not found:
                others = tuple(self._readings.other_units(group))
                return ValueMatch(False, "unit_mismatch", others) if others else _ABSENT
            spans.update(found)
        return ValueMatch(True, None, tuple(sorted(spans)[:MOST_SPANS]))

    def _spelled(self, written: str) -> Spans:
        """Find the value as it is written, where no neighbour changes its meaning."""
        claimed = " ".join(fold_values(written).split())
        if self._folded is None:
            self._folded = fold_values(self.text)
        return _spelled_spans(self._folded, claimed) if claimed else ()


def _spelled_spans(folded: str, claimed: str) -> Spans:
    spans: list[tuple[int, int]] = []
    start = folded.find(claimed)
    while start >= 0 and len(spans) < MOST_SPANS:
        end = start + len(claimed)
        if _is_whole(folded, start, end):
            spans.append((start, end))
        start = folded.find(claimed, end)
    return tuple(spans)


def _is_whole(folded: str, start: int, end: int) -> bool:
    """Tell whether a spelling is not a part of a longer number, word or quantity."""
    if start and folded[start - 1] not in _BEFORE:
        return False
    if end < len(folded) and folded[end] not in _AFTER:
        return False
    if folded[end : end + 1] in (".", ",", ":") and folded[end + 1 : end + 2].isdigit():
        return False
    if folded[end - 1].isdigit() and _CHANGED_AFTER.match(folded, end):
        return False
    return not _CHANGED_BEFORE.search(folded[max(0, start - 10) : start])


def _written(value: int | float) -> str:
    """Write a number as a claim would."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e16:
        return str(int(value))
    return str(value)


_MOMENT = re.compile(r"\+?([0-9]{4}-[0-9]{2}-[0-9]{2})(?:[tT ][0-9:.]+(?:[zZ]|[+-][0-9:]+)?)?")


@lru_cache(maxsize=1 << 13)
def claimed_values(written: str) -> tuple[Group, ...]:
    """Read the values of a claim, each with its alternatives.

    A claim's number in English notation is read so and in no other way; of an ISO datetime only
    the date is asked for.
    """
    if moment := _MOMENT.fullmatch(written):
        written = moment[1]
    return tuple(_english(group, written) for group in read_values(written).groups)


def _english(group: Group, written: str) -> Group:
    first = group.readings[0]
    number = english_number(written[first.start : first.end]) if group.plain else None
    exact = tuple(reading for reading in group.readings if reading.number == number)
    return group._replace(readings=exact) if exact else group
