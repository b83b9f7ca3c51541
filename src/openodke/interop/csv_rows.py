"""How are rows read from and written to CSV, with every bad line named and none lost?"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

from openodke.errors import InputError, RowProblem
from openodke.interop.csv_text import csv_records, undecoded_byte
from openodke.interop.file_start import checked_start
from openodke.interop.output import lines_of
from openodke.interop.row import TripleRow
from openodke.interop.row_cells import cell_of, check_columns, columns_of, parse_cells, row_data


def csv_rows(path: Path) -> Iterator[TripleRow | list[RowProblem]]:
    """Yield what each record of a CSV file holds: a row, or what is wrong with it.

    The first record names the columns. A record may span lines, and is named by its first.

    Raises:
        InputError: when the file cannot be opened, is no UTF-8, or has no columns of a row.
    """
    columns: list[str] = []
    for line, record in csv_records(_lines(path)):
        if isinstance(record, str):
            yield [RowProblem(str(path), line, "", record)]
        elif not columns:
            columns = _columns(path, record)
        elif record:
            problem = _problem(record, columns)
            if problem:
                yield [RowProblem(str(path), line, *problem)]
            else:
                yield parse_cells(zip(columns, record, strict=True), str(path), line)


def write_csv(rows: Iterable[TripleRow], path: Path) -> int:
    """Write rows as CSV, one column for each field that a row has; return how many."""
    held = [row_data(row) for row in rows]
    columns = columns_of(held)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows([cell_of(field, data.get(field)) for field in columns] for data in held)
    return len(held)


def _lines(path: Path) -> Iterator[bytes]:
    """Yield the lines, the first without its byte-order mark."""
    for number, line in enumerate(lines_of(path)):
        yield line if number else checked_start(path, line)


def _columns(path: Path, record: list[str]) -> list[str]:
    names = [name.strip() for name in record]
    if names:
        if any(map(undecoded_byte, names)):
            raise InputError(f"{path}: the first line is not UTF-8: convert the file")
        check_columns(path, names)
    return names


def _problem(record: list[str], columns: list[str]) -> tuple[str, str] | None:
    """Return the field and the reason for which a record cannot be read."""
    if len(record) != len(columns):
        shown = ascii(",".join(record)[:60])
        return "", f"the line has {len(record)} of {len(columns)} cells; found {shown}"
    for column, cell in zip(columns, record, strict=True):
        byte = undecoded_byte(cell)
        if byte:
            found = cell[:60].encode("utf-8", errors="surrogateescape")
            return column, f"is not UTF-8 (byte {byte:#04x}); found {found!r}"
    return None
