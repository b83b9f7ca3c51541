"""How many questions may be in flight over all runs of a batch?

Each run of a batch asks its own, as many at once as one run may. So the runs of a batch share a
number of places, and a question waits for one. It is known by the context, which LangChain hands
on to the threads and the tasks of a batch, and the grounder to its own.
"""

from __future__ import annotations

from asyncio import Semaphore
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from threading import BoundedSemaphore


class Places:
    """So many places, for threads and for tasks of one event loop."""

    def __init__(self, count: int) -> None:
        """Have so many."""
        self.threads = BoundedSemaphore(count)
        self.tasks = Semaphore(count)


_PLACES: ContextVar[Places | None] = ContextVar("openodke_langchain_places", default=None)


@contextmanager
def questions_in(places: Places | None) -> Iterator[None]:
    """Have the questions in here wait for these places; the outermost are the ones that count."""
    if places is None or _PLACES.get() is not None:
        yield
        return
    token = _PLACES.set(places)
    try:
        yield
    finally:
        _PLACES.reset(token)


@contextmanager
def question() -> Iterator[None]:
    """Wait for a place, if they are bounded, and hold it for one question."""
    places = _PLACES.get()
    if places is None:
        yield
        return
    with places.threads:
        yield


@asynccontextmanager
async def aquestion() -> AsyncIterator[None]:
    """As `question`, awaiting the place."""
    places = _PLACES.get()
    if places is None:
        yield
        return
    async with places.tasks:
        yield
