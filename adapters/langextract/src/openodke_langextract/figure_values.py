"""Which attribute of a relationship is a figure or a date, which its text has to hold?"""

from __future__ import annotations

import re

from openodke_langextract.extraction_claim import Scalar

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_DATE = re.compile(
    rf"\d{{4}}(?:[-/.]\d{{1,2}}){{0,2}}|\d{{1,2}}[-/.]\d{{1,2}}[-/.]\d{{2,4}}"
    rf"|(?:\d{{1,2}}\s+)?{_MONTH}(?:\s+\d{{1,2}},?)?\s+\d{{4}}",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"\d[\d.,'’\u00a0\u202f ]*")
_AMOUNT = re.compile(
    r"(?:[A-Z]{0,3}[$€£¥]|EUR|USD|GBP)\s?\d[\d.,]*(?:\s?\w+)?"
    r"|\d[\d.,]*\s?(?:%|[$€£¥]|[^\W\d_]+)(?:\s[^\W\d_]+)?"
)
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)\b", re.IGNORECASE)
_LEAST = 1000  # a bare number below it may be a rank, a count, a place in a list
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_OF_THE_ANSWER = frozenset({"certainty", "chunk", "confidence", "id", "index", "probability"})


def is_of_the_answer(key: str) -> bool:
    """Tell an attribute that says something of the answer, as its confidence: no text states it."""
    return any(word.lower() in _OF_THE_ANSWER for word in _WORD.findall(key))


def is_figure(value: Scalar) -> bool:
    """Tell a date, an amount, or a number of four digits and more, which a text states."""
    if isinstance(value, str):
        return _is_figure(value.strip())
    return not isinstance(value, bool) and value == int(value) and abs(value) >= _LEAST


def _is_figure(text: str) -> bool:
    if _FIGURE.fullmatch(text):
        return sum(map(str.isdigit, text.partition(".")[0])) >= len(str(_LEAST))
    if _DATE.fullmatch(text):
        return True
    return _AMOUNT.fullmatch(text) is not None and _ORDINAL.match(text) is None
