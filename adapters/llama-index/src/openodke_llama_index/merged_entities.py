"""How do entities that are one thing become one entity, wherever LlamaIndex names them?

An entity is known by its name, of which its id is made, and relations know both ends by their ids.
So an entity that is given up gets the name and the label of the one that stands for it, in every
node; where a node has both, they are joined. In a stored graph, which keeps one relation for a
source, a label and a target, those that have become one are joined too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from openodke.interop import (
    LITERAL_TYPES,
    MERGED_KEY,
    Merged,
    MergedNode,
    NodeMerge,
    NodeName,
    merged_value,
    merges_among,
)
from openodke_llama_index.graph_reading import ClaimPlace, GraphReading
from openodke_llama_index.merged_relations import merged_copies
from openodke_llama_index.native_shapes import (
    KG_NODES,
    KG_RELATIONS,
    entity_id,
    is_entity,
    is_relation,
    is_text_node,
    is_triple_dict,
    is_triplet,
    with_field,
)
from openodke_llama_index.native_shapes import field as field_of
from openodke_llama_index.relation_claim import own_type
from openodke_llama_index.verdict_tuple import judged

_ENDS = ("source_id", "target_id")


@dataclass
class EntityPlan:
    """Which entity stands for which.

    Attributes:
        wanted: the merges, by the entity that is given up.
        forms: the name and the label of each entity, as it is written.
        ids: by the id of an entity that is given up, the id of the one that stands for it; an id
            that another entity has too is not among them.
    """

    wanted: Mapping[NodeName, NodeMerge]
    forms: Mapping[NodeName, tuple[str, Any]]
    ids: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Find the ids that mean one entity alone."""
        others = {entity_id(name.name) for name in self.forms if name not in self.wanted}
        self.ids = {
            entity_id(old.name): entity_id(merge.new.name)
            for old, merge in self.wanted.items()
            if entity_id(old.name) not in others
        }

    def merge_of(self, name: object, label: object) -> NodeMerge | None:
        """Return what becomes of an entity, None where it stays."""
        return self.wanted.get(_named(name, label)) if isinstance(name, str) else None

    @property
    def nodes(self) -> tuple[MergedNode, ...]:
        """What became of each entity that is not there any more."""
        return tuple(
            MergedNode(
                entity_id(old.name),
                entity_id(merge.new.name),
                old.name,
                merge.new.name,
                merge.because,
            )
            for old, merge in self.wanted.items()
            if self.forms[old] != self.forms[merge.new]
        )


def plan_of(reading: GraphReading, merges: Iterable[NodeMerge]) -> EntityPlan:
    """Return which entities of some items stand for which."""
    forms: dict[NodeName, tuple[str, Any]] = {}
    for item in reading.items:
        for one in _entities(item):
            name, label = field_of(one, "name"), field_of(one, "label")
            forms.setdefault(_named(name, label), (name, label))
    for place in reading.places:
        for name in _names(place):
            forms.setdefault(name, (name.name, name.type))
    return EntityPlan(merges_among(merges, forms.keys()), forms)


def merged_entities(native: Sequence[Any], merges: Iterable[NodeMerge]) -> Merged[list[Any]]:
    """Return the items in which each entity that is proven to be another one is that one."""
    reading = GraphReading(native)
    plan = plan_of(reading, merges)
    if not plan.wanted:
        return Merged(list(native))
    items = [_item(item, reading.of_node(at), plan) for at, item in enumerate(native)]
    ids = frozenset(entity_id(merge.new.name) for merge in plan.wanted.values())
    return Merged(merged_copies(items, ids), plan.nodes)


def entity_as(entity: Any, plan: EntityPlan, *others: Any) -> Any:
    """Return an entity under the name that it has now, with what others say that it is, too.

    Of two values under one key its own stays.
    """
    olds = []
    for one in (entity, *others):
        if merge := plan.merge_of(field_of(one, "name"), field_of(one, "label")):
            olds.append(field_of(one, "name"))
            name, label = plan.forms[merge.new]
    if not olds:
        return entity
    new = entity
    for key, value in (("name", name), ("label", label)):
        new = new if field_of(new, key) == value else with_field(new, key, value)
    properties: dict[str, Any] = {}
    for one in (entity, *others):
        held = field_of(one, "properties")
        properties = {**(held if isinstance(held, Mapping) else {}), **properties}
    own = (one for one in (entity, *others) for one in _listed(one))
    given_up = [old for old in olds if old != name]
    if names := [*own, *given_up]:
        properties[MERGED_KEY] = merged_value(None, names)
    return with_field(new, "properties", properties)


def joined_entities(entities: Sequence[Any], plan: EntityPlan) -> list[Any]:
    """Return entities, those that are one in the place of the first of them; the rest as it is."""
    groups: dict[NodeName, list[int]] = {}
    for at, one in enumerate(entities):
        if is_entity(one):
            name = _named(field_of(one, "name"), field_of(one, "label"))
            merge = plan.wanted.get(name)
            groups.setdefault(name if merge is None else merge.new, []).append(at)
    stays = {merge.new for merge in plan.wanted.values()}
    new: list[Any] = list(entities)
    gone = set()
    for name, places in groups.items():
        if name not in stays:
            continue
        base = next((at for at in places if not _is_given_up(entities[at], plan)), places[0])
        others = [entities[at] for at in places if at != base]
        new[places[0]] = entity_as(entities[base], plan, *others)
        gone.update(places[1:])
    return [one for at, one in enumerate(new) if at not in gone]


