"""Does a run come out again as it was written, and is every hand in it found?"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ferry_runs import CLOCK, FerryRuns

from openodke.cli.graph_job import GraphJob
from openodke.cli.ground_job import GroundJob
from openodke.cli.ground_source import Source
from openodke.cli.validate_job import ValidateJob
from openodke.cli.verify_job import Verification, verified
from openodke.errors import InputError
from openodke.ground import LLMGrounder
from openodke.interop import read_facts
from openodke.llm import RecordedClient

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
OUT = Path("out")


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FerryRuns:
    """The files of a run, in the current folder."""
    monkeypatch.chdir(tmp_path)
    return FerryRuns(tmp_path)


def edited(name: str, pattern: str, instead: str) -> None:
    """Edit a file of the run by hand, at the first place that fits."""
    path = OUT / name
    text, count = re.subn(pattern, instead, path.read_text(encoding="utf-8"), count=1)
    assert count == 1
    path.write_text(text, encoding="utf-8")


def told(found: Verification) -> list[tuple[str, str, str, str, str]]:
    """Return the differences as tuples, long values cut."""
    return [(d.file, d.id, d.field, d.then[:40], d.now[:40]) for d in found.differences]


@pytest.mark.parametrize("options", [{}, {"gate": "strict"}, {"dry_run": True}, {"tenant": "x"}])
def test_a_validation_comes_out_again(runs: FerryRuns, options: dict[str, Any]) -> None:
    """To the byte, whatever was asked for; the folder is left as it is."""
    runs.validated(**options)
    before = {path: path.read_bytes() for path in OUT.iterdir()}
    found = verified(OUT)
    assert (found.is_same, told(found), found.changed, found.rewritten) == (True, [], [], [])
    assert (found.command, found.inputs, found.started_at) == ("validate", 6, CLOCK.isoformat())
    assert {path: path.read_bytes() for path in OUT.iterdir()} == before
    assert sorted(path.name for path in Path().iterdir()) == [
        "ontology.json", "out", "rows.in.jsonl", "texts",
    ]  # fmt: skip


@pytest.mark.parametrize("options", [{}, {"gate": "default"}, {"locate": True}])
def test_a_grounding_comes_out_again(runs: FerryRuns, options: dict[str, Any]) -> None:
    """With a gate and without."""
    runs.grounded(**options)
    assert verified(OUT).is_same


def test_a_folder_holds_one_run(runs: FerryRuns) -> None:
    """What an earlier validation wrote is not left beside the facts of a grounding."""
    runs.validated()
    runs.grounded(gate="strict")
    assert sorted(path.name for path in OUT.iterdir()) == [
        "facts.jsonl", "manifest.json", "refused.jsonl", "summary.json",
    ]  # fmt: skip
    runs.grounded()
    assert not (OUT / "refused.jsonl").exists()
    assert verified(OUT).is_same


@pytest.mark.parametrize("job", [GroundJob, ValidateJob])
def test_an_export_comes_out_again(
    job: type[GraphJob[Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where it was written back, and from another folder than the run was called in."""
    pytest.importorskip("openodke_graphrag")
    shutil.copytree(EXAMPLES / "graphrag/output", tmp_path / "export")
    monkeypatch.chdir(tmp_path)
    made = job(
        facts=Path("export"), adapter="graphrag", out=OUT, write_back=Path("back"), keep=True
    )
    assert made.run()
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert verified(tmp_path / "out").is_same
    with (tmp_path / "export/entities.parquet").open("ab") as file:
        file.write(b" ")
    with pytest.raises(InputError, match=r"^changed: export/entities.parquet\n"):
        verified(tmp_path / "out")


