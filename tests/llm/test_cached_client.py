"""Is a question that was answered never asked again, and one asked twice at once paid for once?"""

# ruff: noqa: ARG002 - a client's arguments are given

from __future__ import annotations

import asyncio
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from openodke.errors import InputError, ProviderError
from openodke.llm import (
    CachedClient,
    Completion,
    DirectoryCache,
    MemoryCache,
    Message,
    ModelSpec,
    RecordedAnswer,
)

SPEC = ModelSpec(model="harbour/small")
PAID = Completion(
    '{"verdict": "supported"}',
    parsed={"verdict": "supported"},
    model="small-1",
    prompt_tokens=12,
    completion_tokens=4,
    cost_usd=0.5,
    finish="stop",
)
AGAIN = Completion(
    PAID.text, parsed=PAID.parsed, model="small-1", finish="stop", cost_usd=0.0, cached=True
)


def said(text: str) -> tuple[Message, ...]:
    """Return a question."""
    return (Message(content=text),)


class Paid:
    """Answers after a nap, and counts; in threads alone."""

    def __init__(self, answer: Any = PAID, nap: float = 0.0) -> None:
        self.answer = answer
        self.nap = nap
        self.calls = 0
        self._lock = threading.Lock()

    def complete(self, messages: Any, *, spec: Any, schema: Any = None) -> Any:
        """Answer, or raise."""
        with self._lock:
            self.calls += 1
        time.sleep(self.nap)
        return self._given()

    def _given(self) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class PaidAwaited(Paid):
    """The same, awaited."""

    async def acomplete(self, messages: Any, *, spec: Any, schema: Any = None) -> Any:
        """Answer, or raise."""
        self.calls += 1
        await asyncio.sleep(self.nap)
        return self._given()


@pytest.fixture(params=["memory", "folder"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """A store of each kind."""
    return MemoryCache() if request.param == "memory" else DirectoryCache(tmp_path / "answers")


def test_an_answer_costs_nothing_the_second_time(store: Any) -> None:
    """No tokens, 0.0 USD, `cached`; another question is asked."""
    inner = Paid()
    client = CachedClient(inner, store)
    assert client.complete(said("a"), spec=SPEC) == PAID
    assert client.complete(said("a"), spec=SPEC) == AGAIN
    assert inner.calls == 1
    assert client.complete(said("b"), spec=SPEC) == PAID
    assert client.kept(said("b"), spec=SPEC) == AGAIN
    assert client.kept(said("c"), spec=SPEC) is None
    assert inner.calls == 2


def test_what_was_awaited_is_kept_for_threads_and_the_other_way(store: Any) -> None:
    """There is one store."""
    inner = PaidAwaited()
    client = CachedClient(inner, store)
    assert asyncio.run(client.acomplete(said("a"), spec=SPEC)) == PAID
    assert client.complete(said("a"), spec=SPEC) == AGAIN
    assert client.complete(said("b"), spec=SPEC) == PAID
    assert asyncio.run(client.acomplete(said("b"), spec=SPEC)) == AGAIN
    assert not hasattr(CachedClient(Paid(), store), "acomplete")


@pytest.mark.parametrize("awaited", [False, True])
def test_errors_are_not_kept_and_odd_answers_are(store: Any, awaited: bool) -> None:
    """What gives no verdict was paid for, and would be said again."""
    inner = PaidAwaited(ProviderError("no", status_code=500))
    client = CachedClient(inner, store)

    def ask() -> Any:
        if awaited:
            return asyncio.run(client.acomplete(said("a"), spec=SPEC))
        return client.complete(said("a"), spec=SPEC)

    for calls in (1, 2):
        with pytest.raises(ProviderError, match="no"):
            ask()
        assert inner.calls == calls
    inner.answer = Completion("I would rather not say")
    assert not ask().cached
    assert (ask().text, ask().cached, inner.calls) == ("I would rather not say", True, 3)


@pytest.mark.parametrize("odd", [None, "supported", Completion(7)])  # type: ignore[arg-type]
def test_what_is_no_answer_is_passed_on_and_not_kept(store: Any, odd: Any) -> None:
    """It is the grounder's to say what is wrong with it."""
    inner = Paid(odd)
    client = CachedClient(inner, store)
    assert [client.complete(said("a"), spec=SPEC) for _ in range(2)] == [odd, odd]
    assert inner.calls == 2


def test_an_answer_that_was_kept_elsewhere_is_passed_on(store: Any) -> None:
    """It is not kept as one that had no tokens."""
    client = CachedClient(Paid(AGAIN), store)
    assert client.complete(said("a"), spec=SPEC) == AGAIN
    assert client.kept(said("a"), spec=SPEC) is None


def test_threads_that_ask_the_same_at_once_pay_once(store: Any) -> None:
    """All have the answer; those that waited got it for nothing."""
    inner = Paid(nap=0.05)
    client = CachedClient(inner, store)
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda _: client.complete(said("a"), spec=SPEC), range(16)))
    assert inner.calls == 1
    assert {answer.text for answer in answers} == {PAID.text}
    assert sum(answer.prompt_tokens for answer in answers) == PAID.prompt_tokens


