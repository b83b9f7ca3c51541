"""How does a test say what a model answers next?"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

from openodke.errors import UnansweredCall
from openodke.llm.message import Completion, Message, Messages, Schema, estimated_tokens
from openodke.llm.model_spec import ModelSpec

Response = str | Mapping[str, Any] | Completion | BaseException
"""What a scripted or recorded client answers: a text, a JSON object, a Completion, an error."""


class ScriptedClient:
    """Answers with a list of responses, in order; an error among them is raised.

    For tests, and for one thread: two threads would share the list in whatever order they run.

    Attributes:
        calls: (messages, spec, schema) of each call.
    """

    def __init__(self, responses: Iterable[Response] = (), *, strict: bool = True) -> None:
        """Answer with `responses`; after the last one, raise, or if not `strict` say nothing."""
        self._left = deque(responses)
        self._strict = strict
        self.calls: list[tuple[tuple[Message, ...], ModelSpec, Schema | None]] = []

    @property
    def exhausted(self) -> bool:
        """Whether every response was given."""
        return not self._left

    def complete(
        self, messages: Messages, *, spec: ModelSpec, schema: Schema | None = None
    ) -> Completion:
        """Return the next response.

        Raises:
            UnansweredCall: when there is none left and the client is strict.
        """
        self.calls.append((tuple(messages), spec, schema))
        if self._left:
            return answered(self._left.popleft(), messages)
        if self._strict:
            raise UnansweredCall(
                f"call {len(self.calls)} came after the last of {len(self.calls) - 1} scripted "
                f"responses: {shown(messages)}"
            )
        return Completion()


def answered(response: Response, messages: Messages) -> Completion:
    """Return a response as a Completion, its tokens estimated, or raise it if it is an error.

    It names no model: none was asked.
    """
    if isinstance(response, BaseException):
        raise response
    if isinstance(response, Completion):
        return response
    parsed = None if isinstance(response, str) else dict(response)
    text = response if isinstance(response, str) else json.dumps(parsed, ensure_ascii=False)
    return Completion(
        text=text,
        parsed=parsed,
        prompt_tokens=estimated_tokens(*(message.content for message in messages)),
        completion_tokens=estimated_tokens(text),
    )


def shown(messages: Messages) -> str:
    """Return the last message on one line, cut, to tell one call from another."""
    line = " ".join(messages[-1].content.split()) if messages else "no message"
    return line if len(line) <= 200 else line[:199] + "…"
