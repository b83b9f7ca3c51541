"""Which graphs, nodes and relationships are in what a chain returned, and how is it put together
again?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from openodke_langchain.graph_mapping import GRAPHS, GraphMapping, is_claim, relation_mapping
from openodke_langchain.native_fields import field, has, with_fields

_RAW = ("raw", "parsed", "parsing_error")  # with_structured_output(include_raw=True)
_LOOKED_AT = 50  # items of a list that are looked at to know what it is


class _Dropped:
    def __repr__(self) -> str:
        return "DROPPED"


DROPPED: Final = _Dropped()
"""Stands for an item that is left out when a list is put together again."""


class ItemList:
    """A list of a graph, whose items may lie in lists themselves, one level deep.

    Attributes:
        items: the items, in order.
    """

    __slots__ = ("_held", "items")

    def __init__(self, held: object) -> None:
        """Take what a graph has in place of a list; anything else has no items."""
        self._held: Sequence[Any] = held if _is_list(held) else ()  # type: ignore[assignment]
        self.items: list[Any] = []
        for item in self._held:
            if isinstance(item, list):
                self.items += item
            else:
                self.items.append(item)

    def rebuilt(self, changed: Sequence[Any]) -> Any:
        """Return a list of the same form with other items; DROPPED is left out."""
        given = iter(changed)
        new: list[Any] = []
        for item in self._held:
            if isinstance(item, list):
                new.append([i for i in (next(given) for _ in item) if i is not DROPPED])
            elif (one := next(given)) is not DROPPED:
                new.append(one)
        return tuple(new) if isinstance(self._held, tuple) else new


@dataclass(slots=True)
class NativeGraph:
    """One graph, or one relationship that stands alone.

    Attributes:
        native: the object as it was handed in.
        mapping: how it names its parts; None where it is no graph.
        nodes: its nodes.
        relations: its relationships.
        first_node, first_relation: how many there are before it in the whole native object.
        document: its text, as it has it.
        problem: why nothing can be read, "" where something can.
    """

    native: Any
    mapping: GraphMapping | None
    nodes: ItemList
    relations: ItemList
    first_node: int = 0
    first_relation: int = 0
    document: Any = None
    problem: str = ""

    def rebuilt(self, nodes: Sequence[Any], relations: Sequence[Any]) -> Any:
        """Return the object with other nodes and relationships; itself where none is another."""
        if _same(nodes, self.nodes.items) and _same(relations, self.relations.items):
            return self.native
        if self.mapping is None:
            if isinstance(self.native, list):
                return self.relations.rebuilt(relations)
            return relations[0]
        changes: dict[str, Any] = {}
        if not _same(nodes, self.nodes.items):
            changes[str(self.mapping.nodes)] = self.nodes.rebuilt(nodes)
        if not _same(relations, self.relations.items):
            changes[self.mapping.relationships] = self.relations.rebuilt(relations)
        graph = _parsed(self.native)
        new = with_fields(self.native if graph is None else graph, changes)
        return new if graph is None else with_fields(self.native, {"parsed": new})


class NativeGraphs:
    """The graphs of a native object.

    Attributes:
        graphs: one for each item of a list, or the one.
        nodes, relations: how many there are in all.
    """

    def __init__(self, native: Any, mapping: GraphMapping | None = None) -> None:
        """Take apart a graph, a relationship, or a list of either."""
        self._native = native
        self.given = mapping
        self.is_one = not _is_list(native) or is_claim(native, mapping)
        self.graphs: list[NativeGraph] = []
        self.nodes = self.relations = 0
        for item in (native,) if self.is_one else native:
            self._add(_graph(item, mapping))

    def _add(self, graph: NativeGraph) -> None:
        graph.first_node, graph.first_relation = self.nodes, self.relations
        self.nodes += len(graph.nodes.items)
        self.relations += len(graph.relations.items)
        self.graphs.append(graph)

    def __iter__(self) -> Iterator[NativeGraph]:
        """Yield the graphs, in order."""
        return iter(self.graphs)

    def rebuilt(self, graphs: Sequence[Any]) -> Any:
        """Return a native object of the same form with other graphs; DROPPED is left out."""
        if self.is_one:
            return None if graphs[0] is DROPPED else graphs[0]
        kept = [graph for graph in graphs if graph is not DROPPED]
        if isinstance(self._native, tuple):
            return tuple(kept)
        remade = getattr(self._native, "holding", None)  # a list of our own
        return remade(kept) if remade else kept


def is_native(native: object, mapping: GraphMapping | None = None) -> bool:
    """Tell whether an object is what a chain of LangChain's returns as a graph."""
    if _is_list(native) and not is_claim(native, mapping):
        items = list(native[:_LOOKED_AT])  # type: ignore[index]
        return not items or any(_is_item(item, mapping) for item in items)
    return _is_item(native, mapping)


