"""Which model is asked, and how?"""

from __future__ import annotations

import re
from typing import Any, ClassVar

from pydantic import ConfigDict, Field, PositiveInt, StrictInt, field_validator, model_validator

from openodke.llm.token_price import TokenPrice
from openodke.model.frozen import NOTHING, Frozen, FrozenModel, Name, Text

DEFAULT_PROVIDER = "openai"
UNNAMED = "unnamed"
"""What a client is told of a model that nobody named: it knows its own."""

_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class ModelSpec(FrozenModel):
    """One model and how to ask it.

    Attributes:
        model: `<provider>/<model>`, such as `ollama/qwen2.5:3b`; without a provider it is OpenAI's.
        temperature: None leaves it to the provider.
        max_tokens: tokens of an answer, at most.
        timeout: seconds that one call may take.
        base_url: an endpoint of one's own.
        api_key_env: the environment variable that holds the key; never the key itself.
        extra: further arguments for the provider, sent as they are.
        repeat: tells repeated questions apart in a cache.
        price: what its tokens cost; left out, a call's cost is the library's word, or unknown.
    """

    # What is refused is not shown: it may be a key, or an address with a password.
    model_config: ClassVar[ConfigDict] = ConfigDict(hide_input_in_errors=True)

    model: Name
    temperature: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    max_tokens: PositiveInt = 2048
    timeout: float = Field(default=120.0, gt=0, allow_inf_nan=False)
    base_url: Text | None = None
    api_key_env: Text | None = None
    extra: Frozen = NOTHING
    repeat: StrictInt = 0
    price: TokenPrice | None = None

    @model_validator(mode="before")
    @classmethod
    def _without_a_key(cls, given: Any) -> Any:
        if isinstance(given, dict) and "api_key" in given:
            raise ValueError(
                "api_key: a key is not written here: name the environment variable that holds it "
                "by api_key_env"
            )
        return given

    @field_validator("base_url")
    @classmethod
    def _one_address(cls, given: str | None) -> str | None:
        if given is not None and re.search(r"\s", given):
            raise ValueError("an address holds no space and no line break")
        return given

    @field_validator("api_key_env")
    @classmethod
    def _a_variable(cls, given: str | None) -> str | None:
        if given is not None and not _VARIABLE.fullmatch(given):
            raise ValueError(
                "no environment variable is called so: give the name of the one that holds the "
                "key, such as GATEWAY_KEY, and not the key"
            )
        return given

    @property
    def provider(self) -> str:
        """The first part of the model's name, in small letters."""
        provider, slash, _ = self.model.partition("/")
        return provider.lower() if slash else DEFAULT_PROVIDER


def named_spec(spec: ModelSpec, own: ModelSpec) -> ModelSpec:
    """Return the spec of a call; a client's own model where the call names none."""
    if spec.model != UNNAMED:
        return spec
    return own.model_copy(update={"max_tokens": spec.max_tokens})


def as_spec(value: Any, **defaults: Any) -> Any:
    """Return a model's name, or the fields of a ModelSpec, with defaults for what is left out."""
    if isinstance(value, str):
        value = {"model": value}
    return {**defaults, **value} if isinstance(value, dict) else value
