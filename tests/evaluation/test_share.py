"""Is the interval of a share the published one, and wide enough where documents differ?"""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.evaluation import share_of
from openodke.evaluation.share import student, wilson

CLAIMS = st.lists(st.tuples(st.sampled_from("abcdef"), st.booleans()), max_size=60)


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilsons_interval_is_that_of_a_published_table(
    hits: int, n: int, low: float, high: float
) -> None:
    """The four examples of Newcombe, Statistics in Medicine 17 (1998), table I."""
    found = wilson(hits / n, n)
    assert (round(found[0], 4), round(found[1], 4)) == (low, high)


@pytest.mark.parametrize(
    ("freedom", "point"), [(1, 12.706), (2, 4.303), (3, 3.18), (5, 2.571), (10, 2.228), (30, 2.042)]
)
def test_students_points_are_those_of_the_tables(freedom: int, point: float) -> None:
    """To the figures that the expansion has."""
    assert student(freedom) == pytest.approx(point, rel=2e-3)


def test_claims_that_are_alike_within_a_document_count_for_less() -> None:
    """Ten documents of ten claims, each all right or all wrong, tell as much as ten claims."""
    alike = share_of((str(at // 10), at < 50) for at in range(100))
    mixed = share_of((str(at % 10), at < 50) for at in range(100))
    assert alike.value == mixed.value == 0.5
    assert alike.high - alike.low > 2 * (mixed.high - mixed.low)
    low, high = wilson(0.5, 10)
    assert alike.low < low  # few documents widen it once more
    assert alike.high > high


def test_no_error_is_no_certainty() -> None:
    """A resampled interval would be from 1 to 1."""
    held = share_of((f"d{at}", True) for at in range(5))
    assert held.value == 1.0
    assert held.low < 0.5
    assert share_of((f"d{at}", True) for at in range(100)).low > 0.95


def test_one_document_tells_almost_nothing() -> None:
    """Nothing is known of how documents differ."""
    held = share_of(("d", True) for _ in range(1000))
    assert held.low < 0.25


def test_nothing_has_no_share() -> None:
    """It could be anything."""
    held = share_of([])
    assert (held.value, held.low, held.high, str(held)) == (None, 0.0, 1.0, "–")


@given(CLAIMS, st.randoms())
def test_the_interval_holds_the_share_in_any_order(
    claims: list[tuple[str, bool]], chance: random.Random
) -> None:
    """And lies in [0, 1]."""
    held = share_of(claims)
    shuffled = list(claims)
    chance.shuffle(shuffled)
    assert share_of(shuffled) == held
    assert 0.0 <= held.low <= held.high <= 1.0
    if held.value is not None:
        assert held.low <= held.value <= held.high


@given(CLAIMS)
def test_calling_right_wrong_turns_the_interval_over(claims: list[tuple[str, bool]]) -> None:
    """No side is favoured."""
    held, other = share_of(claims), share_of((name, not hit) for name, hit in claims)
    assert held.n - held.hits == other.hits
    assert other.low == pytest.approx(1 - held.high)


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    """About 95 times in 100, where claims of a document are alike (their correlation is 0.2)."""
    chance = random.Random(5)
    caught = 0
    for _ in range(400):
        claims = []
        for document in range(30):
            likely = chance.betavariate(3.6, 0.4)  # 0.9 on average
            claims += [(str(document), chance.random() < likely) for _ in range(8)]
        held = share_of(claims)
        caught += held.low <= 0.9 <= held.high
    assert 0.92 <= caught / 400 <= 0.99
