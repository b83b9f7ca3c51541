"""Which lines of a CSV file can be read, and what is wrong with the others?

The way round a damaged file: a sound one is read by pyarrow, which is faster and names no line.
"""

from __future__ import annotations

import codecs
import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from openodke.errors import RowProblem

_LONGEST = 2**31 - 1  # characters of a cell: Python's own limit is a text unit's length


def read_lines(path: Path) -> tuple[list[str], list[list[str]], list[RowProblem]]:
    """Return the header, the records that have its length, and a problem for each other one.

    A record may span lines, and is named by its first.

    Raises:
        ValueError: when the header cannot be read.
    """
    csv.field_size_limit(_LONGEST)
    with path.open("rb") as file:
        reader = csv.reader(_decoded(file))
        header = next(reader, [])
        if _bad_byte(header) or not header:
            raise ValueError("the first line is no header in UTF-8")
        rows: list[list[str]] = []
        problems: list[RowProblem] = []
        for line, record in _records(reader):
            problem = record if isinstance(record, str) else _problem(record, header)
            if problem:
                problems.append(RowProblem(path.name, line, "", f"malformed: {problem}"))
            elif record:
                rows.append(list(record))
    return header, rows, problems


def _decoded(lines: Iterator[bytes]) -> Iterator[str]:
    """Yield the lines as text, a byte that is no UTF-8 as a lone surrogate."""
    for number, line in enumerate(lines):
        text = line.removeprefix(codecs.BOM_UTF8) if number == 0 else line
        yield text.decode("utf-8", errors="surrogateescape")


def _records(reader: Any) -> Iterator[tuple[int, list[str] | str]]:
    """Yield each record with its first line; what is wrong with it, where it is no CSV."""
    while True:
        line = reader.line_num + 1
        try:
            record = next(reader, None)
        except csv.Error as error:
            yield line, f"the line is no CSV: {error}"
            continue
        if record is None:
            return
        yield line, record


def _problem(record: list[str], header: list[str]) -> str | None:
    if not record:  # a blank line
        return None
    if len(record) != len(header):
        return f"the line has {len(record)} of {len(header)} cells: {','.join(record)[:80]!a}"
    bad = _bad_byte(record)
    if bad is None:
        return None
    at, byte = bad
    found = record[at][:80].encode("utf-8", errors="surrogateescape")
    return f"{header[at]} is not UTF-8 (byte {byte:#04x} in {found!r}): convert the line"


def _bad_byte(record: list[str]) -> tuple[int, int] | None:
    """Return the first cell with a byte that is no UTF-8, and the byte; None for none."""
    for at, cell in enumerate(record):
        if not cell.isascii():
            for character in cell:
                if "\udc80" <= character <= "\udcff":
                    return at, ord(character) - 0xDC00
    return None
