"""Does `odke ground --keep` hand back the graph without what the gate refused?"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from openodke.interop import read_facts

EXPORT = Path(__file__).resolve().parents[3] / "examples" / "graphrag" / "output"
GROUND = ("ground", "--adapter", "graphrag", "--facts", "export", "--keep", "--write-back", "kept")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that holds a copy of the example's export."""
    shutil.copytree(EXPORT, tmp_path / "export")
    return tmp_path


def odke(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder."""
    command = [sys.executable, "-m", "openodke", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def mismatch(folder: Path) -> None:
    """Give the export the texts of something else."""
    path = folder / "export/text_units.parquet"
    table = pq.read_table(path)
    other = pa.array(["Rye is ground by millstones in autumn."] * table.num_rows)
    pq.write_table(table.set_column(table.column_names.index("text"), "text", other), path)


def test_the_strict_gate_decides_unless_another_is_named(folder: Path) -> None:
    """What it refused is gone from the tables and stands in `refused.jsonl`."""
    done = odke(folder, *GROUND, "-o", "report")
    assert done.returncode == 0, done.stderr
    assert "gate          accepted 55 items, refused 9 (not_found 9)\n" in done.stdout
    assert "dropped       4 of 33 relationships\n" in done.stdout
    assert "do not run finalize_graph" in done.stdout
    before = pq.read_table(folder / "export/relationships.parquet")
    after = pq.read_table(folder / "kept/relationships.parquet")
    assert (before.num_rows, after.num_rows) == (33, 29)
    assert set(after["id"].to_pylist()) < set(before["id"].to_pylist())
    refused = list(read_facts(folder / "report/refused.jsonl"))
    assert refused
    assert all("not_found" in fact.qualifiers["odke.review"] for fact in refused)
    kept = list(read_facts(folder / "report/facts.jsonl"))
    summary = json.loads((folder / "report/summary.json").read_text("utf-8"))
    assert len(kept) + len(refused) == summary["facts"]


def test_the_default_gate_drops_no_more_than_what_is_contradicted(folder: Path) -> None:
    """Without a model nothing is contradicted, so all rows stay."""
    done = odke(folder, *GROUND, "--gate", "default")
    assert done.returncode == 0, done.stderr
    assert pq.read_table(folder / "kept/relationships.parquet").num_rows == 33


def test_texts_of_another_graph_make_keep_refuse(folder: Path) -> None:
    """Nothing is written of the graph, the report is, and the exit status is 1."""
    mismatch(folder)
    done = odke(folder, *GROUND, "-o", "report")
    assert done.returncode == 1
    assert "--keep wrote nothing" in done.stderr
    assert not (folder / "kept").exists()
    assert (folder / "report/facts.jsonl").exists()


def test_a_mismatch_can_be_forced(folder: Path) -> None:
    """Who knows better says so."""
    mismatch(folder)
    done = odke(folder, *GROUND, "--force")
    assert done.returncode == 0, done.stderr
    assert (folder / "kept/relationships.parquet").exists()
