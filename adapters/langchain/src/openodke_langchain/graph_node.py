"""How are graphs checked as a node of a LangGraph graph?

A checkpointer may refuse classes that it does not know. So the node writes dicts, lists, texts and
numbers alone, whatever it read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from langchain_core.callbacks import adispatch_custom_event, dispatch_custom_event
from langchain_core.runnables import RunnableConfig, RunnableLambda

from openodke.errors import InputError
from openodke.interop import GroundedGraph, reason_code
from openodke.model import Fact, GroundingVerdict
from openodke_langchain.ground_runnable import EVENT, GroundGraph, counts
from openodke_langchain.native_fields import field, has
from openodke_langchain.plain_state import plain_graphs

_REFUSED = (GroundingVerdict.CONTRADICTED, GroundingVerdict.NOT_FOUND)


def grounding_node(
    ground: GroundGraph | None = None,
    *,
    read: str = "graph_documents",
    write: str | None = None,
    refused: str | None = None,
    summary: str | None = None,
    name: str = "ground_graph",
) -> RunnableLambda[Any, dict[str, Any]]:
    """Return a node that checks the graphs of the state.

    Args:
        ground: what checks them; left out, the words of their texts.
        read: the key of the state that holds the graphs.
        write: the key that they are written under, as dicts with verdicts: `read`, if left out.
            `GraphDocument.model_validate` makes objects of them again.
        refused: the key for the claims that the texts contradict or do not hold, a dict each;
            left out, they are not written. Of a list that is not empty a conditional edge can make
            another attempt.
        summary: the key for the counts of the run; left out, they are not written.
        name: the name of its runs.

    A run raises InputError for a state that lacks the key `read`.
    """
    checks = GroundGraph() if ground is None else ground

    def node(state: Any, config: RunnableConfig) -> dict[str, Any]:
        grounded = checks.ground(_read(state, read), config)
        dispatch_custom_event(EVENT, counts(grounded), config=config)
        return update(grounded)

    async def anode(state: Any, config: RunnableConfig) -> dict[str, Any]:
        grounded = await checks.aground(_read(state, read), config)
        await adispatch_custom_event(EVENT, counts(grounded), config=config)
        return update(grounded)

    def update(grounded: GroundedGraph) -> dict[str, Any]:
        written: dict[str, Any] = {write or read: plain_graphs(checks.handed_back(grounded))}
        if refused is not None:
            facts = (fact for fact in grounded.facts if fact.verdict in _REFUSED)
            written[refused] = [_told(fact) for fact in facts]
        if summary is not None:
            written[summary] = counts(grounded)
        return written

    return RunnableLambda(node, afunc=anode, name=name)


def _read(state: Any, key: str) -> Any:
    """Return the graphs of a state; none yet is a list without any.

    Raises:
        InputError: for a state without the key: a slip in its name would be a run without claims.
    """
    if has(state, key):
        held = field(state, key)
        return [] if held is None else held
    if isinstance(state, Mapping):
        there = ", ".join(map(repr, state)) or "none"
        raise InputError(f"the state has no key {key!r}; there are: {there}. read= names another")
    raise InputError(
        f"the state is a {type(state).__name__} without {key!r}: give a dict that has it, or the "
        "graphs to GroundGraph itself"
    )


def _told(fact: Fact) -> dict[str, str]:
    said = {
        "subject": fact.subject.name,
        "predicate": fact.predicate,
        "object": fact.object_name,
        "verdict": fact.verdict.value,
        "reason": reason_code(fact) or "",
        "document": fact.evidence[0].doc_id if fact.evidence else "",
        "row": fact.id,
    }
    return {key: text for key, text in said.items() if text}