EDITS: list[tuple[str, Callable[[], None], list[tuple[str, str, str]]]] = [
    (
        "a verdict flipped in a row",
        lambda: edited(
            "rows.jsonl", r'(id":"r7".*?)"verdict":"unchecked"', r'\1"verdict":"supported"'
        ),
        [("rows.jsonl", "r7", "verdict")],
    ),
    (
        "a verdict flipped in a claim",
        lambda: edited("facts.jsonl", '"verdict":"unchecked"', '"verdict":"supported"'),
        [("facts.jsonl", "r1", "verdict")],
    ),
    (
        "a count of sources changed",
        lambda: edited("facts.jsonl", '"support":2,"supp', '"support":3,"supp'),
        [("facts.jsonl", "r1", "support")],
    ),
    (
        "a line removed",
        lambda: edited("facts.jsonl", r'\{"id":"r3".*\n', ""),
        [("facts.jsonl", "r3", "")],
    ),
    (
        "a line doubled",
        lambda: edited("facts.jsonl", r'(\{"id":"r3".*\n)', r"\1\1"),
        [("facts.jsonl", "r3", "")],
    ),
    (
        "an entity's name changed",
        lambda: edited("entities.jsonl", '"label":"Oslo"|"label":"Gull"', '"label":"Bergen"'),
        [("entities.jsonl", "Thing:gull (Thing)", "label")],
    ),
    (
        "a link's score changed",
        lambda: edited("links.jsonl", '"score":[0-9.]+', '"score":0.99'),
        [("links.jsonl", "same_as", "score")],
    ),
    (
        "a refusal hidden",
        lambda: edited("refused.jsonl", r"\{.*\n", ""),
        [("refused.jsonl", "r7", "")],
    ),
    (
        "a sum changed",
        lambda: edited("report.json", '"facts_out": [0-9]+', '"facts_out": 99'),
        [("report.json", "", "facts_out")],
    ),
    (
        "a row sent elsewhere",
        lambda: edited("report.json", '"r2": "r1"', '"r2": "r3"'),
        [("report.json", "", "rows.r2")],
    ),
    (
        "a count of verdicts changed",
        lambda: edited("summary.json", '"not_found": [0-9]+', '"not_found": 0'),
        [("summary.json", "", "verdicts.not_found")],
    ),
    (
        "a count in the manifest changed",
        lambda: edited("manifest.json", '"unchecked": [0-9]+', '"unchecked": 0'),
        [("manifest.json", "", "counts.unchecked")],
    ),
]


@pytest.mark.parametrize(("what", "edit", "places"), EDITS, ids=[what for what, *_ in EDITS])
def test_a_hand_is_found(
    runs: FerryRuns, what: str, edit: Callable[[], None], places: list[tuple[str, str, str]]
) -> None:
    """By file, claim and field; every other claim is as it was."""
    runs.validated()
    edit()
    found = verified(OUT)
    assert not found.is_same, what
    assert [(d.file, d.id.split(" Thing:")[0], d.field) for d in found.differences] == [
        (file, own.split(" Thing:")[0], field) for file, own, field in places
    ]
    files = {file for file, *_ in places}
    assert set(found.rewritten) == files - {"manifest.json"}


def test_what_was_and_what_is(runs: FerryRuns) -> None:
    """Both values are told."""
    runs.grounded()
    edited("facts.jsonl", '"verdict":"not_found"', '"verdict":"supported"')
    (difference,) = verified(OUT).differences
    own = difference.id
    assert str(difference) == f'facts.jsonl  {own} verdict: then "supported", now "not_found"'
    edited("facts.jsonl", r"\{.*\n", "")
    first = verified(OUT).differences[0]
    assert (first.id, first.then, first.now[:11]) == (own, '"supported"', '"not_found"')


def test_a_changed_input_is_told_first(runs: FerryRuns) -> None:
    """Which file; what it does to the claims is told after it."""
    runs.validated()
    Path("texts/log.txt").write_text("Skua is owned by Oslo.", encoding="utf-8")
    Path("texts/more.txt").write_text("Nothing.", encoding="utf-8")
    Path("texts/notice.txt").unlink()
    found = verified(OUT)
    assert found.changed == [
        "missing: texts/notice.txt", "changed: texts/log.txt", "new: texts/more.txt",
    ]  # fmt: skip
    assert not found.is_same
    assert found.rewritten == []
    assert ("rows.jsonl", "r6", "verdict", '"unchecked"', '"not_found"') in told(found)


def test_an_input_that_changes_nothing_is_told_all_the_same(runs: FerryRuns) -> None:
    """The run is not the one that was."""
    runs.validated()
    Path("texts/log.txt").write_bytes(b"\xef\xbb\xbf" + Path("texts/log.txt").read_bytes())
    found = verified(OUT)
    assert (found.changed, told(found), found.is_same) == (["changed: texts/log.txt"], [], False)


