"""What does the OpenAI client send, and what of this machine's settings does it leave alone?"""

from __future__ import annotations

import asyncio
import gc
import threading
from typing import Any

import pytest
from chat_server import Sent, chat, refused, serving

from openodke.errors import InputError, MissingAPIKey, ProviderError
from openodke.llm import Message, ModelSpec, OpenAICompatClient, resolve
from openodke.llm.model_spec import UNNAMED

pytest.importorskip("openai", reason="the OpenAI SDK is not installed here")

MESSAGES = (Message(content="Claim: x"),)
SECRET = "sk-not-to-be-seen"


@pytest.mark.parametrize(
    ("model", "sent"),
    [
        ("openai/gpt-5", "gpt-5"),
        ("gpt-5", "gpt-5"),
        ("vllm/meta-llama/Llama-3", "meta-llama/Llama-3"),
        ("ollama/qwen2.5:3b", "qwen2.5:3b"),
        ("meta-llama/Llama-3", "meta-llama/Llama-3"),
    ],
)
def test_an_endpoint_is_told_the_name_that_it_knows(model: str, sent: str) -> None:
    """Without a provider that says who serves it; what else stands before a slash is the name."""
    with serving(chat()) as server:
        spec = ModelSpec(model=model, base_url=server.url)
        resolve(spec).complete(MESSAGES, spec=spec)
    assert server.asked[0]["model"] == sent


def test_no_key_or_account_of_openai_goes_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """The SDK takes them from the environment by itself."""
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, SECRET)
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", f"X-Account: {SECRET}\nX-Other: {SECRET}")
    with serving(chat()) as server:
        spec = ModelSpec(model="openai/m", base_url=server.url)
        client = OpenAICompatClient(spec)
        client.complete(MESSAGES, spec=spec)
        asyncio.run(client.acomplete(MESSAGES, spec=spec))
    assert len(server.headers) == 2
    assert SECRET not in repr(server.headers)


def test_the_key_that_is_named_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """And read anew at each call: it may have been changed."""
    monkeypatch.setenv("GATEWAY_KEY", "first")
    with serving(chat()) as server:
        spec = ModelSpec(model="openai/m", base_url=server.url, api_key_env="GATEWAY_KEY")
        client = OpenAICompatClient(spec)
        client.complete(MESSAGES, spec=spec)
        monkeypatch.setenv("GATEWAY_KEY", "second")
        client.complete(MESSAGES, spec=spec)
        monkeypatch.delenv("GATEWAY_KEY")
        with pytest.raises(MissingAPIKey, match="GATEWAY_KEY"):
            client.complete(MESSAGES, spec=spec)
    sent = [headers["authorization"] for headers in server.headers]
    assert sent == ["Bearer first", "Bearer second"]


def test_the_environments_own_address_of_openai_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was set for OpenAI's models, and its key with it."""
    monkeypatch.setenv("OPENAI_API_KEY", "its-key")
    with serving(chat()) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        OpenAICompatClient("openai/m").complete(MESSAGES, spec=ModelSpec(model="openai/m"))
    assert server.headers[0]["authorization"] == "Bearer its-key"


