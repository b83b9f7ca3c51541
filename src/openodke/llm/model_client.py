"""What must an object be able to do to be asked?"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from openodke.llm.message import Completion, Messages, Schema
from openodke.llm.model_spec import ModelSpec


@runtime_checkable
class LLMClient(Protocol):
    """Asks a model. A client is used from several threads at once.

    It raises whatever it likes: an error with a status code (`status_code`, `code`, or that of its
    `response`), a timeout or a broken connection is tried again where that can help. It does not
    try again itself.
    """

    def complete(
        self, messages: Messages, *, spec: ModelSpec, schema: Schema | None = None
    ) -> Completion:
        """Return the model's answer, which fits `schema` as far as the provider can promise it."""
        ...


@runtime_checkable
class AsyncLLMClient(LLMClient, Protocol):
    """A client that can also be awaited; one that cannot is run in a thread."""

    async def acomplete(
        self, messages: Messages, *, spec: ModelSpec, schema: Schema | None = None
    ) -> Completion:
        """Return the model's answer."""
        ...
