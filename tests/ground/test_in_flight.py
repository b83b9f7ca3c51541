"""Do many calls at once give what one at a time gives, and what is kept when they are stopped?"""

from __future__ import annotations

import asyncio
import contextvars
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from asking import Asked, Awaited, answer, corpus, port_of, verdict_of
from hypothesis import given, settings
from hypothesis import strategies as st

from openodke.errors import MissingAPIKey, ProviderError, UnansweredCall
from openodke.ground import LLMGrounder, RetryPolicy, ground_record
from openodke.llm import Completion, ModelRoles
from openodke.model import Fact, GroundingVerdict

ROLES = ModelRoles.single("harbour/small")
QUICK = RetryPolicy(base_delay=0)
ONCE = RetryPolicy(attempts=1)
SUPPORT = Path(__file__).parents[1] / "support"


def flat(grounded: list[list[Fact]]) -> list[Fact]:
    """Return the facts of all pairs."""
    return [fact for facts in grounded for fact in facts]


def run(grounder: LLMGrounder, pairs: Any, *, awaited: bool) -> list[list[Fact]]:
    """Ground in threads or on an event loop."""
    if awaited:
        return asyncio.run(grounder.aground_documents(pairs))
    return grounder.ground_documents(pairs)


def alone(pairs: Any, reply: Any = answer) -> list[list[Fact]]:
    """Return what one call at a time gives."""
    grounder = LLMGrounder(ROLES, client=Asked(reply), max_workers=1, retry=ONCE)
    return grounder.ground_documents(pairs)


class Flaky:
    """Fails in a way a few times, then answers: what each port does is drawn."""

    def __init__(self, plan: list[int]) -> None:
        self.left = dict(enumerate(plan))
        self.settled: set[int] = set()

    def __call__(self, n: int) -> Completion:
        """Fail while the plan has it; a fact that was answered must not be asked again."""
        assert n not in self.settled
        if self.left[n] > 0:
            self.left[n] -= 1
            raise ProviderError("busy", status_code=503)
        self.settled.add(n)
        if self.left[n] < 0:
            raise ProviderError("no", status_code=400)
        return answer(n)


@settings(max_examples=25)
@given(
    plan=st.lists(st.integers(-1, 3), max_size=25),
    workers=st.integers(1, 9),
    per_document=st.integers(1, 9),
    client=st.sampled_from([Asked, Awaited]),
    awaited=st.booleans(),
)
def test_any_order_of_answers_gives_the_same_facts_in_order(
    plan: list[int], workers: int, per_document: int, client: Any, awaited: bool
) -> None:
    """Each fact is answered once, whatever failed before; grounding twice asks nothing."""
    pairs = corpus(len(plan), per_document)
    if client is Awaited and not awaited:
        client = Asked
    asked = client(Flaky(plan), nap=0.002)
    grounder = LLMGrounder(ROLES, client=asked, max_workers=workers, retry=QUICK)
    grounded = run(grounder, pairs, awaited=awaited)
    assert grounded == alone(pairs, Flaky([min(turns, 0) for turns in plan]))
    assert [fact.id for fact in flat(grounded)] == [str(n) for n in range(len(plan))]
    tries = [1 + max(0, turns) for turns in plan]
    assert sorted(asked.asked) == sorted(n for n, times in enumerate(tries) for _ in range(times))
    assert asked.most_in_flight <= workers
    assert grounder.stats["retries"] == sum(tries) - len(plan)
    assert grounder.stats["failed"] == plan.count(-1)
    answered = [[fact for fact in facts if fact.verdict != "unchecked"] for facts in grounded]
    again = run(grounder, zip(answered, (doc for _, doc in pairs), strict=True), awaited=awaited)
    assert again == answered
    assert len(asked.asked) == sum(tries)


@pytest.mark.parametrize("client", [Asked, Awaited])
def test_awaited_runs_count_and_answer_as_threads_do(client: type[Asked]) -> None:
    """The facts are equal, and so is every count."""
    pairs = corpus(40)
    threads = LLMGrounder(ROLES, client=Asked(nap=0.002), max_workers=5)
    tasks = LLMGrounder(ROLES, client=client(nap=0.002), max_workers=5)
    assert run(tasks, pairs, awaited=True) == run(threads, pairs, awaited=False)
    assert tasks.stats == threads.stats
    (fact, *_), doc = pairs[0]
    assert asyncio.run(tasks.aground(fact, doc)) == threads.ground(fact, doc)
    assert asyncio.run(tasks.aground_many([fact], doc)) == threads.ground_many([fact], doc)


