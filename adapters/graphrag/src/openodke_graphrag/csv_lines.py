"""Which lines of a CSV file can be read, and what is wrong with the others?

The way round a damaged file: a sound one is read by pyarrow, which is faster and names no line.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from pathlib import Path

from openodke.errors import RowProblem
from openodke.interop import csv_records, undecoded_byte


def read_lines(path: Path) -> tuple[list[str], list[list[str]], list[RowProblem]]:
    """Return the header, the records that have its length, and a problem for each other one.

    A record may span lines, and is named by its first.

    Raises:
        ValueError: when the header cannot be read.
    """
    with path.open("rb") as file:
        records = csv_records(_lines(file))
        _, header = next(records, (1, ""))
        if isinstance(header, str) or not header or _bad_byte(header):
            raise ValueError("the first line is no header in UTF-8")
        rows: list[list[str]] = []
        problems: list[RowProblem] = []
        for line, record in records:
            problem = record if isinstance(record, str) else _problem(record, header)
            if problem:
                problems.append(RowProblem(path.name, line, "", f"malformed: {problem}"))
            elif record:
                rows.append(list(record))
    return header, rows, problems


def _lines(file: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines, the first without its byte-order mark."""
    for number, line in enumerate(file):
        yield line if number else line.removeprefix(codecs.BOM_UTF8)


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
    bytes_of = enumerate(map(undecoded_byte, record))
    return next(((at, byte) for at, byte in bytes_of if byte), None)
