"""How well is the answer of a test case grounded: wholly, or not?

Source: the opengate page, "Use it as a DeepEval metric".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from deepeval.metrics import BaseMetric
from deepeval.test_case import LLMTestCase

from openodke.answers import Anchor, GroundingResult, check_grounding
from openodke_deepeval.case_reading import answer_of, context_of, controls_of

_GROUNDED = "Every fact that was asked for is stated, and every number has its source."
_DECLINED = "The answer declines, as the context does not hold it."


class GroundingMetric(BaseMetric):  # type: ignore[misc]  # DeepEval is not where types are checked
    """Scores 1.0 where the answer of a test case is grounded in its context, else 0.0.

    `actual_output` is the answer, `retrieval_context` (else `context`) the context, `input` the
    question. It asks no model and costs nothing. What the metadata of a test case sets, under the
    names of the parameters, is used in place of what was given here.

    Attributes:
        score: 1.0 or 0.0; None before the first test case.
        reason: every issue, or that there is none; None with `include_reason=False`.
        success: whether the score reaches the threshold.
        result: what was found, as `openodke.answers` returns it.
    """

    def __init__(
        self,
        threshold: float = 1.0,
        anchors: Iterable[str | Anchor | Mapping[str, Any]] | None = None,
        allowed_new_numbers: Iterable[str | int | float] | None = None,
        answerable: bool = True,
        include_reason: bool = True,
        *,
        abstain_markers: Iterable[str] | None = None,
        values: Literal["as written", "any form"] = "as written",
        async_mode: bool = True,
        verbose_mode: bool = False,
    ) -> None:
        """Build a metric.

        Args:
            threshold: the score from which on a test case passes.
            anchors: facts that each answer states.
            allowed_new_numbers: numbers that each answer may introduce.
            answerable: whether the context can answer; if not, the answer must decline.
            include_reason: whether to say why.
            abstain_markers: phrases that count as declining.
            values: "as written", or "any form" for 1,000 = 1000, units, and anchors as whole words.
            async_mode: whether DeepEval runs it among its asynchronous metrics.
            verbose_mode: whether DeepEval prints what was found.
        """
        # DeepEval copies a metric for each test case from attributes named as its parameters.
        self.threshold = threshold
        self.anchors = _kept(anchors)
        self.allowed_new_numbers = _kept(allowed_new_numbers)
        self.answerable = answerable
        self.include_reason = include_reason
        self.abstain_markers = _kept(abstain_markers)
        self.values = values
        self.async_mode = async_mode
        self.verbose_mode = verbose_mode
        self.result: GroundingResult | None = None

    def measure(self, test_case: LLMTestCase, *_: Any, **__: Any) -> float:
        """Score a test case.

        Raises:
            MissingTestCaseParamsError: for a test case without an answer, or without a context
                where it should be answerable from one.
            openodke.errors.InputError: for a control of another form; it names the control.
        """
        settings = self._settings(test_case)
        self.error = None
        self.result = check_grounding(
            answer_of(test_case),
            context_of(test_case, needed=bool(settings["answerable"])),
            question=test_case.input,
            **settings,
        )
        self.score = 1.0 if self.result else 0.0
        self.reason = _told(self.result) if self.include_reason else None
        self.verbose_logs = _told(self.result) if self.verbose_mode else None
        self.is_successful()
        return self.score

    async def a_measure(self, test_case: LLMTestCase, *_: Any, **__: Any) -> float:
        """Score a test case; it waits for nothing."""
        return self.measure(test_case)

    def is_successful(self) -> bool:
        """Tell whether the last test case was scored and reached the threshold."""
        self.success = (
            self.error is None and self.score is not None and self.score >= self.threshold
        )
        return self.success

    @property
    def __name__(self) -> str:
        """The name in DeepEval's reports."""
        return "Grounding"

    def _settings(self, case: LLMTestCase) -> dict[str, Any]:
        return {
            "anchors": self.anchors,
            "allowed_new_numbers": self.allowed_new_numbers,
            "answerable": self.answerable,
            "abstain_markers": self.abstain_markers,
            "values": self.values,
        } | controls_of(case)


def _kept(given: Any) -> Any:
    """Return what can be gone through again: a metric is used for many test cases."""
    once = isinstance(given, Iterable) and not isinstance(given, str | Mapping)
    return list(given) if once else given


def _told(result: GroundingResult) -> str:
    if result.issues:
        return "; ".join(result.issues)
    return _DECLINED if result.abstained else _GROUNDED
