"""How are rows read from and written to a file, with every bad line named and none lost?"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from shlex import quote

from openodke.errors import InputError, RowError, RowProblem
from openodke.interop.csv_rows import csv_rows, write_csv
from openodke.interop.file_start import checked_start
from openodke.interop.json_text import decode_json, no_json
from openodke.interop.output import lines_of
from openodke.interop.parquet_rows import parquet_rows, write_parquet
from openodke.interop.row import TripleRow, parse_decoded
from openodke.interop.row_cells import row_data

_SHOWN = 100  # problems named in one error: a file of the wrong kind has one a line

_OTHERS = frozenset({".md", ".ods", ".tab", ".tsv", ".txt", ".xls", ".xml", ".yaml", ".yml"})
"""The endings of files that a person may take for rows; JSON Lines may have any ending."""


def read_triples(
    path: str | PathLike[str], *, problems: list[RowProblem] | None = None
) -> Iterator[TripleRow]:
    """Yield the rows of a file, one at a time, in order.

    A file that ends in `.csv` is CSV with the fields' names in its first line, one in `.parquet`
    is parquet, any other JSON Lines. Blank lines are skipped; a byte-order mark and Windows line
    ends are fine.

    Args:
        path: the file; text is UTF-8.
        problems: where bad lines are noted, so that the rest is read. Without it the first bad
            line ends the reading: all that are wrong are collected and raised together.

    Raises:
        RowError: naming file, line (of parquet the row's index) and field of every bad row, when
            `problems` is None.
        InputError: when the file cannot be opened, or is no such file at all.
        MissingExtraError: for parquet, when pyarrow is not installed.
    """
    found: list[RowProblem] = [] if problems is None else problems
    untold = 0
    for item in _parsed(Path(path)):
        if isinstance(item, TripleRow):
            if problems is not None or not found:
                yield item
        elif len(found) < _SHOWN or problems is not None:
            found.extend(item)
        else:
            untold += 1
    if problems is None and found:
        raise RowError(found, untold)


def write_triples(rows: Iterable[TripleRow], path: str | PathLike[str]) -> int:
    """Write rows in the form that the path's ending names (see read_triples); return how many.

    What is at its default is left out. CSV and parquet need all rows in memory.

    Raises:
        MissingExtraError: for parquet, when pyarrow is not installed.
    """
    file = Path(path)
    form = file.suffix.lower()
    if form == ".csv":
        return write_csv(rows, file)
    return write_parquet(rows, file) if form == ".parquet" else _write_lines(rows, file)


def _write_lines(rows: Iterable[TripleRow], path: Path) -> int:
    count = 0
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for row in rows:
            file.write(json.dumps(row_data(row), ensure_ascii=False) + "\n")
            count += 1
    return count


def _parsed(path: Path) -> Iterator[TripleRow | list[RowProblem]]:
    form = path.suffix.lower()
    if form == ".csv":
        return csv_rows(path)
    return parquet_rows(path) if form == ".parquet" else _json_rows(path)


def _json_rows(path: Path) -> Iterator[TripleRow | list[RowProblem]]:
    for number, line in enumerate(lines_of(path), 1):
        text = line if number > 1 else _checked_lines(path, line)
        if text.strip():
            yield _parse_line(text, str(path), number)


def _checked_lines(path: Path, line: bytes) -> bytes:
    """Return the first line without its byte-order mark; refuse a file of another kind."""
    line = checked_start(path, line)
    if line.lstrip().startswith(b"["):
        raise InputError(
            f"{path}: the file is one JSON array, rows are read one object a line: convert it with "
            f"`jq -c '.[]' {quote(str(path))}`"
        )
    if line.strip() == b"{" and path.suffix.lower() == ".json":
        raise InputError(
            f"{path}: the file is JSON over several lines, rows are read one object a line: "
            f"convert it with `jq -c . {quote(str(path))}`, or with the key of the list of rows, "
            f"`jq -c '.rows[]' {quote(str(path))}`"
        )
    if path.suffix.lower() in _OTHERS and not line.lstrip().startswith(b"{"):
        raise InputError(
            f"{path}: does not begin as rows in JSON Lines do, which is how a file that ends in "
            f"{path.suffix} is read: a table of rows ends in .csv, with commas, or .parquet"
        )
    return line


def _parse_line(line: bytes, source: str, number: int) -> TripleRow | list[RowProblem]:
    try:
        data = decode_json(line.decode())
    except UnicodeDecodeError as error:
        reason = f"the line is not UTF-8 (byte {error.object[error.start]:#04x} at {error.start})"
        return [RowProblem(source, number, "", reason)]
    except json.JSONDecodeError as error:
        return [RowProblem(source, number, "", no_json(error))]
    except (ValueError, RecursionError) as error:
        return [RowProblem(source, number, "", str(error))]
    return parse_decoded(data, source, number)
