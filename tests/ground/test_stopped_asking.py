"""What becomes of the claims that a budget leaves, in every way of asking?"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asking import DOC, NOT_FOUND, ROLES, UNCHECKED, Asked, Awaited, corpus, moored, verdict_of

from openodke.ground import LLMGrounder, ground_record
from openodke.llm import Budget, Completion, Ledger
from openodke.model import Document, Evidence, Fact, Span
from openodke.model.keys import CLAIM, WIDEN


def stopped_after(calls: int, client: Any, **options: Any) -> LLMGrounder:
    """Return a grounder whose budget is so many calls."""
    ledger = Ledger(Budget(calls=calls))
    return LLMGrounder(ROLES, client=ledger.client(client), **options)


def flat(grounded: list[list[Fact]]) -> list[Fact]:
    """Return the facts of all pairs."""
    return [fact for facts in grounded for fact in facts]


@pytest.mark.parametrize("awaited", [False, True])
@pytest.mark.parametrize("workers", [1, 8])
def test_a_budget_leaves_the_rest_unchecked(awaited: bool, workers: int) -> None:
    """Each claim that was not asked about says so, and the next run with a budget asks it."""
    pairs = corpus(30)
    grounder = stopped_after(11, Awaited() if awaited else Asked(), max_workers=workers)
    if awaited:
        facts = flat(asyncio.run(grounder.aground_documents(pairs)))
    else:
        facts = flat(grounder.ground_documents(pairs))
    assert [fact.id for fact in facts] == [str(n) for n in range(30)]
    left = [fact for fact in facts if ground_record(fact)["reason"] == "unasked"]
    assert {fact.verdict for fact in left} == {UNCHECKED}
    assert all(f.verdict is verdict_of(int(f.id)) for f in facts if f not in left)
    stats: Any = grounder.stats
    assert (len(left), stats["unasked"], stats["calls"], stats["failed"]) == (19, 19, 11, 0)
    assert stats["stopped"] == "the budget of 11 calls is spent"
    again = LLMGrounder(ROLES, client=(asked := Asked()))
    found = flat(again.ground_documents([(facts, doc) for facts, doc in _regrouped(facts, pairs)]))
    assert [fact.verdict for fact in found] == [verdict_of(n) for n in range(30)]
    assert sorted(asked.asked) == sorted(int(fact.id) for fact in left)


def _regrouped(facts: list[Fact], pairs: Any) -> list[tuple[list[Fact], Document]]:
    """Return facts with their documents again."""
    rest = iter(facts)
    return [([next(rest) for _ in held], doc) for held, doc in pairs]


def test_what_costs_nothing_is_settled_though_the_budget_is_spent() -> None:
    """A quote that is not in the text needs no model."""
    grounder = stopped_after(0, Asked())
    beyond = Span(doc_id="d", start=0, end=900)
    lost = moored(1, DOC, evidence=(Evidence(doc_id="d", span=beyond),))
    open_, refuted = grounder.ground_many([moored(0, DOC), lost], DOC)
    assert (ground_record(open_)["reason"], refuted.verdict) == ("unasked", NOT_FOUND)
    assert grounder.stats["unasked"] == 1


def test_a_description_that_was_asked_about_in_part_is_unchecked() -> None:
    """One sentence is supported, of the other nothing is known."""
    client = Asked(lambda _: Completion("supported"))
    stated = {CLAIM: "Vessel 1 was moored at Port 1. Vessel 1 sank at Port 1 in 1902."}
    (fact,) = stopped_after(1, client).ground_many([moored(1, DOC, qualifiers=stated)], DOC)
    assert (fact.verdict, ground_record(fact)["reason"]) == (UNCHECKED, "unasked")


def test_a_second_question_beyond_the_budget_keeps_the_first_answer() -> None:
    """The attempt is recorded."""
    client = Asked(lambda _: Completion("not_found"))
    grounder = stopped_after(1, client, widen=True)
    cited = moored(1, DOC, 0, 8)
    (fact,) = grounder.ground_many([cited], DOC)
    assert fact.verdict is NOT_FOUND
    assert fact.qualifiers[WIDEN]["verdict"] == "unchecked"


def test_a_cascade_keeps_what_the_words_say_of_the_claims_that_are_left() -> None:
    """Their suspicion stays, for a person to sort by."""
    grounder = stopped_after(2, Asked(), cascade=True, max_workers=1)
    found = flat(grounder.ground_documents(corpus(6)))
    left = [fact for fact in found if ground_record(fact)["reason"] == "unasked"]
    assert len(left) == 4 == grounder.stats["unasked"]
    assert all(isinstance(ground_record(fact)["suspicion"], float) for fact in left)
    assert all("same_sentence" in ground_record(fact)["seen"] for fact in left)
