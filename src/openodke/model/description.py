"""What is one entity called, when several facts describe it?"""

from __future__ import annotations

from collections.abc import Sequence

from openodke.model.entity import Entity
from openodke.model.frozen import freeze, replaced
from openodke.model.keys import NAME_KEY


def described(entities: Sequence[Entity]) -> Entity:
    """Return the first of several descriptions of one entity, with what the others add.

    The names of the others become aliases, and what the first leaves open is filled in from them,
    in their order. There has to be one at least.
    """
    held = entities[0]
    namer = next((entity for entity in entities if entity.label), held)
    named = dict.fromkeys(held.aliases)
    for entity in entities[1:]:
        named |= dict.fromkeys(name for name in (entity.label, *entity.aliases) if name)
    attributes: dict[str, object] = {}
    for entity in reversed(entities):
        attributes |= entity.attributes
    attributes.pop(NAME_KEY, None)
    if NAME_KEY in namer.attributes:  # the key of the label that stays, and of no other
        attributes[NAME_KEY] = namer.attributes[NAME_KEY]
    return replaced(
        held,
        label=namer.label,
        aliases=tuple(name for name in named if name != namer.label),
        external_id=next((entity.external_id for entity in entities if entity.external_id), None),
        resolution=next((entity.resolution for entity in entities if entity.resolution), None),
        attributes=freeze(attributes),
    )
