"""What must an object be able to do to stand at one place of the pipeline?

Every stage is a Protocol: any object with the right method is that stage. A stage without an
implementation is its pass-through, which hands on what it was given. Source: the concepts page.

A stage may offer a second method that gets a whole run at once, and may call its model concurrently
as long as the result is the same, in the same order:

    extract_many(chunks, ontology)   one list of facts a chunk
    ground_documents(pairs)          of pairs (facts, document): one list of facts a pair
    ground_many(facts, document)     one fact a fact
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from openodke.errors import InputError
from openodke.model.document import Chunk, Document
from openodke.model.entity import Entity, EntityLink
from openodke.model.fact import Fact
from openodke.model.graph import KnowledgeGraph
from openodke.model.verdict import GateVerdict, RouteVerdict
from openodke.ontology import Ontology

DDL = Sequence[str]
"""Statements for a store, in the order to apply them."""

EntityIndex = Mapping[str, Entity]
"""Entities by key."""


@runtime_checkable
class Initiator(Protocol):
    """Decides what a run is about; optional."""

    def targets(self) -> Iterable[str]:
        """Return what to fetch texts about, most wanted first."""
        ...


@runtime_checkable
class Retriever(Protocol):
    """Fetches the texts about what a run is about; optional."""

    def retrieve(self, targets: Iterable[str]) -> Iterable[Document]:
        """Return the documents found for the targets."""
        ...


@runtime_checkable
class Loader(Protocol):
    """Reads a source into documents."""

    def load(self, source: Any) -> Iterable[Document]:
        """Return the documents of a path or of bytes."""
        ...


@runtime_checkable
class Chunker(Protocol):
    """Cuts a document into the pieces an extractor reads."""

    def chunk(self, doc: Document) -> Iterable[Chunk]:
        """Return chunks with `chunk.text == doc.text[chunk.start:chunk.end]`, in text order."""
        ...


@runtime_checkable
class Router(Protocol):
    """Decides which chunks are read."""

    def route(self, chunk: Chunk) -> RouteVerdict:
        """Return whether to extract the chunk; a document-wide verdict settles later ones too."""
        ...


@runtime_checkable
class Extractor(Protocol):
    """Reads claims out of a chunk."""

    def extract(self, chunk: Chunk, ontology: Ontology) -> Iterable[Fact]:
        """Return the candidate facts, with spans into the chunk's document."""
        ...


@runtime_checkable
class Grounder(Protocol):
    """Asks a text what it says of a claim."""

    def ground(self, fact: Fact, doc: Document) -> Fact:
        """Return the fact with a verdict; never drop it."""
        ...


@runtime_checkable
class Normalizer(Protocol):
    """Gives each value its one spelling."""

    def normalize(self, fact: Fact) -> Fact:
        """Return the fact with canonical values."""
        ...


@runtime_checkable
class Resolver(Protocol):
    """Decides which keys name one thing."""

    def resolve(
        self, facts: Iterable[Fact], index: EntityIndex
    ) -> tuple[Iterable[Fact], Iterable[EntityLink]]:
        """Return one fact a fact, re-keyed on proof only, and the links proposed.

        `index` holds the entities of the batch by key.
        """
        ...


@runtime_checkable
class StoreLookup(Protocol):
    """Finds what a store already holds that a batch may name."""

    def candidates(self, entities: Iterable[Entity]) -> Iterable[Iterable[Entity]]:
        """Return, an entity each, the stored entities it may be, in the order given."""
        ...


@runtime_checkable
class Corroborator(Protocol):
    """Makes one fact of the facts that are one claim."""

    def corroborate(self, facts: Iterable[Fact]) -> Iterable[Fact]:
        """Return the merged facts, each with the number of independent sources behind it."""
        ...


@runtime_checkable
class FactLookup(Protocol):
    """Finds the claims of a batch in a store."""

    def stored(self, facts: Iterable[Fact]) -> Iterable[Fact]:
        """Return the stored facts that share a signature, or contest a value, with one of these."""
        ...


