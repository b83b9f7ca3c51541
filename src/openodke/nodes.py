"""Which entities do the facts of a graph name?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from openodke.model.description import described
from openodke.model.entity import Entity
from openodke.model.fact import Fact


def nodes(facts: Iterable[Fact]) -> tuple[Entity, ...]:
    """Return one entity for each key and type, in the order first named.

    Where facts describe one key differently, the first description stands: the names of the others
    become its aliases, and what it leaves open is filled in from them.
    """
    first: dict[tuple[str, str], Entity] = {}
    others: dict[tuple[str, str], dict[Entity, None]] = {}
    for entity in ends(facts):
        node = (entity.key, entity.type)
        held = first.setdefault(node, entity)
        if held is not entity and held != entity:
            others.setdefault(node, {})[entity] = None
    for node, differing in others.items():
        first[node] = described([first[node], *differing])
    return tuple(first.values())


def ends(facts: Iterable[Fact]) -> Iterator[Entity]:
    """Yield the subject of each fact, and its object where that is an entity."""
    for fact in facts:
        yield fact.subject
        if fact.object_entity is not None:
            yield fact.object_entity
