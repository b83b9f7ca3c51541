"""What is kept of a row that an indexing run left out of its graph?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pyarrow as pa

from openodke_graphrag.cells import lists, texts
from openodke_graphrag.export import Export
from openodke_graphrag.leftovers import DroppedItem
from openodke_graphrag.row_kinds import KINDS

SCHEMA = pa.schema(
    [
        ("kind", pa.string()),
        ("source", pa.string()),
        ("target", pa.string()),
        ("type", pa.string()),
        ("description", pa.string()),
        ("text_unit_ids", pa.list_(pa.string())),
        ("odke_verdict", pa.string()),
        ("odke_reason", pa.string()),
        ("odke_evidence", pa.string()),
        ("because", pa.string()),
        ("refused", pa.string()),
    ]
)
"""The columns: `source` is an entity's title and a claim's subject, too.

`because` says why the row went, and `refused` whether the gate refused it ("yes"), or it went with
what was refused ("no"): words that no reader of CSV takes for anything else.
"""

_SOURCES = {"relationship": ("source",), "entity": ("title", "name"), "claim": ("subject_id",)}
_TARGETS = {"relationship": ("target",), "entity": (), "claim": ("object_id",)}


def rejected_rows(annotated: Export, dropped: Iterable[DroppedItem]) -> Any:
    """Return the table of the items that were dropped, in their order.

    Args:
        annotated: the export with its verdicts, all rows still there.
        dropped: what went.
    """
    columns: dict[str, list[Any]] = {name: [] for name in SCHEMA.names}
    cells = {kind: _cells(annotated, kind) for kind in KINDS}
    for item in dropped:
        row = {name: held[item.index] for name, held in cells[item.kind].items()}
        row |= {"kind": item.kind, "because": item.because}
        row["refused"] = "yes" if item.refused else "no"
        for name, values in columns.items():
            values.append(row[name] or None)
    return pa.table(columns, schema=SCHEMA)


def _cells(export: Export, kind: str) -> dict[str, list[Any]]:
    """Return the columns that the rows of one kind have in the table, by its names."""
    table = export.tables.get(KINDS[kind])
    if table is None:
        return {}
    held: dict[str, list[Any]] = {
        name: texts(table, name)
        for name in ("type", "description", "odke_verdict", "odke_reason", "odke_evidence")
    }
    held["source"] = texts(table, *_SOURCES[kind])
    held["target"] = texts(table, *_TARGETS[kind])
    if kind == "claim":
        held["text_unit_ids"] = [[unit] if unit else [] for unit in texts(table, "text_unit_id")]
    else:
        held["text_unit_ids"] = lists(table, "text_unit_ids")
    return held
