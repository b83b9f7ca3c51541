"""Is GroundGraph a step of a chain like any other, and does it hand the same objects back?"""

from __future__ import annotations

import asyncio
import pickle
from copy import deepcopy
from typing import Any
from uuid import UUID

import pytest
from graph_families import Family, mill_graph, part, properties_of
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.documents import Document as Source
from langchain_core.runnables import ConfigurableField, RunnableConfig, RunnableLambda
from scripted_chat import ScriptedChat, judge

from openodke import Document
from openodke.errors import AdapterError, InputError
from openodke.gate import VerdictGate
from openodke.ground import LLMGrounder
from openodke.ontology import Ontology
from openodke_langchain import ChatModelClient, GroundGraph, LangChainAdapter


def verdicts(graph: Any) -> list[tuple[str, str]]:
    """Return verdict and reason of each relationship of a graph."""
    found = [properties_of(item) for item in part(graph, "relationships")]
    return [(held["odke_verdict"], held["odke_reason"]) for held in found]


LEXICAL = [
    ("unchecked", "same_sentence"),
    ("unchecked", "neighbours"),
    ("not_found", "prompt_example"),
    ("unchecked", "same_sentence"),
]


class Notes(BaseCallbackHandler):
    """Notes the runs and the custom events of a chain."""

    def __init__(self) -> None:
        self.runs: list[str] = []
        self.parents: dict[UUID, UUID | None] = {}
        self.names: dict[UUID, str] = {}
        self.models: list[UUID | None] = []
        self.events: list[tuple[str, Any]] = []

    def on_chain_start(self, serialized: Any, inputs: Any, **kwargs: Any) -> None:  # noqa: ARG002
        """Note a run's name and whose child it is."""
        self.runs.append(kwargs["name"])
        self.names[kwargs["run_id"]] = kwargs["name"]
        self.parents[kwargs["run_id"]] = kwargs["parent_run_id"]

    def on_chat_model_start(self, serialized: Any, messages: Any, **kwargs: Any) -> None:  # noqa: ARG002
        """Note whose child a model's call is."""
        self.models.append(kwargs["parent_run_id"])

    def on_custom_event(self, name: str, data: Any, **kwargs: Any) -> None:  # noqa: ARG002
        """Note an event."""
        self.events.append((name, data))


def test_the_same_objects_come_back_with_a_verdict_on_every_relationship(mill: Any) -> None:
    """Of every class, in a list and alone, without an argument."""
    (graph,) = GroundGraph().invoke([mill])
    assert type(graph) is type(mill)
    assert verdicts(graph) == LEXICAL
    assert verdicts(GroundGraph().invoke(mill)) == LEXICAL


def test_it_is_put_after_a_transformer(plain: Family) -> None:
    """`RunnableLambda(…) | GroundGraph()`, as the README has it."""
    chain = (
        RunnableLambda(lambda texts: [mill_graph(plain, text) for text in texts]) | GroundGraph()
    )
    texts = [mill_graph(plain).source.page_content, "Nothing of the kind."]
    first, second = chain.invoke(texts)
    assert verdicts(first) == LEXICAL
    assert verdicts(second) == LEXICAL  # copies of what the first text may say
    (alone,) = chain.invoke(texts[1:])
    assert {verdict for verdict, _ in verdicts(alone)} == {"not_found"}


def test_a_batch_keeps_its_order(plain: Family) -> None:
    """`batch` and `abatch` return one result an input, whatever happens to the others."""
    graphs = [[mill_graph(plain)], "no graph", []]
    done = GroundGraph().batch(graphs, {"max_concurrency": 2}, return_exceptions=True)
    awaited = asyncio.run(GroundGraph().abatch(graphs, return_exceptions=True))
    for results in (done, awaited):
        assert verdicts(results[0][0]) == LEXICAL
        assert isinstance(results[1], AdapterError)
        assert results[2] == []


