"""How is one table read from a file, whatever its form, and written in the form it had?

A CSV table is held as text, cell by cell, so that what is written back is what was read.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from openodke.errors import ExportError, RowProblem
from openodke_graphrag.csv_lines import read_lines


@dataclass(frozen=True)
class ExportTable:
    """A table of an export.

    Attributes:
        path: the file it was read from, or is to be written as.
        data: the cells; every column of a CSV table is text, and an empty cell is "".
        changed: whether the cells differ from the file.
    """

    path: Path
    data: Any
    changed: bool = False

    @property
    def name(self) -> str:
        """The file's name."""
        return self.path.name

    def column(self, *names: str) -> str | None:
        """Return the first of some columns that the table has, None for none."""
        return next((name for name in names if name in self.data.column_names), None)


def read_table(path: Path, problems: list[RowProblem]) -> ExportTable:
    """Read a parquet or CSV file.

    Args:
        path: the file.
        problems: where the lines of a CSV file that cannot be read are noted; they are left out.

    Raises:
        ExportError: when the file is damaged, is not of its form, holds no line that can be read,
            or has two columns of one name.
    """
    try:
        data = _read_csv(path, problems) if path.suffix == ".csv" else _read_parquet(path)
    except ExportError:
        raise
    except (pa.ArrowException, OSError, ValueError) as error:
        form = path.suffix[1:]
        raise ExportError(
            f"{path}: cannot be read as {form}: {_first_line(error)}. Copy the file again from the "
            "run's output, or run the indexing again"
        ) from error
    return ExportTable(path, data)


def write_table(table: ExportTable, path: Path) -> None:
    """Write a table as parquet or CSV, as the path's suffix says."""
    if path.suffix == ".csv":
        replace_file(path, lambda part: _write_csv(table.data, part))
    else:
        replace_file(path, lambda part: pyarrow.parquet.write_table(table.data, part))


def replace_file(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file beside `path` and put it in its place: what was there is never half written.

    A link to another file is replaced, the file that it leads to stays as it is.
    """
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    write(part)
    part.replace(path)


def _read_parquet(path: Path) -> Any:
    _check_names(path, pyarrow.parquet.read_schema(path).names)
    return pyarrow.parquet.read_table(path, partitioning=None)


def _read_csv(path: Path, problems: list[RowProblem]) -> Any:
    """Read a CSV file whole or, where a line cannot be read, line by line."""
    parse = pyarrow.csv.ParseOptions(newlines_in_values=True)
    read = pyarrow.csv.ReadOptions(block_size=_block_size(path))
    try:
        with pyarrow.csv.open_csv(path, read_options=read, parse_options=parse) as opened:
            columns = opened.schema.names
        _check_names(path, columns)
        convert = pyarrow.csv.ConvertOptions(
            column_types=dict.fromkeys(columns, pa.string()), strings_can_be_null=False
        )
        return pyarrow.csv.read_csv(
            path, read_options=read, parse_options=parse, convert_options=convert
        )
    except pa.ArrowInvalid:
        if not path.stat().st_size:
            raise
    return _read_sound_lines(path, problems)


def _read_sound_lines(path: Path, problems: list[RowProblem]) -> Any:
    header, rows, bad = read_lines(path)
    _check_names(path, header)
    if bad and not rows:
        raise ExportError(
            f"{path}: cannot be read as csv: no line of it can, {bad[0]}. Copy the file again from "
            "the run's output, or run the indexing again"
        )
    problems.extend(bad)
    columns = zip(*rows, strict=True) if rows else [()] * len(header)
    return pa.table({n: pa.array(c, pa.string()) for n, c in zip(header, columns, strict=True)})


def _check_names(path: Path, names: Sequence[str]) -> None:
    """Refuse a table in which one name means two columns: which is meant cannot be known."""
    if len(set(names)) < len(names):
        twice = Counter(names).most_common(1)[0][0]
        raise ExportError(
            f"{path}: the column {twice!r} is there twice, and only one can be meant: rename or "
            "drop the other"
        )


def _block_size(path: Path) -> int:
    """Return a size that holds the whole file, as far as there is one: no row is cut in two."""
    return min(max(path.stat().st_size + 1, 1024), 2**31 - 1)


def _write_csv(data: Any, path: Path) -> None:
    columns = [data.column(name).to_pylist() for name in data.column_names]
    with path.open("w", encoding="utf-8", newline="") as file:
        plain = csv.writer(file, lineterminator="\n")
        quoted = csv.writer(file, lineterminator="\n", quoting=csv.QUOTE_ALL)
        plain.writerow(data.column_names)
        for row in zip(*columns, strict=True):
            bare = any("\r" in cell for cell in row if cell)  # the writer quotes its own line end
            (quoted if bare else plain).writerow(row)


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200].rstrip(". ")
