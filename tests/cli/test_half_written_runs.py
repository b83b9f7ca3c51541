"""Does a folder never pass for a run that it does not hold?"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ferry_runs import FerryRuns

from openodke.cli import validate_job
from openodke.cli.graph_job import GraphJob
from openodke.cli.verify_job import verified
from openodke.errors import InputError, OutputError
from openodke.validation.recorded_story import recorded_story

OUT = Path("out")


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FerryRuns:
    """The files of a run, in the current folder."""
    monkeypatch.chdir(tmp_path)
    return FerryRuns(tmp_path)


def names() -> set[str]:
    """Return what lies in the folder."""
    return {path.name for path in OUT.iterdir()}


def test_another_command_leaves_nothing_of_the_one_before(runs: FerryRuns) -> None:
    """Files of `odke validate` beside facts of `odke ground` would be of another run."""
    runs.validated()
    runs.grounded()
    assert names() == {"facts.jsonl", "summary.json", "manifest.json"}
    assert verified(OUT).is_same
    runs.grounded(gate="strict")
    assert names() == {"facts.jsonl", "refused.jsonl", "summary.json", "manifest.json"}
    runs.validated()
    assert verified(OUT).is_same


@pytest.mark.parametrize("command", ["validated", "grounded"])
def test_what_a_run_wrote_among_the_texts_is_no_text(runs: FerryRuns, command: str) -> None:
    """Nor is it read by the next run, or an input that the manifest tells."""
    for _ in range(2):
        getattr(runs, command)(out="texts/out")
        folder = Path("texts/out")
        summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
        assert summary["malformed"] == []
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        assert len(manifest["inputs"]["files"]["texts"]) == 4
        assert verified(folder).is_same
    Path("texts/facts.jsonl").write_text('{"id": "own", "text": "Skua"}\n', encoding="utf-8")
    runs.validated(out="texts/out")
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert "texts/facts.jsonl" in manifest["inputs"]["files"]["texts"]  # the caller's own


class _KilledError(BaseException):
    """Ends a run where nothing catches it."""


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize("command", ["validate", "ground"])
def test_a_run_that_was_ended_while_it_wrote_passes_for_none(
    runs: FerryRuns, monkeypatch: pytest.MonkeyPatch, command: str, before: bool
) -> None:
    """Nothing is read of it; the next run writes over it, and is whole."""
    if before:
        runs.validated()

    def ended(*_: Any, **__: Any) -> None:
        raise _KilledError

    run = runs.validated if command == "validate" else runs.grounded
    with monkeypatch.context() as patch:
        patch.setattr(validate_job, "_write_models", ended)
        patch.setattr(GraphJob, "_write_record", ended)
        with pytest.raises(_KilledError):
            run()
    assert (OUT / "facts.jsonl").is_file()
    for read in (verified, lambda folder: recorded_story(folder, "r1")):
        with pytest.raises(InputError, match=r"ended while it wrote there|no manifest\.json"):
            read(OUT)
    runs.validated()
    assert verified(OUT).is_same
    assert "manifest.json.part" not in names()


def test_somebody_s_own_facts_are_not_written_over(runs: FerryRuns) -> None:
    """A name of ours does not make a file ours."""
    OUT.mkdir()
    (OUT / "facts.jsonl").write_text("mine", encoding="utf-8")
    with pytest.raises(OutputError, match="holds files that openodke did not write"):
        runs.validated()
    assert (OUT / "facts.jsonl").read_text(encoding="utf-8") == "mine"


@pytest.mark.skipif(sys.platform != "linux", reason="a file may have such a name on Linux alone")
def test_names_that_are_no_utf_8_are_written_and_read_again(runs: FerryRuns) -> None:
    """A file's name of another encoding is told in the manifest; a text's could be in no row."""
    rows = Path(os.fsdecode(b"rows-\xff.jsonl"))
    Path("rows.in.jsonl").rename(rows)
    runs.validated(facts=rows)
    held = json.loads((OUT / "manifest.json").read_bytes())
    assert held["config"]["facts"] == str(rows)
    assert verified(OUT).is_same
    Path(os.fsdecode(b"texts/\xff.txt")).write_text("Skua", encoding="utf-8")
    report = runs.validated(facts=rows)
    assert report.malformed == 1
    assert report.facts_in == 11


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8"])
def test_a_terminal_without_a_character_prints_its_escape(runs: FerryRuns, encoding: str) -> None:
    """A Windows file has no arrow, and no encoding a lone surrogate: nothing ends for that."""
    runs.validated()
    done = subprocess.run(
        [sys.executable, "-m", "openodke", "explain", "--from", "out", "r1"],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    arrow = "→" if encoding == "utf-8" else "\\u2192"
    assert f"built{arrow} Skua" in done.stdout.decode(encoding)
