"""Is a budget kept, whoever asks, however many at once?"""

# ruff: noqa: ARG002 - a client's arguments are given

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from openodke.errors import BudgetExceeded, ProviderError
from openodke.llm import (
    Budget,
    CachedClient,
    Completion,
    Ledger,
    MemoryCache,
    Message,
    ModelSpec,
    Spent,
)

SPEC = ModelSpec(model="harbour/small", max_tokens=10)
ASKED = (Message(role="system", content="Judge it."), Message(content="x" * 36))
ESTIMATED = 3 + 4 + 9 + 4  # tokens of ASKED: four characters each, and four a message


class Selling:
    """Sells answers, some of which fail; remembers how many it was asked for at once."""

    def __init__(self, *answers: Any, nap: float = 0.0) -> None:
        self.answers = list(answers)
        self.nap = nap
        self.calls = 0
        self.under_way = 0
        self.most_under_way = 0
        self._lock = threading.Lock()

    def complete(self, messages: Any, *, spec: Any, schema: Any = None) -> Any:
        """Answer in turn, the last one for ever."""
        answer = self._begun()
        time.sleep(self.nap)
        return self._ended(answer)

    async def acomplete(self, messages: Any, *, spec: Any, schema: Any = None) -> Any:
        """The same, awaited."""
        answer = self._begun()
        await asyncio.sleep(self.nap)
        return self._ended(answer)

    def _begun(self) -> Any:
        with self._lock:
            self.calls += 1
            self.under_way += 1
            self.most_under_way = max(self.most_under_way, self.under_way)
            return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]

    def _ended(self, answer: Any) -> Any:
        with self._lock:
            self.under_way -= 1
        if isinstance(answer, Exception):
            raise answer
        return answer


def sold(usd: float | None = None, asked: int = 15, said: int = 5, **more: Any) -> Completion:
    """Return an answer with its tokens and price."""
    fields = {"prompt_tokens": asked, "completion_tokens": said, "cost_usd": usd}
    return Completion("supported", **{**fields, **more})


def bought(
    client: Any, times: int, *, workers: int = 1, awaited: bool = False, spec: ModelSpec = SPEC
) -> list[str]:
    """Ask so many times; return for each what came of it: "bought", "refused" or "failed"."""

    def outcome(error: Exception) -> str:
        return "refused" if isinstance(error, BudgetExceeded) else "failed"

    def ask(_: int) -> str:
        try:
            client.complete(ASKED, spec=spec)
        except (BudgetExceeded, ProviderError) as error:
            return outcome(error)
        return "bought"

    async def aask(gate: asyncio.Semaphore) -> str:
        async with gate:
            try:
                await client.acomplete(ASKED, spec=spec)
            except (BudgetExceeded, ProviderError) as error:
                return outcome(error)
            return "bought"

    async def all_at_once() -> list[str]:
        gate = asyncio.Semaphore(workers)
        return await asyncio.gather(*(aask(gate) for _ in range(times)))

    if awaited:
        return asyncio.run(all_at_once())
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(ask, range(times)))


def test_without_a_budget_calls_are_counted_alone() -> None:
    """A failed call is not, and a kept answer is apart."""
    inner = Selling(
        sold(0.5), sold(None), ProviderError("no"), sold(0.0, 0, 0, cached=True), "odd", sold(0.25)
    )
    ledger = Ledger()
    bought(ledger.client(inner), 6)
    # The unpriced one costs what the one before cost a token: 0.5 for 20.
    assert ledger.spent == Spent(3, 1, 45, 15, 1.25)
    assert ledger.stopped == ""


def test_a_budget_of_calls() -> None:
    """So many are answered, none more; failed ones are not counted."""
    inner = Selling(sold(), ProviderError("no"), sold())
    ledger = Ledger(Budget(calls=3))
    outcomes = bought(ledger.client(inner), 7)
    assert outcomes == ["bought", "failed", "bought", "bought", *["refused"] * 3]
    assert (inner.calls, ledger.spent.calls) == (4, 3)
    assert ledger.stopped == "the budget of 3 calls is spent"


