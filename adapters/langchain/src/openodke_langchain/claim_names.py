"""What is an end of a relationship called, and which node is it?

An id is a name only where a person can read it: of a URI or a hash the node's `name` is what a text
holds, and so it is where a `name` stands beside the id. Ends are nodes of their own, without
properties and often of another type or spelling than the node they mean.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from openodke.interop import says_nothing
from openodke_langchain.carried_properties import property_of
from openodke_langchain.graph_mapping import GRAPH_DOCUMENT, GraphMapping
from openodke_langchain.native_fields import field, has
from openodke_langchain.native_graphs import NativeGraph

UNTYPED = "Node"
"""The type of a node whose model gave none."""

_OPAQUE = re.compile(
    r"\w+://\S+|[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f-]{8,}|[0-9a-f]{16,}|[A-Za-z]{0,5}[-_:]?\d+",
    re.IGNORECASE,
)


class UnreadableItemError(ValueError):
    """An item makes no claim that could be read; the message says why."""


@dataclass(frozen=True, slots=True)
class End:
    """One end of a claim.

    Attributes:
        name: what it is called.
        type: its type, None where nobody gave one.
        key: its id, where that is no name.
        node: which node of the graph it is, None where it is none of them.
        note: how it and the node differ: "endpoint_casing", "missing_node"; "" where they do not.
        is_repaired: whether its name had to be taken out of a list.
    """

    name: str
    type: str | None = None
    key: str | None = None
    node: int | None = None
    note: str = ""
    is_repaired: bool = False


class GraphEnds:
    """The nodes of one graph, by what an end of a relationship says of them."""

    def __init__(self, graph: NativeGraph) -> None:
        """Read the nodes; one that cannot be read is nobody's end."""
        self._mapping = graph.mapping or GRAPH_DOCUMENT
        self._nodes = graph.nodes.items
        self._has_nodes = bool(self._nodes)
        self._by_id: dict[str, list[int]] = defaultdict(list)
        self._by_folded_id: dict[str, list[int]] = defaultdict(list)
        self._known: dict[Any, End] = {}
        for at, node in enumerate(self._nodes):
            try:
                name, _ = read_name(field(node, self._mapping.id), "node id")
            except UnreadableItemError:
                continue
            self._by_id[name].append(at)
            self._by_folded_id[name.casefold()].append(at)

    def node(self, at: int) -> End:
        """Return a node as the end of a claim about it.

        Raises:
            UnreadableItemError: when it has no id that can be read.
        """
        item = self._nodes[at]
        given, repaired = read_name(field(item, self._mapping.id), "node id")
        return self._named(given, read_type(field(item, self._mapping.node_type)), item, repaired)

    def end(self, item: object, mapping: GraphMapping, side: str) -> End:
        """Return the `source` or `target` of a relationship.

        Raises:
            UnreadableItemError: when there is no name that can be read.
        """
        held = field(item, getattr(mapping, side))
        kind = field(item, getattr(mapping, f"{side}_type"))
        if isinstance(held, str):  # most ends that are no objects
            return self._remembered(held, kind)
        if held is None or isinstance(held, int | float | list | tuple | bytes):
            name, repaired = read_name(held, side)
            return self._found(name, read_type(kind), None, repaired)
        if not has(held, self._mapping.id):
            raise UnreadableItemError(
                f"malformed: {side} has no {self._mapping.id!r}: {_shown(held)}"
            )
        given, kind = field(held, self._mapping.id), field(held, self._mapping.node_type)
        says_more = field(held, self._mapping.properties) or self._name_beside(held)
        if isinstance(given, str) and not says_more:
            return self._remembered(given, kind)
        name, repaired = read_name(given, side)
        return self._found(name, read_type(kind), held, repaired)

    def _remembered(self, given: str, kind: object) -> End:
        key = (given, kind if isinstance(kind, str) else None)
        end = self._known.get(key)
        if end is None:
            name, repaired = read_name(given, "end")
            end = self._known[key] = self._found(name, read_type(kind), None, repaired)
        return end

    def _found(self, given: str, kind: str | None, item: object, repaired: bool) -> End:
        at = self._resolved(given, kind)
        if at is None:
            end = self._named(given, kind, item, repaired)
            note = "missing_node" if self._has_nodes else ""
            return End(end.name, end.type, end.key, None, note, repaired)
        node = self._nodes[at]
        own, _ = read_name(field(node, self._mapping.id), "node id")
        kind = kind or read_type(field(node, self._mapping.node_type))
        end = self._named(given, kind, node, repaired)
        note = "" if own == given else "endpoint_casing"
        return End(end.name, end.type, end.key, at, note, repaired)

    def _resolved(self, given: str, kind: str | None) -> int | None:
        """Return the node that an end means: of those with its id, the one of its type."""
        found = self._by_id.get(given, ()) or self._by_folded_id.get(given.casefold(), ())
        if len(found) <= 1:
            return found[0] if found else None
        for at in found:
            own = read_type(field(self._nodes[at], self._mapping.node_type))
            if (own or "").casefold() == (kind or "").casefold():
                return at
        return found[0]

    def _named(self, given: str, kind: str | None, item: object, repaired: bool) -> End:
        label = self._name_beside(item)
        if label is None and _OPAQUE.fullmatch(given):
            label = property_of(item, self._mapping, "name")
        if isinstance(label, str) and not says_nothing(label):
            key = given if label != given else None
            return End(label, kind, key, is_repaired=repaired)
        return End(given, kind, is_repaired=repaired)

    def _name_beside(self, item: object) -> str | None:
        """Return the name that stands beside a node's id: then the id is a key and no name."""
        held = field(item, "name") if self._mapping.id != "name" and item is not None else None
        return held if isinstance(held, str) and not says_nothing(held) else None


def read_name(held: object, what: str) -> tuple[str, bool]:
    """Return a name as text, and whether it had to be taken out of a list of one.

    Raises:
        UnreadableItemError: when it names nothing, or is neither text nor number.
    """
    if isinstance(held, list | tuple) and len(held) == 1:
        return read_name(held[0], what)[0], True
    if isinstance(held, bool) or not isinstance(held, str | int | float):
        raise UnreadableItemError(f"malformed: {what} is no name: {_shown(held)}")
    name = str(held)
    if says_nothing(name):
        raise UnreadableItemError(f"malformed: {what} names nothing: {_shown(held)}")
    return name, False


def read_type(held: object) -> str | None:
    """Return a node's type, None where it says nothing."""
    if not isinstance(held, str) or held == UNTYPED or says_nothing(held):
        return None
    return held


def _shown(held: object) -> str:
    try:
        text = ascii(held)
    except Exception:
        text = type(held).__name__
    return text if len(text) <= 60 else text[:57] + "..."
