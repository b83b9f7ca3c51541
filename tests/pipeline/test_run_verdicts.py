"""Which verdict does each fact of a run get, and what becomes of the fact?"""

# ruff: noqa: ARG001, ARG005 - the arguments of a stage's methods are given

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from moorings import LOG, MAIL, PORTS, Lines, Moorings, failing, made, triples

from openodke.inverse import derived_from
from openodke.model import (
    Document,
    Fact,
    GateVerdict,
    GroundingVerdict,
)
from openodke.ontology import Ontology
from openodke.pipeline import Pipeline


def judged(fact: Fact) -> Fact:
    """Return the fact as a grounder would that finds only the Aurora."""
    found = fact.subject.key == "aurora"
    verdict = GroundingVerdict.SUPPORTED if found else GroundingVerdict.CONTRADICTED
    return fact.model_copy(update={"verdict": verdict})


def ground(fact: Fact, doc: Document) -> Fact:
    """Judge one fact."""
    return judged(fact)


def ground_many(facts: list[Fact], doc: Document) -> list[Fact]:
    """Judge the facts of one document."""
    return [judged(fact) for fact in facts]


def ground_documents(pairs: list[tuple[list[Fact], Document]]) -> list[list[Fact]]:
    """Judge the facts of a whole run."""
    return [ground_many(facts, doc) for facts, doc in pairs]


GROUNDERS = {
    "one": made(ground=ground),
    "document": made(ground=failing, ground_many=ground_many),
    "run": made(ground=failing, ground_many=failing, ground_documents=ground_documents),
}


@pytest.mark.parametrize("way", GROUNDERS)
def test_a_grounder_may_take_a_whole_run(way: str) -> None:
    """One by one, a document at once or the run at once: the same verdicts in the same places."""
    kg = Pipeline(PORTS, Moorings(), grounder=GROUNDERS[way]).run([MAIL, LOG])
    assert [(fact.subject.key, fact.verdict.value) for fact in kg.facts] == [
        ("aurora", "supported"),
        ("aurora", "supported"),
        ("boreas", "contradicted"),
        ("bergen", "supported"),
        ("bergen", "supported"),
        ("narvik", "contradicted"),
    ]


def test_a_whole_run_is_handed_over_once_with_its_documents() -> None:
    """`ground_documents` gets one pair for each document that has facts."""
    calls: list[list[tuple[int, str]]] = []

    def noting(pairs: list[tuple[list[Fact], Document]]) -> list[list[Fact]]:
        calls.append([(len(facts), doc.id) for facts, doc in pairs])
        return [facts for facts, _ in pairs]

    grounder = made(ground=failing, ground_documents=noting)
    docs = [LOG, Document(id="empty", text=""), MAIL]
    Pipeline(PORTS, Moorings(), grounder=grounder).run(docs)
    assert calls == [[(2, "log"), (1, "mail")]]


def refusing(*verdicts: GroundingVerdict) -> Any:
    """Return a gate that refuses these grounding verdicts."""

    def validate(fact: Fact, ontology: Ontology) -> GateVerdict:
        return GateVerdict(action="refuse" if fact.verdict in verdicts else "accept")

    return made(validate=validate)


def test_a_gate_that_refuses_a_verdict_refuses_the_partner_too() -> None:
    """A refused fact is dropped with its partner, both counted, and its entities with it."""
    kg = Pipeline(
        PORTS,
        Moorings(),
        grounder=GROUNDERS["one"],
        gate=refusing(GroundingVerdict.CONTRADICTED),
    ).run([LOG])
    assert triples(kg.facts) == [("aurora", "moored_in", "bergen"), ("bergen", "berths", "aurora")]
    assert (kg.stats["derived"], kg.stats["refused"]) == (2, 2)
    assert [entity.key for entity in kg.entities] == ["aurora", "bergen"]


def test_a_derived_fact_is_never_grounded() -> None:
    """A partner that comes in again keeps its verdict and its place, and gains no partner."""
    asked: list[str] = []

    def ground(fact: Fact, doc: Document) -> Fact:
        asked.append(fact.predicate)
        return judged(fact)

    first = Pipeline(PORTS, Moorings()).run([MAIL])
    stated, partner = first.facts
    again = made(extract=lambda chunk, ontology: [partner, stated])
    kg = Pipeline(PORTS, again, grounder=made(ground=ground)).run([MAIL])
    assert asked == ["moored_in"]
    assert [(fact.predicate, fact.verdict.value) for fact in kg.facts] == [
        ("berths", "unchecked"),
        ("moored_in", "supported"),
    ]
    assert kg.stats["derived"] == 0
    assert derived_from(kg.facts[0]) == stated.signature


def merging(facts: list[Fact]) -> list[Fact]:
    """Return one fact for each signature."""
    return list({fact.signature: fact for fact in facts}.values())


@given(
    st.lists(st.sampled_from(["Aurora Bergen", "Boreas Narvik", "Aurora Narvik", "x"]), max_size=8),
    st.booleans(),
    st.booleans(),
)
def test_nothing_is_dropped_silently(lines: list[str], merges: bool, inverses: bool) -> None:
    """In + derived − refused − merged = out, whatever the facts."""
    merged = 0

    def corroborate(facts: list[Fact]) -> list[Fact]:
        nonlocal merged
        kept = merging(facts) if merges else facts
        merged = len(facts) - len(kept)
        return kept

    kg = Pipeline(
        PORTS,
        Moorings(),
        chunker=Lines(),
        grounder=GROUNDERS["run"],
        corroborator=made(corroborate=corroborate),
        gate=refusing(GroundingVerdict.CONTRADICTED),
        inverses=inverses,
    ).run([Document(text="\n".join(lines))])
    came_in = sum(line != "x" for line in lines)
    assert came_in + kg.stats["derived"] - kg.stats["refused"] - merged == len(kg.facts)
