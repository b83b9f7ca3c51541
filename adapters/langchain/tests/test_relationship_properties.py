"""Are the properties of a relationship held against the text, and does each have its verdict?"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from graph_families import Family
from langchain_core.documents import Document as Source
from report_graphs import graph as made
from report_graphs import grounded, said
from scripted_chat import ScriptedChat, judge

from openodke import ground_graph
from openodke.errors import InputError
from openodke.model import KnowledgeGraph
from openodke.ontology import Ontology
from openodke_langchain import GroundGraph, LangChainAdapter

TEXT = "Heron moved to Oslo in 1990. Heron moved to Bergen in 1999."


def moved(classes: Family, target: str = "Oslo", **properties: Any) -> Any:
    """Return a graph in which Heron moved, with properties of the move."""
    return classes.graph(
        nodes=[classes.node(id="Heron", type="Person"), classes.node(id=target, type="City")],
        relationships=[classes.relate("Heron", "MOVED_TO", target, **properties)],
        source=Source(page_content=TEXT, metadata={"source": "heron.txt"}),
    )


def properties_after(graph: Any, **options: Any) -> dict[str, Any]:
    """Return the properties of the one relationship, checked."""
    marked = GroundGraph(**options).invoke(graph)
    (relation,) = marked["relationships"] if isinstance(marked, dict) else marked.relationships
    held: dict[str, Any] = (
        relation["properties"] if isinstance(marked, dict) else (relation.properties)
    )
    return held


def test_a_year_that_the_text_lacks_is_not_found(classes: Family) -> None:
    """And the relationship is no better than its least favourable claim."""
    held = properties_after(moved(classes, year=1871))
    assert (held["year"], held["odke_verdict__year"]) == (1871, "not_found")
    assert (held["odke_verdict"], held["odke_reason"]) == ("not_found", "value_absent")


def test_a_year_that_the_text_has_is_looked_up(plain: Family) -> None:
    """By its words alone it is as good as the relationship."""
    held = properties_after(moved(plain, year=1990))
    assert (held["odke_verdict"], held["odke_verdict__year"]) == ("unchecked", "unchecked")


def test_a_model_is_shown_the_property_of_this_relationship(plain: Family) -> None:
    """1999 is a year of the text, but not that of the move to Oslo."""
    llm = judge(year="not_found")
    held = properties_after(moved(plain, year=1999), llm=llm)
    asked = {prompt.rpartition("Claim: ")[2].partition("\n")[0] for prompt in llm.asked}
    assert "Heron (Person) — MOVED TO Oslo: year — 1999." in asked
    assert held["odke_verdict__year"] == held["odke_verdict"] == "not_found"
    held = properties_after(moved(plain, year=1990), llm=judge())
    assert (held["odke_verdict"], held["odke_verdict__year"]) == ("supported", "supported")


@pytest.mark.parametrize(
    ("value", "object_type", "claimed"),
    [
        (1990, "number", 1990),
        (Decimal("2.50"), "number", 2.5),
        (Decimal(1200), "number", 1200),
        (date(1990, 5, 1), "date", "1990-05-01"),
        ("1990", "string", "1990"),
        ("for good", "text", "for good"),
        (True, "boolean", True),
    ],
    ids=repr,
)
def test_a_value_is_read_as_one_of_a_node(
    plain: Family, value: Any, object_type: str, claimed: Any
) -> None:
    """A number, a date, or free text, which no text need hold."""
    rows, _ = LangChainAdapter().to_rows(moved(plain, how=value))
    (row,) = (row for row in rows if row.id and "/relationship_property/" in row.id)
    assert (row.id, row.subject, row.predicate) == (
        "0/relationship_property/0", "Heron", "MOVED_TO Oslo: how",
    )  # fmt: skip
    assert (row.object, row.object_type) == (claimed, object_type)


@pytest.mark.parametrize(
    "said", [{"confidence": 0.9}, {"evidence": "he moved"}, {"Weight": 3}, {"odke_x": 1},
             {"crew": ["Ada"]}, {"since": {"year": 1990}}, {"held": None}, {"": 1}], ids=repr,
)  # fmt: skip
def test_what_says_nothing_of_the_text_is_no_claim(plain: Family, said: dict[str, Any]) -> None:
    """What speaks of the extraction, what has parts, and what is empty."""
    rows, _ = LangChainAdapter().to_rows(moved(plain, **said))
    assert [row.predicate for row in rows] == ["MOVED_TO"]


def test_which_are_claims_can_be_chosen(plain: Family) -> None:
    """None, or those named, of the extraction's own too."""
    graph = moved(plain, year=1990, confidence=0.9)

    def predicates(wanted: Any) -> list[str]:
        rows, _ = LangChainAdapter(relationship_properties=wanted).to_rows(graph)
        return [row.predicate for row in rows]

    assert predicates(False) == ["MOVED_TO"]
    assert predicates(["confidence"]) == ["MOVED_TO", "MOVED_TO Oslo: confidence"]
    with pytest.raises(InputError, match="relationship_properties='year'"):
        LangChainAdapter(relationship_properties="year")


