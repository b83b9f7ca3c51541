"""Is no connection opened by what names no model, with every key in the environment?"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from openodke.llm import PROVIDERS

WATCHED = """
import atexit, json, sys
seen = []
def watch(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto"):
        seen.append([event, repr(arguments)])
        raise OSError("no connection is opened in this test")
sys.addaudithook(watch)
atexit.register(lambda: open("seen.json", "w").write(json.dumps(seen)))
"""
ODKE = "sys.argv = ['odke', *{arguments!r}]\nfrom openodke.cli import main\nmain()\n"
ASKED = ("--facts", "rows.jsonl", "--texts", "text.txt")


def opened(script: str, folder: Path) -> list[list[str]]:
    """Run a script that is watched; return the connections that it tried to open."""
    keys = {one.key_env: "sk-set" for one in PROVIDERS.values() if one.key_env}
    environment = {**os.environ, **keys, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(
        [sys.executable, "-c", WATCHED + script],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr + done.stdout
    held: list[list[str]] = json.loads((folder / "seen.json").read_text("utf-8"))
    return held


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a text and a claim on it."""
    (tmp_path / "text.txt").write_text("Odell Mill grinds rye.", encoding="utf-8")
    row = {"doc": "text", "subject": "Odell Mill", "predicate": "grinds", "object": "rye"}
    (tmp_path / "rows.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    return tmp_path


def test_the_watch_sees_a_connection(folder: Path) -> None:
    """Else the tests below would say nothing."""
    script = (
        "import contextlib, socket\n"
        "with contextlib.suppress(OSError):\n"
        "    socket.create_connection(('127.0.0.1', 9))\n"
    )
    assert opened(script, folder)


@pytest.mark.parametrize(
    "imported", ["openodke", "openodke.llm", "openodke.cli", "openodke.validator"]
)
def test_an_import_opens_no_connection(folder: Path, imported: str) -> None:
    """Nor does it import a library that asks models."""
    script = (
        f"import {imported}\n"
        "assert not {'openai', 'litellm', 'httpx', 'aiohttp'} & set(sys.modules)\n"
    )
    assert opened(script, folder) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("--version",),
        ("models",),
        ("models", "--json"),
        ("adapters",),
        ("ground", "--help"),
        ("ground", *ASKED, "-o", "out"),
        ("ground", *ASKED, "--locate", "--grounder", "span"),
        ("validate", *ASKED, "-o", "out"),
        ("ground", *ASKED, "--model", "anthropic/claude-haiku-4-5", "--dry-run"),
        ("ground", *ASKED, "--model", "ollama/qwen2.5:3b", "--dry-run"),
    ],
    ids=" ".join,
)
def test_a_command_that_asks_no_model_opens_no_connection(
    folder: Path, arguments: tuple[str, ...]
) -> None:
    """Although the keys of all providers are set."""
    assert opened(ODKE.format(arguments=list(arguments)), folder) == []


def test_a_grounder_without_a_model_opens_no_connection(folder: Path) -> None:
    """In Python as on the command line."""
    script = """
import openodke
texts = [openodke.Document(id="text", text="Odell Mill grinds rye.")]
rows = [{"doc": "text", "subject": "Odell Mill", "predicate": "grinds", "object": "rye"}]
openodke.ground_graph(rows, texts)
openodke.ground_graph(rows, texts, grounder=openodke.LexicalGrounder())
openodke.Validator().validate(rows, texts)
"""
    assert opened(script, folder) == []
