"""Which items of graphs are copies of one claim, of which a store keeps one?

A store knows a node by its id and its type, a relationship by its ends and its type. What stands
again, in another graph or in the same, is written over it or left out, with its verdict: so all
copies have to say the same.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from typing import Any

from openodke.interop import NodeName, deciding
from openodke.model import Fact
from openodke_langchain.claim_names import UnreadableItemError
from openodke_langchain.graph_rows import NODE, PROPERTY, QUALIFIER, RELATIONSHIP, GraphRows
from openodke_langchain.graph_verdicts import Parts
from openodke_langchain.native_fields import field

Place = tuple[str, int]


def with_copies(readers: Sequence[GraphRows], parts: Parts, gone: Collection[Place] = ()) -> Parts:
    """Return the facts of each item, those of all copies of one claim at each of them.

    Each copy then has the verdict of all their texts, and their independent sources are counted.

    Args:
        readers: the graphs.
        parts: the facts of each item.
        gone: the items that are refused: they have no part in it.
    """
    copies: dict[Hashable, list[Place]] = {}
    for reader in readers:
        for identity, place in _places(reader):
            if place in parts and place not in gone:
                copies.setdefault(identity, []).append(place)
    shared = dict(parts)
    for places in copies.values():
        if len(places) > 1:
            whole = _counted([fact for place in places for fact in parts[place]])
            shared.update(dict.fromkeys(places, whole))
    return shared


def _places(reader: GraphRows) -> Iterator[tuple[Hashable, Place]]:
    """Yield each item with what tells it from others in a store."""
    graph = reader.graph
    for at, item in enumerate(graph.relations.items):
        try:
            source, target, how = reader.relation_ends(at)
        except UnreadableItemError:
            continue
        ends = (NodeName(end.name, end.type, end.key) for end in (source, target))
        relation = (RELATIONSHIP, *ends, _label(field(item, how.type)))
        yield relation, (RELATIONSHIP, graph.first_relation + at)
        for which, held in enumerate(reader.qualifiers[at]):
            identity = (QUALIFIER, relation, held.key, repr(held.value))
            yield identity, (QUALIFIER, reader.qualifier_place(at, which))
    for at in range(len(graph.nodes.items)):
        try:
            end = reader.ends.node(at)
        except UnreadableItemError:
            continue
        node = NodeName(end.name, end.type, end.key)
        yield (NODE, node), (NODE, graph.first_node + at)
        for which, held in enumerate(reader.properties[at]):
            said = (PROPERTY, node, held.key, repr(held.value))
            yield said, (PROPERTY, reader.property_place(at, which))


def _label(kind: Any) -> str:
    """Return a relationship's type as stores write it: in capitals, without spaces."""
    return str(kind).replace(" ", "_").upper()


def _counted(facts: list[Fact]) -> list[Fact]:
    """Return facts of one claim with the number of its independent sources, if it has several."""
    from openodke.corroborate import support_of  # read when it is needed

    decisive = deciding(facts)
    support = len(support_of([one for fact in decisive for one in fact.evidence]))
    if support < 2:
        return facts
    ids = {id(fact) for fact in decisive}
    return [
        fact.model_copy(update={"support": support}) if id(fact) in ids else fact for fact in facts
    ]
