"""What is read: a document, and the chunks it is read in."""

from datetime import datetime
from enum import StrEnum
from typing import Literal

from pydantic import Field, StrictInt

from openodke.model.frozen import NOTHING, Frozen, FrozenModel, Name, Text, fresh_id, now

Modality = Literal["unstructured", "semi_structured", "structured"]


class SourceTier(StrEnum):
    """How far a source is trusted. Source: the concepts page."""

    CURATED = "curated"
    AUTHORITATIVE = "authoritative"
    COMMUNITY = "community"
    UNVERIFIED = "unverified"

    @property
    def weight(self) -> float:
        """The trust in [0, 1]: 1.0, 0.8, 0.5 or 0.2."""
        return _WEIGHTS[self]


_WEIGHTS = {
    SourceTier.CURATED: 1.0,
    SourceTier.AUTHORITATIVE: 0.8,
    SourceTier.COMMUNITY: 0.5,
    SourceTier.UNVERIFIED: 0.2,
}


class Document(FrozenModel):
    """A text and where it came from; every span is a pair of offsets into `text`."""

    id: Name = Field(default_factory=fresh_id)
    text: Text
    uri: Text | None = None
    title: Text | None = None
    modality: Modality = "unstructured"
    tier: SourceTier = SourceTier.UNVERIFIED
    retrieved_at: datetime = Field(default_factory=now)
    metadata: Frozen = NOTHING


class Chunk(FrozenModel):
    """A piece of a document: `text == document.text[start:end]`, offsets half-open."""

    doc_id: Name
    start: StrictInt
    end: StrictInt
    text: Text
    index: StrictInt
