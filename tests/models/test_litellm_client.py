"""What does the LiteLLM client open, cost and leave alone?"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from chat_server import chat, refused, serving

from openodke.errors import MissingAPIKey, ProviderError
from openodke.llm import PROVIDERS, LiteLLMClient, Message, ModelSpec, host_of, price_of
from openodke.llm.model_spec import UNNAMED

pytestmark = [
    pytest.mark.skipif(find_spec("litellm") is None, reason="litellm is not installed here"),
    pytest.mark.filterwarnings("ignore:.*ReadOnly"),  # litellm's own: what it imports,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # connections that it leaves open
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

MESSAGES = (Message(content="Claim: x"),)
SECRET = "sk-not-to-be-seen"

WATCHED = """
import json, sys
seen, there = [], set()
def watch(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo"):
        place = arguments[0] if event.endswith("info") else arguments[1]
        seen.append(str(place[0] if isinstance(place, tuple) else place))
        if blocked:
            raise OSError("blocked")
blocked = True
sys.addaudithook(watch)
import os
before = dict(os.environ)
"""


def watched(script: str, folder: Path, **environment: str) -> Any:
    """Run a script that is watched for connections, none of which is made; return what it tells."""
    done = subprocess.run(
        [sys.executable, "-c", WATCHED + script],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_its_import_opens_no_connection_and_reads_no_settings(tmp_path: Path) -> None:
    """By default litellm fetches a list of prices, and reads the nearest `.env`."""
    (tmp_path / ".env").write_text("FROM_A_FILE=1\n", encoding="utf-8")
    script = """
from openodke.llm.litellm_client import imported_litellm
litellm = imported_litellm()
names = ("callbacks", "success_callback", "failure_callback", "_async_success_callback")
held = [name for name in names if getattr(litellm, name)]
print(json.dumps([seen, "FROM_A_FILE" in os.environ, held]))
"""
    assert watched(script, tmp_path) == [[], False, []]


def test_each_provider_is_asked_where_its_users_are_told(tmp_path: Path) -> None:
    """At the host of the table, or the one that the environment has for it; nowhere else."""
    script = """
from openodke.llm import LiteLLMClient, Message, ModelSpec, PROVIDERS
found = {}
for provider in PROVIDERS.values():
    if provider.library != "litellm" or provider.base_url is None:
        continue
    os.environ[provider.key_env] = "k-test"
    for variable in ("", *provider.address_envs):
        seen.clear()
        if variable:
            os.environ[variable] = "https://elsewhere.example.test/v1"
        spec = ModelSpec(model=f"{provider.name}/some-model", timeout=5)
        try:
            LiteLLMClient(spec).complete((Message(content="x"),), spec=spec)
        except Exception:
            pass
        os.environ.pop(variable, None)
        found[f"{provider.name} {variable}".strip()] = sorted(set(seen))
print(json.dumps(found))
"""
    clean = {name: "" for one in PROVIDERS.values() for name in one.address_envs}
    found = watched(script, tmp_path, **clean)
    expected = {}
    for name, one in PROVIDERS.items():
        if one.library == "litellm" and one.base_url:
            expected[name] = [one.base_url.removeprefix("https://")]
            expected.update({f"{name} {v}": ["elsewhere.example.test"] for v in one.address_envs})
    assert found == expected


def test_the_table_names_the_key_that_litellm_wants(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else its own error would come after the first call."""
    from openodke.llm.litellm_client import imported_litellm

    for name in list(os.environ):
        if name.endswith("_API_KEY"):
            monkeypatch.delenv(name)
    for provider in PROVIDERS.values():
        if provider.library == "litellm" and provider.key_env:
            wanted = imported_litellm().validate_environment(f"{provider.name}/m")["missing_keys"]
            assert provider.key_env in wanted


def test_a_listed_model_has_a_price_at_its_own_address_alone() -> None:
    """And one that is not listed, or whose price is 0, has none."""
    model = "anthropic/claude-haiku-4-5-20251001"
    listed = price_of(model)
    assert listed is not None
    assert 0 < listed.input < listed.output < 1000
    assert price_of(ModelSpec(model=model, base_url="https://gw.example.test")) is None
    assert price_of("groq/not-a-model") is None
    assert price_of("ollama_chat/anything") is None
    own = ModelSpec.model_validate({"model": model, "price": {"input": 1, "output": 2}})
    assert price_of(own) == own.price


def test_what_is_billed_is_the_model_that_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """By its list price at the provider's own address, whatever model the answer names."""
    monkeypatch.setenv("DEEPSEEK_API_KEY", "k")
    with serving(chat(model="gpt-4o")) as server:
        monkeypatch.setenv("DEEPSEEK_API_BASE", server.url)
        spec = ModelSpec(model="deepseek/deepseek-chat")
        answer = LiteLLMClient(spec).complete(MESSAGES, spec=spec)
        listed = price_of(spec)
    assert listed is not None
    assert answer.cost_usd == pytest.approx(listed.cost(20, 5))


def test_a_key_goes_to_its_own_address_and_into_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """litellm would take the provider's key from the environment for any address."""
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    monkeypatch.setenv("GATEWAY_KEY", f"{SECRET}-gateway")
    with serving(refused(401, f"Incorrect API key provided: {SECRET}-gateway")) as server:
        for named in (None, "GATEWAY_KEY"):
            spec = ModelSpec(model="openai/m", base_url=server.url, api_key_env=named)
            with pytest.raises(ProviderError) as caught:
                LiteLLMClient(spec).complete(MESSAGES, spec=spec)
    sent = [headers["authorization"] for headers in server.headers]
    assert sent == ["Bearer none", f"Bearer {SECRET}-gateway"]
    assert f"{SECRET}-gateway" not in str(caught.value) + caught.value.told
    assert caught.value.told == "401: the key in GATEWAY_KEY was refused"


def test_a_missing_key_is_told_before_litellm_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    """By its variable."""
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    with pytest.raises(MissingAPIKey, match="ANTHROPIC_API_KEY"):
        LiteLLMClient("anthropic/claude-haiku-4-5")


def test_a_parameter_that_a_model_does_not_take_is_a_failed_call(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Left out silently, the run would not be what its configuration says."""
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    spec = ModelSpec(model="openai/o3", temperature=0.2)
    with pytest.raises(ProviderError) as caught:
        LiteLLMClient(spec).complete(MESSAGES, spec=spec)
    assert caught.value.told.startswith("400: the model does not take one of the parameters")


def test_a_client_knows_the_model_of_its_own() -> None:
    """Where a grounder names none."""
    with serving(chat()) as server:
        client = LiteLLMClient(ModelSpec(model="openai/own", base_url=server.url))
        client.complete(MESSAGES, spec=ModelSpec(model=UNNAMED, max_tokens=7))
    assert (server.asked[0]["model"], server.asked[0]["max_tokens"]) == ("own", 7)


def test_what_litellm_alone_knows_is_said_to_be_so() -> None:
    """A user is told no host that was guessed."""
    assert host_of("vertex_ai/gemini") == "an address that litellm chooses for vertex_ai"