def test_a_key_is_in_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Although the provider quotes it."""
    monkeypatch.setenv("GATEWAY_KEY", SECRET)
    with serving(refused(401, f"Incorrect API key provided: {SECRET}.")) as server:
        spec = ModelSpec(model="openai/m", base_url=server.url, api_key_env="GATEWAY_KEY")
        with pytest.raises(ProviderError) as caught:
            OpenAICompatClient(spec).complete(MESSAGES, spec=spec)
    assert SECRET not in str(caught.value) + caught.value.told
    assert "Incorrect API key provided: <key>" in str(caught.value)
    assert caught.value.told == "401: the key in GATEWAY_KEY was refused"
    assert caught.value.__suppress_context__


def test_a_redirect_is_not_followed() -> None:
    """The text would go to a host that nobody was told of."""
    with serving(chat()) as other:
        away = Sent({}, 307, {"Location": f"{other.url}/chat/completions"})
        with serving(away) as server:
            spec = ModelSpec(model="openai/m", base_url=server.url)
            with pytest.raises(ProviderError) as caught:
                OpenAICompatClient(spec).complete(MESSAGES, spec=spec)
        assert other.asked == []
    assert caught.value.told == (
        f"307: the address sends calls elsewhere (from {server.url} to "
        f"{other.url}/chat/completions): set base_url to the one that answers"
    )


@pytest.mark.parametrize(
    ("location", "told"),
    [
        ("https://ann:secret@gate.example/v1?key=secret#secret", " to https://gate.example/v1"),
        ("/other/v1", " to {server}/other/v1"),
        ("http://[broken", ""),
        ("", ""),
    ],
)
def test_where_a_redirect_leads_is_told_without_what_is_secret(location: str, told: str) -> None:
    """No name, key or query; what is no address is left out."""
    with serving(Sent({}, 302, {"Location": location})) as server:
        url = server.url.replace("http://", "http://bob:hidden@") + "?key=hidden"
        spec = ModelSpec(model="openai/m", base_url=url)
        with pytest.raises(ProviderError) as caught:
            OpenAICompatClient(spec).complete(MESSAGES, spec=spec)
    to = told.format(server=server.url.removesuffix("/v1"))
    assert caught.value.told == (
        f"302: the address sends calls elsewhere (from {server.url}{to}): set base_url to the one "
        "that answers"
    )


@pytest.mark.parametrize("awaited", [False, True])
def test_a_call_to_this_machine_goes_through_no_proxy(
    monkeypatch: pytest.MonkeyPatch, awaited: bool
) -> None:
    """What is told to stay here would leave by it."""
    with serving(chat()) as proxy, serving(chat()) as server:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        spec = ModelSpec(model="openai/m", base_url=server.url)
        client = OpenAICompatClient(spec)
        if awaited:
            asyncio.run(client.acomplete(MESSAGES, spec=spec))
        else:
            client.complete(MESSAGES, spec=spec)
        assert (len(proxy.asked), len(server.asked)) == (0, 1)


def test_a_client_knows_the_model_of_its_own() -> None:
    """Where a grounder names none; the length of an answer is the grounder's."""
    with serving(chat()) as server:
        client = OpenAICompatClient(ModelSpec(model="openai/own", base_url=server.url))
        client.complete(MESSAGES, spec=ModelSpec(model=UNNAMED, max_tokens=7))
    assert (server.asked[0]["model"], server.asked[0]["max_tokens"]) == ("own", 7)


def test_openai_is_told_the_limit_by_its_new_name() -> None:
    """Its newer models refuse the old one; other servers know that alone."""
    body = OpenAICompatClient(ModelSpec(model="vllm/m"))._body
    assert body(MESSAGES, ModelSpec(model="openai/m"), None)["max_completion_tokens"] == 2048
    assert body(MESSAGES, ModelSpec(model="vllm/m"), None)["max_tokens"] == 2048


def test_headers_that_a_gateway_wants_are_sent() -> None:
    """As `extra_headers` among what else is given, which is the body's."""
    with serving(chat()) as server:
        extra = {"extra_headers": {"X-Team": "graph"}, "seed": 3}
        spec = ModelSpec(model="openai/m", base_url=server.url, extra=extra)
        OpenAICompatClient(spec).complete(MESSAGES, spec=spec)
    assert (server.headers[0]["x-team"], server.asked[0]["seed"]) == ("graph", 3)
    assert "extra_headers" not in server.asked[0]


def test_json_that_is_sent_as_a_text_is_read() -> None:
    """Some servers name no type."""
    sent = chat()
    sent.kind = "text/plain"
    with serving(sent) as server:
        spec = ModelSpec(model="openai/m", base_url=server.url)
        assert OpenAICompatClient(spec).complete(MESSAGES, spec=spec).prompt_tokens == 20


def test_a_model_without_an_address_is_refused() -> None:
    """Before the first call."""
    with pytest.raises(InputError, match="has no address: give base_url"):
        OpenAICompatClient("someone/m")


def test_many_threads_share_a_client() -> None:
    """Each gets its own answer."""
    got: list[str] = []

    def answers(asked: dict[str, Any], _: int) -> Sent:
        return chat(asked["messages"][0]["content"])

    with serving(answers) as server:
        spec = ModelSpec(model="openai/m", base_url=server.url)
        client = OpenAICompatClient(spec)

        def ask(n: int) -> None:
            said = client.complete((Message(content=f"claim {n}"),), spec=spec)
            got.append(f"{n}:{said.text}")

        threads = [threading.Thread(target=ask, args=(n,)) for n in range(24)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(got) == sorted(f"{n}:claim {n}" for n in range(24))


def test_connections_are_closed_with_the_loop_and_with_the_client() -> None:
    """A warning of one that is left open would fail the test."""
    with serving(chat()) as server:
        spec = ModelSpec(model="openai/m", base_url=server.url)
        client = OpenAICompatClient(spec)

        async def many(client: OpenAICompatClient) -> None:
            calls = [client.acomplete(MESSAGES, spec=spec) for _ in range(8)]
            assert len(await asyncio.gather(*calls)) == 8

        for _ in range(2):
            asyncio.run(many(client))
        client.complete(MESSAGES, spec=spec)
        assert not any(client._on_loops.values())
        del client
        gc.collect()
