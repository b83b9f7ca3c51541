"""What stands before and after a number: sign, currency, scale, unit, era?"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from openodke.text.values.currencies import CODES, DOLLAR_PREFIXES, SYMBOLS, WORDS
from openodke.text.values.numerals import SCALE_SUFFIXES
from openodke.text.values.units import GENEROUS_UNITS, Unit


class Suffix(NamedTuple):
    """One meaning of what follows a number."""

    scale: int = 0
    """Power of ten."""
    unit: Unit | None = None
    currency: str | None = None


class Suffixes(NamedTuple):
    """Every meaning of what follows a number, and the offset after it."""

    end: int
    meanings: tuple[Suffix, ...]


_AFTER = re.compile(
    r"[ -]{0,3}([%‰]|°[ ]?[cf]?(?![^\W\d_])|[′″$€£¥₹₽₺₪₩¢]|[^\W\d_]+(?:²|³|[23](?!\w)|/[^\W\d_]+)?)"
)
_PHRASES = {
    first: tuple(sorted((p for p in (*GENEROUS_UNITS, *WORDS) if p.split()[0] == first
                         and " " in p), key=len, reverse=True))
    for first in {p.split()[0] for p in (*GENEROUS_UNITS, *WORDS) if " " in p}
}  # fmt: skip
_LONGEST_PHRASE = max(len(p) for phrases in _PHRASES.values() for p in phrases)
_LINKS = (". ", " de ", " d'", " d’")
_LONGEST_CLIPPED = 4
"""Letters of a scale that may be short for a word and end in a point: "mlrd."."""
_NO_PREFIX = frozenset({"", "(", '"', ",", "."})
_MINUS_WORDS = ("minus ", "negative ")
_LETTERS_BEFORE = re.compile(r"(?<![^\W\d_])[^\W\d_.]*[^\W\d_]\.?[ ]?$")
_GLUED_HUNDREDTHS = {"p": "penny", "c": "cent"}
CURRENCY_CODES = frozenset(code.lower() for code in CODES) | {"rs"}
AFTER_WORDS = frozenset(
    {*GENEROUS_UNITS, *WORDS, *CURRENCY_CODES, *SCALE_SUFFIXES, *_PHRASES}
    | set("century centuries bc bce ad ce b a an c am pm p o x y tháng năm".split())
)
"""Words that change what the number before them is."""
BEFORE_WORDS = CURRENCY_CODES | {"minus", "negative", "aged", "age", "ages", "rs."}
"""Words that change what the number after them is."""


@lru_cache(maxsize=1 << 12)
def _meanings(word: str) -> tuple[Suffix, ...]:
    """List what a word or sign after a number may mean."""
    found = [Suffix(scale=power) for power in SCALE_SUFFIXES.get(word, ())]
    found += [Suffix(unit=unit) for unit in GENEROUS_UNITS.get(word, ())]
    currency = WORDS.get(word) or SYMBOLS.get(word)
    if currency is None and word in CURRENCY_CODES:
        currency = "Rs" if word == "rs" else word.upper()
    if currency is not None:
        found.append(Suffix(currency=currency))
    return tuple(found)


_FIRST_UNSPACED = "\u0900"
_UNSPACED = {
    name: _meanings(name)
    for name in (*SCALE_SUFFIXES, *GENEROUS_UNITS, *WORDS)
    if name >= _FIRST_UNSPACED and name[0].isalpha()
}
"""Names in scripts that write no spaces, or letters of several characters."""
_LONGEST_UNSPACED = max(map(len, _UNSPACED))


def suffixes(folded: str, end: int) -> Suffixes | None:
    """Read the unit, currency or short scale after a number, or None."""
    match = _AFTER.match(folded, end)
    if match is None:
        return None
    word, start = match[1], match.start(1)
    if word >= _FIRST_UNSPACED and word[0].isalpha():
        return _longest_name(folded, start)
    if phrases := _PHRASES.get(word):
        rest = folded[start : start + _LONGEST_PHRASE + 1]
        for phrase in phrases:
            if rest.startswith(phrase) and not rest[len(phrase) : len(phrase) + 1].isalnum():
                return Suffixes(start + len(phrase), _meanings(phrase))
    if word[0] == "°":
        word = word.replace(" ", "")
    meanings, after = _meanings(word), match.end()
    if meanings and meanings[0].scale:
        after = past_link(folded, after, clipped=len(word) <= _LONGEST_CLIPPED)
    return Suffixes(after, meanings) if meanings else None


def past_link(folded: str, end: int, *, clipped: bool) -> int:
    """Give the offset after the point of "Mrd. Euro" and the "de" of "millions de dollars".

    After a scale that is not `clipped` a point ends the sentence: "85 million. Days later".
    """
    for link in _LINKS if clipped else _LINKS[1:]:
        at = end + len(link)
        if folded.startswith(link, end):
            follows = folded[at : at + 1]
            return at - link.endswith(" ") if follows.isalpha() or follows in SYMBOLS else end
    return end


def _longest_name(folded: str, start: int) -> Suffixes | None:
    """Read the longest known name at a place where no space may end a word."""
    for size in range(min(_LONGEST_UNSPACED, len(folded) - start), 0, -1):
        if meanings := _UNSPACED.get(folded[start : start + size]):
            return Suffixes(start + size, meanings)
    return None


def glued(glue: str) -> tuple[Suffix, ...]:
    """List what letters glued to digits may mean: "km", "bn", "m"; "80p" may be no pence."""
    if hundredths := _GLUED_HUNDREDTHS.get(glue):
        return (Suffix(), Suffix(currency=hundredths))
    return _meanings(glue)


class Prefix(NamedTuple):
    """What stands before a number: where it starts, its currency and its sign."""

    start: int
    currency: str | None
    negative: bool
    doubtful: bool
    """The sign may also be a dash."""


def prefix(folded: str, start: int) -> Prefix:
    """Read the currency and the sign before a number."""
    before = folded[start - 1 : start]
    if before.isalpha():
        return _glued_code(folded, start)
    if before.isalnum() or before in _NO_PREFIX:
        return Prefix(start, None, False, False)
    currency, first = _currency_before(folded, start)
    if currency and folded[start - 1] in "-−":
        return Prefix(first, currency, True, False)
    return _signed(folded, first, currency)


def _glued_code(folded: str, start: int) -> Prefix:
    """Read "usd5" and "rs500"."""
    for size in (3, 2):
        word = folded[max(0, start - size) : start]
        if word in CURRENCY_CODES and not folded[start - size - 1 : start - size].isalpha():
            return Prefix(start - size, "Rs" if word == "rs" else word.upper(), False, False)
    return Prefix(start, None, False, False)


def _currency_before(folded: str, start: int) -> tuple[str | None, int]:
    """Read a symbol or code before a number and give where it starts."""
    at = start - 1 if folded[start - 1] in " -−" and start > 1 else start
    sign = folded[at - 1 : at]
    if sign in SYMBOLS:
        if sign != "$":
            return SYMBOLS[sign], at - 1
        letters = _LETTERS_BEFORE.search(folded, max(0, at - 6), at - 1)
        code = DOLLAR_PREFIXES.get(letters[0].strip()) if letters else None
        return (code, letters.start()) if code and letters else ("$", at - 1)
    if folded[start - 1] == " " and (sign.isalpha() or sign == "."):
        word = folded[max(0, at - 3) : at].strip(". ")
        first = at - len(word) - (sign == ".")
        if word in CURRENCY_CODES and not folded[first - 1 : first].isalnum():
            return ("Rs" if word == "rs" else word.upper()), first
    return None, start


def _signed(folded: str, first: int, currency: str | None) -> Prefix:
    """Tell a sign from the dash of a range, a list or a compound."""
    sign, beyond = folded[first - 1 : first], folded[first - 2 : first - 1]
    if sign == "−" and not beyond.isalnum():
        return Prefix(first - 1, currency, True, False)
    if sign in ("-", "–") and first and (first == 1 or beyond in " (\"['“=:>|,~$€£"):
        doubtful = sign == "–" or (beyond == " " and folded[first - 3 : first - 2].isdigit())
        return Prefix(first - 1, currency, True, doubtful)
    if sign == " " and folded.endswith(_MINUS_WORDS, 0, first):
        size = 6 if folded.endswith("minus ", 0, first) else 9
        return Prefix(first - size, currency, True, False)
    return Prefix(first, currency, False, False)
