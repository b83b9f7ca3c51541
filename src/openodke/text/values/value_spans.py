"""Is this text a value, and which values of a sentence must its source name?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from openodke.text.memo import remembered
from openodke.text.values.codes import is_code
from openodke.text.values.dates import MONTHS, normalize_date
from openodke.text.values.everyday import everyday_claim
from openodke.text.values.figure_joints import joined_spans
from openodke.text.values.heights import claimed_inches
from openodke.text.values.roundings import may_be_year
from openodke.text.values.value_index import FREQUENCY, claimed_values, day_of
from openodke.text.values.value_reader import read_folded_values, read_values
from openodke.text.values.value_readings import Group, Reading
from openodke.text.values.value_tokens import fold_values

_LONGEST_VALUE = 120
_HEDGES = (
    "about|around|approximately|approx|roughly|nearly|almost|over|under|more than|less than"
    "|at least|at most|up to|circa|c|ca|some|just|only|exactly|an?|in|on|of|since|from|between|by"
    "|until|early|mid|late|pre|post|ad|aged?|the|(?:the )?(?:end|beginning|start|middle) of"
)
_HEDGE = re.compile(rf"(?:(?:c|ca|approx|a\.d)\.|(?:{_HEDGES})(?![^\W\d_])|[~≈<>≤≥±+])[ -]*")
_CONNECTORS = frozenset({
    "-", "–", "—", "to", "and", "or", "/", "x", "×", "by", "through", "until", "and the", "to the",
})  # fmt: skip
_WEEKDAY = re.compile(r"(?:mon|tues|wednes|thurs|fri|satur|sun)day,? ?(?:the )?")
_SEASON = re.compile(
    r"(?:spring|summer|autumn|fall|winter|q[1-4]|h[12]|fy|(?:fiscal|financial) year)[ ,/-]*(?:of )?"
)
_YEAR = re.compile(r"1[5-9][0-9]{2}|20[0-9]{2}")
_COUNTED = re.compile(r"[ -]?[^\W\d_]{3,}(?:[ -][^\W\d_]{2,}){0,2}")
_NAMED = re.compile(r"[0-9]+ ?[CDFGHJLVWX]|[0-9]+ (?:C|c)ent")
"""Short names that read as a quantity: 5G, 3D, 50 Cent."""
_AFTER_VALUE = re.compile(
    r"[\s.,;!]*(?:ad|b?ce|years? old|old|ago|or (?:more|so|less)|\+|-|–)?[\s.,;!]*"
)
_DIGIT = re.compile("[0-9]")
_HOW_OFTEN = re.compile(FREQUENCY)


@remembered(65536)
def is_value(text: str) -> bool:
    """Tell whether the whole text reads as a value and not as a name that holds a number.

    True for a date, a number, a quantity, a percentage, an amount, a range, a decade, an ordinal, a
    version, a telephone number or everyday words ("half an hour"), and for digits that count a
    lower-case noun ("1,000 employees").
    False for "Area 51", "Covid-19", "Henry VIII", a month alone and "Second Avenue".
    """
    text = day_of(" ".join(text.split()))
    if not text or len(text) > _LONGEST_VALUE:
        return False
    if normalize_date(text) is not None:
        return True
    folded = fold_values(text)
    if is_code(folded) or claimed_inches(folded):
        return True
    return _is_read(text, folded) or _is_everyday(text, folded)


def _is_read(text: str, folded: str) -> bool:
    """Tell whether a text is one value, or a range, as values are read everywhere."""
    groups = claimed_values(text)
    if not 1 <= len(groups) <= 2 or _NAMED.fullmatch(text):
        return False
    first, last = groups[0], groups[-1]
    if first.worded and text.istitle() and text.isalpha():
        return False
    if len(groups) == 2 and not _is_range(folded, first, last):
        return False
    return _is_lead(folded[: first.start], first) and _is_tail(text, folded, last)


def _is_everyday(text: str, folded: str) -> bool:
    """Tell whether a text is one value in everyday words, and in no name's capitals."""
    if not (text.islower() or _DIGIT.search(folded)):
        return False
    meant = everyday_claim(text)
    if len(meant) != 1:
        return False
    (group,) = meant
    return _is_lead(folded[: group.start], group) and bool(
        _AFTER_VALUE.fullmatch(folded, group.end)
    )


def _is_range(folded: str, first: Group, last: Group) -> bool:
    between = folded[first.end : last.start].strip()
    return between in _CONNECTORS and first.worded == last.worded


def _is_lead(lead: str, first: Group) -> bool:
    """Tell whether only hedges, a weekday or a season stands before the value."""
    if first.readings[0].kind == "date" or may_be_year(first.readings[0]):
        lead = _SEASON.sub("", _WEEKDAY.sub("", lead, count=1), count=1)
    while match := _HEDGE.match(lead):
        lead = lead[match.end() :]
    return not lead.strip(" (#")


def _is_tail(text: str, folded: str, last: Group) -> bool:
    """Tell whether nothing, or a counted noun in lower case, stands after the value."""
    tail = folded[last.end :]
    if _AFTER_VALUE.fullmatch(tail) or not tail.strip(" )"):
        return True
    reading = last.readings[0]
    if reading.kind != "number" and _HOW_OFTEN.fullmatch(tail):
        return True
    if reading.kind != "number" or (last.worded and not reading.scaled):
        return False
    if _YEAR.fullmatch(folded, last.start, last.end):
        return False
    return text.endswith(tail) and bool(_COUNTED.fullmatch(tail))


