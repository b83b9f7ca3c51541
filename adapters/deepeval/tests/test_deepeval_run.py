"""Does the metric run in DeepEval's own runs, and does nothing leave the machine?"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("deepeval")

from deepeval import assert_test, evaluate
from deepeval.evaluate.configs import AsyncConfig, DisplayConfig, ErrorConfig
from deepeval.test_case import LLMTestCase

from openodke_deepeval import GroundingMetric

pytestmark = [
    pytest.mark.framework,
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # DeepEval's own
    pytest.mark.usefixtures("_loop"),
]

QUIET = DisplayConfig(show_indicator=False, print_results=False)
WATCHED = """
import sys
from pathlib import Path

opened = []
kinds = ("socket.connect", "socket.getaddrinfo", "socket.sendto")
sys.addaudithook(lambda event, given: opened.append(f"{event}{given}") if event in kinds else None)

from deepeval import evaluate
from deepeval.test_case import LLMTestCase
from openodke_deepeval import GroundingMetric

case = LLMTestCase(input="How long?", actual_output="14 days", retrieval_context=["14 days"])
print(evaluate([case], [GroundingMetric()]).test_results[0].success)
print("opened", *opened)
"""


@pytest.fixture
def _loop() -> Iterator[None]:
    """Hand DeepEval an event loop: it closes none of those that it makes."""
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    yield
    asyncio.set_event_loop(None)
    loop.close()


def case(number: int, answer: str | None) -> LLMTestCase:
    """Return a test case with a question of its own."""
    passages = ["A missed parcel is kept for 14 days."]
    return LLMTestCase(
        input=f"Question {number}?", actual_output=answer, retrieval_context=passages
    )


def scores(cases: list[LLMTestCase], metric: GroundingMetric, **options: Any) -> list[Any]:
    """Run an evaluation and return each test case's score, in order; None where it has none."""
    found = evaluate(test_cases=cases, metrics=[metric], display_config=QUIET, **options)
    held = {result.input: result.metrics_data or [] for result in found.test_results}
    assert {data.name for kept in held.values() for data in kept} == {"Grounding"}
    return [held[one.input][0].score if held[one.input] else None for one in cases]


@pytest.mark.parametrize("asynchronous", [True, False])
def test_evaluating(asynchronous: bool) -> None:
    """Each test case gets its own score, measured at once or one after the other."""
    cases = [case(n, f"For {'14' if n % 3 else '99'} days.") for n in range(12)]
    metric = GroundingMetric(anchors=["days"], values="any form")
    config = AsyncConfig(run_async=asynchronous)
    assert scores(cases, metric, async_config=config) == [1.0 if n % 3 else 0.0 for n in range(12)]


def test_case_without_an_answer() -> None:
    """A test case that was not run can be skipped, as for DeepEval's own metrics."""
    cases = [case(1, "For 14 days."), case(2, None)]
    skipping = ErrorConfig(skip_on_missing_params=True)
    assert scores(cases, GroundingMetric(), error_config=skipping) == [1.0, None]


def test_ignored_error() -> None:
    """A control of another form costs its own test case, where errors are ignored."""
    cases = [case(1, "For 14 days.")]
    ignoring = ErrorConfig(ignore_errors=True)
    assert scores(cases, GroundingMetric(anchors=[None]), error_config=ignoring) == [None]


def test_asserting() -> None:
    """DeepEval's assertion for pytest passes, or names the metric and the reason."""
    metric = GroundingMetric()
    assert_test(case(1, "For 14 days."), [metric], run_async=False)
    with pytest.raises(AssertionError, match=r"Grounding.*ungrounded number"):
        assert_test(case(2, "For 99 days."), [metric], run_async=False)


def test_nothing_leaves(tmp_path: Path) -> None:
    """With DeepEval's telemetry off no connection is opened, from the import to the report."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", WATCHED],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stdout.splitlines()[-2:] == ["True", "opened"]
