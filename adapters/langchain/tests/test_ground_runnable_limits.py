"""What does GroundGraph refuse, how many questions does it ask at once, what of a dead model?"""

from __future__ import annotations

import asyncio
import logging
import re
import threading
import time
from typing import Any

import pytest
from graph_families import Family, mill_graph
from langchain_core.documents import Document as Source
from langchain_core.runnables import RunnableLambda
from scripted_chat import ScriptedChat, judge

from openodke.errors import InputError
from openodke.ground import LLMGrounder
from openodke_langchain import ChatModelClient, GroundGraph


class Flight:
    """Counts the questions that are in flight at once."""

    def __init__(self) -> None:
        self.most = self.now = 0
        self._lock = threading.Lock()

    def _begun(self, by: int) -> None:
        with self._lock:
            self.now += by
            self.most = max(self.most, self.now)

    def ask(self, _: Any) -> str:
        """Answer after a moment in which others can be begun."""
        self._begun(1)
        time.sleep(0.003)
        self._begun(-1)
        return '{"verdict": "supported"}'

    async def aask(self, _: Any) -> str:
        """As `ask`."""
        self._begun(1)
        await asyncio.sleep(0.003)
        self._begun(-1)
        return '{"verdict": "supported"}'

    @property
    def llm(self) -> Any:
        """A model that notes its flight."""
        return RunnableLambda(self.ask, afunc=self.aask)


@pytest.mark.parametrize(("inputs", "limit"), [(3, 3), (12, None), (4, 1)])
@pytest.mark.parametrize("is_awaited", [False, True])
@pytest.mark.parametrize("own_grounder", [False, True])
def test_questions_of_a_whole_batch_are_bounded(
    plain: Family, inputs: int, limit: int | None, is_awaited: bool, own_grounder: bool
) -> None:
    """By `max_concurrency`, else 8, whoever asks them, in a chain too."""
    flight = Flight()
    asked = ChatModelClient(flight.llm)
    step = (
        GroundGraph(grounder=LLMGrounder(client=asked))
        if own_grounder
        else GroundGraph(llm=flight.llm)
    )
    chain = RunnableLambda(lambda graph: graph) | step
    config: Any = {"max_concurrency": limit} if limit else {}
    graphs = [mill_graph(plain)] * inputs
    done = asyncio.run(chain.abatch(graphs, config)) if is_awaited else chain.batch(graphs, config)
    assert len(done) == inputs
    assert 0 < flight.most <= (limit or 8)


@pytest.mark.parametrize(("inputs", "limit"), [(3, 3), (12, None), (4, 1), (1, 2)])
@pytest.mark.parametrize("is_awaited", [False, True])
def test_questions_of_a_batch_as_it_is_completed_are_bounded(
    plain: Family, inputs: int, limit: int | None, is_awaited: bool
) -> None:
    """Over all of its inputs; whoever goes through it is not bound by it."""
    flight = Flight()
    step = GroundGraph(llm=flight.llm)
    config: Any = {"max_concurrency": limit} if limit else {}
    graphs = [mill_graph(plain)] * inputs
    places = []

    async def awaited() -> None:
        async for at, graph in step.abatch_as_completed(graphs, config):
            assert graph.relationships[0].properties["odke_verdict"] == "supported"
            places.append(at)

    if is_awaited:
        asyncio.run(awaited())
    else:
        for at, graph in step.batch_as_completed(graphs, config):
            assert graph.relationships[0].properties["odke_verdict"] == "supported"
            places.append(at)
    assert sorted(places) == list(range(inputs))
    assert 0 < flight.most <= (limit or 8)
    failing = GroundGraph(llm=flight.llm).batch_as_completed(
        [mill_graph(plain), "a text"], return_exceptions=True
    )
    assert type(dict(failing)[1]).__name__ == "AdapterError"


class _RefusedError(Exception):
    """What a provider raises for a wrong key."""

    status_code = 401


@pytest.mark.parametrize(
    ("error", "failure"),
    [(ValueError("out of order"), "ValueError"), (_RefusedError("key"), "_RefusedError 401")],
)
@pytest.mark.parametrize("is_awaited", [False, True])
def test_a_model_that_never_answers_is_told_once(
    plain: Family,
    error: Exception,
    failure: str,
    is_awaited: bool,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """In one warning, with the first failure; a claim that is made twice is asked about once."""
    step = GroundGraph(llm=ScriptedChat(script=lambda _: error))
    graph = mill_graph(plain)
    with caplog.at_level(logging.WARNING, logger="openodke_langchain"):
        _ = asyncio.run(step.ainvoke(graph)) if is_awaited else step.invoke(graph)
    (record,) = caplog.records
    assert re.fullmatch(f"0 of [1-7] calls answered: {failure}", record.getMessage())


def test_a_model_that_answers_once_is_not_warned_of(
    plain: Family, caplog: pytest.LogCaptureFixture
) -> None:
    """What is unchecked says why."""

    def script(prompt: str) -> Any:
        return '{"verdict": "supported"}' if "Adam" in prompt else ValueError("out of order")

    GroundGraph(llm=ScriptedChat(script=script)).invoke(mill_graph(plain))
    GroundGraph(llm=judge()).invoke(mill_graph(plain))
    assert caplog.records == []


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"gate": 5}, "gate=5 has no method validate"),
        ({"keep": "no"}, "keep='no': it is True or False"),
        ({"locate": 1}, "locate=1: it is True or False"),
        ({"adapter": "langchain"}, "give a LangChainAdapter"),
        ({"documents": ["Ada met Bo."]}, r"documents\[0\] is str 'Ada met Bo.': .*read_documents"),
        ({"documents": "Ada met Bo."}, "documents is str 'Ada met Bo.'"),
        ({"documents": {"a": "Ada met Bo."}}, "documents is dict"),
        ({"documents": 7}, "documents is int"),
    ],
    ids=str,
)
def test_a_wrong_value_is_refused_when_the_step_is_made(given: dict[str, Any], said: str) -> None:
    """And not taken for something else in a run."""
    with pytest.raises(InputError, match=said):
        GroundGraph(**given)


def test_texts_from_a_generator_serve_every_run(plain: Family) -> None:
    """They are read once."""
    graph = mill_graph(plain)
    text, graph.source = graph.source.page_content, None
    step = GroundGraph(documents=(Source(page_content=each) for each in [text]))
    for _ in range(2):
        assert step.invoke(graph).relationships[2].properties["odke_reason"] == "prompt_example"
