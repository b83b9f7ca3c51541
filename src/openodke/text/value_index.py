"""Does this text state this value, under any reading?

Built once for a text and asked many times. A value whose own spelling stands in the text is found
without reading the text; the rest are compared with every reading.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from openodke.text.currencies import may_be_same_currency
from openodke.text.date_readings import DateParts
from openodke.text.numerals import EXACT, roman
from openodke.text.units import GENEROUS_UNITS
from openodke.text.value_reader import Group, Reading, read_values
from openodke.text.value_tokens import fold_values

Spans = tuple[tuple[int, int], ...]

_MOST_SPANS = 8
_LITERAL_SCANS = 8
"""Searches of the raw text before it is worth reading it."""


@dataclass(frozen=True, slots=True)
class ValueMatch:
    """The answer to one look-up.

    Attributes:
        found: whether some reading of the text matches the value.
        reason: None when found; "unit_mismatch" when the number stands in the text with another
            unit; else "value_absent".
        spans: a few places, half-open offsets into the text, sorted. For "unit_mismatch" the places
            of the number with the other unit.
    """

    found: bool
    reason: Literal["value_absent", "unit_mismatch"] | None = None
    spans: Spans = ()


_ABSENT = ValueMatch(False, "value_absent")


class ValueIndex:
    """Every value that a text may state, read lazily and once."""

    __slots__ = ("_answers", "_folded", "_readings", "_scans", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._folded: str | None = None
        self._readings: _Readings | None = None
        self._answers: dict[str, ValueMatch] = {}
        self._scans = 0

    def look_up(self, value: str | int | float | bool) -> ValueMatch:
        """Tell whether the text states a value under any reading, and where.

        A string may hold several values ("2019-20", "3 to 5 km"): all must be found. A string that
        holds no value is looked for as it is written. A boolean has no written form, so that
        nothing refutes it.
        """
        if isinstance(value, bool):
            return ValueMatch(True)
        written = value if isinstance(value, str) else _written(value)
        answer = self._answers.get(written)
        if answer is None:
            answer = self._answers[written] = self._look_up(written)
        return answer

    def _look_up(self, written: str) -> ValueMatch:
        if spans := self._literal(written):
            return ValueMatch(True, None, spans)
        groups = claimed_values(written)
        if not groups:
            return _ABSENT
        if self._readings is None:
            self._readings = _Readings(self.text)
        return _all_of([self._readings.match(group) for group in groups])

    def _literal(self, written: str) -> Spans:
        """Find the value as it is written, where no neighbour changes its meaning."""
        claimed = " ".join(fold_values(written).split())
        if not claimed:
            return ()
        if self._readings is not None and claimed_values(written):
            return ()
        self._scans += 1
        if self._folded is None:
            self._folded = fold_values(self.text)
        if self._scans > _LITERAL_SCANS and claimed_values(written):
            return ()
        return _literal_spans(self._folded, claimed)


_BEFORE_LITERAL = frozenset(" ([\"'“‘|:>=")
_AFTER_LITERAL = frozenset(" ,;:.!?)]\"'”’|<")
_CHANGES = re.compile(
    r" ?(?:hundred|thousand|million|billion|trillion|dozen|lakh|crore|bn|mn|k|m|b|t|%|percent"
    r"|per |b\.?c|and a (?:half|quarter)|[×x*] ?10|[0-9]{3}(?![0-9])|[½¼¾])"
)
_CHANGED_BEFORE = re.compile(r"(?:minus|negative|and|[$€£¥₹]|[0-9][.,]?) $")


def _literal_spans(folded: str, claimed: str) -> Spans:
    spans = []
    size = len(claimed)
    bare = claimed[-1].isdigit()
    start = folded.find(claimed)
    while start >= 0 and len(spans) < _MOST_SPANS:
        end = start + size
        if (
            (start == 0 or folded[start - 1] in _BEFORE_LITERAL)
            and (end == len(folded) or folded[end] in _AFTER_LITERAL)
            and not (folded[end : end + 1] in (".", ",", ":") and folded[end + 1 : end + 2].isdigit())
            and not (bare and _CHANGES.match(folded, end))
            and not _CHANGED_BEFORE.search(folded[max(0, start - 10) : start])
        ):
            spans.append((start, end))
        start = folded.find(claimed, end)
    return tuple(spans)


def _written(value: int | float) -> str:
    """Write a number as a claim would."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e16:
        return str(int(value))
    return str(value)


