"""Is what a run of rows would ask known beforehand, and told afterwards?"""

from __future__ import annotations

import pytest
from asking import DOC, ROLES
from clerk import Clerk

from openodke import LexicalGrounder, LLMGrounder, TripleRow
from openodke.ground import Estimate
from openodke.interop.run import GroundingRun
from openodke.interop.summary_counter import SummaryCounter

ROWS = [
    TripleRow(doc="d", subject="Vessel 1", predicate="lay_at", object=f"Port {n % 4}")
    for n in range(10)
]


def run(grounder: object) -> GroundingRun:
    """Return a run on the text of vessels."""
    return GroundingRun([DOC], grounder=grounder)  # type: ignore[arg-type]


@pytest.mark.parametrize("joint", [1, 3])
@pytest.mark.parametrize("batch", [4, 60_000])
def test_an_estimate_of_rows_is_what_they_ask(
    joint: int, batch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in batches, which share answers; nothing is counted."""
    monkeypatch.setattr("openodke.interop.run._BATCH", batch)
    clerk = Clerk(lambda _: "not_found")
    grounder = LLMGrounder(ROLES, client=clerk, joint=joint)
    estimate = run(grounder).estimate(iter(ROWS))
    assert (clerk.calls, grounder.stats["facts"]) == ([], 0)
    held = run(grounder)
    counter = SummaryCounter()
    facts = list(counter.counting(map(held.settle, held.look(ROWS))))
    assert len(facts) == len(ROWS)
    assert estimate.calls == len(clerk.calls)
    assert estimate.characters == clerk.characters
    summary = held.summary(counter)
    assert (summary.calls, summary.shared) == (len(clerk.calls), len(ROWS) - 4)
    assert bool(summary.joint) is (joint > 1)


@pytest.mark.parametrize("grounder", [None, LexicalGrounder()])
def test_who_asks_no_model_has_an_empty_estimate(grounder: LexicalGrounder | None) -> None:
    """Nothing would be asked."""
    assert run(grounder).estimate(ROWS) == Estimate()


def test_a_summary_tells_of_its_own_run_alone() -> None:
    """A grounder counts over all of its runs."""
    grounder = LLMGrounder(ROLES, client=Clerk(lambda _: "supported"), cascade=True, recheck=1.0)
    for _ in range(2):
        held = run(grounder)
        counter = SummaryCounter()
        list(counter.counting(map(held.settle, held.look(ROWS))))
        summary = held.summary(counter)
        assert summary.cascade == {"refuted": 7, "left": 3}
        assert summary.recheck == {"asked": 7, "agreed": 0, "disagreed": 7, "unanswered": 0}
        assert summary.disagreed.count == 7
        assert len(summary.disagreed.examples) == 3  # those that read alike are shown once
