"""Is a file of graph documents read, checked from the shell, and written again?"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from graph_families import Family, mill_graph

from openodke import ground_graph
from openodke.errors import ExportError, OutputError
from openodke_langchain import GraphFile, LangChainAdapter


@pytest.fixture
def lines(tmp_path: Path, plain: Family) -> Path:
    """Return a file with a graph a line, as `model_dump_json` writes it."""
    path = tmp_path / "graphs.jsonl"
    graphs = [mill_graph(plain), mill_graph(plain, "Hugo Lant met Mara Ostrel.")]
    path.write_text("".join(g.model_dump_json() + "\n" for g in graphs), encoding="utf-8")
    return path


def odke(*arguments: object, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    return subprocess.run(
        [sys.executable, "-m", "openodke", *map(str, arguments)],
        cwd=cwd,
        capture_output=True,
        encoding="utf-8",
    )


def test_a_file_is_checked_from_the_shell(lines: Path, tmp_path: Path) -> None:
    """`odke ground --adapter langchain` reads it and writes it back with verdicts."""
    done = odke(
        "ground", "--adapter", "langchain", "--facts", lines, "--write-back", "checked", "-o", "o",
        cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "relationships" in done.stdout
    written = (tmp_path / "checked" / "graphs.jsonl").read_text(encoding="utf-8").splitlines()
    first = json.loads(written[0])
    assert first["relationships"][2]["properties"]["odke_reason"] == "prompt_example"
    again = odke(
        "ground", "--adapter", "langchain", "--facts", lines, "--keep", "--write-back", "checked",
        cwd=tmp_path,
    )  # fmt: skip
    assert again.returncode == 0, again.stderr
    kept = (tmp_path / "checked" / "graphs.jsonl").read_text(encoding="utf-8").splitlines()
    assert [len(json.loads(line)["relationships"]) for line in kept] == [3, 0]


@pytest.mark.parametrize("form", ["a list", "one graph", "on several lines"])
def test_a_json_file_is_read_whole(tmp_path: Path, plain: Family, form: str) -> None:
    """A list of graphs, or one."""
    graph = mill_graph(plain).model_dump(mode="json")
    held: Any = [graph] if form == "a list" else graph
    path = tmp_path / "graph.json"
    indent = 2 if form == "on several lines" else None
    path.write_text(json.dumps(held, indent=indent), encoding="utf-8")
    adapter = LangChainAdapter()
    assert adapter.accepts(path)
    assert len(ground_graph(path, adapter="langchain").facts) == 8
    assert list(adapter.open(path)) == [graph]


def test_a_file_is_known_by_what_it_holds(lines: Path) -> None:
    """`ground_graph` needs no name of an adapter."""
    assert len(ground_graph(lines).facts) == 16


def test_a_line_that_is_no_json_costs_itself(lines: Path) -> None:
    """It is named by its number."""
    lines.write_text(lines.read_text(encoding="utf-8") + "{\n\n", encoding="utf-8")
    grounded = ground_graph(lines, adapter="langchain")
    assert len(grounded.facts) == 16
    assert str(grounded.problems[0]).startswith("graphs.jsonl:3: malformed: no JSON")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("rows.jsonl", '{"subject": "a", "predicate": "b", "object": "c", "doc": "d"}'),
        ("extractions.jsonl", '{"text": "a", "extractions": []}'),
        ("empty.jsonl", ""),
        ("words.jsonl", "not JSON"),
        ("graphs.txt", '{"nodes": [], "relationships": []}'),
    ],
)
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, name: str, content: str) -> None:
    """Rows are the core's, extractions another adapter's."""
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    assert not LangChainAdapter().accepts(path)
    assert not LangChainAdapter().accepts(tmp_path)


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    """A file that is not there, and one without JSON."""
    with pytest.raises(ExportError, match=r"none\.jsonl"):
        GraphFile.read(tmp_path / "none.jsonl")
    path = tmp_path / "words.jsonl"
    path.write_text("not JSON", encoding="utf-8")
    with pytest.raises(ExportError, match="holds no JSON"):
        GraphFile.read(path)


def test_nobodys_file_is_overwritten(lines: Path, tmp_path: Path) -> None:
    """Neither the one that was read, nor one in a folder that is not ours."""
    graphs = GraphFile.read(lines)
    with pytest.raises(OutputError, match="was read"):
        graphs.write(tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    (other / "letter.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(OutputError):
        graphs.write(other)
    (written,) = graphs.write(tmp_path / "new")
    assert list(GraphFile.read(written)) == list(graphs)
    graphs.write(tmp_path / "new")


@pytest.mark.parametrize("first", ["{", "not a line of JSON", "", '"a text"'])
def test_a_first_line_that_cannot_be_read_costs_itself(lines: Path, first: str) -> None:
    """The file is one of graphs still, however it is handed in."""
    whole = ground_graph(lines)
    lines.write_text(f"{first}\n{lines.read_text(encoding='utf-8')}", encoding="utf-8")
    assert LangChainAdapter().accepts(lines)
    for adapter in (None, LangChainAdapter()):
        found = ground_graph(lines, adapter=adapter)
        assert [fact.verdict for fact in found.facts] == [fact.verdict for fact in whole.facts]
        if first == "{":
            assert [str(problem)[:17] for problem in found.problems] == ["graphs.jsonl:1: m"]
