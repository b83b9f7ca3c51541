"""What is a kind of entity, a kind of claim, and a modifier of a claim?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import AfterValidator, Field, StrictBool

from openodke.model.frozen import NOTHING, FrozenModel, Name, Text, frozen_mapping

if TYPE_CHECKING:
    from openodke.ontology.schema import Ontology

LITERAL_RANGES = frozenset(
    {
        "boolean",
        "date",
        "datetime",
        "float",
        "integer",
        "number",
        "quantity",
        "string",
        "text",
    }
)
"""The names a predicate's `range` may have for a literal; any other range is the name of a type."""

Cardinality = Literal["single", "multi"]

Importance = Annotated[float, Field(strict=True, ge=0, le=1, allow_inf_nan=False)]
"""A number from 0 to 1, and no text of one."""


class Qualifier(FrozenModel):
    """A modifier of a claim; with `identity`, two values of it make two claims."""

    identity: StrictBool = False
    description: Text | None = None


class EntityType(FrozenModel):
    """A kind of entity; it inherits what its `parents` may be said to have."""

    name: Name
    description: Text | None = None
    parents: tuple[Name, ...] = ()
    keys: tuple[Name, ...] = ()
    aliases: tuple[Name, ...] = ()


class Predicate(FrozenModel):
    """A kind of claim: what it may be said of (`domain`; empty is every type) and its `range`."""

    name: Name
    label: Text | None = None
    description: Text | None = None
    domain: tuple[Name, ...] = ()
    range: Name = "string"
    cardinality: Cardinality = "single"
    cardinality_scope: tuple[Name, ...] = ()
    required: StrictBool = False
    qualifiers: Annotated[Mapping[Name, Qualifier], AfterValidator(frozen_mapping)] = NOTHING
    aliases: tuple[Name, ...] = ()
    importance: Importance = 0.5
    examples: tuple[Text, ...] = ()
    inverse_of: Name | None = None
    symmetric: StrictBool = False

    @property
    def identity_keys(self) -> tuple[str, ...]:
        """The identity-bearing qualifiers, sorted."""
        return tuple(sorted(key for key, held in self.qualifiers.items() if held.identity))

    @property
    def scope_keys(self) -> tuple[str, ...]:
        """The qualifiers on which two values must agree to contradict each other, sorted.

        They are the identity-bearing ones and those of `cardinality_scope`.
        """
        return tuple(sorted({*self.identity_keys, *self.cardinality_scope}))

    def is_edge_in(self, ontology: Ontology) -> bool:
        """Tell whether the object of this predicate is an entity: its range is a declared type."""
        return self.range not in LITERAL_RANGES and self.range in ontology.types
