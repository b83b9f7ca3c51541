"""Which entities do the facts of a graph name?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from openodke.model.entity import Entity
from openodke.model.fact import Fact
from openodke.model.frozen import freeze, replaced


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
        first[node] = _joined(first[node], [*differing])
    return tuple(first.values())


def ends(facts: Iterable[Fact]) -> Iterator[Entity]:
    """Yield the subject of each fact, and its object where that is an entity."""
    for fact in facts:
        yield fact.subject
        if fact.object_entity is not None:
            yield fact.object_entity


def _joined(held: Entity, others: list[Entity]) -> Entity:
    """Return the first description of an entity with what the others add."""
    every = [held, *others]
    label = next((entity.label for entity in every if entity.label), None)
    named = dict.fromkeys(held.aliases)
    for entity in others:
        named |= dict.fromkeys(name for name in (entity.label, *entity.aliases) if name)
    attributes: dict[str, object] = {}
    for entity in reversed(every):
        attributes |= entity.attributes
    return replaced(
        held,
        label=label,
        aliases=tuple(name for name in named if name != label),
        external_id=next((entity.external_id for entity in every if entity.external_id), None),
        resolution=next((entity.resolution for entity in every if entity.resolution), None),
        attributes=freeze(attributes),
    )