@pytest.mark.parametrize("awaited", [False, True])
def test_no_more_calls_are_in_flight_than_allowed(awaited: bool) -> None:
    """And as many as that, where there are facts enough."""
    client = Awaited(nap=0.01) if awaited else Asked(nap=0.01)
    run(LLMGrounder(ROLES, client=client, max_workers=4), corpus(60), awaited=awaited)
    assert client.most_in_flight == 4


def test_one_worker_stays_in_the_callers_thread() -> None:
    """So that a client which is bound to it, as sqlite is, can be used."""
    seen: set[int] = set()

    def reply(n: int) -> Completion:
        seen.add(threading.get_ident())
        return answer(n)

    LLMGrounder(ROLES, client=Asked(reply), max_workers=1).ground_documents(corpus(3))
    assert seen == {threading.get_ident()}


@pytest.mark.parametrize("awaited", [False, True])
def test_a_client_sees_the_callers_context(awaited: bool) -> None:
    """Where tracing and callbacks keep what they know."""
    tenant = contextvars.ContextVar("tenant", default="nobody")
    seen = []

    def reply(n: int) -> Completion:
        seen.append(tenant.get())
        return answer(n)

    tenant.set("harbour")
    run(LLMGrounder(ROLES, client=Asked(reply), max_workers=3), corpus(6), awaited=awaited)
    assert seen == ["harbour"] * 6


