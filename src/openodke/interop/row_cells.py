"""How does a row lie in the cells of a table, one column a field?

A text is a cell as it is, what is nested is JSON text, and what is left out is an empty cell.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from openodke.errors import InputError, RowProblem
from openodke.interop.json_text import decode_json, first_repeated, no_json
from openodke.interop.row import TripleRow, parse_row

NEEDED = ("doc", "subject", "predicate", "object")
"""The columns that are there whatever the rows say."""

NESTED = frozenset({"qualifiers", "subject_aliases", "object_aliases"})
"""The fields that hold a structure: JSON text in a cell."""

_NUMBERS = frozenset({"start", "end", "confidence"})
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_OTHER_MARKS = {";": "semicolons", "\t": "tabs", "|": "vertical bars"}
_TRUTHS = frozenset({"true", "True", "TRUE", "false", "False", "FALSE"})


def row_data(row: TripleRow) -> dict[str, Any]:
    """Return a row as JSON has it, without what is at its default; `doc` is always there."""
    return {"doc": row.doc, **row.model_dump(mode="json", exclude_defaults=True)}


def columns_of(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the fields that some rows need columns for, in the order of the row's fields."""
    used = set(NEEDED).union(*rows)
    return [field for field in TripleRow.model_fields if field in used]


def check_columns(path: object, names: list[str]) -> None:
    """Refuse a table whose columns are no fields of a row.

    Raises:
        InputError: when a name stands twice or is empty, or none is a field that every row has.
    """
    if not all(map(str.strip, names)):
        raise InputError(
            f"{path}: a column has no name: each is named after a field of a row; pandas writes "
            "none for its index with index=False"
        )
    twice = first_repeated(names)
    if twice is not None:
        raise InputError(f"{path}: the column {twice!r} is there twice: only one can be meant")
    if not set(names) & set(NEEDED):
        found = ", ".join(names)[:200]
        raise InputError(
            f"{path}: no column is {', '.join(NEEDED[:-1])} or {NEEDED[-1]}, which rows have; the "
            f"columns are {found!r}{_columns_hint(names)}"
        )


def _columns_hint(names: list[str]) -> str:
    """Return what may be wrong with the names of the columns, and what to do."""
    if len(names) == 1:
        for mark, kind in _OTHER_MARKS.items():
            if mark in names[0]:
                return f": its columns are apart by {kind}: save it with commas"
    small = [name.strip().lower() for name in names]
    if set(small) & set(NEEDED):
        return ": write them in small letters"
    return ": rename them, or read a framework's own file with its --adapter"


def cell_of(field: str, value: Any) -> str:
    """Return the cell that holds a field's value, which is as JSON has it; "" for None."""
    if value is None:
        return ""
    if field in NESTED or not isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return json.dumps(value, ensure_ascii=False) if _is_quoted(field, value) else value


def parse_cells(
    cells: Iterable[tuple[str, str]], source: str, line: int
) -> TripleRow | list[RowProblem]:
    """Return the row that the cells of some fields hold, or what is wrong with it.

    Under `object` a cell that is a number, or true or false, is that; one in JSON's quotes that
    would be is the text in them. An empty cell leaves its field out; an empty `doc` is an unknown
    one.
    """
    data: dict[str, Any] = {}
    problems = []
    for field, cell in cells:
        if cell:
            try:
                data[field] = _value(field, cell)
            except (ValueError, RecursionError) as error:
                problems.append(RowProblem(source, line, field, no_value(error, cell)))
        elif field == "doc":
            data[field] = None
    return problems or parse_row(data, source, line)


def no_value(error: Exception, cell: str) -> str:
    """Return why a cell holds no value that a row can have."""
    reason = no_json(error, "cell") if isinstance(error, json.JSONDecodeError) else str(error)
    return f"{reason}; found {cell[:60]!a}"


def _value(field: str, cell: str) -> Any:
    if field in NESTED:
        return decode_json(cell)
    if field == "object" and cell in _TRUTHS:
        return cell.lower() == "true"
    if (field in _NUMBERS or field == "object") and _NUMBER.fullmatch(cell):
        return decode_json(cell)
    text = _unquoted(cell) if field in ("object", "claim") else None
    return cell if text is None or not _is_quoted(field, text) else text


def _is_quoted(field: str, text: str) -> bool:
    """Whether a text has to be in JSON's quotes to be read as what it is."""
    if field not in ("object", "claim"):
        return False
    while True:
        if not text or (field == "object" and (text in _TRUTHS or _NUMBER.fullmatch(text))):
            return True
        inner = _unquoted(text)
        if inner is None:
            return False
        text = inner


def _unquoted(text: str) -> str | None:
    """Return what a JSON string holds, None for a text that is none."""
    if len(text) < 2 or text[0] != '"' or text[-1] != '"':
        return None
    try:
        held = json.loads(text)
    except ValueError:
        return None
    return held if isinstance(held, str) else None
