"""How are verdicts found again when GraphRAG has written its tables anew?

`graphrag update` drops columns it does not know and mints new ids, so the verdicts are also kept in
a table of their own, one row a claim and text, under a key that the claim itself gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Any

import pyarrow as pa

from openodke.ground import suspicion_of
from openodke.interop import RowPlace, looked_at, reason_code
from openodke.model import CLAIM, Fact
from openodke_graphrag.cells import texts
from openodke_graphrag.export import Export
from openodke_graphrag.run_folder import SIDECAR

SCHEMA = pa.schema(
    [
        ("kind", pa.string()),
        ("source", pa.string()),
        ("target", pa.string()),
        ("text_unit_id", pa.string()),
        ("description_sha256", pa.string()),
        ("verdict", pa.string()),
        ("reason", pa.string()),
        ("suspicion", pa.float64()),
        ("evidence", pa.string()),
    ]
)
"""The columns of the sidecar; the first five are the key, `description` being the row's claim."""


def with_sidecar(export: Export, facts: Iterable[tuple[RowPlace, Fact]]) -> Export:
    """Return the export with the table `odke_verdicts`, one row a fact, in their order."""
    unit_id = _unit_ids(export)
    ends = {kind: _ends(export, *named) for kind, named in _ENDS.items()}
    columns: dict[str, list[Any]] = {name: [] for name in SCHEMA.names}
    for place, fact in facts:
        source, target = ends[place.kind](place.index)
        values = (
            place.kind,
            source,
            target,
            unit_id(place, fact),
            _hash(_claim(fact)),
            fact.verdict.value,
            reason_code(fact),
            suspicion_of(fact),
            "|".join(looked_at(fact)) or None,
        )
        for name, value in zip(SCHEMA.names, values, strict=True):
            columns[name].append(value)
    table = pa.table(columns, schema=SCHEMA)
    return export.with_table(SIDECAR, table, file_name=f"{SIDECAR}.parquet")


_ENDS = {
    "relationship": ("relationships", ("source",), ("target",)),
    "entity": ("entities", ("title", "name"), ()),
    "claim": ("covariates", ("subject_id",), ("object_id",)),
}


def _ends(
    export: Export, name: str, sources: tuple[str, ...], targets: tuple[str, ...]
) -> Callable[[int], tuple[str | None, str | None]]:
    table = export.tables.get(name)
    held = ([], []) if table is None else (texts(table, *sources), texts(table, *targets))
    return lambda index: (held[0][index] or None, held[1][index] or None)


def _unit_ids(export: Export) -> Callable[[RowPlace, Fact], str | None]:
    ids = texts(export.tables["text_units"], "id")

    def unit_id(place: RowPlace, fact: Fact) -> str | None:
        if place.ordinal < len(ids):
            return ids[place.ordinal]
        return fact.evidence[0].doc_id if fact.evidence else None

    return unit_id


def _claim(fact: Fact) -> str:
    claim = fact.qualifiers.get(CLAIM)
    return claim if isinstance(claim, str) else ""


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()