@pytest.mark.parametrize("awaited", [False, True])
def test_several_runs_may_share_a_grounder(awaited: bool) -> None:
    """Each gets its own facts back, and the counts are of them all."""
    client = Awaited(nap=0.005) if awaited else Asked(nap=0.005)
    grounder = LLMGrounder(ROLES, client=client, max_workers=3)
    runs = [corpus(20, per_document) for per_document in (3, 7, 20)]
    got: list[Any] = [None] * len(runs)
    if awaited:

        async def all_of_them() -> list[Any]:
            return await asyncio.gather(*map(grounder.aground_documents, runs))

        got = asyncio.run(all_of_them())
    else:

        def one(at: int) -> None:
            got[at] = grounder.ground_documents(runs[at])

        threads = [threading.Thread(target=one, args=(at,)) for at in range(len(runs))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert got == [alone(pairs) for pairs in runs]
    assert (grounder.stats["facts"], grounder.stats["calls"]) == (60, 60)


@pytest.mark.parametrize("awaited", [False, True])
@pytest.mark.parametrize("error", [MissingAPIKey("KEY"), UnansweredCall("none")])
def test_an_error_that_every_call_would_meet_ends_a_run(error: Exception, awaited: bool) -> None:
    """What was answered by then is kept."""

    def reply(n: int) -> Completion:
        if n == 15:
            raise error
        return answer(n)

    client = Awaited(reply, nap=0.001) if awaited else Asked(reply, nap=0.001)
    grounder = LLMGrounder(ROLES, client=client, max_workers=4)
    with pytest.raises(type(error)):
        run(grounder, corpus(40), awaited=awaited)
    check_kept(grounder, 40)


def check_kept(grounder: LLMGrounder, facts: int) -> None:
    """Check that a stopped run kept each fact once: with its own verdict, or as it was given."""
    kept = flat(grounder.unfinished)
    assert kept
    assert [fact.id for fact in kept] == [str(n) for n in range(facts)]
    settled = [n for n, fact in enumerate(kept) if fact.verdict != "unchecked"]
    assert all(kept[n].verdict is verdict_of(n) for n in settled)
    assert all("odke.ground" in kept[n].qualifiers for n in settled)
    assert grounder.stats["facts"] == len(settled)
    assert grounder.stats["unasked"] == facts - len(settled) > 0


def test_an_error_does_not_wait_for_the_calls_in_flight() -> None:
    """They are left to themselves, and change nothing when they come back."""
    late = threading.Event()

    def reply(n: int) -> Completion:
        if n == 0:
            late.wait(30)
        if n == 5:
            raise MissingAPIKey("KEY")
        return answer(n)

    grounder = LLMGrounder(ROLES, client=Asked(reply), max_workers=3)
    with pytest.raises(MissingAPIKey):
        grounder.ground_documents(corpus(12))
    before = (dict(grounder.stats), flat(grounder.unfinished))
    assert before[1][0].verdict is GroundingVerdict.UNCHECKED
    late.set()
    for thread in threading.enumerate():
        if thread.daemon and thread is not threading.current_thread():
            thread.join(5)
    assert flat(grounder.unfinished) == before[1]
    assert grounder.stats["facts"] == before[0]["facts"]


def test_a_stopped_run_does_not_try_again() -> None:
    """A call that waited for another try is given up, and not made at once."""
    waiting, under_way = threading.Event(), threading.Event()

    def reply(n: int) -> Completion:
        if n == 0:
            under_way.wait(10)
            waiting.set()
            raise ProviderError("busy", status_code=503, retry_after="20")
        under_way.set()
        waiting.wait(10)
        time.sleep(0.05)
        raise MissingAPIKey("KEY")

    client = Asked(reply)
    grounder = LLMGrounder(ROLES, client=client, max_workers=2)
    with pytest.raises(MissingAPIKey):
        grounder.ground_documents(corpus(5))
    time.sleep(0.05)
    assert client.asked.count(0) == 1


def test_a_cancelled_run_keeps_what_was_answered() -> None:
    """Cancelling is passed on; nothing is put afterwards."""
    client = Awaited(nap=0.01)
    grounder = LLMGrounder(ROLES, client=client, max_workers=3)

    async def main() -> None:
        task = asyncio.create_task(grounder.aground_documents(corpus(60)))
        while len(client.asked) < 10:
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        check_kept(grounder, 60)
        before = grounder.stats
        await asyncio.sleep(0.03)
        assert grounder.stats == before

    asyncio.run(main())


def test_a_run_that_takes_too_long_can_be_given_up() -> None:
    """As with any coroutine; a blocking client included."""
    release = threading.Event()

    def reply(n: int) -> Completion:
        if n > 3:
            release.wait(30)
        return answer(n)

    grounder = LLMGrounder(ROLES, client=Asked(reply), max_workers=2)

    async def main() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(grounder.aground_documents(corpus(20)), 0.3)

    try:
        asyncio.run(main())
    finally:
        release.set()
    check_kept(grounder, 20)


@pytest.mark.parametrize("error", [asyncio.CancelledError(), StopIteration(), TimeoutError()])
@pytest.mark.parametrize("client", [Asked, Awaited])
def test_a_client_that_gives_up_by_itself_fails_its_call_alone(
    error: BaseException, client: type[Asked]
) -> None:
    """A task of its own was cancelled, an iterator ran out: the run goes on."""

    def reply(n: int) -> Completion:
        if n % 2:
            raise error
        return answer(n)

    grounder = LLMGrounder(ROLES, client=client(reply), max_workers=2, retry=ONCE)
    if client is Asked and isinstance(error, asyncio.CancelledError):
        pytest.skip("a thread cannot be cancelled")
    kept = flat(asyncio.run(grounder.aground_documents(corpus(9))))
    for n, fact in enumerate(kept):
        if n % 2:
            assert ground_record(fact)["reason"] == "call_failed"
        else:
            assert fact.verdict is verdict_of(n)
    assert (grounder.stats["failed"], grounder.stats["unasked"]) == (4, 0)


@pytest.mark.parametrize("is_wrapped", [False, True])
def test_what_is_awaited_need_not_be_declared_so(is_wrapped: bool) -> None:
    """A plain function may return a coroutine, as a decorated one does, or the answer itself."""

    class Plain(Asked):
        def acomplete(self, messages: Any, **_: Any) -> Any:
            async def later() -> Completion:
                return answer(port_of(messages))

            return later() if is_wrapped else answer(port_of(messages))

    pairs = corpus(9)
    assert run(LLMGrounder(ROLES, client=Plain()), pairs, awaited=True) == alone(pairs)


INTERRUPTED = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job ignores it
sys.path.insert(0, {support!r})
import asyncio
from asking import Asked, answer, corpus
from openodke.ground import LLMGrounder

def reply(n):
    if n == 12:
        print("asked", flush=True)
    if n >= 12:
        time.sleep({nap})
    return answer(n)

grounder = LLMGrounder(client=Asked(reply), max_workers={workers})
pairs = corpus(40)
try:
    {run}
except KeyboardInterrupt:
    kept = [fact for facts in grounder.unfinished for fact in facts]
    settled = [n for n, fact in enumerate(kept) if fact.verdict != "unchecked"]
    stats = grounder.stats
    print(len(kept), settled == list(range(12)), stats["facts"], stats["unasked"], flush=True)
    raise SystemExit(7)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
@pytest.mark.parametrize("workers", [1, 4])
@pytest.mark.parametrize(
    "run_", ["grounder.ground_documents(pairs)", "asyncio.run(grounder.aground_documents(pairs))"]
)
def test_ctrl_c_ends_a_run_at_once_and_keeps_what_was_answered(workers: int, run_: str) -> None:
    """Though every worker waits for an answer that takes a minute."""
    script = INTERRUPTED.format(support=str(SUPPORT), nap=60, workers=workers, run=run_)
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, encoding="utf-8"
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "asked\n"
    time.sleep(0.6)  # what was answered before is put by then
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=30)
    assert (said, process.returncode) == ("40 True 12 28\n", 7)
