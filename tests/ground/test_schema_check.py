"""The free checks on predicate and types, and the grounder that makes them first."""

from __future__ import annotations

import pytest

from openodke.ground import CHECKS, CheckedGrounder, LexicalGrounder, SpanGrounder, schema_problem
from openodke.ground.stamp import reason_of
from openodke.model import Document, Entity, Evidence, Fact, GroundingVerdict, Span, SpanOrigin
from openodke.model.keys import CHECK, GROUND
from openodke.ontology import Ontology

ONTOLOGY = Ontology.from_dict(
    {
        "types": {
            "Agent": {},
            "Person": {"parents": ["Agent"]},
            "Pilot": {"parents": ["Person"]},
            "Port": {},
        },
        "predicates": {
            "born_in": {"domain": ["Person"], "range": "Port"},
            "born_on": {"domain": ["Person"], "range": "date"},
            "knows": {"domain": ["Person", "Port"], "range": "Agent"},
            "noted": {"domain": [], "range": "string"},
        },
    }
)
TEXT = "Ina Voss was born in Orle in 1815. She knew Brill."
DOC = Document(id="d", text=TEXT)
CONTEXT = Evidence(
    doc_id="d",
    span=Span(doc_id="d", start=0, end=len(TEXT)),
    span_origin=SpanOrigin.CONTEXT,
)


def entity(label: str, entity_type: str) -> Entity:
    """Return an entity."""
    return Entity(key=f"{entity_type}:{label}", type=entity_type, label=label)


def fact(
    predicate: str,
    obj: str | Entity | int,
    subject_type: str = "Person",
    evidence: tuple[Evidence, ...] = (CONTEXT,),
) -> Fact:
    """Return a fact about Ina Voss."""
    held = {"object_entity": obj} if isinstance(obj, Entity) else {"object_value": obj}
    return Fact(
        subject=entity("Ina Voss", subject_type), predicate=predicate, evidence=evidence, **held
    )  # type: ignore[arg-type]


ORLE, BRILL = entity("Orle", "Port"), entity("Brill", "Person")

