"""Does the report on a confidence add up, and depend on nothing but the claims?"""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from labelled_claims import claim

from openodke.errors import InputError
from openodke.evaluation import Matched, score_report

CLAIMS = st.lists(
    st.tuples(st.sampled_from("abcd"), st.integers(0, 10), st.booleans()), min_size=1, max_size=25
)


def found(claims: list[tuple[str, int, bool]]) -> Matched:
    """Return labelled claims of documents, with a confidence in tenths."""
    return Matched(
        tuple(
            claim(at, right=right, document=document, confidence=tenths / 10)
            for at, (document, tenths, right) in enumerate(claims)
        )
    )


@given(CLAIMS, st.randoms())
def test_any_order_gives_the_same_report_and_its_parts_add_up(
    claims: list[tuple[str, int, bool]], chance: random.Random
) -> None:
    """Bins hold every claim once, intervals their figure, and a higher threshold keeps less."""
    report = score_report(found(claims))
    shuffled = list(claims)
    chance.shuffle(shuffled)
    assert score_report(found(shuffled)) == report
    assert sum(held.n for held in report.bins) == report.claims == len(claims)
    assert [held.n for held in report.bins] == [share.n for share in report.shares]
    for figure in (report.brier, report.error):
        assert figure.value is not None
        assert 0.0 <= figure.value <= 1.0
        if figure.low is not None and figure.high is not None:
            assert figure.low <= figure.value <= figure.high
    kept = [cut.kept for cut in report.cuts]
    assert kept == sorted(kept, reverse=True)


def test_a_threshold_keeps_what_it_names_too() -> None:
    """0.5 keeps a claim at 0.5."""
    report = score_report(found([("a", 5, True), ("a", 4, False), ("b", 9, False)]))
    cut = next(cut for cut in report.cuts if cut.threshold == 0.5)
    assert (cut.kept, cut.precision.hits, cut.recall.value) == (2, 1, 1.0)


def test_a_confidence_that_is_none_is_named() -> None:
    """With the fact that has it."""
    bad = claim(7, right=True).fact.model_copy(update={"confidence": 7.0})
    held = claim(7, right=True)
    with pytest.raises(InputError, match=r"the fact 7 has the confidence 7\.0"):
        score_report(Matched((type(held)(bad, held.labels),)))


def test_no_label_is_no_score() -> None:
    """It is refused and not scored as 0."""
    with pytest.raises(InputError, match="no label is of any"):
        score_report(Matched(()))
