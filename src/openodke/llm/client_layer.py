"""How does a client stand before another, the same way in threads and on an event loop?

What a layer does about a call is a generator of steps. It yields `CALL` to have the inner client
asked, or a Pause to wait, and returns the answer; an error of the inner client is raised where it
yielded. So a layer's rules are written once, and a thread or an event loop walks through them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from concurrent.futures import Future
from concurrent.futures import wait as wait_for
from dataclasses import dataclass
from functools import partial
from time import sleep
from typing import Any, Final

from openodke.llm.client_contract import check_client
from openodke.llm.message import Completion, Messages, Schema
from openodke.llm.model_client import LLMClient
from openodke.llm.model_spec import ModelSpec


@dataclass(frozen=True, slots=True)
class Pause:
    """Wait until somebody sets a future, for so many seconds at most; None waits without end."""

    until: Future[None] | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Work:
    """Do what may take a while and is no call, such as writing a file, and hand back its result."""

    do: Callable[[], Any]


class _Call:
    """Asks the inner client."""


CALL: Final = _Call()
Steps = Generator["Pause | Work | _Call", Any, Any]


def signal() -> Future[None]:
    """Return a future that a thread sets and a thread or a loop awaits, and nobody can cancel."""
    future: Future[None] = Future()
    future.set_running_or_notify_cancel()
    return future


def name_of(client: LLMClient) -> str:
    """Return the name of a client's class, of the one behind all layers."""
    while isinstance(client, ClientLayer):
        client = client.inner
    return type(client).__name__


class ClientLayer:
    """A client that asks another, `inner`. It has `acomplete` where the other has it."""

    def __init__(self, inner: LLMClient) -> None:
        """Ask `inner`."""
        check_client("inner", inner)
        self.inner = inner
        if getattr(inner, "acomplete", None) is not None:
            self.acomplete = self._acomplete  # only then: a caller looks for it

    def complete(
        self, messages: Messages, *, spec: ModelSpec, schema: Schema | None = None
    ) -> Completion:
        """Return an answer; an error of the inner client is raised."""
        call = partial(self.inner.complete, messages, spec=spec, schema=schema)
        steps = self._steps(messages, spec, schema)
        got, error = None, None
        while True:
            try:
                step = steps.send(got) if error is None else steps.throw(error)
            except StopIteration as done:
                return done.value  # type: ignore[no-any-return]
            except _Unthrowable as held:
                raise held.error from None
            got, error = _outcome(step, call)

    async def _acomplete(
        self, messages: Messages, *, spec: ModelSpec, schema: Schema | None = None
    ) -> Completion:
        """As `complete`."""
        acomplete = self.inner.acomplete  # type: ignore[attr-defined]
        call = partial(acomplete, messages, spec=spec, schema=schema)
        steps = self._steps(messages, spec, schema)
        got: Any = None
        error: BaseException | None = None
        while True:
            try:
                step = steps.send(got) if error is None else steps.throw(error)
            except StopIteration as done:
                return done.value  # type: ignore[no-any-return]
            try:
                got, error = await _awaited(step, call), None
            except BaseException as raised:  # cancelling too: a layer gives back what it holds
                got, error = None, raised

    def _steps(self, messages: Messages, spec: ModelSpec, schema: Schema | None) -> Steps:
        """Yield what is to be done about a call, and return the answer."""
        raise NotImplementedError


class _Unthrowable(Exception):  # noqa: N818 - it holds one
    """Holds an error of a client that a generator cannot be handed: it would seem to have ended."""

    def __init__(self, error: StopIteration) -> None:
        self.error = error


def _outcome(
    step: Pause | Work | _Call, call: Callable[[], Any]
) -> tuple[Any, BaseException | None]:
    """Take one step in this thread; return what it gives, or the error it raises."""
    try:
        return _taken(step, call), None
    except StopIteration as error:
        return None, _Unthrowable(error)
    except BaseException as error:
        return None, error


def _taken(step: Pause | Work | _Call, call: Callable[[], Any]) -> Any:
    """Take one step in this thread."""
    if isinstance(step, _Call):
        return call()
    if isinstance(step, Work):
        return step.do()
    if step.until is None:
        sleep(step.seconds or 0)
    else:
        wait_for([step.until], step.seconds)
    return None


async def _awaited(step: Pause | Work | _Call, call: Callable[[], Any]) -> Any:
    """Take one step on the running event loop."""
    import asyncio  # slow to import, and most runs await nothing

    if isinstance(step, _Call):
        answer = call()
        return await answer if isinstance(answer, Awaitable) else answer
    if isinstance(step, Work):
        return await asyncio.to_thread(step.do)
    if step.until is None:
        return await asyncio.sleep(step.seconds or 0)
    told = asyncio.wrap_future(step.until)
    try:
        await asyncio.wait({told}, timeout=step.seconds)
    finally:
        told.cancel()  # this wait alone: the signal is the others' too
    return None
