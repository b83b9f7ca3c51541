"""Does each verdict stand at its own place, and is nothing else another than it was?"""

from __future__ import annotations

import pickle
from copy import deepcopy
from typing import Any, NamedTuple

import pytest
from graph_families import SOURCE, Family, mill_graph, part, properties_of

from openodke import ground_graph
from openodke.errors import AdapterError, InputError
from openodke.model import Fact, GroundingVerdict, KnowledgeGraph
from openodke_langchain import LangChainAdapter

ADAPTER = LangChainAdapter()


class Triple(NamedTuple):
    """A triple as langchain-community has it."""

    subject: str
    predicate: str
    object_: str


def judged(native: Any, **verdicts: GroundingVerdict) -> list[Fact]:
    """Return the facts of a native object, those named by kind and index with a verdict."""
    facts = ground_graph(native, adapter=ADAPTER, grounder=None).facts
    by_item = {name.replace("_", "/"): verdict for name, verdict in verdicts.items()}
    return [
        f.model_copy(
            update={"verdict": by_item.get(f.id.partition("/")[2], GroundingVerdict.SUPPORTED)}
        )
        for f in facts
    ]


def test_duplicates_have_verdicts_of_their_own(mill: Any) -> None:
    """The first and the last relationship are equal; one is refuted."""
    facts = judged(mill, relationship_3=GroundingVerdict.NOT_FOUND)
    marked = part(ADAPTER.annotate(mill, facts), "relationships")
    assert [properties_of(r)["odke_verdict"] for r in marked] == [
        "supported",
        "supported",
        "supported",
        "not_found",
    ]


def test_a_node_carries_its_least_favourable_claim(plain: Family) -> None:
    """And each property's own verdict by its key."""
    graph = mill_graph(plain)
    (graph.nodes[0].properties)["left"] = 1871
    said = ground_graph(graph, adapter=ADAPTER).annotate().nodes[0].properties
    assert said["odke_verdict"] == "not_found"
    assert said["odke_reason"] == "value_absent"
    assert (said["odke_verdict__left"], said["odke_verdict__role"]) == ("not_found", "unchecked")
    assert (said["left"], said["role"]) == (1871, "miller")


def test_values_of_a_list_are_told_apart(plain: Family) -> None:
    """By their place in it."""
    graph = mill_graph(plain)
    graph.nodes[0].properties["left"] = [1993, 1871]
    said = ground_graph(graph, adapter=ADAPTER).annotate().nodes[0].properties
    assert (said["odke_verdict__left_0"], said["odke_verdict__left_1"]) == (
        "unchecked",
        "not_found",
    )


def test_a_node_that_is_an_end_stays_the_same_node(plain: Family) -> None:
    """Where a relationship was made of the graph's own nodes, it still is."""
    graph = mill_graph(plain)
    graph.relationships[0].source = graph.nodes[0]
    marked = ground_graph(graph, adapter=ADAPTER).annotate()
    assert marked.relationships[0].source is marked.nodes[0]
    assert "odke_verdict" not in graph.nodes[0].properties


def test_what_has_no_verdict_is_the_same_object(plain: Family) -> None:
    """A node of which nothing is claimed, the text, the ends."""
    graph = mill_graph(plain)
    marked = ground_graph(graph, adapter=ADAPTER).annotate()
    assert marked.nodes[1] is graph.nodes[1]
    assert marked.source is graph.source
    assert marked.relationships[1].target is graph.relationships[1].target


def test_keys_of_others_survive(mill: Any) -> None:
    """Also those that look like ours and are none; stale verdicts go."""
    properties_of(part(mill, "relationships")[0]).update(
        odke_verdict="stale", odke_support="9", odke_predicate="RUNS", weight=3
    )
    before = deepcopy(mill)
    marked = part(ground_graph(mill, adapter=ADAPTER).annotate(), "relationships")[0]
    said = properties_of(marked)
    assert (said["odke_predicate"], said["weight"]) == ("RUNS", 3)
    assert said["odke_verdict"] == "unchecked"
    assert "odke_support" not in said
    assert mill == before


