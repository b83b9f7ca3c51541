"""Do the facts of each framework go through each other's `build`, and is what is lost said?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from openodke import Document, KnowledgeGraph, TripleRow, ground_graph
from openodke.interop import adapter_for, installed_adapters, load_adapter, to_fact
from openodke.model import Fact

NAMES = ("graphrag", "langchain", "langextract", "llama-index")
PAIRS = [(source, target) for source in NAMES for target in NAMES]

FERRY = Document(
    id="ferry",
    text="Orla Tamm built the ferry Skua in 1931. She did not sell it to Piet Aarden.",
    uri="https://ferry.example/history#1",
)
MILL = Document(id="mill", text="Orla Tamm met Piet Aarden at the mill.", uri="urn:example:mill")
ROWS: list[dict[str, Any]] = [
    {"doc": "ferry", "subject": "Orla Tamm", "predicate": "built", "object": "Skua"},
    {"doc": "ferry", "subject": "Skua", "predicate": "built_in", "object": 1931},
    {"doc": "ferry", "subject": "Skua", "predicate": "sold_to", "object": "Oslo"},
    {
        "doc": "ferry",
        "subject": "Orla Tamm",
        "predicate": "sold_to",
        "object": "Piet Aarden",
        "polarity": "denied",
    },
    {"doc": "mill", "subject": "Orla Tamm", "predicate": "met", "object": "Piet Aarden"},
    {"doc": "mill", "subject": "Orla Tamm", "predicate": "met", "object": "Piet Aarden"},
    {"doc": None, "subject": "Piet Aarden", "predicate": "owns", "object": "Fen Mill"},
]


def seed() -> tuple[Fact, ...]:
    """Return the facts that each framework's object is first built of."""
    texts = {doc.id: doc for doc in (FERRY, MILL)}
    return tuple(to_fact(TripleRow(**row), texts.get(row["doc"])) for row in ROWS)


def claims(facts: Iterable[Fact], documents: Iterable[Document]) -> set[tuple[Any, ...]]:
    """Return what facts say, each on its text."""
    texts = {doc.id: doc.text for doc in documents}
    return {
        (f.subject.name, f.predicate, f.object_name.casefold(), f.polarity.value, texts.get(doc))
        for f in facts
        for doc in {e.doc_id for e in f.evidence} or {""}
    }


def test_every_adapter_is_here() -> None:
    """This environment has all of them, each with its framework."""
    assert set(installed_adapters()) >= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_what_one_built_no_other_accepts(name: str) -> None:
    """So `ground_graph` needs no name."""
    native = load_adapter(name).build(KnowledgeGraph(facts=seed()), [FERRY, MILL]).native
    assert adapter_for(native).name == name


@pytest.mark.parametrize(("source", "target"), PAIRS, ids=lambda name: name)
def test_facts_go_through_each_other_s_build(source: str, target: str) -> None:
    """Each is there again, on its own text, or among the lost with a reason."""
    first = load_adapter(source).build(KnowledgeGraph(facts=seed()), [FERRY, MILL]).native
    grounded = ground_graph(first)
    built = load_adapter(target).build(KnowledgeGraph(facts=grounded.facts), grounded.documents)
    lost = {fact.id for fact, reason in built.lost if "it is placed" not in reason}
    held = [fact for fact in grounded.facts if fact.id not in lost]
    assert held
    again = ground_graph(built.native)
    assert claims(held, grounded.documents) <= claims(again.facts, again.documents)


LOST: dict[str, set[tuple[str, str]]] = {
    "graphrag": set(),
    "langchain": {("sold_to", "Piet Aarden")},  # it is denied
    "langextract": set(),
    "llama-index": {("owns", "Fen Mill")},  # it has no text
}
"""What the format of each has no place for: the predicate and the object of the seed's facts."""


@pytest.mark.parametrize("name", NAMES)
def test_what_is_lost_is_known(name: str) -> None:
    """As the page of each adapter says."""
    built = load_adapter(name).build(KnowledgeGraph(facts=seed()), [FERRY, MILL])
    assert {(fact.predicate, fact.object_name) for fact, _ in built.lost} == LOST[name]
