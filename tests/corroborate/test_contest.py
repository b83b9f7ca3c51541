"""Which of the claims that cannot all be true is kept?"""

import math
from datetime import UTC, datetime, timedelta

import pytest
from harbour_claims import HARBOUR, PORTS, RUN_AT, WHEN, cited, claim

from openodke.corroborate import CONFLICT, SignatureCorroborator
from openodke.errors import InputError
from openodke.model import Entity, Fact, Polarity, SourceTier
from openodke.ontology import Ontology

CURATED = SourceTier.CURATED
DENIED = Polarity.DENIED


def corroborated(*facts: Fact, **options: object) -> list[Fact]:
    """Return the claims of a batch."""
    given: dict[str, object] = {"ontology": HARBOUR, "run_at": RUN_AT, **options}
    return SignatureCorroborator(**given).corroborate(facts)  # type: ignore[arg-type]


def statuses(*facts: Fact, **options: object) -> list[str | None]:
    """Return how each claim stands; None where nothing contests it."""
    claims = corroborated(*facts, **options)
    return [fact.qualifiers.get(CONFLICT, {}).get("status") for fact in claims]


BERGEN = claim("Bergen", confidence=0.8, evidence=cited("a"))
NARVIK = claim("Narvik", confidence=0.6, evidence=cited("b", CURATED))


def test_the_better_backed_value_wins() -> None:
    """A loser is kept, at the ratio of the ranks, and says why."""
    lost, won = corroborated(BERGEN, NARVIK)
    assert (lost.confidence, won.confidence) == (0.8 * 0.2, 0.6)
    why = (
        "Kept 'Narvik' over 'Bergen': 'Narvik' is backed by 1 independent source (curated, "
        "retrieved 2026-03-01) and 'Bergen' by 1 independent source (unverified, retrieved "
        "2026-03-01). Ranked on source trust, freshness, and agreement discounted by how much each "
        "source asserts: 1.69 to 0.34."
    )
    assert won.qualifiers[CONFLICT] == {"status": "won", "reason": why}
    assert lost.qualifiers[CONFLICT] == {
        "status": "lost",
        "to": "'Narvik'",
        "ratio": 0.2,
        "confidence_before": 0.8,
        "reason": why,
    }


def test_what_is_not_contested() -> None:
    """Several values of a multi-valued or undeclared predicate, of a scope, a type, a partial."""
    assert statuses(claim("a", "nickname"), claim("b", "nickname")) == [None, None]
    assert statuses(claim("a", "unheard_of"), claim("b", "unheard_of")) == [None, None]
    assert statuses(BERGEN, NARVIK, ontology=None) == [None, None]
    years = [claim(v, "toll", qualifiers={"year": y}) for v, y in ((1, 2019), (2, 2020))]
    assert statuses(*years, claim(3, "toll")) == [None] * 3
    tug = Entity(key="v:doris", type="Tug")
    assert statuses(BERGEN, claim("Narvik", subject=tug)) == [None, None]
    assert statuses(BERGEN, claim("Narvik", polarity="partial")) == [None, None]
    assert statuses(BERGEN, BERGEN) == [None]


def test_a_scope_needs_no_stamped_identity() -> None:
    """Values of one year conflict whether or not the extractor said that a year bears identity."""
    values = [claim(v, "toll", qualifiers={"year": 2019}) for v in (1, 2)]
    assert statuses(*values) == ["tied", "tied"]
    stamped = values[0].model_copy(update={"identity_keys": ("year",)})
    assert statuses(stamped, values[1]) == ["tied", "tied"]


def test_equal_ranks_are_tied() -> None:
    """Neither is kept over the other, and both keep their confidence."""
    one, two = corroborated(BERGEN, claim("Narvik", confidence=0.6, evidence=cited("b")))
    assert (one.confidence, two.confidence) == (0.8, 0.6)
    assert one.qualifiers[CONFLICT] == {
        "status": "tied",
        "reason": "Neither 'Bergen' nor 'Narvik' is better backed: both rank 0.34, and both keep "
        "their confidence.",
    }


