"""The readings of real exports: each line is whole, and the documentation has their figures."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
READINGS = ROOT / "bench" / "hand_reading.jsonl"
PAGE = (ROOT / "docs" / "grounding.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    """Return bench/hand_reading.py."""
    spec = importlib.util.spec_from_file_location("hand_reading", ROOT / "bench/hand_reading.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # a dataclass asks for it
    spec.loader.exec_module(module)
    return module


def test_every_reading_is_of_a_named_export_and_read_once(bench: ModuleType) -> None:
    """Nothing counts twice, and each export says where it is to be had."""
    read = bench.readings(READINGS)
    places = [(item.export, item.kind, item.index) for item in read]
    assert len(places) == len(set(places)) == 204
    known = json.loads((ROOT / "bench/hand_reading_exports.json").read_text(encoding="utf-8"))
    assert {item.export for item in read} == set(known)
    assert all(f"| {name} | {of['about']} |" in PAGE for name, of in known.items())


def test_the_documentation_has_the_tables(bench: ModuleType) -> None:
    """Each table that the benchmark prints stands in the page as it is printed."""
    read = bench.readings(READINGS)
    for flagged, reading, _ in bench.TABLES:
        printed = "\n".join(bench.table(read, flagged=flagged, reading=reading))
        assert printed in PAGE


def test_the_documentation_has_the_sums(bench: ModuleType) -> None:
    """The figures in the sentences are those of the readings."""
    read = [item for item in bench.readings(READINGS) if item.flagged]
    right = [item for item in read if item.judgement == "right"]
    assert f"**Rightly flagged**, {len(right)}:" in PAGE
    assert f"**Wrongly flagged**, {len(read) - len(right)}." in PAGE
    prompts = sum("prompt" in item.note for item in right)
    assert f"its types given as things ({prompts})" in PAGE


@pytest.mark.parametrize(("count", "total"), [(0, 3), (3, 3), (24, 44), (54, 80)])
def test_an_interval_holds_the_share_and_lies_in_the_unit(
    bench: ModuleType, count: int, total: int
) -> None:
    """Of none and of all of a few as well."""
    low, high = bench.wilson(count, total)
    assert 0 <= low <= count / total <= high <= 1


def test_a_judgement_that_a_kind_cannot_have_is_named(bench: ModuleType, tmp_path: Path) -> None:
    """With its file and line."""
    line = json.loads(READINGS.read_text(encoding="utf-8").splitlines()[0])
    broken = tmp_path / "readings.jsonl"
    broken.write_text(json.dumps({**line, "judgement": "stated"}), encoding="utf-8")
    with pytest.raises(ValueError, match=r"readings\.jsonl:1: 'stated' is none of right, wrong"):
        bench.readings(broken)
