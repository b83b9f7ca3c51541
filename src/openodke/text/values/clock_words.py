"""Which times of day does a text give in words, or by an hour alone?

"Half past seven", "a quarter to six", "noon", "at nine in the morning", "from 9 to 5". Only looked
for before a time is refuted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from openodke.text.values.numerals import NUMBER_WORDS
from openodke.text.values.value_readings import Reading
from openodke.text.values.year_shapes import hours_of_day

_HOUR = "(?P<hour>[01]?[0-9]|2[0-4]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_MINUTE = (
    "(?P<minute>[0-5]?[0-9]|five|ten|fifteen|twenty(?:[ -]five)?|thirty(?:[ -]five)?"
    "|forty(?:[ -]five)?|fifty(?:[ -]five)?)"
)
_HALF = (
    r"(?:(?: ?o['’]?clock)?(?: ?(?P<half>[ap])\.?m\b"
    r"| (?:in the|this|that|every|tomorrow|yesterday)? ?(?P<part>morning|afternoon|evening|night)"
    r"| at (?P<late>night)))"
)
_AWAY = (
    rf"(?:(?P<named>half|(?:a )?quarter)|{_MINUTE}(?: minutes?)?) (?P<way>past|after|to|before|of)"
)
_AROUND = re.compile(rf"(?<![\w.,:]){_AWAY} {_HOUR}(?![\w:]|[.,][0-9]){_HALF}?")
_LEAD = (
    "(?:at|from|until|till|to|by|before|after|between|and|around|about|since|opens?|closes?|@|half)"
)
_FOLLOWING = (
    r"(?=$|[ ]?[.,;:!?)\]\"'–—-](?![0-9]*[.,:][0-9])"
    r"| (?:and|to|until|till|on|in|at|every|each|daily|for|when|sharp|today|tomorrow|this|the"
    r"|mon|tues|wednes|thurs|fri|satur|sun|weekdays|but|or|with|local|gmt|utc))"
)
_ALONE = re.compile(
    rf"(?<![\w.,:$€£])(?P<lead>{_LEAD} )?{_HOUR}(?:(?:[ -]|\.(?=[0-5][0-9])){_MINUTE})?"
    rf"(?:{_HALF}|(?P<clock> ?o['’]?clock)|{_FOLLOWING})"
)
_FIRST = re.compile(
    rf"(?<![\w.,:-]){_HOUR}(?= ?(?:[-–—]|to|and) ?[0-9]{{1,2}}(?:[:.][0-9]{{2}})? ?[ap]\.?m\b)"
)
_MILITARY = re.compile(
    r"(?<![\w.,:])(?:([01][0-9]|2[0-4])([0-5][0-9]) ?(?:hours|hrs|h)\b"
    r"|(?<=at )([01][0-9]|2[0-4])([0-5][0-9])(?![\w:]|[.,][0-9])"
    r"|([01]?[0-9]|2[0-4]) ?h ?([0-5][0-9])?(?![^\W_]))"
)
_NAMED = re.compile(r"\b(?:noon|midday|(midnight))\b")
_TO = frozenset({"to", "before", "of"})
_DAY = 1440


def spoken_times(folded: str) -> Iterator[Reading]:
    """Yield the times of a folded text, in minutes after midnight, each with what it may mean."""
    for match in _NAMED.finditer(folded):
        yield _time(match, 0 if match[1] else _DAY // 2)
    for match in _MILITARY.finditer(folded):
        hours, minutes, *_ = [*filter(None, match.groups()), "0"]
        yield _time(match, 60 * int(hours) + int(minutes))
    for match in _FIRST.finditer(folded):
        for hour in hours_of_day(_number(match["hour"]), None):
            yield _time(match, 60 * hour)
    for match in _AROUND.finditer(folded):
        away = _minutes(match)
        for hour in _hours(match):
            yield _time(match, 60 * hour + (-away if match["way"] in _TO else away))
    for match in _ALONE.finditer(folded):
        spoken = match["hour"].isalpha() and (match["minute"] or "").isalpha()
        if spoken or any(match[sign] for sign in ("lead", "clock", "half", "part", "late")):
            yield from _alone(match)


def _alone(match: re.Match[str]) -> Iterator[Reading]:
    """Read an hour with its minutes, and "half seven" as half an hour after seven."""
    minutes = 30 if (match["lead"] or "").startswith("half") else _minutes(match)
    for hour in _hours(match):
        yield _time(match, 60 * hour + minutes)


def _minutes(match: re.Match[str]) -> int:
    named = match.groupdict().get("named")
    if named:
        return 30 if named == "half" else 15
    return sum(_number(word) for word in re.split("[ -]", match["minute"] or "0"))


def _hours(match: re.Match[str]) -> list[int]:
    part = match["part"] or match["late"]
    half = match["half"] or (("a" if part == "morning" else "p") if part else None)
    return hours_of_day(_number(match["hour"]), half)


def _number(written: str) -> int:
    return int(written) if written.isdigit() else int(NUMBER_WORDS[written].value)


def _time(match: re.Match[str], minutes: int) -> Reading:
    value = Decimal(minutes % _DAY)
    return Reading("time", value, None, match.start(), match.end(), value, 2)
