"""How are many questions asked at once, the same way from threads and from an event loop?

An errand is a generator: it yields what a model is to be asked, is sent the reply, and returns its
result. All of an errand runs in one thread at a time, so it needs no lock of its own; only the
calls it waits for overlap.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future
from contextvars import copy_context
from queue import SimpleQueue
from threading import Condition, Event, Lock, Thread
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from openodke.llm.judge import Question, Reply

if TYPE_CHECKING:
    import asyncio

Place = TypeVar("Place")
Result = TypeVar("Result")

Errand = Generator[Question, Reply, Result]
Ask = Callable[[Question, Callable[[float], Any]], Reply]
AsyncAsk = Callable[[Question, Executor], Awaitable[Reply]]


class DaemonThreads(Executor):
    """Runs each call in a thread of its own, which a run that was stopped does not wait for.

    A thread pool's threads would hold up the end of the program until the last call came back.
    """

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Begin a call."""
        future: Future[Any] = Future()

        def work() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = fn(*args, **kwargs)
            except BaseException as error:  # told to whoever awaits it
                future.set_exception(error)
            else:
                future.set_result(result)

        Thread(target=work, daemon=True).start()
        return future


class _Stopped(BaseException):
    """Leaves a call that waits for another try when the run was stopped."""


class Errands(Generic[Place, Result]):
    """Runs errands, at most `workers` of them waiting for a reply at once.

    They are begun in their order, each when a worker is free, so that no more passages are in
    memory than calls in flight. `put` gets each result with its place, in the order of the answers.
    An errand runs, and `put` is called, only while `lock` is held; several runs may share one.

    An errand that ends may add others to their iterator: a worker that finds none left waits while
    another is under way.
    """

    def __init__(
        self,
        errands: Iterable[tuple[Place, Errand[Result]]],
        put: Callable[[Place, Result], None],
        workers: int,
        lock: Lock,
    ) -> None:
        """Take the errands."""
        self._left: Iterator[tuple[Place, Errand[Result]]] = iter(errands)
        self._put = put
        self._workers = workers
        self._lock = lock
        self._stop = Event()
        self._under_way = 0  # errands that wait for a reply
        self._ended = Condition(lock)  # one of them ended, or the run was stopped
        self._aended: asyncio.Event | None = None  # the same, on an event loop; replaced each time

    def run(self, ask: Ask) -> None:
        """Run all errands in threads; `ask` gets a question, and how to wait before another try.

        An error that `ask` raises ends the run at once, and so does Ctrl-C: calls still under way
        are left to themselves, and what was put so far stays put.
        """
        if self._workers == 1:
            self._work(ask)
            return
        ended: SimpleQueue[BaseException | None] = SimpleQueue()

        def work() -> None:
            try:
                self._work(ask)
            except _Stopped:
                ended.put(None)
            except BaseException as error:  # told to the thread that waits for all
                ended.put(error)
            else:
                ended.put(None)

        try:
            for _ in range(self._workers):
                Thread(target=copy_context().run, args=(work,), daemon=True).start()
            for _ in range(self._workers):
                error = ended.get()
                if error is not None:
                    raise error
        finally:
            self._halt()

    def _work(self, ask: Ask) -> None:
        while (begun := self._begin_or_wait()) is not None:
            place, errand, question = begun
            while question is not None:
                question = self._advance(place, errand, ask(question, self._wait))

    def _begin_or_wait(self) -> tuple[Place, Errand[Result], Question | None] | None:
        """Begin the next errand, waiting for one while another may add some."""
        with self._ended:
            while (begun := self._begin()) is None and self._may_come:
                self._ended.wait()
            return begun

    @property
    def _may_come(self) -> bool:
        """Whether errands may still be added."""
        return self._under_way > 0 and not self._stop.is_set()

    def _wait(self, seconds: float) -> None:
        """Wait before another try, unless the run is stopped meanwhile."""
        if self._stop.wait(seconds):
            raise _Stopped

    def _halt(self) -> None:
        """Put nothing from here on, however late an answer comes."""
        with self._ended:
            self._stop.set()
            self._ended.notify_all()

    async def arun(self, ask: AsyncAsk) -> None:
        """Run all errands on the running event loop; `ask` also gets a pool for blocking clients.

        An error that `ask` raises ends the run, and so does cancelling it.
        """
        from asyncio import Event as LoopEvent
        from asyncio import TaskGroup

        pool = DaemonThreads()
        self._aended = LoopEvent()
        try:
            async with TaskGroup() as group:
                for _ in range(self._workers):
                    group.create_task(self._awork(ask, pool))
        except BaseExceptionGroup as errors:
            raise errors.exceptions[0] from None
        finally:
            self._halt()

    async def _awork(self, ask: AsyncAsk, pool: Executor) -> None:
        from asyncio import sleep

        while (begun := await self._abegin_or_wait()) is not None:
            place, errand, question = begun
            while question is not None:
                question = self._advance(place, errand, await ask(question, pool))
            self._tell_loop()
            await sleep(0)  # errands that ask nothing must not hold up the loop

    async def _abegin_or_wait(self) -> tuple[Place, Errand[Result], Question | None] | None:
        while True:
            with self._lock:
                begun = self._begin()
                ended = self._aended if begun is None and self._may_come else None
            if ended is None:
                return begun
            await ended.wait()

    def _tell_loop(self) -> None:
        """Wake the tasks that wait for an errand to end."""
        from asyncio import Event as LoopEvent

        ended, self._aended = self._aended, LoopEvent()
        if ended is not None:
            ended.set()

    def _begin(self) -> tuple[Place, Errand[Result], Question | None] | None:
        """Begin the next errand; None when there is none now, or the run was stopped.

        The lock is held.
        """
        if self._stop.is_set():
            return None
        for place, errand in self._left:
            try:
                question = next(errand)
            except StopIteration as done:
                self._put(place, done.value)
                return place, errand, None
            self._under_way += 1
            return place, errand, question
        return None

    def _advance(self, place: Place, errand: Errand[Result], reply: Reply) -> Question | None:
        """Hand an errand its reply; return what it asks next, None when it is done or stopped."""
        with self._ended:
            if self._stop.is_set():
                return None
            try:
                return errand.send(reply)
            except StopIteration as done:
                self._put(place, done.value)
            self._under_way -= 1
            self._ended.notify_all()
            return None
