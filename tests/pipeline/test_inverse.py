"""What else does an edge say, read from its other end?"""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.inverse import derived_from, partners
from openodke.model import Entity, Evidence, Fact, GroundingVerdict, Polarity, Span, Support
from openodke.model.keys import DERIVED, ROWS
from openodke.ontology import Ontology

PORTS = Ontology.from_dict(
    {
        "types": {"Vessel": {}, "Port": {}},
        "predicates": {
            "moored_in": {"domain": ["Vessel"], "range": "Port", "inverse_of": "berths"},
            "berths": {"domain": ["Port"], "range": "Vessel"},
            "sister_of": {"domain": ["Vessel"], "range": "Vessel", "symmetric": True},
            "built_in": {"domain": ["Vessel"], "range": "Port"},
        },
    }
)
ENTITIES = {key: Entity(key=key, type="Vessel") for key in "abc"}


def edge(subject: str, predicate: str, obj: str, **more: object) -> Fact:
    """Return an edge between two of the entities."""
    return Fact(
        subject=ENTITIES[subject],
        predicate=predicate,
        object_entity=ENTITIES[obj],
        **more,  # type: ignore[arg-type]
    )


def ends(fact: Fact) -> tuple[str, str, str]:
    """Return subject key, predicate and object key."""
    assert fact.object_entity is not None
    return fact.subject.key, fact.predicate, fact.object_entity.key


@pytest.mark.parametrize(
    ("stated", "derived", "rule"),
    [
        ("moored_in", "berths", "inverse"),
        ("berths", "moored_in", "inverse"),
        ("sister_of", "sister_of", "symmetric"),
    ],
)
def test_an_edge_gains_its_partner(stated: str, derived: str, rule: str) -> None:
    """The partner is the claim the other way round, and says what it was derived from and how."""
    source = edge("a", stated, "b")
    (partner,) = partners([source], PORTS)
    assert ends(partner) == ("b", derived, "a")
    assert partner.qualifiers[DERIVED] == {"rule": rule, "of": source.signature}
    assert derived_from(partner) == source.signature
    assert derived_from(source) is None
    assert partner.id != source.id


def test_a_partner_keeps_all_else_but_the_rows() -> None:
    """Evidence, verdict, polarity, time, support and qualifiers are the source's; rows are not."""
    when = datetime(2026, 5, 1, tzinfo=UTC)
    evidence = (Evidence(doc_id="d", span=Span(doc_id="d", start=0, end=4)),)
    source = edge(
        "a",
        "moored_in",
        "b",
        polarity=Polarity.DENIED,
        qualifiers={"season": "winter", "odke.ground": {"grounder": "g"}, ROWS: ("r1",)},
        identity_keys=("season",),
        valid_from=when,
        evidence=evidence,
        extractor="log",
        confidence=0.4,
        verdict=GroundingVerdict.CONTRADICTED,
        support=2,
        supported_by=(Support(source="doc:d", retrieved_at=when),),
    )
    (partner,) = partners([source], PORTS)
    turned = ("id", "subject", "predicate", "object_entity", "qualifiers")
    assert partner.model_dump(exclude=set(turned)) == source.model_dump(exclude=set(turned))
    assert set(partner.qualifiers) == {"season", "odke.ground", DERIVED}
    assert partner.signature[4:] == source.signature[4:]
    with pytest.raises(TypeError):
        partner.qualifiers["season"] = "summer"  # type: ignore[index]


def test_what_has_no_partner() -> None:
    """A predicate without an inverse, a literal, and an unknown predicate derive nothing."""
    literal = Fact(subject=ENTITIES["a"], predicate="moored_in", object_value="Bergen")
    batch = [edge("a", "built_in", "b"), literal, edge("a", "unheard_of", "b")]
    assert partners(batch, PORTS) == []
    assert partners([edge("a", "moored_in", "b")], Ontology()) == []


def test_a_partner_that_is_stated_is_not_derived() -> None:
    """A batch that states both directions gains nothing; a denial is another claim."""
    there, back = edge("a", "moored_in", "b"), edge("b", "berths", "a")
    assert partners([there, back], PORTS) == []
    assert partners([edge("a", "sister_of", "a")], PORTS) == []
    denied = edge("b", "berths", "a", polarity=Polarity.DENIED)
    assert len(partners([there, denied], PORTS)) == 2


def test_each_telling_of_an_edge_gains_its_own_partner() -> None:
    """Two documents that state one edge give two partners, so both count as its sources."""
    told = [edge("a", "moored_in", "b", evidence=(Evidence(doc_id=doc),)) for doc in ("d1", "d2")]
    assert [fact.evidence[0].doc_id for fact in partners(told, PORTS)] == ["d1", "d2"]


FACTS = st.lists(
    st.builds(
        edge,
        st.sampled_from("abc"),
        st.sampled_from(["moored_in", "berths", "sister_of", "built_in"]),
        st.sampled_from("abc"),
        polarity=st.sampled_from(Polarity),
    ),
    max_size=8,
)


@given(FACTS)
def test_deriving_again_derives_nothing(facts: list[Fact]) -> None:
    """With its partners in the batch every edge is answered, and a partner has no partner."""
    derived = partners(facts, PORTS)
    assert partners([*facts, *derived], PORTS) == []
    assert partners(derived, PORTS) == []


@given(FACTS)
def test_every_edge_is_answered_by_one_the_other_way_round(facts: list[Fact]) -> None:
    """Each edge with an inverse has its mirror image, and nothing else was added."""
    derived = partners(facts, PORTS)
    every = {fact.signature for fact in [*facts, *derived]}
    for fact in facts:
        inverse = PORTS.inverses.get(fact.predicate)
        if inverse is not None:
            subject, _, obj = ends(fact)
            assert edge(obj, inverse, subject, polarity=fact.polarity).signature in every
    stated = {fact.signature for fact in facts}
    assert all(derived_from(fact) in stated for fact in derived)


@given(FACTS)
def test_the_source_is_read_back_after_json(facts: list[Fact]) -> None:
    """The signature of the source survives being written as JSON and read."""
    for fact in partners(facts, PORTS):
        assert derived_from(Fact.model_validate_json(fact.model_dump_json())) == derived_from(fact)