@lru_cache(maxsize=1 << 13)
def claimed_values(written: str) -> tuple[Group, ...]:
    """Read the values of a claim, each a group of alternatives."""
    return tuple(read_values(written).groups)


def _all_of(matches: list[ValueMatch]) -> ValueMatch:
    for match in matches:
        if not match.found:
            return match
    spans = sorted({span for match in matches for span in match.spans})
    return ValueMatch(True, None, tuple(spans[:_MOST_SPANS]))


class _Readings:
    """The readings of a text, by what a claim may ask for."""

    def __init__(self, text: str) -> None:
        reader = read_values(text)
        self.text = text
        self.folded = reader.folded
        self.by_number: dict[Decimal, list[Reading]] = defaultdict(list)
        self.by_unit: dict[str, list[Reading]] = defaultdict(list)
        self.years: dict[int, list[Reading]] = defaultdict(list)
        self.days: dict[tuple[int, int], list[Reading]] = defaultdict(list)
        self.months: dict[int, list[Reading]] = defaultdict(list)
        self.dates: dict[DateParts, list[Reading]] = defaultdict(list)
        self.decades: dict[int, list[Reading]] = defaultdict(list)
        self.centuries: dict[int, list[Reading]] = defaultdict(list)
        self.times: dict[Decimal, list[Reading]] = defaultdict(list)
        self.sorted_numbers: list[tuple[Decimal, int]] | None = None
        self.all: list[Reading] = []
        for group in reader.groups:
            for reading in group.readings:
                self._add(reading)
        for reading in reader.extras:
            self._add(reading)

    def _add(self, reading: Reading) -> None:
        kind, value = reading.kind, reading.value
        if kind == "date":
            self._add_date(reading)
        elif kind == "decade":
            self.decades[int(value)].append(reading)  # type: ignore[arg-type]
        elif kind == "century":
            self.centuries[int(value)].append(reading)  # type: ignore[arg-type]
        elif kind == "time":
            self.times[value].append(reading)  # type: ignore[index]
        else:
            self._add_number(reading)

    def _add_date(self, reading: Reading) -> None:
        year, month, day = reading.value  # type: ignore[misc]
        self.dates[(year, month, day)].append(reading)
        if year is not None:
            self.years[year].append(reading)
        if month is not None:
            self.months[month].append(reading)
            if day is not None:
                self.days[(month, day)].append(reading)

    def _add_number(self, reading: Reading) -> None:
        number = reading.number
        self.by_number[number].append(reading)
        self.all.append(reading)
        if reading.unit is not None:
            self.by_unit[reading.unit].append(reading)
        if reading.end - reading.start <= 4 and 100 <= number <= 2999 and reading.unit is None:
            if number == int(number):
                self.years[int(number)].append(reading)

    # Matching

    def match(self, group: Group) -> ValueMatch:
        """Match one value of a claim: one of its readings must stand in the text."""
        spans: list[tuple[int, int]] = []
        for reading in group.readings:
            spans += [(found.start, found.end) for found in self._find(reading)]
            if len(spans) > 4 * _MOST_SPANS:
                break
        if not spans and group.plain:
            spans = self._other_spellings(group)
        if not spans:
            spans = self._negated(group)
        if spans:
            return ValueMatch(True, None, tuple(sorted(set(spans))[:_MOST_SPANS]))
        return self._refuted(group)

    def _refuted(self, group: Group) -> ValueMatch:
        others = {
            (found.start, found.end)
            for reading in group.readings
            if reading.unit is not None
            for found in self.by_number.get(reading.number, ())
            if found.unit is not None
        }
        if not others:
            return _ABSENT
        return ValueMatch(False, "unit_mismatch", tuple(sorted(others)[:_MOST_SPANS]))

    def _find(self, claim: Reading) -> Iterable[Reading]:
        if claim.kind == "date":
            return self._find_date(claim)
        if claim.kind == "decade":
            return self._find_decade(int(claim.value))  # type: ignore[arg-type]
        if claim.kind == "century":
            return self._find_century(int(claim.value))  # type: ignore[arg-type]
        if claim.kind == "time":
            return self.times.get(claim.value, ())  # type: ignore[arg-type]
        if claim.unit is None:
            return self._find_number(claim)
        return self._find_measured(claim)

    def _find_date(self, claim: Reading) -> list[Reading]:
        year, month, day = claim.value  # type: ignore[misc]
        if whole := self.dates.get((year, month, day)):
            return whole
        found = list(self.years.get(year, ())) if year is not None else []
        if year is not None and not found:
            return []
        if month is None:
            return found
        parts = self.days.get((month, day), []) if day is not None else self._month(year, month)
        return [*parts, *found] if parts else []

    def _month(self, year: int | None, month: int) -> list[Reading]:
        """Prefer the month within the year, else take it anywhere."""
        anywhere = self.months.get(month, [])
        within = [r for r in anywhere if r.value[0] == year]  # type: ignore[index]
        return within or anywhere

    def _find_decade(self, first: int) -> list[Reading]:
        if stated := self.decades.get(first):
            return stated
        return [r for year in range(first, first + 10) for r in self.years.get(year, ())]

    def _find_century(self, century: int) -> list[Reading]:
        if stated := self.centuries.get(century):
            return stated
        first = 100 * (century - 1)
        years = [r for year in range(first, first + 101) for r in self.years.get(year, ())]
        return years or [
            r for decade in range(first, first + 100, 10) for r in self.decades.get(decade, ())
        ]

    def _find_number(self, claim: Reading) -> list[Reading]:
        number = claim.number
        found = list(self.by_number.get(number, ()))
        if number == int(number) and abs(number) < 10000:
            found += self.years.get(int(number), ())
        if not found and abs(number) <= 1:
            found += [r for r in self.by_number.get(number * 100, ()) if r.kind == "percent"]
        return found or list(self._rounded(claim))

    def _find_measured(self, claim: Reading) -> list[Reading]:
        if claim.kind == "money":
            return self._find_money(claim)
        same = self.by_unit.get(claim.unit or "", ())
        found = [r for r in same if r.value == claim.value or _converts(claim, r)]
        found = found or [r for r in self._rounded(claim) if r.unit == claim.unit]
        if not found and claim.kind == "percent":
            share = claim.number / 100
            found = [r for r in self.by_number.get(share, ()) if r.unit is None]
        return found or self._bare_beside_unit(claim)

    def _find_money(self, claim: Reading) -> list[Reading]:
        currency = claim.unit or ""
        stated = [*self.by_number.get(claim.number, ())]
        found = [r for r in stated if r.kind == "money" and may_be_same_currency(currency, r.unit or "")]
        found = found or [
            r
            for r in self._rounded(claim)
            if r.kind == "money" and may_be_same_currency(currency, r.unit or "")
        ]
        return found or self._bare_beside_unit(claim)

    def _bare_beside_unit(self, claim: Reading) -> list[Reading]:
        """Take a number that nothing measures when the unit is named elsewhere, as in a table."""
        bare = [
            r
            for r in self.by_number.get(claim.number, ())
            if r.unit is None and not _counts_noun(self.folded, r.end)
        ]
        if not bare:
            return []
        if claim.kind == "money":
            named = any(
                r.kind == "money" and may_be_same_currency(claim.unit or "", r.unit or "")
                for r in self.all
            )
            return bare if named else []
        names = _names_of(claim)
        return bare if any(_named(self.folded, name) for name in names) else []

    def _rounded(self, claim: Reading) -> list[Reading]:
        """Find numbers that round to a scaled claim, and scaled numbers the claim rounds to."""
        number = claim.number
        if not number or number.is_nan() or (not claim.scaled and _may_be_year(claim)):
            return []
        if self.sorted_numbers is None:
            self.sorted_numbers = sorted((r.number, i) for i, r in enumerate(self.all))
        reach = EXACT.scaleb(Decimal(1), number.adjusted()) * 5 / 10
        low = bisect_left(self.sorted_numbers, (number - reach, -1))
        high = bisect_right(self.sorted_numbers, (number + reach, len(self.all)))
        near = (self.all[index] for _, index in self.sorted_numbers[low:high])
        return [
            r
            for r in near
            if (claim.scaled and not _may_be_year(r) and _rounds_to(r.number, claim))
            or (r.scaled and _rounds_to(number, r))
        ]

    def _other_spellings(self, group: Group) -> list[tuple[int, int]]:
        """Search for spellings too rare to read everywhere: Roman numerals, "no" for zero."""
        for reading in group.readings:
            number = reading.number
            if reading.kind != "number" or number != int(number):
                continue
            if number == 0:
                return _spans(_NONE.finditer(self.folded))
            numeral = roman(int(number))
            if numeral and (len(numeral) > 1 or numeral in "VX"):
                return _spans(re.finditer(rf"(?<!\w){numeral}(?!\w)", self.text))
        return []

    def _negated(self, group: Group) -> list[tuple[int, int]]:
        """Take "fell by 5 %" for -5 %."""
        spans = []
        for reading in group.readings:
            if reading.kind in ("number", "percent", "money", "quantity") and reading.number < 0:
                if reading.factor != 1 or reading.kind == "date":
                    continue
                positive = reading._replace(number=-reading.number, value=-reading.number)
                for found in self._find(positive):
                    around = self.folded[max(0, found.start - 80) : found.end + 40]
                    if _FALLS.search(around):
                        spans.append((found.start, found.end))
        return spans


