"""How are numbers written, in digits and in words?

One table for both questions about values. Digits are read by shape alone: grouping, decimal comma
or point. Words are read by a small grammar over their classes, so that "two hundred and five
thousand" is one number and "twenty twenty" is two.
"""

from __future__ import annotations

import re
from decimal import Context, Decimal
from functools import lru_cache
from typing import NamedTuple

MAX_DIGITS = 60
"""A longer run of digits is an identifier, compared as text and never as a number."""

EXACT = Context(prec=400)
"""Arithmetic that never rounds a number of up to MAX_DIGITS digits and a scale."""

_ENGLISH = re.compile(r"(?:0|[1-9][0-9]{0,2}(?:,[0-9]{3})+|[1-9][0-9]*)(?:\.[0-9]+)?")
_COMMA_GROUPS = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+")
_COMMA_GROUPS_DECIMAL = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+\.[0-9]+")
_POINT_GROUPS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{3})+")
_POINT_GROUPS_DECIMAL = re.compile(r"[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]+")
_INDIAN = re.compile(r"[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}(?:\.[0-9]+)?")
_APOSTROPHE_GROUPS = re.compile(r"[0-9]{1,3}(?:['’][0-9]{3})+(?:[.,][0-9]+)?")


def english_number(text: str) -> Decimal | None:
    """Read unsigned ASCII digits in English notation, or None when they are anything else.

    A leading zero marks an identifier and is refused. Source: the resolution page, "Units".
    """
    if len(text) > MAX_DIGITS or not _ENGLISH.fullmatch(text):
        return None
    return Decimal(text.replace(",", ""))


class Digits(NamedTuple):
    """One reading of a run of digits: its value and the number of digits as written."""

    value: Decimal
    written: int
    """Significant digits as written, trailing zeros after the point included."""


@lru_cache(maxsize=1 << 14)
def digit_readings(body: str) -> tuple[Digits, ...]:
    """Read ASCII digits with inner `.`, `,` or apostrophes in every way they may be meant.

    "3.500" is 3500 and 3.5, "1,234" is 1234 and 1.234. An empty result means that the run is no
    single number, such as a version or a long identifier.
    """
    if len(body) > MAX_DIGITS:
        return ()
    if body.isdigit():
        return (_digits(body),)
    return tuple(dict.fromkeys(_digits(plain) for plain in _plain_spellings(body)))


def _plain_spellings(body: str) -> list[str]:
    """Rewrite a separated run of digits into plain decimals, one for each notation it fits."""
    found = []
    if _COMMA_GROUPS.fullmatch(body) or _COMMA_GROUPS_DECIMAL.fullmatch(body):
        found.append(body.replace(",", ""))
    if _POINT_GROUPS.fullmatch(body) or _POINT_GROUPS_DECIMAL.fullmatch(body):
        found.append(body.replace(".", "").replace(",", "."))
    if _INDIAN.fullmatch(body):
        found.append(body.replace(",", ""))
    if _APOSTROPHE_GROUPS.fullmatch(body):
        found.append(body.replace("'", "").replace("’", "").replace(",", "."))
    one_separator = body.count(".") + body.count(",") == 1 and "'" not in body and "’" not in body
    if one_separator and not (found and body.endswith(",000")):
        found.append(body.replace(",", "."))
    return found


def _digits(plain: str) -> Digits:
    """Count the significant digits of a plain decimal and read it."""
    return Digits(Decimal(plain), len(plain.replace(".", "").lstrip("0")) or 1)


def is_grouped(body: str) -> bool:
    """Tell whether commas separate the thousands of one number and not a list."""
    return bool(_COMMA_GROUPS.match(body) or _INDIAN.match(body))


class Word(NamedTuple):
    """A number word: its class in the grammar below, and its value."""

    kind: str
    """unit (0-9), teen (10-19), tens, hundred, scale, dozen (multiplies), part (divides)."""
    value: Decimal
    ordinal: bool = False


