"""How far does a number written with more than one token reach, and what is it?

Groups of digits apart ("1 000 000"), powers ("1.2 × 10^6"), fractions ("3/4"), scale words after
digits ("3.5 million") and numbers in words ("two hundred and five").
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from openodke.text.values.date_readings import gap_between
from openodke.text.values.numerals import EXACT, NUMBER_WORDS, SCALE_SUFFIXES, Digits, WordNumber
from openodke.text.values.value_tokens import FRACTION, WORD, Token

_SCIENTIFIC = re.compile(r"e([+-]?[0-9]{1,3})(?!\w)")
_POWER = re.compile(r" ?[×x*·⋅] ?10(?:(?:\^|\*\*)([-−+]?[0-9]{1,3})(?!\w)|([⁻]?[⁰¹²³⁴-⁹]{1,3}))")
_POWER_ALONE = re.compile(r"(?:\^|\*\*)([-−+]?[0-9]{1,3})(?!\w)|([⁻]?[⁰¹²³⁴-⁹]{1,3})(?!\w)")
_POWER_STARTS = frozenset("e×x*·⋅^⁰¹²³⁴⁵⁶⁷⁸⁹⁻ ")
_PLAIN_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--")
_ARTICLES = frozenset({" a ", " an ", " and a ", "-and-a-", " and one ", " of a ", " and an ",
                       "-a-"})  # fmt: skip
_GAPS = frozenset({" ", "-", " and ", "-and-", " & ", ", ", *_ARTICLES})
_SCALE_GAPS = frozenset({" ", "-"})
_MOST_GROUPS = 7
_LAST_GROUP = re.compile("[0-9]{3}[.,][0-9]{1,2}")
"""A group of digits with decimals, after which no other follows."""
_MYRIAD = re.compile("[千万萬億亿兆천만억조]")
MYRIAD_SIGNS = frozenset("千万萬億亿兆천만억조")
_LONGEST_MYRIAD = 8


def space_grouped(folded: str, tokens: list[Token], index: int) -> tuple[int, str]:
    """Join "1 000 000" and "12 500,00", and give the index after the last group and the digits."""
    after, first = index + 1, tokens[index]
    if len(first.text) > 3 or not first.text.isdigit():
        return after, first.text
    while after < len(tokens) and after - index < _MOST_GROUPS:
        last, token = tokens[after - 1], tokens[after]
        if last.glue or token.start != last.end + 1 or folded[last.end] != " ":
            break
        if len(token.text) != 3 or not token.text.isdigit():
            after += bool(_LAST_GROUP.fullmatch(token.text))
            break
        after += 1
    return after, "".join(token.text for token in tokens[index:after])


def myriads(folded: str, tokens: list[Token], index: int) -> tuple[Digits, int, int] | None:
    """Read "37兆1542億": the number, and the offset and index after; None for one part alone."""
    total, written, least = Decimal(0), 0, Decimal("Infinity")
    end, after = tokens[index].start, index
    while after < len(tokens) and tokens[after].start == end and tokens[after].text.isdigit():
        token = tokens[after]
        sign = _MYRIAD.match(folded, token.end)
        scale = Decimal(10 ** SCALE_SUFFIXES[sign[0]][0]) if sign else Decimal(1)
        if scale >= least or len(token.text) > _LONGEST_MYRIAD:
            break
        total, written, least = total + int(token.text) * scale, written + len(token.text), scale
        end, after = sign.end() if sign else token.end, after + 1
    return (Digits(total, written), end, after) if after > index + 1 else None


def powered(
    folded: str, digits: tuple[Digits, ...], end: int
) -> tuple[tuple[Digits, ...], int] | None:
    """Read the power of ten in "1.2e6", "1.2 × 10^6" and "10^6", or None."""
    if folded[end : end + 1] not in _POWER_STARTS:
        return None
    match = _SCIENTIFIC.match(folded, end) or _POWER.match(folded, end)
    if match is None and digits[0].value == 10 and (match := _POWER_ALONE.match(folded, end)):
        digits = (Digits(Decimal(1), 1),)
    if match is None:
        return None
    exponent = int(next(power for power in match.groups() if power).translate(_PLAIN_DIGITS))
    return tuple(
        Digits(EXACT.scaleb(one.value, exponent), one.written) for one in digits
    ), match.end()


def fraction_after(folded: str, tokens: list[Token], index: int) -> Digits | None:
    """Read "3/4", and "2 3/4" after its whole number, or None."""
    token = tokens[index]
    if folded[token.end : token.end + 1] != "/" or index + 1 >= len(tokens):
        return None
    below = tokens[index + 1]
    if below.start != token.end + 1 or below.glue or not (token.text + below.text).isdigit():
        return None
    if len(token.text) > 2 or len(below.text) > 3 or int(below.text) == 0:
        return None
    return Digits(Decimal(int(token.text)) / int(below.text), 2)


def scale_words(folded: str, tokens: list[Token], end: int, after: int) -> tuple[Decimal, int, int]:
    """Read "million" or "dozen" after digits: their product, and the offset and index after."""
    times = Decimal(1)
    while after < len(tokens) and tokens[after].kind == WORD:
        word, token = NUMBER_WORDS[tokens[after].text], tokens[after]
        if word.kind not in ("hundred", "scale", "dozen") or word.ordinal:
            break
        if gap_between(folded, end, token.start) not in _SCALE_GAPS or times > 10**15:
            break
        times, end, after = times * word.value, token.end, after + 1
    return times, end, after


class SpokenNumber(NamedTuple):
    """A number in words, and where it ends."""

    value: Decimal
    ordinal: bool
    scaled: bool
    end: int
    after: int
    """Index after its last token."""
    parts: tuple[tuple[int, Decimal], ...] = ()
    """Tokens that are numbers of their own too: the two of "nineteen sixty"."""
    scale: Decimal = Decimal(1)
    """Its last scale, which the number before it shares: "two to three thousand"."""


def spoken_number(folded: str, tokens: list[Token], index: int) -> SpokenNumber:
    """Read the number in words that starts at a token, a year such as "nineteen sixty" included."""
    first = _phrase(folded, tokens, index)
    if first.after >= len(tokens) or tokens[first.after].kind not in (WORD, FRACTION):
        return first
    gap = folded[first.end : tokens[first.after].start]
    if gap not in (" ", "-") or tokens[first.after].kind != WORD:
        return first
    return _share(tokens, index, first) or _spoken_year(folded, tokens, index, first) or first


def _share(tokens: list[Token], index: int, first: SpokenNumber) -> SpokenNumber | None:
    """Read "one third"; its plural is a word of its own."""
    word = NUMBER_WORDS[tokens[first.after].text]
    if first.value != 1 or first.after != index + 1 or not word.ordinal or word.value < 3:
        return None
    end, after = tokens[first.after].end, first.after + 1
    return SpokenNumber(1 / word.value, False, False, end, after, ((first.after, word.value),))


def _spoken_year(
    folded: str, tokens: list[Token], index: int, first: SpokenNumber
) -> SpokenNumber | None:
    if not 10 <= first.value <= 20 or first.after != index + 1:
        return None
    second = _phrase(folded, tokens, first.after)
    if not 10 <= second.value < 100 or second.ordinal or second.value != int(second.value):
        return None
    parts = ((index, first.value), (first.after, second.value))
    year = 100 * first.value + second.value
    return SpokenNumber(year, False, False, second.end, second.after, parts)


def _phrase(folded: str, tokens: list[Token], index: int) -> SpokenNumber:
    """Read number words as long as they are one number."""
    number = WordNumber()
    number.add(NUMBER_WORDS[tokens[index].text])
    end, after = tokens[index].end, index + 1
    while after < len(tokens) and tokens[after].kind == WORD:
        token = tokens[after]
        gap = gap_between(folded, end, token.start)
        if not _continues(number, gap, token) or not number.add(
            NUMBER_WORDS[token.text], joined="and" in gap
        ):
            break
        end, after = token.end, after + 1
    value, scale = number.value, number.scale
    return SpokenNumber(value, number.ordinal, number.scaled, end, after, scale=scale)


def _continues(number: WordNumber, gap: str, token: Token) -> bool:
    """Tell whether a gap joins a word to the number before it, or lists another number."""
    if gap not in _GAPS:
        return False
    kind = NUMBER_WORDS[token.text].kind
    if gap == ", ":
        return number.scaled
    if "and" in gap and kind in ("unit", "teen", "tens"):
        return number.value >= 100
    return gap not in _ARTICLES or kind not in ("unit", "teen", "tens")
