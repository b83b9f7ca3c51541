"""Which model is asked, and how?"""

from __future__ import annotations

from typing import Any

from pydantic import Field, PositiveFloat, PositiveInt, StrictInt

from openodke.llm.token_price import TokenPrice
from openodke.model.frozen import NOTHING, Frozen, FrozenModel, Name, Text

DEFAULT_PROVIDER = "openai"
UNNAMED = "unnamed"
"""What a client is told of a model that nobody named: it knows its own."""


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

    model: Name
    temperature: float | None = Field(default=None, ge=0)
    max_tokens: PositiveInt = 2048
    timeout: PositiveFloat = 120.0
    base_url: Text | None = None
    api_key_env: Text | None = None
    extra: Frozen = NOTHING
    repeat: StrictInt = 0
    price: TokenPrice | None = None

    @property
    def provider(self) -> str:
        """The first part of the model's name, in small letters."""
        provider, slash, _ = self.model.partition("/")
        return provider.lower() if slash else DEFAULT_PROVIDER


def as_spec(value: Any, **defaults: Any) -> Any:
    """Return a model's name, or the fields of a ModelSpec, with defaults for what is left out."""
    if isinstance(value, str):
        value = {"model": value}
    return {**defaults, **value} if isinstance(value, dict) else value