def _is_given_up(entity: object, plan: EntityPlan) -> bool:
    return plan.merge_of(field_of(entity, "name"), field_of(entity, "label")) is not None


def _item(item: Any, places: Sequence[ClaimPlace], plan: EntityPlan) -> Any:
    if is_text_node(item):
        return _node(item, places, plan)
    if is_triplet(item):
        return _triplet(item, plan)
    if is_triple_dict(item):
        return _triple_dict(item, places[0], plan)
    return _triple(item, places[0], plan)


def _node(node: Any, places: Sequence[ClaimPlace], plan: EntityPlan) -> Any:
    metadata = dict(node.metadata)
    held = metadata.get(KG_NODES)
    if isinstance(held, list | tuple):
        metadata[KG_NODES] = joined_entities(held, plan)
    relations = metadata.get(KG_RELATIONS)
    if isinstance(relations, list | tuple):
        metadata[KG_RELATIONS] = [
            _relation(relation, place, plan)
            for relation, place in zip(relations, places, strict=True)
        ]
    same = all(_same(metadata.get(key), node.metadata.get(key)) for key in (KG_NODES, KG_RELATIONS))
    return node if same else with_field(node, "metadata", metadata)


def _same(new: object, old: object) -> bool:
    if not isinstance(new, list) or not isinstance(old, list | tuple):
        return new is old
    return len(new) == len(old) and all(a is b for a, b in zip(new, old, strict=True))


def _relation(relation: Any, place: ClaimPlace, plan: EntityPlan) -> Any:
    """Return a relation of a node that leads to the entities that stay."""
    names = _ends_of(place)
    for end, name in zip(_ENDS, names or (None, None), strict=True):
        merge = plan.wanted.get(name) if name else None
        held = field_of(relation, end)
        new = entity_id(merge.new.name) if merge else None if names else plan.ids.get(held)
        if new is not None and new != held and is_relation(relation):
            relation = with_field(relation, end, new)
    return relation


def _triplet(item: Any, plan: EntityPlan) -> Any:
    first, relation, last = item
    ends = [entity_as(first, plan), entity_as(last, plan)]
    if ends[0] is first and ends[1] is last:
        return item
    ids = {
        entity_id(field_of(old, "name")): entity_id(field_of(new, "name"))
        for old, new in zip((first, last), ends, strict=True)
        if is_entity(old)
    }
    for end in _ENDS:
        held = field_of(relation, end)
        if ids.get(held, held) != held:
            relation = with_field(relation, end, ids[held])
    return type(item)((ends[0], relation, ends[1]))


def _triple(item: Any, place: ClaimPlace, plan: EntityPlan) -> Any:
    merges = _merges_of(place, plan)
    found = [merge for merge in merges if merge is not None]
    if not found:
        return item
    names = [merge.new.name if merge else None for merge in (*merges, None)][:2]
    parts = [names[0] or item[0], item[1], names[1] or item[2]]
    odke = dict(getattr(item, "odke", {}))
    odke[MERGED_KEY] = merged_value(odke.get(MERGED_KEY), [merge.old.name for merge in found])
    return judged(tuple(parts) if isinstance(item, tuple) else parts, odke)


def _triple_dict(item: Any, place: ClaimPlace, plan: EntityPlan) -> Any:
    merges = _merges_of(place, plan)
    new = dict(item)
    olds = []
    for end, merge in zip(("head", "tail"), merges, strict=False):
        if merge is not None:
            olds.append(merge.old.name)
            held = item[end]
            name, kind = plan.forms[merge.new]
            is_dict = isinstance(held, Mapping)
            new[end] = (
                {**held, "name": name, **({"type": kind} if kind else {})} if is_dict else name
            )
    if not olds:
        return item
    new[MERGED_KEY] = merged_value(new.get(MERGED_KEY), olds)
    return new


def _merges_of(place: ClaimPlace, plan: EntityPlan) -> list[NodeMerge | None]:
    """Return what becomes of each end of a claim, None of one that stays."""
    names = _ends_of(place) or ()
    return [None if name is None else plan.wanted.get(name) for name in names]


def _entities(item: Any) -> Iterable[Any]:
    held: Iterable[Any] = ()
    if is_text_node(item):
        nodes = item.metadata.get(KG_NODES)
        held = nodes if isinstance(nodes, list | tuple) else ()
    elif is_triplet(item):
        held = (item[0], item[2])
    return filter(is_entity, held)


def _names(place: ClaimPlace) -> Sequence[NodeName]:
    """Return the entities that a claim names; a value is none."""
    return [name for name in _ends_of(place) or () if name is not None]


def _ends_of(place: ClaimPlace) -> tuple[NodeName, NodeName | None] | None:
    """Return both ends of a claim, the second None where it is a value; None for no claim."""
    if place.claim is None:
        return None
    fields = place.claim.fields
    obj = fields["object"]
    is_entity_name = isinstance(obj, str) and fields.get("object_type") not in LITERAL_TYPES
    subject = NodeName(fields["subject"], fields.get("subject_type"))
    return subject, NodeName(obj, fields.get("object_type")) if is_entity_name else None


def _named(name: str, label: object) -> NodeName:
    return NodeName(name, own_type(label if isinstance(label, str) else None))


def _listed(entity: object) -> list[str]:
    held = field_of(entity, "properties")
    text = held.get(MERGED_KEY) if isinstance(held, Mapping) else None
    return list(json.loads(text)) if isinstance(text, str) else []
