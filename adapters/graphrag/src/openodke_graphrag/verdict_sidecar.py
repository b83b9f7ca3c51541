"""How are verdicts found again when GraphRAG has written its tables anew?

`graphrag update` drops columns it does not know and mints new ids, so the verdicts are also kept in
a table of their own, one row a claim and text, under a key that the claim itself gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pyarrow as pa

from openodke import __version__ as openodke_version
from openodke.ground import ground_record, suspicion_of
from openodke.interop import RowPlace, looked_at, reason_code
from openodke.model import CLAIM, Fact
from openodke_graphrag.cells import texts
from openodke_graphrag.claim_keys import ClaimKeys, text_hash
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
        ("seen", pa.list_(pa.string())),
        ("grounder", pa.string()),
        ("model", pa.string()),
        ("prompt", pa.string()),
        ("openodke", pa.string()),
        ("claim_sha256", pa.string()),
    ]
)
"""The columns of the sidecar.

The first five are the key that a person can join on, `description` being the row's claim. The last
is the key by which a verdict is taken again (see `ClaimKeys`).
"""


def with_sidecar(export: Export, facts: Iterable[tuple[RowPlace, Fact]]) -> Export:
    """Return the export with the table `odke_verdicts`, one row a fact, in their order."""
    placed = list(facts)
    unit_id = _unit_ids(export)
    ends = {kind: _ends(export, *named) for kind, named in _ENDS.items()}
    hashes = [text_hash(text) for text in texts(export.tables["text_units"], "text")]
    held = [hashes[place.ordinal] if place.ordinal < len(hashes) else None for place, _ in placed]
    keys = ClaimKeys((place, fact, text) for (place, fact), text in zip(placed, held, strict=True))
    columns: dict[str, list[Any]] = {name: [] for name in SCHEMA.names}
    for (place, fact), text in zip(placed, held, strict=True):
        source, target = ends[place.kind](place.index)
        record = ground_record(fact)
        values = (
            place.kind,
            source,
            target,
            unit_id(place, fact),
            text_hash(_claim(fact)),
            fact.verdict.value,
            reason_code(fact),
            suspicion_of(fact),
            "|".join(looked_at(fact)) or None,
            list(map(str, record.get("seen") or ())),
            record.get("grounder"),
            record.get("model"),
            record.get("prompt"),
            openodke_version,
            keys.of(place, fact, text),
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
