"""Does a label come back that a person wrote beside a pair?"""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from openodke.cli.application import app
from openodke.corroborate.pair_labels import PairQueue
from openodke.corroborate.pair_prompt import Mention

INES = Mention("p:1", "Ines Okafor", "Person", "Captain Ines Okafor signed.")
OKAFOR = Mention("p:2", "Okafor", "Person", "Okafor left.")


def odke(*words: str | Path) -> tuple[int, str]:
    """Run a command."""
    done = CliRunner().invoke(app, [str(word) for word in words])
    return done.exit_code, done.output


def test_a_pair_is_labelled_and_read_back(tmp_path: Path) -> None:
    """Only rows with a label are."""
    queue, table, labels = (tmp_path / name for name in ("queue.jsonl", "table.csv", "l.jsonl"))
    PairQueue(queue).put(INES, OKAFOR, 0.8, ["same", "unsure"])
    assert odke("label", "make", "pair", queue, "-o", table) == (0, f"1 pair to label in {table}\n")
    assert odke("label", "read", table, "-o", labels) == (0, f"0 labels in {labels}\n")
    table.write_text(table.read_text().replace(",,Ines", ", different ,Ines"))
    assert odke("label", "read", table, "-o", labels) == (0, f"1 label in {labels}\n")
    assert json.loads(labels.read_text())["label"] == "different"


def test_a_table_with_labels_is_not_written_over(tmp_path: Path) -> None:
    """Its labels are work."""
    queue, table = tmp_path / "queue.jsonl", tmp_path / "table.csv"
    PairQueue(queue).put(INES, OKAFOR, 0.8, [])
    table.write_text("work")
    status, told = odke("label", "make", "pair", queue, "-o", table)
    assert (status, table.read_text()) == (2, "work")
    assert "is there already" in told


def test_what_is_no_queue_and_no_label_is_refused_by_its_place(tmp_path: Path) -> None:
    """File and line."""
    bad, table = tmp_path / "bad.jsonl", tmp_path / "table.csv"
    bad.write_text('{"id": 1}\n')
    status, told = odke("label", "make", "pair", bad, "-o", table)
    assert status == 2
    assert f"{bad}:1" in told.replace("\n", "")
    table.write_text("id,label\nx,perhaps\n")
    status, told = odke("label", "read", table, "-o", tmp_path / "out.jsonl")
    assert status == 2
    assert "perhaps" in told
    assert odke("label", "make", "pair", tmp_path / "none.jsonl", "-o", tmp_path / "n.csv")[0] == 2


def test_claims_are_drawn_to_be_labelled(tmp_path: Path) -> None:
    """A table with labels in it is not written over."""
    from labelled_claims import claim

    from openodke.interop import write_facts

    facts, table = tmp_path / "facts.jsonl", tmp_path / "claims.csv"
    write_facts([claim(at, right=True).fact for at in range(9)], facts)
    told = odke("label", "make", "claim", facts, "-n", 4, "-o", table)
    assert told == (0, f"4 claims to label in {table}\n")
    assert odke("label", "make", "claim", facts, "-o", table)[0] == 2
    none = odke("label", "make", "claim", facts, "--verdict", "supported", "-o", tmp_path / "n.csv")
    assert none[0] == 2
    assert not (tmp_path / "n.csv").exists()
    assert odke("label", "make", "claim", facts, "-o", tmp_path / "claims.xlsx")[0] == 2
