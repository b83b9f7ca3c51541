"""Does this text state this value, under any reading?

Built once for a text and asked many times. A value whose own spelling stands in the text is found
without reading the text; the rest are compared with every reading of it. No answer depends on what
was asked before.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from typing import Literal, NamedTuple

from openodke.text.folding import visible
from openodke.text.memo import remembered
from openodke.text.values.codes import code_spans, is_code
from openodke.text.values.everyday import everyday_claim
from openodke.text.values.everyday_index import EverydayIndex
from openodke.text.values.hedges import Hedge, hedge_at
from openodke.text.values.heights import claimed_inches, heights
from openodke.text.values.numerals import english_number
from openodke.text.values.rare_numerals import MOST_SPANS
from openodke.text.values.reading_index import ReadingIndex
from openodke.text.values.spaceless_letters import is_spaceless
from openodke.text.values.value_reader import read_values
from openodke.text.values.value_readings import Group, Reading
from openodke.text.values.value_tokens import fold_values
from openodke.text.values.year_quarters import (
    claimed_quarters,
    names_others,
    without_quarters,
    year_quarters,
)

Spans = tuple[tuple[int, int], ...]

_DIGIT_RUN = re.compile(r"[0-9][0-9]*")  # one class first: fast search
_MOST_PLACES = 1000
"""Places of its rarest run of digits at which a spelling is looked for."""

_BEFORE = frozenset(" ([\"'“‘|:>=")
_AFTER = frozenset(" ,;:.!?)]\"'”’|<")
_CHANGED_AFTER = re.compile(
    r" ?(?:[千万萬億亿兆천만억조]"
    r"|hundred|thousand|million|billion|trillion|dozen|lakh|crore|bn|mn|k|m|b|t|%|percent|per "
    r"|b\.?c|and (?:a|one) |[×x*] ?10|[0-9]{3}(?![0-9])|[½¼¾])"
)
_CHANGED_BEFORE = re.compile(r"(?:minus|negative|[$€£¥₹]|[0-9][.,]?) $")
_ENDS_OF_CHANGES = frozenset("se$€£¥₹0123456789.,")  # a look at one is faster than the pattern


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


class _Spelling(NamedTuple):
    """How a claim writes its value."""

    text: str
    """Folded, in single spaces."""
    runs: tuple[tuple[str, int], ...]
    """Each run of digits, and where in the text it starts."""


@remembered(8192)
def _spelling(written: str) -> _Spelling:
    """Fold a claim's value, once for all texts that it is looked for in."""
    text = " ".join(fold_values(written).split())
    return _Spelling(text, tuple((m[0], m.start()) for m in _DIGIT_RUN.finditer(text)))