def test_tasks_and_threads_that_ask_the_same_at_once_pay_once(store: Any) -> None:
    """On two event loops and in a thread."""
    inner = PaidAwaited(nap=0.05)
    client = CachedClient(inner, store)

    async def all_at_once() -> list[Any]:
        return await asyncio.gather(*(client.acomplete(said("a"), spec=SPEC) for _ in range(8)))

    with ThreadPoolExecutor(3) as pool:
        loops = [pool.submit(asyncio.run, all_at_once()) for _ in range(2)]
        alone = pool.submit(client.complete, said("a"), spec=SPEC)
        answers = [answer for loop in loops for answer in loop.result()] + [alone.result()]
    assert inner.calls == 1
    assert sum(not answer.cached for answer in answers) == 1


def test_those_that_wait_share_an_error(store: Any) -> None:
    """It is the answer to the same question at the same time; the next one asks anew."""
    inner = Paid(ProviderError("busy", status_code=503), nap=0.05)
    client = CachedClient(inner, store)

    def ask(_: int) -> str:
        try:
            return client.complete(said("a"), spec=SPEC).text
        except ProviderError as error:
            return str(error)

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(ask, range(4))) == {"busy"}
    assert inner.calls == 1
    inner.answer = PAID
    assert ask(0) == PAID.text


def test_another_asks_when_the_one_that_asked_is_cancelled(store: Any) -> None:
    """Who waited is not cancelled with it."""
    inner = PaidAwaited(nap=0.05)
    client = CachedClient(inner, store)

    async def main() -> Any:
        first = asyncio.create_task(client.acomplete(said("a"), spec=SPEC))
        await asyncio.sleep(0.01)
        second = asyncio.create_task(client.acomplete(said("a"), spec=SPEC))
        await asyncio.sleep(0.01)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        return await second

    assert asyncio.run(main()) == PAID
    assert inner.calls == 2


def test_one_that_waits_can_be_cancelled_alone(store: Any) -> None:
    """The call goes on for the others."""
    inner = PaidAwaited(nap=0.05)
    client = CachedClient(inner, store)

    async def main() -> Any:
        first = asyncio.create_task(client.acomplete(said("a"), spec=SPEC))
        await asyncio.sleep(0.01)
        second = asyncio.create_task(client.acomplete(said("a"), spec=SPEC))
        await asyncio.sleep(0.01)
        second.cancel()
        with pytest.raises(asyncio.CancelledError):
            await second
        return await first

    assert asyncio.run(main()) == PAID
    assert inner.calls == 1


class Full(MemoryCache):
    """Has no room."""

    def put(self, key: str, answer: RecordedAnswer) -> None:
        """Refuse."""
        raise OSError(28, "No space left on device")


def test_an_answer_that_cannot_be_kept_is_still_the_answer() -> None:
    """It is counted, so that it can be said."""
    client = CachedClient(Paid(), Full())
    assert client.complete(said("a"), spec=SPEC) == PAID
    assert client.unkept == 1
    assert client.first_refusal is not None
    assert client.first_refusal.errno == 28


class Elsewhere(MemoryCache):
    """Another process has the key, and after a few looks its answer is there."""

    def __init__(self, looks: int, answer: RecordedAnswer | None) -> None:
        super().__init__()
        self.looks = looks
        self.answer = answer
        self.released: list[str] = []

    def claim(self, key: str) -> bool:
        """Say that it is another's, until it has answered."""
        self.looks -= 1
        if self.looks == 0 and self.answer:
            self.put(key, self.answer)
        return self.looks <= 0

    def release(self, key: str) -> None:
        """Note it."""
        self.released.append(key)


@pytest.mark.parametrize("awaited", [False, True])
def test_what_another_process_asks_is_waited_for(awaited: bool) -> None:
    """And not asked again; where that process had no answer, it is asked."""
    for answer, calls in ((RecordedAnswer(text="supported"), 0), (None, 1)):
        inner, store = PaidAwaited(), Elsewhere(3, answer)
        client = CachedClient(inner, store)
        if awaited:
            got = asyncio.run(client.acomplete(said("a"), spec=SPEC))
        else:
            got = client.complete(said("a"), spec=SPEC)
        assert (got.cached, inner.calls, len(store.released)) == (not calls, calls, 1)


def test_a_process_that_is_stuck_is_not_waited_for() -> None:
    """Beyond the time that its call may take, and a little."""
    inner, store = Paid(), Elsewhere(10**9, None)
    client = CachedClient(inner, store)
    client.patience = 0.05
    spec = SPEC.model_copy(update={"timeout": 0.05})
    assert client.complete(said("a"), spec=spec) == PAID
    assert store.released == []


def test_what_cannot_keep_answers_is_refused() -> None:
    """A path is not yet a store."""
    with pytest.raises(InputError, match=r"give DirectoryCache\(path\)"):
        CachedClient(Paid(), "answers")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="has no method complete"):
        CachedClient(object(), MemoryCache())  # type: ignore[arg-type]
