"""Which answers are answers to the same question? Source: the page's key of a cached answer."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from openodke.llm.message import Messages, Schema
from openodke.llm.model_spec import ModelSpec

FORMAT = 1
"""The version of the key and of what is kept under it: an answer of another is not found."""


def answer_key(messages: Messages, spec: ModelSpec, schema: Schema | None) -> str:
    """Return the SHA-256 of all that an answer depends on, as canonical JSON, in hexadecimal.

    That is the model, where it is asked, how it is sampled, the messages, the schema and the hash
    of each system message, which changes with a word of a prompt. How long an answer is waited for
    and which variable holds the key change no answer and are left out.
    """
    asked = {
        "format": FORMAT,
        "model": spec.model,
        "base_url": spec.base_url,
        "messages": [[message.role, message.content] for message in messages],
        "schema": schema,
        "sampling": _sampling(spec),
        "prompts": [_sha256(said.content) for said in messages if said.role == "system"],
    }
    canonical = json.dumps(asked, sort_keys=True, separators=(",", ":"), default=str)
    return _sha256(canonical)


def _sampling(spec: ModelSpec) -> dict[str, Any]:
    """Return how a model is sampled; a repetition is another question only where it is counted."""
    sampling = {
        "temperature": spec.temperature,
        "max_tokens": spec.max_tokens,
        "extra": spec.extra,
    }
    return {**sampling, "repeat": spec.repeat} if spec.repeat else sampling


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
