"""What does a summary say of questions that got no verdict?"""

from __future__ import annotations

import pytest

from openodke.interop import GroundSummary


@pytest.mark.parametrize(
    ("summary", "said"),
    [
        (GroundSummary(), ""),
        (GroundSummary(calls=3, cached=1), ""),
        (
            GroundSummary(calls=3, cached=1, unparseable=1),
            "1 of 4 calls got no verdict (the answer named none): those claims stay unchecked",
        ),
        (
            GroundSummary(calls=3, failed=2, unparseable=1, first_failure="TimeoutError"),
            (
                "no question was answered with a verdict: 3 of 3 calls got no verdict "
                "(first failure: TimeoutError): those claims stay unchecked"
            ),
        ),
    ],
)
def test_questions_without_a_verdict_are_counted(summary: GroundSummary, said: str) -> None:
    """A call that failed and an answer that names no verdict alike."""
    assert summary.unjudged == said
