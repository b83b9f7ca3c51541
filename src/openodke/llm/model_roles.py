"""Which model has which task?"""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from pydantic import ConfigDict, Field, model_validator

from openodke.llm.model_client import LLMClient
from openodke.llm.model_spec import ModelSpec, as_spec
from openodke.llm.provider_registry import resolve
from openodke.model.frozen import FrozenModel

Role = Literal["extract", "ground", "infer"]

_VERDICT_TOKENS = 256  # a verdict is a word or a small JSON object
_EXTRACT = ModelSpec(model="anthropic/claude-sonnet-5")
_GROUND = ModelSpec(model="anthropic/claude-haiku-4-5-20251001", max_tokens=_VERDICT_TOKENS)


class ModelRoles(FrozenModel):
    """The models of a run. A role is a ModelSpec, its fields, or a model's name.

    Naming only `extract` has that model do everything; a grounding answer stays short.
    """

    model_config: ClassVar[ConfigDict] = ConfigDict(hide_input_in_errors=True)  # as in ModelSpec

    extract: ModelSpec = Field(default=_EXTRACT)
    ground: ModelSpec = Field(default=_GROUND)
    infer: ModelSpec = Field(default=_EXTRACT)

    @model_validator(mode="before")
    @classmethod
    def _filled(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        named = {role: as_spec(value) for role, value in given.items()}
        if "extract" not in named:
            return {**named, **_short(named)}
        extract = named["extract"]
        filled = {"ground": _short_spec(extract), "infer": extract, **named}
        return {**filled, **_short(filled)}

    @classmethod
    def single(cls, model: str | ModelSpec) -> ModelRoles:
        """Return roles that are all played by one model."""
        return cls.model_validate({"extract": model})

    def client_for(self, role: Role) -> LLMClient:
        """Return the client that serves a role's model (see `resolve` for what it raises)."""
        return resolve(getattr(self, role))


def _short(named: dict[str, Any]) -> dict[str, Any]:
    """Return the grounding role with a short answer, where its length was left out."""
    ground = named.get("ground")
    return {"ground": as_spec(ground, max_tokens=_VERDICT_TOKENS)} if ground is not None else {}


def _short_spec(spec: Any) -> Any:
    if isinstance(spec, ModelSpec):
        return spec.model_copy(update={"max_tokens": min(spec.max_tokens, _VERDICT_TOKENS)})
    if isinstance(spec, dict):
        return {**spec, "max_tokens": _VERDICT_TOKENS}
    return spec
