"""Where is a model asked, by which library, and with whose key?"""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from openodke.errors import InputError, MissingAPIKey
from openodke.llm import (
    PROVIDERS,
    ModelSpec,
    TokenPrice,
    address_of,
    host_of,
    is_this_machine,
    key_env_for,
    qualify,
    require_key,
    resolve,
)
from openodke.llm.provider_table import provider_of

LOCAL = ("llamacpp", "lmstudio", "ollama", "vllm")
ELSEWHERE = "https://models.example.test/v1"


@pytest.fixture(autouse=True)
def _no_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever this machine's environment says of providers is not what is tested."""
    for provider in PROVIDERS.values():
        for name in (*provider.address_envs, *filter(None, [provider.key_env])):
            monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("name", LOCAL)
def test_a_local_server_needs_no_key_and_lies_on_this_machine(name: str) -> None:
    """Nothing that it is sent leaves the machine."""
    assert require_key(f"{name}/m") is None
    assert is_this_machine(address_of(f"{name}/m") or "")
    assert host_of(f"{name}/m").startswith("this machine (127.0.0.1:")


@pytest.mark.parametrize(
    ("spec", "library"),
    [
        ("gpt-5", "openai"),
        ("ollama/q", "openai"),
        ("anthropic/c", "litellm"),
        ("someone/m", "litellm"),
        (ModelSpec(model="someone/m", base_url=ELSEWHERE), "openai"),
        (ModelSpec(model="anthropic/c", base_url=ELSEWHERE), "litellm"),
    ],
)
def test_a_library_asks_each_provider(spec: ModelSpec | str, library: str) -> None:
    """An unknown one is litellm's, or the SDK's where an address is given."""
    assert provider_of(spec).library == library


@pytest.mark.parametrize("name", sorted(PROVIDERS))
def test_a_missing_key_is_named_before_the_first_call(name: str) -> None:
    """By its environment variable."""
    variable = PROVIDERS[name].key_env
    assert key_env_for(f"{name}/m") == variable
    if variable is None:
        assert require_key(f"{name}/m") is None
        return
    with pytest.raises(MissingAPIKey, match=f"{name}/m needs a key.*{variable} is not set"):
        require_key(f"{name}/m")


def test_an_empty_key_is_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """White space, as a shell may leave it, is none either, and is not part of one."""
    monkeypatch.setenv("OPENAI_API_KEY", " ")
    with pytest.raises(MissingAPIKey):
        require_key("openai/m")
    monkeypatch.setenv("OPENAI_API_KEY", " k\n")
    assert require_key("openai/m") == "k"


def test_a_providers_key_goes_to_its_own_address_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """To another one goes the key that is named for it, or none."""
    monkeypatch.setenv("OPENAI_API_KEY", "its-own")
    monkeypatch.setenv("GATEWAY_KEY", "the-gateways")
    spec = ModelSpec(model="openai/m", base_url=ELSEWHERE)
    assert require_key(spec) is None
    named = spec.model_copy(update={"api_key_env": "GATEWAY_KEY"})
    assert require_key(named) == "the-gateways"
    azure = ModelSpec(model="azure/m", base_url=ELSEWHERE)
    assert key_env_for(azure) == "AZURE_API_KEY"  # each user's address is an own one


def test_the_environment_may_give_a_provider_another_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is told is where the call really goes; a spec's own address comes first."""
    assert host_of("openai/m") == "api.openai.com"
    monkeypatch.setenv("OPENAI_BASE_URL", ELSEWHERE)
    assert host_of("openai/m") == "models.example.test"
    assert (
        host_of(ModelSpec(model="openai/m", base_url="http://10.0.0.7:8000/v1")) == "10.0.0.7:8000"
    )


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("http://localhost:11434/v1", True),
        ("http://LOCALHOST./v1", True),
        ("http://models.localhost/v1", True),
        ("http://127.8.9.1/v1", True),
        ("http://[::1]:8000/v1", True),
        ("http://0.0.0.0:8000/v1", True),
        ("http://localhost.example.test/v1", False),
        ("http://127.0.0.1.example.test/v1", False),
        ("http://192.168.0.2/v1", False),
        ("http://localhost@example.test/v1", False),
    ],
)
def test_this_machine_is_told_from_others(address: str, here: bool) -> None:
    """By what the address is, and not by what it looks like."""
    assert is_this_machine(address) is here
    host = host_of(ModelSpec(model="a/b", base_url=address))
    assert host.startswith("this machine (") is here


def test_a_host_is_told_without_what_else_its_address_holds() -> None:
    """A password or a token may stand in an address."""
    spec = ModelSpec(model="a/b", base_url="https://me:secret@gw.example.test:8443/v1?token=abc")
    assert host_of(spec) == "gw.example.test:8443"


@pytest.mark.parametrize("address", ["localhost:8000", "ftp://x/v1", "http://", "http://h:port/v1"])
def test_what_is_no_address_is_refused_before_the_first_call(address: str) -> None:
    """The message shows what an address looks like."""
    with pytest.raises(InputError, match=r"write http://host:port/v1"):
        host_of(ModelSpec(model="a/b", base_url=address))


def test_a_refused_address_does_not_show_its_password() -> None:
    """The message may be logged."""
    with pytest.raises(InputError) as caught:
        address_of(ModelSpec(model="a/b", base_url="ftp://me:secret@host/v1"))
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("model", "provider", "name"),
    [
        ("qwen2.5:3b", "ollama", "ollama/qwen2.5:3b"),
        ("ollama/qwen2.5:3b", "ollama", "ollama/qwen2.5:3b"),
        ("meta-llama/Llama-3", "vllm", "vllm/meta-llama/Llama-3"),
        ("gpt-5", None, "openai/gpt-5"),
        ("anthropic/c", None, "anthropic/c"),
    ],
)
def test_a_name_is_qualified_once(model: str, provider: str | None, name: str) -> None:
    """A provider that stands there already is not put there again."""
    assert qualify(model, provider) == name


def test_where_only_litellm_knows_the_address_that_is_said() -> None:
    """Nobody is told a host that was guessed."""
    assert host_of("someone/m") == "an address that litellm chooses for someone"


def test_a_price_is_that_of_a_million_tokens() -> None:
    """As providers publish it."""
    price = TokenPrice(input=0.5, output=2)
    assert price.cost(1_000_000, 500_000) == 1.5
    with pytest.raises(ValidationError):
        TokenPrice(input=-1, output=0)
    assert ModelSpec.model_validate({"model": "a/b", "price": {"input": 1, "output": 2}}).price


def test_a_key_is_in_no_repr(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither of a spec nor of a client."""
    pytest.importorskip("openai", reason="the OpenAI SDK is not installed here")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    client = resolve("openai/m")
    assert "very-secret" not in repr(client) + repr(ModelSpec(model="openai/m"))
    assert "very-secret" not in repr(vars(client))


@pytest.mark.parametrize("key", ["sk-sec\nret", "sk-sec ret", "sk-sécret", "sk-中"])
def test_what_no_header_takes_is_no_key(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    """Each call would fail on it, and some libraries' errors quote it."""
    monkeypatch.setenv("GATEWAY_KEY", key)
    spec = ModelSpec(model="openai/m", base_url=ELSEWHERE, api_key_env="GATEWAY_KEY")
    with pytest.raises(MissingAPIKey, match="GATEWAY_KEY holds what no key has") as caught:
        require_key(spec)
    assert "sk-" not in str(caught.value)
    monkeypatch.setenv("GATEWAY_KEY", " sk-secret\n")
    assert require_key(spec) == "sk-secret"
