"""Does it matter in which order, how often and in which parts facts are corroborated?"""

from datetime import datetime, timedelta
from functools import reduce
from operator import add

from harbour_claims import HARBOUR, PORTS, RUN_AT, WHEN, claim
from hypothesis import example, given
from hypothesis import strategies as st

from openodke.corroborate import (
    BatchFigures,
    EvidenceScorer,
    NativeResolver,
    SignatureCorroborator,
    ValueNormalizer,
    partners,
)
from openodke.model import Document, Entity, Evidence, Fact, GroundingVerdict, Polarity, SourceTier
from openodke.model.keys import ROWS

DATES = st.sampled_from([WHEN + timedelta(days=days) for days in (-400, 0, 20, 9000)])
EVIDENCE = st.builds(
    Evidence,
    doc_id=st.sampled_from("abcd"),
    uri=st.sampled_from([None, "https://one.example/x", "urn:odke:y:log#1"]),
    tier=st.sampled_from(SourceTier),
    retrieved_at=DATES | DATES.map(lambda when: when.replace(tzinfo=None)),
)
SUBJECTS = st.builds(
    Entity,
    key=st.sampled_from(["v:1", "v:2"]),
    type=st.just("Vessel"),
    label=st.sampled_from([None, "Doris", "MV Doris"]),
)
QUALIFIERS = st.fixed_dictionaries(
    {},
    optional={
        "season": st.sampled_from(["winter", "summer"]),
        "start_time": st.sampled_from(["2001", "2005-05", "soon"]),
        "end_time": st.sampled_from(["2004", "2006-01-01"]),
        "berth": st.integers(1, 2),
    },
)
VALUES = st.sampled_from([*PORTS.values(), "Bergen", "5 km", "5,000 m", 5, 5.0, True])
FACTS = st.builds(
    claim,
    VALUES,
    st.sampled_from(["home_port", "length", "crew", "nickname", "moored_in", "sister_of", "what"]),
    subject=SUBJECTS,
    polarity=st.sampled_from([Polarity.ASSERTED, Polarity.ASSERTED, *Polarity]),
    qualifiers=QUALIFIERS,
    identity_keys=st.sampled_from([(), ("season",)]),
    valid_from=st.none() | DATES,
    valid_to=st.none() | st.just(datetime(2026, 3, 5)),
    evidence=st.lists(EVIDENCE, max_size=2).map(tuple),
    confidence=st.sampled_from([0.0, 0.4, 0.9]),
    verdict=st.sampled_from(GroundingVerdict),
    extractor=st.sampled_from(["a", "b"]),
    support=st.sampled_from([1, 1, 3]),
)
BATCHES = st.lists(FACTS, max_size=8)
DOCUMENTS = [Document(id=doc_id, text="Doris lies in Bergen.") for doc_id in "ab"]
RUN_CLOCKS = st.sampled_from([RUN_AT, WHEN - timedelta(days=4000)])


def contents(facts: list[Fact]) -> list[str]:
    """Return the claims in a fixed order, all of each as text."""
    return sorted(fact.model_dump_json() for fact in facts)


@given(BATCHES, st.randoms(), st.sampled_from([(), DOCUMENTS]))
def test_any_order_gives_the_same_set(
    facts: list[Fact], random: object, documents: list[Document]
) -> None:
    """Claims, their sources and how they stand do not depend on the order of the facts."""
    shuffled = list(facts)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    corroborator = SignatureCorroborator(HARBOUR, documents=documents, run_at=RUN_AT)
    assert contents(corroborator.corroborate(facts)) == contents(corroborator.corroborate(shuffled))


@given(BATCHES, RUN_CLOCKS, st.sampled_from([(), DOCUMENTS]))
def test_corroborating_twice_changes_nothing(
    facts: list[Fact], run_at: datetime, documents: list[Document]
) -> None:
    """Claims are their own corroboration, also after they were scored or read back."""
    corroborator = SignatureCorroborator(HARBOUR, documents=documents, run_at=run_at)
    once = corroborator.corroborate([*facts, *partners(facts, HARBOUR)])
    assert corroborator.corroborate(once) == once
    scorer = EvidenceScorer()
    scored = [scorer.score(fact) for fact in once]
    assert corroborator.corroborate(scored) == once
    read_back = [Fact.model_validate_json(fact.model_dump_json()) for fact in scored]
    again = corroborator.corroborate(read_back)
    assert contents(again) == contents(once)
    assert contents([scorer.score(fact) for fact in again]) == contents(scored)