def test_a_refused_property_is_taken_out_and_its_relationship_stays(classes: Family) -> None:
    """Nothing is said of it any more."""
    held = properties_after(moved(classes, year=1871, how="by sea"), keep=True)
    assert held["how"] == "by sea"
    assert not {"year", "odke_verdict__year"} & held.keys()
    assert (held["odke_verdict"], held["odke_verdict__how"]) == ("unchecked", "unchecked")


def test_a_refused_relationship_goes_whatever_its_properties_are(plain: Family) -> None:
    """A property is no claim to stay by."""
    kept = GroundGraph(keep=True).invoke(moved(plain, "Atlantis", year=1990))
    assert kept.relationships == []


def test_properties_in_a_list_have_verdicts_too() -> None:
    """In the shape that they have."""
    pairs = [{"key": "year", "value": "1871"}, {"key": "how", "value": "by sea"}]
    graph = made(TEXT, {"source": "Heron", "type": "MOVED_TO", "target": "Oslo",
                        "properties": pairs})  # fmt: skip
    found = grounded([graph])
    assert said(found)["Heron MOVED_TO Oslo: year 1871"] == ("not_found", "value_absent")
    held = found.annotate()[0]["relationships"][0]["properties"]
    assert {"key": "odke_verdict__year", "value": "not_found"} in held
    left = found.keep()[0]["relationships"][0]["properties"]
    assert [pair["key"] for pair in left if not pair["key"].startswith("odke_")] == ["how"]


def test_an_ontology_takes_no_offence(plain: Family) -> None:
    """It declares the relationship, and cannot declare what one of them says beside."""
    schema = Ontology.model_validate({"predicates": {"MOVED_TO": {"range": "City"}},
                                      "types": {"Person": {}, "City": {}}})  # fmt: skip
    step = {"ontology": schema, "llm": judge()}
    held = properties_after(moved(plain, year=1990), **step)
    assert (held["odke_verdict"], held["odke_verdict__year"]) == ("supported", "unchecked")
    kept = properties_after(moved(plain, year=1990), keep=True, **step)
    assert kept["year"] == 1990


def test_what_is_built_has_them_in_their_place(plain: Family) -> None:
    """A relationship's property does not become one of its node."""
    found = ground_graph(moved(plain, year=1871), adapter=LangChainAdapter())
    adapter = LangChainAdapter(graph_document=plain.graph)
    built = adapter.build(KnowledgeGraph(facts=found.facts), found.documents)
    ((graph,), lost) = built.native, built.lost
    assert (lost, graph.nodes[0].properties) == ((), {})
    assert graph.relationships[0].properties["year"] == 1871
    assert graph.relationships[0].properties["odke_verdict__year"] == "not_found"


def test_a_model_that_answers_nothing_leaves_both_unchecked(plain: Family) -> None:
    """Each claim is asked about by itself."""
    llm = ScriptedChat(script=lambda _: "no idea")
    held = properties_after(moved(plain, year=1990), llm=llm)
    assert (held["odke_verdict"], held["odke_verdict__year"]) == ("unchecked", "unchecked")
    assert len(llm.asked) == 2
