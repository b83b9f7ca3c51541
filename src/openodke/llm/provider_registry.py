"""Which client serves a model?"""

from __future__ import annotations

from collections.abc import Callable

from openodke.errors import ProviderNotInstalled
from openodke.llm.model_client import LLMClient
from openodke.llm.model_spec import ModelSpec, as_spec

Factory = Callable[[ModelSpec], LLMClient]
"""Builds the client of a model. It raises MissingAPIKey where the key is not set."""

_OPENAI_COMPATIBLE = {"openai", "ollama", "vllm", "lmstudio", "llamacpp"}

_FACTORIES: dict[str, Factory] = {}


def register(provider: str, factory: Factory) -> None:
    """Have models of a provider, the first part of their name, served by a factory's client.

    A provider that is there already is replaced.
    """
    _FACTORIES[provider.lower()] = factory


def unregister(provider: str) -> None:
    """Forget a provider; one that is not there is no error."""
    _FACTORIES.pop(provider.lower(), None)


def registered_providers() -> tuple[str, ...]:
    """Return the registered providers, sorted."""
    return tuple(sorted(_FACTORIES))


def resolve(model: str | ModelSpec) -> LLMClient:
    """Return the client that serves a model.

    Raises:
        ProviderNotInstalled: when no client serves its provider; the message says what to do.
        MissingAPIKey: when the client needs a key that is not set.
    """
    spec = ModelSpec.model_validate(as_spec(model))
    factory = _FACTORIES.get(spec.provider)
    if factory is None:
        raise ProviderNotInstalled(_unserved(spec))
    return factory(spec)


def _unserved(spec: ModelSpec) -> str:
    there = ", ".join(registered_providers()) or "none"
    library = "the OpenAI SDK" if spec.provider in _OPENAI_COMPATIBLE else "litellm"
    return (
        f"no client serves the provider {spec.provider!r} of {spec.model!r} (registered: {there}); "
        f"a later version will, through {library}. Until then pass client=, any object with "
        f"complete(messages, *, spec, schema); or openodke.llm.register({spec.provider!r}, "
        "factory); or replay recorded answers"
    )
