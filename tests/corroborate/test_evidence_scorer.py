"""How far is one fact to be believed?"""

import pytest
from harbour_claims import HARBOUR, RUN_AT, SourceTier, cited, claim
from hypothesis import given
from hypothesis import strategies as st

from openodke.corroborate import (
    DEFAULT_VERDICT_WEIGHTS,
    SCORE,
    EvidenceScorer,
    SignatureCorroborator,
    combine,
)
from openodke.errors import InputError
from openodke.model import Fact, GroundingVerdict

SCORER = EvidenceScorer()


def test_worked_values() -> None:
    """The resolution page's values hold."""
    worked = [combine(0.8, weight, support=1) for weight in (1.0, 0.6, 0.25)]
    assert [round(value, 2) for value in worked] == [0.8, 0.48, 0.2]
    assert round(combine(0.8, 1.0, support=3), 2) == 0.97
    assert round(combine(0.8, 1.0, support=1, conflict=0.35), 2) == 0.28


@given(st.floats(-2, 3), st.floats(0, 1), st.integers(-3, 50), st.floats(0, 1))
def test_bounded_and_monotone(confidence: float, weight: float, support: int, ratio: float) -> None:
    """A score lies in [0, 1], and another source never lowers it."""
    score = combine(confidence, weight, support, ratio)
    assert 0.0 <= score <= 1.0
    assert combine(confidence, weight, support + 1, ratio) >= score - 1e-12
    assert combine(confidence + 0.1, weight, support, ratio) >= score - 1e-12


def test_the_inputs_are_kept() -> None:
    """In the page's order, so that a printed stamp reads the same."""
    fact = SCORER.score(claim(confidence=0.7, support=3, verdict="supported"))
    assert list(fact.qualifiers[SCORE].items()) == [
        ("extractor", 0.7), ("prior_used", False), ("verdict", 1.0), ("support", 3),
        ("conflict", 1.0),
    ]  # fmt: skip
    assert fact.confidence == combine(0.7, 1.0, 3)


@pytest.mark.parametrize(("given", "used"), [(0.0, 0.5), (-1.0, 0.5), (7.0, 1.0), (0.01, 0.01)])
def test_no_confidence_is_the_prior(given: float, used: float) -> None:
    """Zero means that none was reported; what lies outside [0, 1] is clamped."""
    fact = SCORER.score(claim(confidence=given, verdict="supported"))
    assert fact.confidence == pytest.approx(used)
    assert fact.qualifiers[SCORE]["prior_used"] is (given <= 0)
    assert fact.qualifiers[SCORE]["extractor"] == given


def test_the_larger_count_of_sources_is_used() -> None:
    """What a fact lists is not recounted; without a list its evidence is."""
    two = cited("a") + cited("b")
    assert SCORER.score(claim(evidence=two)).qualifiers[SCORE]["support"] == 2
    assert SCORER.score(claim(evidence=two, support=5)).qualifiers[SCORE]["support"] == 5
    one_host = cited("a", uri="https://q.example/1") + cited("b", uri="https://q.example/2")
    assert SCORER.score(claim(evidence=one_host)).qualifiers[SCORE]["support"] == 1
    (listed,) = SignatureCorroborator().corroborate([claim(evidence=two)])
    pages = EvidenceScorer(source=lambda _: "all")
    assert pages.score(listed).qualifiers[SCORE]["support"] == 2
    assert pages.score(claim(evidence=two)).qualifiers[SCORE]["support"] == 1


def test_a_loser_keeps_its_ratio() -> None:
    """Its score starts from what the extractor reported, times the ratio once."""
    facts = [
        claim("Bergen", evidence=cited("a"), confidence=0.8),
        claim("Narvik", evidence=cited("b", SourceTier.CURATED), confidence=0.8),
    ]
    lost, won = map(SCORER.score, SignatureCorroborator(HARBOUR, run_at=RUN_AT).corroborate(facts))
    assert lost.confidence == pytest.approx(0.6 * 0.8 * 0.2)
    assert won.confidence == pytest.approx(0.6 * 0.8)


@given(
    st.floats(-1, 2),
    st.sampled_from(GroundingVerdict),
    st.integers(0, 4),
)
def test_scoring_twice_changes_nothing(
    confidence: float, verdict: GroundingVerdict, support: int
) -> None:
    """A scored fact is handed back itself, also after it was read back."""
    once = SCORER.score(claim(confidence=confidence, verdict=verdict, support=support))
    assert SCORER.score(once) is once
    read_back = Fact.model_validate_json(once.model_dump_json())
    assert SCORER.score(read_back) is read_back


def test_another_verdict_scores_anew() -> None:
    """A fact that was judged since has another score, from the same confidence."""
    scored = SCORER.score(claim(confidence=0.8))
    judged = scored.model_copy(update={"verdict": GroundingVerdict.SUPPORTED})
    assert SCORER.score(judged).confidence == pytest.approx(0.8)


def test_weights_are_checked() -> None:
    """Every verdict needs a weight, and each figure lies in [0, 1]."""
    few = {GroundingVerdict.SUPPORTED: 1.0}
    with pytest.raises(InputError, match="no weight for unchecked, contradicted, not_found"):
        EvidenceScorer(verdict_weights=few)
    with pytest.raises(InputError, match=r"verdict_weights\['supported'\] is 2"):
        EvidenceScorer(verdict_weights={**DEFAULT_VERDICT_WEIGHTS, next(iter(few)): 2})
    with pytest.raises(InputError, match="prior is -1"):
        EvidenceScorer(prior=-1)