class ValueIndex:
    """Every value that a text may state, read when first needed and once."""

    __slots__ = (
        "_answers", "_folded", "_heights", "_named_quarters", "_readings", "_runs", "_shown",
        "text",
    )  # fmt: skip

    def __init__(self, text: str) -> None:
        self._shown = visible(text)
        self.text = self._shown.text
        self._answers: dict[str, ValueMatch] = {}
        self._folded: str | None = None
        self._heights: dict[str, list[tuple[int, int]]] | None = None
        self._named_quarters: frozenset[str] | None = None
        self._readings: tuple[ReadingIndex, EverydayIndex] | None = None
        self._runs: dict[str, list[int]] | None = None

    def look_up(self, value: str | int | float | bool) -> ValueMatch:
        """Tell whether the text states a value under any reading, and where.

        A string may hold several values ("2019-20", "3 to 5 km"), which must all be found; one
        without any is looked for as it is written. A year matches any date of that year; a date is
        also found in parts, its year apart from its month and day; a bare number matches one with a
        unit, and a number with a unit needs that unit or one that converts to it. A rounded
        form of the text's number matches when a scale is written, years never; a number of more
        digits than the text's does not. Nothing refutes a boolean,
        which has no written form.
        """
        if isinstance(value, bool):
            return ValueMatch(True)
        written = value if isinstance(value, str) else _written(value)
        answer = self._answers.get(written)
        if answer is None:
            answer = self._look_up(written if written.isascii() else visible(written).text)
            answer = self._answers[written] = self._raw(answer)
        return answer

    def _raw(self, answer: ValueMatch) -> ValueMatch:
        """Return an answer with the offsets of the text that was handed in."""
        if not (self._shown.breaks and answer.spans):
            return answer
        raw = self._shown.raw_offset
        spans = tuple((raw(start), raw(end - 1) + 1) for start, end in answer.spans)
        return replace(answer, spans=spans)

    def _look_up(self, written: str) -> ValueMatch:
        """Ask for the spelling, then the readings: never what was asked before."""
        spelling = _spelling(written)
        if spans := self._spelled(spelling):
            return ValueMatch(True, None, spans)
        claimed = spelling.text
        if inches := claimed_inches(claimed):
            answer = self._length(inches)
            if answer.found or self._heights:
                return answer
        if quarters := claimed_quarters(claimed):
            if names_others(quarters, self._quarters()):
                return _ABSENT
            written = without_quarters(claimed)
        groups, answer = claimed_values(written), _ABSENT
        if not is_code(claimed):
            answer = self._match_any_way(groups, written)
        if answer.found:
            return answer
        if claimed and not (groups or spelling.runs):
            spans = _whole_spans(self._fold(), claimed, _found(self._fold(), claimed))
        else:
            spans = code_spans(self._fold(), self._digit_runs(), claimed)[:MOST_SPANS]
        return ValueMatch(True, None, spans) if spans else answer

    def _match_any_way(self, groups: tuple[Group, ...], written: str) -> ValueMatch:
        """Match a claim's values as they are read, as everyday words mean them, and as hedged."""
        answer = self._match(groups) if groups else _ABSENT
        if not answer.found and (meant := everyday_claim(written)):
            answer = max(self._match(meant), answer, key=lambda match: match.found)
        if not answer.found and len(groups) == 1 and (hedge := _hedge(written, groups[0])):
            spans = self._read()[1].match_hedged(groups[0], hedge.kind)
            answer = ValueMatch(True, None, tuple(spans)) if spans else answer
        return answer

    def _length(self, inches: str) -> ValueMatch:
        """Find a length in feet and inches, as such or in one unit."""
        if self._heights is None:
            self._heights = heights(self._fold())
        if spans := self._heights.get(inches):
            return ValueMatch(True, None, tuple(spans[:MOST_SPANS]))
        match = self._match(claimed_values(f"{inches} inches"))
        firsts = {start for spans in self._heights.values() for start, _ in spans}
        return _ABSENT if all(start in firsts for start, _ in match.spans) else match

    def _quarters(self) -> frozenset[str]:
        if self._named_quarters is None:
            self._named_quarters = year_quarters(self._fold())
        return self._named_quarters

    def _match(self, groups: tuple[Group, ...]) -> ValueMatch:
        """Match every value of a claim."""
        readings, everyday = self._read()
        spans: set[tuple[int, int]] = set()
        for group in groups:
            found = readings.match(group) or everyday.match(group)
            if not found:
                others = tuple(readings.other_units(group))
                return ValueMatch(False, "unit_mismatch", others) if others else _ABSENT
            spans.update(found)
        return ValueMatch(True, None, tuple(sorted(spans)[:MOST_SPANS]))

    def _read(self) -> tuple[ReadingIndex, EverydayIndex]:
        if self._readings is None:
            readings = ReadingIndex(self.text, self._fold())
            self._readings = readings, EverydayIndex(self.text, self._fold(), readings)
        return self._readings

    def _fold(self) -> str:
        if self._folded is None:
            self._folded = fold_values(self.text)
        return self._folded

    def _spelled(self, spelling: _Spelling) -> Spans:
        """Find a value as it is written, where no neighbour changes its meaning.

        A spelling that stands whole has its runs of digits whole too, so that it is looked for only
        where the rarest of them stands: a look-up never costs the whole text.
        """
        if not spelling.runs:
            return ()
        held = self._digit_runs()
        each = [(held.get(digits, []), start) for digits, start in spelling.runs]
        places, start = min(each, key=_rarity) if len(each) > 1 else each[0]
        starts = (at - start for at in places[:_MOST_PLACES])
        return _whole_spans(self._fold(), spelling.text, starts)

    def _digit_runs(self) -> dict[str, list[int]]:
        """List where each run of digits stands in the text."""
        if self._runs is None:
            found: defaultdict[str, list[int]] = defaultdict(list)
            for match in _DIGIT_RUN.finditer(self._fold()):
                found[match[0]].append(match.start())
            self._runs = dict(found)
        return self._runs


