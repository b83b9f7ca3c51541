"""Which text units and documents does a built export have?

A document handed in is one text unit. Those of one URI but for its fragment are one document.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from openodke.model import Document

_TEXTS = pa.list_(pa.string())
_UNITS = pa.schema(
    [
        ("id", pa.string()),
        ("human_readable_id", pa.int64()),
        ("text", pa.string()),
        ("n_tokens", pa.int64()),
        ("document_id", pa.string()),
        ("entity_ids", _TEXTS),
        ("relationship_ids", _TEXTS),
        ("covariate_ids", _TEXTS),
    ]
)
_DOCUMENTS = pa.schema(
    [
        ("id", pa.string()),
        ("human_readable_id", pa.int64()),
        ("title", pa.string()),
        ("text", pa.string()),
        ("text_unit_ids", _TEXTS),
    ]
)
_PER_TOKEN = 4  # characters, in English; GraphRAG only needs a size to share out its prompt by


def built_units(documents: list[Document], tables: Mapping[str, Any]) -> Any:
    """Return the text units, each with the ids of the rows of some tables that cite it."""
    cited = {
        "entity_ids": _cited(tables["entities"], "text_unit_ids"),
        "relationship_ids": _cited(tables["relationships"], "text_unit_ids"),
        "covariate_ids": _cited(tables.get("covariates"), "text_unit_id"),
    }
    rows = [
        {
            "id": document.id,
            "human_readable_id": number,
            "text": document.text,
            "n_tokens": len(document.text) // _PER_TOKEN + 1,
            "document_id": _parent(document),
            **{name: ids.get(document.id, []) for name, ids in cited.items()},
        }
        for number, document in enumerate(documents)
    ]
    return pa.Table.from_pylist(rows, schema=_UNITS)


def built_documents(documents: list[Document]) -> Any:
    """Return the documents, each with the text of its units."""
    parents: dict[str, list[Document]] = defaultdict(list)
    for document in documents:
        parents[_parent(document)].append(document)
    rows = [
        {
            "id": parent,
            "human_readable_id": number,
            "title": units[0].title or units[0].id,
            "text": "\n\n".join(unit.text for unit in units),
            "text_unit_ids": [unit.id for unit in units],
        }
        for number, (parent, units) in enumerate(parents.items())
    ]
    return pa.Table.from_pylist(rows, schema=_DOCUMENTS)


def _parent(document: Document) -> str:
    """Return the document that a text was cut from: a chunk is not a source of its own."""
    whole, fragment, _ = (document.uri or "").partition("#")
    return whole if fragment and whole else document.id


def _cited(data: Any, column: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    if data is not None:
        pairs = zip(data["id"].to_pylist(), data[column].to_pylist(), strict=True)
        for row_id, units in pairs:
            for unit in [units] if isinstance(units, str) else units:
                found[unit].append(row_id)
    return dict(found)