_NONE = re.compile(r"\b(?:no|none|nil|never|without|nobody|nothing)\b")
_FALLS = re.compile(
    r"\b(?:loss|losses|lost|fell|fall|falls|falling|fallen|decline[sd]?|declining|drop|drops|dropped"
    r"|decrease[sd]?|deficit|down|below|negative|minus|shrank|shrunk|reduced|reduction|cut|contracted"
    r"|contraction|lower)\b"
)
_NOUN = re.compile(r" [^\W\d_]{3,}")
_NO_NOUN = re.compile(
    r" (?:and|but|the|for|was|were|are|had|has|its|per|with|from|than|out|off|all|each|when|while|who"
    r"|which|that|into|over|through|until|between|during|after|before|wide|long|high|tall|deep)\b"
)


def _spans(matches: Iterable[re.Match[str]]) -> list[tuple[int, int]]:
    found = []
    for match in matches:
        found.append(match.span())
        if len(found) == _MOST_SPANS:
            break
    return found


def _counts_noun(folded: str, end: int) -> bool:
    """Tell whether a number is followed by what it counts: "5 members"."""
    return bool(_NOUN.match(folded, end)) and not _NO_NOUN.match(folded, end)


def _names_of(claim: Reading) -> list[str]:
    return [
        name
        for name, units in GENEROUS_UNITS.items()
        if any(unit.base == claim.unit and unit.factor == claim.factor for unit in units)
    ]