_SMALL = 12
_VAGUE = re.compile(r"(?i)\b(?:dozens?|hundreds|thousands|millions|billions|trillions|half)\b")
_WORD_BEFORE = re.compile(r"(?<!\w)([^\W\d_][\w.&'’-]*) ?$")
_LIST_MARK = re.compile(r"(?:^|\n)[ \t]*[(\[]?$")
_NO_NAMES = MONTHS.keys() | set(
    "in by on at since from to between about of the a an around over nearly until till before after"
    " during and or circa year years was is were are born died founded established for with only"
    " just some than almost exactly roughly approximately under within through total aged age as"
    " but its their his her it he she they there this that these those up down no not".split()
)
_MEASURED = frozenset({"percent", "money", "decade", "century", "quantity", "time"})


def values_in(claim: str) -> tuple[tuple[int, int], ...]:
    """Give the spans of a sentence's values that its source must name.

    Numbers in digits, years, dates, percentages, amounts and quantities; not small or vague number
    words, ordinal words, digits of a name ("Area 51", "12 Angry Men") or list marks.
    """
    groups = read_values(claim).groups
    return tuple((group.start, group.end) for group in groups if _is_demanded(claim, group))


def _is_demanded(claim: str, group: Group) -> bool:
    reading = group.readings[0]
    if reading.kind == "date":
        return True
    if group.worded:
        return _is_exact_in_words(claim[group.start : group.end], reading)
    if _is_list_mark(claim, group):
        return False
    if reading.kind in _MEASURED or not claim[group.start : group.end].isdigit():
        return True
    return not _names(claim, group)


def _is_exact_in_words(written: str, reading: Reading) -> bool:
    """Tell whether a value in words is one that a text must name: "thousands" and "one day" not."""
    if _VAGUE.search(written):
        return False
    named = reading.kind in ("percent", "money", "decade", "century")
    return named or abs(reading.number) > _SMALL


def _is_list_mark(claim: str, group: Group) -> bool:
    """Tell the number of a list item or of a note."""
    after = claim[group.end : group.end + 2]
    before = claim[max(0, group.start - 12) : group.start]
    if before.endswith("[") and after.startswith("]"):
        return True
    return bool(_LIST_MARK.search(before)) and after[:1] in (".", ")") and after[1:] in ("", " ")


def _names(claim: str, group: Group) -> bool:
    """Tell whether bare digits are part of a capitalised name."""
    before = _WORD_BEFORE.search(claim[max(0, group.start - 30) : group.start])
    if before and before[1][0].isupper() and before[1].lower().rstrip(".") not in _NO_NAMES:
        return True
    if 1000 <= group.readings[0].number <= 2200:
        return False
    after = claim[group.end : group.end + 2]
    return len(after) == 2 and after[0] == " " and after[1].isupper()


_FEW = 2
_PIECE = re.compile(
    r"[0-9]+[ ]?['’′][ ]?[0-9]{1,2}[\"”″]?"
    r"|(?:[^\s()\[\]{},:;!?\"“”„«»‹›|/<>=*_`~…—–]|(?<=\d)[,:](?=\d))+"
)
_WHOLE = re.compile(
    r"(?<![^\W_])(?:[QH][1-4](?: of)?[ /-]{1,2}[0-9]{4}|\+[0-9][0-9 ().-]{6,30}[0-9]"
    r"|\([0-9]{2,4}\) ?[0-9-]{5,20}[0-9]|[0-9]{1,4}(?:-[0-9]{1,7}){2,5}"
    r"|[0-9]{1,2}h[0-9]{2})(?!\w)"
)
"""A quarter of a year, a number that is written in groups, or "1h30"."""


def figures_in(answer: str) -> tuple[tuple[int, int], ...]:
    """Give the spans of every figure of an answer, which its source must hold.

    As `values_in`, and also the number of a name ("Windows 11"), a number that begins a line, two
    or more of a unit in words ("five days"), and words with digits that are no value ("B12"). A
    quarter with its year, a telephone number and what is in two units are one figure.
    """
    folded = fold_values(answer)
    groups = read_folded_values(folded, answer).groups
    grouped = _WHOLE.finditer(answer)
    whole = [m.span() for m in grouped if m[0][0] in "QH" or "h" in m[0] or is_code(m[0])]
    read = bytearray(len(answer))
    for start, end in whole:
        read[start:end] = b"\1" * (end - start)
    for start, end in joined_spans(folded, groups):
        if not any(read[start:end]):
            whole.append((start, end))
            read[start:end] = b"\1" * (end - start)
    groups = [group for group in groups if not read[group.start]]
    for group in groups:
        read[group.start : group.end] = b"\1" * (group.end - group.start)
    values = [(group.start, group.end) for group in groups if _is_figure(answer, group)]
    return tuple(sorted([*whole, *values, *_codes(answer, read)]))


def _is_figure(answer: str, group: Group) -> bool:
    reading = group.readings[0]
    if not group.worded or reading.kind == "date":
        return True
    if reading.kind == "quantity" and abs(reading.number) >= _FEW:
        return not _VAGUE.search(answer, group.start, group.end)
    return _is_exact_in_words(answer[group.start : group.end], reading)


def _codes(answer: str, read: bytearray) -> Iterator[tuple[int, int]]:
    """Yield the pieces of an answer with a digit that is no part of a value."""
    for match in _PIECE.finditer(answer):
        start, end = match.span()
        if any(answer[at].isdecimal() and not read[at] for at in range(start, end)):
            piece = match[0].rstrip(".'’-")
            yield start + len(piece) - len(piece.lstrip(".'’-")), start + len(piece)
