"""Which graph documents are made of a graph from elsewhere, and what do they lack?"""

from __future__ import annotations

import builtins
import importlib.util
from typing import Any

import pytest
from graph_families import Family, family

from openodke import Document, KnowledgeGraph, TripleRow, ground_graph
from openodke.errors import AdapterError
from openodke.interop import Built, to_fact
from openodke.model import Entity, Fact, Polarity
from openodke_langchain import LangChainAdapter, graph_classes

LOG = Document(id="log", text="The Kittiwake was moored at Skerry Gap.", uri="https://x.example/l")


def built(*rows: dict[str, Any], **options: Any) -> Built[list[Any]]:
    """Return what is built of some rows."""
    facts = [_fact(row, at) for at, row in enumerate(rows)]
    adapter = LangChainAdapter(graph_document=family("plain").graph, **options)
    return adapter.build(KnowledgeGraph(facts=tuple(facts)), [LOG])


def _fact(row: dict[str, Any], at: int) -> Fact:
    doc = row.get("doc", "log")
    said = {"id": f"f{at}", "doc": doc, "subject": "Kittiwake", **row}
    return to_fact(TripleRow.model_validate(said), LOG if doc == "log" else None)


def claims(native: list[Any]) -> list[tuple[Any, ...]]:
    """Return what is read back."""
    rows, _ = LangChainAdapter().to_rows(native)
    return [(row.subject, row.predicate, row.object, row.doc) for row in rows]


def test_a_graph_document_is_made_of_each_text() -> None:
    """With its nodes, its relationships and its source; the text is the document again."""
    made = built(
        {"predicate": "moored at", "object": "Skerry Gap", "object_type": "Place"},
        {"predicate": "length", "object": 12},
        {"predicate": "is_a", "object": "entity", "object_type": "text", "subject": "Skerry"},
    )
    (graph,) = made.native
    assert (made.lost, graph.source.id, graph.source.page_content) == ((), "log", LOG.text)
    assert claims(made.native) == [
        ("Kittiwake", "moored at", "Skerry Gap", "log"),
        ("Kittiwake", "length", 12, "log"),
        ("Skerry", "is_a", "entity", "log"),
    ]
    (document,) = LangChainAdapter().to_rows(made.native)[1]
    assert (document.id, document.uri) == ("log", "https://x.example/l#log")


def test_what_it_cannot_say_is_lost_with_a_reason() -> None:
    """A denial, a claim that was retired, a property that would be a verdict."""
    made = built(
        {"predicate": "sank", "object": "Skerry", "polarity": Polarity.DENIED},
        {"predicate": "odke_verdict", "object": 7},
        {"predicate": "moored_at", "object": "Skerry", "qualifiers": {"odke_x": 1, "since": 1987}},
    )
    reasons = {fact.id: reason for fact, reason in made.lost}
    assert reasons["f0"] == "it is denied, and a relationship cannot say so"
    assert "taken for a verdict" in reasons["f1"]
    assert reasons["f2"] == "it is placed without odke_x"
    (relation,) = made.native[0].relationships
    assert relation.properties["since"] == 1987


def test_a_qualifier_and_a_sentence_come_back() -> None:
    """As properties of the relationship; the sentence is the claim again."""
    made = built(
        {
            "predicate": "moored_at",
            "object": "Skerry Gap",
            "claim": "She was moored there.",
            "qualifiers": {"since": {"year": 1987}, "crew": ["Ada", "Bo"]},
        }
    )
    (row,) = LangChainAdapter().to_rows(made.native)[0]
    assert row.claim == "She was moored there."
    assert row.qualifiers == {"since": {"year": 1987}, "crew": ["Ada", "Bo"]}
    assert made.lost == ()


def test_two_entities_of_one_name_and_type_are_not_one_node() -> None:
    """The second is lost, and says why."""
    ends = [Entity(key=key, type="Person", label="Ada") for key in ("p1", "p2")]
    bo = Entity(key="b", type="Person", label="Bo")
    facts = [
        Fact(id=f"f{at}", subject=end, predicate="met", object_entity=bo)
        for at, end in enumerate(ends)
    ]
    made = LangChainAdapter().build(KnowledgeGraph(facts=tuple(facts)), [])
    assert [(fact.id, "'p2'" in reason) for fact, reason in made.lost] == [("f1", True)]


@pytest.mark.parametrize("name", ["neo4j", "community", "memgraph", "falkordb", "arangodb"])
def test_the_class_is_chosen(name: str) -> None:
    """Of any package; a claim without a text has one of its own that is empty where it must."""
    classes = family(name)
    made = LangChainAdapter(graph_document=classes.graph).build(
        KnowledgeGraph(facts=(_fact({"predicate": "met", "object": "Bo", "doc": None}, 0),)), []
    )
    (graph,) = made.native
    assert type(graph) is classes.graph
    assert type(graph.relationships[0]) is classes.relationship
    assert claims(made.native) == [("Kittiwake", "met", "Bo", None)]


def test_the_default_is_what_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """langchain-neo4j's, else the community's, else our own."""
    order = [
        name for name in ("neo4j", "community") if importlib.util.find_spec(f"langchain_{name}")
    ]
    made = LangChainAdapter().build(
        KnowledgeGraph(facts=(_fact({"predicate": "met", "object": "Bo"}, 0),)), [LOG]
    )
    expected = f"langchain_{order[0]}" if order else "openodke_langchain"
    assert type(made.native[0]).__module__.partition(".")[0] == expected
    monkeypatch.setattr(graph_classes, "find_spec", lambda _: None)
    assert graph_classes.graph_classes().graph is family("plain").graph
    monkeypatch.setattr(graph_classes, "find_spec", lambda _: True)

    def missing(name: str) -> Any:
        if name.startswith("langchain_"):
            raise ImportError(name)
        return importlib.import_module(name)

    monkeypatch.setattr(graph_classes, "import_module", missing)
    assert graph_classes.graph_classes().graph is family("plain").graph


@pytest.mark.parametrize("given", [7, "GraphDocument", builtins.dict])
def test_what_is_no_class_of_graph_documents_is_refused(given: Any) -> None:
    """Before anything is built, by name."""
    adapter = LangChainAdapter(graph_document=given)
    facts = (_fact({"predicate": "met", "object": "Bo"}, 0),)
    with pytest.raises(AdapterError, match="graph_document="):
        adapter.build(KnowledgeGraph(facts=facts), [LOG])


def test_verdicts_are_built_too(plain: Family) -> None:
    """What was checked elsewhere says so here, and is read as what it was."""
    row = {"doc": "log", "subject": "Zorro", "predicate": "met", "object": "Bo"}
    from openodke import LexicalGrounder

    facts = ground_graph([row], [LOG], grounder=LexicalGrounder()).facts
    made = LangChainAdapter(graph_document=plain.graph).build(KnowledgeGraph(facts=facts), [LOG])
    assert made.native[0].relationships[0].properties["odke_verdict"] == "not_found"
    assert len(ground_graph(made.native).keep()[0].relationships) == 0
