"""From when until when is a claim told, when its sources tell different bounds?

Source: the resolution page, "Merge by signature": an interval is the union of those told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Literal

from openodke.errors import InputError
from openodke.model.frozen import FrozenDict

Bound = Literal["min", "max"]

DEFAULT_INTERVALS: Mapping[str, Bound] = FrozenDict(
    start_time="min", start="min", end_time="max", end="max"
)
"""The qualifiers that bound an interval: of "min" the earliest is kept, of "max" the latest."""

_ISO = re.compile(r"([0-9]{4})(?:-([0-9]{2}))?(?:-([0-9]{2}))?")
_FIRST_YEAR = 100  # a lower number is no year for sure
_LAST = datetime.max.replace(tzinfo=UTC)


def moment(when: datetime) -> datetime:
    """Return the time with a zone: one without is taken for UTC, since both have to compare."""
    return when if when.tzinfo is not None else when.replace(tzinfo=UTC)


def checked_intervals(intervals: Mapping[str, Bound]) -> Mapping[str, Bound]:
    """Return the intervals as they are.

    Raises:
        InputError: for a bound other than "min" and "max".
    """
    for key, bound in intervals.items():
        if bound not in ("min", "max"):
            raise InputError(f"intervals[{key!r}] is {bound!r}: give 'min' or 'max'")
    return intervals


def united(values: Iterable[Any], bound: Bound) -> Any:
    """Return the earliest of some dates ("min") or the latest ("max"); None when none is a date.

    Dates are ISO texts, also of a month or a year, and years as numbers. A month begins on its
    first day and ends on its last; of two that are equal so, the more precise is returned.
    """
    dated = [(span, value) for value in values if (span := period(value)) is not None]
    if not dated:
        return None
    if bound == "min":
        return min(dated, key=lambda pair: (pair[0][0], -len(repr(pair[1])), repr(pair[1])))[1]
    return max(dated, key=lambda pair: (pair[0][1], len(repr(pair[1])), repr(pair[1])))[1]


def period(value: Any) -> tuple[datetime, datetime] | None:
    """Return the moments at which a date begins and after which it has ended; None for no date."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        value = f"{value:04}" if _FIRST_YEAR <= value <= _LAST.year else None
    return _period(value) if isinstance(value, str) and 4 <= len(value) <= 40 else None


@lru_cache(maxsize=1 << 12)
def _period(text: str) -> tuple[datetime, datetime] | None:
    match = _ISO.fullmatch(text)
    try:
        if match is None:
            exact = moment(datetime.fromisoformat(text))
            return exact, exact
        year, month, day = (int(part) if part else 0 for part in match.groups())
        begin = datetime(year, month or 1, day or 1, tzinfo=UTC)
    except ValueError:
        return None
    return begin, _next(begin, month, day)


def _next(begin: datetime, month: int, day: int) -> datetime:
    """Return when the day, month or year has ended."""
    try:
        if day:
            return begin + timedelta(days=1)
        if month:
            return (begin + timedelta(days=31)).replace(day=1)
        return begin.replace(year=begin.year + 1)
    except (ValueError, OverflowError):
        return _LAST
