"""Is a model that only fails not asked to the end?"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asking import UNCHECKED, Asked, answer, corpus, verdict_of

from openodke.errors import InputError, ProviderError
from openodke.ground import LLMGrounder, RetryPolicy, ground_record
from openodke.llm import CachedClient, MemoryCache, ModelRoles

ROLES = ModelRoles.single("harbour/small")
CLAIMS = 300


def fails(status: int) -> Any:
    """Return a reply that is a failure."""

    def reply(_: int) -> Any:
        raise ProviderError("no", status_code=status)

    return reply


def grounder(reply: Any, **policy: Any) -> tuple[LLMGrounder, Asked]:
    """Return a grounder of one worker, and its client."""
    client = Asked(reply)
    retry = RetryPolicy(**{"attempts": 2, "base_delay": 0, **policy})
    return LLMGrounder(ROLES, client=client, max_workers=1, retry=retry), client


@pytest.mark.parametrize(
    ("status", "calls", "stopped"),
    [
        (401, 5, "5 questions in a row failed (ProviderError 401): the model's key is not accept"),
        (402, 5, "5 questions in a row failed (ProviderError 402): the account has no credit"),
        (403, 5, "5 questions in a row failed (ProviderError 403): the key may not use the model"),
        (404, 5, "5 questions in a row failed (ProviderError 404): the model or its address is n"),
        (307, 1, "a question failed, and no other can succeed (ProviderError 307)"),
        (400, 50, "50 questions in a row failed (ProviderError 400)"),
        (503, 100, "50 questions in a row failed (ProviderError 503)"),
    ],
)
@pytest.mark.parametrize("awaited", [False, True])
def test_a_model_that_only_fails_is_given_up(
    status: int, calls: int, stopped: str, awaited: bool
) -> None:
    """The claims that are left say that nobody was asked about them."""
    asking, client = grounder(fails(status))
    pairs = corpus(CLAIMS)
    if awaited:
        looked = asyncio.run(asking.aground_documents(pairs))
    else:
        looked = asking.ground_documents(pairs)
    facts = [fact for held in looked for fact in held]
    assert len(client.asked) == calls
    assert {fact.verdict for fact in facts} == {UNCHECKED}
    reasons = [ground_record(fact)["reason"] for fact in facts]
    failed = {307: 1, 400: 50, 503: 50}.get(status, 5)
    assert reasons == ["call_failed"] * failed + ["unasked"] * (CLAIMS - failed)
    stats: Any = asking.stats
    assert (stats["failed"], stats["unasked"]) == (failed, CLAIMS - failed)
    assert stats["stopped"].startswith(stopped)


def test_an_answer_ends_a_streak() -> None:
    """Nine of ten that fail are no reason to stop."""

    def reply(n: int) -> Any:
        return answer(n) if n % 10 == 0 else fails(400)(n)

    asking, client = grounder(reply)
    asking.ground_documents(corpus(CLAIMS))
    assert len(set(client.asked)) == CLAIMS
    assert asking.stats["stopped"] == ""


def test_a_later_run_sees_whether_it_is_mended() -> None:
    """One question; when it fails too that is the end, when it is answered all are asked."""
    broken = True

    def reply(n: int) -> Any:
        return fails(401)(n) if broken else answer(n)

    asking, client = grounder(reply)
    asking.ground_documents(corpus(20))
    assert len(client.asked) == 5
    asking.ground_documents(corpus(20))
    assert len(client.asked) == 6
    broken = False
    looked = asking.ground_documents(corpus(20))
    assert [fact.verdict for held in looked for fact in held] == [verdict_of(n) for n in range(20)]
    assert asking.stats["stopped"] == ""


def test_nothing_is_given_up_where_nobody_wants_it() -> None:
    """Every claim costs its calls."""
    asking, client = grounder(fails(401), give_up=None)
    asking.ground_documents(corpus(CLAIMS))
    assert len(client.asked) == CLAIMS
    asking, client = grounder(fails(401), give_up=2)
    asking.ground_documents(corpus(CLAIMS))
    assert len(client.asked) == 2
    with pytest.raises(InputError, match="give_up=0"):
        RetryPolicy(give_up=0)


def test_what_is_kept_is_given_also_when_a_model_is_given_up() -> None:
    """Nobody is asked for it."""
    store = MemoryCache()
    kept = CachedClient(Asked(), store)
    LLMGrounder(ROLES, client=kept).ground_documents([corpus(CLAIMS)[-1]])
    failing = CachedClient(Asked(fails(401)), store)
    asking = LLMGrounder(ROLES, client=failing, max_workers=1)
    last = asking.ground_documents(corpus(CLAIMS))[-1]
    assert all(fact.verdict is verdict_of(int(fact.id)) for fact in last)
    stats: Any = asking.stats
    assert (stats["cached"], stats["calls"], stats["cost_usd"]) == (len(last), 5, None)
