"""What is claimed, on what evidence, and how does it stand?"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any

from pydantic import (
    BeforeValidator,
    Field,
    FiniteFloat,
    StrictBool,
    StrictFloat,
    StrictInt,
    StrictStr,
    model_validator,
)

from openodke.model.entity import Entity
from openodke.model.evidence import Evidence, Support
from openodke.model.frozen import (
    NOTHING,
    Frozen,
    FrozenDict,
    FrozenModel,
    Name,
    Text,
    freeze,
    fresh_id,
    replaced,
)
from openodke.model.verdict import GroundingVerdict

_LITERALS = (str, bool, int, float)
_MOST_BITS = 14_000  # 4,215 digits: Python writes no whole number of more than 4,300


def _scalar(value: object) -> object:
    if isinstance(value, _LITERALS):
        if value == "":
            raise ValueError("an empty text says nothing: leave the fact out")
        if isinstance(value, int) and value.bit_length() > _MOST_BITS:
            raise ValueError("a whole number of thousands of digits: write it as text")
        return freeze(value)
    if isinstance(value, bytes | bytearray):
        raise ValueError("bytes are no text: decode them, as value.decode() does for UTF-8")
    raise ValueError(
        f"a literal is text, a finite number or a boolean, not {type(value).__name__}: "
        "write a date as ISO text and a structure as JSON text"
    )


Scalar = Annotated[
    StrictStr | StrictBool | StrictInt | StrictFloat,
    Field(union_mode="left_to_right"),  # the first that fits: `_scalar` let nothing else through
    BeforeValidator(_scalar),
]
"""A literal object: text, a finite number or a boolean, kept as the kind it is."""

Signature = tuple[str, str, str, str, str, tuple[tuple[str, str], ...]]


class Polarity(StrEnum):
    """Whether the source asserts the claim, denies it, or holds it in part."""

    ASSERTED = "asserted"
    DENIED = "denied"
    PARTIAL = "partial"


class Fact(FrozenModel):
    """One (subject, predicate, object) claim with its evidence.

    Exactly one of `object_entity` (an edge) and `object_value` (a property) is set.
    """

    id: Name = Field(default_factory=fresh_id)
    subject: Entity
    predicate: Name
    object_entity: Entity | None = None
    object_value: Scalar | None = None
    polarity: Polarity = Polarity.ASSERTED
    qualifiers: Frozen = NOTHING
    identity_keys: tuple[Name, ...] = ()
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    evidence: tuple[Evidence, ...] = ()
    extractor: Text = "unknown"
    confidence: FiniteFloat = 0.0
    verdict: GroundingVerdict = GroundingVerdict.UNCHECKED
    support: StrictInt = 1
    supported_by: tuple[Support, ...] = ()
    retired_at: datetime | None = None

    @model_validator(mode="after")
    def _has_one_object(self) -> Fact:
        if (self.object_entity is None) == (self.object_value is None):
            found = "neither" if self.object_entity is None else "both"
            raise ValueError(
                f"a fact has exactly one of object_entity and object_value; {found} is set on "
                f"{self.subject.key!r} {self.predicate!r}"
            )
        return self

    @property
    def is_edge(self) -> bool:
        """Whether the object is an entity."""
        return self.object_entity is not None

    @property
    def object(self) -> Any:
        """The object: an Entity or a literal."""
        return self.object_value if self.object_entity is None else self.object_entity

    @property
    def object_name(self) -> str:
        """The object as a person would write it: an entity's label, or the literal as text."""
        obj = self.object_entity
        return obj.name if obj else str(self.object_value)

    @property
    def signature(self) -> Signature:
        """What two extractions must share to be one claim. Source: the concepts page.

        A literal enters by its `repr`, as the page prints it, so `1`, `1.0`, `True` and `"1"` are
        four claims: one spelling a value is the normaliser's work, done before claims are merged.
        """
        obj = self.object_entity
        return (
            self.subject.key,
            self.subject.type,
            self.predicate,
            repr(self.object_value) if obj is None else obj.key,
            self.polarity._value_,  # `value` is a property, and slow
            self._identity() if self.identity_keys else (),
        )

    def _identity(self) -> tuple[tuple[str, str], ...]:
        held = self.qualifiers
        keys = sorted(set(self.identity_keys))
        return tuple((key, ordered_repr(held[key])) for key in keys if key in held)


def ordered_repr(value: object) -> str:
    """Return the repr of a value, a mapping's keys sorted: equal values have to be one claim."""
    if isinstance(value, Mapping):
        items = (f"{key!r}: {ordered_repr(item)}" for key, item in sorted(value.items()))
        return "{" + ", ".join(items) + "}"
    return repr(value)


def qualified(fact: Fact, key: str, value: Any, **changes: Any) -> Fact:
    """Return the fact with one qualifier set, beside the others.

    The value, and further fields under `changes`, have to be valid and frozen already.
    """
    others = fact.qualifiers
    held = FrozenDict({**others, key: value} if others else {key: value})
    return replaced(fact, qualifiers=held, **changes)