_UNITS = "zero one two three four five six seven eight nine".split()
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SCALES = {
    "thousand": 3, "lakh": 5, "million": 6, "crore": 7, "billion": 9, "trillion": 12,
    "quadrillion": 15,
}  # fmt: skip
_UNIT_ORDINALS = "zeroth first second third fourth fifth sixth seventh eighth ninth".split()
_TEEN_ORDINALS = (
    "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth"
    " nineteenth"
).split()

_OTHER_SCALES = {
    3: "tausend mille mila тыс тысяча тысячи тысяч тысячу тис",
    6: "millionen millions millón millones milione milioni milhão milhões miljoen miljoner"
    " millioner milion miliony milionów milyon млн миллион миллиона миллионов мільйонів",
    9: "milliarde milliarden milliard milliards miliardo miliardi miljard miljarder milliarder"
    " miliard miliardy miliardów milyar mlrd млрд миллиард миллиарда миллиардов мільярдів",
    12: "billionen трлн триллион триллиона триллионов",
}
"""The scales of other European languages, in full and short."""


def _other_scales() -> dict[str, tuple[int, ...]]:
    return {word: (power,) for power, words in _OTHER_SCALES.items() for word in words.split()}


SCALE_SUFFIXES: dict[str, tuple[int, ...]] = {
    "k": (3,), "m": (6,), "mn": (6,), "mm": (6,), "mio": (6,), "mln": (6,),
    "b": (9,), "bn": (9,), "bln": (9,), "t": (12,), "tn": (12,), "trn": (12,),
    "mrd": (9,), "md": (9,), "mia": (9,), "mld": (9,), "tsd": (3,), "tys": (3,), "mil": (3, 6),
    "cr": (7,), "crores": (7,), "lakhs": (5,),
    "千": (3,), "万": (4,), "萬": (4,), "億": (8,), "亿": (8,), "兆": (12,), "万亿": (12,),
    "百万": (6,), "千万": (7,), "천": (3,), "만": (4,), "억": (8,), "조": (12,),
    "หมื่น": (4,), "แสน": (5,), "ล้าน": (6,), "हज़ार": (3,), "हजार": (3,), "लाख": (5,), "करोड़": (7,),
    "करो\u095c": (7,),
    **_other_scales(),
}  # fmt: skip
"""Abbreviated and foreign scales that may be glued to a number or follow it, as powers of ten."""


def _number_words() -> dict[str, Word]:
    words: dict[str, Word] = {}
    for value, word in enumerate(_UNITS):
        words[word] = Word("unit", Decimal(value))
    for value, word in enumerate(_UNIT_ORDINALS):
        words[word] = Word("unit", Decimal(value), ordinal=True)
    for value, (word, ordinal) in enumerate(zip(_TEENS, _TEEN_ORDINALS, strict=True), start=10):
        words[word] = Word("teen", Decimal(value))
        words[ordinal] = Word("teen", Decimal(value), ordinal=True)
    for value, word in enumerate(_TENS, start=2):
        words[word] = Word("tens", Decimal(10 * value))
        words[word[:-1] + "ieth"] = Word("tens", Decimal(10 * value), ordinal=True)
    for word, power in {"hundred": 2, **_SCALES}.items():
        kind = "hundred" if power == 2 else "scale"
        words[word] = words[word + "s"] = Word(kind, Decimal(10**power))
        words[word + "th"] = Word(kind, Decimal(10**power), ordinal=True)
    for word, value in {"dozen": 12, "couple": 2, "pair": 2}.items():
        words[word] = words[word + "s"] = Word("dozen", Decimal(value))
    for word, value in {"once": 1, "twice": 2, "thrice": 3, "both": 2, "fourty": 40}.items():
        words[word] = Word("unit" if value < 10 else "tens", Decimal(value))
    for word, size in {"half": 2, "halves": 2, "quarter": 4, "quarters": 4}.items():
        words[word] = Word("part", Decimal(size))
    for size, word in enumerate(_UNIT_ORDINALS[3:] + _TEEN_ORDINALS[:1], start=3):
        words[word + "s"] = Word("part", Decimal(size))
    words["hundredths"] = Word("part", Decimal(100))
    return words


