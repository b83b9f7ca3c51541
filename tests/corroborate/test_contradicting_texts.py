"""Which texts contradict a claim that others support?"""

import json

from harbour_claims import HARBOUR, RUN_AT, SourceTier, cited, claim

from openodke.corroborate import CONFLICT, SignatureCorroborator
from openodke.model import Fact
from openodke.model.keys import ROWS


def merged(*facts: Fact) -> Fact:
    """Return the one claim that the facts make."""
    (fact,) = SignatureCorroborator(HARBOUR, run_at=RUN_AT).corroborate(facts)
    return fact


def told(doc_id: str, verdict: str, **more: object) -> Fact:
    """Return the claim as one text tells it."""
    return claim(id=f"{doc_id}-{verdict}", evidence=cited(doc_id), verdict=verdict, **more)


def documents(fact: Fact) -> list[str]:
    """Return the documents that a claim cites, sorted."""
    return sorted(item.doc_id for item in fact.evidence)


def test_a_contradicting_text_is_no_source() -> None:
    """Its evidence, qualifiers, time, confidence and extractor are left out, its row is not."""
    against = claim(
        id="r2", evidence=cited("b", SourceTier.CURATED), verdict="contradicted",
        qualifiers={"berth": 7}, confidence=0.9, extractor="other",
    )  # fmt: skip
    fact = merged(told("a", "supported", confidence=0.4), against, told("c", "not_found"))
    assert documents(fact) == ["a", "c"]
    assert (fact.verdict, fact.confidence, fact.extractor) == ("supported", 0.4, "unknown")
    assert "berth" not in fact.qualifiers
    assert fact.qualifiers[CONFLICT]["status"] == "contradicted"
    assert fact.qualifiers[CONFLICT]["contradicted_in"] == ("b",)
    assert fact.qualifiers[ROWS] == ("a-supported", "c-not_found", "r2")
    assert fact.support == 2


def test_the_reason_names_a_few() -> None:
    """The record has every document, its sentence the first ones."""
    against = [told(f"d{number}", "contradicted") for number in range(7)]
    record = merged(told("a", "supported"), *against).qualifiers[CONFLICT]
    assert len(record["contradicted_in"]) == 7
    assert record["reason"] == "Contradicted in d0, d1, d2, d3, d4 and 2 more."


def test_a_disagreement_without_support_is_recorded() -> None:
    """So a later merge leaves out those texts alone."""
    both = merged(told("a", "contradicted"), told("b", "not_found"))
    assert (both.verdict, documents(both)) == ("contradicted", ["a", "b"])
    assert both.qualifiers[CONFLICT]["contradicted_in"] == ("a",)
    later = merged(both, told("c", "supported"))
    assert documents(later) == ["b", "c"]
    assert later.qualifiers[CONFLICT]["contradicted_in"] == ("a",)


def test_texts_that_agree_leave_no_record() -> None:
    """Where every text contradicts the claim there is nobody to tell apart."""
    assert CONFLICT not in merged(told("a", "contradicted")).qualifiers
    assert CONFLICT not in merged(told("a", "contradicted"), told("b", "contradicted")).qualifiers


def test_the_record_outlives_merges_and_json() -> None:
    """A record stays when the claim is merged again, also after it was read back."""
    fact = merged(told("a", "supported"), told("b", "contradicted"))
    assert merged(fact) == fact
    read_back = Fact.model_validate(json.loads(fact.model_dump_json()))
    assert merged(read_back, told("c", "supported")).qualifiers[CONFLICT]["contradicted_in"] == (
        "b",
    )


def test_the_record_goes_when_the_document_supports_the_claim() -> None:
    """A document that comes back in support is a source again."""
    fact = merged(told("a", "supported"), told("b", "contradicted"))
    later = merged(fact, told("b", "supported"))
    assert documents(later) == ["a", "b"]
    assert CONFLICT not in later.qualifiers


def test_one_document_may_say_both() -> None:
    """One supporting span supports the claim; the other span is left out."""
    fact = merged(told("a", "supported"), told("a", "contradicted"))
    assert documents(fact) == ["a"]
    assert CONFLICT not in fact.qualifiers


def test_a_contradiction_without_a_text() -> None:
    """A verdict on no text is told apart from the texts that are silent."""
    bare = claim(verdict="contradicted")
    both = merged(bare, told("b", "not_found"))
    assert both.qualifiers[CONFLICT]["contradicted_in"] == ()
    assert documents(merged(both, told("c", "supported"))) == ["b", "c"]


def test_the_record_stands_beside_a_contest() -> None:
    """A claim that also has a rival has its decision and its record."""
    facts = [told("a", "supported"), told("b", "contradicted"), claim("Narvik")]
    corroborator = SignatureCorroborator(HARBOUR, run_at=RUN_AT)
    ours, _ = corroborator.corroborate(facts)
    assert ours.qualifiers[CONFLICT]["status"] == "won"
    assert ours.qualifiers[CONFLICT]["contradicted_in"] == ("b",)
    assert corroborator.stats["contradicted"] == 1
    assert corroborator.corroborate([ours])[0].qualifiers[CONFLICT]["status"] == "contradicted"
