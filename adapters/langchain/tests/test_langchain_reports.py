"""Is what users of LangChain's graph transformers got from their models read rightly?

Each test is one trouble that was reported in public, made small, with invented names.
"""

from __future__ import annotations

from typing import Any

import pytest
from graph_families import Family
from langchain_core.documents import Document as Source
from pydantic import BaseModel
from pydantic.fields import FieldInfo
from report_graphs import DEPOT, graph, grounded, relation, said

from openodke import ground_graph
from openodke.ontology import Ontology
from openodke_langchain import GroundGraph, LangChainAdapter


@pytest.mark.parametrize(
    "native",
    [
        [[{"head": "Depot 9", "relation": "SENT_TO", "tail": "Ravi"}]],
        [{"head": "Depot 9", "relation": "SENT_TO", "tail": "Ravi", "tail_type": None}],
        {"relations": [{"head": "Depot 9", "relation": "SENT_TO", "tail": "Ravi"}]},
    ],
    ids=["a list in the list", "a type that is null", "a wrapper"],
)
def test_a_claim_without_a_type_or_in_one_list_too_many_is_read(native: Any) -> None:
    """It is flattened one level; a missing type is no type."""
    (fact,) = grounded(native, DEPOT).facts
    assert (fact.subject.name, fact.object_name) == ("Depot 9", "Ravi")
    assert fact.object_entity is not None
    assert fact.object_entity.type == "Thing"


def test_a_name_in_a_list_of_one_is_taken_out_and_noted() -> None:
    """More than one is no name: that claim is left out, and the rest goes on."""
    found = grounded(
        [
            {"head": ["Ola"], "relation": "RUNS", "tail": "Kiln"},
            {"head": ["Ola", "Ravi"], "relation": "RUN", "tail": "Kiln"},
            {"head": "Ola", "relation": {"name": "RUNS"}, "tail": "Kiln"},
            {"head": "Ola", "relation": "RUNS", "tail": "Ostra"},
        ],
        DEPOT,
    )
    assert list(said(found)) == ["Ola RUNS Kiln", "Ola RUNS Ostra"]
    assert found.facts[0].qualifiers["repaired"] is True
    assert [problem.line for problem in found.problems] == [1, 2]
    assert {problem.reason.partition(":")[0] for problem in found.problems} == {"malformed"}


@pytest.mark.parametrize("blank", ["", "  ", "\u00a0", "-", "N/A", None, True, {}, []], ids=repr)
@pytest.mark.parametrize("side", ["source", "target"])
def test_a_blank_end_is_malformed_and_never_found(side: str, blank: Any) -> None:
    """An empty name is in every text, and says nothing."""
    bad = relation("Ola", "OWNS", "Kiln") | {side: blank}
    found = grounded(graph(DEPOT, bad, relation("Ola", "RUNS", "Kiln")))
    assert list(said(found)) == ["Ola RUNS Kiln"]
    marked = found.annotate()["relationships"][0]["properties"]
    assert (marked["odke_verdict"], marked["odke_reason"]) == ("unchecked", "malformed")


@pytest.mark.parametrize("name", ["", "  "])
def test_a_blank_node_is_malformed_in_a_real_class(plain: Family, name: str) -> None:
    """The classes take it; nothing is claimed of it."""
    native = plain.graph(
        nodes=[plain.node(id=name), plain.node(id="Ola")],
        relationships=[],
        source=Source(page_content=DEPOT),
    )
    found = grounded(native)
    assert [fact.subject.name for fact in found.facts] == ["Ola"]
    assert found.annotate().nodes[0].properties["odke_reason"] == "malformed"


def test_a_node_without_an_id_costs_itself() -> None:
    """Its neighbours are kept."""
    nodes = [{"id": None, "type": None}, {"id": "Ola", "type": "Person"}, "Ravi"]
    found = grounded(graph(DEPOT, nodes=nodes))
    assert [fact.subject.name for fact in found.facts] == ["Ola"]
    assert [p.line for p in found.problems if p.source == "nodes"] == [0, 2]


def test_a_type_that_an_end_lacks_is_that_of_its_node() -> None:
    """And a label such as `Fig 3` is looked up as it stands."""
    native = {
        "nodes": [{"id": "Fig 3", "type": "Figure"}, {"id": "Table 1", "type": "Table"}],
        "relationships": [
            {"source_node_id": "Fig 3", "type": "related_to", "target_node_id": "Table 1"}
        ],
    }
    found = grounded(native, "Fig 3 plots what Table 1 lists.")
    (fact,) = found.facts
    assert (fact.subject.type, fact.verdict.value) == ("Figure", "unchecked")
    (refuted,) = grounded(native, "Fig 2 plots what Table 1 lists.").facts
    assert refuted.verdict.value == "not_found"


def test_nodes_alone_are_no_full_score() -> None:
    """A model that named the ends otherwise leaves nodes that nothing connects: that is said."""
    nodes = [{"id": "Ola"}, {"id": "Kiln"}]
    found = grounded(graph(DEPOT, nodes=nodes))
    assert [fact.predicate for fact in found.facts] == ["is_a", "is_a"]
    assert [str(problem) for problem in found.problems] == [
        "graphs:0: no_relationships: 2 nodes that nothing connects"
    ]


