"""Which decade, century, year or time of day may these digits mean?

Shapes of one number that are neither a full date nor a quantity. Each function gives the offset
after what it read and the values, or None.
"""

from __future__ import annotations

import re

from openodke.text.values.date_readings import short_years
from openodke.text.values.value_tokens import DIGITS, Token

_ERA = re.compile(r" ?(?:(b\.? ?c\.?(?: ?e\.?)?|before christ)|(a\.? ?d\.?|c\.? ?e\.?))(?!\w)")
_ERA_LETTERS = frozenset("bac")
_CENTURY = re.compile(r"(?:st|nd|rd|th)?[ -](?:century|centuries)\b|世紀|世纪")
_CLOCK = re.compile(r" ?(?:([ap])\.?m\b\.?|o['’]clock)")
_HOUR_SIGNS = frozenset({"時", "时", "点", "點", "시"})
_EAST_ASIAN_CLOCK = re.compile(r"[時时点點시](?![間间간]) ?(?:(半)|([0-5]?[0-9])[分분])?")
_HALVES = {"午前": "a", "上午": "a", "凌晨": "a", "早上": "a", "오전": "a",
           "午後": "p", "下午": "p", "晚上": "p", "오후": "p"}  # fmt: skip
_BETWEEN_YEARS = frozenset({"-", "–", "—", "/", " – ", " - ", " to ", "–'", "-'", "/'", "–’", "-’"})


def decades(folded: str, token: Token) -> tuple[int, tuple[int, ...]] | None:
    """Read "1990s", "1990's", "'90s" and "90s" as first years of decades."""
    text, end = token.text, token.end
    if len(text) not in (2, 4) or text[-1] != "0" or not text.isdigit():
        return None
    if token.glue == "s":
        end += 1
    elif folded[end : end + 2] in ("'s", "’s") and not token.glue:
        end += 2
    else:
        return None
    year = int(text)
    return end, (year,) if len(text) == 4 else short_years(year)


def century_end(folded: str, end: int) -> int:
    """Give the offset after the word century that follows a number, or 0."""
    match = _CENTURY.match(folded, end)
    return match.end() if match else 0


def era_year(folded: str, token: Token) -> tuple[int, int] | None:
    """Read "44 BC" as the year -44 and "79 AD" as 79."""
    end = token.end + len(token.glue) if token.glue[:1] not in _ERA_LETTERS else token.end
    at = end + (folded[end : end + 1] == " ")
    if folded[at : at + 1] not in _ERA_LETTERS or not token.text.isdigit() or len(token.text) > 4:
        return None
    match = _ERA.match(folded, end)
    if match is None:
        return None
    year = int(token.text)
    return match.end(), -year if match[1] else year


def later_year(folded: str, first: Token, last: Token) -> int | None:
    """Give the year that the second part of "2019-20" or "1998/9" means."""
    if len(first.text) != 4 or len(last.text) > 2 or first.kind != DIGITS or first.glue:
        return None
    if not (first.text.isdigit() and last.text.isdigit()) or last.glue:
        return None
    if folded[first.end : last.start] not in _BETWEEN_YEARS:
        return None
    start, size = int(first.text), 10 ** len(last.text)
    year = start // size * size + int(last.text)
    if year <= start:
        year += size
    plausible = 1000 <= start <= 2200 and (year - start < size // 2 or size == 10)
    return year if plausible else None


def clock_minutes(
    folded: str, tokens: list[Token], index: int
) -> tuple[int, int, list[int]] | None:
    """Read "17:30" and "5.30 pm" as minutes after midnight, with the index after."""
    token = tokens[index]
    hour, minute, end, after = token.text, "0", token.end, index + 1
    if folded[end : end + 1] == ":" and after < len(tokens):
        later = tokens[after]
        if later.start == end + 1 and len(later.text) == 2:
            minute, end, after = later.text, later.end, after + 1
    elif "." in hour:
        hour, _, minute = hour.partition(".")
    if found := _east_asian_clock(folded, token):
        return after, *found
    half = _CLOCK.match(folded, end)
    if after == index + 1 and half is None:
        return None
    if len(hour) > 2 or not (hour.isdigit() and minute.isdigit()):
        return None
    if int(hour) > 24 or int(minute) > 59:
        return None
    clock = hours_of_day(int(hour), half[1] if half else None)
    return after, half.end() if half else end, [60 * hours + int(minute) for hours in clock]


def _east_asian_clock(folded: str, token: Token) -> tuple[int, list[int]] | None:
    """Read "午後3時30分" as minutes after midnight, with the offset after."""
    if folded[token.end : token.end + 1] not in _HOUR_SIGNS or len(token.text) > 2:
        return None
    match = _EAST_ASIAN_CLOCK.match(folded, token.end)
    if match is None or not token.text.isdigit() or int(token.text) > 24:
        return None
    minute = 30 if match[1] == "半" else int(match[2] or 0)
    before = folded[max(0, token.start - 3) : token.start].strip()
    half = next((half for word, half in _HALVES.items() if before.endswith(word)), None)
    return match.end(), [60 * hours + minute for hours in hours_of_day(int(token.text), half)]


def hours_of_day(hour: int, half: str | None) -> list[int]:
    """Give the hours of the day that an hour may be, in the half of "a" or "p" if that is known."""
    if half == "p":
        return [hour % 12 + 12]
    if half == "a":
        return [hour % 12]
    if hour in (0, 12):
        return [12, 0] if hour else [0]
    return [hour, hour + 12] if hour < 12 else [hour % 24]
