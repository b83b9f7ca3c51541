"""How do figures stand under each other?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from openodke.interop.summary_text import LABEL_COLUMNS

VERDICTS = ("supported", "contradicted", "not_found", "unchecked")
"""The verdicts in the order of a grounding summary."""

_GAP = "  "


def labelled_line(label: str, text: str) -> str:
    """Return a line of a report: its label in the first columns."""
    return f"{label:<{LABEL_COLUMNS}}{text}".rstrip()


def figure_table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> Iterator[str]:
    """Yield a line for the head and one a row: the first column to the left, others to the right.

    None is shown as a dash.
    """
    cells = [list(head), *([_cell(value) for value in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for first, *rest in cells:
        numbers = (cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True))
        yield _GAP.join([first.ljust(widths[0]), *numbers]).rstrip()


def counted(count: int, one: str, many: str = "") -> str:
    """Return a number with its noun."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def _cell(value: object) -> str:
    return "–" if value is None else str(value)
