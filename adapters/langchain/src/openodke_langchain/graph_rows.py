"""Which claims do graphs make, on which texts?

A relationship is a claim, and so is each property of a node or of a relationship. A node that has
neither claims to be there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import accumulate
from typing import Any

from pydantic import ValidationError

from openodke.interop import LITERAL_TYPES, RowPlace
from openodke_langchain.carried_properties import (
    Property,
    pairs_of,
    properties_of,
    property_of,
)
from openodke_langchain.claim_names import End, GraphEnds, UnreadableItemError, read_name
from openodke_langchain.graph_mapping import GRAPH_DOCUMENT, GraphMapping, relation_mapping
from openodke_langchain.native_fields import field
from openodke_langchain.native_graphs import NativeGraph, NativeGraphs
from openodke_langchain.property_claims import PropertyClaims, plain

RELATIONSHIP, NODE, PROPERTY, QUALIFIER = KINDS = (
    "relationship",
    "node",
    "node_property",
    "relationship_property",
)
"""The kinds of items that make claims, as a row's id names them."""

IS_A = "is_a"
"""The predicate of a node that stands alone."""

ENTITY = "entity"
"""The type of a node of which nothing but its id is known: all it claims is to be there."""

PREDICATE, CLAIM = "odke_predicate", "odke_claim"
"""Properties of a relationship that `build` writes: what its type could not say."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What is a claim in a graph.

    Attributes:
        properties: which properties of nodes are claims.
        qualifiers: which properties of relationships are.
        every_node: whether a node that has relationships claims to be there, too.
    """

    properties: PropertyClaims
    qualifiers: PropertyClaims
    every_node: bool = False


class GraphRows:
    """The rows of one graph among others."""

    def __init__(
        self, graph: NativeGraph, reading: Reading, first_property: int, first_qualifier: int
    ) -> None:
        """Read a graph; the last two are how many properties come before it.

        The first of them counts those of nodes, the second those of relationships.
        """
        self.graph = graph
        self._mapping = graph.mapping or GRAPH_DOCUMENT
        self._reading = reading
        self.ends = GraphEnds(graph)
        self._first_property = first_property
        self._first_qualifier = first_qualifier

    @cached_property
    def properties(self) -> list[list[Property]]:
        """The properties of each node."""
        return [properties_of(node, self._mapping) for node in self.graph.nodes.items]

    @cached_property
    def qualifiers(self) -> list[list[Property]]:
        """The properties of each relationship."""
        found = []
        for item in self.graph.relations.items:
            mapping = relation_mapping(item, self.graph.mapping)
            found.append([] if mapping is None else properties_of(item, mapping))
        return found

    @property
    def property_count(self) -> int:
        """How many properties the nodes have."""
        return sum(map(len, self.properties))

    @property
    def qualifier_count(self) -> int:
        """How many properties the relationships have."""
        return sum(map(len, self.qualifiers))

    def relation_ends(self, at: int) -> tuple[End, End, Any]:
        """Return both ends of a relationship, and how it names its parts.

        Raises:
            UnreadableItemError: when it is no relationship, or an end has no name.
        """
        item = self.graph.relations.items[at]
        mapping = relation_mapping(item, self.graph.mapping)
        if mapping is None:
            raise UnreadableItemError(f"malformed: no relationship, but {type(item).__name__}")
        source = self.ends.end(item, mapping, "source")
        return source, self.ends.end(item, mapping, "target"), mapping

    @cached_property
    def connected(self) -> set[int]:
        """The nodes that are an end of a relationship."""
        found: set[int] = set()
        for at in range(len(self.graph.relations.items)):
            try:
                source, target, _ = self.relation_ends(at)
            except UnreadableItemError:
                continue
            found.update(end.node for end in (source, target) if end.node is not None)
        return found

    def relation(self, at: int) -> dict[str, Any]:
        """Return the fields of the row that a relationship makes.

        Raises:
            UnreadableItemError: when it makes none.
        """
        item = self.graph.relations.items[at]
        source, target, mapping = self.relation_ends(at)
        predicate, repaired = _predicate(item, mapping)
        claim = property_of(item, mapping, CLAIM)
        notes = {end.note: True for end in (source, target) if end.note}
        if repaired or source.is_repaired or target.is_repaired:
            notes["repaired"] = True
        held = {key: plain(value) for key, value in pairs_of(item, mapping)}
        return {
            "subject": source.name,
            "predicate": predicate,
            "object": target.name,
            "subject_type": source.type,
            "object_type": target.type,
            "subject_key": source.key,
            "object_key": target.key or _key_of_value(target),
            "claim": claim if isinstance(claim, str) and claim else None,
            "qualifiers": {**held, **notes},
        }

    def node(self, at: int) -> dict[str, Any] | None:
        """Return the fields of the row by which a node claims to be there; None where none is.

        Raises:
            UnreadableItemError: when it has no id that can be read.
        """
        node = self.ends.node(at)
        if not self._reading.every_node and (at in self.connected or self._says_more(at)):
            return None
        return {
            "subject": node.name,
            "predicate": IS_A,
            "object": node.type or ENTITY,
            "subject_type": node.type,
            "object_type": "text",
            "subject_key": node.key,
            "qualifiers": {"repaired": True} if node.is_repaired else {},
        }

    def _says_more(self, at: int) -> bool:
        """Whether a property of the node is a claim, which names it too."""
        return any(map(partial(self._is_claim, at), range(len(self.properties[at]))))

    def _is_claim(self, at: int, which: int) -> bool:
        try:
            return self.property(at, which) is not None
        except UnreadableItemError:
            return False

    def property(self, at: int, which: int) -> dict[str, Any] | None:
        """Return the fields of the row that a node's property makes; None where it claims nothing.

        Raises:
            UnreadableItemError: when its node has no id that can be read, or it no value.
        """
        held = self.properties[at][which]
        if held.value is None:
            return None
        node = self.ends.node(at)
        names = (node.name, node.key or node.name)
        claim = self._reading.properties.claim(held.key, held.value, names)
        if claim is None:
            return None
        return {
            "subject": node.name,
            "predicate": held.key,
            "object": claim[0],
            "subject_type": node.type,
            "object_type": claim[1],
            "subject_key": node.key,
        }

    def qualifier(self, at: int, which: int) -> dict[str, Any] | None:
        """Return the fields of the row that a relationship's property makes; None where none is.

        Its predicate names type, target and key, so that 1990 is the year of the move to Oslo and
        of no other.

        Raises:
            UnreadableItemError: when the relationship cannot be read, or its value.
        """
        held = self.qualifiers[at][which]
        if held.value is None or held.position is not None:
            return None
        source, target, mapping = self.relation_ends(at)
        predicate, _ = _predicate(self.graph.relations.items[at], mapping)
        claim = self._reading.qualifiers.qualifying(held.key, held.value, (predicate,))
        if claim is None:
            return None
        return {
            "subject": source.name,
            "predicate": qualified_predicate(predicate, target.name, held.key),
            "object": claim[0],
            "subject_type": source.type,
            "object_type": claim[1],
            "subject_key": source.key,
        }

    def qualifier_place(self, at: int, which: int) -> int:
        """Return the index of a relationship's property, counted over the whole native object."""
        return self._qualifier_starts[at] + which

    @cached_property
    def _qualifier_starts(self) -> list[int]:
        return _starts(self.qualifiers, self._first_qualifier)

    def property_place(self, at: int, which: int) -> int:
        """Return the index of a property, counted over the whole native object."""
        return self._property_starts[at] + which

    @cached_property
    def _property_starts(self) -> list[int]:
        return _starts(self.properties, self._first_property)

    def items(self) -> Iterator[tuple[str, int, Callable[[], dict[str, Any] | None]]]:
        """Yield each item that may make a claim: its kind, its index, what reads it."""
        graph = self.graph
        for at in range(len(graph.relations.items)):
            yield RELATIONSHIP, graph.first_relation + at, partial(self.relation, at)
            for which in range(len(self.qualifiers[at])):
                yield QUALIFIER, self.qualifier_place(at, which), partial(self.qualifier, at, which)
        for at in range(len(graph.nodes.items)):
            yield NODE, graph.first_node + at, partial(self.node, at)
            for which in range(len(self.properties[at])):
                yield PROPERTY, self.property_place(at, which), partial(self.property, at, which)


