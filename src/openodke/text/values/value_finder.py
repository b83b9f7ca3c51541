"""Which values does a text state, and is one of them this value?

For finding a value rather than refuting it: no rounding, no parts of a date apart, no unit from
elsewhere in the text. Those belong to `ValueIndex`, which has to be sure before it refutes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from openodke.text.values.amounts import is_same_amount
from openodke.text.values.currencies import MINOR_CURRENCIES
from openodke.text.values.everyday import all_everyday_readings, everyday_claim
from openodke.text.values.value_index import in_english
from openodke.text.values.value_reader import read_folded_values, read_values
from openodke.text.values.value_readings import Reading
from openodke.text.values.value_tokens import fold_values

_PERIODS = frozenset({"decade", "century", "time"})


class StatedValue(NamedTuple):
    """A value of a text where it stands, half-open offsets, with everything it may mean."""

    start: int
    end: int
    readings: tuple[Reading, ...]


def stated_values(text: str, *, everyday: bool = False) -> list[StatedValue]:
    """List the values of a text by place; those of a range are completed ("3" of "3-5 km").

    With `everyday`, those in everyday words too: "a decade", "an hour and a half".
    """
    folded = fold_values(text)
    ledger = read_folded_values(folded, text)
    found: defaultdict[tuple[int, int], list[Reading]] = defaultdict(list)
    for group in ledger.groups:
        found[group.start, group.end].extend(group.readings)
    for reading in ledger.extras:
        found[reading.start, reading.end].append(reading)
    for reading in all_everyday_readings(folded, ledger.readings()) if everyday else ():
        found[reading.start, reading.end].append(reading)
    return [StatedValue(*span, tuple(found[span])) for span in sorted(found)]


class ValueFinder:
    """Finds values among those that one text states."""

    def __init__(self, values: Iterable[StatedValue]) -> None:
        """File the values of a text by what may be looked for."""
        self._by_key: defaultdict[_Key, list[StatedValue]] = defaultdict(list)
        for value in values:
            for key in {key for reading in value.readings for key in _found_under(reading)}:
                self._by_key[key].append(value)

    def find(self, claimed: StatedValue) -> list[StatedValue]:
        """List where a reading of the text is a reading of what is looked for, by place.

        A quantity is found in another unit that is exactly as much, a percentage as a share of one,
        a bare number with any unit, a year or a month in a date of it.
        """
        near = {value[:2]: value for values in self._near(claimed) for value in values}
        return [near[span] for span in sorted(near) if states(near[span], claimed)]

    def most(self, claimed: StatedValue) -> int:
        """Return the most places that `find` may list, without looking at them."""
        return sum(map(len, self._near(claimed)))

    def _near(self, claimed: StatedValue) -> list[list[StatedValue]]:
        keys = {key for reading in claimed.readings for key in _sought_under(reading)}
        return [self._by_key[key] for key in keys if key in self._by_key]


_Key = tuple[str, object, str | None]


def _found_under(reading: Reading) -> Iterator[_Key]:
    """Yield what a reading of a text is filed under."""
    if reading.kind == "date":
        year, month, _ = reading.date
        yield "year", year, None
        yield "month", month, None
    elif reading.kind in _PERIODS:
        yield reading.kind, reading.value, None
    else:
        yield "number", reading.number, None
        if reading.kind == "percent" or reading.unit in MINOR_CURRENCIES:
            yield "number", reading.number / 100, None
        elif reading.kind == "quantity":
            yield "quantity", reading.value, reading.unit


def _sought_under(reading: Reading) -> Iterator[_Key]:
    """Yield what a reading of a claimed value may be filed under."""
    if reading.kind == "date":
        year, month, _ = reading.date
        yield ("year", year, None) if year is not None else ("month", month, None)
    elif reading.kind in _PERIODS:
        yield reading.kind, reading.value, None
    elif reading.kind == "quantity":
        yield "quantity", reading.value, reading.unit
    else:
        yield "number", reading.number, None
        if reading.kind == "number":
            yield "year", reading.number, None
        elif reading.kind == "percent" or reading.unit in MINOR_CURRENCIES:
            yield "number", reading.number / 100, None


def claimed_in(text: str, *, everyday: bool = False) -> list[StatedValue]:
    """List the values of a short text that is looked for, each once; English numbers as such.

    With `everyday`, as everyday words mean them; none when they mean nothing more.
    """
    read = everyday_claim(text) if everyday else read_values(text).groups
    groups = (in_english(group, text) for group in read)
    return [StatedValue(group.start, group.end, group.readings) for group in groups]


def states(found: StatedValue, claimed: StatedValue) -> bool:
    """Tell whether a reading of what a text states is a reading of what is looked for."""
    return any(_is_stated(one, other) for one in found.readings for other in claimed.readings)


def _is_stated(found: Reading, claimed: Reading) -> bool:
    if claimed.kind == "date":
        return found.kind == "date" and all(
            asked in (None, part) for asked, part in zip(claimed.date, found.date, strict=True)
        )
    if claimed.kind in _PERIODS:
        return found.kind == claimed.kind and found.value == claimed.value
    if found.kind in _PERIODS:
        return False
    if claimed.kind == "number":
        return _has_number(found, claimed)
    if claimed.kind == "percent" and found.kind == "number":
        return found.number * 100 == claimed.number
    return found.kind == claimed.kind and _is_same_measure(found, claimed)


def _has_number(found: Reading, claimed: Reading) -> bool:
    if found.kind == "date":
        return found.date[0] == claimed.number
    if found.kind == "percent" and abs(claimed.number) <= 1:
        return claimed.number in (found.number, found.number / 100)
    return found.number == claimed.number


def _is_same_measure(found: Reading, claimed: Reading) -> bool:
    if claimed.kind == "money":
        return is_same_amount(found, claimed)
    return found.unit == claimed.unit and found.value == claimed.value
