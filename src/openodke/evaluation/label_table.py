"""What does a table of labels hold, as a spreadsheet writes it?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from openodke.errors import InputError, RowProblem
from openodke.interop.csv_text import csv_records, undecoded_byte
from openodke.interop.file_start import checked_start
from openodke.interop.output import lines_of

_TRUTH = {"true": True, "false": False}


def labelled_records(path: Path) -> Iterator[tuple[int, dict[str, Any] | RowProblem]]:
    """Yield each record of a CSV file that has a label, as fields, by its first line.

    The first record names the columns. Empty cells are left out, and so is a record whose `label`
    is empty. TRUE and FALSE are labels in any case; several verdicts in `expected` are apart by
    commas.

    Raises:
        InputError: when the file cannot be opened, or has no column `label`.
    """
    columns: list[str] = []
    for line, record in csv_records(_lines(path)):
        if isinstance(record, str):
            yield line, RowProblem(str(path), line, "", record)
        elif not columns:
            columns = _columns(path, record)
        elif any(map(undecoded_byte, record)):
            yield line, RowProblem(str(path), line, "", "the record is not UTF-8: save it as such")
        elif len(record) > len(columns):
            reason = f"has {len(record)} cells, and the first line names {len(columns)} columns"
            yield line, RowProblem(str(path), line, "", reason)
        else:
            fields = _fields(dict(zip(columns, record, strict=False)))
            if "label" in fields:
                yield line, fields


def _lines(path: Path) -> Iterator[bytes]:
    for number, line in enumerate(lines_of(path)):
        yield line if number else checked_start(path, line)


def _columns(path: Path, record: list[str]) -> list[str]:
    columns = [name.strip() for name in record]
    if "label" not in columns:
        apart = " (are its columns apart by semicolons? save it with commas)"
        hint = apart if len(columns) == 1 and ";" in columns[0] else ""
        raise InputError(f"{path}: has no column `label`{hint}")
    return columns


def _fields(cells: dict[str, str]) -> dict[str, Any]:
    fields: dict[str, Any] = {name: cell for name, cell in cells.items() if cell.strip()}
    if "label" in fields:
        said = fields["label"].strip().lower()
        fields["label"] = _TRUTH.get(said, said)
    if "expected" in fields:
        fields["expected"] = fields["expected"].replace(",", " ").split()
    return fields
