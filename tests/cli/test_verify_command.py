"""What does `odke verify` print, and with which status does it end?"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

Odke = Callable[..., CompletedProcess[str]]

INPUT = ("--facts", "triples.jsonl", "--texts", "texts", "--ontology", "ontology.json", "-o", "out")


@pytest.mark.parametrize("command", ["validate", "ground"])
def test_a_run_is_the_same_in_another_process(odke: Odke, command: str) -> None:
    """Exit 0, with what was done and how many files were read."""
    assert odke(command, *INPUT).returncode == 0
    done = odke("verify", "out")
    assert (done.stderr, done.returncode) == ("", 0)
    title, run, inputs, total = done.stdout.splitlines()
    assert title == "odke verify"
    assert re.fullmatch(rf"run {{11}}odke {command}, 20[\d-]+ [\d:]{{8}} UTC", run)
    assert inputs == "inputs        4 files, as they were"
    assert total == "sum           no difference"


def test_what_differs_is_told_in_order(odke: Odke, corpus: Path) -> None:
    """Inputs, outputs, differences, counts; exit 1. Of many differences the first are shown."""
    assert odke("ground", *INPUT).returncode == 0
    text = corpus / "texts/harbour.txt"
    text.write_text("Nothing of the kind.", encoding="utf-8")
    facts = corpus / "out/facts.jsonl"
    facts.write_bytes(facts.read_bytes().replace(b'"support":1', b'"support":7', 1))
    done = odke("verify", "out", "--limit", "2")
    assert (done.stderr, done.returncode) == ("", 1)
    lines = done.stdout.splitlines()
    assert [line[:14].strip() for line in lines] == [
        "odke verify", "run", "inputs", "outputs", "differs", "", "", "sum",
    ]  # fmt: skip
    assert lines[2:4] == [
        "inputs        changed: texts/harbour.txt",
        "outputs       changed since the run: facts.jsonl",
    ]
    assert lines[6].endswith("more: --limit 0 shows all")
    whole = odke("verify", "out", "--limit", "0").stdout
    assert " support: then 7, now 1\n" in whole
    assert "shows all" not in whole


def test_what_cannot_be_read_is_exit_2(odke: Odke, corpus: Path) -> None:
    """With what is missing first."""
    done = odke("verify", "texts")
    assert (done.stdout, done.returncode) == ("", 2)
    assert done.stderr.startswith("odke: texts: holds no manifest.json: name the folder")
    assert odke("validate", *INPUT).returncode == 0
    (corpus / "ontology.json").unlink()
    done = odke("verify", "out")
    assert (done.stdout, done.returncode) == ("", 2)
    assert done.stderr.startswith("odke: missing: ontology.json\n")


def test_a_change_is_told_once(odke: Odke, corpus: Path) -> None:
    """With the files in which it shows, and counted once."""
    assert odke("validate", *INPUT).returncode == 0
    text = corpus / "texts/harbour.txt"
    text.write_text(text.read_text("utf-8").replace("Maren Oduya", "A ferryman"), "utf-8")
    done = odke("verify", "out", "--limit", "0")
    lines = [line[14:] for line in done.stdout.splitlines()[3:]]
    changes = [line.split("  ", 1)[1] for line in lines[:-1]]
    assert len(set(changes)) == len(changes)
    (verdict,) = [line for line in lines if " verdict: " in line]
    assert verdict.startswith("rows.jsonl, facts.jsonl  ")
    assert 'then "unchecked", now "not_found"' in verdict
    then = json.loads((corpus / "out/summary.json").read_text("utf-8"))["verdicts"]["not_found"]
    counts = "report.json, summary.json, manifest.json  verdicts.not_found"
    assert f"{counts}: then {then}, now {then + 1}" in lines
    claims = {c.split()[0] for c, line in zip(changes, lines, strict=False) if ".jsonl" in line}
    assert lines[-1] == f"{len(changes)} differences in {len(claims)} places and the counts"
