"""In which order do the stages run, and what does each hand to the next?

Source: the concepts page, "The order the stages run in".
"""

from __future__ import annotations

import reprlib
import warnings
from collections.abc import Iterable, Iterator
from itertools import chain

from openodke.delegation import DoubleStageWarning, doubled
from openodke.errors import InputError
from openodke.handover import Post
from openodke.model.document import Chunk, Document
from openodke.model.fact import Fact
from openodke.model.frozen import freeze
from openodke.model.graph import KnowledgeGraph
from openodke.model.keys import DERIVED
from openodke.model.verdict import RouteVerdict
from openodke.nodes import nodes
from openodke.ontology import Ontology
from openodke.refinement import Refinement
from openodke.stages import (
    DDL,
    Chunker,
    Constrainer,
    Corroborator,
    Extractor,
    Gate,
    Grounder,
    Normalizer,
    PassThroughChunker,
    PassThroughConstrainer,
    PassThroughGrounder,
    PassThroughRouter,
    Resolver,
    Retriever,
    Router,
    Scorer,
    Sink,
)

_STATS = ("documents", "chunks", "skipped", "deferred", "empty_extractions", "derived", "refused")
_METHODS = {
    "extractor": "extract",
    "retriever": "retrieve",
    "chunker": "chunk",
    "router": "route",
    "grounder": "ground",
    "constrainer": "constrain",
}

Pair = tuple[list[Fact], Document]
"""The facts extracted from one document, and the document."""


