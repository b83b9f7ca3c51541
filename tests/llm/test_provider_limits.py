"""Is a provider asked less while it refuses, and more again when it does not?"""

# ruff: noqa: ARG002 - a client's arguments are given

from __future__ import annotations

import asyncio
import math
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from asking import corpus

from openodke.errors import InputError, ProviderError
from openodke.ground import LLMGrounder, RetryPolicy
from openodke.llm import (
    Completion,
    LimitedClient,
    ModelRoles,
    ModelSpec,
    ProviderLimits,
    set_limit,
)
from openodke.llm.provider_limits import SHARED_LIMITS

SPEC = ModelSpec(model="harbour/small")
ASKED: Any = ()


class Busy:
    """Refuses calls beyond so many under way at once, in its own way."""

    def __init__(self, room: float = math.inf, *, nap: float = 0.002, status: int = 429) -> None:
        self.room = room
        self.nap = nap
        self.status = status
        self.retry_after: str | None = None
        self.refused = self.answered = self.under_way = self.most_under_way = 0
        self.times: list[float] = []
        self._lock = threading.Lock()

    def complete(self, messages: Any, *, spec: Any, schema: Any = None) -> Completion:
        """Answer, where there is room."""
        fits = self._begun()
        time.sleep(self.nap)
        return self._ended(fits)

    async def acomplete(self, messages: Any, *, spec: Any, schema: Any = None) -> Completion:
        """The same, awaited."""
        fits = self._begun()
        await asyncio.sleep(self.nap)
        return self._ended(fits)

    def _begun(self) -> bool:
        with self._lock:
            self.times.append(time.monotonic())
            self.under_way += 1
            self.most_under_way = max(self.most_under_way, self.under_way)
            return self.under_way <= self.room

    def _ended(self, fits: bool) -> Completion:
        with self._lock:
            self.under_way -= 1
            self.answered += fits
            self.refused += not fits
        if not fits:
            raise ProviderError("busy", status_code=self.status, retry_after=self.retry_after)
        return Completion("supported")


def ask(client: Any, times: int, *, workers: int, awaited: bool) -> None:
    """Ask so many times, from so many workers; a refusal is left at that."""

    def once(_: int) -> None:
        with suppress(ProviderError):
            client.complete(ASKED, spec=SPEC)

    async def aonce(gate: asyncio.Semaphore) -> None:
        async with gate:
            with suppress(ProviderError):
                await client.acomplete(ASKED, spec=SPEC)

    async def all_at_once() -> None:
        gate = asyncio.Semaphore(workers)
        await asyncio.gather(*(aonce(gate) for _ in range(times)))

    if awaited:
        asyncio.run(all_at_once())
    else:
        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(once, range(times)))


@pytest.mark.parametrize("awaited", [False, True])
@pytest.mark.parametrize("status", [429, 503, 529])
def test_a_provider_that_refuses_is_asked_less(awaited: bool, status: int) -> None:
    """After a first burst nearly every call finds room, without anybody having said how much."""
    inner = Busy(4, nap=0.01, status=status)
    limits = ProviderLimits()
    client = LimitedClient(inner, limits)
    ask(client, 32, workers=32, awaited=awaited)
    assert limits.window(SPEC).width <= 17
    inner.refused = inner.answered = 0
    ask(client, 300, workers=32, awaited=awaited)
    assert inner.answered + inner.refused == 300
    assert inner.refused < 100
    assert limits.window(SPEC).width < 12


@pytest.mark.parametrize("awaited", [False, True])
def test_and_more_again_when_it_does_not(awaited: bool) -> None:
    """One more for as many answers as are under way."""
    inner = Busy(1)
    limits = ProviderLimits()
    client = LimitedClient(inner, limits)
    while limits.window(SPEC).width > 1:
        ask(client, 8, workers=8, awaited=awaited)
    inner.room = math.inf
    inner.most_under_way = 0
    ask(client, 40, workers=16, awaited=awaited)
    assert 7 <= limits.window(SPEC).width <= 10  # 1 + 2 + … + 8 answers are 36
    assert inner.most_under_way <= 10
    if awaited:  # threads take their time to begin
        assert inner.most_under_way >= 5


def test_a_burst_of_refusals_halves_once() -> None:
    """Those under way before say nothing of what is asked after."""
    inner = Busy(0, nap=0.05)
    limits = ProviderLimits()
    ask(LimitedClient(inner, limits), 16, workers=16, awaited=True)
    assert limits.window(SPEC).width == 8


