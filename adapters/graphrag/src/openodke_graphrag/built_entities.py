"""Which entities does a built export have, and what is said of each?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import pyarrow as pa

from openodke.interop import THING
from openodke.model import Entity, Fact, Polarity
from openodke_graphrag.entity_rows import DESCRIBED_AS, ENTITY, IS_A
from openodke_graphrag.titles import fragment_problem

_SCHEMA = pa.schema(
    [
        ("id", pa.string()),
        ("human_readable_id", pa.int64()),
        ("title", pa.string()),
        ("type", pa.string()),
        ("description", pa.string()),
        ("text_unit_ids", pa.list_(pa.string())),
        ("frequency", pa.int64()),
        ("degree", pa.int64()),
    ]
)


@dataclass
class _Held:
    key: str
    type: str
    description: str = ""
    units: dict[str, None] = field(default_factory=dict)
    facts: list[Fact] = field(default_factory=list)


class BuiltEntities:
    """The entities of a graph, by title: GraphRAG knows an entity by nothing else."""

    def __init__(self, entities: Iterable[Entity], facts: Iterable[Fact]) -> None:
        """Begin with the entities of a graph, whether anything is claimed of them or not."""
        self._in_texts = frozenset(_in_texts(facts))
        self._held: dict[str, _Held] = {}
        for entity in entities:
            if not self.problem(entity):
                self.add(entity, ())

    def problem(self, entity: Entity) -> str:
        """Return why an entity cannot have a row, "" where it can.

        Two entities of one name can share a row where one of them has no type: else they are two.
        """
        if problem := fragment_problem(entity.name, "title"):
            return problem.removeprefix("malformed: ")
        held = self._held.get(entity.name)
        if held is None or held.key == entity.key or THING in (held.type, entity.type):
            return ""
        return (
            f"{entity.name!r} is the title of another entity, {held.key!r}: GraphRAG knows an "
            f"entity by its title, and {entity.key!r} has no row"
        )

    def add(self, entity: Entity, units: Iterable[str]) -> None:
        """Add an entity and the text units that speak of it."""
        held = self._held.setdefault(entity.name, _Held(entity.key, entity.type))
        if held.type == THING:
            held.key, held.type = entity.key, entity.type
        held.units.update(dict.fromkeys(units))

    def describes(self, fact: Fact) -> bool:
        """Take a fact that an entity's own row can hold: its description, or its type.

        A row states all that it does on each of its texts, so it cannot hold what has no text.
        """
        held = self._held[fact.subject.name]
        said = fact.object_value
        if not isinstance(said, str) or fact.polarity is not Polarity.ASSERTED:
            return False
        if not fact.evidence and fact.subject.name in self._in_texts:
            return False
        if fact.predicate == DESCRIBED_AS and held.description in ("", said):
            held.description = said
        elif fact.predicate != IS_A or held.description or said not in (held.type, ENTITY):
            return False
        held.facts.append(fact)
        return True

    def described_by(self) -> list[list[Fact]]:
        """Return the facts that each row states."""
        return [held.facts for held in self._held.values()]

    def table(self, degree: Mapping[str, int]) -> Any:
        """Return the table, with a degree for each title."""
        rows = [
            {
                "id": str(uuid5(NAMESPACE_URL, f"urn:odke:entity:{held.key}:{title}")),
                "human_readable_id": number,
                "title": title,
                "type": "" if held.type == THING else held.type,
                "description": held.description,
                "text_unit_ids": list(held.units),
                "frequency": len(held.units),
                "degree": degree.get(title, 0),
            }
            for number, (title, held) in enumerate(self._held.items())
        ]
        return pa.Table.from_pylist(rows, schema=_SCHEMA)


def _in_texts(facts: Iterable[Fact]) -> Iterator[str]:
    """Yield the names of the entities of which some fact has a text."""
    for fact in facts:
        if fact.evidence:
            yield fact.subject.name
            yield fact.object_name
