"""What does a recording of a model's answers hold?"""

from __future__ import annotations

import hashlib
import json
from os import PathLike
from pathlib import Path
from typing import Any

from pydantic import JsonValue, NonNegativeInt, ValidationError

from openodke.errors import InputError
from openodke.llm.message import Messages, Schema
from openodke.llm.model_spec import ModelSpec
from openodke.llm.recording_file import read_recording
from openodke.model.frozen import FrozenModel, Text


class RecordedMatch(FrozenModel):
    """Which call an answer is for; what is left out matches any.

    Attributes:
        fingerprint: the SHA-256 of the call (see `fingerprint`).
        model: the model asked.
        contains: texts that all stand in the messages.
    """

    fingerprint: Text | None = None
    model: Text | None = None
    contains: tuple[Text, ...] = ()


class RecordedAnswer(FrozenModel):
    """What was answered (see Completion for the fields)."""

    text: Text = ""
    parsed: JsonValue = None
    model: Text = ""
    prompt_tokens: NonNegativeInt = 0
    completion_tokens: NonNegativeInt = 0
    cost_usd: float | None = None


class Interaction(FrozenModel):
    """One call and its answer."""

    match: RecordedMatch
    response: RecordedAnswer


class Cassette(FrozenModel):
    """A recording: each interaction answers one call."""

    description: Text = ""
    interactions: tuple[Interaction, ...] = ()

    @classmethod
    def from_file(cls, path: str | PathLike[str]) -> Cassette:
        """Return the recording that a file holds.

        Raises:
            InputError: naming the file and every field that is wrong.
        """
        return cls.from_value(read_recording(path), str(path))

    @classmethod
    def from_value(cls, held: Any, source: str) -> Cassette:
        """Return the recording that a JSON value holds; `source` names it in messages.

        Raises:
            InputError: naming the source and every field that is wrong.
        """
        try:
            return cls.model_validate(held)
        except ValidationError as error:
            problems = (
                f"{source}: {'.'.join(map(str, fault['loc']))}: {fault['msg']}"
                for fault in error.errors()
            )
            raise InputError("\n".join(problems)) from None

    def save(self, path: str | PathLike[str]) -> None:
        """Write the recording as JSON. It holds the text that was sent to nobody but its answers.

        Raises:
            OSError: when the file cannot be written.
        """
        Path(path).write_text(self.model_dump_json(indent=2) + "\n", encoding="utf-8")


def fingerprint(messages: Messages, spec: ModelSpec, schema: Schema | None) -> str:
    """Return the SHA-256 of what a call asks: model, messages and schema, as canonical JSON."""
    asked = {
        "model": spec.model,
        "messages": [[message.role, message.content] for message in messages],
        "schema": schema,
    }
    canonical = json.dumps(asked, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()