def test_a_denial_contests_what_it_denies() -> None:
    """On any predicate, declared or not; other values are not its concern."""
    denial = claim("Bergen", polarity=DENIED, evidence=cited("b", CURATED))
    lost, won, other = corroborated(BERGEN, denial, claim("Narvik", polarity=DENIED))
    assert (lost.qualifiers[CONFLICT]["to"], won.qualifiers[CONFLICT]["status"]) == (
        "not 'Bergen'", "won",
    )  # fmt: skip
    assert CONFLICT not in other.qualifiers
    loose = [claim("Dora", "unheard_of"), claim("Dora", "unheard_of", polarity=DENIED)]
    assert statuses(*loose) == ["tied", "tied"]


def test_a_claim_answers_to_its_best_rival() -> None:
    """Of a rival value and a denial the better backed one decides."""
    denial = claim("Bergen", polarity=DENIED, evidence=cited("c", SourceTier.COMMUNITY))
    lost, *_ = corroborated(BERGEN, denial, NARVIK)
    assert lost.qualifiers[CONFLICT]["to"] == "'Narvik'"
    lost, *_ = corroborated(BERGEN, denial)
    assert lost.qualifiers[CONFLICT]["to"] == "not 'Bergen'"


def test_a_value_that_changed_over_time_is_no_conflict() -> None:
    """Times that only touch do not overlap; an open end does."""
    later = WHEN + timedelta(days=90)
    first, second = BERGEN.model_copy, NARVIK.model_copy
    apart = first(update={"valid_to": later}), second(update={"valid_from": later})
    assert statuses(*apart) == [None, None]
    assert statuses(first(update={"valid_to": later}), NARVIK) == ["lost", "won"]
    naive = second(update={"valid_from": later.replace(tzinfo=None)})
    assert statuses(apart[0], naive) == [None, None]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ({"start_time": "2010", "end_time": "2012"}, {"start_time": "2015"}, None),
        ({"start_time": "2010", "end_time": "2012"}, {"start_time": "2012"}, None),
        ({"start_time": "2010", "end_time": "2016"}, {"start_time": "2012"}, "lost"),
        (
            {"start_time": "2012", "end_time": "2012"},
            {"start": "2012-05", "end": "2012-06"},
            "lost",
        ),
        ({"start_time": "once"}, {"start_time": "2012"}, "lost"),
    ],
)
def test_interval_qualifiers_tell_when_a_value_held(
    one: dict[str, str], other: dict[str, str], expected: str | None
) -> None:
    """A claim without a valid time holds from its start to its end, as far as they are dates."""
    facts = (
        BERGEN.model_copy(update={"qualifiers": one}),
        NARVIK.model_copy(update={"qualifiers": other}),
    )
    assert statuses(*facts)[0] == expected


def test_the_end_of_time_is_a_time() -> None:
    """Where a store writes "for ever" as the last moment there is, nothing overflows."""
    for_ever = {"valid_from": datetime.max, "valid_to": datetime.max}
    facts = BERGEN.model_copy(update=for_ever), NARVIK.model_copy(update={"valid_to": datetime.max})
    assert statuses(*facts) == [None, None]


def test_rivals_that_do_not_meet() -> None:
    """Each answers to the best rival of its own time."""

    def held(value: str, tier: SourceTier, start: int, end: int) -> Fact:
        first = datetime(2020, 1, 1, tzinfo=UTC)
        return claim(
            value, evidence=cited(value, tier), valid_from=first + timedelta(days=start),
            valid_to=first + timedelta(days=end),
        )  # fmt: skip

    chain = (
        held("A", CURATED, 0, 10), held("B", SourceTier.AUTHORITATIVE, 5, 20),
        held("C", SourceTier.COMMUNITY, 15, 30), held("D", SourceTier.UNVERIFIED, 40, 50),
    )  # fmt: skip
    claims = corroborated(*chain)
    assert [fact.qualifiers.get(CONFLICT, {}).get("to") for fact in claims] == [
        None, "'A'", "'B'", None,
    ]  # fmt: skip
    assert statuses(*chain) == ["won", "lost", "lost", None]


def test_edges_are_told_by_their_names() -> None:
    """A reason names the label, and the key where two have one label."""
    bergen = claim(PORTS["Bergen"], "moored_in", evidence=cited("a"))
    lost, _ = corroborated(
        bergen, claim(PORTS["Ålesund"], "moored_in", evidence=cited("b", CURATED))
    )
    assert lost.qualifiers[CONFLICT]["to"] == "'Ålesund'"
    other = Entity(key="p:other", type="Port", label="Bergen")
    lost, _ = corroborated(bergen, claim(other, "moored_in", evidence=cited("b", CURATED)))
    assert lost.qualifiers[CONFLICT]["to"] == "'Bergen' (p:other)"
    lost, _ = corroborated(claim(5, evidence=cited()), claim("5", evidence=cited("b", CURATED)))
    assert lost.qualifiers[CONFLICT]["to"] == "'5'"


