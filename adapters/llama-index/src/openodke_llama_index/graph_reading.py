"""Which claims lie in what LlamaIndex handed out, and where in it does each lie?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from openodke.errors import RowProblem
from openodke_llama_index.native_shapes import (
    KG_NODES,
    KG_RELATIONS,
    SOURCE_ID,
    entity_id,
    field,
    is_entity,
    is_relation,
    is_text_node,
    is_triple_dict,
    is_triplet,
    related_ids,
)
from openodke_llama_index.relation_claim import (
    Named,
    RelationClaim,
    plain_claim,
    relation_claim,
)

RELATION, TRIPLE = "relation", "triple"
KINDS = frozenset({RELATION, TRIPLE})
"""The kinds of row: of a Relation, and of a bare (subject, predicate, object)."""

_IMPLICIT = frozenset({"SOURCE", "PARENT", "PREVIOUS", "NEXT", "CHILD", "MENTIONS", "HAS_SOURCE"})
_OF_THE_INDEX = "not_a_claim: it joins nodes of the index, which no text states"


@dataclass(frozen=True, slots=True)
class ClaimPlace:
    """One place where a claim could lie.

    Attributes:
        index: its number over the whole native object.
        kind: one of KINDS.
        item: which item of the native list it is, or lies in.
        at: which of the relations of that node; None where the item is no node.
        claim: what it claims, None where it claims nothing.
        problem: why not, with the code of the reason first.
        name: what it is called in a report.
    """

    index: int
    kind: str
    item: int
    at: int | None = None
    claim: RelationClaim | None = None
    problem: str = ""
    name: str = ""


class GraphReading:
    """The claims of a list of nodes, triplets or triples, read once.

    Attributes:
        items: the native list.
        places: every place of a claim, in order; `places[n].index == n`.
    """

    def __init__(self, native: Sequence[Any]) -> None:
        """Read every claim."""
        self.items = native
        self.places: list[ClaimPlace] = []
        for number, item in enumerate(native):
            self._read(number, item)

    def problems(self) -> Iterator[RowProblem]:
        """Yield what gave no row: the item, the number of its place, and why."""
        for place in self.places:
            if place.problem:
                yield RowProblem(place.name, place.index, "", place.problem)

    def of_node(self, number: int) -> list[ClaimPlace]:
        """Return the places in a node, by its number in the native list."""
        return self._by_item.get(number, [])

    @cached_property
    def _by_item(self) -> dict[int, list[ClaimPlace]]:
        held: dict[int, list[ClaimPlace]] = {}
        for place in self.places:
            held.setdefault(place.item, []).append(place)
        return held

    def _read(self, number: int, item: object) -> None:
        if is_text_node(item):
            self._read_node(number, item)
        elif is_triplet(item):
            self._add(number, RELATION, _triplet_claim(item), name=f"triplets[{number}]")
        else:
            self._add(number, TRIPLE, _plain(item), name=f"triples[{number}]")

    def _read_node(self, number: int, node: Any) -> None:
        name = f"node {node.node_id}"
        held = node.metadata.get(KG_RELATIONS)
        if held is not None and not isinstance(held, list | tuple):
            problem = f"malformed: {KG_RELATIONS} is {type(held).__name__}, and not a list"
            self._add(number, RELATION, problem, name=name)
            return
        entities = _entities(node)
        for at, relation in enumerate(held or ()):
            claim = self._relation_claim(node, entities, relation)
            self._add(number, RELATION, claim, at=at, name=name)

    def _relation_claim(
        self, node: Any, entities: Mapping[str, Named], relation: object
    ) -> RelationClaim | str:
        if not is_relation(relation):
            return f"malformed: {type(relation).__name__} in place of a Relation"
        ends = []
        for end in ("source_id", "target_id"):
            end_id = field(relation, end)
            named = entities.get(end_id) if isinstance(end_id, str) else Named(end_id)
            if named is None:
                if end_id in self._of_the_index:
                    return _OF_THE_INDEX
                named = self._elsewhere.get(end_id, Named(end_id))
            ends.append(named)
        subject, obj = ends
        own = node.node_id or None
        return relation_claim(subject, relation, obj, own_text=own, metadata=node.metadata)

    @cached_property
    def _of_the_index(self) -> frozenset[str]:
        """The ids of texts: a relation that starts or ends at one says nothing of the world."""
        nodes = [item for item in self.items if is_text_node(item)]
        ids = {one for node in nodes for one in related_ids(node)}
        chunks = (one for node in nodes for one in _graph_nodes(node) if not is_entity(one))
        ids.update(i for one in chunks for i in (field(one, "id_"), field(one, "id")) if i)
        return frozenset(ids)

    @cached_property
    def _elsewhere(self) -> dict[str, Named]:
        """The entities of all nodes: a relation may name one that lies in another."""
        found: dict[str, Named] = {}
        for item in self.items:
            if is_text_node(item):
                for end_id, named in _entities(item).items():
                    found.setdefault(end_id, named)
        return found

    def _add(
        self,
        item: int,
        kind: str,
        claim: RelationClaim | str,
        *,
        at: int | None = None,
        name: str,
    ) -> None:
        index = len(self.places)
        if isinstance(claim, str):
            place = ClaimPlace(index, kind, item, at, None, claim, name)
        else:
            place = ClaimPlace(index, kind, item, at, claim, "", name)
        self.places.append(place)


def _graph_nodes(node: Any) -> Sequence[Any]:
    held = node.metadata.get(KG_NODES)
    return held if isinstance(held, list | tuple) else ()


def _entities(node: Any) -> dict[str, Named]:
    """Return the entities of a node by id; of two with one id and two types the type is unsure."""
    found: dict[str, Named] = {}
    for one in _graph_nodes(node):
        if is_entity(one):
            name, label = field(one, "name"), _label(one)
            held = found.get(entity_id(name))
            same = held is None or held.type == label
            found[entity_id(name)] = Named(name, label if same else None)
    return found


def _label(node: object) -> str | None:
    label = field(node, "label")
    return label if isinstance(label, str) and label.strip() and label.isprintable() else None


def _triplet_claim(item: Any) -> RelationClaim | str:
    first, relation, last = item
    if not is_entity(first) or not is_entity(last):
        bare = any(field(end, "text") is None for end in (first, last) if not is_entity(end))
        return "malformed: an end of the triplet has no name" if bare else _OF_THE_INDEX
    properties = field(relation, "properties")
    stored = properties.get(SOURCE_ID) if isinstance(properties, Mapping) else None
    source_id = field(relation, "source_id")
    if field(relation, "label") in _IMPLICIT and source_id == stored:
        return _OF_THE_INDEX
    ends = [Named(field(end, "name"), _label(end)) for end in (first, last)]
    if source_id == entity_id(ends[1].name) != entity_id(ends[0].name):  # type: ignore[arg-type]
        ends.reverse()  # some stores hand out each triplet from both of its ends
    return relation_claim(ends[0], relation, ends[1])


def _plain(item: object) -> RelationClaim | str:
    if is_triple_dict(item):
        predicate = field(item, "relation") or field(item, "type")
        return plain_claim(_end(field(item, "head")), _name(predicate), _end(field(item, "tail")))
    if isinstance(item, tuple | list) and len(item) == 3:
        return plain_claim(Named(item[0]), item[1], Named(item[2]))
    kind = type(item).__name__
    length = f" of {len(item)}" if isinstance(item, tuple | list) else ""
    return (
        f"malformed: {kind}{length} in place of a node, a triplet or (subject, predicate, object)"
    )


def _name(value: object) -> object:
    """Return a name, which some extractors wrap into a dict with its type."""
    return field(value, "name") or field(value, "type") if isinstance(value, Mapping) else value


def _end(value: object) -> Named:
    if isinstance(value, Mapping):
        kind = value.get("type")
        return Named(value.get("name"), kind if isinstance(kind, str) and kind else None)
    return Named(value)
