"""What is left of graphs without what a gate refuses, and without what rests on that alone?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from openodke.interop import ItemGate
from openodke_langchain.carried_properties import without_properties
from openodke_langchain.claim_names import UnreadableItemError
from openodke_langchain.graph_mapping import GRAPH_DOCUMENT, relation_mapping
from openodke_langchain.graph_rows import (
    NODE,
    PROPERTY,
    QUALIFIER,
    RELATIONSHIP,
    GraphRows,
    Reading,
    graph_rows,
)
from openodke_langchain.graph_verdicts import (
    Parts,
    annotated,
    is_undeclared,
    moved_nodes,
    with_moved_ends,
)
from openodke_langchain.native_graphs import DROPPED, NativeGraphs


@dataclass(frozen=True, slots=True)
class Answers:
    """What a gate said of items, by kind and index.

    Attributes:
        refused: what has to go, and why.
        marked: what a person should look at, and why.
        accepted: what it let through.
    """

    refused: dict[tuple[str, int], str]
    marked: dict[tuple[str, int], str]
    accepted: set[tuple[str, int]]


def asked(gate: ItemGate, parts: Parts) -> Answers:
    """Ask a gate about each item of which there is a fact, in the order of the facts."""
    answers = Answers({}, {}, set())
    for key, facts in parts.items():
        if is_undeclared(key[0], facts):
            continue
        answer = gate.ask(facts)
        if answer.action == "refuse":
            answers.refused[key] = answer.reason or "the gate refused it"
            continue
        answers.accepted.add(key)
        if answer.reason:
            answers.marked[key] = answer.reason
    return answers


def kept(native: NativeGraphs, parts: Parts, answers: Answers, reading: Reading) -> Any:
    """Return the graphs, annotated, without what was refused.

    A relationship goes when it is refused or an end of it is a node that was; a property when it is
    refused; a node when it is refused, or when all that there was of it went: its relationships and
    its properties.
    """
    gone = {key for key in answers.refused if key[0] in (PROPERTY, QUALIFIER)}
    whole = annotated(native, parts, reading, answers.marked, gone)
    again = NativeGraphs(whole, native.given)
    return again.rebuilt([_kept(reader, answers) for reader in graph_rows(again, reading)])


def _kept(reader: GraphRows, answers: Answers) -> Any:
    graph, refused = reader.graph, answers.refused
    gone = {at for at in range(len(graph.nodes.items)) if (NODE, graph.first_node + at) in refused}
    went: set[int] = set()
    had: set[int] = set()
    has: set[int] = set()
    for at in range(len(graph.relations.items)):
        ends = _nodes_of(reader, at)
        had |= ends
        if (RELATIONSHIP, graph.first_relation + at) in refused or ends & gone:
            went.add(at)
        else:
            has |= ends
    robbed = (had - has) | {at for at in range(len(graph.nodes.items)) if at not in had}
    gone |= {at for at in robbed if _is_robbed(reader, at, answers, at in had)}
    if graph.mapping is None and went and not isinstance(graph.native, list):
        return DROPPED
    nodes = [
        DROPPED if at in gone else _without_refused(reader, at, item, answers)
        for at, item in enumerate(graph.nodes.items)
    ]
    moved = moved_nodes(graph.nodes.items, nodes)
    relations = [
        DROPPED if at in went else _with_ends(reader, at, item, answers, moved)
        for at, item in enumerate(graph.relations.items)
    ]
    return graph.rebuilt(nodes, relations)


def _with_ends(
    reader: GraphRows, at: int, item: Any, answers: Answers, moved: dict[int, Any]
) -> Any:
    mapping = relation_mapping(item, reader.graph.mapping)
    if mapping is None:
        return item
    places = (reader.qualifier_place(at, which) for which in range(len(reader.qualifiers[at])))
    refused = _refused(QUALIFIER, places, answers)
    item = without_properties(item, mapping, refused) if refused else item
    return with_moved_ends(item, mapping, moved)


def _refused(kind: str, places: Iterable[int], answers: Answers) -> set[int]:
    """Return which of an item's properties were refused, by their places."""
    return {which for which, place in enumerate(places) if (kind, place) in answers.refused}


def _nodes_of(reader: GraphRows, at: int) -> set[int]:
    try:
        source, target, _ = reader.relation_ends(at)
    except UnreadableItemError:
        return set()
    return {end.node for end in (source, target) if end.node is not None}


def _is_robbed(reader: GraphRows, at: int, answers: Answers, had_relations: bool) -> bool:
    """Whether nothing is left of what a node without relationships claimed, and something was."""
    places = [reader.property_place(at, which) for which in range(len(reader.properties[at]))]
    keys = [(NODE, reader.graph.first_node + at), *((PROPERTY, place) for place in places)]
    lost = had_relations or any(key in answers.refused for key in keys)
    return lost and not any(key in answers.accepted for key in keys)


def _without_refused(reader: GraphRows, at: int, item: Any, answers: Answers) -> Any:
    places = (reader.property_place(at, which) for which in range(len(reader.properties[at])))
    refused = _refused(PROPERTY, places, answers)
    if not refused:
        return item
    return without_properties(item, reader.graph.mapping or GRAPH_DOCUMENT, refused)