def _rarity(run: tuple[list[int], int]) -> int:
    return len(run[0])


def _found(folded: str, claimed: str) -> Iterator[int]:
    """Yield where a spelling stands."""
    start = folded.find(claimed)
    while start >= 0:
        yield start
        start = folded.find(claimed, start + len(claimed))


def _whole_spans(folded: str, claimed: str, starts: Iterable[int]) -> Spans:
    """Keep the first places at which a spelling stands whole."""
    size = len(claimed)
    whole = (
        (start, start + size)
        for start in starts
        if start >= 0 and folded.startswith(claimed, start)
        if _is_whole(folded, start, start + size)
    )
    return tuple(islice(whole, MOST_SPANS))


def _is_whole(folded: str, start: int, end: int) -> bool:
    """Tell whether a spelling is not a part of a longer number, word or quantity."""
    if start and folded[start - 1] not in _BEFORE and not is_spaceless(folded[start - 1]):
        return False
    if end < len(folded) and folded[end] not in _AFTER and not is_spaceless(folded[end]):
        return False
    if folded[end : end + 1] in (".", ",", ":") and folded[end + 1 : end + 2].isdigit():
        return False
    if folded[end - 1].isdigit() and _CHANGED_AFTER.match(folded, end):
        return False
    if folded[start - 2 : start - 1] not in _ENDS_OF_CHANGES:
        return True
    return not _CHANGED_BEFORE.search(folded[max(0, start - 10) : start])


def _written(value: int | float) -> str:
    """Write a number as a claim would."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e16:
        return str(int(value))
    return str(value)


_MOMENT = re.compile(
    r"\+?([0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}/[0-9]{1,2}/[0-9]{4})"
    r"(?:[tT ][0-9]{1,2}:[0-9:.]+(?:[zZ]|[+-][0-9:]+)?)?"
)


_PERIOD = "(?:day|week|month|quarter|year|annum|night)"
FREQUENCY = (
    rf" ?(?:(?:(?:once|twice|thrice|(?:two|three|four|[2-9]) times) )?"
    rf"(?:daily|weekly|monthly|yearly|annually|(?:a|per|each|every) {_PERIOD})|/ ?{_PERIOD}"
    r"|\b(?:[btq]\.?i\.?d|q\.?d)\b\.?)"
)
"""How often an amount is due, which a text may say in many ways: "per month", "pcm", "BID"."""
_HOW_OFTEN = re.compile(rf"(?<=\w){FREQUENCY}$", re.IGNORECASE)


def day_of(written: str) -> str:
    """Return the date of a day with a time, as tables of a model have them; else what is given."""
    moment = _MOMENT.fullmatch(written)
    return moment[1] if moment else written


@lru_cache(maxsize=1 << 13)
def claimed_values(written: str) -> tuple[Group, ...]:
    """Read the values of a claim, each with its alternatives.

    A claim's number in English notation is read so and in no other way; of an ISO datetime only
    the date is asked for, and of "25 mg twice daily" only how much.
    """
    written = day_of(_HOW_OFTEN.sub("", written))
    ledger = read_values(written)
    groups = (_with_extras(group, ledger.extras) for group in _apart(ledger.groups))
    return tuple(in_english(group, written) for group in groups)


def _with_extras(group: Group, extras: Iterable[Reading]) -> Group:
    """Return a bare number with what a range gives it: the 310 of "310 to 330 million"."""
    if not group.plain:
        return group
    place = group.start, group.end
    own = tuple(each for each in extras if (each.start, each.end) == place and each.scaled)
    return group._replace(readings=(*group.readings, *own), plain=not own)


def _apart(groups: Iterable[Group]) -> Iterator[Group]:
    """Yield the values that lie in none before them: no second is counted in "25-second"."""
    end = 0
    for group in groups:
        if group.end > end:
            yield group
            end = group.end


def _hedge(written: str, group: Group) -> Hedge | None:
    """Find the hedge beside the only value of a claim."""
    return hedge_at(fold_values(written), group.start, group.end)


def in_english(group: Group, written: str) -> Group:
    """Return a value of a text with a bare number in English notation read so and not otherwise."""
    first = group.readings[0]
    number = english_number(written[first.start : first.end]) if group.plain else None
    exact = tuple(reading for reading in group.readings if reading.number == number)
    return group._replace(readings=exact) if exact else group
