"""What does the file of a stored graph hold once entities that are one thing are one entity?"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from openodke.interop import Merged, NodeMerge, whole_values, with_verdicts
from openodke_llama_index.graph_reading import GraphReading
from openodke_llama_index.merged_entities import EntityPlan, entity_as, plan_of
from openodke_llama_index.native_shapes import SOURCE_ID, entity_id, is_entity
from openodke_llama_index.relation_claim import TEXTS
from openodke_llama_index.stored_graph import StoredGraph

_ENDS = ("source_id", "target_id")
_VECTORS = (
    "the vectors of the index are not in this file: have the entities embedded again, or the old "
    "names are still found"
)


def merged_store(native: StoredGraph, merges: Iterable[NodeMerge]) -> Merged[StoredGraph]:
    """Return a stored graph in which each entity that is proven to be another one is that one."""
    plan = plan_of(GraphReading(native), merges)
    if not plan.wanted:
        return Merged(native)
    data = native.data
    nodes: dict[str, list[Any]] = {}
    for node_id, node in data["nodes"].items():
        named = is_entity(node) and isinstance(node, dict)
        now = plan.ids.get(node_id, node_id) if named else node_id
        nodes.setdefault(now, []).append(node)
    relations: dict[str, list[Any]] = {}
    for key, relation in data["relations"].items():
        new = _led(relation, plan.ids)
        relations.setdefault(key if new is relation else _key_of(new), []).append(new)
    written = {
        **data,
        "nodes": {node_id: _node(node_id, held, plan) for node_id, held in nodes.items()},
        "relations": {key: _joined(held) for key, held in relations.items()},
        "triplets": _triplets(data.get("triplets") or (), plan.ids),
    }
    return Merged(native.with_data(written), plan.nodes, (_VECTORS,))


def _node(node_id: str, held: list[Any], plan: EntityPlan) -> Any:
    if len(held) == 1 and not (isinstance(held[0], dict) and is_entity(held[0])):
        return held[0]
    base = next((one for one in held if entity_id(one["name"]) == node_id), held[0])
    return entity_as(base, plan, *(one for one in held if one is not base))


def _led(relation: Any, ids: Mapping[str, str]) -> Any:
    if not isinstance(relation, dict):
        return relation
    changes = {end: ids[relation[end]] for end in _ENDS if relation.get(end) in ids}
    return {**relation, **changes} if changes else relation


def _key_of(relation: Mapping[str, Any]) -> str:
    """Return the key under which SimplePropertyGraphStore keeps a relation."""
    return f"{relation.get('source_id')}_{relation.get('label')}_{relation.get('target_id')}"


def _joined(held: list[Any]) -> Any:
    """Return one relation of several that are one: their properties, verdict, and texts."""
    first = held[0]
    if len(held) == 1:
        return first
    every = [one.get("properties") or {} for one in held]
    properties: dict[str, Any] = {}
    for one in every:
        properties = {**one, **properties}
    texts = dict.fromkeys(text for one in every for text in _texts(one))
    if len(texts) > 1:
        properties[TEXTS] = json.dumps(list(texts), ensure_ascii=False)
    return {**first, "properties": with_verdicts(properties, whole_values(every))}


def _texts(properties: Mapping[str, Any]) -> Iterable[str]:
    own, listed = properties.get(SOURCE_ID), properties.get(TEXTS)
    if isinstance(own, str):
        yield own
    if isinstance(listed, str) and listed.startswith("["):
        yield from (text for text in json.loads(listed) if isinstance(text, str))


def _triplets(triplets: Iterable[Any], ids: Mapping[str, str]) -> list[Any]:
    """Return the store's index of triplets: source, label, target, each once."""
    found: dict[tuple[Any, ...], Any] = {}
    for triplet in triplets:
        source, label, target = triplet
        new = (ids.get(source, source), label, ids.get(target, target))
        found.setdefault(new, triplet if tuple(triplet) == new else list(new))
    return list(found.values())