@runtime_checkable
class Scorer(Protocol):
    """Gives a fact its confidence."""

    def score(self, fact: Fact) -> Fact:
        """Return the fact with a confidence in [0, 1]."""
        ...


@runtime_checkable
class Gate(Protocol):
    """Decides what is written."""

    def validate(self, fact: Fact, ontology: Ontology) -> GateVerdict:
        """Return accept or conflict, which are both written, or refuse, which is counted."""
        ...


@runtime_checkable
class Sink(Protocol):
    """Writes a graph somewhere."""

    def write(self, kg: KnowledgeGraph) -> None:
        """Write the whole graph."""
        ...


@runtime_checkable
class Constrainer(Protocol):
    """Turns an ontology into what a store can enforce."""

    def constrain(self, ontology: Ontology) -> DDL:
        """Return the statements for a sink to apply."""
        ...


@runtime_checkable
class Inferrer(Protocol):
    """Proposes an ontology for a corpus."""

    def infer(self, corpus: Iterable[Document]) -> Ontology:
        """Return an ontology marked as inferred."""
        ...


class PassThroughLoader:
    """Hands on documents as given."""

    def load(self, source: Any) -> Iterable[Document]:
        """Return a document, or several, as they are.

        Raises:
            InputError: for anything else, since reading it needs a loader.
        """
        if isinstance(source, Document):
            return (source,)
        if isinstance(source, Iterable) and not isinstance(source, str | bytes | Mapping):
            documents = tuple(source)
            if all(isinstance(doc, Document) for doc in documents):
                return documents
        raise InputError(f"no loader was given to read {source!r:.80}: pass Documents")


class PassThroughChunker:
    """Makes the whole document one chunk."""

    def chunk(self, doc: Document) -> Iterable[Chunk]:
        """Return one chunk of the whole text."""
        return (Chunk(doc_id=doc.id, start=0, end=len(doc.text), text=doc.text, index=0),)


class PassThroughRouter:
    """Has every chunk read."""

    def route(self, chunk: Chunk) -> RouteVerdict:  # noqa: ARG002
        """Return `extract`."""
        return RouteVerdict(action="extract")


class PassThroughGrounder:
    """Asks nothing: a fact without a verdict stays unchecked."""

    def ground(self, fact: Fact, doc: Document) -> Fact:  # noqa: ARG002
        """Return the fact as it is."""
        return fact


class PassThroughNormalizer:
    """Leaves every value as written."""

    def normalize(self, fact: Fact) -> Fact:
        """Return the fact as it is."""
        return fact


class PassThroughResolver:
    """Takes every key as given."""

    def resolve(
        self,
        facts: Iterable[Fact],
        index: EntityIndex,  # noqa: ARG002
    ) -> tuple[Iterable[Fact], Iterable[EntityLink]]:
        """Return the facts as they are, and no links."""
        return facts, ()


class PassThroughCorroborator:
    """Merges nothing: each fact is one source's."""

    def corroborate(self, facts: Iterable[Fact]) -> Iterable[Fact]:
        """Return the facts as they are."""
        return facts


class PassThroughScorer:
    """Leaves the extractor's confidence."""

    def score(self, fact: Fact) -> Fact:
        """Return the fact as it is."""
        return fact


class PassThroughGate:
    """Has everything written."""

    def validate(self, fact: Fact, ontology: Ontology) -> GateVerdict:  # noqa: ARG002
        """Return `accept`."""
        return GateVerdict(action="accept")


class PassThroughConstrainer:
    """Asks nothing of a store."""

    def constrain(self, ontology: Ontology) -> DDL:  # noqa: ARG002
        """Return no statements."""
        return ()


class PassThroughInferrer:
    """Proposes nothing."""

    def infer(self, corpus: Iterable[Document]) -> Ontology:  # noqa: ARG002
        """Return an empty ontology."""
        return Ontology()
