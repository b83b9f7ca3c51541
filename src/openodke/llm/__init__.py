"""The one way to ask a language model, and clients that answer from a script or a recording."""

from openodke.llm.cassette import (
    Cassette,
    Interaction,
    RecordedAnswer,
    RecordedError,
    RecordedMatch,
)
from openodke.llm.message import Completion, Message
from openodke.llm.model_client import AsyncLLMClient, LLMClient
from openodke.llm.model_roles import ModelRoles
from openodke.llm.model_spec import ModelSpec
from openodke.llm.provider_registry import register, registered_providers, resolve, unregister
from openodke.llm.recorded_client import RecordedClient
from openodke.llm.recording import RecordingClient, ReplayClient, open_recording
from openodke.llm.scripted_client import ScriptedClient

__all__ = [
    "AsyncLLMClient",
    "Cassette",
    "Completion",
    "Interaction",
    "LLMClient",
    "Message",
    "ModelRoles",
    "ModelSpec",
    "RecordedAnswer",
    "RecordedClient",
    "RecordedError",
    "RecordedMatch",
    "RecordingClient",
    "ReplayClient",
    "ScriptedClient",
    "open_recording",
    "register",
    "registered_providers",
    "resolve",
    "unregister",
]
