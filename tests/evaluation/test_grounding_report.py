"""Are verdicts measured as what they say, and by the judge that gave them?"""

from __future__ import annotations

import random
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from labelled_claims import claim

from openodke.errors import InputError
from openodke.evaluation import LabelledFact, Matched, calibration_cards, grounding_report

VERDICTS = ("supported", "contradicted", "not_found", "unchecked")
CLAIMS = st.lists(
    st.tuples(st.sampled_from("abcd"), st.sampled_from(VERDICTS), st.booleans()),
    min_size=1,
    max_size=25,
)
MODEL = {"grounder": "model@1", "model": "ollama/small", "prompt": "ground.span@1"}


def found(claims: list[tuple[str, str, bool]]) -> Matched:
    """Return labelled claims of documents, with a verdict."""
    return Matched(
        tuple(
            claim(at, right=right, document=document, verdict=verdict)
            for at, (document, verdict, right) in enumerate(claims)
        )
    )


@given(CLAIMS, st.randoms())
def test_any_order_gives_the_same_report_and_its_parts_add_up(
    claims: list[tuple[str, str, bool]], chance: random.Random
) -> None:
    """Each claim has one verdict, one reason and one kind."""
    report = grounding_report(found(claims))
    shuffled = list(claims)
    chance.shuffle(shuffled)
    assert grounding_report(found(shuffled)) == report
    for parts in (report.verdicts, report.reasons, report.kinds):
        assert sum(held.n for held in parts.values()) == len(claims)  # type: ignore[attr-defined]
    refusing = [report.verdicts[name] for name in ("contradicted", "not_found")]
    assert report.refusals.n == sum(held.n for held in refusing)
    assert report.refusals.recall.hits == sum(held.recall.hits for held in refusing)
    assert report.kept.n + report.refusals.recall.n == len(claims)


def test_a_refusal_is_right_of_a_wrong_claim_and_support_of_a_right_one() -> None:
    """And unchecked is neither."""
    report = grounding_report(
        found(
            [
                ("a", "supported", True),
                ("a", "supported", False),
                ("b", "not_found", False),
                ("b", "contradicted", True),
                ("c", "unchecked", True),
                ("c", "unchecked", False),
            ]
        )
    )
    assert report.verdicts["supported"].precision.value == 0.5
    assert report.verdicts["not_found"].precision.value == 1.0
    assert report.verdicts["contradicted"].precision.value == 0.0
    assert report.verdicts["not_found"].recall.value == pytest.approx(1 / 3)
    assert report.kept.value == pytest.approx(2 / 3)
    assert report.balanced_accuracy.value == pytest.approx((2 / 3 + 1 / 3) / 2)


def test_a_label_may_name_the_verdicts_that_fit() -> None:
    """A refusal of a wrong claim may still be the wrong one of two."""
    held = tuple(
        claim(at, right=False, verdict="not_found", expected=expected)
        for at, expected in enumerate([("contradicted",), ("not_found", "contradicted"), ()])
    )
    figures = grounding_report(Matched(held)).verdicts["not_found"]
    assert (figures.precision.value, figures.expected.n, figures.expected.hits) == (1.0, 2, 1)


def test_kinds_are_told_apart_by_their_label_too() -> None:
    """A kind of both is two."""
    held = (
        claim(0, right=True, kind="year", suspicion=0.1),
        claim(1, right=False, kind="year", suspicion=0.9),
        claim(2, right=True, suspicion=0.2),
    )
    kinds = grounding_report(Matched(held)).kinds
    assert list(kinds) == ["right", "year, right", "year, wrong"]
    assert kinds["year, wrong"].auc == 1.0


def test_each_judge_has_its_own_card_and_the_span_check_none() -> None:
    """Nor has a verdict that nobody signed."""
    held = (
        claim(0, right=False, verdict="not_found", **MODEL),
        claim(1, right=True, verdict="contradicted", **{**MODEL, "model": "ollama/other"}),
        claim(2, right=False, verdict="not_found", grounder="span@1", model=None, prompt=None),
        claim(3, right=False, verdict="not_found"),
    )
    other, small = calibration_cards(Matched(held), dataset="boats", measured_at=date(2026, 5, 1))
    assert (other.model, small.model) == ("ollama/other", "ollama/small")
    assert (small.not_found.n, small.not_found.wrong, small.claims) == (1, 1, 1)
    assert (other.contradicted.n, other.contradicted.wrong) == (1, 0)
    assert small.measured_at == date(2026, 5, 1)
    assert small.dataset == "boats"


def test_the_rows_of_one_labelled_claim_have_one_verdict() -> None:
    """Not found in one text of three, it is in none only if it is in no other."""
    first, *others = (
        claim(at, right=True, document=f"d{at}", verdict=verdict)
        for at, verdict in enumerate(("not_found", "not_found", "supported"))
    )
    rows = (first, *(LabelledFact(held.fact, first.labels) for held in others))
    report = grounding_report(Matched(rows))
    assert (report.claims, report.rows, report.documents) == (1, 3, 1)
    assert report.verdicts["supported"].precision.hits == 1
    assert grounding_report(Matched(rows[:2])).refusals.n == 1
    assert "1 labelled claim (3 rows) of 1 document, 1 right" in report.render()


def test_nothing_labelled_is_refused() -> None:
    """No figure of nothing."""
    with pytest.raises(InputError, match="no label is of any"):
        grounding_report(Matched(()))