class Pipeline:
    """Runs documents through every stage, in order, into a graph.

    A stage left as None is its pass-through. A stage that raises ends the run, with a note that
    names the stage and the chunk, document or fact it was working on.
    """

    def __init__(
        self,
        ontology: Ontology,
        extractor: Extractor,
        *,
        retriever: Retriever | None = None,
        chunker: Chunker | None = None,
        router: Router | None = None,
        grounder: Grounder | None = None,
        normalizer: Normalizer | None = None,
        resolver: Resolver | None = None,
        corroborator: Corroborator | None = None,
        scorer: Scorer | None = None,
        gate: Gate | None = None,
        constrainer: Constrainer | None = None,
        inverses: bool = True,
        sinks: Iterable[Sink] = (),
    ) -> None:
        """Take the stages.

        Args:
            ontology: what the extractor and the gate hold facts to.
            extractor: reads claims out of a chunk.
            retriever: fetches documents for the targets, plain strings, among those `run` is given.
            inverses: whether edges gain the partners that the ontology declares.
            sinks: where the graph is written, in this order.

        Raises:
            InputError: when `ontology` is no Ontology.
            StageError: when a stage cannot stand at its place.
        """
        if not isinstance(ontology, Ontology):
            found = type(ontology).__name__
            raise InputError(f"ontology must be an Ontology, not {found}: see Ontology.from_dict")
        self.ontology = ontology
        self.extractor = extractor
        self.retriever = retriever
        self.chunker: Chunker = PassThroughChunker() if chunker is None else chunker
        self.router: Router = PassThroughRouter() if router is None else router
        self.grounder: Grounder = PassThroughGrounder() if grounder is None else grounder
        self.refinement = Refinement(
            ontology,
            normalizer=normalizer,
            resolver=resolver,
            corroborator=corroborator,
            scorer=scorer,
            gate=gate,
            inverses=inverses,
        )
        self.constrainer: Constrainer = (
            PassThroughConstrainer() if constrainer is None else constrainer
        )
        self.sinks = tuple(sinks)
        self._check()

    def run(self, docs: Iterable[Document | str]) -> KnowledgeGraph:
        """Run documents through every stage, write the graph to every sink, and return it.

        Args:
            docs: Documents, from any iterable; with a retriever also targets, plain strings, whose
                documents come after them.

        Raises:
            InputError: for anything else, and for two different texts under one Document.id.
            StageError: when a stage hands back what the next cannot take.
        """
        documents = self._documents(docs)
        stats = dict.fromkeys(_STATS, 0)
        stats["documents"] = len(documents)
        refined = self.refinement.run(self._grounded(self._extracted(documents, stats)))
        stats["derived"] = refined.derived
        stats["refused"] = len(refined.refused)
        kg = KnowledgeGraph(
            entities=nodes(refined.facts),
            facts=refined.facts,
            links=refined.links,
            ontology_name=self.ontology.name,
            stats=freeze(stats),
        )
        for sink in self.sinks:
            Post("sink", sink).call("the write", sink.write, kg)
        return kg

    def constraints(self) -> DDL:
        """Return the statements for a sink to apply; `run` applies none."""
        post = self._post("constrainer")
        handed = post.call("the ontology", self.constrainer.constrain, self.ontology)
        return tuple(post.many("the ontology", handed, str))

    def _check(self) -> None:
        for place, method in _METHODS.items():
            if place != "retriever" or self.retriever is not None:
                self._post(place).require(method)
        self.refinement.require()
        for sink in self.sinks:
            Post("sink", sink).require("write")
        for sentence in doubled(self.sinks, vars(self) | vars(self.refinement)):
            warnings.warn(DoubleStageWarning(sentence), stacklevel=3)

    def _post(self, place: str) -> Post:
        return Post(place, getattr(self, place))

    def _documents(self, docs: Iterable[Document | str]) -> list[Document]:
        if isinstance(docs, Document | str) or not isinstance(docs, Iterable):
            kind = type(docs).__name__
            raise InputError(f"run() takes an iterable of Documents, not {kind}: pass a list")
        documents: list[Document] = []
        targets: list[str] = []
        for index, item in enumerate(docs):
            if isinstance(item, Document):
                documents.append(item)
            elif isinstance(item, str) and self.retriever is not None:
                targets.append(item)
            else:
                raise InputError(
                    f"run() takes Documents, and item {index} is {type(item).__name__} "
                    f"{reprlib.repr(item)}: pass Document(text=...), or a retriever for targets"
                )
        if targets and self.retriever is not None:
            post = self._post("retriever")
            found = post.call("the targets", self.retriever.retrieve, targets)
            documents += post.many("the targets", found, Document)
        _refuse_ambiguity(documents)
        return documents

    def _extracted(self, documents: list[Document], stats: dict[str, int]) -> list[Pair]:
        chunks = [
            (number, chunk)
            for number, doc in enumerate(documents)
            for chunk in self._routed(doc, stats)
        ]
        pairs: list[Pair] = [([], doc) for doc in documents]
        found = self._candidates([chunk for _, chunk in chunks])
        for (number, _), facts in zip(chunks, found, strict=True):
            pairs[number][0].extend(facts)
        stats["empty_extractions"] = sum(not facts for facts in found)
        return pairs

    def _routed(self, doc: Document, stats: dict[str, int]) -> Iterator[Chunk]:
        """Yield the chunks to read; a verdict on the document settles its later chunks too."""
        chunker, router = self._post("chunker"), self._post("router")
        verdict = None
        for chunk in chunker.many(doc, chunker.call(doc, self.chunker.chunk, doc), Chunk):
            if verdict is None or verdict.scope == "chunk":
                handed = router.call(chunk, self.router.route, chunk)
                verdict = router.one(chunk, handed, RouteVerdict)
            stats["chunks"] += 1
            if verdict.action == "extract":
                yield chunk
            else:
                stats["skipped" if verdict.action == "skip" else "deferred"] += 1

    def _candidates(self, chunks: list[Chunk]) -> list[list[Fact]]:
        """Return the facts of each chunk, in order."""
        post = self._post("extractor")
        many = getattr(self.extractor, "extract_many", None)
        if many is not None:
            return post.aligned(chunks, post.call("the whole run", many, chunks, self.ontology))
        return [
            post.many(chunk, post.call(chunk, self.extractor.extract, chunk, self.ontology), Fact)
            for chunk in chunks
        ]

    def _grounded(self, pairs: list[Pair]) -> list[Fact]:
        """Return every fact with its verdict; a derived fact keeps the one of its source."""
        asked = [([fact for fact in facts if not _is_derived(fact)], doc) for facts, doc in pairs]
        asked = [(facts, doc) for facts, doc in asked if facts]
        answers = chain.from_iterable(self._answers(asked))
        return [
            fact if _is_derived(fact) else next(answers) for facts, _ in pairs for fact in facts
        ]

    def _answers(self, asked: list[Pair]) -> list[list[Fact]]:
        """Return the facts of each pair, grounded, in order."""
        post = self._post("grounder")
        documents = [doc for _, doc in asked]
        whole = getattr(self.grounder, "ground_documents", None)
        many = getattr(self.grounder, "ground_many", None)
        if whole is not None:
            answers = post.aligned(documents, post.call("the whole run", whole, asked))
        elif many is not None:
            answers = [
                post.many(doc, post.call(doc, many, facts, doc), Fact) for facts, doc in asked
            ]
        else:
            answers = [post.each(self.grounder.ground, facts, doc) for facts, doc in asked]
        for (facts, doc), answer in zip(asked, answers, strict=True):
            post.count(doc, len(facts), len(answer))
        return answers


def _is_derived(fact: Fact) -> bool:
    return DERIVED in fact.qualifiers


def _refuse_ambiguity(documents: list[Document]) -> None:
    """Refuse two texts under one id: a span could mean either."""
    texts: dict[str, str] = {}
    for doc in documents:
        if texts.setdefault(doc.id, doc.text) != doc.text:
            raise InputError(
                f"two documents with different texts have the id {doc.id!r}: a span could mean "
                "either, so give each its own id"
            )
