"""How is a verdict written on a relation that a store already holds, and was it kept?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from llama_index.core.graph_stores.types import PropertyGraphStore

from openodke.interop import ITEM_KEYS, with_verdicts
from openodke_llama_index.store_reading import RelationKey, in_memory, key_of, stored_triplets

_AT_ONCE = 500  # relations in one statement

SET = (
    "UNWIND $rows AS row "
    "MATCH (s)-[r]->(t) "
    "WHERE s.name = row.source AND t.name = row.target AND type(r) = row.label "
    "SET r += row.values"
)
"""The Cypher that sets the values: to write a relation again changes nothing in many stores."""

Written = Mapping[RelationKey, Mapping[str, str]]
"""For some relations, what is written on them."""


def write_verdicts(
    store: PropertyGraphStore, triplets: list[Any], values: Written
) -> dict[RelationKey, str]:
    """Write on relations what is known of them; return why not, of each that did not keep it."""
    graph = in_memory(store)
    if graph is not None:
        for relation in graph.relations.values():
            key = (relation.source_id, relation.label, relation.target_id)
            if key in values:
                relation.properties = with_verdicts(relation.properties, values[key])
        return {}
    name = type(store).__name__
    if triplets and not any(triplet[1].properties for triplet in triplets):
        return dict.fromkeys(values, f"{name} keeps no properties of a relation")
    problem = _ask(store, triplets, values)
    held = {key_of(t): t[1].properties for t in stored_triplets(store)}
    reason = problem or f"{name} hands the relation back without it"
    return {key: reason for key in values if not _holds(held.get(key), values[key])}


def _ask(store: PropertyGraphStore, triplets: list[Any], values: Written) -> str:
    """Have a store set the values; return what it said when it could not."""
    try:
        if getattr(store, "supports_structured_queries", False):
            rows = [_row(key, said) for key, said in values.items()]
            for at in range(0, len(rows), _AT_ONCE):
                store.structured_query(SET, param_map={"rows": rows[at : at + _AT_ONCE]})
        else:
            store.upsert_relations(
                [_changed(t[1], values[key_of(t)]) for t in triplets if key_of(t) in values]
            )
    except Exception as error:  # whatever a store's driver raises
        return f"{type(store).__name__} refused it: {type(error).__name__}: {error}"[:300]
    return ""


def _row(key: RelationKey, said: Mapping[str, str]) -> dict[str, Any]:
    source, label, target = key
    gone: dict[str, Any] = dict.fromkeys(ITEM_KEYS)  # null takes a property off
    return {"source": source, "label": label, "target": target, "values": {**gone, **said}}


def _changed(relation: Any, said: Mapping[str, str]) -> Any:
    properties = with_verdicts(relation.properties, said)
    return relation.model_copy(update={"properties": properties})


def _holds(properties: Mapping[str, Any] | None, said: Mapping[str, str]) -> bool:
    return properties is not None and all(properties.get(key) == said[key] for key in said)
