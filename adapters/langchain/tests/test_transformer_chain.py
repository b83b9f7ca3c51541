"""From a text to a graph store: LLMGraphTransformer, GroundGraph, and what the store is told?

The transformer, the step and the store are the real ones; the model follows a script, and the
store's queries are noted in place of being sent.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from langchain_core.documents import Document
from langchain_core.runnables import RunnableLambda
from scripted_chat import ScriptedChat, judge

from openodke_langchain import GroundGraph, LangChainAdapter

neo4j = pytest.importorskip("langchain_neo4j")
transformers = pytest.importorskip("langchain_neo4j.graph_transformers.llm")
experimental = pytest.importorskip("langchain_experimental.graph_transformers.llm")

MODES = ["tools", "prompt", "tools of experimental", "prompt of experimental"]

MILL = (
    "Mara Ostrel, born on 4 July 1953, runs the McAvoy mill in Tolby. IBM bought an iPhone 15 "
    "for the mill. Ostrel's sister Ilva lives in São Pedro."
)
FERRY = "The ferry at Skerry stood still all winter."

FOUND = {
    "nodes": [
        {
            "id": "Mara Ostrel",
            "type": "person",
            "properties": [
                {"key": "birth date", "value": "1953-07-04"},
                {"key": "job", "value": "mill owner"},
            ],
        },
        {"id": "McAvoy mill", "type": "company"},
        {"id": "IBM", "type": "company"},
        {"id": "iPhone 15", "type": "product"},
        {"id": "São Pedro", "type": "place"},
        {"id": "Ilva Ostrel", "type": "person"},
        {"id": "Microsoft", "type": "company"},
        {"id": "Adam", "type": "person"},
    ],
    "relationships": [
        ("Mara Ostrel", "person", "runs", "McAvoy mill", "company"),
        ("IBM", "company", "bought", "iPhone 15", "product"),
        ("Ilva Ostrel", "person", "lives in", "São Pedro", "place"),
        ("Adam", "person", "works for", "Microsoft", "company"),
    ],
}
ENDS = ("source_node_id", "source_node_type", "type", "target_node_id", "target_node_type")
PAIRS = ("head", "head_type", "relation", "tail", "tail_type")


def tools(prompt: str) -> dict[str, Any]:
    """Answer as a provider's tool call does."""
    if "ferry" in prompt:
        return {"nodes": [], "relationships": []}
    ends = [dict(zip(ENDS, row, strict=True)) for row in FOUND["relationships"]]
    return {"nodes": FOUND["nodes"], "relationships": ends}


def written(prompt: str) -> str:
    """Answer in JSON, as a model without tools is asked to."""
    if "ferry" in prompt:
        return "[]"
    return json.dumps([dict(zip(PAIRS, row, strict=True)) for row in FOUND["relationships"]])


def transformer(mode: str, **options: Any) -> Any:
    """Return the real transformer with a scripted model."""
    if mode.startswith("tools"):
        llm = ScriptedChat(script=written, tools=tools)
        options = {"node_properties": True, **options}
    else:
        llm = ScriptedChat(script=written)
    package = experimental if mode.endswith("experimental") else transformers
    return package.LLMGraphTransformer(llm=llm, **options)


def chain(mode: str, **options: Any) -> Any:
    """Return the chain that the README has."""
    extract = transformer(mode)
    return RunnableLambda(extract.convert_to_graph_documents) | GroundGraph(**options)


def documents() -> list[Document]:
    """Return the texts, with the metadata that a loader gives."""
    return [Document(MILL, metadata={"source": "mill.txt"}), Document(FERRY)]


class NotingStore(neo4j.Neo4jGraph):  # type: ignore[misc,name-defined]
    """The real store; its queries are noted and not sent."""

    def __init__(self) -> None:
        """Connect to nothing."""
        self.asked: list[tuple[str, dict[str, Any]]] = []

    def _check_driver_state(self) -> None:
        """Say that all is well."""

    def query(self, query: str, params: dict[str, Any] | None = None, **_: Any) -> list[Any]:
        """Note a query."""
        self.asked.append((query, params or {}))
        return []

    def __del__(self) -> None:
        """Have nothing to close."""


