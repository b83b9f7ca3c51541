"""What is known of a relation that stands in several nodes, of which a store keeps one?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from openodke.interop import VERDICT_KEYS, whole_verdict
from openodke.model import GroundingVerdict
from openodke_llama_index.native_shapes import KG_RELATIONS, field, with_field
from openodke_llama_index.relation_claim import TEXTS

Copies = list[tuple[str, dict[str, Any]]]


def merged(nodes: Sequence[Any]) -> list[Any]:
    """Return annotated nodes in which all copies of a relation say the same.

    It is supported if any copy is, and names in TEXTS the nodes of the copies that decide.
    """
    copies: dict[tuple[object, ...], Copies] = {}
    for node in nodes:
        for relation in _relations(node):
            if (key := _key(relation)) is not None:
                properties = dict(field(relation, "properties"))
                copies.setdefault(key, []).append((node.node_id, properties))
    whole = {key: _whole(held) for key, held in copies.items() if len(held) > 1}
    return [_with_whole(node, whole) for node in nodes] if whole else list(nodes)


def _relations(node: Any) -> Sequence[Any]:
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
    verdict = GroundingVerdict(copies[0][1]["odke_verdict"])
    for _, properties in copies[1:]:
        verdict = whole_verdict(verdict, GroundingVerdict(properties["odke_verdict"]))
    deciding = [copy for copy in copies if copy[1]["odke_verdict"] == verdict]
    speaker = deciding[0][1]
    values: dict[str, str] = {key: str(speaker[key]) for key in VERDICT_KEYS if key in speaker}
    places = [copy[1].get("odke_evidence", "") for copy in deciding]
    evidence = dict.fromkeys(place for text in places for place in text.split("|") if place)
    if evidence:
        values["odke_evidence"] = "|".join(evidence)
    ids = list(dict.fromkeys(node_id for node_id, _ in deciding))
    if len({node_id for node_id, _ in copies}) > 1:
        values[TEXTS] = json.dumps(ids, ensure_ascii=False)
    return values


def _with_whole(node: Any, whole: dict[tuple[object, ...], dict[str, str]]) -> Any:
    held = _relations(node)
    new = [_changed(relation, whole.get(_key(relation) or ())) for relation in held]
    if all(one is old for one, old in zip(new, held, strict=True)):
        return node
    return with_field(node, "metadata", {**node.metadata, KG_RELATIONS: new})


def _changed(relation: Any, values: dict[str, str] | None) -> Any:
    if not values:
        return relation
    properties = field(relation, "properties")
    rest = {key: held for key, held in properties.items() if key not in VERDICT_KEYS}
    return with_field(relation, "properties", {**rest, **values})
