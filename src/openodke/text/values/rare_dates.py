"""Which dates does a text write in ways too rare to look for before something is refuted?

Days with a month in another language, years of an East Asian era or of the Buddhist calendar, and
two-digit years of account ("FY23", "Q3'23").
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from openodke.text.values.date_readings import DateParts
from openodke.text.values.foreign_months import foreign_months
from openodke.text.values.numerals import NUMBER_WORDS
from openodke.text.values.value_tokens import ALL_MONTHS

Spans = list[tuple[int, int]]

_WIDEST = 36
"""No day stands further from its year."""
_WORD = r"([^\W\d_][^\s\d,;:()]{2,19})"
_BEFORE_YEAR = re.compile(
    rf"(?<![0-9])(?:([0-9]{{1,2}})(?:\.|[ºª]|-?[^\W\d_]{{1,3}})? (?:de )?)?{_WORD} (?:de |del )?$"
)
_AFTER_YEAR = re.compile(rf"(?:\.| m\.| gada)? {_WORD} ([0-9]{{1,2}})(?![0-9])")
_ERAS = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018}
_ERA = re.compile(
    rf"({'|'.join(_ERAS)})([0-9]{{1,2}}|元)年(?:([0-9]{{1,2}})月)?(?:([0-9]{{1,2}})日)?"
)
_BUDDHIST = re.compile(r"(?:พ\.ศ\.|ปี) ?(2[45][0-9]{2})(?![0-9])")
_ACCOUNTS = frozenset("fy q1 q2 q3 q4 1q 2q 3q 4q h1 h2 1h 2h".split())
# A class of the first letters, which is searched for fast, and of the second ones.
_ACCOUNT_YEAR = re.compile(r"([fqh1-4][yqh1-4]) ?['’]?([0-9]{2})(?![0-9])")
_NO_MONTHS = ALL_MONTHS.keys() | NUMBER_WORDS.keys() | set(
    "and the for from until about over with und der von bis vom sur pour par chez des para por"
    .split()
)  # fmt: skip


def foreign_dates(folded: str, date: DateParts, years: Iterable[int]) -> Spans:
    """List where a date stands with a month in another language, `years` telling where its year is.

    A month in no table may be any, beside a day.
    """
    _, month, day = date
    found = []
    for start in years:
        if may_be := _before_year(folded, start):
            word, number, first = may_be
            if number == (day or number) and _may_name(word, month, day):
                found.append((first, start + 4))
        after = _AFTER_YEAR.match(folded, start + 4)
        if after and int(after[2]) == day and month in foreign_months(after[1].rstrip(".")):
            found.append((start, after.end()))
    return found


def _before_year(folded: str, start: int) -> tuple[str, int | None, int] | None:
    """Read the word before a year with the number before it, and where they start."""
    low = max(0, start - _WIDEST)
    match = _BEFORE_YEAR.search(folded[low:start])
    if match is None:
        return None
    return match[2].rstrip("."), int(match[1]) if match[1] else None, low + match.start()


def _may_name(word: str, month: int | None, day: int | None) -> bool:
    months = foreign_months(word)
    if months or day is None:
        return month in months
    return word not in _NO_MONTHS


def rare_dates(folded: str) -> dict[DateParts, Spans]:
    """File each date of another calendar, and each short year of account, under what it may be."""
    found: defaultdict[DateParts, Spans] = defaultdict(list)
    for reader in (_eras, _buddhist_years, _account_years):
        for (year, month, day), span in reader(folded):
            for date in {(year, month, day), (year, month, None), (year, None, None)}:
                found[date].append(span)
    return dict(found)


_Found = Iterator[tuple[DateParts, tuple[int, int]]]


def _eras(folded: str) -> _Found:
    """Read "昭和12年8月28日"."""
    for match in _ERA.finditer(folded) if "年" in folded else ():
        year = _ERAS[match[1]] + (1 if match[2] == "元" else int(match[2]))
        month = int(match[3]) if match[3] else None
        yield (year, month, int(match[4]) if month and match[4] else None), match.span()


def _buddhist_years(folded: str) -> _Found:
    """Read "พ.ศ. 2548"."""
    for match in _BUDDHIST.finditer(folded) if "ป" in folded or "พ" in folded else ():
        yield (int(match[1]) - 543, None, None), match.span()


def _account_years(folded: str) -> _Found:
    """Read "FY23" and "Q3'23"."""
    for match in _ACCOUNT_YEAR.finditer(folded):
        start = match.start()
        if match[1] in _ACCOUNTS and not folded[start - 1 : start].isalnum():
            yield (2000 + int(match[2]), None, None), match.span()
