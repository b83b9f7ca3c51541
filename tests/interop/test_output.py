"""Is nobody's file overwritten, and is what is written read back?"""

import json
import os
from pathlib import Path

import pytest

from openodke import Document, Entity, Evidence, Fact, LexicalGrounder, ground_graph
from openodke.errors import InputError, OdkeError, OutputError
from openodke.interop import GroundedGraph, output_folder, read_facts, write_facts
from openodke.interop.output import checked_folder

MILL = Document(id="mill", text="The Orrin Mill opened in 1872.")
ROWS = [
    {"doc": "mill", "subject": "Orrin Mill", "predicate": "opened_in", "object": 1872},
    {"doc": "mill", "subject": "Orrin Mill", "predicate": "near", "object": "Skail"},
    {"doc": None, "subject": "Zoë—Ø", "predicate": "near", "object": "Skail\u2028\n"},
]


def files(folder: Path) -> dict[str, str]:
    """Return the files below a folder with their contents."""
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def grounded() -> GroundedGraph:
    """Three grounded rows."""
    return ground_graph(ROWS, [MILL], grounder=LexicalGrounder())


def test_a_new_folder_is_made(tmp_path: Path) -> None:
    """A folder that is not there is made, with its parents; an empty one is taken."""
    folder = tmp_path / "a" / "b"
    assert output_folder(str(folder)) == folder
    assert folder.is_dir()
    assert output_folder(folder) == folder


FOREIGN = ["notes.txt", "sub/notes.txt", ".hidden", "facts.jsonl/notes.txt"]


@pytest.mark.parametrize("name", FOREIGN)
def test_a_folder_of_other_files_is_refused(tmp_path: Path, name: str) -> None:
    """A folder that holds anything else is refused by name and left as it was."""
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("mine", encoding="utf-8")
    before = files(tmp_path)
    with pytest.raises(OutputError, match=f"{tmp_path.name}: holds files"):
        output_folder(tmp_path)
    assert files(tmp_path) == before


def test_a_file_is_refused(tmp_path: Path) -> None:
    """A file in the folder's place is refused and left as it was."""
    (tmp_path / "out").write_text("mine", encoding="utf-8")
    with pytest.raises(OutputError, match="out: is a file"):
        output_folder(tmp_path / "out")
    assert files(tmp_path) == {"out": "mine"}


def test_a_folder_below_a_file_is_refused(tmp_path: Path) -> None:
    """A folder that cannot be made is an error of ours."""
    (tmp_path / "out").write_text("mine", encoding="utf-8")
    with pytest.raises(OutputError, match=r"below: cannot be made: .*out is a file; name another"):
        output_folder(tmp_path / "out" / "below")


def test_a_name_that_no_folder_can_have_is_refused(tmp_path: Path) -> None:
    """What the system says of a place is passed on as an error of ours."""
    with pytest.raises(OutputError, match="cannot be written: File name too long"):
        output_folder(tmp_path / ("x" * 300) / "below")


@pytest.mark.skipif(getattr(os, "geteuid", int)() == 0, reason="nothing is closed to root")
@pytest.mark.parametrize("rights", [0o500, 0o000])
def test_a_place_without_the_right_to_write_is_refused(tmp_path: Path, rights: int) -> None:
    """A closed folder, and one below it, are refused before anything is written."""
    closed = tmp_path / "closed"
    closed.mkdir(rights)
    try:
        for folder in (closed, closed / "below" / "it"):
            with pytest.raises(OutputError, match="cannot be written"):
                checked_folder(folder)
    finally:
        closed.chmod(0o700)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("manifest.json", '{"name": "my web app", "icons": []}'),
        ("summary.json", '{"total": 12}'),
        ("facts.jsonl", '{"doc":"mill","subject":"a","predicate":"p","object":"b"}\n'),
    ],
)
def test_a_foreign_file_of_our_name_is_not_ours(tmp_path: Path, name: str, content: str) -> None:
    """Another program's manifest, or the rows to be read, are not overwritten."""
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(OutputError):
        output_folder(tmp_path)


def test_write_makes_two_files(tmp_path: Path, grounded: GroundedGraph) -> None:
    """`write` makes facts and summary, says which, and writes the same again over its own."""
    folder = tmp_path / "out"
    paths = grounded.write(folder)
    assert paths == [folder / "facts.jsonl", folder / "summary.json"]
    first = files(folder)
    assert list(first) == ["facts.jsonl", "summary.json"]
    assert grounded.write(folder) == paths
    assert files(folder) == first


def test_write_leaves_a_foreign_folder_alone(tmp_path: Path, grounded: GroundedGraph) -> None:
    """`write` into a folder of other files raises and writes nothing."""
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(OutputError):
        grounded.write(tmp_path)
    assert files(tmp_path) == {"notes.txt": "mine"}


def test_facts_are_read_back(tmp_path: Path, grounded: GroundedGraph) -> None:
    """One line a fact, in order, every field there; read back they say the same in JSON."""
    path, _ = grounded.write(tmp_path / "out")
    lines = path.read_text("utf-8").split("\n")
    assert len(lines) == 4
    assert lines[3] == ""
    for line, fact in zip(lines[:3], grounded.facts, strict=True):
        assert json.loads(line).keys() == Fact.model_fields.keys()
        assert json.loads(line) == fact.model_dump(mode="json")
    again = list(read_facts(path))
    assert [fact.model_dump_json() for fact in again] == lines[:3]
    assert [fact.signature for fact in again] == [fact.signature for fact in grounded.facts]


def test_facts_read_back_are_equal(tmp_path: Path, grounded: GroundedGraph) -> None:
    """A grounded fact that is written and read back is equal to itself."""
    path, _ = grounded.write(tmp_path / "out")
    assert tuple(read_facts(path)) == grounded.facts


def test_a_bad_line_of_facts_is_named(tmp_path: Path) -> None:
    """A line that is no fact is an error with file, line and field."""
    good = Fact(subject=Entity(key="k", type="T"), predicate="p", object_value=1)
    path = tmp_path / "facts.jsonl"
    assert write_facts([good], path) == 1
    with path.open("a", encoding="utf-8") as file:
        file.write(good.model_dump_json().replace('"predicate":"p"', '"predicate":""') + "\n")
    read = iter(read_facts(path))
    assert next(read) == good
    with pytest.raises(InputError, match=r"facts\.jsonl:2: predicate: "):
        next(read)


def test_evidence_with_a_span_is_read_back_equal(tmp_path: Path) -> None:
    """A fact that no grounder has stamped comes back equal, evidence included."""
    fact = Fact(
        subject=Entity(key="k", type="T"),
        predicate="p",
        object_value="ümlaut\u2028",
        evidence=(Evidence(doc_id="d", span={"doc_id": "d", "start": -1, "end": 4}),),
    )
    write_facts([fact, fact], tmp_path / "facts.jsonl")
    assert list(read_facts(tmp_path / "facts.jsonl")) == [fact, fact]


def test_missing_facts_are_an_error_of_ours(tmp_path: Path) -> None:
    """A file of facts that is not there is named as any other input."""
    with pytest.raises(OdkeError, match=r"none\.jsonl"):
        list(read_facts(tmp_path / "none.jsonl"))
