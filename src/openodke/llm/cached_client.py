"""How is an answer that was paid for given again, and one question paid for once?"""

from __future__ import annotations

from concurrent.futures import Future
from threading import Lock
from time import monotonic

from openodke.errors import InputError
from openodke.llm.answer_key import answer_key
from openodke.llm.answer_store import AnswerStore, SharedStore
from openodke.llm.cassette import RecordedAnswer
from openodke.llm.client_layer import CALL, ClientLayer, Pause, Steps, Work, signal
from openodke.llm.message import Completion, Messages, Schema
from openodke.llm.model_client import LLMClient
from openodke.llm.model_spec import ModelSpec
from openodke.llm.recorded_value import recorded_answer

_FIRST_LOOK, _LAST_LOOK = 0.005, 0.2  # seconds between looks at what another process has


class CachedClient(ClientLayer):
    """Asks another client what a store does not hold, and keeps what it answers.

    An answer that was kept is `cached`, has no tokens and costs 0.0. Every answer with a text is
    kept, one that gives no verdict too: the same question would get it again. Errors are not.
    Of several threads or tasks that ask the same at once one asks, and all have its answer or its
    error; of several processes too, where the store can tell them apart (DirectoryCache).

    Attributes:
        unkept: how many answers the store refused to keep, as on a full disk.
        first_refusal: the first of its errors, None for none.
        patience: seconds beyond a call's own time that another process is waited for.
    """

    patience = 5.0

    def __init__(self, inner: LLMClient, store: AnswerStore) -> None:
        """Ask `inner`, and keep answers in `store`.

        Raises:
            InputError: when either cannot be used.
        """
        super().__init__(inner)
        if not isinstance(store, AnswerStore):
            raise InputError(f"store={store!r} keeps no answers: give DirectoryCache(path)")
        self.store = store
        self.unkept = 0
        self.first_refusal: OSError | None = None
        self._shared = store if isinstance(store, SharedStore) else None
        self._flights: dict[str, _Flight] = {}
        self._lock = Lock()

    def kept(
        self, messages: Messages, *, spec: ModelSpec, schema: Schema | None = None
    ) -> Completion | None:
        """Return the answer that is kept, None for none; nobody is asked."""
        held = self.store.get(answer_key(messages, spec, schema))
        return None if held is None else _given_again(held)

    def _steps(self, messages: Messages, spec: ModelSpec, schema: Schema | None) -> Steps:
        key = answer_key(messages, spec, schema)
        flight, leads = self._boarded(key)
        while not leads:
            yield Pause(flight.landed)
            if flight.error is not None:
                raise flight.error
            if flight.answer is not None:
                return _given_again(flight.answer)
            flight, leads = self._boarded(key)  # who asked was cancelled
        try:
            return (yield from self._asked(key, spec, flight))
        except Exception as error:
            flight.error = error
            raise
        finally:
            with self._lock:
                del self._flights[key]
            flight.landed.set_result(None)

    def _boarded(self, key: str) -> tuple[_Flight, bool]:
        """Return the flight of a question, and whether it begins with this caller."""
        with self._lock:
            flight = self._flights.get(key)
            if flight is not None:
                return flight, False
            flight = self._flights[key] = _Flight()
            return flight, True

    def _asked(self, key: str, spec: ModelSpec, flight: _Flight) -> Steps:
        """Return what is kept, or what the inner client answers while nobody else asks it."""
        flight.answer = self.store.get(key)
        if flight.answer is not None:
            return _given_again(flight.answer)
        claimed = yield from self._claimed(key, spec)
        try:
            flight.answer = self.store.get(key) if self._shared else None
            if flight.answer is not None:  # another process asked it meanwhile
                return _given_again(flight.answer)
            answer = yield CALL
            kept = recorded_answer(answer)
            if kept is not None and not getattr(answer, "cached", False):
                yield Work(lambda: self._keep(key, kept))
            flight.answer = kept
            return answer
        finally:
            if claimed and self._shared:
                self._shared.release(key)

    def _claimed(self, key: str, spec: ModelSpec) -> Steps:
        """Wait while another process asks the same; one that is stuck is not waited for."""
        if self._shared is None:
            return False
        late, pause = monotonic() + spec.timeout + self.patience, _FIRST_LOOK
        while not self._shared.claim(key):
            if monotonic() > late:
                return False
            yield Pause(seconds=pause)
            pause = min(2 * pause, _LAST_LOOK)
        return True

    def _keep(self, key: str, answer: RecordedAnswer) -> None:
        """Keep an answer; one that cannot be kept is still the answer."""
        try:
            self.store.put(key, answer)
        except OSError as error:
            with self._lock:
                self.unkept += 1
                self.first_refusal = self.first_refusal or error


class _Flight:
    """A question that is being asked, and what came of it."""

    def __init__(self) -> None:
        self.landed: Future[None] = signal()
        self.answer: RecordedAnswer | None = None
        self.error: Exception | None = None


def _given_again(kept: RecordedAnswer) -> Completion:
    """Return an answer that cost nothing this time."""
    return Completion(
        text=kept.text,
        parsed=kept.parsed,
        model=kept.model,
        finish=kept.finish,
        cost_usd=0.0,
        cached=True,
    )
