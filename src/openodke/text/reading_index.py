"""Which readings of a text match one value of a claim?

The readings by what a claim may ask for: number, unit, parts of a date. Built once for a text.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable
from decimal import Decimal

from openodke.text.currencies import may_be_same_currency
from openodke.text.date_readings import DateParts
from openodke.text.numerals import roman
from openodke.text.roundings import converts, may_be_year, rounds_to, widest_rounding
from openodke.text.units import GENEROUS_UNITS
from openodke.text.value_reader import read_folded_values
from openodke.text.value_readings import Group, Reading
from openodke.text.value_tokens import fold_values

Spans = list[tuple[int, int]]
_Size = tuple[Decimal, Decimal, int]
"""Number, factor and digits written: what two quantities of one kind are compared by."""

MOST_SPANS = 8
_NONE = re.compile(r"\b(?:no|none|nil|never|without|nobody|nothing)\b")
_FALLS = re.compile(
    r"\b(?:loss|losses|lost|fell|fall|falls|falling|fallen|declin(?:e[sd]?|ing)|drop(?:s|ped)?"
    r"|decreas(?:e[sd]?|ing)|deficit|down|below|negative|minus|shrank|shrunk|reduced|reduction|cut"
    r"|contract(?:ed|ion)|lower)\b"
)
_PERIODS = frozenset({"decade", "century", "time"})
_NOUN = re.compile(r"[ -][^\W\d_]{3,}")
_NO_NOUN = re.compile(
    r" (?:and|but|the|for|was|were|are|had|has|its|per|with|from|than|out|off|all|each|when|while"
    r"|who|which|that|into|over|through|until|between|during|after|before|wide|long|high|tall|deep)\b"
)


class ReadingIndex:
    """The readings of one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._folded = fold_values(text)
        self._numbers: list[Reading] = []
        self._dates: list[Reading] = []
        self._by_number: defaultdict[Decimal, list[Reading]] = defaultdict(list)
        self._by_date: defaultdict[DateParts, list[Reading]] = defaultdict(list)
        self._periods: defaultdict[tuple[str, Decimal], list[Reading]] = defaultdict(list)
        self._by_unit: defaultdict[str, defaultdict[_Size, list[Reading]]] | None = None
        self._sizes: list[tuple[Decimal, int]] | None = None
        ledger = read_folded_values(self._folded)
        for group in ledger.groups:
            self._add(group.readings)
        self._add(ledger.extras)

    def _add(self, readings: Iterable[Reading]) -> None:
        """File readings by number, by date or by period."""
        for reading in readings:
            kind = reading.kind
            if kind == "date":
                self._add_date(reading)
            elif kind in _PERIODS:
                self._periods[kind, reading.value].append(reading)
            else:
                self._numbers.append(reading)
                self._by_number[reading.number].append(reading)

    def _add_date(self, reading: Reading) -> None:
        """File a date under itself, its year and its day of the year."""
        date, by_date = reading.date, self._by_date
        year, month, day = date
        self._dates.append(reading)
        by_date[date].append(reading)
        if month is not None and year is not None:
            by_date[year, None, None].append(reading)
            if day is not None:
                by_date[None, month, day].append(reading)

    # Matching

    def match(self, group: Group) -> Spans:
        """List places where some reading of a claim's value stands."""
        for find in (self._find, self._negated):
            found = [place for reading in group.readings for place in find(reading)]
            if found:
                return _places(found)
        return self._rare_spellings(group) if group.plain else []

    def other_units(self, group: Group) -> Spans:
        """List places where the claim's number stands with another unit."""
        return _places(
            found
            for reading in group.readings
            if reading.unit is not None
            for found in self._by_number.get(reading.number, ())
            if found.unit is not None
        )

    def _find(self, claim: Reading) -> list[Reading]:
        if claim.kind == "date":
            return self._find_date(claim.date)
        if claim.kind == "time":
            return self._periods.get(("time", claim.value), [])
        if claim.kind in ("decade", "century"):
            return self._find_period(claim)
        if claim.unit is None:
            return self._find_number(claim)
        return self._find_measured(claim)

    def _find_date(self, date: DateParts) -> list[Reading]:
        """Find a date, else its year and its month or day apart."""
        year, month, day = date
        if whole := self._by_date.get(date):
            return whole
        years = self._find_year(year) if year is not None else []
        if month is None or (year is not None and not years):
            return years
        if day is not None:
            parts = self._by_date.get((None, month, day), [])
        else:
            parts = [reading for reading in self._dates if reading.date[1] == month]
            parts = [reading for reading in parts if reading.date[0] == year] or parts
        return [*parts, *years] if parts else []

    def _find_year(self, year: int) -> list[Reading]:
        stated = self._by_date.get((year, None, None), [])
        bare = self._by_number.get(Decimal(year), ())
        return [*stated, *(reading for reading in bare if reading.unit is None)]

    def _find_period(self, claim: Reading) -> list[Reading]:
        """Find a decade or century as such, else a year or decade within it."""
        if stated := self._periods.get((claim.kind, claim.value)):
            return stated
        first, length = int(claim.value), 10
        if claim.kind == "century":
            first, length = 100 * (first - 1), 101
        for year in range(first, first + length):
            if found := self._find_year(year) or self._periods.get(("decade", Decimal(year))):
                return found if claim.kind == "century" or found[0].kind != "decade" else []
        return []

    def _find_number(self, claim: Reading) -> list[Reading]:
        number = claim.number
        found = list(self._by_number.get(number, ()))
        if number == int(number):
            found += self._by_date.get((int(number), None, None), ())
            found += self._by_date.get((-int(number), None, None), ())
        if not found and abs(number) <= 1:
            found = [r for r in self._by_number.get(number * 100, ()) if r.kind == "percent"]
        return found or self._rounded(claim)

    def _find_measured(self, claim: Reading) -> list[Reading]:
        found = [r for r in self._by_number.get(claim.number, ()) if _same_measure(claim, r)]
        if not found and claim.kind != "money":
            found = self._converted(claim)
        found = found or [r for r in self._rounded(claim) if _same_measure(claim, r)]
        if not found and claim.kind == "percent":
            found = [r for r in self._by_number.get(claim.number / 100, ()) if r.unit is None]
        return found or self._beside_its_unit(claim)

    def _converted(self, claim: Reading) -> list[Reading]:
        """Find quantities of the claim's kind that are it in another unit."""
        if self._by_unit is None:
            self._by_unit = defaultdict(lambda: defaultdict(list))
            for reading in self._numbers:
                if reading.unit is not None:
                    size = (reading.number, reading.factor, reading.written)
                    self._by_unit[reading.unit][size].append(reading)
        return [
            reading
            for same in self._by_unit.get(claim.unit or "", {}).values()
            if same[0].value == claim.value or converts(claim, same[0])
            for reading in same
        ]

    def _beside_its_unit(self, claim: Reading) -> list[Reading]:
        """Take a number that nothing measures when its unit is named elsewhere, as in a table."""
        bare = [
            reading
            for reading in self._by_number.get(claim.number, ())
            if reading.unit is None and not self._counts_noun(reading.end)
        ]
        return bare if bare and self._names_unit(claim) else []

    def _counts_noun(self, end: int) -> bool:
        """Tell whether a number is followed by what it counts: "5 members"."""
        return bool(_NOUN.match(self._folded, end)) and not _NO_NOUN.match(self._folded, end)

    def _names_unit(self, claim: Reading) -> bool:
        if claim.kind == "money":
            return any(_same_currency(claim, reading) for reading in self._numbers)
        return any(
            re.search(rf"(?<![^\W\d_]){re.escape(name)}(?![^\W\d_])", self._folded)
            for name, units in GENEROUS_UNITS.items()
            if any(unit.base == claim.unit and unit.factor == claim.factor for unit in units)
        )

    def _rounded(self, claim: Reading) -> list[Reading]:
        """Find numbers that round to a scaled claim, and scaled ones that the claim rounds to."""
        number = claim.number
        if not number or (not claim.scaled and may_be_year(claim)):
            return []
        if self._sizes is None:
            self._sizes = sorted((r.number, at) for at, r in enumerate(self._numbers))
        reach = widest_rounding(number)
        low = bisect_left(self._sizes, (number - reach, -1))
        high = bisect_right(self._sizes, (number + reach, len(self._numbers)))
        near = [self._numbers[at] for _, at in self._sizes[low:high]]
        return [
            reading
            for reading in near
            if (claim.scaled and not may_be_year(reading) and rounds_to(reading.number, claim))
            or (reading.scaled and rounds_to(number, reading))
        ]

    def _negated(self, claim: Reading) -> list[Reading]:
        """Take "fell by 5 %" for -5 %."""
        if claim.number >= 0 or claim.kind in ("date", "time"):
            return []
        positive = claim._replace(number=-claim.number, value=-claim.value)
        return [
            found
            for found in self._find(positive)
            if _FALLS.search(self._folded, max(0, found.start - 80), found.end + 40)
        ]

    def _rare_spellings(self, group: Group) -> Spans:
        """Search for spellings too rare to read everywhere: Roman numerals, "no" for zero."""
        number = group.readings[0].number
        if number == 0:
            return _matches(_NONE, self._folded)
        numeral = roman(int(number)) if number == int(number) else ""
        if len(numeral) > 1 or numeral in ("V", "X"):
            return _whole_words(self._text, numeral)
        return []


def _same_measure(claim: Reading, found: Reading) -> bool:
    if claim.kind == "money":
        return _same_currency(claim, found)
    return claim.unit == found.unit and claim.factor == found.factor


def _same_currency(claim: Reading, found: Reading) -> bool:
    return found.kind == "money" and may_be_same_currency(claim.unit or "", found.unit or "")


def _places(readings: Iterable[Reading]) -> Spans:
    return sorted({(reading.start, reading.end) for reading in readings})[:MOST_SPANS]


def _matches(pattern: re.Pattern[str], text: str) -> Spans:
    found = []
    for match in pattern.finditer(text):
        found.append(match.span())
        if len(found) == MOST_SPANS:
            break
    return found


def _whole_words(text: str, word: str) -> Spans:
    """Search for a word by plain search, which costs a tenth of a pattern with a look-behind."""
    found: Spans = []
    start = text.find(word)
    while start >= 0 and len(found) < MOST_SPANS:
        end = start + len(word)
        if not (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum()):
            found.append((start, end))
        start = text.find(word, end)
    return found
