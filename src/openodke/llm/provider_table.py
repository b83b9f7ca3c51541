"""Which library asks a provider's models, at which address, and with whose key?"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from types import MappingProxyType
from typing import Final, Literal

from openodke.errors import MissingAPIKey
from openodke.llm.model_spec import DEFAULT_PROVIDER, ModelSpec, as_spec

Library = Literal["openai", "litellm"]


@dataclass(frozen=True, slots=True)
class Provider:
    """Who serves models, and how it is reached.

    Attributes:
        name: the first part of its models' names.
        library: the package that asks it, which is also the name of the extra that brings it.
        base_url: its address; None where each user has an own one, or where the library knows.
        key_env: the environment variable of its key; None where it needs none, or where the library
            finds credentials itself.
        address_envs: environment variables that give it another address, the first that is set.
    """

    name: str
    library: Library
    base_url: str | None = None
    key_env: str | None = None
    address_envs: tuple[str, ...] = ()

    @property
    def is_installed(self) -> bool:
        """Whether the library is there; it is not imported for that."""
        return find_spec(self.library) is not None

    @property
    def set_address(self) -> str | None:
        """Return its address as this environment has it."""
        set_there = (os.environ.get(name) for name in self.address_envs)
        return next((address for address in set_there if address), self.base_url)


_TABLE = (
    Provider(
        "openai", "openai", "https://api.openai.com/v1", "OPENAI_API_KEY", ("OPENAI_BASE_URL",)
    ),
    Provider("llamacpp", "openai", "http://127.0.0.1:8080/v1"),
    Provider("lmstudio", "openai", "http://127.0.0.1:1234/v1"),
    Provider("ollama", "openai", "http://127.0.0.1:11434/v1"),
    Provider("vllm", "openai", "http://127.0.0.1:8000/v1"),
    Provider(
        "anthropic",
        "litellm",
        "https://api.anthropic.com",
        "ANTHROPIC_API_KEY",
        ("ANTHROPIC_API_BASE", "ANTHROPIC_BASE_URL"),
    ),
    Provider("azure", "litellm", None, "AZURE_API_KEY", ("AZURE_API_BASE",)),
    Provider("bedrock", "litellm", None, None, ("AWS_BEDROCK_RUNTIME_ENDPOINT",)),
    Provider(
        "cerebras",
        "litellm",
        "https://api.cerebras.ai",
        "CEREBRAS_API_KEY",
        ("CEREBRAS_API_BASE",),
    ),
    Provider("cohere", "litellm", "https://api.cohere.com", "COHERE_API_KEY", ("COHERE_API_BASE",)),
    Provider(
        "deepinfra",
        "litellm",
        "https://api.deepinfra.com",
        "DEEPINFRA_API_KEY",
        ("DEEPINFRA_API_BASE",),
    ),
    Provider(
        "deepseek",
        "litellm",
        "https://api.deepseek.com",
        "DEEPSEEK_API_KEY",
        ("DEEPSEEK_API_BASE",),
    ),
    Provider(
        "fireworks_ai",
        "litellm",
        "https://api.fireworks.ai",
        "FIREWORKS_AI_API_KEY",
        ("FIREWORKS_API_BASE",),
    ),
    Provider(
        "gemini",
        "litellm",
        "https://generativelanguage.googleapis.com",
        "GEMINI_API_KEY",
        ("GEMINI_API_BASE",),
    ),
    Provider("groq", "litellm", "https://api.groq.com", "GROQ_API_KEY", ("GROQ_API_BASE",)),
    Provider(
        "mistral",
        "litellm",
        "https://api.mistral.ai",
        "MISTRAL_API_KEY",
        ("MISTRAL_AZURE_API_BASE",),
    ),
    Provider(
        "moonshot",
        "litellm",
        "https://api.moonshot.ai",
        "MOONSHOT_API_KEY",
        ("MOONSHOT_API_BASE",),
    ),
    Provider(
        "nvidia_nim",
        "litellm",
        "https://integrate.api.nvidia.com",
        "NVIDIA_NIM_API_KEY",
        ("NVIDIA_NIM_API_BASE",),
    ),
    Provider(
        "openrouter",
        "litellm",
        "https://openrouter.ai",
        "OPENROUTER_API_KEY",
        ("OPENROUTER_API_BASE",),
    ),
    Provider(
        "perplexity",
        "litellm",
        "https://api.perplexity.ai",
        "PERPLEXITYAI_API_KEY",
        ("PERPLEXITY_API_BASE",),
    ),
    Provider(
        "together_ai",
        "litellm",
        "https://api.together.ai",
        "TOGETHERAI_API_KEY",
        ("TOGETHER_AI_API_BASE",),
    ),
    Provider("vertex_ai", "litellm"),
    Provider("xai", "litellm", "https://api.x.ai", "XAI_API_KEY", ("XAI_API_BASE",)),
)

PROVIDERS: Final[Mapping[str, Provider]] = MappingProxyType({one.name: one for one in _TABLE})
"""The providers whose address and key are known, by name; litellm serves others too."""


def provider_of(model: str | ModelSpec) -> Provider:
    """Return who serves a model.

    One that is not in the table is asked by litellm, which knows more, or where an address is
    given by the OpenAI SDK: that is what most servers speak.
    """
    spec = ModelSpec.model_validate(as_spec(model))
    known = PROVIDERS.get(spec.provider)
    return known or Provider(spec.provider, "openai" if spec.base_url else "litellm")


def qualify(model: str, provider: str | None = None) -> str:
    """Return a model's name with its provider in front, where it does not stand there already.

    Without a provider, a name that has none is OpenAI's.
    """
    if provider is None:
        return model if "/" in model else f"{DEFAULT_PROVIDER}/{model}"
    return model if model.lower().startswith(f"{provider.lower()}/") else f"{provider}/{model}"


def key_env_for(model: str | ModelSpec) -> str | None:
    """Return the environment variable that holds a model's key; None where none is sent.

    A provider's key goes to the provider's own address. To a `base_url` that the spec names a key
    goes only when the spec says which, by `api_key_env`.
    """
    spec = ModelSpec.model_validate(as_spec(model))
    if spec.api_key_env:
        return spec.api_key_env
    provider = provider_of(spec)
    elsewhere = spec.base_url is not None and provider.base_url is not None
    return None if elsewhere else provider.key_env


def require_key(model: str | ModelSpec) -> str | None:
    """Return a model's key; None where it needs none.

    Raises:
        MissingAPIKey: naming the environment variable that is not set, or that holds what cannot
            be sent as a key.
    """
    variable = key_env_for(model)
    if variable is None:
        return None
    key = os.environ.get(variable, "").strip()
    spec = ModelSpec.model_validate(as_spec(model))
    if not all("!" <= letter <= "~" for letter in key):
        raise MissingAPIKey(
            f"{spec.model}: the environment variable {variable} holds what no key has: a space, a "
            "line break or a letter outside ASCII; copy the key once more"
        )
    if not key:
        raise MissingAPIKey(
            f"{spec.model} needs a key, and the environment variable {variable} is not set: "
            f"export {variable}=…, or name another variable by api_key_env"
        )
    return key
