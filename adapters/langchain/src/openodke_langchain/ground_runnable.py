"""How are graph documents checked as a step of a LangChain chain?"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator, Sequence
from os import PathLike
from typing import Any

from langchain_core.callbacks import (
    AsyncCallbackManagerForChainRun,
    CallbackManagerForChainRun,
    adispatch_custom_event,
    dispatch_custom_event,
)
from langchain_core.runnables import RunnableConfig, RunnableSerializable
from langchain_core.runnables.config import patch_config
from pydantic import ConfigDict

from openodke.errors import AdapterError, InputError
from openodke.ground import LexicalGrounder, LLMGrounder
from openodke.interop import GroundedGraph, ItemGate, aground_graph, ground_graph
from openodke_langchain.bounded_questions import Places, questions_in
from openodke_langchain.chat_model_client import ChatModelClient
from openodke_langchain.langchain_adapter import LangChainAdapter
from openodke_langchain.source_texts import checked_documents

EVENT = "odke_verdicts"
"""The name of the custom event that every run sends."""

_PLACES = "openodke_places"  # the argument of a run in which the places of its batch go along
_CALLS = 8  # questions in flight, where the config sets no max_concurrency
_log = logging.getLogger("openodke_langchain")


class GroundGraph(RunnableSerializable[Any, Any]):
    """Checks graph documents against their texts and hands the same objects back.

    It takes what `LangChainAdapter` does: a graph document or a list of them, of any class, and
    triples. What comes out has the classes, the length and the order of what went in, with a
    verdict on every relationship. A graph that cannot be read is handed on as it is.

    Without a model the words of the text decide: what it does not name is `not_found`, the rest
    `unchecked`. Every run sends the custom event `odke_verdicts` with its counts.

    Attributes:
        llm: the chat model that is asked about each claim; None for none.
        grounder: who gives the verdicts, in place of `llm`: an `LLMGrounder`, say.
        joint: claims of one passage that `llm` is asked about in one call, at most.
        cascade: have the words refute what they can first, and `llm` asked about the rest.
        recheck: the share, 0 to 1, of what the words refute that `llm` is asked about too.
        keep: hand back only what stands, as `LangChainAdapter.keep` does.
        gate: who decides what stands; one that is given is also one to keep by.
        merge: give a relationship that stands several times among the graphs handed in the verdict
            of all its texts, each time, and a node or a property likewise: a store keeps the first
            copy alone, or the last, or makes two where their properties differ. False leaves each
            the verdict of its own text.
        ontology: adds the free checks on types and predicates.
        locate: look for the sentence that states a claim, and ask about that alone.
        documents: the texts, where the graphs have none: Documents of LangChain's or openodke's.
        adapter: reads the graphs, with its options.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    llm: Any = None
    grounder: Any = None
    joint: int = 1
    cascade: bool = False
    recheck: float = 0.0
    keep: bool = False
    gate: Any = None
    merge: bool = True
    ontology: Any = None
    locate: bool = False
    documents: Any = ()
    adapter: Any = None

    def __init__(self, **given: Any) -> None:
        """Build a step of a chain.

        Raises:
            InputError: for an argument that there is not, an `llm` that cannot be invoked, one
                beside a grounder, a way to ask it without it, and what is no gate, no text, no
                adapter, or no yes or no.
        """
        if unknown := sorted(given.keys() - type(self).model_fields.keys()):
            there = ", ".join(sorted(type(self).model_fields))
            raise InputError(f"GroundGraph has no argument {unknown[0]!r}; there are: {there}")
        if given.get("llm") is not None:
            if given.get("grounder") is not None:
                raise InputError("llm= and grounder= both give verdicts: leave one out")
            ChatModelClient(given["llm"])
        for name in ("keep", "locate", "merge", "cascade"):
            if not isinstance(given.get(name, False), bool):
                raise InputError(f"{name}={given[name]!r}: it is True or False")
        if given.get("gate") is not None:
            ItemGate(given["gate"])
        if not isinstance(given.get("adapter"), LangChainAdapter | None):
            raise InputError(f"adapter={given['adapter']!r}: give a LangChainAdapter")
        if "documents" in given:
            given["documents"] = checked_documents(given["documents"])
        super().__init__(**given)
        self._check_asking()

    def _check_asking(self) -> None:
        """Refuse ways to ask a model where none is asked, and those that there are not."""
        if self.llm is not None:
            self._grounder(self.adapter or LangChainAdapter(), None)
        elif self.joint != 1 or self.cascade or self.recheck:
            raise InputError("joint=, cascade= and recheck= are ways to ask: add llm=")

    def invoke(  # `input` is LangChain's name for it, here and below
        self,
        input: Any,  # noqa: A002
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> Any:
        """Return the graphs with their verdicts.

        Raises:
            AdapterError: for what is no graph at all.
        """
        with questions_in(kwargs.pop(_PLACES, None)):
            return self._call_with_config(self._checked, input, config, run_type="chain", **kwargs)

    async def ainvoke(
        self,
        input: Any,  # noqa: A002
        config: RunnableConfig | None = None,
        **kwargs: Any,
    ) -> Any:
        """As `invoke`, awaiting the model."""
        with questions_in(kwargs.pop(_PLACES, None)):
            return await self._acall_with_config(
                self._achecked, input, config, run_type="chain", **kwargs
            )

    def batch(
        self,
        inputs: list[Any],
        config: RunnableConfig | list[RunnableConfig] | None = None,
        *,
        return_exceptions: bool = False,
        **kwargs: Any,
    ) -> list[Any]:
        """As `invoke`, once an input; `max_concurrency` bounds the questions of all of them."""
        with questions_in(Places(_at_once(config))):
            return super().batch(inputs, config, return_exceptions=return_exceptions, **kwargs)

    async def abatch(
        self,
        inputs: list[Any],
        config: RunnableConfig | list[RunnableConfig] | None = None,
        *,
        return_exceptions: bool = False,
        **kwargs: Any,
    ) -> list[Any]:
        """As `batch`, awaiting the model."""
        with questions_in(Places(_at_once(config))):
            return await super().abatch(
                inputs, config, return_exceptions=return_exceptions, **kwargs
            )

    def batch_as_completed(
        self,
        inputs: Sequence[Any],
        config: RunnableConfig | Sequence[RunnableConfig] | None = None,
        *,
        return_exceptions: bool = False,
        **kwargs: Any,
    ) -> Iterator[tuple[int, Any]]:
        """As `batch`, yielding each as it is done, with its place among the inputs."""
        # The places go along as an argument: what a generator sets in the context would hold for
        # whoever goes through it, too.
        kwargs[_PLACES] = Places(_at_once(config))
        parent: Any = super()  # whose overloads take no plain bool
        yield from parent.batch_as_completed(
            inputs, config, return_exceptions=return_exceptions, **kwargs
        )

    async def abatch_as_completed(
        self,
        inputs: Sequence[Any],
        config: RunnableConfig | Sequence[RunnableConfig] | None = None,
        *,
        return_exceptions: bool = False,
        **kwargs: Any,
    ) -> AsyncIterator[tuple[int, Any]]:
        """As `batch_as_completed`, awaiting the model."""
        kwargs[_PLACES] = Places(_at_once(config))
        parent: Any = super()
        done = parent.abatch_as_completed(
            inputs, config, return_exceptions=return_exceptions, **kwargs
        )
        async for each in done:
            yield each

    def ground(self, graphs: Any, config: RunnableConfig | None = None) -> GroundedGraph:
        """Return facts, summary and texts beside the graphs: what `ground_graph` returns.

        `annotate()` and `keep()` of it hand the graphs back.

        Raises:
            AdapterError: when a text or a path is handed in: a chain hands on graphs.
        """
        return _told(ground_graph(_graphs(graphs), **self._how(config)))

    async def aground(self, graphs: Any, config: RunnableConfig | None = None) -> GroundedGraph:
        """As `ground`, awaiting the model."""
        return _told(await aground_graph(_graphs(graphs), **self._how(config)))

    def _checked(
        self, graphs: Any, run_manager: CallbackManagerForChainRun, config: RunnableConfig
    ) -> Any:
        config = patch_config(config, callbacks=run_manager.get_child())
        grounded = self.ground(graphs, config)
        dispatch_custom_event(EVENT, counts(grounded), config=config)
        return self.handed_back(grounded)

    async def _achecked(
        self, graphs: Any, run_manager: AsyncCallbackManagerForChainRun, config: RunnableConfig
    ) -> Any:
        config = patch_config(config, callbacks=run_manager.get_child())
        grounded = await self.aground(graphs, config)
        await adispatch_custom_event(EVENT, counts(grounded), config=config)
        return self.handed_back(grounded)

    def handed_back(self, grounded: GroundedGraph) -> Any:
        """Return the graphs as this step hands them on: annotated, or what is kept of them.

        Where texts and graphs do not belong together nothing is dropped.
        """
        if not (self.keep or self.gate is not None):
            return self._annotated(grounded)
        if grounded.summary.mismatch:
            _log.warning("nothing is dropped: %s", grounded.summary.mismatch)
            return self._annotated(grounded)
        if not isinstance(grounded.adapter, LangChainAdapter):
            return grounded.keep(self.gate)
        return grounded.adapter.keep(
            grounded.native,
            grounded.facts,
            gate=self.gate,
            ontology=grounded.ontology,
            merge_copies=self.merge,
        )

    def _annotated(self, grounded: GroundedGraph) -> Any:
        if not isinstance(grounded.adapter, LangChainAdapter):  # an empty list has none
            return grounded.annotate()
        return grounded.adapter.annotate(grounded.native, grounded.facts, merge_copies=self.merge)

    def _how(self, config: RunnableConfig | None) -> dict[str, Any]:
        adapter = self.adapter or LangChainAdapter()
        return {
            "documents": checked_documents(self.documents),
            "adapter": adapter,
            "ontology": self.ontology,
            "grounder": self._grounder(adapter, config),
            "locate": self.locate,
        }

    def _grounder(self, adapter: LangChainAdapter, config: RunnableConfig | None) -> Any:
        if self.llm is None:
            return self.grounder or LexicalGrounder(examples=adapter.examples)
        client = ChatModelClient(self.llm, config=config)
        return LLMGrounder(
            client=client,
            max_workers=_at_once(config),
            joint=self.joint,
            cascade=self.cascade and LexicalGrounder(examples=adapter.examples),
            recheck=self.recheck,
        )


def _at_once(config: RunnableConfig | Sequence[RunnableConfig] | None) -> int:
    """Return how many questions may be in flight."""
    first = config if config is None or isinstance(config, dict) else next(iter(config), None)
    return (first or {}).get("max_concurrency") or _CALLS


def _told(grounded: GroundedGraph) -> GroundedGraph:
    """Say it once where a model answered nothing: each claim is unchecked, and no run ended."""
    summary = grounded.summary
    if summary.is_unanswered:
        _log.warning("0 of %d calls answered: %s", summary.calls, summary.first_failure)
    return grounded


def counts(grounded: GroundedGraph) -> dict[str, Any]:
    """Return what a run found, as plain numbers and texts."""
    summary = grounded.summary
    return {
        "claims": len(grounded.facts),
        **summary.verdicts,
        "left_out": len(grounded.problems),
        "grounder": summary.grounder,
        "calls": summary.calls,
        "tokens": summary.tokens,
        "mismatch": summary.mismatch,
    }


def _graphs(handed: Any) -> Any:
    """Return what was handed in, but for a text, which is no graph."""
    if isinstance(handed, str | bytes | PathLike):
        raise AdapterError(
            f"GroundGraph takes the graph documents that a langchain step returns, not a "
            f"{type(handed).__name__}: {str(handed)[:80]!r}; for a file use ground_graph(path)"
        )
    return handed