def test_a_text_that_was_left_out_ages_nothing() -> None:
    """The newest date is one of the texts that stay: else a second run would find another."""

    def told(value: str, doc_id: str, days: int, verdict: str = "supported") -> Fact:
        when = WHEN + timedelta(days=days)
        evidence = (Evidence(doc_id=doc_id, retrieved_at=when),)
        return claim(value, evidence=evidence, verdict=verdict, confidence=0.8)

    against = told("Bergen", "c", 60, "contradicted")
    facts = [told("Bergen", "a", -400), against, told("Narvik", "b", 0)]
    corroborator = SignatureCorroborator(HARBOUR, run_at=RUN_AT)
    once = corroborator.corroborate(facts)
    assert once[0].qualifiers["odke.conflict"]["contradicted_in"] == ("c",)
    assert corroborator.corroborate(once) == once


@given(BATCHES)
def test_claims_may_be_merged_in_parts_and_contested_after(facts: list[Fact]) -> None:
    """A batch cut by signature gives the same claims, once its parts stand side by side."""
    corroborator = SignatureCorroborator(HARBOUR, run_at=RUN_AT)
    parts: dict[object, list[Fact]] = {}
    for fact in facts:
        parts.setdefault(fact.signature, []).append(fact)
    figures = reduce(add, map(corroborator.figures, parts.values()), BatchFigures())
    apart = [
        fact for part in parts.values() for fact in corroborator.corroborate(part, figures=figures)
    ]
    whole = corroborator.corroborate(facts)
    assert contents(corroborator.corroborate(apart, figures=figures)) == contents(whole)
    assert contents(corroborator.corroborate(apart)) == contents(whole)


@given(BATCHES, st.sampled_from([RUN_AT, WHEN - timedelta(days=4000)]))
@example([claim("Bergen", evidence=(Evidence(doc_id="a", retrieved_at=WHEN),))], RUN_AT)
def test_a_batch_cut_in_parts_scores_the_same(facts: list[Fact], run_at: datetime) -> None:
    """With the figures of the whole, each subject's predicate may be corroborated by itself."""
    batch = [*facts, *partners(facts, HARBOUR)]
    corroborator = SignatureCorroborator(HARBOUR, run_at=run_at)
    whole = corroborator.corroborate(batch)
    parts: dict[tuple[str, ...], list[Fact]] = {}
    for fact in batch:
        parts.setdefault(fact.signature[:3], []).append(fact)
    figures = reduce(add, map(corroborator.figures, parts.values()), BatchFigures())
    cut = [
        fact for part in parts.values() for fact in corroborator.corroborate(part, figures=figures)
    ]
    assert contents(cut) == contents(whole)
    assert figures == corroborator.figures(batch)


@given(BATCHES)
def test_nothing_is_lost(facts: list[Fact]) -> None:
    """Every row is found in one claim, and every claim states one of the signatures."""
    claims = SignatureCorroborator(HARBOUR, run_at=RUN_AT).corroborate(facts)
    rows = [row for fact in claims for row in fact.qualifiers.get(ROWS, (fact.id,))]
    assert sorted(rows) == sorted(fact.id for fact in facts)
    assert [fact.signature for fact in claims] == list(
        dict.fromkeys(fact.signature for fact in facts)
    )
    for fact in claims:
        assert fact.support >= 1
        assert not fact.supported_by or fact.support == len(fact.supported_by)


NAMED = st.builds(
    Entity,
    key=st.sampled_from(["v:1", "v:2", "v:3", "v:4"]),
    type=st.just("Vessel"),
    label=st.sampled_from(["Doris", "MV Doris", "Aurora"]),
    external_id=st.sampled_from([None, "IMO-1", "IMO-2"]),
)


@given(st.lists(st.builds(claim, st.sampled_from("ab"), subject=NAMED), max_size=6))
def test_every_row_is_found_after_keys_were_changed(facts: list[Fact]) -> None:
    """A row that was re-keyed and merged is in the rows of one claim, and its verdict with it."""
    resolved, _ = NativeResolver().resolve(facts, {})
    claims = SignatureCorroborator(HARBOUR, run_at=RUN_AT).corroborate(resolved)
    rows = [row for fact in claims for row in fact.qualifiers.get(ROWS, (fact.id,))]
    assert sorted(rows) == sorted(fact.id for fact in facts)


@given(BATCHES)
def test_all_stages_twice_change_nothing(facts: list[Fact]) -> None:
    """Normalised, corroborated and scored claims stay as they are."""
    normalizer, scorer = ValueNormalizer(HARBOUR), EvidenceScorer()
    corroborator = SignatureCorroborator(HARBOUR, run_at=RUN_AT)

    def run(batch: list[Fact]) -> list[Fact]:
        normalized = [normalizer.normalize(fact) for fact in batch]
        return [scorer.score(fact) for fact in corroborator.corroborate(normalized)]

    once = run(facts)
    assert run(once) == once
