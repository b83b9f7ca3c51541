"""Is a chat model asked as openodke asks its clients, and is its answer read whatever its form?"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from langchain_core.caches import InMemoryCache
from langchain_core.language_models import FakeListLLM
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langchain_core.runnables import RunnableLambda
from scripted_chat import ScriptedChat, judge

from openodke import Document, LLMGrounder, TripleRow, ground_graph
from openodke.errors import InputError
from openodke.ground import PROMPTS
from openodke.llm import AsyncLLMClient, LLMClient, Message, ModelSpec
from openodke_langchain import ChatModelClient

SPEC = ModelSpec(model="unnamed")
ASKED = [Message(role="system", content="Judge."), Message(content="Claim: a\n\nPassage:\nb")]
SCHEMA = PROMPTS["ground.span@1"].schema


def test_it_is_a_client() -> None:
    """One that can be awaited, too."""
    client = ChatModelClient(judge())
    assert isinstance(client, LLMClient)
    assert isinstance(client, AsyncLLMClient)


def test_tokens_and_model_are_read() -> None:
    """From the message's own counts; the cost is not known."""
    answer = ChatModelClient(judge()).complete(ASKED, spec=SPEC, schema=SCHEMA)
    assert answer.text == '{"verdict": "supported"}'
    assert (answer.prompt_tokens, answer.completion_tokens) == (30, 5)
    assert (answer.model, answer.cost_usd, answer.cached) == ("small-judge", None, False)
    assert isinstance(answer.raw, AIMessage)


def test_awaited_it_answers_the_same() -> None:
    """`acomplete` awaits the model."""
    llm = judge()
    awaited = asyncio.run(ChatModelClient(llm).acomplete(ASKED, spec=SPEC))
    assert awaited.text == ChatModelClient(llm).complete(ASKED, spec=SPEC).text
    assert len(llm.awaited) == 1


@pytest.mark.parametrize(
    "content",
    [
        '{"verdict": "supported"}',
        [{"type": "text", "text": '{"verdict": '}, {"type": "text", "text": '"supported"}'}],
        [{"type": "thinking", "thinking": "not_found?"}, {"type": "text", "text": '"supported"'}],
        ["supported"],
    ],
    ids=["text", "blocks", "a thought", "texts"],
)
def test_every_form_of_content_is_read(content: Any) -> None:
    """An answer in blocks is an answer; what the model only thought is none."""
    client = ChatModelClient(ScriptedChat(script=lambda _: AIMessage(content=content)))
    text = Document(id="t", text="Ada met Bo.")
    row = TripleRow(doc="t", subject="Ada", predicate="met", object="Bo")
    (fact,) = ground_graph([row], [text], grounder=LLMGrounder(client=client)).facts
    assert fact.verdict.value == "supported"


def test_messages_have_their_roles() -> None:
    """A system's, a user's and an assistant's turn are LangChain's own."""
    seen: list[Any] = []
    llm = RunnableLambda(lambda messages: seen.extend(messages) or AIMessage(content="yes"))
    turns = [*ASKED, Message(role="assistant", content="c")]
    ChatModelClient(llm).complete(turns, spec=SPEC)
    assert [type(m) for m in seen] == [SystemMessage, HumanMessage, AIMessage]
    assert seen[0].content == "Judge."


def test_a_model_that_writes_text_alone_is_asked_too() -> None:
    """A completion model returns a text and counts nothing."""
    answer = ChatModelClient(FakeListLLM(responses=["supported"])).complete(ASKED, spec=SPEC)
    assert (answer.text, answer.prompt_tokens) == ("supported", 0)
    assert answer.model == "FakeListLLM"


def test_what_the_cache_answered_cost_no_call() -> None:
    """LangChain's own cache is told from a call."""
    llm = judge()
    llm.cache = InMemoryCache()
    client = ChatModelClient(llm)
    first, second = (client.complete(ASKED, spec=SPEC) for _ in range(2))
    assert len(llm.asked) == 1
    if "total_cost" not in second.raw.usage_metadata:
        pytest.skip("this langchain-core does not mark what its cache answers")
    assert (first.cached, second.cached) == (False, True)


def test_a_structured_answer_is_asked_for_on_request() -> None:
    """By the schema of the question; without a schema the model is asked plainly."""
    llm = ScriptedChat(script=lambda _: "yes", tools=lambda _: {"verdict": "contradicted"})
    client = ChatModelClient(llm, structured=True)
    answer = client.complete(ASKED, spec=SPEC, schema=SCHEMA)
    assert answer.parsed == {"verdict": "contradicted"}
    assert client.complete(ASKED, spec=SPEC).text == "yes"
    awaited = asyncio.run(client.acomplete(ASKED, spec=SPEC, schema=SCHEMA))
    assert awaited.parsed == {"verdict": "contradicted"}


def test_it_does_not_try_again_itself() -> None:
    """An error is raised as it came, for the grounder's retries to see."""

    class BusyError(Exception):
        status_code = 429

    llm = ScriptedChat(script=lambda _: BusyError("later"))
    with pytest.raises(BusyError):
        ChatModelClient(llm).complete(ASKED, spec=SPEC)
    assert len(llm.asked) == 1


@pytest.mark.parametrize("llm", [None, "gpt", ScriptedChat, object()], ids=repr)
def test_what_cannot_be_invoked_is_refused(llm: Any) -> None:
    """Before the first call."""
    with pytest.raises(InputError, match="invoke"):
        ChatModelClient(llm)
