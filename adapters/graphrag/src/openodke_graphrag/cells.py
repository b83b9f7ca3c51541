"""What does a cell hold, whatever the column's type?

The types vary from release to release and with the form: numbers as text, 32 or 64 bits, lists of
nothing, dictionaries, and in a CSV file a list as NumPy or Python prints it.
"""

from __future__ import annotations

import ast
import re
from typing import Any

import pyarrow as pa

from openodke_graphrag.table_file import ExportTable

_QUOTED = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""", re.DOTALL)
_BETWEEN = re.compile(r"[\s,]*")
_BARE = re.compile(r"[^\s,\]]+")


def texts(table: ExportTable, *names: str) -> list[str]:
    """Return the first column of these names as text; "" where a cell or the column is missing."""
    name = table.column(*names)
    if name is None:
        return [""] * table.data.num_rows
    return [_text(value) for value in _values(table, name)]


def lists(table: ExportTable, name: str) -> list[list[str]]:
    """Return a column of lists of text; an empty list where a cell or the column is missing."""
    if table.column(name) is None:
        return [[] for _ in range(table.data.num_rows)]
    return [_list(value) for value in _values(table, name)]


def unreadable(table: ExportTable, name: str) -> dict[int, str]:
    """Return what is wrong with each cell of a column of lists that holds bytes and no UTF-8.

    By the row's index. `lists` reads such a cell with replacement characters, which no id has.
    """
    if table.column(name) is None or _is_sound(table.data.column(name)):
        return {}
    return {
        row: f"{name} holds bytes that are no UTF-8, {item!r}: write the table again as UTF-8"
        for row, value in enumerate(_values(table, name))
        if isinstance(value, list | tuple)
        for item in value
        if isinstance(item, bytes) and not _is_utf8(item)
    }


def _is_sound(column: Any) -> bool:
    """Whether all text of a column is known to be UTF-8, without looking at each cell."""
    if "binary" in str(column.type):
        return False
    try:
        column.validate(full=True)
    except pa.ArrowInvalid:
        return False
    return True


def _values(table: ExportTable, name: str) -> list[Any]:
    column = table.data.column(name)
    try:
        values: list[Any] = column.to_pylist()
    except UnicodeDecodeError:  # bytes that are no UTF-8 cost their own cell
        values = [_value(cell) for cell in column]
    return values


def _value(cell: Any) -> Any:
    """Return what a cell holds, a text that is no UTF-8 as bytes."""
    try:
        return cell.as_py()
    except UnicodeDecodeError:
        if isinstance(cell, pa.DictionaryScalar):
            return _value(cell.value)
        if isinstance(cell, pa.ListScalar):
            return [_value(item) for item in cell.values]
        if isinstance(cell, pa.StructScalar):
            return {key: _value(item) for key, item in cell.items()}
        return bytes(cell.as_buffer())


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _text(value: object) -> str:
    if value is None or value != value:  # pandas writes NaN where a number is not there
        return ""
    if isinstance(value, float) and value.is_integer():  # a whole number beside such a cell
        return str(int(value))
    if isinstance(value, bytes):  # a binary column holds text as well
        return value.decode("utf-8", errors="replace")
    return value if isinstance(value, str) else str(value)


def _list(value: object) -> list[str]:
    if isinstance(value, str | bytes):
        return parsed_list(_text(value))
    if isinstance(value, list | tuple):
        return [_text(item) for item in value if item is not None]
    return []


def parsed_list(cell: str) -> list[str]:
    """Return the items of a list written out: `['a'\\n 'b']`, `['a', 'b']`, `["a"]`, `a, b`."""
    cell = cell.strip().removeprefix("[")
    items = []
    at = 0
    while at < len(cell):
        at = _end(_BETWEEN, cell, at)
        quoted = _QUOTED.match(cell, at)
        found = quoted or _BARE.match(cell, at)
        if found is None:
            break
        items.append(_unquoted(found[0]) if quoted else found[0])
        at = found.end()
    return items


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def _unquoted(item: str) -> str:
    if "\\" not in item:
        return item[1:-1]
    try:
        return str(ast.literal_eval(item.replace("\n", "\\n")))
    except (SyntaxError, ValueError):
        return item[1:-1]
