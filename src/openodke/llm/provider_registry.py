"""Which client serves a model?"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from openodke.llm.litellm_client import LiteLLMClient
from openodke.llm.model_client import LLMClient
from openodke.llm.model_spec import ModelSpec, as_spec
from openodke.llm.openai_client import OpenAICompatClient
from openodke.llm.provider_table import Library, provider_of

Factory = Callable[[ModelSpec], LLMClient]
"""Builds the client of a model. It raises MissingAPIKey where the key is not set."""

_BUILT_IN: Mapping[Library, Factory] = {"openai": OpenAICompatClient, "litellm": LiteLLMClient}

_FACTORIES: dict[str, Factory] = {}


def register(provider: str, factory: Factory) -> None:
    """Have models of a provider, the first part of their name, served by a factory's client.

    It comes before the client that openodke has for the provider, and before one registered.
    """
    _FACTORIES[provider.lower()] = factory


def unregister(provider: str) -> None:
    """Forget a provider; one that is not there is no error."""
    _FACTORIES.pop(provider.lower(), None)


def registered_providers() -> tuple[str, ...]:
    """Return the registered providers, sorted."""
    return tuple(sorted(_FACTORIES))


def resolve(model: str | ModelSpec) -> LLMClient:
    """Return the client that serves a model: a registered one, else the one of its provider.

    Raises:
        ProviderNotInstalled: when its library is not installed; the message holds the line.
        MissingAPIKey: when it needs a key that is not set; the message names the variable.
        InputError: when it has no address, or its `base_url` is none.
    """
    spec = ModelSpec.model_validate(as_spec(model))
    factory = _FACTORIES.get(spec.provider) or _BUILT_IN[provider_of(spec).library]
    return factory(spec)