def test_two_sources_outrank_one() -> None:
    """Agreement counts, and a source that asserts much has a smaller vote."""
    two = [claim("Bergen", evidence=cited(doc)) for doc in ("a", "b")]
    assert statuses(*two, claim("Narvik", evidence=cited("c"))) == ["won", "lost"]
    talkative = [claim(str(n), "nickname", evidence=cited("a")) for n in range(9)]
    pair = claim("Bergen", evidence=cited("a")), claim("Narvik", evidence=cited("c"))
    lost, won = corroborated(*pair, *talkative)[:2]
    discounted = (1 + math.log1p(1 / (1 + math.log(10)))) / (1 + math.log1p(1))
    assert lost.qualifiers[CONFLICT]["ratio"] == round(discounted, 4)
    assert won.qualifiers[CONFLICT]["status"] == "won"


def test_freshness_halves_trust_at_most() -> None:
    """Age is measured back from the newest evidence, and never takes more than the floor leaves."""
    pair = claim("Bergen", evidence=cited("a", days=-365)), claim("Narvik", evidence=cited("b"))
    lost, _ = corroborated(*pair)
    assert lost.qualifiers[CONFLICT]["ratio"] == 0.75
    lost, _ = corroborated(*pair, half_life_days=1.0)
    assert lost.qualifiers[CONFLICT]["ratio"] == 0.5
    assert statuses(*pair, freshness_floor=1.0) == ["tied", "tied"]


def test_a_date_after_the_run_is_no_freshness() -> None:
    """Evidence from the year 3020 wins nothing, and does not age the rest."""
    future = claim("Narvik", evidence=cited("b", days=365_000))
    lost = corroborated(BERGEN, future)[1]
    assert lost.qualifiers[CONFLICT]["status"] == "lost"
    assert lost.qualifiers[CONFLICT]["ratio"] == 0.5


def test_a_clock_behind_all_dates_is_not_believed() -> None:
    """When every date is after the run, the run's clock is wrong, and ages are as ever."""
    pair = claim("Bergen", evidence=cited("a", days=-365)), claim("Narvik", evidence=cited("b"))
    lost, _ = corroborated(*pair, run_at=datetime(1970, 1, 1, tzinfo=UTC))
    assert lost.qualifiers[CONFLICT]["ratio"] == 0.75


def test_no_evidence_is_trusted_least() -> None:
    """A claim that cites nothing ranks as an unknown source that is old."""
    lost, won = corroborated(claim("Bergen", confidence=0.5), NARVIK)
    assert lost.qualifiers[CONFLICT]["ratio"] == 0.1
    assert "1 independent source with no cited evidence" in won.qualifiers[CONFLICT]["reason"]


def test_penalties_do_not_compound() -> None:
    """Corroborating a loser again starts from what the extractor reported."""
    once = corroborated(BERGEN, NARVIK)
    assert corroborated(*once) == once


def test_conflicts_are_counted() -> None:
    """The statistics say how many claims lost, won and tied."""
    corroborator = SignatureCorroborator(HARBOUR, run_at=RUN_AT)
    tied = [claim(n, "length", evidence=cited(str(n))) for n in (1, 2)]
    corroborator.corroborate([BERGEN, BERGEN, claim("Oslo"), NARVIK, *tied])
    assert corroborator.stats == {
        "facts": 6,
        "claims": 5,
        "merged": 1,
        "contradicted": 0,
        "conflicts": {"lost": 2, "tied": 2, "won": 1},
        "near_duplicates": {"compared": 0, "found": 0},
    }


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"half_life_days": 0}, "half_life_days is 0"),
        ({"half_life_days": math.nan}, "half_life_days is nan"),
        ({"freshness_floor": 1.5}, "freshness_floor is 1.5"),
        ({"near_duplicates": 0.0}, "near_duplicates is 0.0"),
        ({"near_duplicates": 2}, "near_duplicates is 2"),
    ],
)
def test_a_figure_out_of_range_is_refused(options: dict[str, float], message: str) -> None:
    """The option and its value are named."""
    with pytest.raises(InputError, match=message):
        SignatureCorroborator(Ontology(), **options)  # type: ignore[arg-type]
