"""Is what is not UTF-8 told by its place, whatever names it, and never with a traceback?"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import typer

from openodke.cli.application import app
from openodke.cli.text_options import in_utf8

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
LATIN = os.fsdecode(b"caf\xe9")  # how the system hands on an argument in Latin 1
RUN = ("--facts", "triples.jsonl", "--texts", "texts")


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The triples of the examples, what `odke validate` makes of them, and files in Latin 1."""
    folder = tmp_path_factory.mktemp("latin") / "in"
    shutil.copytree(EXAMPLES / "triples", folder)
    assert odke(folder, "validate", *RUN, "-o", "out").returncode == 0
    for ending in ("json", "jsonl", "csv", "txt"):
        (folder / f"bad.{ending}").write_bytes(b"[\n  caf\xe9\n]\n")
    return folder


def odke(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `odke` in a folder."""
    return subprocess.run(
        [sys.executable, "-m", "openodke", *arguments],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )


@pytest.mark.parametrize("command", ["ground", "validate"])
@pytest.mark.parametrize("option", ["--ontology", "--examples", "--config", "--card"])
def test_a_file_that_an_option_names(runs: Path, command: str, option: str) -> None:
    """File, place and what to do; exit 2, as for any input that cannot be read."""
    gate = ("--gate", "strict", "-o", "unmade") if option == "--card" else ()
    done = odke(runs, command, *RUN, option, "bad.json", *gate)
    by_line = "bad.json:2: is not UTF-8 (byte 0xe9 at 7): save the file as UTF-8"
    by_byte = "bad.json: is not UTF-8 at byte 7: save it as UTF-8"  # the ontology's own reader
    told = by_line if option in ("--examples", "--card") else by_byte
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"odke: {told}\n")


FILES = {
    "labels": ("eval", "ground", "--labels", "bad.jsonl", "--facts", "out"),
    "a table of labels": ("eval", "score", "--labels", "bad.csv", "--facts", "out"),
    "facts": ("eval", "score", "--labels", "labels.jsonl", "--facts", "bad.jsonl"),
    "texts": ("eval", "spans", "out", "--texts", "bad.txt"),
    "a queue": ("label", "make", "pair", "bad.jsonl", "-o", "new.csv"),
    "a filled table": ("label", "read", "bad.csv", "-o", "new.jsonl"),
    "an ontology": ("ontology", "validate", "bad.json"),
}


@pytest.mark.parametrize("arguments", FILES.values(), ids=FILES)
def test_a_file_of_another_command(runs: Path, arguments: tuple[str, ...]) -> None:
    """It is named, with line or byte."""
    done = odke(runs, *arguments)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    name = next(each for each in arguments if each.startswith("bad."))
    assert done.stderr.startswith(f"odke: {name}"), done.stderr
    assert "Traceback" not in done.stderr
    assert not (runs / "new.csv").exists()
    assert not (runs / "new.jsonl").exists()


@pytest.mark.parametrize("name", ["manifest.json", "facts.jsonl", "rows.jsonl", "report.json"])
def test_a_file_of_a_run_that_was_changed(runs: Path, tmp_path: Path, name: str) -> None:
    """`verify` and `explain` tell it by its line."""
    shutil.copytree(runs, tmp_path / "in")
    written = tmp_path / "in/out" / name
    written.write_bytes(written.read_bytes().replace(b"unchecked", b"unch\xe9cked"))
    for arguments in (("verify", "out"), ("explain", "Odell", "supplies", "--from", "out")):
        done = odke(tmp_path / "in", *arguments)
        assert (done.returncode, done.stdout) == (2, ""), arguments
        place = rf"{name}:\d+: is not UTF-8 at byte \d+ of the line: it is not as the run wrote it"
        assert re.search(place, done.stderr), done.stderr


TEXTS = {
    "--tenant": ("validate", *RUN, "--tenant", LATIN),
    "--explain": ("validate", *RUN, "--explain", LATIN),
    "--adapter": ("ground", *RUN, "--adapter", LATIN),
    "--model": ("ground", *RUN, "--model", f"openai/{LATIN}", "--dry-run"),
    "--model-provider": ("validate", *RUN, "--model", "x", "--model-provider", LATIN, "--dry-run"),
    "--dataset": (
        "eval", "ground", "--labels", "labels.jsonl", "--facts", "out", "--card", "c.json",
        "--dataset", LATIN,
    ),
    "FACT": ("explain", "Odell", LATIN, "--from", "out"),
    "TYPE": ("ontology", "snippet", "ontology.json", LATIN),
}  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_in_another_encoding(runs: Path, name: str) -> None:
    """It is named, before anything is done."""
    done = odke(runs, *TEXTS[name])
    at = 11 if name == "--model" else 4
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"odke: {name} "), done.stderr
    assert f"caf\\udce9: is not UTF-8 at character {at}: give it " in done.stderr
    assert not (runs / "c.json").exists()


def test_a_path_may_have_a_name_in_another_encoding(runs: Path) -> None:
    """The system knows it all the same."""
    if sys.platform == "darwin":
        pytest.skip("this system takes no such name")
    done = odke(runs, "ground", *RUN, "-o", LATIN)
    assert (done.returncode, done.stderr) == (0, "")
    assert (runs / LATIN / "manifest.json").is_file()
    assert odke(runs, "verify", LATIN).returncode == 0


def commands(group: typer.Typer) -> Iterator[Callable[..., None]]:
    """Yield the function of every command below a group."""
    for command in group.registered_commands:
        assert command.callback is not None
        yield command.callback
    for inner in group.registered_groups:
        assert inner.typer_instance is not None
        yield from commands(inner.typer_instance)


def test_every_command_looks_at_its_texts() -> None:
    """Those that are added too."""
    found = list(commands(app))
    assert len(found) >= 14
    own = in_utf8(found[0]).__code__
    assert [one.__name__ for one in found if one.__code__ is not own] == []


@pytest.mark.parametrize("block", [{"cache": "kept\ud800"}, {"replay": {"ground": "kept\ud800"}}])
def test_a_path_of_a_configuration_that_no_file_can_have(runs: Path, block: object) -> None:
    """JSON can spell it, and no system can open it."""
    held = {"models": {"ground": "ollama/x", **block}}
    (runs / "asks.json").write_text(json.dumps(held), "utf-8")
    done = odke(runs, "ground", *RUN, "--config", "asks.json", "--dry-run")
    assert done.returncode == 2
    assert done.stderr.startswith("odke: asks.json: models."), done.stderr
