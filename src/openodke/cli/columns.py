"""How do a few short cells and a long one stand in columns?"""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence

_WIDEST = 48
"""A cell that is longer pushes its own line only."""

_GAP = "  "
_ROOM = 24
"""With fewer columns than these left, the last cell is not wrapped."""


def in_columns(rows: Iterable[Sequence[str]]) -> list[str]:
    """Return a line a row, its cells under each other; all rows have the same number of cells.

    On a terminal the last cell is wrapped within its own column. What a terminal would act upon is
    shown escaped: names come from files.
    """
    table = [[printable(cell) for cell in row] for row in rows]
    widths = [min(_WIDEST, max(map(len, column))) for column in zip(*table, strict=True)][:-1]
    return [line for row in table for line in _lines(row, widths)]


def _lines(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
    opening = _GAP.join(cells) + _GAP if cells else ""
    room = shutil.get_terminal_size().columns - len(opening)
    if not sys.stdout.isatty() or room < _ROOM or len(row[-1]) <= room:
        return [(opening + row[-1]).rstrip()]
    first, *others = textwrap.wrap(row[-1], room, break_long_words=False, break_on_hyphens=False)
    return [opening + first, *(" " * len(opening) + other for other in others)]


def printable(text: str) -> str:
    """Return a line with what a terminal would act upon escaped."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)
