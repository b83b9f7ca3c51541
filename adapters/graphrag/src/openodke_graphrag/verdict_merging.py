"""How do the tables that openodke adds to a run grow with an update?"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pyarrow as pa

from openodke_graphrag.cells import lists, texts
from openodke_graphrag.export import Export
from openodke_graphrag.rejected_rows import SCHEMA as REJECTED_SCHEMA
from openodke_graphrag.run_folder import REJECTED, SIDECAR
from openodke_graphrag.table_file import ExportTable
from openodke_graphrag.verdict_sidecar import SCHEMA as SIDECAR_SCHEMA

_NAME = ("kind", "source", "target")


def merged_sidecar(annotated: Export, before: Iterable[Export]) -> Any:
    """Return the sidecar of an annotated export, with the verdicts on what is not in it any more.

    So a claim that was left out is not asked about when it is extracted again. Of what is there,
    the verdicts are those of now alone; with its text unit a verdict goes too.
    """
    now = annotated.table(SIDECAR)
    there = set(_names(now))
    units = set(texts(annotated.tables["text_units"], "id"))
    pieces = [now]
    for export in before:
        held = export.table(SIDECAR)
        if held is not None:
            unit_ids = texts(ExportTable(Path(SIDECAR), held), "text_unit_id")
            mask = [
                name not in there and unit in units
                for name, unit in zip(_names(held), unit_ids, strict=True)
            ]
            pieces.append(_shaped(held.filter(pa.array(mask, pa.bool_())), SIDECAR_SCHEMA))
    return pa.concat_tables(pieces)


def merged_rejected(before: Export, new: Any) -> Any:
    """Return the rejected rows of earlier steps and those of this one."""
    held = [table for table in (before.table(REJECTED), new) if table is not None]
    return pa.concat_tables(
        [_shaped(t, REJECTED_SCHEMA) for t in held] or [REJECTED_SCHEMA.empty_table()]
    )


def merged_raw(before: Export, new: Export) -> dict[str, Any]:
    """Return the single descriptions of an index and of its update, table by table.

    GraphRAG leaves those of the index as they were, and so without the update's.
    """
    merged = {}
    for name in ("raw_entities", "raw_relationships"):
        held = [t for t in (before.table(name), new.table(name)) if t is not None]
        if len(held) == 2:
            merged[name] = pa.concat_tables(held, promote_options="permissive")
    return merged


def _names(data: Any) -> list[tuple[str, ...]]:
    table = ExportTable(Path(SIDECAR), data)
    return list(zip(*(texts(table, name) for name in _NAME), strict=True))


def _shaped(data: Any, schema: Any) -> Any:
    """Return a table with the columns of a schema, whatever form it was stored in."""
    table = ExportTable(Path(SIDECAR), data)
    columns = []
    for field in schema:
        if pa.types.is_list(field.type):
            columns.append(pa.array(lists(table, field.name), field.type))
        elif pa.types.is_floating(field.type):
            numbers = [float(cell) if cell else None for cell in texts(table, field.name)]
            columns.append(pa.array(numbers, field.type))
        else:
            cells = [cell or None for cell in texts(table, field.name)]
            columns.append(pa.array(cells, field.type))
    return pa.table(columns, schema=schema)
