"""Can the verdicts on an export be measured, with the texts that it has itself?"""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "graphrag" / "output"
TEXTS = ("--texts", EXAMPLE, "--adapter", "graphrag")


def odke(*words: str | Path) -> str:
    """Run a command that has to succeed; return what it printed."""
    from openodke.cli.application import app

    done = CliRunner().invoke(app, [str(word) for word in words])
    assert done.exit_code == 0, done.output
    return done.output


def test_an_item_is_labelled_and_measured_with_all_of_its_texts(tmp_path: Path) -> None:
    """By its place in the export."""
    out = tmp_path / "out"
    odke("ground", "--adapter", "graphrag", "--facts", EXAMPLE, "-o", out)
    spans = json.loads(odke("eval", "spans", out, *TEXTS, "--json"))
    assert spans["statuses"]["located"] == 92
    assert spans["without_text"] == 0

    rows = [json.loads(line) for line in (out / "facts.jsonl").read_text().splitlines()]
    items = sorted({row["id"].partition("/")[2] for row in rows if "/entity/" in row["id"]})
    labels = tmp_path / "labels.jsonl"
    labels.write_text("".join(json.dumps({"id": item, "label": True}) + "\n" for item in items))
    told = json.loads(odke("eval", "ground", "--facts", out, "--labels", labels, "--json"))
    assert told["claims"] == len(items) == 24
    assert told["rows"] == sum("/entity/" in row["id"] for row in rows) > 24
    assert told["refusals"]["n"] == 4  # "4 of 24 entities" are not in their texts
    stages = json.loads(
        odke("eval", "ablation", "--facts", out, "--labels", labels, *TEXTS, "--json")
    )["stages"]
    kept = {held["stage"]: held["kept"] for held in stages}
    assert (kept["raw"], kept["gate: also not_found"]) == (24, 20)
