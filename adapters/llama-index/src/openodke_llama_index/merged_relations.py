"""What is known of a relation that stands in several nodes, of which a store keeps one?"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from openodke.interop import whole_values, with_verdicts
from openodke_llama_index.native_shapes import (
    KG_RELATIONS,
    SOURCE_ID,
    field,
    is_text_node,
    is_triplet,
    with_field,
)
from openodke_llama_index.relation_claim import TEXTS

Copies = list[tuple[str, dict[str, Any]]]


def merged(nodes: Sequence[Any]) -> list[Any]:
    """Return annotated nodes in which all copies of a relation say the same.

    It is supported if any copy is, and names in TEXTS the nodes of the copies that decide.
    """
    return merged_copies(nodes, None)


def merged_copies(items: Sequence[Any], ends: Collection[str] | None) -> list[Any]:
    """As `merged`, of nodes and triplets; only relations of which one of the ends is named."""
    copies: dict[tuple[object, ...], Copies] = {}
    for text, relation in _relations(items):
        key = _key(relation)
        if key is not None and (ends is None or key[0] in ends or key[2] in ends):
            properties = dict(field(relation, "properties"))
            copies.setdefault(key, []).append((text, properties))
    whole = {key: _whole(held) for key, held in copies.items() if len(held) > 1}
    return [_with_whole(item, whole) for item in items] if whole else list(items)


def _relations(items: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    """Yield each relation with the node that it was read in, "" where that is unknown."""
    for item in items:
        if is_text_node(item):
            for relation in _of_node(item):
                yield item.node_id, relation
        elif is_triplet(item):
            held = field(item[1], "properties")
            text = held.get(SOURCE_ID) if isinstance(held, dict) else None
            yield text if isinstance(text, str) else "", item[1]


def _of_node(node: Any) -> Sequence[Any]:
    held = node.metadata.get(KG_RELATIONS)
    return held if isinstance(held, list | tuple) else ()


def _key(relation: Any) -> tuple[object, ...] | None:
    """Return by what a store tells relations apart; None for one that was not checked."""
    properties = field(relation, "properties")
    if not isinstance(properties, dict) or "odke_verdict" not in properties:
        return None
    key = tuple(field(relation, name) for name in ("source_id", "label", "target_id"))
    return key if all(isinstance(part, str) for part in key) else None


def _whole(copies: Copies) -> dict[str, str]:
    """Return what is written on each copy: the verdict of all, and where it comes from."""
    values = whole_values([properties for _, properties in copies])
    if len({text for text, _ in copies}) > 1:
        deciding = [
            text
            for text, properties in copies
            if text and properties["odke_verdict"] == values["odke_verdict"]
        ]
        values[TEXTS] = json.dumps(list(dict.fromkeys(deciding)), ensure_ascii=False)
    return values


def _with_whole(item: Any, whole: dict[tuple[object, ...], dict[str, str]]) -> Any:
    if is_triplet(item):
        relation = _changed(item[1], whole.get(_key(item[1]) or ()))
        return item if relation is item[1] else type(item)((item[0], relation, item[2]))
    if not is_text_node(item):
        return item
    held = _of_node(item)
    new = [_changed(relation, whole.get(_key(relation) or ())) for relation in held]
    if all(one is old for one, old in zip(new, held, strict=True)):
        return item
    return with_field(item, "metadata", {**item.metadata, KG_RELATIONS: new})


def _changed(relation: Any, values: dict[str, str] | None) -> Any:
    if not values:
        return relation
    return with_field(relation, "properties", with_verdicts(field(relation, "properties"), values))
