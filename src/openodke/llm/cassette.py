"""What does a recording of a model's answers hold?"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import (
    AfterValidator,
    Field,
    JsonValue,
    NonNegativeInt,
    ValidationError,
    model_validator,
)

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


def _writable(value: JsonValue) -> JsonValue:
    """Return a JSON value when it can be written as UTF-8."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ValueError("a lone surrogate: it cannot be written as UTF-8") from None
    return value


class RecordedAnswer(FrozenModel):
    """What was answered (see Completion for the fields)."""

    text: Text = ""
    parsed: Annotated[JsonValue, AfterValidator(_writable)] = None
    model: Text = ""
    prompt_tokens: NonNegativeInt = 0
    completion_tokens: NonNegativeInt = 0
    cost_usd: float | None = None
    finish: Text = ""


class RecordedError(FrozenModel):
    """How a call failed. A provider's message may quote a key or the text, so it is not kept.

    Attributes:
        kind: the name of the error's class.
        status: the HTTP status, None where there was none.
        transient: whether the same call might have succeeded later.
    """

    kind: Annotated[str, Field(pattern=r"^[A-Za-z_]\w{0,99}$")]
    status: Annotated[int, Field(ge=100, lt=600)] | None = None
    transient: bool = False


class Interaction(FrozenModel):
    """One call, and its answer or how it failed."""

    match: RecordedMatch
    response: RecordedAnswer | None = None
    error: RecordedError | None = None

    @model_validator(mode="after")
    def _has_one(self) -> Self:
        if (self.response is None) == (self.error is None):
            raise ValueError("give either response or error")
        return self


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
        if not isinstance(held, Mapping | Cassette):
            raise InputError(
                f"{source}: holds {type(held).__name__}, and no recording: give an object with "
                "interactions, or a list of entries with match and response"
            )
        try:
            return cls.model_validate(held)
        except ValidationError as error:
            problems = (
                f"{source}: {'.'.join(map(str, fault['loc']))}: {_said(fault['msg'])}"
                for fault in error.errors()
            )
            raise InputError("\n".join(problems)) from None

    def save(self, path: str | PathLike[str]) -> None:
        """Write the recording as JSON. It holds the text that was sent to nobody but its answers.

        Raises:
            OSError: when the file cannot be written.
        """
        Path(path).write_text(self.model_dump_json(indent=2) + "\n", encoding="utf-8")


def _said(fault: str) -> str:
    """Return what is wrong in JSON's words: it has no tuples, and its reader need not know ours."""
    fault = fault.removeprefix("Value error, ").replace("valid tuple", "list")
    return fault.partition(" or instance of ")[0].replace("dictionary", "object")


def fingerprint(messages: Messages, spec: ModelSpec, schema: Schema | None) -> str:
    """Return the SHA-256 of what a call asks: model, messages and schema, as canonical JSON."""
    asked = {
        "model": spec.model,
        "messages": [[message.role, message.content] for message in messages],
        "schema": schema,
    }
    canonical = json.dumps(
        asked, ensure_ascii=True, sort_keys=True, separators=(",", ":"), default=str
    )
    return hashlib.sha256(canonical.encode()).hexdigest()
