"""In which columns stands what the verdicts on an item's rows say of it?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

import pyarrow as pa

from openodke.errors import InputError
from openodke.interop import NAME_KEYS, REVIEW_KEY, VERDICT_KEYS, ItemVerdict, RowPlace
from openodke.model import Fact
from openodke_graphrag.export import Export
from openodke_graphrag.row_kinds import KINDS

_ON_DEMAND = (*NAME_KEYS, REVIEW_KEY)
"""Columns that are there where one item at least has something in them."""


def with_columns(
    export: Export, facts: Iterable[tuple[RowPlace, Fact]], left_out: Mapping[tuple[str, int], str]
) -> Export:
    """Return the export with VERDICT_KEYS as columns of text in each table of claims.

    They are replaced where they are there. `left_out` holds the reason code of each item that gave
    no row. An item of which nothing is known has empty cells.

    Raises:
        InputError: for a fact of an item that the export does not have.
    """
    rows: dict[str, dict[int, list[Fact]]] = {kind: defaultdict(list) for kind in KINDS}
    for place, fact in facts:
        rows[place.kind][place.index].append(fact)
    for kind, name in KINDS.items():
        data = export.table(name)
        _check_places(kind, rows[kind], 0 if data is None else data.num_rows)
        if data is not None:
            said = [_said(rows[kind].get(i), left_out.get((kind, i))) for i in range(data.num_rows)]
            export = export.with_table(name, with_verdicts(data, said))
    return export


def _check_places(kind: str, rows: Mapping[int, list[Fact]], count: int) -> None:
    last = max(rows, default=-1)
    if last >= count:
        raise InputError(
            f"the fact {rows[last][0].id!r} is of another export: this one has {count} items of "
            f"the kind {kind!r}"
        )


def _said(facts: list[Fact] | None, code: str | None) -> ItemVerdict | None:
    if facts:
        return ItemVerdict.of(facts)
    return ItemVerdict.left_out(code) if code else None


def with_verdicts(data: Any, said: list[ItemVerdict | None]) -> Any:
    """Return a table with VERDICT_KEYS: what is said of each row, nothing where that is None."""
    values = [{} if item is None else item.values() for item in said]
    named = [key for key in _ON_DEMAND if any(key in each for each in values)]
    for key in _ON_DEMAND:  # what an earlier run wrote, and this one has nothing to say of
        if key in data.column_names and key not in named:
            data = data.drop_columns([key])
    for column in (*VERDICT_KEYS, *named):
        cells = pa.array([each.get(column) for each in values], pa.string())
        if column in data.column_names:
            data = data.set_column(data.column_names.index(column), column, cells)
        else:
            data = data.append_column(column, cells)
    return data
