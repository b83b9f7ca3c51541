"""How are rows read from and written to parquet, with every bad row named and none lost?

pyarrow is needed for that and for nothing else here, so it is imported when it is used.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from openodke.errors import InputError, MissingExtraError, RowProblem
from openodke.install import install_line
from openodke.interop.json_text import decode_json
from openodke.interop.row import TripleRow, parse_row
from openodke.interop.row_cells import NESTED, check_columns, columns_of, no_value, row_data

_BATCH = 10_000  # rows in memory at once
_MARK = {b"openodke.cell": b"json"}  # of a column whose cells are of several kinds


def parquet_rows(path: Path) -> Iterator[TripleRow | list[RowProblem]]:
    """Yield what each row of a parquet file holds: a row, or what is wrong with it.

    A problem's line is the row's index. A text, number, truth, list or structure is what its
    column says; a date is its ISO text.

    Raises:
        InputError: when the file cannot be opened, is no parquet, or has no columns of a row.
        MissingExtraError: when pyarrow is not installed.
    """
    pa, parquet = _pyarrow()
    index = 0
    try:
        with parquet.ParquetFile(path) as file:
            schema = file.schema_arrow
            check_columns(path, schema.names)
            marked = {
                field.name for field in schema if _MARK.items() <= (field.metadata or {}).items()
            }
            for batch in file.iter_batches(batch_size=_BATCH):
                columns = [_values(column, pa) for column in batch.columns]
                for values in zip(*columns, strict=True):
                    cells = zip(schema.names, values, strict=True)
                    yield _row(dict(cells), marked, str(path), index)
                    index += 1
    except OSError as error:
        raise InputError(f"{path}: cannot be opened: {error.strerror or error}") from error
    except pa.ArrowException as error:
        raise InputError(f"{path}: cannot be read as parquet: {error}") from error


def write_parquet(rows: Iterable[TripleRow], path: Path) -> int:
    """Write rows as parquet, one column for each field that a row has; return how many.

    Raises:
        MissingExtraError: when pyarrow is not installed.
    """
    pa, parquet = _pyarrow()
    held = [row_data(row) for row in rows]
    fields, arrays = [], []
    for name in columns_of(held):
        array, mark = _column(name, [data.get(name) for data in held], pa)
        fields.append(pa.field(name, array.type, metadata=mark))
        arrays.append(array)
    parquet.write_table(pa.Table.from_arrays(arrays, schema=pa.schema(fields)), path)
    return len(held)


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        line = install_line("[parquet]")
        raise MissingExtraError(f"parquet needs pyarrow. Run, in the checkout: {line}") from None
    return pyarrow, pyarrow.parquet


def _row(
    cells: Mapping[str, Any], marked: set[str], source: str, index: int
) -> TripleRow | list[RowProblem]:
    data: dict[str, Any] = {}
    problems = []
    for field, cell in cells.items():
        value = _text(cell)
        if value == "" and field != "claim":  # an empty text is a cell with nothing in it
            value = None
        if isinstance(value, str) and (field in NESTED or field in marked):
            try:
                value = decode_json(value)
            except (ValueError, RecursionError) as error:
                problems.append(RowProblem(source, index, field, no_value(error, value)))
                continue
        if value is not None or field == "doc":
            data[field] = value
    return problems or parse_row(data, source, index)


def _text(value: Any) -> Any:
    """Return the text that bytes are in UTF-8, anything else as it is."""
    if not isinstance(value, bytes):
        return value
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value  # to be refused by name


def _values(column: Any, pa: Any) -> list[Any]:
    if pa.types.is_timestamp(column.type):  # Python's own times have no nanoseconds
        column = column.cast(pa.timestamp("us", column.type.tz), safe=False)
    try:
        values: list[Any] = column.to_pylist()
    except UnicodeDecodeError:  # bytes that are no UTF-8 cost their own row
        values = [_held(cell, pa) for cell in column]
    return values


def _held(cell: Any, pa: Any) -> Any:
    """Return what a cell holds, a text that is no UTF-8 as bytes."""
    try:
        return cell.as_py()
    except UnicodeDecodeError:
        if isinstance(cell, pa.DictionaryScalar):
            return _held(cell.value, pa)
        if isinstance(cell, pa.ListScalar):
            return [_held(item, pa) for item in cell.values]
        if isinstance(cell, pa.StructScalar):
            return {key: _held(item, pa) for key, item in cell.items()}
        return bytes(cell.as_buffer())


def _column(name: str, values: list[Any], pa: Any) -> tuple[Any, Mapping[bytes, bytes] | None]:
    """Return the cells of a column, and the mark of one whose cells are JSON text.

    A column has the kind of its cells where they have one; the numbers of some rows and the texts
    of others do not.
    """
    kinds = {type(value) for value in values if value is not None} or {str}
    plain = {str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_()}
    wanted = plain.get(kinds.pop()) if len(kinds) == 1 else None
    if wanted is None and name.endswith("_aliases"):
        wanted = pa.list_(pa.string())
    if wanted is not None:
        try:
            return pa.array(values, wanted), None
        except OverflowError:  # a whole number of more than 64 bits
            pass
    cells = [None if value is None else json.dumps(value, ensure_ascii=False) for value in values]
    return pa.array(cells, pa.string()), None if name in NESTED else _MARK
