"""How else may a text write a figure or initials, and where does a number of it go on?

`500 mg` is `500mg`, `$1,200` is `$1200`, and `b.i.d.` is `BID`; but `5 stars` do not stand in
`3.5 stars`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_GROUPING = ".,'’\u00a0\u2009\u202f "  # between the thousands of a number
_PART = re.compile(r"\d+(?:[,.'’\u00a0\u2009\u202f]\d+)*|(?:[^\W\d_]\.)+[^\W\d_]?|[^\W\d_]+|\S")
_GROUPED = re.compile(r"\d{1,3}(?:([.,'’\u00a0\u2009\u202f])\d{3})(?:\1\d{3})*(?:\.\d+)?")
_INITIALS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]?\.?|[A-Z]{2,5}")
_BEFORE = re.compile(r"(?:\d[.,'’\u00a0\u2009\u202f]?|(?:^|(?<=[\s(]))[-−])$")
_AFTER = re.compile(r"[.,'’\u00a0\u2009\u202f]?\d")
_APART = r"[\s\-‐‑–]*"
_GAP = f"[{re.escape(_GROUPING)}]?"
_LIST = re.compile(r"\d{1,2}(?:,\d{1,2}){2,}")
_MOST = 60  # characters; what is longer is a phrase


def cuts_number(text: str, start: int, end: int) -> bool:
    """Tell whether a half-open place begins or ends inside a number of a text."""
    if any(found.start() <= start < found.end() for found in _lists(text, start)):
        return False
    begins = text[start : start + 1].isdigit() and _BEFORE.search(text[max(0, start - 3) : start])
    ends = text[end - 1 : end].isdigit() and _AFTER.match(text, end)
    return bool(begins or ends)


def _lists(text: str, at: int) -> Iterator[re.Match[str]]:
    """Yield the enumerations around a place, `1,2,3`, in which each figure is a number."""
    return _LIST.finditer(text, max(0, at - _MOST), at + _MOST)


def respelled(text: str) -> re.Pattern[str] | None:
    """Return a pattern of the ways to write a text with figures or initials, None for another."""
    if len(text) > _MOST:
        return None
    parts = _PART.findall(text)
    if not any(part[0].isdigit() or _INITIALS.fullmatch(part) for part in parts):
        return None
    return re.compile(_APART.join(map(_written, parts)), re.IGNORECASE)


def _written(part: str) -> str:
    if part[0].isdigit():
        return _number(part)
    if _INITIALS.fullmatch(part):
        return r"\.?\s?".join(letter for letter in part if letter != ".") + r"\.?"
    return re.escape(part)


def _number(figures: str) -> str:
    """Return the pattern of a number, its thousands apart or not."""
    grouped = _GROUPED.fullmatch(figures)
    if grouped:
        figures = figures.replace(grouped[1], "")
    whole, point, rest = figures.partition(".")
    if not whole.isdigit():
        return re.escape(figures)
    groups = [whole[max(0, at - 3) : at] for at in range(len(whole), 0, -3)][::-1]
    return _GAP.join(groups) + (re.escape(point + rest) if point else "")
