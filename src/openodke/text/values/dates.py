"""What date is this text, beyond doubt?

The strict reader: None means that the text stays as written. The month names are shared with the
generous reader.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from functools import lru_cache

_LONGEST = 80
_MONTH_NAMES = (
    "january february march april may june july august september october november december"
).split()
MONTHS = {
    **{name: number for number, name in enumerate(_MONTH_NAMES, start=1)},
    **{name[:3]: number for number, name in enumerate(_MONTH_NAMES, start=1)},
    "sept": 9,
}
"""English month names and their abbreviations, lower case, to 1-12."""

_ORDINAL = r"(?:st|nd|rd|th)?"
_DAY_FIRST_NAME = re.compile(
    rf"(?:the )?(?P<day>[0-9]{{1,2}}){_ORDINAL}(?: of)? (?P<month>[A-Za-z]{{3,9}})\.?,?"
    r" (?P<year>[0-9]{4})"
)
_DAY_DASH_NAME = re.compile(r"(?P<day>[0-9]{1,2})-(?P<month>[A-Za-z]{3,9})-(?P<year>[0-9]{4})")
_MONTH_FIRST_NAME = re.compile(
    rf"(?P<month>[A-Za-z]{{3,9}})\.? (?P<day>[0-9]{{1,2}}){_ORDINAL},? (?P<year>[0-9]{{4}})"
)
_MONTH_AND_YEAR = re.compile(r"(?P<month>[A-Za-z]{3,9})\.?,? (?P<year>[0-9]{4})")
_WEEKDAY = re.compile(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day,? |(?:mon|tue|wed|thu|fri|sat|sun)\.?,? ",
    re.IGNORECASE,
)
_YEAR_FIRST = re.compile(r"(?P<year>[0-9]{4})([-/])(?P<month>[0-9]{1,2})\2(?P<day>[0-9]{1,2})")
_ISO_MONTH = re.compile(r"(?P<year>[0-9]{4})-(?P<month>[0-9]{2})")
_NUMERIC = re.compile(r"(?P<one>[0-9]{1,2})([-/.])(?P<two>[0-9]{1,2})\2(?P<year>[0-9]{4})")
_EAST_ASIAN = re.compile(r"(?P<year>[0-9]{4})年(?P<month>[0-9]{1,2})月(?P<day>[0-9]{1,2})日")
_DATETIME = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?"
    r"(?:Z|[+-][0-9]{2}:?[0-9]{2})?"
)
_FIRST_YEAR = 100
"""A year below is more likely an abbreviated or a BC one."""


@lru_cache(maxsize=1 << 14)
def normalize_date(text: str, *, day_first: bool | None = None) -> str | None:
    """Read a date as ISO "1815-12-10", a month as "2020-03", an ISO datetime; None when unsure.

    An all-numeric day and month are read only when one is above 12, both are equal, or `day_first`
    settles their order. A datetime at midnight without a zone is its date. Years are four ASCII
    digits, from 0100; a year alone, a BC year and a decade are no date. Source: the resolution
    page, "Dates".
    """
    text = " ".join(text.split()) if len(text) <= _LONGEST else ""
    if _DATETIME.fullmatch(text):
        return _datetime(text)
    return _named(text) or _year_first(text) or _numeric(text, day_first)


def _datetime(text: str) -> str | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    if moment.year < _FIRST_YEAR:
        return None
    midnight = moment.tzinfo is None and moment.time() == datetime.min.time()
    return moment.date().isoformat() if midnight else moment.isoformat()


def _named(text: str) -> str | None:
    """Read a date with a month's name."""
    undated = _WEEKDAY.match(text)
    rest = text[undated.end() :] if undated else text
    for pattern in (_DAY_FIRST_NAME, _MONTH_FIRST_NAME, _DAY_DASH_NAME):
        if match := pattern.fullmatch(rest):
            month = MONTHS.get(match["month"].lower(), 0)
            return iso_date(int(match["year"]), month, int(match["day"]))
    if match := _MONTH_AND_YEAR.fullmatch(text):
        return _iso_month(int(match["year"]), MONTHS.get(match["month"].lower(), 0))
    return None


def _year_first(text: str) -> str | None:
    if match := _YEAR_FIRST.fullmatch(text) or _EAST_ASIAN.fullmatch(text):
        return iso_date(int(match["year"]), int(match["month"]), int(match["day"]))
    if match := _ISO_MONTH.fullmatch(text):
        return _iso_month(int(match["year"]), int(match["month"]))
    return None


def _numeric(text: str, day_first: bool | None) -> str | None:
    match = _NUMERIC.fullmatch(text)
    if match is None:
        return None
    one, two, year = int(match["one"]), int(match["two"]), int(match["year"])
    if one == two or two > 12:
        return iso_date(year, one, two)
    if one > 12 or day_first is True:
        return iso_date(year, two, one)
    return iso_date(year, one, two) if day_first is False else None


def iso_date(year: int, month: int, day: int) -> str | None:
    """Write a day of the calendar, or None when there is none such or its year is below 0100."""
    try:
        return date(year, month, day).isoformat() if year >= _FIRST_YEAR else None
    except ValueError:
        return None


def _iso_month(year: int, month: int) -> str | None:
    return f"{year:04d}-{month:02d}" if year >= _FIRST_YEAR and 1 <= month <= 12 else None