def test_an_end_spelled_otherwise_than_its_node_is_that_node() -> None:
    """The casing is noted, the claim is checked, the node is not alone, and is kept."""
    nodes = [{"id": "Lena Ford", "type": "Person"}, {"id": "Kiln"}]
    found = grounded(
        graph("Lena Ford owns the kiln.", relation("lena ford", "OWNS", "Kiln"), nodes=nodes)
    )
    (fact,) = found.facts
    assert (fact.verdict.value, fact.subject.type) == ("unchecked", "Person")
    assert fact.qualifiers["endpoint_casing"] is True
    assert len(found.keep()["nodes"]) == 2


def test_an_end_that_is_no_node_is_noted() -> None:
    """The classes do not check it; the claim is checked all the same."""
    found = grounded(graph(DEPOT, relation("Ola", "RUNS", "Kiln"), nodes=[{"id": "Ola"}]))
    (fact,) = found.facts
    assert (fact.qualifiers["missing_node"], fact.verdict.value) == (True, "unchecked")


def test_one_bad_document_costs_the_others_nothing() -> None:
    """A long run does not end in a traceback: partial results and a list of reasons."""
    good = graph(DEPOT, relation("Ola", "RUNS", "Kiln"))
    bad = [None, "text", 7, {"nodes": [None, 3], "relationships": [[], "x", 3, {"type": "OWNS"}]}]
    found = GroundGraph().invoke([good, *bad, good])
    assert [found[i]["relationships"][0]["properties"]["odke_verdict"] for i in (0, 5)] == [
        "unchecked"
    ] * 2
    assert found[1:4] == bad[:3]
    report = grounded([good, *bad, good])
    assert len(report.facts) == 2
    assert all(problem.reason for problem in report.problems)


def test_types_are_compared_in_any_case() -> None:
    """`Person` and `PERSON` are one type to the ontology, and to the ends of a relationship."""
    schema = Ontology.model_validate(
        {
            "types": {"Person": {}, "Kiln": {}},
            "predicates": {"runs": {"domain": ["Person"], "range": "Kiln"}},
        }
    )
    nodes = [{"id": "Ola", "type": "PERSON"}, {"id": "Kiln", "type": "kiln"}]
    native = graph(DEPOT, relation({"id": "Ola", "type": "person"}, "RUNS", "Kiln"), nodes=nodes)
    found = ground_graph(native, adapter=LangChainAdapter(), ontology=schema)
    (fact,) = found.facts
    assert (fact.predicate, fact.subject.type) == ("runs", "Person")
    assert "odke.check" not in fact.qualifiers


class _Odd(BaseModel):
    """A relationship whose properties are anything."""

    source: str
    target: str
    type: str
    properties: Any = None


class _Key(BaseModel):
    """A property as a model was asked for it."""

    key: str
    value: str


class _Listed(BaseModel):
    """A relationship with properties in a list."""

    source: str
    target: str
    type: str
    properties: list[_Key] | None = None


@pytest.mark.parametrize(
    "odd", [FieldInfo(), 7, "text", None], ids=["FieldInfo", "7", "text", "None"]
)
def test_properties_that_are_none_are_no_crash(odd: Any) -> None:
    """Two generations of pydantic in one class left a FieldInfo there."""
    native = graph(DEPOT, _Odd(source="Ola", target="Kiln", type="RUNS", properties=odd))
    found = grounded(native)
    (fact,) = found.facts
    assert fact.verdict.value == "unchecked"
    assert found.annotate()["relationships"][0].properties["odke_verdict"] == "unchecked"


@pytest.mark.parametrize("held", [[_Key(key="since", value="1980")], [], None], ids=repr)
def test_properties_in_a_list_are_written_back_in_one(held: Any) -> None:
    """Of the class that is there, or that the field is declared to hold."""
    native = graph(DEPOT, _Listed(source="Ola", target="Kiln", type="RUNS", properties=held))
    marked = grounded(native).annotate()["relationships"][0].properties
    if held is None:
        assert marked["odke_verdict"] == "unchecked"
    else:
        assert {type(pair) for pair in marked} == {_Key}
        assert {pair.key for pair in marked} >= {"odke_verdict", "odke_reason"}


@pytest.mark.parametrize("parsed", [None, {"nodes": [], "relationships": None}], ids=repr)
def test_an_answer_that_was_not_parsed_is_no_pass(parsed: Any) -> None:
    """It is left out with what the parser said; the graph is handed on as it came."""
    native = {"raw": "…", "parsed": parsed, "parsing_error": "unexpected end"}
    found = grounded([native], DEPOT)
    assert found.summary.is_empty
    assert found.problems[0].reason.partition(":")[0] in ("malformed", "no_claims")
    assert found.annotate() == [native]


def test_dicts_are_graphs_of_their_own() -> None:
    """`parsed` is a dict where a schema was given as JSON."""
    native = {
        "raw": None,
        "parsing_error": None,
        "parsed": graph(DEPOT, relation("Ola", "RUNS", "Kiln")),
    }
    marked = grounded(native).annotate()
    assert marked["parsed"]["relationships"][0]["properties"]["odke_verdict"] == "unchecked"
    assert "odke_verdict" not in native["parsed"]["relationships"][0]["properties"]
