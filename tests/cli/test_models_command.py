"""Does `odke models` say who asks which provider's models, and whether its key is set?"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from openodke.install import install_line
from openodke.llm import PROVIDERS

SECRET = "sk-never-to-be-shown"


@pytest.fixture
def _keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for provider in PROVIDERS.values():
        for name in (*provider.address_envs, *filter(None, [provider.key_env])):
            monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ANTHROPIC_API_KEY", SECRET)
    monkeypatch.setenv("GROQ_API_KEY", "  ")


@pytest.fixture
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that, on Python's path, has no library that asks models."""
    folder = tmp_path_factory.mktemp("bare")
    missing = "import sys\nsys.modules.update(openai=None, litellm=None)\n"
    (folder / "sitecustomize.py").write_text(missing, encoding="utf-8")
    return folder


@pytest.mark.usefixtures("_keys")
def test_each_provider_has_a_line_and_no_key_is_shown(odke, bare: Path) -> None:
    """Its library, whether that is there, the variable of its key, whether it is set, its host."""
    done = odke("models", path=bare)
    assert (done.returncode, done.stderr) == (0, "")
    lines = {line.split()[0]: " ".join(line.split()) for line in done.stdout.splitlines() if line}
    assert set(PROVIDERS) <= set(lines)
    assert lines["anthropic"] == (
        "anthropic litellm (missing) ANTHROPIC_API_KEY (set) api.anthropic.com"
    )
    assert lines["ollama"] == "ollama openai (missing) none needed this machine (127.0.0.1:11434)"
    assert lines["groq"].endswith("GROQ_API_KEY (not set) api.groq.com")
    assert lines["azure"].endswith("your own: AZURE_API_BASE or base_url")
    assert "OPENAI_API_KEY (not set)" in done.stdout
    assert SECRET not in done.stdout
    for library in ("openai", "litellm"):
        assert f"{library} is not installed: {install_line(f'[{library}]')}" in done.stdout


@pytest.mark.usefixtures("_keys")
def test_a_program_reads_the_same(odke) -> None:
    """As a list of objects with the same fields."""
    done = odke("models", "--json")
    listed = {one["provider"]: one for one in json.loads(done.stdout)}
    assert set(listed) == set(PROVIDERS)
    assert len({tuple(one) for one in listed.values()}) == 1
    assert (listed["anthropic"]["key_set"], listed["openai"]["key_set"]) == (True, False)
    assert (listed["ollama"]["key_env"], listed["ollama"]["key_set"]) == (None, None)
    assert [name for name, one in listed.items() if one["this_machine"]] == [
        "llamacpp",
        "lmstudio",
        "ollama",
        "vllm",
    ]
    assert SECRET not in done.stdout


@pytest.mark.usefixtures("_keys")
def test_the_environments_address_is_the_one_that_is_shown(
    odke, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is where a call would go; what else an address holds is not shown."""
    monkeypatch.setenv("OPENAI_BASE_URL", f"https://me:{SECRET}@gw.example.test/v1?key={SECRET}")
    done = odke("models")
    assert "gw.example.test" in done.stdout
    assert SECRET not in done.stdout
