"""How do the values of a text complete each other?

The ledger takes values in the order of the text and keeps what a later one may complete: "3" of
"3-5 km" waits for its unit, "3 April" of "3 April - 5 May 2019" for its year.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple

from openodke.text.values.date_readings import DateParts, gap_between
from openodke.text.values.measure_readings import Prefix, Suffix, glued, past_link, prefix, suffixes
from openodke.text.values.numerals import Digits
from openodke.text.values.value_readings import (
    BARE,
    Group,
    Reading,
    date_reading,
    followed_meanings,
    measured_readings,
    number_reading,
)

_LINKS = frozenset({
    "-", "–", "—", " - ", " – ", " — ", " to ", "-to-", " and ", " or ", ", ", " x ", "x", " × ",
    "×", " by ", " through ", " until ", ", and ", ", or ", "/", " & ", " to about ", " and about ",
    "~", " to over ", " to the ", " and the ", " or the ", ", the ",
})  # fmt: skip
LONGEST_LINK = max(map(len, _LINKS))
"""Values further apart than this never complete each other."""

_AGED = ("aged ", "age ", "ages ", "age of ", "aged between ", "aged-")
_YEAR_UNIT = glued("years")[0]
_ONE = Decimal(1)


class _Pending(NamedTuple):
    """A number that a unit, scale or era after a later number may also belong to."""

    start: int
    end: int
    digits: tuple[Digits, ...]
    currency: str | None


class ReadingLedger:
    """The values of one folded text.

    Attributes:
        groups: one for each value that is written, in order.
        extras: further readings that the text allows.
    """

    __slots__ = ("_folded", "_pending", "_undated", "extras", "groups")

    def __init__(self, folded: str) -> None:
        self._folded = folded
        self._pending: list[_Pending] = []
        self._undated: list[Reading] = []
        self.groups: list[Group] = []
        self.extras: list[Reading] = []

    def readings(self) -> list[Reading]:
        """List every reading of every value."""
        return [*(reading for group in self.groups for reading in group.readings), *self.extras]

    def may_complete(self, start: int) -> bool:
        """Tell whether the value that starts here is close enough to complete an earlier one."""
        near = self._pending and start - self._pending[-1].end <= LONGEST_LINK
        return bool(near or self._undated)

    def add_bare(self, start: int, end: int, digits: tuple[Digits, ...], worded: bool) -> None:
        """Add a number with nothing around it."""
        readings = tuple([number_reading(start, end, one) for one in digits])
        self.groups.append(Group(start, end, readings, worded, True))
        self._pending = [_Pending(start, end, digits, None)]

    def add_parts(self, start: int, end: int, digits: Iterable[Digits]) -> None:
        """Add the bare numbers that a part of a longer value also is."""
        self.extras.extend([number_reading(start, end, one) for one in digits])

    def add_dates(self, start: int, end: int, dates: tuple[DateParts, ...]) -> None:
        """Add one date with all that it may mean, and complete the dates of its range."""
        readings = tuple([date_reading(start, end, date) for date in dates])
        year, _, day = dates[0]
        if year is None and day is None:
            self.extras.extend(readings)
            return
        self.groups.append(Group(start, end, readings))
        if self._undated or self._pending or year is None:
            self._complete_dates(start, readings[0])

    def _complete_dates(self, start: int, reading: Reading) -> None:
        year, month, day = reading.date
        if self._undated and not self._linked(self._undated[-1].end, start):
            self._undated.clear()
        if year is not None:
            for earlier in self._undated:
                self.extras.append(earlier._replace(date=(year, *earlier.date[1:])))
            self._undated.clear()
        elif day is not None:
            self._undated.append(reading)
        for pending in self._linked_pending(start) if day is not None else ():
            first = pending.digits[0].value
            if first == int(first) and 1 <= first <= 31:
                date = (year, month, int(first))
                self.extras.append(date_reading(pending.start, pending.end, date))
        self._pending.clear()

    def add_year(self, start: int, end: int, year: int) -> None:
        """Add a year of an era, and give the era to the number that starts its range."""
        self.groups.append(Group(start, end, (date_reading(start, end, (year, None, None)),)))
        for pending in self._linked_pending(start):
            first = int(pending.digits[0].value)
            date = (first if year > 0 else -first, None, None)
            self.extras.append(date_reading(pending.start, pending.end, date))

    def add_periods(
        self, kind: str, start: int, end: int, values: Iterable[int], worded: bool = False
    ) -> None:
        """Add a decade, a century or a time of day; "19th and 20th century" names two."""
        readings = tuple([_period(kind, start, end, Decimal(value)) for value in values])
        self.groups.append(Group(start, end, readings, worded))
        if kind == "century":
            for pending in self._linked_pending(start):
                value = pending.digits[0].value
                self.extras.append(_period(kind, pending.start, pending.end, value))

    def add_number(
        self,
        start: int,
        end: int,
        digits: tuple[Digits, ...],
        meanings: tuple[Suffix, ...] = (),
        *,
        times: Decimal = _ONE,
        lent: Decimal = _ONE,
        worded: bool = False,
    ) -> None:
        """Add a number with every sign, scale, unit and currency it may have.

        `meanings` are those of letters glued to it. `times` is what scale words multiply it by; 0
        tells that they are in the digits already, `lent` what then multiplies the numbers of a
        range before it.
        """
        before = prefix(self._folded, start)
        linked = self._linked_pending(before.start)
        currency = before.currency or (linked[-1].currency if linked else None)
        bare_end, scaled = end, times != 1
        meanings, end = self._meanings(start, end, meanings, scaled)
        if before.currency and meanings:
            # A unit may be the first word of the next line: "NOK 85 million / Days later".
            meanings = tuple(m for m in meanings if m.unit is None) or (*BARE, *meanings)
        whole = _multiplied(digits, times)
        readings = measured_readings(before, end, whole, meanings or BARE, currency, scaled)
        whole_scale = scaled or all(meaning.scale for meaning in meanings)
        if bare_end - start == 4 and not whole_scale:
            self.add_parts(start, bare_end, digits)
        plain = not (currency or meanings or scaled)
        self.groups.append(Group(before.start, end, readings, worded, plain))
        if not plain:
            self._complete_numbers(linked, meanings or BARE, currency, times or lent)
        if not plain or not linked:
            self._pending = []
        if not meanings:
            self._pending.append(_Pending(before.start, end, whole, currency))

    def _complete_numbers(
        self,
        linked: list[_Pending],
        meanings: tuple[Suffix, ...],
        currency: str | None,
        times: Decimal,
    ) -> None:
        """Give the unit and scale of "3-5 km" and "$3 to 5 million" to the numbers before."""
        for earlier in linked:
            at = Prefix(earlier.start, None, False, False)
            digits, own = _multiplied(earlier.digits, times), earlier.currency or currency
            self.extras.extend(
                measured_readings(at, earlier.end, digits, meanings, own, times != 1)
            )

    def _meanings(
        self, start: int, end: int, meanings: tuple[Suffix, ...], scaled: bool
    ) -> tuple[tuple[Suffix, ...], int]:
        """Read what follows a number, after a short scale too, and give the offset after it."""
        if self._folded[start - 1 : start] == "(" and self._folded[end : end + 1] == ")":
            start, end = start - 1, end + 1  # "five (5) years"
        if scaled and not meanings:
            end = past_link(self._folded, end, clipped=False)
        for _ in range(3):
            if meanings and not any(meaning.scale for meaning in meanings):
                break
            found = suffixes(self._folded, end)
            if found is None:
                break
            meanings, end = followed_meanings(meanings, found.meanings), found.end
        if not meanings and self._folded.endswith(_AGED, 0, start):
            meanings = (*BARE, _YEAR_UNIT)
        return meanings, end

    def _linked_pending(self, start: int) -> list[_Pending]:
        """List the bare numbers that a range or a list joins to the one at `start`."""
        if not self._pending or not self._linked(self._pending[-1].end, start):
            return []
        return self._pending

    def _linked(self, end: int, start: int) -> bool:
        near = 0 <= start - end <= LONGEST_LINK
        return near and gap_between(self._folded, end, start) in _LINKS


def _period(kind: str, start: int, end: int, value: Decimal) -> Reading:
    return Reading(kind, value, None, start, end, value, 2)


def _multiplied(digits: tuple[Digits, ...], times: Decimal) -> tuple[Digits, ...]:
    if times in (0, 1):
        return digits
    return tuple([Digits(one.value * times, one.written) for one in digits])
