"""Are Brier score and calibration error those of the papers and of published examples?"""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.errors import InputError
from openodke.evaluation import auc, brier_score, calibration_error, reliability
from openodke.evaluation.reliability import bin_of, chance_error

JUDGED = st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=40)
RAIN = (0.7, 0.9, 0.8, 0.4, 0.2, 0.0, 0.0, 0.0, 0.0, 0.1)
RAINED = (1, 1, 1, 0, 1, 0, 0, 0, 0, 0)


def test_the_brier_score_is_half_of_briers_own_example() -> None:
    """His ten forecasts of rain (1950) score 0.19 over both outcomes."""
    assert 2 * brier_score(zip(RAIN, map(bool, RAINED), strict=True)) == pytest.approx(0.19)


def test_the_calibration_error_is_that_of_a_published_example() -> None:
    """The example in the documentation of torchmetrics' BinaryCalibrationError."""
    judged = list(
        zip((0.25, 0.25, 0.55, 0.75, 0.75), (False, False, True, True, True), strict=True)
    )
    assert calibration_error(judged, bins=2) == pytest.approx(0.29)
    assert max(b.gap for b in reliability(judged, bins=2)) == pytest.approx(0.3167, abs=1e-4)


@given(JUDGED)
def test_the_scores_lie_between_nothing_and_one(judged: list[tuple[float, bool]]) -> None:
    """And a confidence that is the truth scores 0."""
    assert 0.0 <= brier_score(judged) <= 1.0
    assert 0.0 <= calibration_error(judged) <= 1.0
    sure = [(float(right), right) for _, right in judged]
    assert brier_score(sure) == calibration_error(sure) == 0.0


@given(JUDGED)
def test_calling_right_wrong_and_turning_the_confidence_over_changes_nothing(
    judged: list[tuple[float, bool]],
) -> None:
    """Both are symmetric; the bins are not where a confidence lies on an edge, so it is moved."""
    turned = [(1 - confidence, not right) for confidence, right in judged]
    assert brier_score(turned) == pytest.approx(brier_score(judged))
    inside = [(math.floor(c * 9.999) / 10 + 0.05, right) for c, right in judged]
    other = [(1 - c, not right) for c, right in inside]
    assert calibration_error(other) == pytest.approx(calibration_error(inside))


@given(st.integers(1, 9), st.integers(1, 20))
def test_a_share_that_is_its_confidence_has_no_error(tenth: int, times: int) -> None:
    """Of ten claims at 0.3 three are right."""
    judged = [(tenth / 10, at < tenth) for at in range(10)] * times
    assert calibration_error(judged) == pytest.approx(0.0, abs=1e-12)


@given(JUDGED, st.integers(1, 30))
def test_murphys_sum_holds_where_a_bin_has_one_confidence(
    judged: list[tuple[float, bool]], bins: int
) -> None:
    """Score = reliability − resolution + uncertainty (A. H. Murphy, 1973)."""
    same = [((bin_of(c, bins) + 0.5) / bins, right) for c, right in judged]
    held = [b for b in reliability(same, bins=bins) if b.right is not None]
    n, base = len(same), sum(right for _, right in same) / len(same)
    reliable = sum(b.n * b.gap**2 for b in held) / n
    resolved = sum(b.n * ((b.right or 0.0) - base) ** 2 for b in held) / n
    assert brier_score(same) == pytest.approx(reliable - resolved + base * (1 - base))


@pytest.mark.parametrize(("confidence", "number"), [(0, 0), (0.1, 0), (0.3, 2), (0.31, 3), (1, 9)])
def test_an_edge_belongs_to_the_bin_below(confidence: float, number: int) -> None:
    """As in the papers, and 0 to the first."""
    assert bin_of(confidence, 10) == number


def test_chance_is_what_a_calibrated_score_shows_of_few_claims() -> None:
    """100 claims at 0.5: |n/2 − hits| is 3.98 on average, of 100."""
    assert chance_error([(0.5, True)] * 100) == pytest.approx(0.0398, abs=1e-4)
    assert chance_error([(0.0, False), (1.0, True)]) == 0.0


@pytest.mark.parametrize("judged", [[], [(1.5, True)], [(float("nan"), True)]])
def test_what_cannot_be_scored_is_refused(judged: list[tuple[float, bool]]) -> None:
    """By what it is."""
    with pytest.raises(InputError):
        brier_score(judged)
    with pytest.raises(InputError):
        calibration_error([(0.5, True)], bins=0)


@given(st.lists(st.integers(0, 4), max_size=15), st.lists(st.integers(0, 4), max_size=15))
def test_auc_counts_pairs(higher: list[int], lower: list[int]) -> None:
    """Each pair in the right order counts 1, a tie a half."""
    pairs = [(a > b) + (a == b) / 2 for a in higher for b in lower]
    expected = sum(pairs) / len(pairs) if pairs else None
    found = auc(map(float, higher), map(float, lower))
    assert found == (None if expected is None else pytest.approx(expected))