def test_it_can_be_awaited_and_streamed(plain: Family) -> None:
    """`ainvoke`, `stream` and `astream` give what `invoke` gives."""
    graph, step = mill_graph(plain), GroundGraph()
    expected = step.invoke(graph)
    assert asyncio.run(step.ainvoke(graph)) == expected
    assert list(step.stream(graph)) == [expected]

    async def streamed() -> list[Any]:
        return [chunk async for chunk in step.astream(graph)]

    assert asyncio.run(streamed()) == [expected]


def test_a_model_is_asked_about_each_relationship(plain: Family) -> None:
    """With `llm=` the user's own chat model gives the verdicts."""
    llm = judge(WORKS="not_found", BOUGHT="contradicted")
    (graph,) = GroundGraph(llm=llm).invoke([mill_graph(plain)])
    found = [verdict for verdict, _ in verdicts(graph)]
    assert found == ["supported", "contradicted", "not_found", "supported"]
    assert not llm.awaited


def test_a_model_is_awaited(plain: Family) -> None:
    """`ainvoke` awaits it."""
    llm = judge(WORKS="not_found")
    (graph,) = asyncio.run(GroundGraph(llm=llm).ainvoke([mill_graph(plain)]))
    assert verdicts(graph)[2][0] == "not_found"
    assert len(llm.awaited) == len(llm.asked)


def test_a_model_that_fails_costs_no_run(plain: Family) -> None:
    """What it was not able to judge is unchecked, and says so; it is asked once."""
    llm = ScriptedChat(script=lambda _: ValueError("out of order"))
    (graph,) = GroundGraph(llm=llm).invoke([mill_graph(plain)])
    assert set(verdicts(graph)) == {("unchecked", "call_failed")}
    assert len(llm.asked) == len(set(llm.asked))  # a claim that is made twice is asked about once


def test_calls_are_children_of_its_run(plain: Family) -> None:
    """A trace shows the questions under the step, in threads too."""
    notes = Notes()
    config: RunnableConfig = {"callbacks": [notes], "run_name": "check"}
    GroundGraph(llm=judge()).invoke(mill_graph(plain), config)
    assert notes.runs == ["check"]
    assert {notes.names[parent] for parent in notes.models if parent} == {"check"}
    asyncio.run(GroundGraph(llm=judge()).ainvoke(mill_graph(plain), {"callbacks": [notes]}))
    assert {notes.names[parent] for parent in notes.models if parent} == {"check", "GroundGraph"}


def test_every_run_tells_its_counts(plain: Family) -> None:
    """As the custom event `odke_verdicts`."""
    notes = Notes()
    GroundGraph(llm=judge(WORKS="not_found")).invoke(mill_graph(plain), {"callbacks": [notes]})
    asyncio.run(GroundGraph().ainvoke(mill_graph(plain), {"callbacks": [notes]}))
    (name, asked), (_, lexical) = notes.events
    assert name == "odke_verdicts"
    assert (asked["claims"], asked["calls"], asked["not_found"]) == (8, 7, 1)
    assert asked["tokens"] == 7 * 35
    assert (lexical["grounder"], lexical["calls"], lexical["not_found"]) == ("lexical", 0, 1)


def test_events_reach_astream_events(plain: Family) -> None:
    """Among the events of the chain."""

    async def seen() -> list[str]:
        events = GroundGraph().astream_events(mill_graph(plain), version="v2")
        return [event["name"] async for event in events if event["event"] == "on_custom_event"]

    assert asyncio.run(seen()) == ["odke_verdicts"]


def test_only_what_stands_is_handed_on(mill: Any) -> None:
    """`keep=True` drops what the text does not name, and the nodes that only that had."""
    kept = GroundGraph(keep=True).invoke(mill)
    assert type(kept) is type(mill)
    assert verdicts(kept) == [pair for pair in LEXICAL if pair[0] != "not_found"]
    names = [n["id"] if isinstance(n, dict) else n.id for n in part(kept, "nodes")]
    assert names == ["Mara Ostrel", "Fenwick Mill", "Nasa", "Skerry"]


