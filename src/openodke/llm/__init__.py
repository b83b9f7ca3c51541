"""The one way to ask a language model: clients of providers, of scripts and of recordings."""

from openodke.errors import MissingAPIKey, ProviderError, ProviderNotInstalled
from openodke.llm.answer_key import answer_key
from openodke.llm.answer_store import AnswerStore, MemoryCache
from openodke.llm.budget import Budget, Spent
from openodke.llm.cached_client import CachedClient
from openodke.llm.call_address import address_of, host_of, is_this_machine
from openodke.llm.cassette import (
    Cassette,
    Interaction,
    RecordedAnswer,
    RecordedError,
    RecordedMatch,
)
from openodke.llm.directory_cache import DirectoryCache
from openodke.llm.ledger import Ledger
from openodke.llm.litellm_client import LiteLLMClient
from openodke.llm.message import Completion, Message
from openodke.llm.model_client import AsyncLLMClient, LLMClient
from openodke.llm.model_roles import ModelRoles
from openodke.llm.model_spec import ModelSpec
from openodke.llm.openai_client import OpenAICompatClient
from openodke.llm.price_list import price_of
from openodke.llm.provider_limits import LimitedClient, ProviderLimits, set_limit
from openodke.llm.provider_registry import register, registered_providers, resolve, unregister
from openodke.llm.provider_table import PROVIDERS, Provider, key_env_for, qualify, require_key
from openodke.llm.recorded_client import RecordedClient
from openodke.llm.recording import RecordingClient, ReplayClient, open_recording
from openodke.llm.scripted_client import ScriptedClient
from openodke.llm.token_price import TokenPrice

__all__ = [
    "PROVIDERS",
    "AnswerStore",
    "AsyncLLMClient",
    "Budget",
    "CachedClient",
    "Cassette",
    "Completion",
    "DirectoryCache",
    "Interaction",
    "LLMClient",
    "Ledger",
    "LimitedClient",
    "LiteLLMClient",
    "MemoryCache",
    "Message",
    "MissingAPIKey",
    "ModelRoles",
    "ModelSpec",
    "OpenAICompatClient",
    "Provider",
    "ProviderError",
    "ProviderLimits",
    "ProviderNotInstalled",
    "RecordedAnswer",
    "RecordedClient",
    "RecordedError",
    "RecordedMatch",
    "RecordingClient",
    "ReplayClient",
    "ScriptedClient",
    "Spent",
    "TokenPrice",
    "address_of",
    "answer_key",
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
    "set_limit",
    "unregister",
]