@pytest.mark.parametrize("mode", MODES)
def test_what_a_text_names_is_not_refused_however_its_name_is_damaged(mode: str) -> None:
    """Title case, the fullest name and an ISO date are in the text; the prompt's example is not."""
    mill, ferry = chain(mode).invoke(documents())
    found = {
        relation.source.id.casefold(): relation.properties["odke_verdict"]
        for relation in mill.relationships
    }
    assert found == {
        "mara ostrel": "unchecked",
        "ibm": "unchecked",
        "ilva ostrel": "unchecked",
        "adam": "not_found",
    }
    assert mill.relationships[3].properties["odke_reason"] == "prompt_example"
    assert ferry.relationships == []
    if mode.startswith("tools"):
        assert [node.id for node in mill.nodes][1:4] == ["Mcavoy Mill", "Ibm", "Iphone 15"]
        said = mill.nodes[0].properties
        assert said["birthDate"] == "1953-07-04"
        assert (said["odke_verdict__birthDate"], said["odke_verdict__job"]) == ("unchecked",) * 2


@pytest.mark.parametrize("mode", MODES)
def test_the_graph_documents_are_those_of_the_transformer(mode: str) -> None:
    """Class, order and the very Document; without our keys they are what it returned."""
    texts = documents()
    extracted = transformer(mode).convert_to_graph_documents(texts)
    before = [graph.model_dump_json() for graph in extracted]
    checked = GroundGraph().invoke(extracted)
    assert [type(graph) for graph in checked] == [type(graph) for graph in extracted]
    assert [graph.source for graph in checked] == texts
    assert checked[0].source is texts[0]
    assert [graph.model_dump_json() for graph in extracted] == before
    assert "id" not in texts[0].metadata


@pytest.mark.parametrize("mode", MODES)
def test_a_chain_is_awaited_from_end_to_end(mode: str) -> None:
    """`aconvert_to_graph_documents` and `ainvoke`, with a model that judges."""
    extract = transformer(mode)
    llm = judge(Adam="not_found")
    step = RunnableLambda(extract.convert_to_graph_documents, extract.aconvert_to_graph_documents)
    mill, _ = asyncio.run((step | GroundGraph(llm=llm, keep=True)).ainvoke(documents()))
    assert len(mill.relationships) == 3
    assert llm.awaited


def test_the_store_is_told_the_verdicts() -> None:
    """They are flat texts among the properties that Neo4j is given; nothing is a map or null."""
    store = NotingStore()
    checked = chain("tools", keep=True).invoke(documents())
    store.add_graph_documents(checked, include_source=True)
    rows = [row for _, params in store.asked for row in params["data"]]
    relations = [row for row in rows if "source" in row]
    assert [row["type"] for row in relations] == ["RUNS", "BOUGHT", "LIVES_IN"]
    for row in rows:
        assert all(isinstance(value, str) and value for value in row["properties"].values())
    assert {row["properties"]["odke_verdict"] for row in relations} == {"unchecked"}
    names = [row["id"] for row in rows if "id" in row]
    assert "Adam" not in names
    assert "Microsoft" not in names


def test_a_silent_answer_is_told_from_a_pass() -> None:
    """A text of which nothing was extracted is left out by name, never counted as good."""
    extracted = transformer("tools").convert_to_graph_documents(documents())
    left_out = LangChainAdapter().left_out(extracted)
    assert [str(problem) for problem in left_out] == [
        "graphs:1: no_claims: nothing was found in this text, or the answer could not be read"
    ]
    grounded = GroundGraph().ground(extracted[1:])
    assert grounded.summary.is_empty


def test_a_leak_is_known_in_title_case_too() -> None:
    """Tool mode spells the example's names otherwise."""
    ends = [("Lightweight App", "Microsoft Word"), ("Best Talent", "John Doe")]
    pairs = [{"head": head, "relation": "HAS", "tail": tail} for head, tail in ends]
    for pair in GroundGraph(documents=documents()).invoke(pairs):
        assert (pair["odke_verdict"], pair["odke_reason"]) == ("not_found", "prompt_example")


def test_the_prompts_examples_are_those_that_we_know() -> None:
    """Every name in the examples of the installed transformer's prompt is known as a leak."""
    known = LangChainAdapter().examples
    shown = {example[side] for example in transformers.examples for side in ("head", "tail")}
    assert shown <= known
    assert {e[side] for e in experimental.examples for side in ("head", "tail")} <= known
