"""Which dates does a text write in ways too rare to look for before something is refuted?

Days with a month in another language, years of an East Asian era or of the Buddhist calendar, and
two-digit years of account ("FY23", "Q3'23").
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from openodke.text.values.date_readings import DateParts
from openodke.text.values.foreign_months import foreign_months
from openodke.text.values.numerals import NUMBER_WORDS
from openodke.text.values.value_tokens import ALL_MONTHS

Spans = list[tuple[int, int]]
_Found = tuple[DateParts, tuple[int, int]]

_UNKNOWN = 0
"""The month of a word in no table, which may be any."""
_WORD = r"([^\W\d_][^\s\d,;:()]{2,19})"
_DAY_FIRST = re.compile(
    rf"(?<![0-9])([0-9]{{1,2}})(?:\.|[ºª]|-?[^\W\d_]{{1,3}})? (?:de )?{_WORD}"
    r"(?: (?:de |del )?([0-9]{4})(?![0-9]))?"
)
_YEAR_FIRST = re.compile(
    rf"(?<![0-9])([0-9]{{4}})(?:\.| m\.| gada)? {_WORD} ([0-9]{{1,2}})(?![0-9])"
)
_YEAR = re.compile(r"[0-9]{4}(?![0-9])")
_LONGEST_NAME = 24
_ERAS = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018}
_ERA = re.compile(
    rf"({'|'.join(_ERAS)})([0-9]{{1,2}}|元)年(?:([0-9]{{1,2}})月)?(?:([0-9]{{1,2}})日)?"
)
_BUDDHIST = re.compile(r"(?:พ\.ศ\.|ปี) ?(2[45][0-9]{2})(?![0-9])")
_ACCOUNTS = re.compile(r"[fqh1-4][yqh1-4] ?['’]?([0-9]{2})(?![0-9])")  # a class first: fast
_ACCOUNT = re.compile(r"(?<![^\W_])(?:fy|q[1-4]|[1-4]q|h[12]|[12]h)")
_NO_MONTHS = ALL_MONTHS.keys() | NUMBER_WORDS.keys() | set(
    "and the for from until about over with und der von bis vom sur pour par chez des para por"
    .split()
)  # fmt: skip


def rare_dates(folded: str) -> dict[DateParts, Spans]:
    """File each such date of a folded text under itself and its parts.

    A month in no table is 0, so that (1998, 0, 4) is the fourth of some month of 1998.
    """
    found: defaultdict[DateParts, Spans] = defaultdict(list)
    for reader in (_days, _years_first, _months, _eras, _years):
        for (year, month, day), span in reader(folded):
            parts = {(year, month, day), (year, month, None), (None, month, day)}
            for date in parts | {(year, None, None)} if month else {(year, month, day)}:
                found[date].append(span)
    return dict(found)


def may_state(dates: dict[DateParts, Spans], date: DateParts) -> Spans:
    """List where a date, or one whose month is in no table, may stand."""
    year, _, day = date
    if stated := dates.get(date):
        return stated
    return dates.get((year, _UNKNOWN, day), []) if year is not None and day is not None else []


def _days(folded: str) -> Iterator[_Found]:
    """Read "4 maj 1998" and "4 maj"."""
    for match in _DAY_FIRST.finditer(folded):
        word, year = match[2].rstrip("."), int(match[3]) if match[3] else None
        if word in _NO_MONTHS:
            continue
        months = foreign_months(word) or ({_UNKNOWN} if year is not None else ())
        for month in months:
            yield (year, month, int(match[1])), match.span()


def _years_first(folded: str) -> Iterator[_Found]:
    """Read "1998. május 4-én", of which the month must be known."""
    for match in _YEAR_FIRST.finditer(folded):
        for month in foreign_months(match[2].rstrip(".")):
            yield (int(match[1]), month, int(match[3])), match.span()


def _months(folded: str) -> Iterator[_Found]:
    """Read "июль 1933", of which the month must be known."""
    for match in _YEAR.finditer(folded):
        before = folded[max(0, match.start() - _LONGEST_NAME) : match.start()].split()
        while before and before[-1] in ("de", "del"):
            before.pop()
        for month in foreign_months(before[-1].rstrip(".")) if before else ():
            yield (int(match[0]), month, None), match.span()


def _eras(folded: str) -> Iterator[_Found]:
    """Read "昭和12年8月28日"."""
    if folded.isascii():
        return
    for match in _ERA.finditer(folded):
        year = _ERAS[match[1]] + (1 if match[2] == "元" else int(match[2]))
        month = int(match[3]) if match[3] else None
        yield (year, month, int(match[4]) if month and match[4] else None), match.span()


def _years(folded: str) -> Iterator[_Found]:
    """Read "พ.ศ. 2548" and "FY23"."""
    for match in _BUDDHIST.finditer(folded):
        yield (int(match[1]) - 543, None, None), match.span()
    for match in _ACCOUNTS.finditer(folded):
        if _ACCOUNT.match(folded, match.start()):
            yield (2000 + int(match[1]), None, None), match.span()
