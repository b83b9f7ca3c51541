"""Which dates may these tokens mean?

The generous reader of dates: both orders of a numeric date, names of months in full or short, days
with or without a year. Each function takes the tokens and the index of the first, and gives the
index after the last one it used.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from openodke.text.values.dates import iso_date
from openodke.text.values.numerals import NUMBER_WORDS
from openodke.text.values.value_tokens import ALL_MONTHS, DIGITS, MONTH, WORD, Token

DateParts = tuple[int | None, int | None, int | None]
"""Year, month and day; a part that is not written is None. A BC year is negative."""


class DateRead(NamedTuple):
    """What some tokens say as a date: where they end, and every date they may mean."""

    after: int
    end: int
    dates: tuple[DateParts, ...]


_ORDINALS = frozenset({"st", "nd", "rd", "th", "er", "º", "ª"})
_DAY_TO_MONTH = frozenset({
    " ", "-", ". ", ".", " of ", "/", " de ", ", ", " the month of ", "",
    " st ", " nd ", " rd ", " th ",
})  # fmt: skip
_MONTH_TO_DAY = frozenset({" ", ". ", "-", " the ", ".", ", ", "/", ""})
_TO_YEAR = frozenset({
    " ", ", ", ",", "-", "/", ". ", "., ", ".", " of ", " de ", " in ", " '", ", '", " ’", " del ",
    " of the year ", ", in ",
})  # fmt: skip
_BETWEEN_DAYS = frozenset({
    "-", "–", "—", " - ", " – ", " and ", " to ", ", ", "/", " & ", " or ", " through ", ", and ",
})  # fmt: skip
_LONGEST_GAP = 24
_NUMERIC_GAPS = frozenset({
    "-", "/", "年", "月", "年 ", "月 ", " 年 ", " 月 ", "년", "월", "년 ", "월 ",
    " tháng ", " năm ",
})  # fmt: skip
_NUMERIC_STARTS = frozenset({"-", "/", "年", "月", "년", "월", " "})
_MONTH_SIGNS = ("月", "월")
_YEAR_SIGNS = ("年", "년")
_DOTTED = re.compile(r"([0-9]{1,4})\.([0-9]{1,2})\.([0-9]{1,4})")
_MAY_BE_VERB = frozenset({"may", "march", "mar", "sun", "mars", "set", "mai"})
_BEFORE_MONTH = re.compile(
    r"(?:in|since|of|by|until|till|from|late|early|mid|during|last|next|this|through|to|each|every)"
    r"[ -]$"
)


def gap_between(folded: str, start: int, end: int) -> str:
    """Give the text between two tokens with runs of spaces made one; a long gap is as it is."""
    gap = folded[start:end]
    return gap if "  " not in gap or len(gap) > _LONGEST_GAP else re.sub(" +", " ", gap)


def read_date(folded: str, tokens: list[Token], index: int) -> DateRead | None:
    """Read the date that starts at a token, or None when there is none."""
    token = tokens[index]
    if token.kind == MONTH:
        return _month_first(folded, tokens, index) or _month_alone(folded, tokens, index)
    if token.kind == WORD:
        return _day_first(folded, tokens, index) if _ordinal_day(token) else None
    size = len(token.text)
    if size > 4:
        return _one_token(token, index)
    if size <= 2 and (found := _day_first(folded, tokens, index)):
        return found
    if folded[token.end : token.end + 1] in _NUMERIC_STARTS:
        return _numeric(folded, tokens, index)
    return None


def _ordinal_day(token: Token) -> bool:
    word = NUMBER_WORDS.get(token.text)
    return word is not None and word.ordinal


def _day_of(token: Token) -> int:
    """Give the day of a month that a token may be, or 0."""
    if token.kind == DIGITS:
        plain = len(token.text) <= 2 and (not token.glue or token.glue in _ORDINALS)
        day = int(token.text) if plain else 0
        return day if day <= 31 else 0
    word = NUMBER_WORDS.get(token.text)
    return int(word.value) if word and word.ordinal and word.value <= 31 else 0


def _after(token: Token) -> int:
    """Give the offset after a day token and its ordinal letters."""
    return token.end + len(token.glue)


def year_of(token: Token, gap: str) -> tuple[int, ...]:
    """Give the years that a token may be after a day or a month, most likely first."""
    if token.kind != DIGITS or token.glue or not token.text.isdigit():
        return ()
    size = len(token.text)
    if size in (3, 4):
        return (int(token.text),)
    if size == 2 and (gap.endswith(("'", "’", "/", "-", ".")) or int(token.text) > 31):
        return short_years(int(token.text))
    return ()


def short_years(two_digits: int) -> tuple[int, ...]:
    """Give the years of the centuries that a two-digit year may be in."""
    return (1900 + two_digits, 2000 + two_digits, 1800 + two_digits)


def _with_years(
    folded: str, tokens: list[Token], after: int, end: int, days: list[tuple[int, int | None]]
) -> DateRead:
    """Complete month-and-day pairs by the year that may follow at `after`."""
    years: tuple[int, ...] = ()
    if after < len(tokens):
        gap = gap_between(folded, end, tokens[after].start)
        if gap in _TO_YEAR:
            years = year_of(tokens[after], gap)
    if not years:
        return DateRead(after, end, tuple((None, month, day) for month, day in days))
    dates = tuple((year, month, day) for month, day in days for year in years)
    return DateRead(after + 1, tokens[after].end, dates)


def _day_first(folded: str, tokens: list[Token], index: int) -> DateRead | None:
    """Read "3 April 1963", "3rd of April", "third of April"."""
    day = _day_of(tokens[index])
    if not day or index + 1 >= len(tokens) or tokens[index + 1].kind != MONTH:
        return None
    token = tokens[index + 1]
    if gap_between(folded, _after(tokens[index]), token.start) not in _DAY_TO_MONTH:
        return None
    return _with_years(folded, tokens, index + 2, token.end, [(ALL_MONTHS[token.text], day)])


def _month_first(folded: str, tokens: list[Token], index: int) -> DateRead | None:
    """Read "April 3, 1963", "April 3-5, 1963", "May 2019"."""
    month, end, after = ALL_MONTHS[tokens[index].text], tokens[index].end, index + 1
    days: list[tuple[int, int | None]] = []
    allowed = _MONTH_TO_DAY
    while after < len(tokens) and len(days) < 31:
        token = tokens[after]
        day = _day_of(token)
        if not day or gap_between(folded, end, token.start) not in allowed:
            break
        days.append((month, day))
        end, after, allowed = _after(token), after + 1, _BETWEEN_DAYS
    if days:
        return _with_years(folded, tokens, after, end, days)
    found = _with_years(folded, tokens, after, end, [(month, None)])
    return found if found.after > after else None


def _month_alone(folded: str, tokens: list[Token], index: int) -> DateRead | None:
    """Read a month that no number stands beside, unless it is more likely another word."""
    token = tokens[index]
    before = folded[max(0, token.start - 10) : token.start]
    if token.text in _MAY_BE_VERB and not _BEFORE_MONTH.search(before):
        return None
    return DateRead(index + 1, token.end, ((None, ALL_MONTHS[token.text], None),))


def _numeric(folded: str, tokens: list[Token], index: int) -> DateRead | None:
    """Read "1963-04-03", "3/4/1963" in both orders, "9/11", "12/2019", "2019-12"."""
    parts = [tokens[index]]
    for token in tokens[index + 1 : index + 3]:
        gap = folded[parts[-1].end : token.start]
        if gap not in _NUMERIC_GAPS or token.kind != DIGITS or len(token.text) > 4:
            break
        parts.append(token)
    numbers = [(part.text, int(part.text)) for part in parts if part.text.isdigit()]
    if len(numbers) < len(parts) or len(parts) == 1:
        return None
    dates = (
        _triple(numbers)
        if len(parts) == 3
        else _double(numbers, folded[parts[0].end : parts[1].start].strip())
    )
    return DateRead(index + len(parts), parts[-1].end, dates) if dates else None


def _triple(numbers: list[tuple[str, int]]) -> tuple[DateParts, ...]:
    (first, one), (_, two), (last, three) = numbers
    if len(first) == 4:
        return _valid([(one, two, three)])
    years = (three,) if len(last) == 4 else short_years(three) if len(last) == 2 else ()
    return _valid([date for year in years for date in ((year, two, one), (year, one, two))])


def _double(numbers: list[tuple[str, int]], separator: str) -> tuple[DateParts, ...]:
    (first, one), (last, two) = numbers
    if separator in _MONTH_SIGNS:
        return _valid([(None, one, two)])
    if len(first) == 4:
        whole = len(last) == 2 or separator in _YEAR_SIGNS
        return ((one, two, None),) if whole and 1 <= two <= 12 else ()
    if separator == "tháng":
        return _valid([(None, two, one)])
    if separator != "/":
        return ()
    if len(last) == 4:
        return ((two, one, None),) if 1 <= one <= 12 else ()
    return _valid([(None, two, one), (None, one, two)])


def _valid(dates: list[tuple[int | None, int, int]]) -> tuple[DateParts, ...]:
    """Keep the days of the calendar; Wikidata pads what it does not know with zeros."""
    kept: dict[DateParts, None] = {}
    for year, month, day in dates:
        if year is not None and month == 0 and day == 0:
            kept[(year, None, None)] = None
        elif year is not None and 1 <= month <= 12 and day == 0:
            kept[(year, month, None)] = None
        elif iso_date(2000 if year is None else max(year, 2000 if year < 100 else 100), month, day):
            kept[(year, month, day)] = None
    return tuple(kept)


def _one_token(token: Token, index: int) -> DateRead | None:
    """Read "3.4.1963", "1963.04.03" and "19630403"."""
    text = token.text
    if match := _DOTTED.fullmatch(text):
        dates = _triple([(part, int(part)) for part in match.groups()])
    elif len(text) == 8 and text.isdigit() and "1500" <= text[:4] <= "2200":
        dates = _valid([(int(text[:4]), int(text[4:6]), int(text[6:]))])
    else:
        return None
    return DateRead(index + 1, token.end, dates) if dates else None
