"""What does one claim say, when several facts make it?"""

from datetime import timedelta

import pytest
from harbour_claims import DORIS, HARBOUR, PORTS, RUN_AT, WHEN, cited, claim

from openodke.corroborate import (
    CONFLICT,
    DERIVED,
    SCORE,
    SOURCE_FORM,
    EvidenceScorer,
    SignatureCorroborator,
    partners,
)
from openodke.model import Entity, Fact, GroundingVerdict, Polarity, SourceTier
from openodke.model.keys import GROUND, ROWS

CURATED = SourceTier.CURATED


def corroborated(*facts: Fact, **options: object) -> list[Fact]:
    """Return the claims of a batch."""
    corroborator = SignatureCorroborator(HARBOUR, run_at=RUN_AT, **options)  # type: ignore[arg-type]
    return corroborator.corroborate(facts)


def merged(*facts: Fact, **options: object) -> Fact:
    """Return the one claim that the facts make."""
    (fact,) = corroborated(*facts, **options)
    return fact


def test_what_is_one_claim() -> None:
    """A denial, a measurement of another season and another object are other claims."""
    winter = {"qualifiers": {"season": "winter"}, "identity_keys": ("season",)}
    summer = {"qualifiers": {"season": "summer"}, "identity_keys": ("season",)}
    facts = [
        claim(9, "crew", **winter), claim(9, "crew", **summer), claim(9, "crew", **winter),
        claim(9, "crew", polarity=Polarity.DENIED), claim("Doris", "nickname"),
    ]  # fmt: skip
    assert [f.signature for f in corroborated(*facts)] == list(
        dict.fromkeys(f.signature for f in facts)
    )


def test_evidence_is_unioned_and_sources_counted() -> None:
    """Pages of one host are one source; the best source's evidence comes first, each once."""
    one, two = cited("a", uri="https://www.quay.example/a"), cited("b", uri="https://quay.example")
    register = cited("r", CURATED)
    fact = merged(claim(evidence=one), claim(evidence=two + one), claim(evidence=register))
    assert fact.evidence[0] == register[0]
    assert sorted(item.doc_id for item in fact.evidence) == ["a", "b", "r"]
    assert [held.source for held in fact.supported_by] == ["doc:r", "quay.example"]
    assert fact.support == 2


def test_rows_are_unioned() -> None:
    """A merged claim names the rows of all its facts; a lone one is its own row."""
    first = claim(id="r1")
    again = claim(id="r2", qualifiers={ROWS: ("r4", "r3")})
    fact = merged(first, again)
    assert fact.qualifiers[ROWS] == ("r1", "r3", "r4")
    assert ROWS not in merged(first).qualifiers
    assert merged(fact, claim(id="r0")).qualifiers[ROWS] == ("r0", "r1", "r3", "r4")
    assert fact.signature == first.signature


def test_qualifiers_of_the_best_source_win() -> None:
    """What differs is the best-ranked source's; what only one tells is kept."""
    weak = claim(evidence=cited("a"), qualifiers={"berth": 3, "flag": "NO"})
    strong = claim(evidence=cited("b", CURATED), qualifiers={"berth": 4})
    assert merged(weak, strong).qualifiers == {
        "berth": 4,
        "flag": "NO",
        ROWS: tuple(sorted((weak.id, strong.id))),
    }


def test_fresher_evidence_ranks_higher() -> None:
    """Of two sources of one tier the one read later has the word."""
    old = claim(evidence=cited("a", days=-900), qualifiers={"berth": 3})
    new = claim(evidence=cited("b"), qualifiers={"berth": 4})
    assert merged(old, new).qualifiers["berth"] == 4


def test_intervals_are_united() -> None:
    """The earliest start and the latest end are kept, also under names that the caller gives."""
    one = claim(qualifiers={"start_time": "2001-05", "end": "2010", "since": "2001"})
    two = claim(
        evidence=cited("b", CURATED),
        qualifiers={"start_time": "2002", "end": "2009", "since": "1999"},
    )
    fact = merged(one, two)
    assert fact.qualifiers["start_time"] == "2001-05"
    assert fact.qualifiers["end"] == "2010"
    assert fact.qualifiers["since"] == "1999"  # the best source's
    assert merged(one, two, intervals={"since": "max"}).qualifiers["since"] == "2001"


def test_valid_time_is_the_widest() -> None:
    """The earliest beginning and the latest end, dates without a zone taken for UTC."""
    day = timedelta(days=1)
    one = claim(valid_from=WHEN, valid_to=WHEN + day)
    two = claim(valid_from=(WHEN - day).replace(tzinfo=None))
    fact = merged(one, two, claim())
    assert (fact.valid_from, fact.valid_to) == (two.valid_from, one.valid_to)


@pytest.mark.parametrize(
    ("verdicts", "whole"),
    [
        ("not_found supported contradicted unchecked", "supported"),
        ("not_found contradicted unchecked", "contradicted"),
        ("not_found unchecked", "unchecked"),
        ("not_found not_found", "not_found"),
    ],
)
def test_the_whole_verdict(verdicts: str, whole: str) -> None:
    """One text that supports a claim supports it, else a contradiction outweighs silence."""
    facts = [
        claim(evidence=cited(f"d{number}"), verdict=GroundingVerdict(verdict))
        for number, verdict in enumerate(verdicts.split())
    ]
    assert merged(*facts).verdict == whole


