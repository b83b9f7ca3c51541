"""Which readings of a text match one value of a claim?

The readings by what a claim may ask for: number, unit, parts of a date. Built once for a text.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from functools import cached_property, partial
from itertools import islice, takewhile

from openodke.text.values.amounts import is_same_amount
from openodke.text.values.currencies import may_be_same_currency
from openodke.text.values.date_readings import DateParts
from openodke.text.values.foreign_quantities import ForeignWords
from openodke.text.values.multiples import COLD_WORDS, named_amount
from openodke.text.values.named_days import named_days
from openodke.text.values.numerals import roman
from openodke.text.values.rare_dates import foreign_dates, rare_dates
from openodke.text.values.rare_numerals import MOST_SPANS, nothings, roman_numerals
from openodke.text.values.rare_shares import Share, rare_shares, rounding_to
from openodke.text.values.roundings import (
    converts,
    half_step,
    may_be_year,
    rounding_step,
    rounds_to,
    significant,
)
from openodke.text.values.units import GENEROUS_UNITS
from openodke.text.values.value_reader import read_folded_values
from openodke.text.values.value_readings import Group, Reading
from openodke.text.values.word_places import has_word

Spans = list[tuple[int, int]]
_Sized = tuple[Decimal, int, Reading]
"""A size, the place of its reading among all of them, and the reading."""
_LOOKS = 64  # readings of one number looked at for one that fits
_NEAR = 2000  # numbers near a claim looked at for one that it rounds to
_FALLS = re.compile(
    r"\b(?:loss|losses|lost|fell|fall|falls|falling|fallen|declin(?:e[sd]?|ing)|drop(?:s|ped)?"
    r"|decreas(?:e[sd]?|ing)|deficit|down|below|negative|minus|shrank|shrunk|reduced|reduction|cut"
    r"|contract(?:ed|ion)|lower)\b"
)
_YEAR = GENEROUS_UNITS["years"][0].factor
_OLDEST = 130  # years of a person
_PERIODS = frozenset({"decade", "century", "time"})
_NOUN = re.compile(r"[ -][^\W\d_]{3,}")
_NO_NOUN = re.compile(
    r" (?:and|but|the|for|was|were|are|had|has|its|per|with|from|than|out|off|all|each|when|while"
    r"|who|which|that|into|over|through|until|between|during|after|before|wide|long|high|tall|deep)\b"
)


class ReadingIndex:
    """The readings of one text, given with what `fold_values` makes of it."""

    def __init__(self, text: str, folded: str, readings: Sequence[Reading] | None = None) -> None:
        self._text = text
        self._folded = folded
        self._foreign = ForeignWords(folded)
        self._numbers: list[Reading] = []
        self._by_number: defaultdict[Decimal, list[Reading]] = defaultdict(list)
        self._by_date: defaultdict[DateParts, list[Reading]] = defaultdict(list)
        self._by_day: defaultdict[Decimal, list[Reading]] = defaultdict(list)
        self._periods: defaultdict[tuple[str, Decimal], list[Reading]] = defaultdict(list)
        self._unit_names: dict[tuple[str, Decimal], bool] = {}
        if readings is not None:
            self._add(readings)
            return
        ledger = read_folded_values(folded, text)
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
        by_date[date].append(reading)
        if month is None:
            return
        by_date[None, month, None].append(reading)
        if year is not None:
            by_date[year, None, None].append(reading)
        if day is not None:
            by_date[year, month, None].append(reading)
            by_date[None, month, day].append(reading)
            self._by_day[Decimal(day)].append(reading)

    # Matching

    def match(self, group: Group) -> Spans:
        """List places where some reading of a claim's value stands."""
        for find in (self._find, self._negated):
            found = [place for reading in group.readings for place in find(reading)]
            if found:
                return _places(found)
        return self._rare_spellings(group)

    def numbers(self) -> list[Reading]:
        """List the readings that are numbers, amounts or quantities."""
        return self._numbers

    def numbers_between(self, low: Decimal, high: Decimal) -> Iterator[Reading]:
        """Yield the readings of the first numbers between two, both included."""
        numbers = self._distinct[bisect_left(self._distinct, low) :][:_NEAR]
        for number in takewhile(high.__ge__, numbers):
            yield from self._by_number[number][:_LOOKS]

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
        parts = self._by_date.get((None, month, day), [])[:_LOOKS]
        return [*parts, *years] if parts else []

    def _find_year(self, year: int) -> list[Reading]:
        stated = self._by_date.get((year, None, None), [])[:_LOOKS]
        bare = self._by_number.get(Decimal(year), [])[:_LOOKS]
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
        found = self._by_number.get(number, [])[:_LOOKS]
        if number == int(number):
            for year in (int(number), -int(number)):
                found += self._by_date.get((year, None, None), [])[:_LOOKS]
        if not found and abs(number) <= 1:
            found = [r for r in self._by_number.get(number * 100, ()) if r.kind == "percent"]
        return found or self._by_day.get(number, [])[:_LOOKS] or self._rounded(claim, _anything)

    def _find_measured(self, claim: Reading) -> list[Reading]:
        found = [r for r in self._by_number.get(claim.number, ()) if same_measure(claim, r)]
        if not found:
            found = (self._in_hundredths if claim.kind == "money" else self._converted)(claim)
        found = found or self._rounded(claim, partial(same_measure, claim))
        if not found and claim.kind == "percent":
            found = [r for r in self._by_number.get(claim.number / 100, ()) if r.unit is None]
        return found or self._beside_its_unit(claim) or self._apposed_age(claim)

    def _in_hundredths(self, claim: Reading) -> list[Reading]:
        """Find an amount in cents that a claim gives in dollars, and the other way round."""
        numbers = {100 * claim.number, claim.number / 100}
        near = (reading for number in numbers for reading in self._by_number.get(number, ()))
        return [reading for reading in near if is_same_amount(reading, claim)]

    def _converted(self, claim: Reading) -> list[Reading]:
        """Find quantities of the claim's kind that are it in another unit."""
        reach = half_step(claim) * claim.factor
        found: list[Reading] = []
        for (factor, its_reach), sizes in self._sizes_by_unit.get(claim.unit or "", {}).items():
            if factor == claim.factor:
                continue
            widest = max(reach, its_reach)
            near = _between(sizes, claim.value - widest, claim.value + widest)
            fitting = (r for r in near if r.value == claim.value or converts(claim, r))
            found.extend(islice(fitting, MOST_SPANS))
        return found

    @cached_property
    def _sizes_by_unit(self) -> dict[str, dict[tuple[Decimal, Decimal], list[_Sized]]]:
        """For each unit, the quantities by factor and by how far they may be rounded, in order."""
        found: dict[str, dict[tuple[Decimal, Decimal], list[_Sized]]] = {}
        for at, reading in enumerate(self._numbers):
            if reading.unit is not None and reading.kind != "money":
                alike = (reading.factor, half_step(reading) * reading.factor)
                sizes = found.setdefault(reading.unit, {}).setdefault(alike, [])
                sizes.append((reading.value, at, reading))
        for kinds in found.values():
            for sizes in kinds.values():
                sizes.sort()
        return found

    def _beside_its_unit(self, claim: Reading) -> list[Reading]:
        """Take a number that nothing measures when its unit is named elsewhere, as in a table."""
        bare = [
            reading
            for reading in self._by_number.get(claim.number, ())
            if reading.unit is None and not self._counts_noun(reading.end)
        ]
        return bare if bare and self._names_unit(claim) else []

    def _apposed_age(self, claim: Reading) -> list[Reading]:
        """Take the age between commas or brackets after a name: "Heron, 48, left"."""
        if claim.unit != "s" or claim.factor != _YEAR or not 0 < claim.number < _OLDEST:
            return []
        bare = self._by_number.get(claim.number, [])[:_LOOKS]
        return [r for r in bare if r.unit is None and self._is_apposed(r.start, r.end)]

    def _is_apposed(self, start: int, end: int) -> bool:
        before, after = self._folded[max(0, start - 3) : start], self._folded[end : end + 1]
        if before[1:] == " (":
            return before[0].isalpha() and after in (")", ",")
        return before[1:] == ", " and before[0].isalpha() and after in ("", ",", ".", ";")

    def _counts_noun(self, end: int) -> bool:
        """Tell whether a number is followed by what it counts: "5 members"."""
        return bool(_NOUN.match(self._folded, end)) and not _NO_NOUN.match(self._folded, end)

    def _names_unit(self, claim: Reading) -> bool:
        """Tell whether the text names the claim's unit or currency anywhere."""
        if claim.kind == "money":
            return any(may_be_same_currency(claim.unit or "", c) for c in self._currencies)
        unit = (claim.unit or "", claim.factor)
        named = self._unit_names.get(unit)
        if named is None:
            named = self._unit_names[unit] = any(
                re.search(rf"(?<![^\W\d_]){re.escape(name)}(?![^\W\d_])", self._folded)
                for name, units in GENEROUS_UNITS.items()
                if any(u.base == claim.unit and u.factor == claim.factor for u in units)
            ) or (claim.unit == "K" and has_word(self._folded, COLD_WORDS))
        return named

    @cached_property
    def _currencies(self) -> frozenset[str]:
        return frozenset(r.unit or "" for r in self._numbers if r.kind == "money")

    def _rounded(self, claim: Reading, accepts: Callable[[Reading], bool]) -> list[Reading]:
        """Find numbers that the claim is a rounded form of, on either side with a scale.

        Never the other way: a text that says three billion does not say 3.2 billion.
        """
        if not claim.number or (not claim.scaled and may_be_year(claim)):
            return []
        near = self._rounding_to(claim)
        return list(islice(filter(accepts, islice(near, _NEAR)), MOST_SPANS))

    def _rounding_to(self, claim: Reading) -> Iterator[Reading]:
        """Yield a reading of each number that rounds to a claim.

        A claim without a scale, such as 1,230,000, is a rounded form only of a scaled number.
        """
        scaled = claim.scaled
        rounded = claim if scaled else claim._replace(written=significant(claim.number))
        reach = rounding_step(rounded.number, rounded.written)
        distinct = self._distinct if scaled else self._scaled
        low = bisect_left(distinct, claim.number - reach)
        high = bisect_right(distinct, claim.number + reach)
        for number in distinct[low : min(high, low + _NEAR)]:
            if rounds_to(number, rounded):
                readings = self._by_number[number][:_LOOKS]
                yield from (r for r in readings if r.scaled or (scaled and not may_be_year(r)))

    @cached_property
    def _distinct(self) -> list[Decimal]:
        return sorted(self._by_number)

    @cached_property
    def _scaled(self) -> list[Decimal]:
        return sorted({reading.number for reading in self._numbers if reading.scaled})

    def _negated(self, claim: Reading) -> list[Reading]:
        """Take "fell by 5 %" for -5 %."""
        if claim.number >= 0 or claim.kind in ("date", "time"):
            return []
        positive = claim._replace(number=-claim.number, value=-claim.value)
        return [
            found
            for found in self._find(positive)[:_LOOKS]
            if _FALLS.search(self._folded, max(0, found.start - 80), found.end + 40)
        ]

    def _rare_spellings(self, group: Group) -> Spans:
        """Search for dates, shares, words of other languages, and Roman numerals."""
        found = [place for reading in group.readings for place in self._rare(reading)]
        if found or not group.plain:
            return sorted(set(found))[:MOST_SPANS]
        number = group.readings[0].number
        if number == 0:
            return nothings(self._folded)
        romans = self._romans.get(roman(int(number)), []) if number == int(number) else []
        return romans or self._foreign.numbers(group.readings[0])

    def _rare(self, claim: Reading) -> Spans:
        if claim.kind == "date":
            return self._rare_date(claim.date)
        share = claim.kind == "percent" or (claim.kind == "number" and 0 < claim.number < 1)
        if share and (shares := rounding_to(self._rare_shares, claim)):
            return shares
        like = self._by_number.get(claim.number, [])[:_LOOKS]
        if claim.unit and (foreign := self._foreign.quantities(claim, like)):
            return foreign
        if named := named_amount(self._folded, claim):
            return named
        if may_be_year(claim):
            return self._rare_dates.get((int(claim.number), None, None), [])
        return []

    def _rare_date(self, date: DateParts) -> Spans:
        """Find a date of another calendar, or beside its year with a month in another language."""
        year, month, day = date
        named = named_days(self._folded, month, day)
        if year is None:
            return named
        if stated := self._rare_dates.get(date):
            return stated
        if month is None:
            return []
        if named and (found := self._find_year(year)):
            return [*named, *((r.start, r.end) for r in found)]
        years = self._by_number.get(Decimal(year), [])[:_NEAR]
        return foreign_dates(self._folded, date, (r.start for r in years if r.end - r.start == 4))

    @cached_property
    def _rare_dates(self) -> dict[DateParts, Spans]:
        return rare_dates(self._folded)

    @cached_property
    def _rare_shares(self) -> list[Share]:
        return rare_shares(self._folded, self._numbers)

    @cached_property
    def _romans(self) -> dict[str, Spans]:
        return roman_numerals(self._text)


def _anything(_: Reading) -> bool:
    return True


def _between(sizes: list[_Sized], low: Decimal, high: Decimal) -> Iterator[Reading]:
    """Yield the readings of a size between two, both included."""
    at = bisect_left(sizes, low, key=_size)
    while at < len(sizes) and sizes[at][0] <= high:
        yield sizes[at][2]
        at += 1


def _size(sized: _Sized) -> Decimal:
    return sized[0]


def same_measure(claim: Reading, found: Reading) -> bool:
    """Tell whether two readings have one unit, or currencies that may be one."""
    if claim.kind == "money":
        return _same_currency(claim, found)
    return claim.unit == found.unit and claim.factor == found.factor


def _same_currency(claim: Reading, found: Reading) -> bool:
    return found.kind == "money" and may_be_same_currency(claim.unit or "", found.unit or "")


def _places(readings: Iterable[Reading]) -> Spans:
    return sorted({(reading.start, reading.end) for reading in readings})[:MOST_SPANS]