def test_an_item_without_a_fact_has_no_verdict(mill: Any) -> None:
    """Not even the one that it had."""
    marked = ground_graph(mill, adapter=ADAPTER).annotate()
    bare = ADAPTER.annotate(marked, [])
    assert bare == mill


def test_a_triple_has_its_verdict_as_attributes() -> None:
    """It is equal to what it was, of its class, and can be pickled and judged again."""
    triples = [Triple("Mara Ostrel", "runs", "Fenwick mill"), Triple("Adam", "knows", "Bo")]
    from openodke import Document

    text = Document(id="mill", text=SOURCE["page_content"])
    grounded = ground_graph(triples, [text], adapter=ADAPTER)
    marked = grounded.annotate()
    assert marked == triples
    assert all(isinstance(triple, Triple) for triple in marked)
    assert [triple.odke_verdict for triple in marked] == ["unchecked", "not_found"]
    assert marked[0]._asdict() == triples[0]._asdict()
    again = pickle.loads(pickle.dumps(marked))
    assert (again, again[1].odke_reason) == (triples, marked[1].odke_reason)
    assert ADAPTER.annotate(marked, grounded.facts)[0].odke_verdict == "unchecked"
    assert type(ADAPTER.annotate(marked, [])[0]) is Triple


def test_an_object_without_properties_has_its_verdict_as_an_attribute() -> None:
    """A class of one's own that has no place for it: a dump of it has no verdict."""
    from pydantic import BaseModel

    class Edge(BaseModel):
        source: str
        type: str
        target: str

    class Found(BaseModel):
        nodes: list[str]
        relationships: list[Edge]

    edge = Edge(source="Ada", type="met", target="Bo")
    marked = ground_graph(Found(nodes=[], relationships=[edge]), adapter=ADAPTER).annotate()
    assert marked.relationships[0].odke_verdict == "unchecked"
    assert marked.relationships[0].model_dump() == edge.model_dump()
    assert not hasattr(edge, "odke_verdict")


def test_classes_that_cannot_be_written_to_are_handed_back() -> None:
    """A frozen one gets a copy with other properties; one without any place stays as it is."""
    from dataclasses import dataclass

    @dataclass(frozen=True, slots=True)
    class Frozen:
        source: str
        type: str
        target: str
        properties: dict[str, Any] | None = None

    @dataclass(frozen=True, slots=True)
    class Bare:
        source: str
        type: str
        target: str

    class Named(NamedTuple):
        source: str
        type: str
        target: str
        properties: dict[str, Any]

    ends = ("Mara Ostrel", "runs", "Fenwick mill")
    native = {"nodes": [], "relationships": [Frozen(*ends), Bare(*ends), Named(*ends, {})]}
    native |= {"source": SOURCE}
    grounded = ground_graph(native, adapter=ADAPTER)
    frozen, bare, named = grounded.annotate()["relationships"]
    assert frozen.properties["odke_verdict"] == named.properties["odke_verdict"] == "unchecked"
    assert bare is native["relationships"][1]
    assert native["relationships"][2].properties == {}
    assert len(grounded.facts) == 3


def test_a_fact_of_another_graph_is_refused(mill: Any) -> None:
    """By the kind and number that is not there."""
    facts = judged([mill, mill])
    with pytest.raises(InputError, match=r"has 4 items of the kind 'relationship'"):
        ADAPTER.annotate(mill, facts)


def test_a_merged_graph_has_no_place(mill: Any) -> None:
    """Nor has it in what is kept."""
    for way in (ADAPTER.annotate, ADAPTER.keep):
        with pytest.raises(AdapterError, match="merged"):
            way(mill, [], graph=KnowledgeGraph())