def test_the_record_of_the_verdict_is_one_that_gave_it() -> None:
    """The best source's record is not kept when its verdict is not the whole's."""
    silent = claim(
        evidence=cited("a", CURATED), verdict="not_found", qualifiers={GROUND: {"reason": "absent"}}
    )
    told = claim(evidence=cited("b"), verdict="supported", qualifiers={GROUND: {"reason": "said"}})
    assert merged(silent, told).qualifiers[GROUND] == {"reason": "said"}
    unsigned = claim(evidence=cited("b"), verdict="supported")
    assert GROUND not in merged(silent, unsigned).qualifiers


def test_confidence_and_extractors() -> None:
    """The highest confidence is kept, and every extractor named once."""
    facts = [
        claim(confidence=0.4, extractor="llm"), claim(confidence=0.7, extractor="pattern+llm"),
    ]  # fmt: skip
    fact = merged(*facts)
    assert (fact.confidence, fact.extractor) == (0.7, "llm+pattern")


def test_every_spelling_is_kept() -> None:
    """Spellings of both ways to write a value stay, in a fixed order."""
    one = claim(qualifiers={SOURCE_FORM: {"object_value": ("b ", "a "), "end": ("1",)}})
    two = claim(qualifiers={SOURCE_FORM: {"object_value": ("c ",)}})
    expected = {"object_value": ("a ", "b ", "c "), "end": ("1",)}
    assert merged(one, two).qualifiers[SOURCE_FORM] == expected


def test_names_are_not_lost() -> None:
    """Facts that call one entity differently give it aliases."""
    other = Entity(key=DORIS.key, type="Vessel", label="MV Doris", external_id="IMO-1")
    fact = merged(claim(evidence=cited("a", CURATED)), claim(subject=other))
    assert fact.subject.label == "Doris"
    assert fact.subject.aliases == ("MV Doris",)
    assert fact.subject.external_id == "IMO-1"
    bergen = PORTS["Bergen"].model_copy(update={"label": "Bergen havn"})
    edge = merged(
        claim(PORTS["Bergen"], "moored_in", evidence=cited("a", CURATED)),
        claim(bergen, "moored_in"),
    )
    assert edge.object_entity is not None
    assert edge.object_entity.aliases == ("Bergen havn",)


def test_identity_keys_that_were_not_held_are_no_identity() -> None:
    """A qualifier that another fact adds does not change what the claim is."""
    one = claim(9, "crew", identity_keys=("season",))
    two = claim(9, "crew", qualifiers={"season": "winter"})
    fact = merged(one, two)
    assert fact.signature == one.signature
    assert fact.qualifiers["season"] == "winter"


def test_uncited_facts_count_as_many_as_they_say() -> None:
    """Where a fact cites nothing, the count is kept and no list would be whole."""
    fact = merged(claim(support=4), claim(evidence=cited("a")))
    assert (fact.support, fact.supported_by) == (5, ())
    assert merged(fact) == fact
    assert merged(claim(support=3)).support == 3


def test_a_derived_claim_shares_its_parents_support() -> None:
    """A partner has the list of the claim it was derived from, and is no row."""
    told = [claim(PORTS["Bergen"], "moored_in", evidence=cited(doc)) for doc in ("a", "b")]
    uncited = claim(PORTS["Bergen"], "moored_in", support=2)
    derived = partners(told, HARBOUR)
    parent, partner = corroborated(*told, uncited, *derived)
    assert (partner.support, partner.supported_by) == (parent.support, parent.supported_by)
    assert partner.support == 4
    assert ROWS not in partner.qualifiers
    assert DERIVED in partner.qualifiers


def test_a_partner_that_a_text_states_is_stated() -> None:
    """Once a text says it, it is derived no longer."""
    told = claim(PORTS["Bergen"], "moored_in", evidence=cited("a"))
    (derived,) = partners([told], HARBOUR)
    stated = derived.model_copy(update={"id": "s", "qualifiers": {}, "evidence": cited("b")})
    fact = merged(derived, stated)
    assert DERIVED not in fact.qualifiers
    assert fact.qualifiers[ROWS] == ("s",)


def test_stamps_of_an_earlier_run_are_decided_anew() -> None:
    """A scored loser whose rival is gone is no loser, and has the extractor's confidence."""
    weak = claim("Bergen", evidence=cited("a"), confidence=0.8)
    strong = claim("Narvik", evidence=cited("b", CURATED))
    scored = [EvidenceScorer().score(fact) for fact in corroborated(weak, strong)]
    assert scored[0].qualifiers[CONFLICT]["status"] == "lost"
    alone = merged(scored[0])
    assert alone.confidence == 0.8
    assert not {CONFLICT, SCORE} & set(alone.qualifiers)


def test_a_live_fact_is_not_retired() -> None:
    """A claim that one of its facts still tells is live."""
    gone = claim(retired_at=WHEN)
    assert merged(gone, claim()).retired_at is None
    assert merged(gone, gone.model_copy(update={"id": "x"})).retired_at == WHEN


def test_facts_that_share_even_their_ids() -> None:
    """Facts under one id are put in an order all the same."""
    one = claim("a", "nickname", id="x", qualifiers={"n": 1})
    two = claim("a", "nickname", id="x", qualifiers={"n": 2})
    assert merged(one, two) == merged(two, one)
