"""Does `odke verify` read the inputs that lie beside the folder, wherever a project is now?"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
READ = "read in {}, beside the folder; the run read in {}"
LEFT = "read {}, as the run did; none lies beside the folder"
WAYS = ["relative", "absolute", "from above"]


def odke(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `odke` in a folder."""
    command = [sys.executable, "-m", "openodke", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", timeout=120)


def ran(project: Path, command: str, way: str) -> None:
    """Do a run over the project, its paths given in one of three ways."""
    start = {"relative": "", "absolute": f"{project}/", "from above": f"{project.name}/"}[way]
    done = odke(
        project.parent if way == "from above" else project,
        command,
        *("--facts", f"{start}triples.jsonl", "--texts", f"{start}texts"),
        *("--ontology", f"{start}ontology.json", "-o", f"{start}out"),
    )
    assert done.returncode in (0, 2), done.stderr  # 2: a line of the corpus is none


@pytest.fixture
def project(corpus: Path, tmp_path: Path) -> Path:
    """The corpus in a folder of its own, with a line that is no row, and a text of Latin 1."""
    folder = tmp_path / "first/project"
    folder.mkdir(parents=True)
    for name in ("triples.jsonl", "texts", "ontology.json"):
        (corpus / name).rename(folder / name)
    with (folder / "triples.jsonl").open("a", encoding="utf-8") as rows:
        rows.write('{"doc": "mill"}\n')
    (folder / "texts/old.txt").write_bytes("Skail liegt am M\u00fchlbach.".encode("latin-1"))
    return folder


def edit(project: Path) -> None:
    """Change what a text says."""
    (project / "texts/mill.txt").write_text("The mill is gone.\n", encoding="utf-8")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("command", ["ground", "validate"])
def test_a_copy_is_verified_by_its_own_inputs(
    project: Path, tmp_path: Path, command: str, way: str
) -> None:
    """Not by those of the original, which may be another's by now; it says where it read them."""
    ran(project, command, way)
    copy = tmp_path / "kept/deeper/copy"
    shutil.copytree(project, copy)
    edit(project)
    done = odke(tmp_path, "verify", str(copy / "out"))
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert done.stdout.splitlines()[2:] == [
        "inputs        5 files, as they were",
        f"              facts, texts, ontology: {READ.format(copy, project)}",
        "sum           no difference",
    ]
    done = odke(tmp_path, "verify", str(project / "out"))
    assert done.returncode == 1
    assert "changed: " in done.stdout
    assert "read in" not in done.stdout


@pytest.mark.parametrize("way", WAYS)
def test_a_change_in_a_copy_is_found(project: Path, tmp_path: Path, way: str) -> None:
    """Although the original is there, and is as it was; the file that was read is named."""
    ran(project, "validate", way)
    copy = tmp_path / "copy"
    shutil.copytree(project, copy)
    edit(copy)
    (copy / "texts/new.txt").write_text("New.\n", encoding="utf-8")
    done = odke(copy, "verify", "out")
    assert done.returncode == 1
    lines = [line[14:] for line in done.stdout.splitlines()]
    named = "" if way == "relative" else f"{copy}/"
    assert lines[2:4] == [
        f"changed: {named}texts/mill.txt", f"new: {named}texts/new.txt"
    ]  # fmt: skip
    assert 'verdict: then "unchecked", now "not_found"' in done.stdout


@pytest.mark.parametrize("way", WAYS)
def test_a_project_may_be_moved(project: Path, tmp_path: Path, way: str) -> None:
    """It is the same at its new place, in a folder of another name."""
    ran(project, "validate", way)
    project.rename(tmp_path / "moved")
    done = odke(tmp_path, "verify", "moved/out")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "no difference" in done.stdout


@pytest.mark.parametrize("way", WAYS)
def test_a_folder_that_was_moved_alone_finds_what_was_read(
    project: Path, tmp_path: Path, way: str
) -> None:
    """Where it was read; and says so, since none lies beside it."""
    ran(project, "ground", way)
    (tmp_path / "kept").mkdir()
    (project / "out").rename(tmp_path / "kept/report")
    shutil.copytree(project / "texts", tmp_path / "kept/texts")
    done = odke(tmp_path, "verify", "kept/report")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert done.stdout.splitlines()[3:6] == [
        f"              texts: {READ.format(tmp_path / 'kept', project)}",
        f"              facts: {LEFT.format(project / 'triples.jsonl')}",
        f"              ontology: {LEFT.format(project / 'ontology.json')}",
    ]


def test_what_is_missing_is_named_by_where_it_should_lie(project: Path, tmp_path: Path) -> None:
    """When it is neither beside the folder nor where the run read it."""
    ran(project, "ground", "absolute")
    project.rename(tmp_path / "moved")
    (tmp_path / "moved/triples.jsonl").unlink()
    done = odke(tmp_path, "verify", "moved/out")
    assert done.returncode == 2
    assert f"missing: {tmp_path}/moved/triples.jsonl\n" in done.stderr


def test_recorded_answers_are_found_beside_their_configuration(tmp_path: Path) -> None:
    """In the copy of a project, not in the original, where both paths were absolute."""
    project, copy = tmp_path / "project", tmp_path / "copy"
    shutil.copytree(EXAMPLES / "triples", project)
    (project / "odke.json").write_text(
        json.dumps({"models": {"ground": "openai/x", "replay": {"ground": "answers.json"}}})
    )
    config = ("--config", f"{project}/odke.json", "-o", f"{project}/out")
    files = ("--facts", f"{project}/triples.jsonl", "--texts", f"{project}/texts")
    assert odke(tmp_path, "ground", *files, *config).returncode == 0
    shutil.copytree(project, copy)
    (project / "answers.json").write_text("{}")
    done = odke(tmp_path, "verify", "copy/out")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    (copy / "answers.json").write_bytes((copy / "answers.json").read_bytes() + b"\n")
    done = odke(tmp_path, "verify", "copy/out")
    assert f"inputs        changed: {copy}/answers.json\n" in done.stdout


def test_an_export_that_was_copied_is_read_beside_the_folder(tmp_path: Path) -> None:
    """A framework's tables lie in a folder of their own."""
    pytest.importorskip("openodke_graphrag")
    project, copy = tmp_path / "project", tmp_path / "copy"
    shutil.copytree(EXAMPLES / "graphrag/output", project / "export")
    call = ("--adapter", "graphrag", "--facts", f"{project}/export", "-o", f"{project}/out")
    assert odke(tmp_path, "validate", *call).returncode == 0
    project.rename(copy)
    done = odke(tmp_path, "verify", "copy/out")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert f"read in {copy}, beside the folder" in done.stdout