def test_a_gate_of_ones_own_decides(plain: Family) -> None:
    """A gate that marks hands everything on, and says why."""
    gate = VerdictGate(refuse_not_found=True, on_refusal="mark")
    kept = GroundGraph(gate=gate).invoke(mill_graph(plain))
    assert verdicts(kept) == LEXICAL
    assert "prompt_example" in kept.relationships[2].properties["odke_review"]


def test_an_ontology_is_checked(plain: Family) -> None:
    """A relationship of a type that nobody declared has a reason of its own."""
    schema = Ontology.model_validate({"predicates": {"RUNS": {"range": "string"}}})
    graph = GroundGraph(ontology=schema).invoke(mill_graph(plain))
    assert verdicts(graph)[2][1] != "prompt_example"


def test_texts_stand_in_where_graphs_have_none(plain: Family) -> None:
    """`documents=` takes LangChain's Documents and openodke's."""
    graph = mill_graph(plain)
    text, graph.source = graph.source.page_content, None
    assert set(verdicts(GroundGraph().invoke(graph))) == {("unchecked", "no_source")}
    for given in (Source(page_content=text), Document(id="mill", text=text)):
        assert verdicts(GroundGraph(documents=[given]).invoke(graph)) == LEXICAL
        assert verdicts(GroundGraph(documents=given).invoke(graph)) == LEXICAL


def test_the_report_is_at_hand(plain: Family) -> None:
    """`ground` returns facts and summary beside the graphs."""
    graph = mill_graph(plain)
    grounded = GroundGraph().ground(graph)
    assert grounded.summary.verdicts["not_found"] == 1
    assert grounded.annotate() == GroundGraph().invoke(graph)
    awaited = asyncio.run(GroundGraph().aground(graph))
    assert [f.verdict for f in awaited.facts] == [f.verdict for f in grounded.facts]


def test_a_graph_that_cannot_be_read_is_handed_on(plain: Family) -> None:
    """What is malformed among others costs itself."""
    graph = mill_graph(plain)
    found = GroundGraph(keep=True).invoke([None, graph, "rubbish", {"nodes": 7}])
    assert [found[0], found[2], found[3]] == [None, "rubbish", {"nodes": 7}]
    assert len(found[1].relationships) == 3


def test_what_is_no_graph_at_all_is_refused() -> None:
    """A text in place of graphs is a mistake in the chain."""
    with pytest.raises(AdapterError, match="langchain"):
        GroundGraph().invoke("the text itself")


def test_nothing_is_dropped_where_texts_and_graphs_do_not_match(plain: Family) -> None:
    """A graph on another text is handed on whole, with the reason."""
    graphs = []
    for at in range(30):
        pairs = [(f"Ilva Dorn {at}{n}", f"Port Vessa {at}{n}") for n in range(4)]
        text = "The baker of Ostra closed early. Bread was sold out. It rained on the square."
        relations = [plain.relate(*pair[:1], "SAILS_TO", *pair[1:]) for pair in pairs]
        graphs.append(
            plain.graph(nodes=[], relationships=relations, source=Source(page_content=text))
        )
    kept = GroundGraph(keep=True).invoke(graphs)
    assert [len(graph.relationships) for graph in kept] == [4] * 30
    assert {pair for graph in kept for pair in verdicts(graph)} == {("unchecked", "text_mismatch")}


def test_a_grounder_of_ones_own_is_used(plain: Family) -> None:
    """With settings that `llm=` does not have."""
    client = ChatModelClient(judge(WORKS="not_found"))
    grounder = LLMGrounder(
        client=client, context="document", verdicts="binary", prompt="ground.span"
    )
    (graph,) = GroundGraph(grounder=grounder).invoke([mill_graph(plain)])
    assert {verdict for verdict, _ in verdicts(graph)} <= {"supported", "not_found", "unchecked"}
    with pytest.raises(InputError, match="llm= and grounder="):
        GroundGraph(grounder=grounder, llm=judge())


