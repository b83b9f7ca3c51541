"""What comes of each way in which a server answers, through both clients, called and awaited?"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from threading import Barrier
from typing import Any

import pytest
from chat_server import VERDICT, Sent, chat, refused, serving

from openodke.errors import ProviderError
from openodke.ground.answer_reading import parse_verdict
from openodke.llm import Completion, LiteLLMClient, Message, ModelSpec, OpenAICompatClient
from openodke.llm.call_failure import is_transient
from openodke.llm.retry_policy import retry_after

pytestmark = [  # litellm's own: what it imports, and connections that it leaves open
    pytest.mark.filterwarnings("ignore:.*ReadOnly"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

MESSAGES = (Message(role="system", content="Judge."), Message(content="Claim: x"))
SCHEMA = {
    "title": "GroundingVerdict",
    "type": "object",
    "properties": {"verdict": {"enum": ["supported", "contradicted", "not_found"]}},
    "required": ["verdict"],
    "additionalProperties": False,
}
PATIENCE = 0.6
CLIENTS = {"openai": OpenAICompatClient, "litellm": LiteLLMClient}
Call = Callable[..., Completion]


@pytest.fixture(params=list(CLIENTS))
def library(request: pytest.FixtureRequest) -> str:
    """Each library; a test is skipped where it is not installed."""
    if find_spec(request.param) is None:  # importing litellm here would not be our way of it
        pytest.skip(f"{request.param} is not installed here")
    return str(request.param)


@pytest.fixture(params=["called", "awaited"])
def call(request: pytest.FixtureRequest, library: str) -> Call:
    """Ask a server once, through a new client, called or awaited."""

    def made(url: str, schema: Any = SCHEMA, client: Any = None, **fields: Any) -> Completion:
        spec = ModelSpec(
            **{"model": "openai/small", "base_url": url, "timeout": PATIENCE, **fields}
        )
        client = client or CLIENTS[library](spec)
        if request.param == "called":
            return client.complete(MESSAGES, spec=spec, schema=schema)
        return asyncio.run(client.acomplete(MESSAGES, spec=spec, schema=schema))

    return made


@dataclass
class Fails:
    """How a call fails: what is told of it, whether it is tried again, and its status.

    `status` is of both clients, unless litellm has one of its own.
    """

    told: str
    again: bool
    status: int | None = None
    litellm: int | None = None


FAILURES: dict[str, tuple[Sent, Fails]] = {
    "400": (refused(400), Fails("400: the request was refused", False, 400)),
    "422": (refused(422), Fails("422: the request was refused", False, 422)),
    "too long": (
        refused(400, "the maximum context length is 10", code="context_length_exceeded"),
        Fails("400: the text is longer than the model reads", False, 400),
    ),
    "filter": (
        refused(400, "The response was filtered by the content management policy"),
        Fails("400: the provider's filter refused the text", False, 400),
    ),
    "401": (refused(401), Fails("401: the server wants a key, and none was sent", False, 401)),
    "403": (refused(403), Fails("403: access was refused", False, 403)),
    "404": (refused(404), Fails("404: no such model or address", False, 404)),
    "429": (refused(429), Fails("429: too many calls", True, 429)),
    "no credit": (
        refused(429, "You exceeded your current quota", code="insufficient_quota"),
        Fails("429: the account has no credit left", False, 429),
    ),
    "500": (refused(500), Fails("500: the server failed", True, 500)),
    "502": (refused(502), Fails("502: the server failed", True, 502)),
    "503": (refused(503), Fails("503: the server failed", True, 503)),
    "529": (refused(529), Fails("529: the provider is overloaded", True, 529)),
    "a page": (
        Sent("<html>Welcome</html>", kind="text/html"),
        Fails("the answer was no JSON", False, None, 500),
    ),
    "slow": (Sent({}, after=3 * PATIENCE), Fails("no answer within 0.6 s", True, None, 408)),
    "closed": (Sent(closed=True), Fails("the connection broke", True, None, 500)),
    "no list": (
        Sent({"id": "c", "object": "chat.completion", "choices": None}),
        Fails("the answer held no choice", False, None, 500),
    ),
    "no choices": (
        Sent({"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": []}),
        Fails("the answer held no choice", False),
    ),
}


@pytest.mark.parametrize("way", FAILURES)
def test_a_failure_is_told_as_what_it_is(call: Call, library: str, way: str) -> None:
    """What is told, whether it is tried again, its status; and the client itself asks once."""
    answer, expected = FAILURES[way]
    with serving(answer) as server, pytest.raises(ProviderError) as caught:
        call(server.url)
    error = caught.value
    assert error.told.startswith(expected.told)
    assert is_transient(error) is expected.again
    status = expected.litellm if library == "litellm" and expected.litellm else expected.status
    assert error.status_code == status or way == "no choices"  # of which older litellms make a 500
    assert len(server.asked) == 1


def test_a_refused_connection_is_tried_again(call: Call) -> None:
    """The server may be starting."""
    with serving(chat()) as server:
        url = server.url
    with pytest.raises(ProviderError) as caught:
        call(url)
    assert is_transient(caught.value)
    assert caught.value.told == "the connection was refused: does a server run there?"


def test_how_long_a_server_asks_to_wait_is_kept(call: Call) -> None:
    """Its `Retry-After` wins over the waits of our own."""
    with (
        serving(refused(429, headers={"Retry-After": "7"})) as server,
        pytest.raises(ProviderError) as caught,
    ):
        call(server.url)
    assert retry_after(caught.value) == 7


def test_an_answer_comes_with_its_tokens_and_no_cost(call: Call) -> None:
    """The structure that was asked for is read; what the call cost is unknown, which is not 0."""
    with serving(chat()) as server:
        answer = call(server.url)
    assert (answer.text, answer.parsed) == (VERDICT, {"verdict": "supported"})
    assert (answer.prompt_tokens, answer.completion_tokens) == (20, 5)
    assert (answer.cost_usd, answer.model, answer.finish) == (None, "small", "stop")
    held = server.asked[0]["response_format"]["json_schema"]
    assert (held["name"], held["strict"], held["schema"]) == ("GroundingVerdict", True, SCHEMA)
    assert server.asked[0]["messages"][1] == {"role": "user", "content": "Claim: x"}


@pytest.mark.parametrize(
    ("answer", "text", "finish"),
    [
        (chat(None), "", "stop"),
        (chat(""), "", "stop"),
        (chat('{"verdict": "supp', finish="length"), '{"verdict": "supp', "length"),
        (chat("", finish="length"), "", "length"),
        (chat("", finish="content_filter"), "", "content_filter"),
    ],
)
def test_an_empty_or_cut_answer_is_one(call: Call, answer: Sent, text: str, finish: str) -> None:
    """Its tokens were paid for; nothing is read out of it, and it says why it ended."""
    with serving(answer) as server:
        given = call(server.url)
    assert (given.text, given.parsed, given.finish) == (text, None, finish)
    assert given.prompt_tokens == 20


def test_without_usage_there_are_no_tokens_and_no_cost(call: Call) -> None:
    """Although the price of a token is known."""
    with serving(chat(usage={})) as server:
        given = call(server.url, price={"input": 1, "output": 2})
    assert (given.prompt_tokens, given.completion_tokens, given.cost_usd) == (0, 0, None)


def test_a_price_that_is_given_prices_the_call(call: Call) -> None:
    """By the tokens of the answer, whatever model it names."""
    with serving(chat(model="gpt-4o-mini")) as server:
        given = call(server.url, price={"input": 10, "output": 100})
    assert given.cost_usd == pytest.approx(20 * 10e-6 + 5 * 100e-6)


def test_the_model_that_an_answer_names_is_not_billed(call: Call) -> None:
    """A server of one's own that calls itself by a listed name costs what it costs: unknown."""
    with serving(chat(model="gpt-4o-mini")) as server:
        assert call(server.url).cost_usd is None


