"""What number, quantity or amount of money is this text, beyond doubt?

The strict reader: None means that the text stays as written.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

from openodke.text.values.currencies import CODES, OWNED_SYMBOLS, SHARED_SYMBOLS
from openodke.text.values.numerals import EXACT, english_number
from openodke.text.values.units import STRICT_SYMBOLS, STRICT_WORDS

_LONGEST = 120
_MONEY_SCALES = {
    "k": 3, "thousand": 3, "m": 6, "M": 6, "mn": 6, "million": 6, "b": 9, "B": 9, "bn": 9, "Bn": 9,
    "billion": 9, "tn": 12, "trillion": 12, "K": 3,
}  # fmt: skip
_SYMBOL = "|".join(re.escape(symbol) for symbol in (*OWNED_SYMBOLS, *SHARED_SYMBOLS))
_CURRENCY = rf"{_SYMBOL}|[A-Z]{{3}}"
_NUMBER = r"(?P<number>[0-9][0-9,]*(?:\.[0-9]+)?)"
_SIGN = r"(?P<sign>[-−+]?)"
_SCALE = r"(?:\ ?(?P<scale>[A-Za-z]+))?"
_QUANTITY = re.compile(rf"{_SIGN}{_NUMBER}(?P<gap>[ -]?)(?P<unit>[^\s0-9.,+-][^0-9,+]*)?")
_PREFIXED = re.compile(rf"{_SIGN}(?P<currency>{_CURRENCY})\.? ?(?P<inner>[-−]?){_NUMBER}{_SCALE}")
_SUFFIXED = re.compile(rf"{_SIGN}{_NUMBER}{_SCALE}\ ?(?P<currency>{_CURRENCY})")
_EURO_WORDS = re.compile(rf"{_SIGN}{_NUMBER}{_SCALE}\ (?P<currency>euros?|US dollars?)")
_AMBIGUOUS_GLUED = frozenset({"s", "m", "B"})
"""The 1990s and 5m (million, minutes) and 5B (billion) are no quantities for sure."""
_WORD_CODES = {"euro": "EUR", "euros": "EUR", "US dollar": "USD", "US dollars": "USD"}


@lru_cache(maxsize=1 << 14)
def normalize_quantity(text: str) -> int | float | str | None:
    """Read a number, a quantity with a unit, or an amount of money; None when unsure.

    A plain number is an int or a float. A quantity is "<number> <unit>" in metres, kilograms,
    seconds, bytes, % or years; money is "<number> <code>", a shared symbol staying as written.
    Numbers are in English notation, a leading zero marks an identifier, unit symbols are
    case-sensitive, scale words apply to money only. Source: the resolution page, "Units" and
    "Currency".
    """
    text = " ".join(text.split()) if len(text) <= _LONGEST else ""
    if not text.isascii():
        text = text.replace("\u2212", "-")
    return _money(text) or _plain_or_measured(text)


def _plain_or_measured(text: str) -> int | float | str | None:
    match = _QUANTITY.fullmatch(text)
    number = english_number(match["number"]) if match else None
    if match is None or number is None:
        return None
    number = -number if match["sign"] == "-" else number
    if not match["unit"]:
        return None if match["gap"] else _plain(number)
    if match["gap"] == "-" or (not match["gap"] and match["unit"] in _AMBIGUOUS_GLUED):
        return None
    unit = STRICT_SYMBOLS.get(match["unit"]) or STRICT_WORDS.get(match["unit"].lower())
    if unit is None:
        return None
    return f"{decimal_text(EXACT.multiply(number, unit.factor))} {unit.base}"


def _money(text: str) -> str | None:
    match = _PREFIXED.fullmatch(text) or _SUFFIXED.fullmatch(text) or _EURO_WORDS.fullmatch(text)
    if match is None:
        return None
    code = _currency_code(match["currency"])
    number = english_number(match["number"])
    power = _MONEY_SCALES.get(match["scale"]) if match["scale"] else 0
    signs = match["sign"] + (match["inner"] if "inner" in match.re.groupindex else "")
    if code is None or number is None or power is None or len(signs) > 1:
        return None
    amount = EXACT.scaleb(-number if signs == "-" else number, power)
    return f"{decimal_text(amount)} {code}"


def _currency_code(written: str) -> str | None:
    if written in SHARED_SYMBOLS or written in CODES:
        return written
    return OWNED_SYMBOLS.get(written) or _WORD_CODES.get(written)


def _plain(number: Decimal) -> int | float | None:
    """Give an int, or the float that prints as the number does; None when no float does."""
    if number == number.to_integral_value():
        return int(number)
    floating = float(number)
    return floating if Decimal(repr(floating)) == number else None


def decimal_text(number: Decimal) -> str:
    """Write a number in plain notation, without trailing zeros or a negative zero."""
    text = f"{number:f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
