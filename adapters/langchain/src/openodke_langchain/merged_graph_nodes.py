"""How do nodes that are one thing become one node of each graph document?

A node is known by its id and its type, to a store as to an end of a relationship. So a node that
is given up gets both from the one that stands for it, in every graph; where a graph has both, they
are joined. Relationships are never joined: each claims something on its own text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from openodke.interop import (
    Merged,
    MergedNode,
    NodeMerge,
    NodeName,
    merges_among,
    whole_values,
    worst_values,
)
from openodke_langchain.carried_properties import verdicts_of, written
from openodke_langchain.claim_names import End, UnreadableItemError
from openodke_langchain.graph_mapping import GRAPH_DOCUMENT, GraphMapping, relation_mapping
from openodke_langchain.graph_rows import GraphRows, Reading, graph_rows
from openodke_langchain.joined_properties import joined, with_names
from openodke_langchain.native_fields import field, has, with_fields
from openodke_langchain.native_graphs import DROPPED, NativeGraphs

_OF_A_FIELD = "odke_verdict__"


@dataclass(frozen=True, slots=True)
class _Form:
    """How a node is written: its id, and its type where it has one."""

    id: Any
    type: Any


def merged_nodes(
    native: NativeGraphs, merges: Iterable[NodeMerge], reading: Reading
) -> Merged[Any]:
    """Return the graphs in which each node that is proven to be another one is that one."""
    readers = graph_rows(native, reading)
    forms = _forms(readers)
    wanted = merges_among(merges, forms.keys())
    if not wanted:
        return Merged(native.rebuilt([reader.graph.native for reader in readers]))
    writer = _Writer(wanted, forms)
    changed = native.rebuilt([writer.graph(reader) for reader in readers])
    nodes = tuple(
        MergedNode(
            str(forms[old].id),
            str(forms[merge.new].id),
            old.name,
            merge.new.name,
            merge.because,
        )
        for old, merge in wanted.items()
        if forms[old] != forms[merge.new]
    )
    return Merged(_with_whole_copies(NativeGraphs(changed, native.given), reading, writer), nodes)


def name_of(end: End) -> NodeName:
    """Return a node in the words of the rows that name it."""
    return NodeName(end.name, end.type, end.key)


def _forms(readers: Iterable[GraphRows]) -> dict[NodeName, _Form]:
    """Return how each node is written, by its name: as a node, else as an end of a relationship."""
    found: dict[NodeName, _Form] = {}
    ends: dict[NodeName, _Form] = {}
    for reader in readers:
        mapping = reader.graph.mapping or GRAPH_DOCUMENT
        for at, item in enumerate(reader.graph.nodes.items):
            if (end := _node(reader, at)) is not None:
                form = _Form(field(item, mapping.id), field(item, mapping.node_type))
                found.setdefault(name_of(end), form)
        for at, item in enumerate(reader.graph.relations.items):
            for side, end, how in _ends(reader, at):
                ends.setdefault(name_of(end), _form_of_end(item, how, side, mapping))
    return {**ends, **found}


def _form_of_end(item: object, how: GraphMapping, side: str, mapping: GraphMapping) -> _Form:
    held = field(item, getattr(how, side))
    if held is not None and not isinstance(held, str | int | float) and has(held, mapping.id):
        return _Form(field(held, mapping.id), field(held, mapping.node_type))
    return _Form(held, field(item, getattr(how, f"{side}_type")))


def _node(reader: GraphRows, at: int) -> End | None:
    try:
        return reader.ends.node(at)
    except UnreadableItemError:
        return None


def _ends(reader: GraphRows, at: int) -> list[tuple[str, End, GraphMapping]]:
    """Return the ends of a relationship that can be read: one leads on where the other is none."""
    item = reader.graph.relations.items[at]
    mapping = relation_mapping(item, reader.graph.mapping)
    found: list[tuple[str, End, GraphMapping]] = []
    if mapping is None:
        return found
    for side in ("source", "target"):
        with suppress(UnreadableItemError):
            found.append((side, reader.ends.end(item, mapping, side), mapping))
    return found


class _Writer:
    """Writes the node that stays wherever one stands that is given up."""

    def __init__(
        self, wanted: Mapping[NodeName, NodeMerge], forms: Mapping[NodeName, _Form]
    ) -> None:
        self._wanted = wanted
        self._forms = forms
        self.stays = frozenset(merge.new for merge in wanted.values())

    def graph(self, reader: GraphRows) -> Any:
        """Return a graph with its nodes joined, and its relationships led to them."""
        graph = reader.graph
        mapping = graph.mapping or GRAPH_DOCUMENT
        nodes, moved = self._nodes(reader, mapping)
        relations = [
            self._relation(reader, at, item, mapping, moved)
            for at, item in enumerate(graph.relations.items)
        ]
        return graph.rebuilt(nodes, relations)

    def _nodes(self, reader: GraphRows, mapping: GraphMapping) -> tuple[list[Any], dict[int, Any]]:
        """Return the nodes, those that are one thing in the place of the first of them.

        And what each that changed has become, by the identity of what it was.
        """
        old = reader.graph.nodes.items
        items = list(old)
        moved: dict[int, Any] = {}
        groups: dict[NodeName, list[int]] = {}
        touched = set()
        for at in range(len(items)):
            if (end := _node(reader, at)) is None:
                continue
            name = name_of(end)
            merge = self._wanted.get(name)
            groups.setdefault(name if merge is None else merge.new, []).append(at)
            if merge is not None:
                touched.add(merge.new)
        for new in touched:
            places = groups[new]
            given_up = [at for at in places if self._is_given_up(reader, at)]
            base = next((at for at in places if at not in given_up), places[0])
            node = self._written(old[base], new, mapping)
            node = joined(node, [old[at] for at in places if at != base], mapping)
            node = with_names(node, self._names(reader, given_up, new), mapping)
            for at in places:
                items[at] = DROPPED
                moved[id(old[at])] = node
            items[places[0]] = node
        return items, moved

    def _names(self, reader: GraphRows, given_up: Iterable[int], new: NodeName) -> list[str]:
        """Return what nodes that went into another were called: the id, and a name beside it."""
        form = self._forms[new]
        names = []
        for at in given_up:
            if (end := _node(reader, at)) is not None:
                names += [end.key, end.name] if end.key else [end.name]
        return [name for name in names if name not in (str(form.id), new.name, None)]

    def _is_given_up(self, reader: GraphRows, at: int) -> bool:
        end = _node(reader, at)
        return end is not None and name_of(end) in self._wanted

    def _written(self, item: Any, new: NodeName, mapping: GraphMapping) -> Any:
        form = self._forms[new]
        changes = {}
        if field(item, mapping.id) != form.id:
            changes[mapping.id] = form.id
        if has(item, mapping.node_type) and field(item, mapping.node_type) != form.type:
            changes[mapping.node_type] = form.type
        return with_fields(item, changes) if changes else item

    def _relation(
        self,
        reader: GraphRows,
        at: int,
        item: Any,
        mapping: GraphMapping,
        moved: Mapping[int, Any],
    ) -> Any:
        changes: dict[str, Any] = {}
        bare: list[str] = []
        how = mapping
        for side, end, how in _ends(reader, at):
            merge = self._wanted.get(name_of(end))
            held = field(item, getattr(how, side))
            if id(held) in moved:
                changes[getattr(how, side)] = moved[id(held)]
            elif merge is not None:
                changes |= self._led(item, held, side, merge.new, how, mapping)
                bare += [end.key or end.name] if end.node is None else []
        item = with_fields(item, changes) if changes else item
        return with_names(item, bare, how)  # no node of the graph could say it

    def _led(
        self,
        item: Any,
        held: Any,
        side: str,
        new: NodeName,
        how: GraphMapping,
        mapping: GraphMapping,
    ) -> dict[str, Any]:
        """Return the fields of a relationship that lead one of its ends to another node."""
        form = self._forms[new]
        if held is not None and not isinstance(held, str | int | float) and has(held, mapping.id):
            return {getattr(how, side): self._written(held, new, mapping)}
        changes = {getattr(how, side): form.id}
        kind = getattr(how, f"{side}_type")
        if kind is not None and has(item, kind) and form.type is not None:
            changes[kind] = form.type
        return changes


def _with_whole_copies(native: NativeGraphs, reading: Reading, writer: _Writer) -> Any:
    """Return the graphs in which relationships that have become one say the same of it.

    A store keeps one of them, the first or the last.
    """
    readers = graph_rows(native, reading)
    copies: dict[tuple[Any, ...], list[tuple[int, int]]] = {}
    for number, reader in enumerate(readers):
        for at, item in enumerate(reader.graph.relations.items):
            ends = [name_of(end) for _, end, _ in _ends(reader, at)]
            how = relation_mapping(item, reader.graph.mapping)
            if how is not None and len(ends) == 2 and not writer.stays.isdisjoint(ends):
                copies.setdefault((*ends, field(item, how.type)), []).append((number, at))
    changed = [list(reader.graph.relations.items) for reader in readers]
    for places in copies.values():
        if len(places) > 1:
            _say_the_same(changed, places, readers)
    return native.rebuilt(
        [
            reader.graph.rebuilt(reader.graph.nodes.items, relations)
            for reader, relations in zip(readers, changed, strict=True)
        ]
    )


def _say_the_same(
    changed: Sequence[list[Any]], places: Iterable[tuple[int, int]], readers: Sequence[GraphRows]
) -> None:
    held = []
    for number, at in places:
        item = changed[number][at]
        how = relation_mapping(item, readers[number].graph.mapping) or GRAPH_DOCUMENT
        held.append((number, at, how, verdicts_of(item, how)))
    whole = whole_values([said for *_, said in held])
    for number, at, how, said in held:
        fields = {key: text for key, text in said.items() if key.startswith(_OF_A_FIELD)}
        of_fields = [{"odke_verdict": verdict} for verdict in fields.values()]
        if said and worst_values([whole, *of_fields])["odke_verdict"] == whole["odke_verdict"]:
            changed[number][at] = written(changed[number][at], how, {**whole, **fields})
