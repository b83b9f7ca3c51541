"""What do the tests of the command line share: a small corpus, and the real command?"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

HARBOUR = (
    "Maren Oduya founded Kelpway Ferries in 1998. The company runs two boats between Dunmorrow "
    "and Skail.\nIn 2004 Kelpway Ferries moved its office to Skail.\n"
)
MILL = "The Orrin Mill opened in 1872. It was never owned by Tessaly Grain.\n"
FERRIES = {"doc": "harbour", "subject": "Kelpway Ferries", "subject_type": "Company"}
ROWS = [
    {
        "doc": "harbour",
        "subject": "Maren Oduya",
        "subject_type": "Person",
        "predicate": "founded",
        "object": "Kelpway Ferries",
        "object_type": "Company",
        "quote": "Maren Oduya founded Kelpway Ferries",
    },
    {**FERRIES, "predicate": "office_in", "object": "Bergen", "object_type": "City"},
    {**FERRIES, "predicate": "founded_in", "object": 1999, "object_type": "date"},
    {"doc": "mill", "subject": "Tessaly Grain", "predicate": "owns", "object": "Orrin Mill"},
    {
        "doc": "mill",
        "subject": "Orrin Mill",
        "predicate": "opened_in",
        "object": "1872",
        "object_type": "date",
        "quote": "opened in 1872",
    },
    {"doc": "lost", "subject": "Orrin Mill", "predicate": "near", "object": "Skail"},
]
ONTOLOGY = {
    "types": {"Company": {}, "Person": {}, "City": {}},
    "predicates": {
        "founded": {"domain": ["Person"], "range": "Company"},
        "office_in": {"domain": ["Person"], "range": "City"},
        "founded_in": {"domain": ["Company"], "range": "City"},
        "owns": {"domain": ["Company"], "range": "string"},
    },
}

Odke = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A folder with `triples.jsonl`, `texts/` of two files, and `ontology.json`."""
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts/harbour.txt").write_text(HARBOUR, encoding="utf-8")
    (tmp_path / "texts/mill.txt").write_text(MILL, encoding="utf-8")
    lines = "".join(json.dumps(row) + "\n" for row in ROWS)
    (tmp_path / "triples.jsonl").write_text(lines, encoding="utf-8")
    (tmp_path / "ontology.json").write_text(json.dumps(ONTOLOGY), encoding="utf-8")
    return tmp_path


@pytest.fixture
def odke(corpus: Path) -> Odke:
    """Run the real `odke` in the corpus's folder; `path` goes in front of Python's own."""

    def run(*arguments: str, path: Path | None = None) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"COLUMNS": "100", "PYTHONWARNINGS": "error"}
        for name in ("FORCE_COLOR", "CLICOLOR_FORCE", "NO_COLOR", "PYTHONPATH"):
            environment.pop(name, None)
        if path:
            environment["PYTHONPATH"] = str(path)
        return subprocess.run(
            [sys.executable, "-m", "openodke", *arguments],
            cwd=corpus,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
        )

    return run
