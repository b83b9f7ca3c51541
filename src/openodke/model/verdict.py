"""What can be said of a claim, of a fact to be written, of a chunk to be read?"""

from enum import StrEnum
from typing import Literal

from openodke.model.frozen import FrozenModel, Text


class GroundingVerdict(StrEnum):
    """What a text says of a claim. There are four, and never a fifth. Source: the concepts page."""

    UNCHECKED = "unchecked"
    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    NOT_FOUND = "not_found"


class GateVerdict(FrozenModel):
    """Whether a fact is written: `accept` and `conflict` are, `refuse` is dropped and counted."""

    action: Literal["accept", "refuse", "conflict"]
    reason: Text | None = None


class RouteVerdict(FrozenModel):
    """Whether a chunk is read: `skip` and `defer` hold it back."""

    action: Literal["extract", "skip", "defer"]
    label: Text | None = None
    scope: Literal["chunk", "document"] = "chunk"
    reason: Text | None = None
