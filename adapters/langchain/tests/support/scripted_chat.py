"""A chat model that answers from a script, and notes what it was asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables import Runnable, RunnableLambda
from pydantic import Field


class ScriptedChat(BaseChatModel):
    """Answers each prompt by a function of its text.

    Attributes:
        script: returns an answer: a text, a message, or an error to raise.
        asked: the texts of the prompts so far.
        awaited: how many of them were awaited.
        tools: what `with_structured_output` returns for an answer, if it can be asked so.
    """

    script: Callable[[str], Any]
    asked: list[str] = Field(default_factory=list)
    awaited: list[str] = Field(default_factory=list)
    tools: Callable[[str], Any] | None = None

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002
        **kwargs: Any,  # noqa: ARG002
    ) -> ChatResult:
        said = "\n".join(str(message.content) for message in messages)
        self.asked.append(said)
        answer = self.script(said)
        if isinstance(answer, Exception):
            raise answer
        message = answer if isinstance(answer, BaseMessage) else AIMessage(content=answer)
        return ChatResult(generations=[ChatGeneration(message=message)])

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,  # noqa: ARG002
        **kwargs: Any,
    ) -> ChatResult:
        self.awaited.append("")
        return self._generate(messages, stop, None, **kwargs)

    def with_structured_output(self, schema: Any, **kwargs: Any) -> Runnable[Any, Any]:
        """Answer with what `tools` makes of the prompt, as a provider's tool call would."""
        if self.tools is None:
            raise NotImplementedError
        tools = self.tools

        def answered(prompt: Any) -> Any:
            messages = prompt if isinstance(prompt, list) else prompt.to_messages()
            said = "\n".join(str(message.content) for message in messages)
            self.asked.append(said)
            found = tools(said)
            parsed = schema(**found) if isinstance(schema, type) else found
            if not kwargs.get("include_raw"):
                return parsed
            return {"raw": AIMessage(content=""), "parsed": parsed, "parsing_error": None}

        return RunnableLambda(answered)


def judge(**verdicts: str) -> ScriptedChat:
    """Return a judge that gives the verdict of the first word that stands in what is asked.

    A word's `_` stands for a space; anything else is supported.
    """

    def said(prompt: str) -> AIMessage:
        claim = prompt.rpartition("Claim: ")[2].partition("\n\nPassage:")[0]
        found = [v for word, v in verdicts.items() if word.replace("_", " ") in claim]
        answer = found[0] if found else "supported"
        return AIMessage(
            content=f'{{"verdict": "{answer}"}}',
            usage_metadata={"input_tokens": 30, "output_tokens": 5, "total_tokens": 35},
            response_metadata={"model_name": "small-judge"},
        )

    return ScriptedChat(script=said)
