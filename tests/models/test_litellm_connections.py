"""Do text and key go to the address that was told, and nowhere else, when litellm asks?"""

from __future__ import annotations

import asyncio
from importlib.util import find_spec

import pytest
from chat_server import Sent, chat, refused, serving

from openodke.cli.consent import Outgoing
from openodke.errors import ProviderError
from openodke.ground import Estimate
from openodke.llm import LiteLLMClient, Message, ModelSpec
from openodke.llm.call_failure import is_transient
from openodke.llm.litellm_connections import HANDED

pytestmark = [  # litellm's own: what it imports, and connections that it leaves open
    pytest.mark.filterwarnings("ignore:.*ReadOnly"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.skipif(find_spec("litellm") is None, reason="litellm is not installed here"),
]

MESSAGES = (Message(content="Claim: x"),)


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that must go to the server alone."""
    monkeypatch.setenv("GATEWAY_KEY", "key-of-the-gateway")


def failed(provider: str, url: str, *, awaited: bool) -> ProviderError:
    """Ask a provider at an address, which fails, and return how."""
    spec = ModelSpec(model=f"{provider}/m", base_url=url, api_key_env="GATEWAY_KEY", timeout=5)
    client = LiteLLMClient(spec)

    def ask() -> None:
        if awaited:
            asyncio.run(client.acomplete(MESSAGES, spec=spec))
        else:
            client.complete(MESSAGES, spec=spec)

    with pytest.raises(ProviderError) as caught:
        ask()
    return caught.value


@pytest.mark.parametrize("awaited", [False, True])
@pytest.mark.parametrize("provider", sorted(HANDED))
def test_a_redirect_takes_neither_text_nor_key_elsewhere(provider: str, awaited: bool) -> None:
    """litellm's own connections follow it, with the key where it is no `Authorization`."""
    with serving(chat()) as other:
        elsewhere = other.url.replace("127.0.0.1", "localhost")
        with serving(Sent({}, 307, {"Location": f"{elsewhere}/chat/completions"})) as server:
            failure = failed(provider, server.url, awaited=awaited)
    assert (len(server.asked), other.asked) == (1, [])
    assert failure.told.startswith("307: the address sends calls elsewhere")
    assert failure.transient is False


@pytest.mark.parametrize("awaited", [False, True])
@pytest.mark.parametrize("provider", sorted(HANDED))
def test_a_call_to_this_machine_goes_through_no_proxy(
    monkeypatch: pytest.MonkeyPatch, provider: str, awaited: bool
) -> None:
    """What is told to stay here would leave by it."""
    with serving(refused(403)) as proxy, serving(refused(403)) as server:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url.removesuffix("/v1"))
        for name in ("no_proxy", "NO_PROXY"):
            monkeypatch.delenv(name, raising=False)
        failed(provider, server.url, awaited=awaited)
    assert (len(server.asked), proxy.asked) == (1, [])


@pytest.mark.parametrize("provider", ["anthropic", "cohere", "groq", "mistral"])
@pytest.mark.parametrize("body", [[], {"choices": ["x"]}, None])
def test_an_answer_of_another_form_is_paid_for_once(provider: str, body: object) -> None:
    """The server answered: asking again would buy the same."""
    with serving(Sent(body)) as server:
        failure = failed(provider, server.url, awaited=False)
    assert not is_transient(failure)


@pytest.mark.parametrize(
    ("provider", "told"), [("cerebras", ", through the proxy proxy.example.test"), ("xai", ";")]
)
def test_a_proxy_that_litellm_would_use_for_this_machine_is_told(
    monkeypatch: pytest.MonkeyPatch, provider: str, told: str
) -> None:
    """What goes through it does leave."""
    monkeypatch.setenv("http_proxy", "http://joe:secret@proxy.example.test:1")
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    spec = ModelSpec(model=f"{provider}/m", base_url="http://127.0.0.1:1/v1")
    outgoing = Outgoing.of(spec, Estimate())
    assert outgoing.host.startswith(f"this machine (127.0.0.1:1){told}")
    assert outgoing.stays_here == (provider == "xai")
    assert "secret" not in outgoing.host