PROBLEMS = {
    "fits": (fact("born_in", ORLE), None),
    "subtype_of_the_domain": (fact("born_in", ORLE, "Pilot"), None),
    "subtype_of_the_range": (fact("knows", entity("Brill", "Pilot")), None),
    "second_of_two_domains": (fact("knows", BRILL, "Port"), None),
    "literal": (fact("born_on", "1815"), None),
    "any_domain": (fact("noted", "brave", "Port"), None),
    "untyped_subject": (fact("born_in", ORLE, "Thing"), None),
    "untyped_object": (fact("born_in", entity("Orle", "Thing")), None),
    "unknown_predicate": (fact("visited", ORLE), "predicate"),
    "other_case": (fact("BORN_IN", ORLE), "predicate"),
    "ancestor_of_the_domain": (fact("born_in", ORLE, "Agent"), "domain"),
    "outside_the_domain": (fact("born_in", ORLE, "Port"), "domain"),
    "undeclared_type": (fact("born_in", ORLE, "Robot"), "domain"),
    "outside_the_range": (fact("born_in", BRILL), "range"),
    "value_for_an_edge": (fact("born_in", "Orle"), "range"),
    "edge_for_a_value": (fact("born_on", ORLE), "range"),
    "untyped_edge_for_a_value": (fact("born_on", entity("1815", "Thing")), "range"),
    "domain_before_range": (fact("born_in", BRILL, "Port"), "domain"),
    "predicate_before_all": (fact("visited", "x", "Robot"), "predicate"),
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_the_first_check_that_fails_is_named(name: str) -> None:
    """Predicate, domain and range are checked in this order; a subtype fits, untyped fits."""
    claim, check = PROBLEMS[name]
    problem = schema_problem(claim, ONTOLOGY)
    assert (problem and problem[0]) == check


def test_a_problem_says_what_was_said_of_what() -> None:
    """A person reads which predicate, which types are allowed, and which was found."""
    reasons = [schema_problem(PROBLEMS[name][0], ONTOLOGY) for name in PROBLEMS]
    told = {reason for check, reason in filter(None, reasons) if check == "domain"}
    assert any("born_in" in text and "Person" in text and "Port" in text for text in told)
    range_problem = schema_problem(fact("born_in", "Orle"), ONTOLOGY)
    assert range_problem is not None
    assert "'Orle'" in range_problem[1]
    assert CHECKS == ("predicate", "domain", "range")


def test_an_ontology_without_predicates_finds_nothing_wrong() -> None:
    """What is not declared cannot be broken."""
    types_only = Ontology.from_dict({"types": {"Port": {}}})
    for claim, _ in PROBLEMS.values():
        assert schema_problem(claim, Ontology()) is None
        assert schema_problem(claim, types_only) is None


def test_a_declared_thing_is_a_type_like_others() -> None:
    """Where the ontology has a Thing of its own, it is no word for untyped."""
    own = Ontology.from_dict(
        {
            "types": {"Thing": {}, "Port": {}},
            "predicates": {"lies_in": {"domain": ["Port"], "range": "Port"}},
        }
    )
    problem = schema_problem(fact("lies_in", ORLE, "Thing"), own)
    assert problem is not None
    assert problem[0] == "domain"


class Asked:
    """A grounder that remembers which facts reached it."""

    def __init__(self) -> None:
        """Nothing was asked yet."""
        self.facts: list[Fact] = []

    def ground(self, fact: Fact, doc: Document) -> Fact:  # noqa: ARG002
        """Return the fact as supported."""
        self.facts.append(fact)
        return fact.model_copy(update={"verdict": GroundingVerdict.SUPPORTED})


def test_a_fact_that_fails_a_check_is_never_asked() -> None:
    """It is stamped with the check and stays unchecked; the rest is grounded, in order."""
    inner = Asked()
    facts = [fact("visited", ORLE), fact("born_in", ORLE), fact("born_in", BRILL)]
    grounded = CheckedGrounder(inner, ontology=ONTOLOGY).ground_many(facts, DOC)
    assert [f.id for f in grounded] == [f.id for f in facts]
    assert [f.id for f in inner.facts] == [facts[1].id]
    unchecked, supported = GroundingVerdict.UNCHECKED, GroundingVerdict.SUPPORTED
    assert [f.verdict for f in grounded] == [unchecked, supported, unchecked]
    stamps = [f.qualifiers.get(CHECK) for f in grounded]
    assert [stamp and stamp["check"] for stamp in stamps] == ["predicate", None, "range"]
    assert all(stamp["reason"] for stamp in stamps if stamp)


def test_one_fact_is_checked_as_many_are() -> None:
    """Both ways of asking give the same answer."""
    for claim, check in PROBLEMS.values():
        one = CheckedGrounder(ontology=ONTOLOGY).ground(claim, DOC)
        (many,) = CheckedGrounder(ontology=ONTOLOGY).ground_many([claim], DOC)
        assert one == many
        assert one.qualifiers.get(CHECK, {}).get("check") == check


def test_counts_are_kept_of_each_step() -> None:
    """The inner grounder's counts, the checks', and the locator's where it is asked for."""
    grounder = CheckedGrounder(ontology=ONTOLOGY, locate=True)
    grounder.ground_many([claim for claim, _ in PROBLEMS.values()], DOC)
    stats = grounder.stats
    checks = stats["checks"]
    assert checks == {"facts": 19, "refused": 11, "predicate": 3, "domain": 4, "range": 4}
    assert stats["facts"] == 8
    assert stats["locate"]["facts"] == 8  # type: ignore[index]
    assert "locate" not in CheckedGrounder(ontology=ONTOLOGY).stats


def test_spans_are_located_after_the_checks_and_before_the_grounder() -> None:
    """The inner grounder sees the located span; a refused fact is not located."""
    inner = Asked()
    grounder = CheckedGrounder(inner, ontology=ONTOLOGY, locate=True)
    refused, _ = grounder.ground_many([fact("visited", ORLE), fact("born_in", ORLE)], DOC)
    assert refused.evidence == (CONTEXT,)
    (asked,) = inner.facts
    assert asked.evidence[0].span_origin is SpanOrigin.LOCATED
    assert asked.evidence[0].span is not None
    assert asked.evidence[0].span.quote == "Ina Voss was born in Orle in 1815."


def test_an_earlier_check_does_not_stick() -> None:
    """Another ontology may allow what the last one refused."""
    refused = CheckedGrounder(ontology=ONTOLOGY).ground(fact("visited", ORLE), DOC)
    assert CHECK in refused.qualifiers
    wider = Ontology.from_dict(
        {"types": {"Port": {}}, "predicates": {"visited": {"range": "Port"}}}
    )
    allowed = CheckedGrounder(ontology=wider).ground(refused, DOC)
    assert CHECK not in allowed.qualifiers


def test_the_span_check_is_what_is_asked_by_default() -> None:
    """Without another grounder a wrong span is refused and a right one left unchecked."""
    grounder = CheckedGrounder(ontology=ONTOLOGY)
    assert isinstance(grounder.grounder, SpanGrounder)
    wrong = Evidence(doc_id="d", span=Span(doc_id="d", start=0, end=900))
    grounded = grounder.ground(fact("born_in", ORLE, evidence=(wrong,)), DOC)
    assert reason_of(grounded) == "out_of_range"


def test_a_run_over_documents_is_one_run_of_the_inner_grounder() -> None:
    """The mismatch breaker sees all documents, and answers come back in their places."""
    others = [Document(id=f"o{number}", text="It rained.") for number in range(2)]
    claims = [fact("born_in", ORLE, evidence=()), fact("visited", ORLE)]
    asked = [(claims, doc) for doc in (DOC, *others)]
    grounded = CheckedGrounder(LexicalGrounder(), ontology=ONTOLOGY).ground_documents(asked)
    assert [[f.id for f in facts] for facts in grounded] == [[c.id for c in claims]] * 3
    assert all(CHECK in facts[1].qualifiers for facts in grounded)
    assert all(reason_of(facts[0]) == "no_source" for facts in grounded)
    assert GROUND not in grounded[0][1].qualifiers
