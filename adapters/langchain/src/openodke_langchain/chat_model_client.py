"""How is a LangChain chat model asked as one of openodke's model clients?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage
from langchain_core.runnables import RunnableConfig

from openodke.errors import InputError
from openodke.llm import Completion, Message, ModelSpec
from openodke_langchain.bounded_questions import aquestion, question
from openodke_langchain.native_fields import field

_TURNS: dict[str, type[BaseMessage]] = {
    "system": SystemMessage,
    "user": HumanMessage,
    "assistant": AIMessage,
}


class ChatModelClient:
    """Asks a chat model of the user's own; it is what `LLMGrounder(client=…)` takes.

    The model is asked once a question and as it was built: it answers with its own temperature and
    limits, and what `LLMGrounder` tries again is up to its `retry`.

    Attributes:
        llm: the chat model, or any Runnable that takes messages and returns one or a text.
    """

    def __init__(
        self, llm: Any, *, structured: bool = False, config: RunnableConfig | None = None
    ) -> None:
        """Take a chat model.

        Args:
            llm: the chat model.
            structured: ask by `with_structured_output`, where a question has a schema; left out,
                the answer is read from the text, which every model can give.
            config: the callbacks, tags and metadata of its calls.

        Raises:
            InputError: for what cannot be invoked.
        """
        if isinstance(llm, type) or not callable(getattr(llm, "invoke", None)):
            raise InputError(f"llm={llm!r} has no method invoke: give a chat model object")
        self.llm = llm
        self._structured = structured
        self._config = config

    def complete(
        self,
        messages: Sequence[Message],
        *,
        spec: ModelSpec,
        schema: Mapping[str, Any] | None = None,
    ) -> Completion:
        """Return the model's answer; it raises what the model raises."""
        with question():
            answer = self._asked(schema).invoke(_turns(messages), self._config)
        return self._read(answer, spec)

    async def acomplete(
        self,
        messages: Sequence[Message],
        *,
        spec: ModelSpec,
        schema: Mapping[str, Any] | None = None,
    ) -> Completion:
        """As `complete`, awaiting the model."""
        async with aquestion():
            answer = await self._asked(schema).ainvoke(_turns(messages), self._config)
        return self._read(answer, spec)

    def _asked(self, schema: Mapping[str, Any] | None) -> Any:
        if schema is None or not self._structured:
            return self.llm
        titled = {"title": "Verdict", "description": "What the text says of the claim.", **schema}
        return self.llm.with_structured_output(titled, include_raw=True)

    def _read(self, answer: Any, spec: ModelSpec) -> Completion:
        parsed = None
        if isinstance(answer, Mapping):  # include_raw
            parsed, answer = answer.get("parsed"), answer.get("raw")
        usage = field(answer, "usage_metadata") or {}
        said = field(answer, "response_metadata") or {}
        return Completion(
            text=_text(answer),
            parsed=parsed,
            model=str(said.get("model_name") or said.get("model") or self._name(spec)),
            prompt_tokens=usage.get("input_tokens") or 0,
            completion_tokens=usage.get("output_tokens") or 0,
            cached=usage.get("total_cost") == 0,  # what LangChain's own cache says of an answer
            raw=answer,
        )

    def _name(self, spec: ModelSpec) -> str:
        """Return the model's name as the chat model has it; its class where it has none."""
        for name in ("model_name", "model", "model_id"):
            held = field(self.llm, name)
            if isinstance(held, str) and held:
                return held
        return type(self.llm).__name__ if spec.model == "unnamed" else spec.model


def _turns(messages: Sequence[Message]) -> list[BaseMessage]:
    return [_TURNS[message.role](content=message.content) for message in messages]


def _text(answer: Any) -> str:
    """Return the text of an answer: its content may be a list of blocks, some of them thoughts."""
    content = answer if isinstance(answer, str) else field(answer, "content")
    if isinstance(content, list):
        return "".join(_block(block) for block in content)
    return content if isinstance(content, str) else ""


def _block(block: Any) -> str:
    if isinstance(block, str):
        return block
    is_text = isinstance(block, Mapping) and block.get("type", "text") == "text"
    return str(block.get("text") or "") if is_text else ""
