"""Is a file of LangExtract's read without it, and written so that it can read it again?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from extraction_samples import document, extraction, firm
from typer.testing import CliRunner

from openodke import ground_graph
from openodke.cli import application
from openodke.errors import ExportError, InputError
from openodke_langextract import LangExtractAdapter, SavedDocuments, verify, visualize


def saved(folder: Path, *lines: Any) -> Path:
    """Write a file as LangExtract does, and whatever else stands in it."""
    path = folder / "data.jsonl"
    texts = [
        line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines
    ]
    path.write_bytes(("\n".join(texts) + "\n").encode("utf-8", "surrogatepass"))
    return path


def test_a_file_is_checked_and_written_back(tmp_path: Path) -> None:
    """In the form it had; the folder is a new one."""
    path = saved(tmp_path, firm(), document(extraction("person", "Ivo"), doc_id="other"))
    checked = ground_graph(path, adapter="langextract").annotate()
    written = checked.write(tmp_path / "checked")
    assert written == tmp_path / "checked" / "data.jsonl"
    assert [json.loads(line) for line in written.read_text("utf-8").splitlines()] == [
        verify(firm()),
        verify(document(extraction("person", "Ivo"), doc_id="other")),
    ]


def test_a_path_can_be_verified(tmp_path: Path) -> None:
    """Its documents are returned as those of a file."""
    checked = verify(saved(tmp_path, firm()))
    assert checked.documents == (verify(firm()),)


def test_lines_end_with_a_line_feed_only(tmp_path: Path) -> None:
    """U+2028 and U+0085 stand in texts, and other tools break lines at them."""
    text = "Ivo\u2028keeps\u0085books\r here"
    path = saved(tmp_path, document(extraction("person", "Ivo"), text=text))
    (read,) = SavedDocuments.read(path).documents
    assert read["text"] == text


def test_a_bad_line_costs_itself_and_is_written_as_it_was(tmp_path: Path) -> None:
    """It is named by its number."""
    path = saved(tmp_path, firm(), "", "{no json", [1], firm())
    grounded = ground_graph(path, adapter="langextract")
    problems = [str(problem) for problem in grounded.problems]
    assert problems == [
        "data.jsonl:3: malformed: the line is no JSON",
        "data.jsonl:4: malformed: a document has text and extractions; this is a list",
    ]
    written = grounded.annotate().write(tmp_path / "checked").read_text("utf-8").split("\n")
    assert written[1:3] == ["{no json", "[1]"]
    assert len(written) == 5


def test_a_lone_surrogate_and_nan_are_written_again(tmp_path: Path) -> None:
    """LangExtract fails on the first and writes the second."""
    line = '{"extractions": [], "text": "\\ud83d", "document_id": "a", "x": NaN}'
    written = SavedDocuments.read(saved(tmp_path, line)).write(tmp_path / "out")
    assert json.loads(written.read_text("utf-8"))["text"] == "\ud83d"


@pytest.mark.parametrize("content", [b"", b"\n\n"])
def test_an_empty_file_has_no_claims(tmp_path: Path, content: bytes) -> None:
    """Which is never a pass."""
    path = tmp_path / "data.jsonl"
    path.write_bytes(content)
    adapter = LangExtractAdapter()
    assert ground_graph(adapter.open(path), adapter=adapter).summary.is_empty


@pytest.mark.parametrize(
    ("content", "match"),
    [
        (b"\xff\xfe", "no line of it is a document"),
        (b'{"doc": "a", "subject": "b"}\n', "no line of it is a document: .*without an adapter"),
        (b'[{"text": "a",\n"extractions": []}]', "one JSON list.*jq"),
        (b'{\n"text": "a",\n"extractions": []\n}', "one JSON object.*jq"),
    ],
)
def test_a_file_of_another_kind_is_refused_by_name(
    tmp_path: Path, content: bytes, match: str
) -> None:
    """With what it has to be."""
    path = tmp_path / "odd.jsonl"
    path.write_bytes(content)
    with pytest.raises(ExportError, match=rf"odd\.jsonl.*{match}"):
        SavedDocuments.read(path)


def test_only_a_file_of_documents_is_accepted(tmp_path: Path) -> None:
    """By the first of its lines that can be read."""
    adapter = LangExtractAdapter()
    assert adapter.accepts(saved(tmp_path, firm()))
    assert not adapter.accepts(tmp_path)
    assert not adapter.accepts("\0")
    assert not adapter.accepts(saved(tmp_path, {"subject": "a", "predicate": "b", "object": "c"}))


@pytest.mark.parametrize(
    "bad",
    [b"{no json", b"[1]", b"[ truncated", b"\xff\xfe\x00", b'{"text": "a", ', b"\x1f\x8b\x08"],
)
def test_a_bad_first_line_costs_itself(tmp_path: Path, bad: bytes) -> None:
    """However the file is handed in; the line is written back to the byte."""
    path = tmp_path / "data.jsonl"
    path.write_bytes(bad + b"\n" + json.dumps(firm()).encode() + b"\n")
    wanted = verify(firm())
    assert list(verify(path))[1] == wanted
    grounded = ground_graph(str(path))
    assert not grounded.summary.is_empty
    assert [problem.line for problem in grounded.problems] == [1]
    assert list(grounded.annotate())[1] == wanted
    written = grounded.annotate().write(tmp_path / "checked").read_bytes()
    assert written.split(b"\n")[0] == bad


def test_what_was_read_of_a_file_can_be_gone_through(tmp_path: Path) -> None:
    """As its documents; an empty one is no list of rows."""
    checked = verify(saved(tmp_path, firm(), firm()))
    assert [document["document_id"] for document in checked] == ["firm", "firm"]
    assert len(checked) == 2
    assert isinstance(ground_graph(SavedDocuments(())).annotate(), SavedDocuments)


@pytest.mark.parametrize("name", ["nowhere.jsonl", "nowhere.json"])
def test_a_file_that_is_not_there_is_said_not_to_be(tmp_path: Path, name: str) -> None:
    """And not to be of another kind."""
    path = tmp_path / name
    for look in (verify, ground_graph, visualize):
        with pytest.raises(InputError, match=rf"{name}: there is no such file"):
            look(path)
    with pytest.raises(InputError, match=r"no such file"):
        ground_graph(path, adapter="langextract")
    with pytest.raises(InputError, match="is a folder"):
        verify(tmp_path)
    with pytest.raises(InputError, match="no such file"):
        verify("Mara Ostrel founded Ostrel Marine. " * 20)


def test_an_empty_file_is_said_to_be_empty(tmp_path: Path) -> None:
    """By `verify`, which has nothing to hand back; a graph of it has no claims."""
    path = tmp_path / "data.jsonl"
    path.write_bytes(b"\n")
    with pytest.raises(ExportError, match=r"data\.jsonl: the file is empty"):
        verify(path)
    assert ground_graph(path).summary.is_empty


@pytest.mark.parametrize("name", ["data.json", "data.jsonl"])
def test_a_json_list_of_documents_is_said_to_be_one(tmp_path: Path, name: str) -> None:
    """With the way to read it."""
    path = tmp_path / name
    path.write_text(json.dumps([firm()], indent=1), encoding="utf-8")
    for look in (verify, ground_graph):
        with pytest.raises((ExportError, InputError), match=rf"{name}: .*JSON (list|array).*jq"):
            look(path)


def test_the_command_line_writes_back(tmp_path: Path) -> None:
    """`odke ground --adapter langextract`, with `--keep` too."""
    path = saved(tmp_path, firm())
    arguments = ["ground", "--adapter", "langextract", "--facts", str(path)]
    done = CliRunner().invoke(application.app, [*arguments, "--write-back", str(tmp_path / "a")])
    assert done.exit_code == 0, done.output
    line = (tmp_path / "a" / "data.jsonl").read_text("utf-8")
    assert json.loads(line) == verify(firm())
    done = CliRunner().invoke(
        application.app, [*arguments, "--keep", "--write-back", str(tmp_path / "b")]
    )
    assert done.exit_code == 0, done.output
    assert "dropped" in done.output
    line = (tmp_path / "b" / "data.jsonl").read_text("utf-8")
    assert json.loads(line) == verify(firm(), keep=True)