NUMBER_WORDS = _number_words()
"""Every English number word, lower case, to its class and value."""

DECADE_WORDS = {word[:-1] + "ies": 10 * value for value, word in enumerate(_TENS, start=2)}
"""The nineties and its like, to the first year within a century."""

VULGAR_FRACTIONS = {
    "½": Decimal("0.5"), "¼": Decimal("0.25"), "¾": Decimal("0.75"),
    "⅓": Decimal(1) / 3, "⅔": Decimal(2) / 3, "⅛": Decimal("0.125"), "⅜": Decimal("0.375"),
    "⅝": Decimal("0.625"), "⅞": Decimal("0.875"), "⅕": Decimal("0.2"), "⅖": Decimal("0.4"),
    "⅗": Decimal("0.6"), "⅘": Decimal("0.8"), "⅙": Decimal(1) / 6, "⅚": Decimal(5) / 6,
}  # fmt: skip


class WordNumber:
    """A number being read word by word; `add` refuses the word that starts another number."""

    __slots__ = ("_group", "_last", "_lowest", "_total", "ordinal", "scaled", "words")

    def __init__(self) -> None:
        self._total = Decimal(0)
        self._group = Decimal(0)
        self._last = ""
        self._lowest = Decimal("Infinity")
        self.ordinal = False
        self.scaled = False
        self.words = 0

    @property
    def value(self) -> Decimal:
        """The number read so far."""
        return self._total + self._group

    @property
    def scale(self) -> Decimal:
        """The last scale of a number that ends in one, else 1."""
        return self._lowest if self._last == "scale" else Decimal(1)

    def add(self, word: Word, joined: bool = False) -> bool:
        """Take the word into the number, or return False when it cannot continue it.

        `joined` tells that "and" stands before the word: "two and a half" adds, "two thirds" does
        not.
        """
        if self.ordinal or not self._fits(word):
            return False
        if word.kind in ("unit", "teen", "tens"):
            self._group += word.value
        elif word.kind == "part":
            self._take_part(word.value, joined)
        else:
            self._multiply(word)
        self._last, self.ordinal = word.kind, word.ordinal
        self.words += 1
        return True

    def _fits(self, word: Word) -> bool:
        last, kind = self._last, word.kind
        if not last:
            return True
        if kind == "unit":
            return last in ("tens", "hundred", "scale") and word.value != 0
        if kind in ("teen", "tens"):
            return last in ("hundred", "scale")
        if kind == "hundred":
            before = ("unit", "teen", "tens", "part", "dozen")  # "a couple hundred"
            return last in before and 0 < self._group < 100
        if kind == "part":
            return last in ("unit", "teen")
        if kind == "dozen":
            return last in ("unit", "teen", "tens", "part")
        return last != "scale" and word.value < self._lowest

    def _take_part(self, size: Decimal, joined: bool) -> None:
        """Add "and a half", or divide: "two thirds"."""
        self._group = self._group + 1 / size if joined else (self._group or Decimal(1)) / size

    def _multiply(self, word: Word) -> None:
        if word.kind in ("hundred", "dozen"):
            self._group = (self._group or Decimal(1)) * word.value
            return
        self._total += (self._group or Decimal(1)) * word.value
        self._group = Decimal(0)
        self._lowest = word.value
        self.scaled = True


_ROMAN = ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
          (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))  # fmt: skip


def roman(number: int) -> str:
    """Write 1 to 3999 as a Roman numeral in capitals; "" for any other number."""
    if not 0 < number < 4000:
        return ""
    written = ""
    for value, letters in _ROMAN:
        count, number = divmod(number, value)
        written += letters * count
    return written
