"""How is a language model of LlamaIndex asked for a verdict?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from llama_index.core.base.llms.types import ChatMessage, ChatResponse
from llama_index.core.llms import LLM

from openodke.errors import InputError
from openodke.llm import Completion, Message, ModelSpec
from openodke_llama_index.token_counts import token_counts


class LlamaIndexClient:
    """An LLMClient that asks a LlamaIndex LLM, once a question: openodke asks again itself.

    The LLM's own settings hold: temperature, retries, limits. It is asked in several threads.
    """

    def __init__(self, llm: LLM) -> None:
        """Take the LLM.

        Raises:
            InputError: for anything else.
        """
        if not isinstance(llm, LLM):
            raise InputError(f"llm={llm!r:.200} is no LLM of LlamaIndex, such as Ollama(model=…)")
        self._llm = llm

    def complete(
        self,
        messages: Sequence[Message],
        *,
        spec: ModelSpec,  # noqa: ARG002 - the model is the LLM's own
        schema: Mapping[str, Any] | None = None,  # noqa: ARG002 - an answer is plain text
    ) -> Completion:
        """Return the LLM's answer as it came."""
        return self._completion(self._llm.chat(_chat(messages)))

    async def acomplete(
        self,
        messages: Sequence[Message],
        *,
        spec: ModelSpec,  # noqa: ARG002
        schema: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> Completion:
        """As `complete`."""
        return self._completion(await self._llm.achat(_chat(messages)))

    def _completion(self, response: ChatResponse) -> Completion:
        asked, answered = token_counts(response.raw, response.additional_kwargs)
        return Completion(
            text=response.message.content or "",
            model=str(self._llm.metadata.model_name or type(self._llm).__name__),
            prompt_tokens=asked,
            completion_tokens=answered,
            raw=response.raw,
        )


def _chat(messages: Sequence[Message]) -> list[ChatMessage]:
    return [ChatMessage(role=message.role, content=message.content) for message in messages]
