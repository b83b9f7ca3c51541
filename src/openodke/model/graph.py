"""What does a run hand on?"""

from datetime import datetime

from pydantic import Field

from openodke.model.entity import Entity, EntityLink
from openodke.model.fact import Fact
from openodke.model.frozen import NOTHING, Frozen, FrozenModel, Text, now


class KnowledgeGraph(FrozenModel):
    """The pipeline's output, and all that a sink reads."""

    entities: tuple[Entity, ...] = ()
    facts: tuple[Fact, ...] = ()
    links: tuple[EntityLink, ...] = ()
    ontology_name: Text | None = None
    created_at: datetime = Field(default_factory=now)
    stats: Frozen = NOTHING

    @property
    def edges(self) -> tuple[Fact, ...]:
        """The facts whose object is an entity."""
        return tuple(fact for fact in self.facts if fact.object_entity is not None)

    @property
    def properties(self) -> tuple[Fact, ...]:
        """The facts whose object is a literal."""
        return tuple(fact for fact in self.facts if fact.object_entity is None)
