"""Is what cannot be read of texts and of a framework's files told, and the rest gone through?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from openodke import Validator, ground_graph
from openodke.cli.graph_job import GraphJob
from openodke.cli.ground_job import GroundJob
from openodke.cli.validate_job import ValidateJob

EXPORT = Path(__file__).resolve().parents[2] / "examples" / "graphrag" / "output"
ROW = {"doc": "log", "subject": "Skua", "predicate": "beside", "object": "Tern"}


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    """A folder with a text, and one that is no UTF-8."""
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "log.txt").write_text("Skua lies beside Tern.", encoding="utf-8")
    (folder / "latin.txt").write_bytes(b"caf\xe9 au lait")
    return folder


@pytest.fixture
def export(tmp_path: Path) -> Path:
    """An export as CSV, one line of which was cut."""
    pytest.importorskip("openodke_graphrag")
    from pyarrow import csv

    from openodke_graphrag import Export

    folder = tmp_path / "export"
    folder.mkdir()
    for name in ("entities", "relationships", "text_units"):
        table = Export.read(EXPORT).table(name)
        flat = {
            column: [
                json.dumps(cell) if isinstance(cell, list) else cell
                for cell in table.column(column).to_pylist()
            ]
            for column in table.column_names
        }
        csv.write_csv(type(table).from_pydict(flat), folder / f"{name}.csv")
    with (folder / "relationships.csv").open("ab") as file:
        file.write(b"cut,off\n")
    return folder


def test_a_text_that_cannot_be_read_costs_itself(texts: Path) -> None:
    """In Python it is among the problems, and its neighbours are looked at."""
    grounded = ground_graph([ROW], texts)
    assert [str(p) for p in grounded.problems] == list(grounded.summary.malformed)
    assert "latin.txt:1: the text is not utf-8" in grounded.summary.malformed[0]
    _, report = Validator().validate([ROW], texts)
    assert (report.malformed, report.documents, report.unmatched) == (1, 1, 0)
    assert f"unread        {texts / 'latin.txt'}:1: the text is not utf-8" in str(report)


def test_a_cut_line_of_an_export_was_not_read(export: Path) -> None:
    """It is a line that could not be read, and no item that is no claim."""
    for problems, left_out in (
        (s := ground_graph(export).summary) and (s.malformed, s.left_out),
        (s := Validator().validate(export)[1].grounding) and (s.malformed, s.left_out),
    ):
        assert len(problems) == 1
        assert "relationships.csv:35: malformed: the line has 2 of" in problems[0]
        assert all("relationships.csv:35" not in told for told in left_out)


@pytest.mark.parametrize("job", [GroundJob, ValidateJob])
def test_the_commands_count_it_as_unread(
    job: type[GraphJob[Any]], texts: Path, export: Path, tmp_path: Path
) -> None:
    """So that they exit with 2, and what could be read is written."""
    out = tmp_path / "out"
    for options in (
        {"facts": export, "adapter": "graphrag"},
        {"facts": tmp_path / "rows.in", "texts": texts},
    ):
        (tmp_path / "rows.in").write_text(json.dumps(ROW) + "\n", encoding="utf-8")
        made = job(out=out, **options)  # type: ignore[arg-type]
        told = made.run()
        summary = told.grounding if isinstance(made, ValidateJob) else told
        assert len(summary.malformed) == 1
        assert summary.facts > 0
        assert (out / "facts.jsonl").stat().st_size > 0


def test_a_file_of_rows_may_have_any_name(texts: Path, tmp_path: Path) -> None:
    """When the adapter is named: both commands read the same files."""
    rows = tmp_path / "rows.txt"
    rows.write_text(json.dumps(ROW) + "\n{}\n", encoding="utf-8")
    _, report = Validator().validate(rows, texts, adapter="triples")
    assert (report.facts_in, report.malformed) == (1, 2)