def _named(folded: str, name: str) -> bool:
    at = folded.find(name)
    while at >= 0:
        end = at + len(name)
        if not folded[at - 1 : at].isalpha() and not folded[end : end + 1].isalpha():
            return True
        at = folded.find(name, end)
    return False


def _may_be_year(reading: Reading) -> bool:
    number = reading.number
    return (
        reading.unit is None and not reading.scaled and 1000 <= number <= 2200
        and number == int(number)
    )  # fmt: skip


def _half_step(reading: Reading) -> Decimal:
    """Give half of the last digit as written, at most a twentieth when it is a trailing zero."""
    size = abs(reading.number)
    step = EXACT.scaleb(Decimal(1), size.adjusted() - reading.written + 1) / 2
    digits = reading.number.normalize().as_tuple()
    exponent = int(digits.exponent)
    if exponent > 0:
        step = max(step, min(EXACT.scaleb(Decimal(1), exponent) / 2, size / 20))
    return step


def _converts(claim: Reading, found: Reading) -> bool:
    """Tell whether two quantities in different units agree within the digits written."""
    if claim.factor == found.factor or (claim.number < 0) != (found.number < 0):
        return False
    reach = max(_half_step(claim) * claim.factor, _half_step(found) * found.factor)
    return abs(claim.value - found.value) <= reach  # type: ignore[operator]


def _rounds_to(number: Decimal, rounded: Reading) -> bool:
    """Tell whether a number, at the digits written of the other, is the other."""
    if not number or (number < 0) != (rounded.number < 0):
        return False
    step = EXACT.scaleb(Decimal(1), number.adjusted() - rounded.written + 1) / 2
    return abs(number - rounded.number) <= step
