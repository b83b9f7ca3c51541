"""Which model plays which role, and who serves it?"""

import sys

import pytest
from pydantic import ValidationError

from openodke.errors import ProviderNotInstalled
from openodke.install import install_line
from openodke.llm import (
    LLMClient,
    ModelRoles,
    ModelSpec,
    ScriptedClient,
    register,
    registered_providers,
    resolve,
    unregister,
)


def test_one_model_plays_every_role_and_its_verdicts_stay_short() -> None:
    """A grounding answer is a word: 256 tokens are more than enough."""
    roles = ModelRoles.single("ollama/qwen2.5:3b")
    assert {roles.extract.model, roles.ground.model, roles.infer.model} == {"ollama/qwen2.5:3b"}
    assert (roles.extract.max_tokens, roles.ground.max_tokens) == (2048, 256)


def test_a_whole_spec_plays_every_role_too() -> None:
    """What else it says goes with it."""
    spec = ModelSpec(model="a/b", max_tokens=100, base_url="http://localhost:1")
    roles = ModelRoles.single(spec)
    assert roles.extract == spec
    assert (roles.ground.base_url, roles.ground.max_tokens) == ("http://localhost:1", 100)


def test_a_role_that_is_named_keeps_its_own_fields() -> None:
    """The length that is given is kept; the other roles keep their defaults."""
    roles = ModelRoles.model_validate({"ground": {"model": "a/b", "max_tokens": 9}})
    assert (roles.ground.model, roles.ground.max_tokens) == ("a/b", 9)
    assert roles.extract.provider == "anthropic"


def test_a_misspelt_field_is_refused() -> None:
    """Pydantic names it."""
    with pytest.raises(ValidationError, match="max_token"):
        ModelRoles.model_validate({"ground": {"model": "a/b", "max_token": 9}})


@pytest.mark.parametrize(
    ("model", "provider"), [("ollama/q", "ollama"), ("gpt-5", "openai"), ("A/b/c", "a")]
)
def test_the_provider_is_the_first_part_of_a_name(model: str, provider: str) -> None:
    """A name without one is OpenAI's."""
    assert ModelSpec(model=model).provider == provider


@pytest.mark.parametrize(("model", "library"), [("ollama/q", "openai"), ("x/y", "litellm")])
def test_a_model_whose_library_is_missing_says_what_to_do(
    model: str, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message names the model, its library, and the line that installs it from a checkout."""
    monkeypatch.setitem(sys.modules, library, None)  # as if it were not installed
    with pytest.raises(ProviderNotInstalled) as caught:
        resolve(model)
    said = str(caught.value)
    assert all(part in said for part in (model, library, install_line(f"[{library}]")))


def test_a_registered_provider_serves_its_models(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its name is matched in any case; unregistering forgets it."""
    monkeypatch.setitem(sys.modules, "litellm", None)  # which would serve it else
    asked: list[ModelSpec] = []

    def factory(spec: ModelSpec) -> LLMClient:
        asked.append(spec)
        return ScriptedClient()

    register("Harbour", factory)
    try:
        assert "harbour" in registered_providers()
        assert isinstance(ModelRoles.single("harbour/m").client_for("ground"), ScriptedClient)
        assert asked[0].model == "harbour/m"
    finally:
        unregister("harbour")
    with pytest.raises(ProviderNotInstalled):
        resolve("harbour/m")


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"api_key": "sk-secret"}, "name the environment variable that holds it by api_key_env"),
        ({"api_key_env": "sk-secret"}, "and not the key"),
        ({"base_url": "http://joe:sk-secret@models.example.test/v1\n"}, "no line break"),
        ({"key": "sk-secret"}, "Extra inputs are not permitted"),
        ({"timeout": float("inf")}, "finite number"),
        ({"temperature": float("inf")}, "finite number"),
    ],
)
@pytest.mark.parametrize("held_by", ["spec", "roles"])
def test_what_a_spec_refuses_is_not_shown(
    fields: dict[str, object], told: str, held_by: str
) -> None:
    """It may be a key, put where its variable's name belongs."""
    given = {"model": "a/b", **fields}
    kind = ModelSpec if held_by == "spec" else ModelRoles
    with pytest.raises(ValidationError, match=told) as caught:
        kind.model_validate(given if held_by == "spec" else {"ground": given})
    assert "sk-secret" not in str(caught.value)
