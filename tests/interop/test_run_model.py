"""Does a run with a model count what it cost, await it, and keep what was answered?"""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from openodke import Document, Fact, LexicalGrounder, LLMGrounder, aground_graph, ground_graph
from openodke.ground import RetryPolicy, reason_of
from openodke.interop import GroundingRun, TripleRow
from openodke.interop.summary_counter import SummaryCounter
from openodke.llm import Completion, Message, ModelSpec, RecordedClient

QUAY = Document(id="quay", text="Brask Marine runs the ferry to Ulvholm. It owns no car park.")
SAID = {"doc": "quay", "subject": "Brask Marine", "predicate": "runs_ferry_to"}
ROWS = [
    {**SAID, "object": "Ulvholm"},
    {**SAID, "object": "Tarnby"},
    {**SAID, "object": "Ulvholm", "quote": "Ulvholm"},
    {**SAID, "object": "Ulvholm", "quote": "the boat to Ulvholm"},
    {**SAID, "doc": "lost", "object": "Ulvholm"},
]
ANSWERS = [
    {"match": "— Tarnby", "response": {"verdict": "not_found"}},
    {"match": "Passage:\nUlvholm", "response": {"verdict": "not_found"}},
    {"match": "Claim:", "response": {"verdict": "supported"}},
]
EXPECTED = ["supported", "not_found", "not_found", "not_found", "unchecked"]


def verdicts(facts: Sequence[Fact]) -> list[str]:
    """Return the verdicts, in order."""
    return [fact.verdict.value for fact in facts]


def test_a_summary_tells_the_ways_to_fail_apart() -> None:
    """Too narrow is a citation's fault, unsupported the claim's, not in the text the quote's."""
    grounded = ground_graph(ROWS, [QUAY], grounder=LLMGrounder(client=RecordedClient(ANSWERS)))
    summary = grounded.summary
    assert verdicts(grounded.facts) == EXPECTED
    counts = (summary.unsupported.count, summary.too_narrow.count, summary.not_in_text.count)
    assert counts == (1, 1, 1)
    assert (summary.model, summary.calls, summary.failed) == ("RecordedClient", 3, 0)
    assert summary.prompts == ("ground.span@1",)
    assert summary.tokens == summary.prompt_tokens + summary.completion_tokens > 0
    assert summary.cost_usd is None
    assert not summary.is_unanswered


def test_awaiting_gives_the_same_graph() -> None:
    """Facts and counts alike, for a model and for a grounder that cannot be awaited."""
    for grounder in (lambda: LLMGrounder(client=RecordedClient(ANSWERS)), LexicalGrounder):
        one = ground_graph(ROWS[:4], [QUAY], grounder=grounder())
        other = asyncio.run(aground_graph(ROWS[:4], [QUAY], grounder=grounder()))
        assert one.facts == other.facts
        assert one.summary == other.summary


def test_a_cost_is_told_once_it_is_known() -> None:
    """Unknown is not zero."""

    class Priced:
        def complete(self, *_: object, **__: object) -> Completion:
            return Completion("supported", prompt_tokens=10, completion_tokens=1, cost_usd=0.00125)

    summary = ground_graph(ROWS[:2], [QUAY], grounder=LLMGrounder(client=Priced())).summary
    assert summary.cost_usd == pytest.approx(0.0025)
    assert "model         2 calls, 22 tokens, USD 0.0025 (ground.span@1)" in str(summary)


def test_a_provider_that_fails_for_good_is_said_loudly() -> None:
    """Nothing is refuted by a failure, and the run is not a success."""
    client = RecordedClient([{"match": "Claim:", "error": "overloaded"}])
    grounder = LLMGrounder(client=client, retry=RetryPolicy(attempts=1))
    grounded = ground_graph(ROWS[:2], [QUAY], grounder=grounder)
    assert verdicts(grounded.facts) == ["unchecked"] * 2
    assert {reason_of(fact) for fact in grounded.facts} == {"call_failed"}
    assert grounded.summary.is_unanswered
    assert "left unchecked: 2 failed" in str(grounded.summary)


class Interrupted:
    """Answers twice, then is stopped as by Ctrl-C."""

    def __init__(self) -> None:
        self.asked = 0

    def complete(self, messages: Sequence[Message], *, spec: ModelSpec, schema: Any = None) -> Any:
        """Answer, or raise."""
        assert messages, (spec, schema)
        self.asked += 1
        if self.asked > 2:
            raise KeyboardInterrupt
        return Completion("supported")


def test_a_stopped_run_hands_back_every_row() -> None:
    """What was answered stands, the rest says that it was not asked about, of later rows too."""
    client = Interrupted()
    grounder = LLMGrounder(client=client, max_workers=1)
    run = GroundingRun([QUAY], grounder=grounder, keep_answers=True)
    rows = [TripleRow.model_validate({**SAID, "object": f"Ulvholm {n}"}) for n in range(60_005)]
    facts = list(run.look(rows))
    assert run.stopped
    assert client.asked == 3
    assert len(facts) == len(rows)
    assert verdicts(facts[:3]) == ["supported", "supported", "unchecked"]
    assert {reason_of(fact) for fact in facts[2:]} == {"unasked"}
    counter = SummaryCounter()
    for fact in facts:
        counter.add(fact)
    assert run.summary(counter).unasked == 60_003


def test_a_caller_who_does_not_ask_for_it_gets_the_interrupt() -> None:
    """In Python the interrupt is raised, and the grounder holds what was answered."""
    grounder = LLMGrounder(client=Interrupted(), max_workers=1)
    rows = [{**SAID, "object": f"Ulvholm {n}"} for n in range(5)]
    with pytest.raises(KeyboardInterrupt):
        ground_graph(rows, [QUAY], grounder=grounder)
    (facts,) = grounder.unfinished
    assert verdicts(facts) == ["supported", "supported", *["unchecked"] * 3]


def test_a_grounder_that_is_used_again_counts_each_run_for_itself() -> None:
    """The grounder counts its life, a summary its run."""
    grounder = LLMGrounder(client=RecordedClient(ANSWERS))
    calls = [ground_graph(ROWS, [QUAY], grounder=grounder).summary.calls for _ in range(3)]
    assert calls == [3, 3, 3]
    assert grounder.stats["calls"] == 9


def test_a_run_that_fails_after_one_that_did_not_is_unanswered() -> None:
    """What an earlier run cost and answered is not this one's."""

    class Once:
        answers = 2

        def complete(self, *_: object, **__: object) -> Completion:
            if not self.answers:
                raise TypeError("closed")
            self.answers -= 1
            return Completion("supported", cost_usd=0.5)

    grounder = LLMGrounder(client=Once(), max_workers=1)
    assert ground_graph(ROWS[:2], [QUAY], grounder=grounder).summary.cost_usd == 1.0
    summary = ground_graph(ROWS[:2], [QUAY], grounder=grounder).summary
    assert (summary.calls, summary.failed, summary.cost_usd) == (2, 2, None)
    assert summary.is_unanswered
    assert summary.first_failure == "TypeError: closed"


def test_a_model_that_costs_nothing_costs_nothing() -> None:
    """A price of 0 is known, in a second run too."""

    class Free:
        def complete(self, *_: object, **__: object) -> Completion:
            return Completion("supported", cost_usd=0.0)

    grounder = LLMGrounder(client=Free())
    costs = [ground_graph(ROWS[:1], [QUAY], grounder=grounder).summary.cost_usd for _ in range(2)]
    assert costs == [0.0, 0.0]
