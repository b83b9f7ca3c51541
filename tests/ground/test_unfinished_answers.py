"""Is a model's answer that was cut off, held back or empty told as what it is?"""

from __future__ import annotations

import pytest
from asking import DOC, UNCHECKED, moored, says

from openodke import ground_graph
from openodke.ground import ground_record
from openodke.llm import Completion

ANSWERS = [
    (Completion('{"verd', finish="length"), "cut off at max_tokens", '{"verd'),
    (Completion("", finish="length"), "empty, cut off at max_tokens", ""),
    (Completion("", finish="stop"), "empty", ""),
    (Completion("", finish="content_filter"), "empty, held back by the provider's filter", ""),
    (Completion("I cannot.", finish="refusal"), "refused by the model", "I cannot."),
]


@pytest.mark.parametrize(("answer", "why", "said"), ANSWERS)
def test_why_an_answer_gave_no_verdict_is_told(answer: Completion, why: str, said: str) -> None:
    """In the record of its fact, in the grounder's counts and in the summary."""
    grounder = says(answer)
    fact = grounder.ground(moored(1, DOC), DOC)
    record = ground_record(fact)
    assert (fact.verdict, record["reason"]) == (UNCHECKED, "unparseable")
    assert record["seen"] == [f"answer:{why}: {said}".removesuffix(": ")]
    assert grounder.stats["first_unparseable"] == why
    row = {"doc": "d", "subject": "Vessel 1", "predicate": "moored_at", "object": "Port 1"}
    summary = ground_graph([row], [DOC], grounder=says(answer)).summary
    assert f"1 unparseable ({why})" in summary.render()
    assert f"got no verdict ({why})" in summary.unjudged


def test_a_cut_answer_that_says_its_verdict_gives_it() -> None:
    """What is there is read as ever."""
    answer = Completion("supported\nsince the text", finish="length")
    assert says(answer).ground(moored(1, DOC), DOC).verdict.value == "supported"


def test_an_answer_that_only_names_no_verdict_says_nothing_more() -> None:
    """Its beginning is kept."""
    grounder = says(Completion("It may well be so.", finish="stop"))
    record = ground_record(grounder.ground(moored(1, DOC), DOC))
    assert record["seen"] == ["answer:It may well be so."]
    assert grounder.stats["first_unparseable"] == ""
