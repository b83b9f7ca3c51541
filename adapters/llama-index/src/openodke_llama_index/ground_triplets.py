"""How is every relation of a LlamaIndex pipeline checked against its node, before it is stored?"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from llama_index.core.bridge.pydantic import Field, PrivateAttr
from llama_index.core.llms import LLM
from llama_index.core.schema import BaseNode, TransformComponent

from openodke import GroundedGraph, LLMGrounder, Ontology, aground_graph, ground_graph
from openodke import __version__ as openodke_version
from openodke.errors import InputError
from openodke.ground import LexicalGrounder
from openodke.interop import GroundSummary
from openodke.llm import ModelRoles
from openodke_llama_index.given_settings import (
    checked_names,
    checked_nodes,
    checked_prompt,
    refuse_unknown,
)
from openodke_llama_index.graph_dicts import rehydrate
from openodke_llama_index.graph_reading import GraphReading
from openodke_llama_index.llama_index_adapter import LlamaIndexAdapter
from openodke_llama_index.llama_index_client import LlamaIndexClient
from openodke_llama_index.llama_index_release import __version__
from openodke_llama_index.merged_relations import merged
from openodke_llama_index.native_shapes import KG_NODES, KG_RELATIONS
from openodke_llama_index.written_nodes import written

_log = logging.getLogger(__name__)

Judge = Literal["words", "llm", "model"]


class GroundTriplets(TransformComponent):
    """Checks each relation of nodes against its node's own text, as the last extractor.

        PropertyGraphIndex.from_documents(
            documents, kg_extractors=[SimpleLLMPathExtractor(llm), GroundTriplets(keep=True)]
        )

    Without `llm` or `model` nobody is asked: what a text does not name is refuted, the rest stays
    unchecked. A question that gets no verdict leaves its relation unchecked too, and the log says
    how many did. What is unchecked is kept, also with `keep`. Every setting is a field, so that a
    pipeline's cache knows an answer by it.

    Attributes:
        llm: asks whether the text states each relation.
        model: asks it in place of `llm`, by openodke's name for a model: "ollama/qwen2.5:3b".
        keep: leave out what is contradicted or not found, what has no name at an end, and the
            entities that only that had; what is unchecked stays.
        merge: give a relation that stands in several nodes one verdict, and the ids of the nodes
            that bear it out (`odke_doc_ids`): a store keeps the first copy alone.
        num_workers: questions in flight, at most.
        prompt: the key of the prompt, as LLMGrounder takes it.
        context: read the cited span, or the whole "document".
        locate: give a relation the sentence that states it.
        joint: claims on one passage that a model is asked about in one call, at most.
        cascade: have the words refute what they can first, and a model asked about the rest.
        recheck: the share, 0 to 1, of what the words refute that a model is asked about too.
        examples: further names in the examples of the extractor's prompt.
        ontology: adds the free checks on the predicate and the types.
    """

    llm: Any = Field(default=None, description="The language model that is asked.")
    model: str | None = Field(default=None, description="A model by openodke's name for it.")
    keep: bool = Field(default=False, description="Leave out what is refuted.")
    merge: bool = Field(default=True, description="One verdict for one relation of several nodes.")
    num_workers: int = Field(default=8, ge=1, description="Questions in flight, at most.")
    prompt: str = Field(default="ground.span", description="The key of the prompt.")
    context: Literal["span", "document"] = Field(default="span", description="What is read.")
    locate: bool = Field(default=False, description="Give a relation its sentence.")
    joint: int = Field(default=1, description="Claims on one passage in one call, at most.")
    cascade: bool = Field(default=False, description="The words refute what they can first.")
    recheck: float = Field(default=0.0, description="A share of that to ask a model about too.")
    examples: list[str] = Field(default_factory=list, description="Names of the prompt's examples.")
    ontology: Ontology | None = Field(default=None, description="The schema to check against.")
    judge: Judge = Field(default="words", description="Who gives the verdicts.")
    openodke: str = Field(description="The releases of openodke and of this adapter.")

    _summary: GroundSummary | None = PrivateAttr(default=None)

    def __init__(
        self,
        llm: LLM | None = None,
        *,
        model: str | None = None,
        keep: bool = False,
        merge: bool = True,
        num_workers: int = 8,
        prompt: str = "ground.span",
        context: Literal["span", "document"] = "span",
        locate: bool = False,
        joint: int = 1,
        cascade: bool = False,
        recheck: float = 0.0,
        examples: Iterable[str] = (),
        ontology: Ontology | None = None,
        judge: Judge | None = None,
        **others: Any,
    ) -> None:
        """Take the settings; `judge` follows from the others, and is read back from a dict.

        Raises:
            InputError: for both `llm` and `model`, an `llm` that is none of LlamaIndex's, a setting
                that there is not, a prompt that there is not, or examples that are one text.
            ProviderNotInstalled, MissingAPIKey: when nobody can ask `model`.
        """
        refuse_unknown("GroundTriplets", others, type(self).model_fields)
        checked_prompt(prompt)
        if llm is not None and model is not None:
            raise InputError("llm= and model= are two judges: leave out one")
        settings: dict[str, Any] = {
            "llm": llm,
            "model": model,
            "keep": keep,
            "merge": merge,
            "num_workers": num_workers,
            "prompt": prompt,
            "context": context,
            "locate": locate,
            "joint": joint,
            "cascade": cascade,
            "recheck": recheck,
            "examples": checked_names(examples),
            "ontology": ontology,
            "judge": judge or _judge(llm, model),
            "openodke": _releases(),
        }
        super().__init__(**settings)
        if self.judge != "llm" or isinstance(llm, LLM):
            self._grounder()  # so that what is wrong is told before a whole index was extracted
        elif llm is not None and not isinstance(llm, dict):
            LlamaIndexClient(llm)  # tells that it is none

    @classmethod
    def class_name(cls) -> str:
        """Return the name by which a pipeline's cache knows the component."""
        return "GroundTriplets"

    @property
    def summary(self) -> GroundSummary | None:
        """The counts of the last run, None before the first."""
        return self._summary

    def __call__(self, nodes: Sequence[BaseNode], **_: Any) -> Sequence[BaseNode]:
        """Check the relations of nodes; they are changed in place and returned in order.

        It starts no event loop, so that it runs inside one.

        Raises:
            InputError: for what is no list of nodes.
        """
        checked_nodes(nodes)
        adapter = self._adapter()
        grounded = ground_graph(
            list(nodes),
            adapter=adapter,
            ontology=self.ontology,
            grounder=self._grounder(),
            locate=self.locate,
        )
        return self._put(nodes, grounded)

    async def acall(self, nodes: Sequence[BaseNode], **_: Any) -> Sequence[BaseNode]:
        """As calling it, awaiting the model."""
        checked_nodes(nodes)
        adapter = self._adapter()
        grounded = await aground_graph(
            list(nodes),
            adapter=adapter,
            ontology=self.ontology,
            grounder=self._grounder(),
            locate=self.locate,
        )
        return self._put(nodes, grounded)

    def _adapter(self) -> LlamaIndexAdapter:
        return LlamaIndexAdapter(examples=self.examples)

    def _grounder(self) -> LexicalGrounder | LLMGrounder:
        words = LexicalGrounder(examples=self._adapter().examples)
        if self.judge == "words":
            if self.joint != 1 or self.cascade or self.recheck:
                raise InputError(
                    "joint=, cascade= and recheck= are ways to ask: add llm= or model="
                )
            return words
        asked: dict[str, Any] = {
            "max_workers": self.num_workers,
            "prompt": self.prompt,
            "context": self.context,
            "joint": self.joint,
            "cascade": self.cascade and words,
            "recheck": self.recheck,
        }
        if self.judge == "model":
            return LLMGrounder(ModelRoles.single(str(self.model)), **asked)
        if self.llm is None or isinstance(self.llm, dict):
            raise InputError(
                "GroundTriplets has lost its llm on the way: LlamaIndex leaves what cannot be "
                "pickled out of a pickle, and to_dict() holds no model. Set .llm again, name the "
                "model with model=, or run the pipeline without num_workers"
            )
        return LLMGrounder(client=LlamaIndexClient(self.llm), **asked)

    def _put(self, nodes: Sequence[BaseNode], grounded: GroundedGraph) -> Sequence[BaseNode]:
        """Put the checked relations into the nodes that were handed in."""
        self._summary = grounded.summary
        for problem in grounded.problems:
            if not problem.reason.startswith("not_a_claim"):
                _log.warning("%s", problem)
        if grounded.summary.mismatch:
            _log.warning("what a text lacks refutes nothing: %s", grounded.summary.mismatch)
        if grounded.summary.unjudged:
            _log.warning("%s", grounded.summary.unjudged)
        if nodes and not any(KG_RELATIONS in node.metadata for node in nodes):
            _log.warning(
                "none of %d nodes has relations: GroundTriplets goes after the extractors",
                len(nodes),
            )
        # What a mismatch left refuted does not rest on it, so that it may go.
        checked = _without_rubbish(grounded.keep(force=True)) if self.keep else grounded.annotate()
        checked = merged(checked) if self.merge else checked
        for node, new in zip(nodes, checked, strict=True):
            for key in (KG_NODES, KG_RELATIONS):
                if key in new.metadata:
                    node.metadata[key] = new.metadata[key]
        return rehydrate(nodes)


def _judge(llm: object, model: str | None) -> Judge:
    if llm is not None:
        return "llm"
    return "words" if model is None else "model"


def _releases() -> str:
    return f"{openodke_version}/{__version__}"


def _without_rubbish(nodes: Sequence[Any]) -> Sequence[Any]:
    """Return nodes without the relations that claim nothing: an end of theirs has no name."""
    reading = GraphReading(nodes)
    rubbish = {
        place.index
        for place in reading.places
        if place.problem and not place.problem.startswith("not_a_claim")
    }
    return written(reading, {}, rubbish) if rubbish else nodes
