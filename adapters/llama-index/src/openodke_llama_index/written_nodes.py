"""How are verdicts put into copies of nodes and triplets, and refused relations left out?"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from openodke.interop import with_verdicts
from openodke_llama_index.graph_reading import ClaimPlace, GraphReading
from openodke_llama_index.graph_values import Values
from openodke_llama_index.native_shapes import (
    KG_NODES,
    KG_RELATIONS,
    entity_id,
    field,
    is_entity,
    is_relation,
    is_text_node,
    is_triple_dict,
    is_triplet,
    with_field,
)
from openodke_llama_index.verdict_tuple import judged

_NONE: Collection[int] = frozenset()


def written(reading: GraphReading, values: Values, dropped: Collection[int] = _NONE) -> list[Any]:
    """Return the native items with what is written at each place.

    What nothing is written on is the same object as before.

    Args:
        reading: the native items and the places in them.
        values: what is written at each place; a place that is not among them is left as it is.
        dropped: the places whose relation is left out, and with it each entity of its node that
            no other relation there has.
    """
    items: list[Any] = []
    for number, item in enumerate(reading.items):
        places = reading.of_node(number)
        if is_text_node(item):
            items.append(_node(item, places, values, dropped))
        elif places[0].index not in dropped:
            items.append(_item(item, values.get(places[0].index)))
    return items


def with_values(relation: Any, values: Mapping[str, str] | None) -> Any:
    """Return a copy of a relation with other verdicts, or itself where none change."""
    held = field(relation, "properties")
    if values is None or not is_relation(relation) or not isinstance(held, Mapping | None):
        return relation
    properties = with_verdicts(held or {}, values)
    return (
        relation if properties == (held or {}) else with_field(relation, "properties", properties)
    )


def _item(item: Any, values: Mapping[str, str] | None) -> Any:
    if values is None:
        return item
    if is_triplet(item):
        relation = with_values(item[1], values)
        return item if relation is item[1] else type(item)((item[0], relation, item[2]))
    if is_triple_dict(item):
        return with_verdicts(item, values)
    if not isinstance(item, tuple | list) or len(item) != 3:
        return item
    return judged(item, with_verdicts(getattr(item, "odke", {}), values))


def _node(node: Any, places: Sequence[ClaimPlace], values: Values, dropped: Collection[int]) -> Any:
    held = node.metadata.get(KG_RELATIONS)
    if not isinstance(held, list | tuple) or not held:
        return node
    kept, gone = [], []
    for place, relation in zip(places, held, strict=True):
        if place.index in dropped:
            gone.append(relation)
        else:
            kept.append(with_values(relation, values.get(place.index)))
    if not gone and all(new is old for new, old in zip(kept, held, strict=True)):
        return node
    metadata = {**node.metadata, KG_RELATIONS: kept}
    if gone and isinstance(node.metadata.get(KG_NODES), list | tuple):
        metadata[KG_NODES] = _without_orphans(node.metadata[KG_NODES], gone, kept)
    return with_field(node, "metadata", metadata)


def _without_orphans(nodes: Sequence[Any], gone: Sequence[Any], kept: Sequence[Any]) -> list[Any]:
    """Return a node's entities without those that only dropped relations had.

    One that no relation had is a finding of its own, and stays.
    """
    orphans = _ends(gone) - _ends(kept)
    return [
        one for one in nodes if not is_entity(one) or entity_id(field(one, "name")) not in orphans
    ]


def _ends(relations: Sequence[Any]) -> set[object]:
    ends = ("source_id", "target_id")
    return {field(relation, end) for relation in relations for end in ends}
