"""How is a language model of LangExtract's asked as one of openodke's model clients?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from openodke.errors import InputError
from openodke.llm import Completion, Message, ModelSpec

_SPEAKER = {"user": "User:\n", "assistant": "Assistant:\n"}
_NAMES = ("model_id", "model_name", "model")


class LangExtractClient:
    """Asks a model of LangExtract's, `verify(result, llm=LangExtractClient(model))`.

    The model is what `lx.factory.create_model` returns, or any object with its method `infer`. It
    answers with its own settings; one that was given a schema for extractions can answer with
    nothing else, so make one without. LangExtract is not imported.

    Attributes:
        model: the model.
    """

    def __init__(self, model: Any) -> None:
        """Take a model.

        Raises:
            InputError: for what cannot be asked: a class, the name of a model.
        """
        if isinstance(model, type) or not callable(getattr(model, "infer", None)):
            raise InputError(
                f"model={model!r:.200} has no method infer: hand in a model object, such as "
                "lx.factory.create_model(lx.factory.ModelConfig(model_id=…)) returns"
            )
        self.model = model

    def complete(
        self,
        messages: Sequence[Message],
        *,
        spec: ModelSpec,
        schema: Mapping[str, Any] | None = None,  # noqa: ARG002 - as a client has it
    ) -> Completion:
        """Return the model's best answer, "" for none; it raises what its provider raises.

        A schema is not handed on: LangExtract's models take none for a single question.
        """
        try:
            scored = next(iter(self.model.infer([_prompt(messages)])), None)
        except Exception as error:
            original = getattr(error, "original", None)
            if isinstance(original, Exception):
                raise original from error  # it knows whether asking again can help
            raise
        best = next(iter(scored or ()), None)
        return Completion(
            text=getattr(best, "output", None) or "", model=self._name(spec), raw=scored
        )

    def _name(self, spec: ModelSpec) -> str:
        names = (getattr(self.model, name, None) for name in _NAMES)
        found = next((name for name in names if isinstance(name, str) and name), "")
        return found or (type(self.model).__name__ if spec.model == "unnamed" else spec.model)


def _prompt(messages: Sequence[Message]) -> str:
    """Return all turns as the one text that such a model reads."""
    has_answers = any(message.role == "assistant" for message in messages)
    return "\n\n".join(
        (_SPEAKER.get(message.role, "") if has_answers else "") + message.content
        for message in messages
    )