def _is_item(item: object, mapping: GraphMapping | None) -> bool:
    if isinstance(item, list):
        return any(is_claim(each, mapping) for each in item[:_LOOKED_AT])
    if isinstance(item, Mapping) and item.keys() >= set(_RAW) and item["parsed"] is None:
        return True
    return _is_graph(item, mapping, plainly=True) is not None or is_claim(item, mapping)


def _graph(item: Any, given: GraphMapping | None) -> NativeGraph:
    mapping = _is_graph(item, given)
    if mapping is not None:
        held = _parsed(item)
        graph = item if held is None else held
        return NativeGraph(
            item,
            mapping,
            ItemList(field(graph, mapping.nodes)),
            ItemList(field(graph, mapping.relationships)),
            document=field(graph, mapping.document),
        )
    if isinstance(item, list):
        return NativeGraph(item, None, ItemList(()), ItemList(item))
    if relation_mapping(item, given) is not None:
        return NativeGraph(item, None, ItemList(()), ItemList((item,)))
    return NativeGraph(item, None, ItemList(()), ItemList(()), problem=_problem(item))


def _problem(item: object) -> str:
    if isinstance(item, Mapping) and item.keys() >= set(_RAW):
        return f"malformed: the answer was not parsed: {item.get('parsing_error')!s}"[:200]
    return f"malformed: neither a graph nor a relationship, but {type(item).__name__}"


def _is_graph(
    item: object, given: GraphMapping | None, *, plainly: bool = False
) -> GraphMapping | None:
    """Return how a graph names its parts, None for what is no graph.

    Whether it is `plainly` one says what its relationships are; one among others may hold bad ones.
    """
    if isinstance(item, str | bytes | type | tuple | list | None):
        return None
    held = _parsed(item)
    graph = item if held is None else held
    if given is not None and _is_list(field(graph, given.relationships)):
        return given
    for mapping in GRAPHS:
        if _names_its_parts(graph, mapping, plainly):
            return mapping
    return None


def _names_its_parts(graph: object, mapping: GraphMapping, plainly: bool) -> bool:
    if mapping.nodes is not None and not has(graph, mapping.nodes):
        return False
    relations = field(graph, mapping.relationships)
    if relations is None:
        # a model that was asked for both may give nodes alone
        return mapping.nodes is not None and has(graph, mapping.relationships)
    if not _is_list(relations) or not _is_list(field(graph, mapping.nodes) or ()):
        return False
    if mapping.nodes is None:
        return bool(relations) and any(is_claim(r) for r in relations[:_LOOKED_AT])
    looked = [item for item in ItemList(relations[:_LOOKED_AT]).items if _says_something(item)]
    return not (plainly and looked) or any(relation_mapping(item, None) for item in looked)


def _says_something(item: object) -> bool:
    """Whether an item has names for its parts, and is no mere fragment of an answer."""
    if isinstance(item, Mapping):
        return len(item) > 1
    return not isinstance(item, str | bytes | int | float | list | None)


def _parsed(item: object) -> Any:
    """Return what was parsed, of an answer that came with its raw form."""
    if isinstance(item, Mapping) and item.keys() >= set(_RAW):
        return item.get("parsed")
    return None


def _is_list(held: object) -> bool:
    return isinstance(held, list | tuple)


def _same(new: Sequence[Any], old: Sequence[Any]) -> bool:
    return len(new) == len(old) and all(a is b for a, b in zip(new, old, strict=True))