class Asked(GraphJob[Any]):
    """A run whose model's answers are scripted."""

    announces = False

    def _grounder(self, source: Source) -> LLMGrounder:  # noqa: ARG002
        client = RecordedClient(
            [
                {"match": "— beside —", "response": {"verdict": "supported"}},
                {"match": "— built —", "response": {"verdict": "contradicted"}},
                {"match": "Claim:", "response": {"verdict": "not_found"}},
            ]
        )
        return LLMGrounder(client=client)


class AskedOf(Asked, GroundJob):
    """`odke ground --model`, its model's answers scripted."""


class AlsoMerged(Asked, ValidateJob):
    """`odke validate --model`, its model's answers scripted."""


@pytest.mark.parametrize("job", [AskedOf, AlsoMerged])
def test_a_model_s_answers_are_an_input(runs: FerryRuns, job: type[GraphJob[Any]]) -> None:
    """They are taken as written, and everything after them is derived; nobody is asked."""
    facts, texts = runs.folder / "rows.in.jsonl", Path("texts")
    made = job(facts=facts, texts=texts, model="ollama/nobody", out=OUT, gate="strict")
    assert made.run()
    name = "rows.jsonl" if job is AlsoMerged else "facts.jsonl"
    found = verified(OUT)
    assert (told(found), found.is_same) == ([], True)
    assert found.taken is not None
    assert found.taken >= 9
    edited(name, '"verdict":"supported"', '"verdict":"contradicted"')
    found = verified(OUT)
    assert found.rewritten == [name]
    assert ("summary.json", "verdicts.supported", "1", "0") in [
        (d.file, d.field, d.then, d.now) for d in found.differences
    ]
    if job is AlsoMerged:  # what the gate then makes of it is told too
        assert ("refused.jsonl", "r6") in [(d.file, d.id) for d in found.differences]


def test_recorded_answers_are_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the run's configuration names them, so that a flipped verdict is found."""
    shutil.copytree(EXAMPLES / "triples", tmp_path / "in")
    monkeypatch.chdir(tmp_path)
    GroundJob(
        facts=Path("in/triples.jsonl"), texts=Path("in/texts"), config=Path("in/odke.yaml"), out=OUT
    ).run()
    found = verified(OUT)
    assert (found.is_same, found.taken) == (True, None)
    edited("facts.jsonl", '"verdict":"supported"', '"verdict":"not_found"')
    (difference,) = verified(OUT).differences
    assert (difference.field, difference.then, difference.now) == (
        "verdict", '"not_found"', '"supported"',
    )  # fmt: skip
    recording = Path("in/answers.json")
    recording.write_bytes(recording.read_bytes() + b"\n")
    assert verified(OUT).changed == [f"changed: {recording.as_posix()}"]


def test_what_cannot_be_verified(runs: FerryRuns) -> None:
    """A folder of another version, without its files, or whose input is gone, is named."""
    runs.validated()
    manifest = json.loads((OUT / "manifest.json").read_text(encoding="utf-8"))
    shutil.copytree(OUT, "old")

    def changed(**changes: Any) -> Path:
        held = json.dumps({**manifest, **changes})
        Path("old/manifest.json").write_text(held, encoding="utf-8")
        return Path("old")

    with pytest.raises(InputError, match="does not say which files were read"):
        verified(changed(inputs={}))
    with pytest.raises(InputError, match="the run had the option 'moon'"):
        verified(changed(config={**manifest["config"], "moon": 1}))
    with pytest.raises(InputError, match="is of version 7"):
        verified(changed(manifest_version=7))
    (OUT / "links.jsonl").unlink()
    with pytest.raises(InputError, match=r"links\.jsonl is missing"):
        verified(OUT)
    runs.validated()
    Path("rows.in.jsonl").unlink()
    with pytest.raises(InputError, match=r"^missing: rows\.in\.jsonl\n"):
        verified(OUT)


def test_another_version_s_run_says_so(runs: FerryRuns) -> None:
    """It is done again all the same."""
    runs.validated()
    edited("manifest.json", '"openodke": "[^"]+"', '"openodke": "0.2.9"')
    assert verified(OUT).another == "0.2.9"
    assert len(list(read_facts(OUT / "rows.jsonl"))) == 11
