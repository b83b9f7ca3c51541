"""What is the one spelling of this value, under its predicate's range?"""

from __future__ import annotations

import math

from openodke.text.values.dates import normalize_date
from openodke.text.values.quantities import normalize_quantity

_VERBATIM = frozenset({"string", "text", "str", "boolean", "bool", "url", "uri"})
_DATES = frozenset({"date", "datetime", "time"})
_NUMBERS = frozenset({"number", "quantity", "integer", "int", "float", "decimal"})
_LARGEST_EXACT = 2.0**53


def normalize_value(
    value: object,
    *,
    range: str | None = None,  # noqa: A002 - the ontology's word, and the page's
    day_first: bool | None = None,
) -> object:
    """Rewrite a value into its canonical form, or leave it as written.

    A string range keeps the text apart from whitespace; a date range reads only dates; a numeric
    or quantity range reads only quantities; without a range, or with one of no such kind, a date is
    tried first. A float without a fraction is an int unless the range is a string's or a date's.
    Lists, mappings, booleans and None come back as they are. Source: the resolution page, "Ranges".
    """
    kind = (range or "").lower()
    if isinstance(value, float):
        return value if kind in _VERBATIM | _DATES else _integral(value)
    if not isinstance(value, str):
        return value
    text = " ".join(value.split())
    if kind in _VERBATIM:
        return text
    if kind not in _NUMBERS and (read := normalize_date(text, day_first=day_first)) is not None:
        return read
    if kind not in _DATES and (number := normalize_quantity(text)) is not None:
        return number
    return text


def _integral(value: float) -> float | int:
    """Turn 5.0 into 5, and leave what is no exact integer."""
    exact = math.isfinite(value) and value.is_integer() and abs(value) <= _LARGEST_EXACT
    return int(value) if exact else value
