"""How is a model that settings.yaml configures for GraphRAG asked about a claim?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from openodke.llm import Completion, Message, ModelSpec

Messages = Any


class GraphRAGModelClient:
    """Asks a completion model of GraphRAG: its limits, retries and cache are those configured.

    An answer that GraphRAG's cache holds costs no call.

    Attributes:
        model: the model, as GraphRAG has it.
    """

    def __init__(self, model: Any) -> None:
        """Take what `graphrag_llm.completion.create_completion` returned."""
        self.model = model

    def complete(
        self, messages: Messages, *, spec: ModelSpec, schema: Mapping[str, Any] | None = None
    ) -> Completion:
        """Return the model's answer; GraphRAG takes no JSON schema, so it is left out."""
        del spec, schema
        return _completion(self.model.completion(messages=_said(messages)))

    async def acomplete(
        self, messages: Messages, *, spec: ModelSpec, schema: Mapping[str, Any] | None = None
    ) -> Completion:
        """As `complete`."""
        del spec, schema
        return _completion(await self.model.completion_async(messages=_said(messages)))


def _said(messages: list[Message]) -> list[dict[str, str]]:
    return [{"role": message.role, "content": message.content} for message in messages]


def _completion(response: Any) -> Completion:
    usage = getattr(response, "usage", None)
    return Completion(
        text=response.content,
        model=str(getattr(response, "model", "") or ""),
        prompt_tokens=int(getattr(usage, "prompt_tokens", 0) or 0),
        completion_tokens=int(getattr(usage, "completion_tokens", 0) or 0),
        raw=response,
    )
