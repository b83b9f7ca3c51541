"""How is each verdict written at its own place, and everything else left as it is?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from openodke.errors import InputError
from openodke.interop import REVIEW_KEY, ItemVerdict, flat_verdicts
from openodke.model import CHECK, Fact
from openodke_langchain.carried_properties import Property, names_of, written
from openodke_langchain.claim_names import UnreadableItemError
from openodke_langchain.graph_mapping import GRAPH_DOCUMENT, GraphMapping, relation_mapping
from openodke_langchain.graph_rows import (
    NODE,
    PROPERTY,
    QUALIFIER,
    RELATIONSHIP,
    GraphRows,
    Reading,
    graph_rows,
    problem_of,
    row_place,
)
from openodke_langchain.native_fields import field, with_fields
from openodke_langchain.native_graphs import DROPPED, NativeGraphs

Parts = Mapping[tuple[str, int], list[Fact]]
"""The facts of each item, by its kind and index."""


def facts_of_items(facts: Iterable[Fact]) -> Parts:
    """Return the facts of each item.

    Raises:
        InputError: for a fact that was not made from the row of a graph.
    """
    items: dict[tuple[str, int], list[Fact]] = defaultdict(list)
    for fact in facts:
        place = row_place(fact.id)
        items[place.kind, place.index].append(fact)
    return items


def is_undeclared(kind: str, facts: Iterable[Fact]) -> bool:
    """Whether an ontology has no predicate for a relationship's property: it cannot have one.

    What it says of the relationship is another matter: the property takes no part in it.
    """
    return kind == QUALIFIER and all(
        fact.qualifiers.get(CHECK, {}).get("check") == "predicate" for fact in facts
    )


def annotated(
    native: NativeGraphs,
    parts: Parts,
    reading: Reading,
    reviews: Mapping[tuple[str, int], str] | None = None,
    gone: Collection[tuple[str, int]] = (),
) -> Any:
    """Return the native object with what is known of each item among its properties.

    Args:
        native: the graphs, which are not changed.
        parts: the facts of each item.
        reading: what is a claim in them.
        reviews: why a person should look at an item.
        gone: the properties that will be taken out: nothing is said of them, and of the values of a
            list those that stay are counted.

    Raises:
        InputError: for a fact of an item that is not there.
    """
    readers = graph_rows(native, reading)
    _check_places(native, readers, parts)
    writer = _Writer(parts, reviews or {}, gone)
    return native.rebuilt([writer.graph(reader) for reader in readers])


def _check_places(native: NativeGraphs, readers: list[GraphRows], parts: Parts) -> None:
    counts = {
        RELATIONSHIP: native.relations,
        NODE: native.nodes,
        PROPERTY: sum(reader.property_count for reader in readers),
        QUALIFIER: sum(reader.qualifier_count for reader in readers),
    }
    for (kind, index), facts in parts.items():
        if index >= counts[kind]:
            raise InputError(
                f"the fact {facts[0].id!r} is of another graph: this one has {counts[kind]} items "
                f"of the kind {kind!r}"
            )


class _Writer:
    """Writes verdicts into graphs."""

    def __init__(
        self,
        parts: Parts,
        reviews: Mapping[tuple[str, int], str],
        gone: Collection[tuple[str, int]],
    ) -> None:
        self._parts = parts
        self._reviews = reviews
        self._gone = gone
        self._verdicts: dict[int, ItemVerdict] = {}  # by the list of facts, which copies share

    def graph(self, reader: GraphRows) -> Any:
        """Return a graph with its verdicts."""
        graph = reader.graph
        nodes = [self._node(reader, at, node) for at, node in enumerate(graph.nodes.items)]
        moved = moved_nodes(graph.nodes.items, nodes)
        relations = [
            self._relation(reader, at, item, moved) for at, item in enumerate(graph.relations.items)
        ]
        return graph.rebuilt(nodes, relations)

    def _relation(self, reader: GraphRows, at: int, item: Any, moved: dict[int, Any]) -> Any:
        graph = reader.graph
        mapping = relation_mapping(item, graph.mapping)
        if mapping is None:
            return item
        key = (RELATIONSHIP, graph.first_relation + at)
        places = [
            (QUALIFIER, reader.qualifier_place(at, which))
            for which in range(len(reader.qualifiers[at]))
        ]
        values, reviews = self._known(key, reader.qualifiers[at], places)
        values = values or _left_out(lambda: reader.relation(at))
        return with_moved_ends(written(item, mapping, values | reviews), mapping, moved)

    def _node(self, reader: GraphRows, at: int, item: Any) -> Any:
        mapping = reader.graph.mapping or GRAPH_DOCUMENT
        places = [
            (PROPERTY, reader.property_place(at, which))
            for which in range(len(reader.properties[at]))
        ]
        key = (NODE, reader.graph.first_node + at)
        values, reviews = self._known(key, reader.properties[at], places)
        values = values or _left_out(lambda: reader.ends.node(at))
        return written(item, mapping, values | reviews)

    def _known(
        self, key: tuple[str, int], held: Sequence[Property], places: Sequence[tuple[str, int]]
    ) -> tuple[dict[str, str], dict[str, str]]:
        """Return what is known of an item by its own claim and its properties', and its review."""
        claims: dict[str, ItemVerdict] = {}
        aside: dict[str, ItemVerdict] = {}
        if facts := self._parts.get(key):
            claims[""] = self._verdict(facts)
        reviews = self._review(key)
        stay = [
            (each, place)
            for each, place in zip(held, places, strict=True)
            if place not in self._gone
        ]
        for name, (_, place) in zip(names_of(each for each, _ in stay), stay, strict=True):
            if facts := self._parts.get(place):
                to = aside if is_undeclared(place[0], facts) else claims
                to[name] = self._verdict(facts)
            reviews = self._review(place) | reviews
        return flat_verdicts(aside) | flat_verdicts(claims), reviews

    def _verdict(self, facts: list[Fact]) -> ItemVerdict:
        held = self._verdicts.get(id(facts))
        if held is None:
            held = self._verdicts[id(facts)] = ItemVerdict.of(facts)
        return held

    def _review(self, key: tuple[str, int]) -> dict[str, str]:
        reason = self._reviews.get(key)
        return {REVIEW_KEY: reason} if reason else {}


def moved_nodes(old: Sequence[Any], new: Sequence[Any]) -> dict[int, Any]:
    """Return what each node that was changed has become, by the identity of what it was."""
    pairs = zip(old, new, strict=True)
    return {id(was): now for was, now in pairs if was is not now and now is not DROPPED}


def with_moved_ends(item: Any, mapping: GraphMapping, moved: Mapping[int, Any]) -> Any:
    """Return a relationship whose ends, where they were nodes of the graph, still are."""
    if not moved:
        return item
    ends = {side: moved.get(id(field(item, side))) for side in (mapping.source, mapping.target)}
    ends = {side: node for side, node in ends.items() if node is not None}
    return with_fields(item, ends) if ends else item


def _left_out(read: Callable[[], object]) -> dict[str, str]:
    """Return what is written of an item of which there is no fact: why, if it is no claim."""
    try:
        read()
    except (UnreadableItemError, ValidationError) as error:
        return ItemVerdict.left_out(problem_of(error).partition(":")[0]).values()
    return {}
