"""The frozen vocabulary: documents, evidence, entities, facts, verdicts and graphs."""

from openodke.model.document import Chunk, Document, Modality, SourceTier
from openodke.model.entity import Entity, EntityLink, LinkKind, Resolution
from openodke.model.evidence import Evidence, Span, SpanOrigin, Support
from openodke.model.fact import Fact, Polarity
from openodke.model.graph import KnowledgeGraph
from openodke.model.keys import (
    CANONICAL,
    CHECK,
    CLAIM,
    CONFLICT,
    DERIVED,
    GROUND,
    NAME_KEY,
    NEAR_DUPLICATES,
    OBJECT_TYPE,
    ONTOLOGY,
    QUOTE,
    REEXTRACT,
    RESOLVED,
    REVIEW,
    ROWS,
    SCHEMA_SLICE,
    SCORE,
    SOURCE_FORM,
    WIDEN,
)
from openodke.model.verdict import GateVerdict, GroundingVerdict, RouteVerdict

__all__ = [
    "CANONICAL",
    "CHECK",
    "CLAIM",
    "CONFLICT",
    "DERIVED",
    "GROUND",
    "NAME_KEY",
    "NEAR_DUPLICATES",
    "OBJECT_TYPE",
    "ONTOLOGY",
    "QUOTE",
    "REEXTRACT",
    "RESOLVED",
    "REVIEW",
    "ROWS",
    "SCHEMA_SLICE",
    "SCORE",
    "SOURCE_FORM",
    "WIDEN",
    "Chunk",
    "Document",
    "Entity",
    "EntityLink",
    "Evidence",
    "Fact",
    "GateVerdict",
    "GroundingVerdict",
    "KnowledgeGraph",
    "LinkKind",
    "Modality",
    "Polarity",
    "Resolution",
    "RouteVerdict",
    "SourceTier",
    "Span",
    "SpanOrigin",
    "Support",
]
