"""What the adapter's tests share: a scripted language model of LlamaIndex, and no network."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from llama_index.core import MockEmbedding, Settings
from scripted_llm import ScriptedLLM


@pytest.fixture(autouse=True)
def _no_provider() -> Iterator[None]:
    """Give LlamaIndex models of its own: it asks for OpenAI's where it has none."""
    Settings.embed_model = MockEmbedding(embed_dim=4)
    Settings.llm = ScriptedLLM()
    yield
    Settings._embed_model = None
    Settings._llm = None