@pytest.mark.parametrize("awaited", [False, True])
def test_while_a_server_asks_to_wait_nobody_calls_it(awaited: bool) -> None:
    """Neither the one that was refused nor any other; then they go on."""
    inner = Busy(0)
    inner.retry_after = "0.3"
    client = LimitedClient(inner, ProviderLimits())
    ask(client, 1, workers=1, awaited=awaited)
    inner.room = math.inf
    ask(client, 6, workers=6, awaited=awaited)
    assert inner.times[1] - inner.times[0] >= 0.29
    assert inner.answered == 6


def test_a_server_that_asks_for_an_hour_is_given_less() -> None:
    """As a retry of one call is."""
    inner = Busy(0)
    inner.retry_after = "3600"
    limits = ProviderLimits(longest_pause=0.05)
    ask(LimitedClient(inner, limits), 3, workers=1, awaited=False)
    assert len(inner.times) == 3


def test_another_kind_of_failure_says_nothing_of_the_load() -> None:
    """A wrong key is refused one by one as well."""
    inner = Busy(0, status=401)
    limits = ProviderLimits()
    ask(LimitedClient(inner, limits), 8, workers=8, awaited=False)
    assert limits.window(SPEC).width == math.inf


@pytest.mark.parametrize("awaited", [False, True])
def test_a_limit_that_is_set_is_kept(awaited: bool) -> None:
    """For the provider, at whatever address, in any case of its name; and taken off."""
    limits = ProviderLimits()
    limits.set_limit("Harbour", 3)
    inner = Busy()
    client = LimitedClient(inner, limits)
    ask(client, 40, workers=20, awaited=awaited)
    assert inner.most_under_way <= 3
    limits.set_limit("harbour", 2)
    inner.most_under_way = 0
    ask(client, 40, workers=20, awaited=awaited)
    assert inner.most_under_way <= 2
    limits.set_limit("harbour", None)
    ask(client, 40, workers=20, awaited=awaited)
    assert inner.most_under_way > 3 or not awaited


def test_each_address_of_a_provider_is_learnt_of_apart() -> None:
    """Two servers that speak one protocol are not one."""
    limits = ProviderLimits()
    there = ModelSpec(model="harbour/small", base_url="http://localhost:1")
    assert limits.window(SPEC) is not limits.window(there)
    assert limits.window(SPEC) is limits.window(ModelSpec(model="HARBOUR/large"))


def test_a_limit_of_the_program() -> None:
    """It holds for clients that were given no limits of their own."""
    spec = ModelSpec(model="skerry/small")
    set_limit("skerry", 5)
    try:
        assert SHARED_LIMITS.window(spec).width == 5
        assert LimitedClient(Busy()).limits is SHARED_LIMITS
    finally:
        set_limit("skerry", None)
    assert SHARED_LIMITS.window(spec).width == math.inf


@pytest.mark.parametrize("wrong", [0, -1, 1.5, True, "3"])
def test_a_limit_that_is_none_is_refused(wrong: Any) -> None:
    """One call under way is the least."""
    with pytest.raises(InputError, match="one call under way is the least"):
        ProviderLimits().set_limit("harbour", wrong)


def test_one_that_waits_can_be_cancelled() -> None:
    """Its turn is another's."""
    limits = ProviderLimits()
    limits.set_limit("harbour", 1)
    inner = Busy(nap=0.02)
    client = LimitedClient(inner, limits)

    async def main() -> None:
        tasks = [asyncio.create_task(client.acomplete(ASKED, spec=SPEC)) for _ in range(6)]
        await asyncio.sleep(0.01)
        for task in tasks[1:4]:
            task.cancel()
        done = await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 10)
        assert sum(isinstance(answer, Completion) for answer in done) == 3

    asyncio.run(main())
    assert (inner.answered, inner.under_way) == (3, 0)


@pytest.mark.parametrize("awaited", [False, True])
def test_a_grounder_asks_any_client_less_while_it_refuses(awaited: bool) -> None:
    """Also one that knows of no limits; every claim is answered in the end."""
    inner = Busy(2, nap=0.005)
    policy = RetryPolicy(attempts=50, base_delay=0.001, max_delay=0.01)
    roles = ModelRoles.single("harbour/small")
    grounder = LLMGrounder(roles, client=inner, max_workers=24, retry=policy)
    pairs = corpus(200)
    if awaited:
        asyncio.run(grounder.aground_documents(pairs))
    else:
        grounder.ground_documents(pairs)
    assert (grounder.stats["supported"], grounder.stats["failed"]) == (200, 0)
    assert inner.refused < 200
