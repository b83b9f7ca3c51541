"""How do recorded answers stand in for a model, whatever the order of the calls?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from os import PathLike
from typing import Any

from openodke.errors import InputError, ProviderError, UnansweredCall
from openodke.llm.message import Completion, Messages, Schema
from openodke.llm.model_spec import ModelSpec
from openodke.llm.recording_file import read_recording
from openodke.llm.scripted_client import answered, shown

_KEYS = ("match", "response", "error")


class RecordedClient:
    """Answers each call with the first entry whose `match` stands in the call's messages.

    An entry answers any number of times, so the order of calls and the number of threads change
    nothing.
    """

    def __init__(
        self,
        entries: Iterable[Mapping[str, Any]],
        *,
        strict: bool = True,
        source: str = "entries",
    ) -> None:
        """Take the entries.

        Args:
            entries: each `{"match": text, "response": text or object}` or `{"match", "error"}`.
            strict: raise for a call that no entry matches, and not answer with an empty text.
            source: the file they are from, for messages.

        Raises:
            InputError: naming the entry that has another key, or lacks one.
        """
        self._entries = [_checked(entry, source, at) for at, entry in enumerate(entries)]
        self._strict = strict
        self._source = source

    @classmethod
    def from_fixture(cls, path: str | PathLike[str], *, strict: bool = True) -> RecordedClient:
        """Return a client for a JSON file that holds a list of entries.

        Raises:
            InputError: naming the file, and the entry that is wrong.
        """
        held = read_recording(path)
        if not isinstance(held, list):
            raise InputError(f"{path}: holds {type(held).__name__}, and not a list of entries")
        return cls(held, strict=strict, source=str(path))

    def complete(
        self,
        messages: Messages,
        *,
        spec: ModelSpec,  # noqa: ARG002 - an answer was recorded with its model and schema
        schema: Schema | None = None,  # noqa: ARG002
    ) -> Completion:
        """Return the recorded answer.

        Raises:
            UnansweredCall: when no entry matches and the client is strict.
            ProviderError: for an entry that holds an error.
        """
        prompt = "\n\n".join(message.content for message in messages)
        for entry in self._entries:
            if entry["match"] in prompt:
                if "error" in entry:
                    raise ProviderError(entry["error"])
                return answered(entry["response"], messages)
        if self._strict:
            raise UnansweredCall(f"{self._source}: no entry matches the call: {shown(messages)}")
        return Completion()


def _checked(entry: Any, source: str, at: int) -> Mapping[str, Any]:
    place = f"{source}[{at}]"
    if not isinstance(entry, Mapping):
        raise InputError(f"{place}: is {type(entry).__name__}, and not an object")
    for key in entry:
        if key not in _KEYS:
            close = get_close_matches(str(key), _KEYS, n=1)
            hint = f", did you mean {close[0]!r}?" if close else f"; there are {', '.join(_KEYS)}"
            raise InputError(f"{place}: the key {key!r} is unknown{hint}")
    if not isinstance(entry.get("match"), str) or not entry["match"]:
        raise InputError(f"{place}: match is missing: a text that the call's messages hold")
    if ("response" in entry) == ("error" in entry):
        raise InputError(f"{place}: give either response or error")
    answer = entry.get("response", entry.get("error"))
    if not isinstance(answer, str | Mapping):
        raise InputError(f"{place}: the answer is {type(answer).__name__}: give text or an object")
    return entry