def test_a_model_is_an_object() -> None:
    """A class, or what cannot be invoked, is refused when the chain is made."""
    with pytest.raises(InputError, match="invoke"):
        GroundGraph(llm=ScriptedChat)
    with pytest.raises(InputError, match="invoke"):
        GroundGraph(llm="gpt")


def test_a_slip_in_an_argument_is_told() -> None:
    """`lmm=` would be a run without a model."""
    with pytest.raises(InputError, match="'lmm'; there are: adapter"):
        GroundGraph(lmm=judge())


def test_it_can_be_drawn_copied_and_pickled() -> None:
    """As any step of a chain."""
    chain = RunnableLambda(lambda graphs: graphs) | GroundGraph()
    assert "GroundGraph" in chain.get_graph().draw_mermaid()
    assert GroundGraph().get_input_jsonschema()["title"] == "GroundGraphInput"
    for copied in (
        deepcopy(GroundGraph(keep=True)),
        pickle.loads(pickle.dumps(GroundGraph(keep=True))),
    ):
        assert copied == GroundGraph(keep=True)


def test_it_can_be_configured_and_retried(plain: Family) -> None:
    """`configurable_fields`, `with_retry` and `with_config` are there, as on any Runnable."""
    step = GroundGraph().configurable_fields(keep=ConfigurableField(id="keep"))
    graph = mill_graph(plain)
    assert len(step.invoke(graph).relationships) == 4
    assert len(step.with_config(configurable={"keep": True}).invoke(graph).relationships) == 3
    notes = Notes()
    named = GroundGraph().with_retry().with_config(run_name="named", callbacks=[notes])
    assert verdicts(named.invoke(graph)) == LEXICAL
    assert "named" in notes.runs
    assert [len(g.relationships) for g in GroundGraph(keep=True).map().invoke([graph, graph])] == [
        3,
        3,
    ]


def test_its_adapter_can_be_chosen(plain: Family) -> None:
    """Options of the adapter are given with it."""
    adapter = LangChainAdapter(
        examples=["Skerry"], properties=False, relationship_properties=False, every_node=True
    )
    grounded = GroundGraph(adapter=adapter).ground(mill_graph(plain))
    assert {fact.id.split("/")[1] for fact in grounded.facts} == {"relationship", "node"}
    assert len(grounded.facts) == 4 + 6


def test_a_model_is_asked_about_several_claims_at_once_and_words_go_first(plain: Family) -> None:
    """What the words refute the model is not asked about; an answer in doubt is asked for again."""

    def script(said: str) -> str:
        return "supported" if "\nClaim: " in f"\n{said}" else "I cannot say."

    llm = ScriptedChat(script=script)
    notes = Notes()
    step = GroundGraph(llm=llm, joint=10, cascade=True)
    graph = step.invoke(mill_graph(plain), {"callbacks": [notes]})
    assert [verdict for verdict, _ in verdicts(graph)] == [
        "supported",
        "supported",
        "not_found",  # copied from the prompt: by the words
        "supported",
    ]
    ((_, told),) = notes.events
    joint = [said for said in llm.asked if "Claims:" in said]
    assert len(joint) == 1
    assert told["calls"] == len(llm.asked) == 1 + 6
    assert pickle.loads(pickle.dumps(GroundGraph(joint=1))) == GroundGraph()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"joint": 4}, "are ways to ask: add llm="),
        ({"cascade": True}, "are ways to ask: add llm="),
        ({"llm": judge(), "joint": 0}, "joint=0"),
        ({"llm": judge(), "recheck": 0.5}, "recheck=0.5"),
        ({"llm": judge(), "cascade": "words"}, "cascade='words': it is True or False"),
    ],
)
def test_a_way_to_ask_that_means_nothing_is_refused(given: dict[str, Any], message: str) -> None:
    """When the step is built, and not after a document was paid for."""
    with pytest.raises(InputError, match=message):
        GroundGraph(**given)
