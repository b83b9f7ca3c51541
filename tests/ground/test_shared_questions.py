"""Is the same claim on the same passage asked about once a run, whoever asks?"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest
from asking import DOC, NOT_FOUND, ONCE, ROLES, SUPPORTED, UNCHECKED, cited, moored, verdict_of
from clerk import AwaitedClerk, Clerk
from hypothesis import given, settings
from hypothesis import strategies as st

from openodke.errors import ProviderError
from openodke.ground import LLMGrounder, ground_record, reason_of
from openodke.interop import TripleRow
from openodke.interop.run import GroundingRun
from openodke.model import Document, Fact
from openodke.model.keys import CLAIM, WIDEN

TEXT = "A vessel lay in the harbour until the ice broke."


def run(grounder: LLMGrounder, pairs: Any, *, awaited: bool) -> list[Fact]:
    """Ground in threads or on an event loop; return the facts of all pairs."""
    if awaited:
        grounded = asyncio.run(grounder.aground_documents(pairs))
    else:
        grounded = grounder.ground_documents(pairs)
    return [fact for facts in grounded for fact in facts]


@settings(max_examples=40)
@given(
    rows=st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3)), max_size=40),
    workers=st.integers(1, 8),
    awaited=st.booleans(),
)
def test_every_distinct_question_is_asked_once(
    rows: list[tuple[int, int]], workers: int, awaited: bool
) -> None:
    """Each fact gets the answer to its own, with a record of its own; the counts add up."""
    texts = [TEXT, TEXT, f"{TEXT} It sank.", "Nobody saw it."]  # the first two are one passage
    docs = [Document(id=f"d{n}", text=text) for n, text in enumerate(texts)]
    pairs = [
        ([moored(port, doc, id=f"{at}") for at, (port, d) in enumerate(rows) if d == n], doc)
        for n, doc in enumerate(docs)
    ]
    clerk = AwaitedClerk(nap=0.001) if awaited else Clerk(nap=0.001)
    grounder = LLMGrounder(ROLES, client=clerk, max_workers=workers)
    facts = run(grounder, pairs, awaited=awaited)
    ports = [int(fact.object_name.removeprefix("Port ")) for fact in facts]
    assert [fact.verdict for fact in facts] == [verdict_of(port) for port in ports]
    for fact in facts:
        held = ground_record(fact)["looked_at"][0]
        assert held.startswith(f"{fact.evidence[0].doc_id}:")
    asked = {(port, texts[d]) for port, d in rows}
    assert len(clerk.calls) == len(asked)
    stats = grounder.stats
    assert (stats["calls"], stats["shared"]) == (len(asked), len(rows) - len(asked))


@pytest.mark.parametrize("workers", [1, 6])
@pytest.mark.parametrize("awaited", [False, True])
def test_a_call_that_failed_is_not_made_again_for_the_next_row(workers: int, awaited: bool) -> None:
    """All who asked are unchecked, with the same reason: the provider is spared."""
    clerk = AwaitedClerk if awaited else Clerk
    client = clerk(fails=lambda _: ProviderError("busy", status_code=503), nap=0.01)
    grounder = LLMGrounder(ROLES, client=client, retry=ONCE, max_workers=workers)
    facts = run(grounder, [([moored(1, DOC, id=str(n)) for n in range(9)], DOC)], awaited=awaited)
    assert {(fact.verdict, reason_of(fact)) for fact in facts} == {(UNCHECKED, "call_failed")}
    assert {tuple(ground_record(fact)["seen"]) for fact in facts} == {("error:ProviderError 503",)}
    stats = grounder.stats
    assert (len(client.calls), stats["calls"], stats["failed"], stats["shared"]) == (1, 1, 1, 8)


def test_an_answer_without_a_verdict_is_counted_once() -> None:
    """It was paid for once; who asked the same stays unchecked."""
    grounder = LLMGrounder(ROLES, client=Clerk(lambda _: "perhaps"))
    facts = grounder.ground_many([moored(1, DOC, id=str(n)) for n in range(3)], DOC)
    assert [reason_of(fact) for fact in facts] == ["unparseable"] * 3
    assert (grounder.stats["unparseable"], grounder.stats["unchecked"]) == (1, 3)


def test_another_run_asks_again() -> None:
    """An answer is remembered within a run."""
    clerk = Clerk()
    grounder = LLMGrounder(ROLES, client=clerk)
    for _ in range(2):
        grounder.ground_many([moored(1, DOC), moored(1, DOC, id="x")], DOC)
    assert len(clerk.calls) == 2


def test_batches_of_one_run_share_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows beyond those in memory at once are of the same run."""
    monkeypatch.setattr("openodke.interop.run._BATCH", 3)
    clerk = Clerk(lambda _: "supported")
    said = {"doc": "d", "subject": "Vessel 1", "predicate": "moored_at"}
    rows = [TripleRow(**said, object=f"Port {n % 2}") for n in range(10)]
    held = GroundingRun([DOC], grounder=LLMGrounder(ROLES, client=clerk))
    facts = list(held.look(rows))
    assert {fact.verdict for fact in facts} == {SUPPORTED}
    assert len(clerk.calls) == 2


@pytest.mark.parametrize("awaited", [False, True])
def test_second_questions_are_shared_too(awaited: bool) -> None:
    """Two narrow citations in one sentence are widened to the same passage."""
    clerk = (AwaitedClerk if awaited else Clerk)(lambda _: "not_found", nap=0.005)
    grounder = LLMGrounder(ROLES, client=clerk, widen=True)
    facts = [moored(1, DOC, id="a", evidence=(cited(0, 8),))]
    facts += [moored(1, DOC, id=n, evidence=(cited(23, 29),)) for n in "bc"]
    facts = run(grounder, [(facts, DOC)], awaited=awaited)
    assert [fact.verdict for fact in facts] == [NOT_FOUND] * 3
    assert all(fact.qualifiers[WIDEN]["to"] == [0, 30] for fact in facts)
    assert len(clerk.calls) == 3  # two spans, and the sentence
    assert grounder.stats["shared"] == 3
    widen: Any = grounder.stats["widen"]
    assert (widen["retried"], widen["calls"]) == (3, 1)


def test_sentences_of_descriptions_are_shared() -> None:
    """A sentence that two descriptions have in common is asked about once on a text."""
    clerk = Clerk(lambda claim: "not_found" if "sank" in claim else "supported")
    first = moored(1, DOC, id="1", qualifiers={CLAIM: "Vessel 1 lay at Port 1. Vessel 1 sank."})
    second = moored(1, DOC, id="2", qualifiers={CLAIM: "Vessel 1 sank. Vessel 1 is old."})
    facts = LLMGrounder(ROLES, client=clerk).ground_many([first, second], DOC)
    assert [reason_of(fact) for fact in facts] == ["partly_supported 1/2"] * 2
    asked = Counter(claim for call in clerk.calls for claim in call)
    assert asked == {
        "Vessel 1 lay at Port 1.": 1,
        "Vessel 1 sank.": 1,
        "Vessel 1 is old.": 1,
    }
