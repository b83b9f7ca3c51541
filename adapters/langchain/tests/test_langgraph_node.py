"""Does the node work in a LangGraph graph whose checkpointer lets no foreign class through?"""

from __future__ import annotations

import asyncio
import json
import logging
import operator
from typing import Annotated, Any, TypedDict

import pytest
from graph_families import Family, mill_graph
from scripted_chat import judge

from openodke.errors import InputError
from openodke_langchain import GroundGraph, grounding_node

graphs = pytest.importorskip("langgraph.graph")
memory = pytest.importorskip("langgraph.checkpoint.memory")
jsonplus = pytest.importorskip("langgraph.checkpoint.serde.jsonplus")


class State(TypedDict, total=False):
    """What the graph hands on."""

    texts: list[str]
    graph_documents: list[Any]
    checked: list[Any]
    refused: list[dict[str, str]]
    counts: dict[str, Any]
    attempts: Annotated[list[str], operator.add]


THREAD = {"configurable": {"thread_id": "mill"}}


def strict() -> Any:
    """Return a checkpointer that refuses every class that LangGraph does not know."""
    return memory.InMemorySaver(serde=jsonplus.JsonPlusSerializer(allowed_msgpack_modules=None))


def compiled(plain: Family, node: Any, **options: Any) -> Any:
    """Return a graph that extracts, then grounds, and extracts again where claims are refused."""

    def extract(state: State) -> dict[str, Any]:
        graph = mill_graph(plain)
        if state.get("refused"):
            del graph.relationships[2]
            graph.nodes = [n for n in graph.nodes if n.id not in ("Adam", "Microsoft")]
        return {"graph_documents": [graph], "attempts": ["extracted"]}

    def again(state: State) -> str:
        return "extract" if state["refused"] and len(state["attempts"]) < 3 else graphs.END

    builder = graphs.StateGraph(State)
    builder.add_node("extract", extract)
    builder.add_node("ground", node)
    builder.add_edge(graphs.START, "extract")
    builder.add_edge("extract", "ground")
    builder.add_conditional_edges("ground", again, ["extract", graphs.END])
    return builder.compile(checkpointer=strict(), **options)


def test_the_state_is_plain_and_comes_back_from_the_checkpoint(
    plain: Family, caplog: pytest.LogCaptureFixture
) -> None:
    """What the node writes passes a strict checkpointer and is JSON; refused claims are listed."""
    node = grounding_node(write="checked", refused="refused", summary="counts")
    app = compiled(plain, node)
    with caplog.at_level(logging.WARNING):
        done = app.invoke({}, THREAD)
        held = app.get_state(THREAD).values
    ours = ("checked", "refused", "counts")
    assert {key: held[key] for key in ours} == {key: done[key] for key in ours}
    json.dumps({key: held[key] for key in ours}, allow_nan=False)
    assert done["attempts"] == ["extracted", "extracted"]
    assert (done["refused"], done["counts"]["not_found"]) == ([], 0)
    (graph,) = map(plain.graph.model_validate, held["checked"])
    verdicts = [relation.properties["odke_verdict"] for relation in graph.relationships]
    assert verdicts == ["unchecked"] * 3


def test_it_goes_on_from_a_checkpoint_that_lost_the_classes(plain: Family) -> None:
    """Interrupted before the node, the graphs come back as dicts: they are read all the same."""
    app = compiled(plain, grounding_node(refused="refused"), interrupt_before=["ground"])
    app.invoke({}, THREAD)
    assert isinstance(app.get_state(THREAD).values["graph_documents"][0], dict)
    done = app.invoke(None, THREAD)
    assert done["refused"] == [
        {
            "subject": "Adam",
            "predicate": "WORKS_FOR",
            "object": "Microsoft",
            "verdict": "not_found",
            "reason": "prompt_example",
            "document": done["refused"][0]["document"],
            "row": "0/relationship/2",
        }
    ]


def test_it_is_awaited_with_a_model(plain: Family) -> None:
    """`ainvoke` of the graph awaits the model; what does not stand is dropped on request."""
    llm = judge(WORKS="not_found", BOUGHT="contradicted")
    node = grounding_node(GroundGraph(llm=llm, keep=True), refused="refused")
    done = asyncio.run(compiled(plain, node).ainvoke({}, THREAD))
    assert llm.awaited
    kinds = [relation["type"] for relation in done["graph_documents"][0]["relationships"]]
    assert kinds == ["RUNS", "RUNS"]


@pytest.mark.parametrize("state", [{"graph_documents": []}, {"graph_documents": None}])
def test_a_state_without_graphs_is_no_pass(state: dict[str, Any]) -> None:
    """The counts say that there was no claim."""
    done = grounding_node(summary="counts").invoke(state)
    assert done["graph_documents"] == []
    assert done["counts"]["claims"] == 0


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ({}, r"no key 'graph_documents'; there are: none"),
        ({"graphs": [1], "texts": []}, r"no key 'graph_documents'; there are: 'graphs', 'texts'"),
        ([{"nodes": [], "relationships": []}], r"the state is a list without 'graph_documents'"),
    ],
)
def test_a_state_without_the_key_is_a_mistake(state: Any, said: str) -> None:
    """A slip in a name, or graphs in place of a state, would be a run that checks nothing."""
    with pytest.raises(InputError, match=said):
        grounding_node().invoke(state)
    with pytest.raises(InputError, match=said):
        asyncio.run(grounding_node().ainvoke(state))


def test_a_key_that_is_added_to_is_left_as_it_was(plain: Family) -> None:
    """Of a state whose graphs are appended the node writes under a key of its own."""

    class Added(TypedDict, total=False):
        graph_documents: Annotated[list[Any], operator.add]
        checked: list[Any]

    builder = graphs.StateGraph(Added)
    builder.add_node("ground", grounding_node(write="checked"))
    builder.add_edge(graphs.START, "ground")
    done = builder.compile().invoke({"graph_documents": [mill_graph(plain)]})
    assert (len(done["graph_documents"]), len(done["checked"])) == (1, 1)


def test_a_step_of_a_chain_is_a_node_too(plain: Family) -> None:
    """What GroundGraph returns can be handed on without a checkpointer as it is."""

    class Texts(TypedDict, total=False):
        found: Any

    builder = graphs.StateGraph(Texts)
    check = GroundGraph()
    builder.add_node(
        "ground", lambda state, config: {"found": check.invoke(state["found"], config)}
    )
    builder.add_edge(graphs.START, "ground")
    done = builder.compile().invoke({"found": [mill_graph(plain)]})
    assert type(done["found"][0]) is plain.graph
