"""How are rows and cells of a table changed, and its types kept?

What does not change is written as it was read, in a CSV table letter by letter.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

import pyarrow as pa

from openodke_graphrag.cells import lists, texts
from openodke_graphrag.table_file import ExportTable


def without_rows(table: ExportTable, dropped: Collection[int]) -> ExportTable:
    """Return the table without some rows, given by their index."""
    if not dropped:
        return table
    gone = set(dropped)
    mask = pa.array([index not in gone for index in range(table.data.num_rows)], pa.bool_())
    return _holding(table, table.data.filter(mask))


def with_lists(table: ExportTable, name: str, new: Sequence[Sequence[str]]) -> ExportTable:
    """Return the table with other items in a column of lists, which is left out where it is not."""
    if table.column(name) is None:
        return table
    return _rewritten(table, name, lists(table, name), list(map(list, new)), _list_cell)


def with_items(table: ExportTable, name: str, kept: Collection[str]) -> ExportTable:
    """Return the table with nothing but some items left in a column of lists."""
    held = lists(table, name)
    return with_lists(table, name, [[item for item in cell if item in kept] for cell in held])


def with_numbers(table: ExportTable, name: str, new: Sequence[int | str]) -> ExportTable:
    """Return the table with other whole numbers in a column, which is left out where it is not."""
    if table.column(name) is None:
        return table
    return _rewritten(table, name, texts(table, name), list(map(str, new)), _number_cell)


def with_texts(table: ExportTable, name: str, cells: Sequence[str | None]) -> ExportTable:
    """Return the table with a column of text, added at the end or put where it was."""
    return _with(table, name, pa.array(cells, pa.string()))


def with_names(table: ExportTable, name: str, new: Sequence[str]) -> ExportTable:
    """Return the table with other texts in a column, of its own kind; left out where it is not."""
    if table.column(name) is None:
        return table
    return _rewritten(table, name, texts(table, name), list(new), lambda text, _: text)


def with_figures(table: ExportTable, name: str, new: Sequence[str]) -> ExportTable:
    """Return the table with other numbers, of any kind, in a column; left out where it is not."""
    if table.column(name) is None:
        return table
    return _rewritten(table, name, texts(table, name), list(new), _figure_cell)


def without_nulls(table: ExportTable, name: str) -> ExportTable:
    """Return the table with an empty text where a column of text has no value."""
    if table.column(name) is None or not _column(table, name).null_count:
        return table
    return _with(table, name, _typed(texts(table, name), _column(table, name).type))


def _rewritten(
    table: ExportTable,
    name: str,
    held: Sequence[Any],
    new: Sequence[Any],
    cell: Callable[[Any, Any], Any],
) -> ExportTable:
    """Return the table with new cells in a column; one that says the same stays as it was written.

    `cell` writes a value in the column's own kind.
    """
    changed = [row for row, (was, now) in enumerate(zip(held, new, strict=True)) if was != now]
    if not changed:
        return table
    kind = _column(table, name).type
    cells = _raw(table, name, held)
    for row in changed:
        cells[row] = cell(new[row], kind)
    return _with(table, name, _typed(cells, kind))


def _number_cell(number: str, kind: Any) -> str | int:
    return number if _is_text(kind) else int(number)


def _figure_cell(number: str, kind: Any) -> str | int | float | None:
    if _is_text(kind):
        return number
    if not number:
        return None
    return int(float(number)) if pa.types.is_integer(kind) else float(number)


def _list_cell(items: Sequence[str], kind: Any) -> Any:
    """Return a list as the column's type has it: written out, of numbers, or of text."""
    if _is_text(kind):
        return str(list(items))
    inner = kind.value_type if hasattr(kind, "value_type") else pa.string()
    if pa.types.is_integer(inner):
        return [int(item) for item in items]
    return [float(item) for item in items] if pa.types.is_floating(inner) else list(items)


def _raw(table: ExportTable, name: str, read: Sequence[Any]) -> list[Any]:
    """Return a column's cells as they are, or as they were read where they are no UTF-8."""
    try:
        cells: list[Any] = _column(table, name).to_pylist()
    except UnicodeDecodeError:
        cells = list(read)
    return cells


def _typed(cells: list[Any], kind: Any) -> Any:
    """Return cells as an array of a type, or of the nearest that can hold them."""
    try:
        return pa.array(cells, kind)
    except (pa.ArrowException, TypeError):
        return pa.array(cells)


def _is_text(kind: Any) -> bool:
    inner = kind.value_type if pa.types.is_dictionary(kind) else kind
    texts_of = (pa.string(), pa.large_string(), pa.binary(), pa.large_binary())
    return inner in texts_of


def _column(table: ExportTable, name: str) -> Any:
    return table.data.column(table.data.schema.get_all_field_indices(name)[0])


def _with(table: ExportTable, name: str, values: Any) -> ExportTable:
    data = table.data
    if name in data.column_names:
        at = data.schema.get_all_field_indices(name)[0]
        return _holding(table, data.set_column(at, name, values))
    return _holding(table, data.append_column(name, values))


def _holding(table: ExportTable, data: Any) -> ExportTable:
    return replace(table, data=data, changed=True)
