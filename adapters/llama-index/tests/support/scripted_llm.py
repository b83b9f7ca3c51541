"""A language model of LlamaIndex that answers from a script, by what its prompt holds."""

from __future__ import annotations

import asyncio
from typing import Any

from llama_index.core.base.llms.types import CompletionResponse, LLMMetadata
from llama_index.core.bridge.pydantic import PrivateAttr
from llama_index.core.llms import CustomLLM


class ScriptedLLM(CustomLLM):
    """Answers with the first of `answers` whose key stands in the prompt, else with `otherwise`.

    Attributes:
        answers: what to answer, by a piece of the prompt.
        otherwise: what to answer to anything else.
        name: the model's name.
        tokens: what it says that each call took: (asked, answered).
        fails: how often it fails first.
    """

    answers: dict[str, str] = {}  # noqa: RUF012 - pydantic copies it
    otherwise: str = ""
    name: str = "scripted"
    tokens: tuple[int, int] | None = None
    fails: int = 0

    _prompts: list[str] = PrivateAttr(default_factory=list)

    @property
    def prompts(self) -> list[str]:
        """What it was asked, in order."""
        return self._prompts

    @property
    def metadata(self) -> LLMMetadata:
        """Its name."""
        return LLMMetadata(model_name=self.name)

    def complete(self, prompt: str, formatted: bool = False, **_: Any) -> CompletionResponse:  # noqa: ARG002
        """Answer."""
        self._prompts.append(prompt)
        if len(self._prompts) <= self.fails:
            raise ConnectionError("the line is down")
        found = (answer for piece, answer in self.answers.items() if piece in prompt)
        raw = None
        if self.tokens:
            asked, answered = self.tokens
            raw = {"usage": {"prompt_tokens": asked, "completion_tokens": answered}}
        return CompletionResponse(text=next(found, self.otherwise), raw=raw)

    async def acomplete(self, prompt: str, formatted: bool = False, **_: Any) -> CompletionResponse:
        """Answer, after another task had its turn."""
        await asyncio.sleep(0)
        return self.complete(prompt, formatted)

    def stream_complete(self, prompt: str, formatted: bool = False, **_: Any) -> Any:
        """Not needed."""
        raise NotImplementedError
