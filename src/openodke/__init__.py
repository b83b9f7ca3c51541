"""Checks every claim of a model-extracted knowledge graph against its text.

from openodke import ground_graph

grounded = ground_graph(native)
print(grounded.summary)
"""

from openodke.delegation import Delegated, DoubleStageWarning, PlatformProfile
from openodke.gate import VerdictGate
from openodke.ground import LexicalGrounder, LLMGrounder, SpanGrounder
from openodke.interop import GroundedGraph, TripleRow, aground_graph, ground_graph, read_triples
from openodke.model import (
    Chunk,
    Document,
    Entity,
    EntityLink,
    Evidence,
    Fact,
    GateVerdict,
    GroundingVerdict,
    KnowledgeGraph,
    LinkKind,
    Polarity,
    Resolution,
    RouteVerdict,
    SourceTier,
    Span,
    SpanOrigin,
    Support,
)
from openodke.ontology import (
    Diagnostic,
    EntityType,
    Ontology,
    OntologyImportWarning,
    OntologyLoadError,
    OntologySnippet,
    Predicate,
    Qualifier,
)
from openodke.pipeline import Pipeline
from openodke.stages import (
    Chunker,
    Constrainer,
    Corroborator,
    Extractor,
    FactLookup,
    Gate,
    Grounder,
    Inferrer,
    Initiator,
    Loader,
    Normalizer,
    Resolver,
    Retriever,
    Router,
    Scorer,
    Sink,
    StoreLookup,
)
from openodke.validation import ValidationReport
from openodke.validator import Validator
from openodke.version import __version__

__all__ = [
    "Chunk",
    "Chunker",
    "Constrainer",
    "Corroborator",
    "Delegated",
    "Diagnostic",
    "Document",
    "DoubleStageWarning",
    "Entity",
    "EntityLink",
    "EntityType",
    "Evidence",
    "Extractor",
    "Fact",
    "FactLookup",
    "Gate",
    "GateVerdict",
    "GroundedGraph",
    "Grounder",
    "GroundingVerdict",
    "Inferrer",
    "Initiator",
    "KnowledgeGraph",
    "LLMGrounder",
    "LexicalGrounder",
    "LinkKind",
    "Loader",
    "Normalizer",
    "Ontology",
    "OntologyImportWarning",
    "OntologyLoadError",
    "OntologySnippet",
    "Pipeline",
    "PlatformProfile",
    "Polarity",
    "Predicate",
    "Qualifier",
    "Resolution",
    "Resolver",
    "Retriever",
    "RouteVerdict",
    "Router",
    "Scorer",
    "Sink",
    "SourceTier",
    "Span",
    "SpanGrounder",
    "SpanOrigin",
    "StoreLookup",
    "Support",
    "TripleRow",
    "ValidationReport",
    "Validator",
    "VerdictGate",
    "__version__",
    "aground_graph",
    "ground_graph",
    "read_triples",
]