@settings(max_examples=40)
@given(
    calls=st.integers(0, 12),
    workers=st.integers(1, 64),
    failing=st.lists(st.booleans(), max_size=8),
    awaited=st.booleans(),
)
def test_many_at_once_buy_as_many_as_the_budget_has(
    calls: int, workers: int, failing: list[bool], awaited: bool
) -> None:
    """Neither one more nor one less, whatever fails under way."""
    plan = [ProviderError("no") if fails else sold() for fails in failing]
    inner = Selling(*plan, sold(), nap=0.0005)
    ledger = Ledger(Budget(calls=calls))
    times = 40
    outcomes = bought(ledger.client(inner), times, workers=workers, awaited=awaited)
    assert outcomes.count("bought") == ledger.spent.calls == calls
    assert inner.calls <= calls + sum(failing)
    assert ledger.stopped


@pytest.mark.parametrize("awaited", [False, True])
def test_a_call_waits_for_those_that_may_cost_less(awaited: bool) -> None:
    """By their estimates three fit in, by their answers all six."""
    inner = Selling(sold(asked=ESTIMATED, said=1), nap=0.01)
    ledger = Ledger(Budget(output_tokens=3 * SPEC.max_tokens))
    outcomes = bought(ledger.client(inner), 6, workers=6, awaited=awaited)
    assert outcomes == ["bought"] * 6
    assert inner.most_under_way <= 3
    assert (ledger.spent.output_tokens, ledger.stopped) == (6, "")


@pytest.mark.parametrize("limit", ["input_tokens", "output_tokens"])
def test_a_budget_of_tokens_is_never_passed(limit: str) -> None:
    """A call that might pass it is not made; what was spent is told."""
    inner = Selling(sold(asked=ESTIMATED, said=SPEC.max_tokens))
    one = ESTIMATED if limit == "input_tokens" else SPEC.max_tokens
    ledger = Ledger(Budget.model_validate({limit: 2 * one + one - 1}))
    client = ledger.client(inner)
    assert bought(client, 4) == ["bought", "bought", "refused", "refused"]
    assert getattr(ledger.spent, limit) == 2 * one
    with pytest.raises(BudgetExceeded) as caught:
        client.complete(ASKED, spec=SPEC)
    assert caught.value.limit == limit
    words = limit.replace("_", " ")
    assert str(caught.value) == ledger.stopped
    assert ledger.stopped == (
        f"the budget of {3 * one - 1} {words} is spent: {2 * one} so far, and the next call to "
        f"harbour/small may take {one}"
    )


def test_tokens_that_are_not_told_are_estimated() -> None:
    """A provider that leaves them out is not free."""
    ledger = Ledger(Budget(input_tokens=10**6))
    bought(ledger.client(Selling(Completion("supported"))), 1)
    assert ledger.spent == Spent(1, 0, ESTIMATED, 3, None)


def test_a_budget_in_dollars_goes_by_its_own_price_a_token() -> None:
    """The first call has none, and is checked after; the next by what a token cost so far."""
    inner = Selling(sold(0.20, ESTIMATED, SPEC.max_tokens))
    ledger = Ledger(Budget(usd=0.59))
    assert bought(ledger.client(inner), 4) == ["bought", "bought", "refused", "refused"]
    assert ledger.spent.usd == pytest.approx(0.40)
    assert ledger.stopped == (
        "the budget of USD 0.59 is spent: 0.4 so far, and the next call to harbour/small may cost "
        "0.2"
    )


@pytest.mark.parametrize("awaited", [False, True])
def test_the_first_price_is_learnt_by_one_call(awaited: bool) -> None:
    """However many wait: else all of them could pass the budget together, unseen."""
    inner = Selling(sold(2.0), nap=0.01)
    ledger = Ledger(Budget(usd=1.0))
    outcomes = bought(ledger.client(inner), 64, workers=64, awaited=awaited)
    assert (inner.calls, outcomes.count("bought"), outcomes.count("refused")) == (1, 1, 63)
    assert (ledger.spent.usd, ledger.stopped.partition(":")[0]) == (
        2.0,
        "the budget of USD 1 is spent",
    )


