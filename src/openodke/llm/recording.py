"""How are a model's answers recorded, and given again?"""

from __future__ import annotations

from os import PathLike
from threading import Lock

from pydantic import ValidationError

from openodke.errors import UnansweredCall
from openodke.llm.cassette import Cassette, Interaction, RecordedAnswer, RecordedMatch, fingerprint
from openodke.llm.message import Completion, Messages, Schema
from openodke.llm.model_client import LLMClient
from openodke.llm.model_spec import ModelSpec
from openodke.llm.recorded_client import RecordedClient
from openodke.llm.recording_file import read_recording
from openodke.llm.scripted_client import shown


class RecordingClient:
    """Asks another client and remembers what it answered; safe in several threads."""

    def __init__(self, inner: LLMClient, *, description: str = "") -> None:
        """Ask `inner`."""
        self._inner = inner
        self._description = description
        self._held: list[Interaction] = []
        self._lock = Lock()

    def complete(
        self, messages: Messages, *, spec: ModelSpec, schema: Schema | None = None
    ) -> Completion:
        """Return the inner client's answer as it is.

        An error is passed on and not recorded; nor is an answer that no recording can hold.
        """
        answer = self._inner.complete(messages, spec=spec, schema=schema)
        held = _recorded(answer)
        if held is not None:
            match = RecordedMatch(fingerprint=fingerprint(messages, spec, schema), model=spec.model)
            with self._lock:
                self._held.append(Interaction(match=match, response=held))
        return answer

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

    def __init__(self, cassette: Cassette, *, source: str = "the recording") -> None:
        """Answer from `cassette`; `source` names it in messages."""
        self._source = source
        self._lock = Lock()
        self._by_call: dict[str, list[Interaction]] = {}
        self._open: list[Interaction] = []
        for held in cassette.interactions:
            call = held.match.fingerprint
            (self._by_call.setdefault(call, []) if call else self._open).append(held)

    @classmethod
    def from_file(cls, path: str | PathLike[str]) -> ReplayClient:
        """Return a client for a file that `RecordingClient.save` wrote.

        Raises:
            InputError: naming the file and the field that is wrong.
        """
        return cls(Cassette.from_file(path), source=str(path))

    def complete(
        self, messages: Messages, *, spec: ModelSpec, schema: Schema | None = None
    ) -> Completion:
        """Return the answer that was recorded for the call.

        Raises:
            UnansweredCall: when there is none, or each that fits was used.
        """
        with self._lock:
            answer = self._taken(messages, spec, schema)
        if answer is None:
            raise UnansweredCall(
                f"{self._source}: no interaction left for the call to {spec.model} "
                f"({self._left()}): {shown(messages)}"
            )
        return Completion(**answer.model_dump())

    def _left(self) -> str:
        """Say what the recording still holds, and for which models."""
        held = [*self._open, *(one for many in self._by_call.values() for one in many)]
        models = sorted({one.match.model for one in held if one.match.model})
        return f"{len(held)} left, for {', '.join(models)}" if models else f"{len(held)} left"

    def _taken(
        self, messages: Messages, spec: ModelSpec, schema: Schema | None
    ) -> RecordedAnswer | None:
        """Take the first interaction that fits the call out of the recording."""
        exact = self._by_call.get(fingerprint(messages, spec, schema), [])
        said = "\n\n".join(message.content for message in messages)
        for held in (exact, self._open):
            for at, interaction in enumerate(held):
                if _fits(interaction.match, spec.model, said):
                    return held.pop(at).response
        return None


def _recorded(answer: object) -> RecordedAnswer | None:
    """Return what a recording holds of an answer; a field that it cannot hold is left out."""
    fields = {name: getattr(answer, name, None) for name in RecordedAnswer.model_fields}
    while fields.get("text") is not None or fields.get("parsed") is not None:
        try:
            given = {name: value for name, value in fields.items() if value is not None}
            return RecordedAnswer.model_validate(given)
        except ValidationError as error:
            for fault in error.errors():
                fields.pop(str(fault["loc"][0]), None)
    return None


def _fits(match: RecordedMatch, model: str, said: str) -> bool:
    return match.model in (None, model) and all(text in said for text in match.contains)


def open_recording(path: str | PathLike[str]) -> LLMClient:
    """Return the client for a file of recorded answers, in either of its two forms.

    A list is for a RecordedClient, whose entries answer any number of times; an object for a
    ReplayClient, whose interactions answer once.

    Raises:
        InputError: naming the file, the entry or field, and what is wrong with it.
    """
    held = read_recording(path)
    if isinstance(held, list):
        return RecordedClient(held, source=str(path))
    return ReplayClient(Cassette.from_value(held, str(path)), source=str(path))
