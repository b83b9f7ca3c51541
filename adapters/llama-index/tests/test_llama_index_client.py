"""How is a LlamaIndex LLM asked, and what is counted?"""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from llama_index.core.llms import MockLLM
from scripted_llm import ScriptedLLM

from openodke.errors import InputError
from openodke.llm import AsyncLLMClient, Message, ModelSpec
from openodke_llama_index import LlamaIndexClient
from openodke_llama_index.token_counts import token_counts

MESSAGES = (Message(role="system", content="Be brief."), Message(content="Is it so?"))
SPEC = ModelSpec(model="any")


def test_it_is_a_client_of_openodke() -> None:
    """That can be awaited, too."""
    assert isinstance(LlamaIndexClient(MockLLM()), AsyncLLMClient)


@pytest.mark.parametrize("how", ["called", "awaited"])
def test_an_answer_comes_back_with_its_model_and_tokens(how: str) -> None:
    """The messages keep their roles."""
    llm = ScriptedLLM(otherwise="supported", tokens=(12, 3), name="small")
    client = LlamaIndexClient(llm)
    if how == "called":
        answer = client.complete(MESSAGES, spec=SPEC, schema={"type": "object"})
    else:
        answer = asyncio.run(client.acomplete(MESSAGES, spec=SPEC))
    assert (answer.text, answer.model) == ("supported", "small")
    assert (answer.prompt_tokens, answer.completion_tokens) == (12, 3)
    assert "system: Be brief." in llm.prompts[0]


def test_a_failure_is_raised_after_one_try() -> None:
    """Trying again is openodke's own business."""
    llm = ScriptedLLM(fails=1)
    with pytest.raises(ConnectionError):
        LlamaIndexClient(llm).complete(MESSAGES, spec=SPEC)
    assert len(llm.prompts) == 1


@pytest.mark.parametrize("llm", [None, "gpt", 7, MockLLM, {"class_name": "MockLLM"}])
def test_what_is_no_llm_is_refused(llm: Any) -> None:
    """By name."""
    with pytest.raises(InputError, match="no LLM of LlamaIndex"):
        LlamaIndexClient(llm)


USAGE = SimpleNamespace(prompt_tokens=5, completion_tokens=2)


@pytest.mark.parametrize(
    ("raw", "additional", "counts"),
    [
        (None, None, (0, 0)),
        ("an answer", {}, (0, 0)),
        ({"usage": {"prompt_tokens": 5, "completion_tokens": 2}}, {}, (5, 2)),
        (SimpleNamespace(usage=USAGE), None, (5, 2)),
        ({"usage": {"input_tokens": 5, "output_tokens": 2}}, {}, (5, 2)),
        ({"usage_metadata": {"prompt_token_count": 5, "candidates_token_count": 2}}, {}, (5, 2)),
        ({"prompt_eval_count": 5, "eval_count": 2}, {}, (5, 2)),
        ({}, {"prompt_tokens": 5, "completion_tokens": 2, "total_tokens": 7}, (5, 2)),
        ({"usage": {"prompt_tokens": "many", "completion_tokens": True}}, {}, (0, 0)),
        ({"usage": {"prompt_tokens": -5, "completion_tokens": 2}}, {}, (0, 2)),
    ],
)
def test_tokens_are_read_in_the_words_of_each_provider(
    raw: Any, additional: Any, counts: tuple[int, int]
) -> None:
    """An answer that nobody counted has none."""
    assert token_counts(raw, additional) == counts