@pytest.mark.parametrize("awaited", [False, True])
def test_a_price_that_is_given_holds_from_the_first_call_on(awaited: bool) -> None:
    """Nobody waits to learn it, and no call is made that may pass the budget."""
    priced = SPEC.model_copy(update={"price": {"input": 1_000, "output": 2_000}})
    most = (ESTIMATED * 1_000 + SPEC.max_tokens * 2_000) / 1e6
    inner = Selling(sold(most, ESTIMATED, SPEC.max_tokens), nap=0.01)
    ledger = Ledger(Budget(usd=4.5 * most))
    outcomes = bought(ledger.client(inner), 20, workers=20, awaited=awaited, spec=priced)
    assert inner.calls == 4
    assert outcomes.count("bought") == 4
    assert ledger.spent.usd == pytest.approx(4 * most)
    assert bought(Ledger(Budget(usd=most / 2)).client(inner), 1, spec=priced) == ["refused"]


@pytest.mark.parametrize("awaited", [False, True])
def test_a_first_call_that_fails_leaves_the_price_to_the_next(awaited: bool) -> None:
    """One after the other, until one is answered."""
    inner = Selling(ProviderError("no"), ProviderError("no"), sold(0.01), nap=0.001)
    ledger = Ledger(Budget(usd=100))
    outcomes = bought(ledger.client(inner), 20, workers=20, awaited=awaited)
    assert (outcomes.count("failed"), outcomes.count("bought")) == (2, 18)


def test_a_price_that_nobody_knows_ends_a_budget_in_dollars() -> None:
    """At the first answer, which is kept: no budget holds where no price is told."""
    inner = Selling(sold(None))
    ledger = Ledger(Budget(usd=5))
    assert bought(ledger.client(inner), 3) == ["bought", "refused", "refused"]
    assert ledger.stopped == (
        "the price of harbour/small is unknown, so that a budget of USD 5 cannot be kept: limit "
        "calls or tokens instead (--budget-calls, models.budget)"
    )


def test_a_budget_of_nothing_buys_nothing() -> None:
    """What is kept is still given: a run on the cache alone."""
    inner, store = Selling(sold(0.1)), MemoryCache()
    assert bought(CachedClient(inner, store), 1) == ["bought"]
    for nothing in (Budget(usd=0), Budget(calls=0)):
        ledger = Ledger(nothing)
        assert bought(CachedClient(ledger.client(inner), store), 2) == ["bought", "bought"]
        assert (ledger.spent.calls, ledger.stopped) == (0, "")
        assert bought(ledger.client(inner), 1) == ["refused"]
    assert inner.calls == 1


def test_what_stops_one_client_stops_all_of_a_ledger() -> None:
    """One budget for a run, whichever stage spends it."""
    ledger = Ledger(Budget(calls=1))
    one, other = Selling(sold()), Selling(sold())
    assert bought(ledger.client(one), 2) == ["bought", "refused"]
    assert bought(ledger.client(other), 1) == ["refused"]
    assert other.calls == 0


def test_a_cancelled_call_gives_back_what_was_set_aside() -> None:
    """Else the budget would be spent by calls that never came to anything."""
    inner = Selling(sold(), nap=30)
    ledger = Ledger(Budget(calls=1))
    client = ledger.client(inner)

    async def main() -> None:
        task = asyncio.create_task(client.acomplete(ASKED, spec=SPEC))
        await asyncio.sleep(0.01)
        waits = asyncio.create_task(client.acomplete(ASKED, spec=SPEC))
        await asyncio.sleep(0.01)
        waits.cancel()
        task.cancel()
        await asyncio.gather(task, waits, return_exceptions=True)

    asyncio.run(main())
    inner.nap = 0
    assert bought(client, 2) == ["bought", "refused"]


@pytest.mark.parametrize(
    "wrong", [{"usd": -1}, {"usd": float("nan")}, {"calls": -1}, {"calls": 1.5}, {"call": 1}]
)
def test_a_budget_that_is_none_is_refused(wrong: dict[str, Any]) -> None:
    """By the name of its field."""
    with pytest.raises(ValidationError, match=next(iter(wrong))):
        Budget.model_validate(wrong)