def test_where_a_schema_is_refused_the_answer_is_asked_in_plain_text(
    call: Call, library: str
) -> None:
    """Once a client: the next call leaves the schema out at once."""

    def answers(asked: dict[str, Any], _: int) -> Sent:
        if "response_format" in asked:
            return refused(400, "response_format: json_schema is not supported")
        return chat("supported")

    with serving(answers) as server:
        spec = ModelSpec(model="openai/small", base_url=server.url)
        client = CLIENTS[library](spec)
        given = [call(server.url, client=client) for _ in range(3)]
    assert [(one.text, one.parsed) for one in given] == [("supported", None)] * 3
    assert ["response_format" in asked for asked in server.asked] == [True, False, False, False]


def test_calls_that_are_under_way_give_the_schema_up_too(library: str) -> None:
    """Each was refused for it alone, also where another has found that out before."""
    together = Barrier(4)

    def answers(asked: dict[str, Any], _: int) -> Sent:
        if "response_format" in asked:
            together.wait(10)
            return refused(400, "response_format: json_schema is not supported")
        return chat("supported")

    with serving(answers) as server, ThreadPoolExecutor(4) as pool:
        spec = ModelSpec(model="openai/small", base_url=server.url)
        client = CLIENTS[library](spec)
        given = [pool.submit(client.complete, MESSAGES, spec=spec, schema=SCHEMA) for _ in range(4)]
        assert [one.result().text for one in given] == ["supported"] * 4


