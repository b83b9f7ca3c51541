"""Does the benchmark print what it always printed, and score whatever grounder it is given?"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BENCH = ROOT / "bench" / "grounding.py"
DATA = ROOT.parent / "shared" / "data" / "grounding"
REDOCRED = """\
  gold                0 of 644      0.0%
  relation_swap       0 of 85       0.0%  AUC 0.62
  reversed            0 of 171      0.0%  AUC 0.56
  swap_other_doc    142 of 144     98.6%  AUC 1.00
  swap_same_doc       0 of 196      0.0%  AUC 0.68
  value_change       65 of 65     100.0%  AUC 1.00
  every wrong kind against gold: AUC 0.740
  text-blind (relation and types): AUC 0.520, near chance
"""
TEXT2KG = """\
  gold                0 of 229      0.0%
  relation_swap       0 of 58       0.0%  AUC 0.50
  reversed            0 of 61       0.0%  AUC 0.71
  swap_other_doc     72 of 72     100.0%  AUC 1.00
  swap_same_doc       0 of 29       0.0%  AUC 0.38
  value_change       18 of 18     100.0%  AUC 1.00
  every wrong kind against gold: AUC 0.730
"""
CLAIM = {
    "subject": "Skua", "subject_type": "Boat", "subject_names": ["Skua"], "predicate": "sank off",
    "object_type": "Port", "object_names": [], "claim": "", "text": "The Skua sank off Skail.",
}  # fmt: skip


def bench(*arguments: str | Path, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the benchmark; `path` goes in front of Python's own."""
    environment = os.environ | ({"PYTHONPATH": str(path)} if path else {})
    return subprocess.run(
        [sys.executable, BENCH, *arguments],
        env=environment, capture_output=True, encoding="utf-8", timeout=120,
    )  # fmt: skip


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A file of two claims on one text, one of them wrong."""
    kinds = {"Skail": "gold", "Bergen": "swap_other_doc"}
    lines = [
        json.dumps({**CLAIM, "id": f"c{at}", "doc": f"d{at}", "object": port, "kind": kind})
        for at, (port, kind) in enumerate(kinds.items())
    ]
    path = tmp_path / "boats.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.mark.skipif(not DATA.is_dir(), reason="the labelled data is not beside the checkout")
def test_the_figures_of_the_lexical_grounder() -> None:
    """Those of the README; a score that is blind to the texts is near chance on Re-DocRED."""
    done = bench()
    assert done.returncode == 0, done.stderr
    assert REDOCRED in done.stdout
    assert TEXT2KG in done.stdout
    assert done.stdout.endswith("  13 of 13 right\n")


def test_a_file_of_that_shape(small: Path, tmp_path: Path) -> None:
    """Beside the table everything is written as JSON."""
    done = bench("--data", small, "--json", tmp_path / "all.json")
    assert done.returncode == 0, done.stderr
    assert "  swap_other_doc      1 of 1      100.0%  AUC 1.00\n" in done.stdout
    assert "  balanced accuracy 1.000 [1.000, 1.000]\n" in done.stdout
    (held,) = json.loads((tmp_path / "all.json").read_text())
    assert held["report"]["balanced_accuracy"]["value"] == 1.0
    assert held["cpu_seconds"] > 0


def test_a_model_is_counted(small: Path, tmp_path: Path) -> None:
    """Calls, tokens and cost; recorded answers stand in for it."""
    answers = {"Bergen": "contradicted", "Skua": "supported"}
    recorded = [{"match": name, "response": answer} for name, answer in answers.items()]
    (tmp_path / "answers.json").write_text(json.dumps(recorded))
    (tmp_path / "odke.yaml").write_text(
        "models: {ground: ollama/small, replay: {ground: answers.json}}"
    )
    done = bench("--data", small, "--config", tmp_path / "odke.yaml")
    assert done.returncode == 0, done.stderr
    assert "verdicts: supported 1, contradicted 1" in done.stdout
    assert "ollama/small (ground.span@1): 2 calls, 0 cached" in done.stdout
    assert "USD unknown" in done.stdout


@pytest.mark.parametrize("name", ["Doubter", "doubter"])
def test_a_grounder_of_ones_own(small: Path, tmp_path: Path, name: str) -> None:
    """A class, or an object; what it does not write down counts as unknown."""
    (tmp_path / "own_judge.py").write_text(
        "class Doubter:\n"
        "    def ground(self, fact, doc):\n"
        "        return fact.model_copy(update={'verdict': 'not_found'})\n\n\n"
        "doubter = Doubter()\n"
    )
    done = bench("--data", small, "--grounder", f"own_judge:{name}", path=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "  gold                1 of 1      100.0%\n" in done.stdout
    assert "  swap_other_doc      1 of 1      100.0%  AUC 0.50\n" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--data", "nowhere"), "holds no *_ground.jsonl"),
        (("--grounder", "nothing"), "--grounder nothing: "),
        (("--model", "unnamed"), "names no provider"),
    ],
)
def test_what_is_not_there_is_named(small: Path, arguments: tuple[str, str], said: str) -> None:
    """Before anything is measured."""
    given = arguments if "--data" in arguments else ("--data", str(small), *arguments)
    done = bench(*given)
    assert done.returncode == 1
    assert said in done.stdout
    assert not done.stderr


def test_the_plot_is_drawn_where_matplotlib_is(small: Path, tmp_path: Path) -> None:
    """Otherwise the line that installs it is named."""
    done = bench("--data", small, "--plot", tmp_path / "boats.svg")
    if importlib.util.find_spec("matplotlib") is None:
        assert (done.returncode, done.stdout.strip()) == (
            1, '--plot needs matplotlib: pip install -e ".[bench]"'
        )  # fmt: skip
        return
    assert done.returncode == 0, done.stderr
    assert "<svg" in (tmp_path / "boats.svg").read_text(encoding="utf-8")
