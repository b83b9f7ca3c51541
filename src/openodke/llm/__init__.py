"""The one way to ask a language model: clients of providers, of scripts and of recordings."""

from openodke.errors import MissingAPIKey, ProviderError, ProviderNotInstalled
from openodke.llm.call_address import address_of, host_of, is_this_machine
from openodke.llm.cassette import (
    Cassette,
    Interaction,
    RecordedAnswer,
    RecordedError,
    RecordedMatch,
)
from openodke.llm.litellm_client import LiteLLMClient
from openodke.llm.message import Completion, Message
from openodke.llm.model_client import AsyncLLMClient, LLMClient
from openodke.llm.model_roles import ModelRoles
from openodke.llm.model_spec import ModelSpec
from openodke.llm.openai_client import OpenAICompatClient
from openodke.llm.price_list import price_of
from openodke.llm.provider_registry import register, registered_providers, resolve, unregister
from openodke.llm.provider_table import PROVIDERS, Provider, key_env_for, qualify, require_key
from openodke.llm.recorded_client import RecordedClient
from openodke.llm.recording import RecordingClient, ReplayClient, open_recording
from openodke.llm.scripted_client import ScriptedClient
from openodke.llm.token_price import TokenPrice

__all__ = [
    "PROVIDERS",
    "AsyncLLMClient",
    "Cassette",
    "Completion",
    "Interaction",
    "LLMClient",
    "LiteLLMClient",
    "Message",
    "MissingAPIKey",
    "ModelRoles",
    "ModelSpec",
    "OpenAICompatClient",
    "Provider",
    "ProviderError",
    "ProviderNotInstalled",
    "RecordedAnswer",
    "RecordedClient",
    "RecordedError",
    "RecordedMatch",
    "RecordingClient",
    "ReplayClient",
    "ScriptedClient",
    "TokenPrice",
    "address_of",
    "host_of",
    "is_this_machine",
    "key_env_for",
    "open_recording",
    "price_of",
    "qualify",
    "register",
    "registered_providers",
    "require_key",
    "resolve",
    "unregister",
]