def test_a_form_that_the_user_asks_for_is_not_given_up(call: Call) -> None:
    """The endpoint's refusal of it is the answer, after one call."""
    words = "response_format: json_object is not supported"
    extra = {"response_format": {"type": "json_object"}}
    with serving(refused(400, words)) as server, pytest.raises(ProviderError):
        call(server.url, extra=extra)
    assert [asked["response_format"] for asked in server.asked] == [{"type": "json_object"}]


def test_an_answer_that_gives_a_key_twice_is_no_structured_one(call: Call) -> None:
    """A parser would take the last of two verdicts; the text is read instead, which has both."""
    twice = '{"verdict": "contradicted", "verdict": "supported"}'
    with serving(chat(twice)) as server:
        answer = call(server.url)
    assert (answer.text, answer.parsed) == (twice, None)
    assert parse_verdict(answer) is None


@pytest.mark.parametrize("status", [400, 404, 422, 500])
def test_a_schema_is_given_up_for_nothing_else(call: Call, status: int) -> None:
    """Another refusal is one, and another status too, whatever its words."""
    words = "no such thing" if status == 400 else "response_format is not supported"
    with serving(refused(status, words)) as server, pytest.raises(ProviderError):
        call(server.url)
    assert len(server.asked) == 1


def test_what_the_spec_says_is_sent(call: Call) -> None:
    """Its limit, its temperature, and what else is given for the provider."""
    with serving(chat()) as server:
        call(server.url, schema=None, max_tokens=9, temperature=0, extra={"top_k": 3, "seed": 1})
        call(server.url, schema=None)
    sent, plain = server.asked
    assert (sent["max_tokens"], sent["temperature"], sent["top_k"], sent["seed"]) == (9, 0, 3, 1)
    assert "temperature" not in plain
    assert not {"response_format"} & {*sent, *plain}


def test_a_client_can_be_used_again_and_on_another_loop(call: Call, library: str) -> None:
    """Its connections are those of the loop that it runs on."""
    with serving(chat()) as server:
        client = CLIENTS[library](ModelSpec(model="openai/small", base_url=server.url))
        for _ in range(3):
            assert call(server.url, client=client).text == VERDICT
