"""How are a model's answers recorded, and given again?"""

from __future__ import annotations

from collections.abc import Awaitable
from os import PathLike
from threading import Lock
from typing import Any

from openodke.errors import ProviderError, UnansweredCall
from openodke.llm.call_failure import FATAL
from openodke.llm.cassette import Cassette, Interaction, RecordedError, RecordedMatch, fingerprint
from openodke.llm.message import Completion, Messages, Schema
from openodke.llm.model_client import LLMClient
from openodke.llm.model_spec import ModelSpec
from openodke.llm.recorded_client import RecordedClient
from openodke.llm.recorded_value import recorded_answer, recorded_error
from openodke.llm.recording_file import read_recording
from openodke.llm.scripted_client import shown


class RecordingClient:
    """Asks another client and remembers what it answered; safe in several threads.

    It has `acomplete` where the other client has it.
    """

    def __init__(self, inner: LLMClient, *, description: str = "") -> None:
        """Ask `inner`."""
        self._inner = inner
        self._description = description
        self._held: list[Interaction] = []
        self._lock = Lock()

        if getattr(inner, "acomplete", None) is not None:
            self.acomplete = self._acomplete  # only then: a caller looks for it

    def complete(
        self, messages: Messages, *, spec: ModelSpec, schema: Schema | None = None
    ) -> Completion:
        """Return the inner client's answer as it is, and pass an error of its on.

        A failed call is recorded by the kind of its error, for a replay to fail there too; what no
        recording can hold of an answer is left out, and an answer without a text is a failure. Not
        recorded is an error that ends a run.
        """
        match = _matched(messages, spec, schema)
        try:
            answer = self._inner.complete(messages, spec=spec, schema=schema)
        except Exception as error:
            self._fail(match, error)
            raise
        self._note(match, answer)
        return answer

    async def _acomplete(
        self, messages: Messages, *, spec: ModelSpec, schema: Schema | None = None
    ) -> Completion:
        """As `complete`."""
        match = _matched(messages, spec, schema)
        try:
            answer: Any = self._inner.acomplete(  # type: ignore[attr-defined]
                messages, spec=spec, schema=schema
            )
            answer = await answer if isinstance(answer, Awaitable) else answer
        except Exception as error:
            self._fail(match, error)
            raise
        self._note(match, answer)
        return answer  # type: ignore[no-any-return]

    def _fail(self, match: RecordedMatch, error: Exception) -> None:
        if not isinstance(error, FATAL):
            self._hold(Interaction(match=match, error=recorded_error(error)))

    def _note(self, match: RecordedMatch, answer: object) -> None:
        response = recorded_answer(answer)
        error = RecordedError(kind="NoText") if response is None else None
        self._hold(Interaction(match=match, response=response, error=error))

    def _hold(self, interaction: Interaction) -> None:
        with self._lock:
            self._held.append(interaction)

    @property
    def cassette(self) -> Cassette:
        """What was recorded so far, in the order of the answers."""
        with self._lock:
            return Cassette(description=self._description, interactions=tuple(self._held))

    def save(self, path: str | PathLike[str]) -> None:
        """Write what was recorded so far as JSON."""
        self.cassette.save(path)


class ReplayClient:
    """Answers from a recording, each interaction once; safe in several threads."""

    def __init__(
        self, cassette: Cassette, *, strict: bool = True, source: str = "the recording"
    ) -> None:
        """Answer from `cassette`, which `source` names in messages.

        For a call that it does not answer raise, or if not `strict` say nothing.
        """
        self._source = source
        self._strict = strict
        self._lock = Lock()
        self._by_call: dict[str, list[Interaction]] = {}
        self._open: list[Interaction] = []
        for held in cassette.interactions:
            call = held.match.fingerprint
            (self._by_call.setdefault(call, []) if call else self._open).append(held)

    @classmethod
    def from_file(cls, path: str | PathLike[str], *, strict: bool = True) -> ReplayClient:
        """Return a client for a file that `RecordingClient.save` wrote.

        Raises:
            InputError: naming the file and the field that is wrong.
        """
        return cls(Cassette.from_file(path), strict=strict, source=str(path))

    def complete(
        self, messages: Messages, *, spec: ModelSpec, schema: Schema | None = None
    ) -> Completion:
        """Return the answer that was recorded for the call.

        Raises:
            ProviderError: when the call failed as it was recorded.
            UnansweredCall: when there is none, or each that fits was used, and the client is
                strict.
        """
        with self._lock:
            taken = self._taken(messages, spec, schema)
        if taken is not None and taken.error is not None:
            raise _failure(taken.error, self._source)
        answer = taken and taken.response
        if answer is None and self._strict:
            raise UnansweredCall(
                f"{self._source}: no interaction left for the call to {spec.model} "
                f"({self._left()}): {shown(messages)}"
            )
        return Completion(**answer.model_dump()) if answer is not None else Completion()

    def _left(self) -> str:
        """Say what the recording still holds, and for which models."""
        held = [*self._open, *(one for many in self._by_call.values() for one in many)]
        models = sorted({one.match.model for one in held if one.match.model})
        return f"{len(held)} left, for {', '.join(models)}" if models else f"{len(held)} left"

    def _taken(
        self, messages: Messages, spec: ModelSpec, schema: Schema | None
    ) -> Interaction | None:
        """Take the first interaction that fits the call out of the recording."""
        exact = self._by_call.get(fingerprint(messages, spec, schema), [])
        said = "\n\n".join(message.content for message in messages)
        for held in (exact, self._open):
            for at, interaction in enumerate(held):
                if _fits(interaction.match, spec.model, said):
                    return held.pop(at)
        return None


def _matched(messages: Messages, spec: ModelSpec, schema: Schema | None) -> RecordedMatch:
    return RecordedMatch(fingerprint=fingerprint(messages, spec, schema), model=spec.model)


class BrokenConnectionError(ProviderError, ConnectionError):
    """A call that failed without a status, and might have succeeded later."""


def _failure(error: RecordedError, source: str) -> ProviderError:
    """Return a ProviderError for a recorded one, of its class's name: a record of it names that."""
    base = BrokenConnectionError if error.transient and error.status is None else ProviderError
    kind = type(error.kind, (base,), {})
    return kind(  # type: ignore[no-any-return]
        f"{source}: the recorded call failed: {error.kind}", status_code=error.status
    )


def _fits(match: RecordedMatch, model: str, said: str) -> bool:
    return match.model in (None, model) and all(text in said for text in match.contains)


def open_recording(path: str | PathLike[str], *, strict: bool = True) -> LLMClient:
    """Return the client for a file of recorded answers, in either of its two forms.

    A list is for a RecordedClient, whose entries answer any number of times; an object for a
    ReplayClient, whose interactions answer once. For a call that it does not answer the client
    raises UnansweredCall, or if not `strict` says nothing.

    Raises:
        InputError: naming the file, the entry or field, and what is wrong with it.
    """
    held = read_recording(path)
    if isinstance(held, list):
        return RecordedClient(held, strict=strict, source=str(path))
    return ReplayClient(Cassette.from_value(held, str(path)), strict=strict, source=str(path))
