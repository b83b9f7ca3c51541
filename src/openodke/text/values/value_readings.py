"""What is one reading of a place in a text, and how is it built from what stands there?"""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from openodke.text.values.date_readings import DateParts
from openodke.text.values.measure_readings import Prefix, Suffix
from openodke.text.values.numerals import EXACT, Digits

_ONE = Decimal(1)
BARE = (Suffix(),)
"""The meaning of nothing after a number."""


class Reading(NamedTuple):
    """One value that a place may state."""

    kind: str
    """number, quantity, percent, money, date, decade, century or time."""
    value: Decimal
    """In the kind's base unit; a decade is its first year, a time is in minutes, a date is zero."""
    unit: str | None
    start: int
    end: int
    number: Decimal
    """The number as written, scaled but not converted."""
    written: int = 0
    """Significant digits as written."""
    factor: Decimal = _ONE
    scaled: bool = False
    """A scale word or suffix was written."""
    date: DateParts = (None, None, None)


class Group(NamedTuple):
    """One value as it is written, and everything it may mean."""

    start: int
    end: int
    readings: tuple[Reading, ...]
    worded: bool = False
    """Written in words, without a digit."""
    plain: bool = False
    """A bare number: no unit, currency, scale or date."""


def number_reading(start: int, end: int, digits: Digits) -> Reading:
    """Build the reading of a bare number."""
    value, written = digits
    return Reading("number", value, None, start, end, value, written)


def date_reading(start: int, end: int, date: DateParts) -> Reading:
    """Build the reading of a date."""
    return Reading("date", Decimal(0), None, start, end, Decimal(0), 0, _ONE, False, date)


def measured_readings(
    before: Prefix,
    end: int,
    digits: tuple[Digits, ...],
    meanings: tuple[Suffix, ...],
    currency: str | None,
    scaled: bool,
) -> tuple[Reading, ...]:
    """Build every reading of one number with what stands before and after it."""
    return tuple(
        _measured(before.start, end, Digits(signed, written), meaning, currency, scaled)
        for value, written in digits
        for signed in _signed(value, before)
        for meaning in meanings
    )


def _signed(value: Decimal, before: Prefix) -> tuple[Decimal, ...]:
    if not before.negative:
        return (value,)
    return (-value, value) if before.doubtful else (-value,)


def _measured(
    start: int, end: int, digits: Digits, meaning: Suffix, currency: str | None, scaled: bool
) -> Reading:
    number, written = digits
    if meaning.scale:
        number, scaled = EXACT.scaleb(number, meaning.scale), True
    unit, money = meaning.unit, meaning.currency or currency
    if unit is not None:
        kind = "percent" if unit.base == "%" else "quantity"
        value = EXACT.fma(number, unit.factor, unit.offset)
        return Reading(kind, value, unit.base, start, end, number, written, unit.factor, scaled)
    kind = "money" if money else "number"
    return Reading(kind, number, money or None, start, end, number, written, _ONE, scaled)


def followed_meanings(first: tuple[Suffix, ...], second: tuple[Suffix, ...]) -> tuple[Suffix, ...]:
    """Give what a suffix means with another after it: the m of "5m dollars" is a scale."""
    joined = _joined_meanings(first, second)
    if any(meaning.currency for meaning in joined):
        return joined
    return (*first, *joined)


def _joined_meanings(first: tuple[Suffix, ...], second: tuple[Suffix, ...]) -> tuple[Suffix, ...]:
    """Join a short scale with what follows it; nothing before it is joined to anything."""
    if not first:
        return second
    return tuple(
        Suffix(one.scale + two.scale, two.unit, two.currency)
        for one in first
        if one.scale
        for two in second
    )
