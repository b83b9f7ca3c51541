"""What is a node, and when are two of them one?"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Literal

from pydantic import Field, FiniteFloat

from openodke.model.evidence import Evidence
from openodke.model.frozen import NOTHING, Frozen, FrozenModel, Name, Text, now

THING = "Thing"
"""The type of an entity whose source gave none."""


class Resolution(FrozenModel):
    """How an entity's key was decided: by the caller, by an external id, or by a linker."""

    method: Literal["caller", "external_id", "linker"]
    score: FiniteFloat | None = None
    linker: Text | None = None


class Entity(FrozenModel):
    """A node: facts merge on its `key`."""

    key: Name
    type: Name
    label: Text | None = None
    aliases: tuple[Text, ...] = ()
    external_id: Text | None = None
    resolution: Resolution | None = None
    attributes: Frozen = NOTHING

    @property
    def name(self) -> str:
        """The label, or the key where there is none."""
        return self.label or self.key


class LinkKind(StrEnum):
    """What a resolver says of two keys. Source: the concepts page."""

    SAME_AS = "same_as"
    SIMILAR = "similar"
    DIFFERENT = "different"


class EntityLink(FrozenModel):
    """A resolver's proposal about two keys; `reason` names the rule and what it rests on."""

    source_key: Name
    target_key: Name
    kind: LinkKind
    score: FiniteFloat | None = None
    evidence: tuple[Evidence, ...] = ()
    reason: Text | None = None
    created_at: datetime = Field(default_factory=now)
