"""Does the metric score real test cases of DeepEval?"""

from __future__ import annotations

import asyncio
import inspect
from typing import Any

import pytest

pytest.importorskip("deepeval")

from deepeval.errors import MissingTestCaseParamsError
from deepeval.metrics import BaseMetric
from deepeval.test_case import LLMTestCase

from openodke.answers import Anchor
from openodke.errors import InputError
from openodke_deepeval import GroundingMetric

pytestmark = pytest.mark.framework

PASSAGES = ["A missed parcel is kept for 14 days.", "There is no storage fee."]
METADATA = (
    "metadata" if "metadata" in inspect.signature(LLMTestCase).parameters else "additional_metadata"
)


def case(answer: str | None, *, controls: Any = None, **fields: Any) -> LLMTestCase:
    """Return a test case on the parcels; `controls` go where this DeepEval keeps metadata."""
    fields = {"retrieval_context": PASSAGES, METADATA: controls, **fields}
    return LLMTestCase(input="How long is it kept?", actual_output=answer, **fields)


def score(metric: GroundingMetric, test_case: LLMTestCase) -> float:
    """Return the score, after a look at what goes with it."""
    found = metric.measure(test_case)
    assert metric.score == found
    assert metric.is_successful() is metric.success is (found >= metric.threshold)
    assert metric.result is not None
    assert bool(metric.result) == (found == 1.0)
    return found


def test_grounded() -> None:
    """A grounded answer scores 1.0 and passes."""
    metric = GroundingMetric(anchors=["14 days"])
    assert isinstance(metric, BaseMetric)
    assert metric.score is None
    assert score(metric, case("For 14 days.")) == 1.0
    assert metric.success
    assert (
        metric.reason == "Every fact that was asked for is stated, and every number has its source."
    )
    assert metric.__name__ == "Grounding"


def test_ungrounded() -> None:
    """Another answer scores 0.0 and fails; the reason names each issue."""
    metric = GroundingMetric(anchors=["14 days"])
    assert score(metric, case("For 15 days.")) == 0.0
    assert not metric.success
    assert metric.reason == (
        'missing answer fact "14 days"; ungrounded number "15" — not in the provided context'
    )


def test_one_metric_for_many_cases() -> None:
    """A metric is used again and again, whatever kind of iterable it was given."""
    metric = GroundingMetric(anchors=iter([Anchor("14 days")]), allowed_new_numbers=iter([2]))
    for _ in range(2):
        assert score(metric, case("For 14 days, 2 weeks.")) == 1.0
        assert score(metric, case("For 15 days.")) == 0.0


def test_question_permits_its_numbers() -> None:
    """The numbers of the input may be repeated."""
    asked = LLMTestCase(input="Is it 20?", actual_output="Not 20.", retrieval_context=PASSAGES)
    assert score(GroundingMetric(), asked) == 1.0


@pytest.mark.parametrize(
    ("answer", "controls", "expected"),
    [
        ("For 14 days.", {"anchors": ["14 days"]}, 1.0),
        ("For two weeks.", {"anchors": [{"value": "14 days", "aliases": ["two weeks"]}]}, 1.0),
        ("For a while.", {"anchors": ["14 days"]}, 0.0),
        ("For 14 days.", {"anchors": []}, 1.0),
        ("That is 2 weeks.", {"allowed_new_numbers": [2], "anchors": []}, 1.0),
        ("I do not know.", {"answerable": False}, 1.0),
        ("For 14 days.", {"answerable": False}, 0.0),
        ("Pass.", {"answerable": False, "abstain_markers": ["pass"]}, 1.0),
        ("For fourteen days.", {"values": "any form", "anchors": ["14 days"]}, 1.0),
        ("For 15 days.", {"source": "a key of somebody else's", "anchors": []}, 0.0),
    ],
)
def test_controls_of_a_case(answer: str, controls: dict[str, Any], expected: float) -> None:
    """What a test case sets stands in place of what the metric was given."""
    metric = GroundingMetric(anchors=["something else"])
    assert score(metric, case(answer, controls=controls)) == expected


@pytest.mark.filterwarnings("ignore:'additional_metadata' is deprecated")
def test_additional_metadata() -> None:
    """Metadata under its older name is read, whatever this DeepEval calls it."""
    old = LLMTestCase(
        input="How long?",
        actual_output="For 15 days.",
        retrieval_context=PASSAGES,
        additional_metadata={"allowed_new_numbers": [15]},
    )
    assert score(GroundingMetric(), old) == 1.0


def test_declining_is_said() -> None:
    """An answer that declines as it ought to is said to have done so."""
    metric = GroundingMetric(answerable=False)
    assert score(metric, case("That is not stated.", retrieval_context=None)) == 1.0
    assert metric.reason == "The answer declines, as the context does not hold it."


def test_context() -> None:
    """Without a retrieval context the ideal one is used; one without passages grounds no number."""
    metric = GroundingMetric()
    assert score(metric, case("14 days", retrieval_context=None, context=PASSAGES)) == 1.0
    assert score(metric, case("14 days", retrieval_context=[], context=PASSAGES)) == 0.0


def test_passage_with_its_source() -> None:
    """A passage that comes with its source is read without it."""
    test_case = pytest.importorskip("deepeval.test_case")
    if not hasattr(test_case, "RetrievedContextData"):
        pytest.skip("this DeepEval has no passages with a source")
    passage = test_case.RetrievedContextData(context="Kept for 14 days.", source="page 99")
    assert score(GroundingMetric(), case("14 days", retrieval_context=[passage])) == 1.0
    assert score(GroundingMetric(), case("99 days", retrieval_context=[passage])) == 0.0


@pytest.mark.parametrize(
    ("fields", "missing"),
    [
        ({"answer": None}, "actual_output"),
        ({"answer": "14 days", "retrieval_context": None}, "retrieval_context"),
    ],
)
def test_missing_parts(fields: dict[str, Any], missing: str) -> None:
    """A test case that was never run, or has no context, is refused as DeepEval's metrics do."""
    with pytest.raises(MissingTestCaseParamsError, match=missing):
        GroundingMetric().measure(case(**fields))


def test_empty_answer() -> None:
    """An answer without text is scored, and not grounded."""
    assert score(GroundingMetric(), case("")) == 0.0


@pytest.mark.parametrize(
    ("controls", "place"),
    [
        ({"anchors": [None]}, r"anchors\[0\]"),
        ({"answerable": "no"}, "answerable='no'"),
        ({"values": "loosely"}, "values='loosely'"),
    ],
)
def test_bad_controls(controls: dict[str, Any], place: str) -> None:
    """A control of another form is an error that names it."""
    with pytest.raises(InputError, match=place):
        GroundingMetric().measure(case("14 days", controls=controls))


def test_reason_and_logs() -> None:
    """The reason is left out on request, and printed by DeepEval where it is verbose."""
    metric = GroundingMetric(include_reason=False, verbose_mode=True)
    metric.measure(case("15 days"))
    assert metric.reason is None
    assert metric.verbose_logs == 'ungrounded number "15" — not in the provided context'


def test_asynchronous() -> None:
    """Measured asynchronously it scores the same."""
    metric = GroundingMetric()
    assert asyncio.run(metric.a_measure(case("For 14 days."))) == 1.0
    assert asyncio.run(metric.a_measure(case("For 15 days."))) == 0.0
    assert not metric.is_successful()