def graph_rows(native: NativeGraphs, reading: Reading) -> list[GraphRows]:
    """Return the reader of each graph."""
    found: list[GraphRows] = []
    properties = qualifiers = 0
    for graph in native:
        rows = GraphRows(graph, reading, properties, qualifiers)
        properties += rows.property_count
        qualifiers += rows.qualifier_count
        found.append(rows)
    return found


def qualified_predicate(predicate: str, target: str, key: str) -> str:
    """Return the predicate of a property that a relationship to a target has."""
    return f"{predicate} {target}: {key}"


def _predicate(item: object, mapping: GraphMapping) -> tuple[str, bool]:
    """Return the predicate of a relationship, and whether it had to be repaired."""
    given = property_of(item, mapping, PREDICATE) or field(item, mapping.type)
    return read_name(given, "relationship type")


def _starts(held: Sequence[Sequence[Property]], first: int) -> list[int]:
    """Return the place of each item's first property, counted over the whole native object."""
    return list(accumulate(map(len, held[:-1]), initial=first)) if held else []


def problem_of(error: UnreadableItemError | ValidationError) -> str:
    """Return why an item makes no row, its code first."""
    if isinstance(error, UnreadableItemError):
        return str(error)
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))
    return f"malformed: {where}: {first['msg']}"


def _key_of_value(end: End) -> str | None:
    """Return a key for a node whose type is that of a value, such as `date`: it is a node still."""
    return f"{end.type}:{end.name}" if end.type in LITERAL_TYPES else None


def row_place(row_id: str) -> RowPlace:
    """Return where a row comes from.

    Raises:
        InputError: when it is the id of no row of a graph.
    """
    return RowPlace.parse(row_id, KINDS)
