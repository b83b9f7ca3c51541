"""What does `odke validate` print and write?"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from openodke.interop import read_facts

Odke = Callable[..., CompletedProcess[str]]

VALIDATE = ("validate", "--facts", "triples.jsonl", "--texts", "texts")
PRINTED = """\
odke validate
claims        6 on 2 texts
left out      1 without a text
verdicts      2 not_found, 4 unchecked
sum           6 in + 0 derived - 0 merged - 0 refused = 6 out
graph         6 entities, 4 edges, 2 properties
sources       6 on 1
"""
GRAPH = Path(__file__).resolve().parents[2] / "examples" / "graphrag" / "output"


def test_the_report_is_printed(odke: Odke, corpus: Path) -> None:
    """What came in, what became of it, and that the sum holds."""
    done = odke(*VALIDATE)
    assert (done.stdout, done.returncode) == (PRINTED, 0), done.stderr
    assert [path.name for path in corpus.iterdir() if path.is_dir()] == ["texts"]


def test_what_is_written(odke: Odke, corpus: Path) -> None:
    """The graph's claims, entities and links, what was refused, and where each row went."""
    done = odke(*VALIDATE, "--ontology", "ontology.json", "-o", "out")
    assert done.returncode == 0, done.stderr
    names = ["entities", "facts", "links", "refused", "rows"]
    assert sorted(path.name for path in (corpus / "out").iterdir()) == sorted(
        [*(f"{name}.jsonl" for name in names), "manifest.json", "report.json", "summary.json"]
    )
    report = json.loads((corpus / "out/report.json").read_text(encoding="utf-8"))
    facts = list(read_facts(corpus / "out/facts.jsonl"))
    refused = list(read_facts(corpus / "out/refused.jsonl"))
    assert len(facts) == report["facts_out"]
    assert len(refused) == report["refused"] == sum(report["refused_by"].values()) > 0
    assert all("odke.review" in fact.qualifiers for fact in refused)
    assert set(report["rows"].values()) == {fact.id for fact in (*facts, *refused)}
    manifest = json.loads((corpus / "out/manifest.json").read_text(encoding="utf-8"))
    assert manifest["command"] == "validate"
    again = odke(*VALIDATE, "-o", "out")
    assert again.returncode == 0, again.stderr


def test_one_claim_is_explained(odke: Odke) -> None:
    """Everything that was decided about it, after the report."""
    done = odke(*VALIDATE, "--explain", "nobody")
    assert done.returncode == 2
    assert "no claim has the id 'nobody'" in done.stderr


def test_a_text_that_cannot_be_read(odke: Odke, corpus: Path) -> None:
    """Is named, the rest is written, and the command exits with 2; `odke ground` does the same."""
    (corpus / "texts/latin.txt").write_bytes(b"caf\xe9 au lait")
    done = odke(*VALIDATE, "-o", "out")
    assert (done.returncode, done.stderr) == (2, "")
    assert "unread        texts/latin.txt:1: the text is not utf-8" in done.stdout
    assert len(list(read_facts(corpus / "out/facts.jsonl"))) == 6
    done = odke("ground", *VALIDATE[1:])
    assert done.returncode == 2
    assert "  texts/latin.txt:1: the text is not utf-8" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--keep",), "--gate strict"),
        (("--gate", "strict"), "-o"),
        (("--model", "openai/x", "--grounder", "lexical"), "--grounder"),
        (("--config", "nowhere.yaml"), "nowhere.yaml"),
    ],
)
def test_options_that_do_not_go_together(
    odke: Odke, arguments: tuple[str, ...], named: str
) -> None:
    """Are refused by name before anything is read."""
    done = odke(*VALIDATE, *arguments)
    assert done.returncode == 2
    assert named in done.stderr


@pytest.mark.parametrize("keep", [(), ("--keep",)])
def test_a_framework_s_graph_goes_back(odke: Odke, tmp_path: Path, keep: tuple[str, ...]) -> None:
    """With its verdicts, the sources of each claim and its confidence beside them."""
    pytest.importorskip("openodke_graphrag")
    from openodke_graphrag import Export

    back = tmp_path / "back"
    done = odke(
        "validate", "--adapter", "graphrag", "--facts", str(GRAPH), "--write-back", str(back), *keep
    )
    assert done.returncode == 0, done.stderr
    rows = Export.read(back).table("relationships").to_pylist()
    assert {row["odke_support"] for row in rows} >= {"2"}
    assert all(0 < float(row["odke_confidence"]) <= 1 for row in rows)
    verdicts = {row["odke_verdict"] for row in rows}
    assert verdicts == ({"unchecked"} if keep else {"unchecked", "not_found"})


def test_nodes_are_merged_on_request(odke: Odke, corpus: Path) -> None:
    """The terminal names them, and report.json has both ids and why."""
    pytest.importorskip("openodke_langchain")
    graph = corpus / "graphs.jsonl"
    relation = {"source": {"id": "Ada"}, "type": "MET", "target": {"id": "Bo"}}
    other = {"source": {"id": "ADA"}, "type": "MET", "target": {"id": "Bo"}}
    nodes = [{"id": name, "properties": {}} for name in ("Ada", "ADA", "Bo")]
    source = {"page_content": "Ada met Bo.", "metadata": {}}
    held = {"nodes": nodes, "relationships": [relation, relation, other], "source": source}
    graph.write_text(json.dumps(held) + "\n", encoding="utf-8")
    command = ("validate", "--adapter", "langchain", "--facts", "graphs.jsonl", "--write-back")
    done = odke(*command, "merged", "--merge", "-o", "out")
    assert done.returncode == 0, done.stderr
    assert "merged nodes  1\n              ADA -> Ada: one key: Thing:ada\n" in done.stdout
    report = json.loads((corpus / "out/report.json").read_text(encoding="utf-8"))
    (node,) = report["merged_nodes"]
    assert (node["old"], node["new"], node["because"]) == ("ADA", "Ada", "one key: Thing:ada")
    written = json.loads((corpus / "merged/graphs.jsonl").read_text(encoding="utf-8"))
    assert [each["id"] for each in written["nodes"]] == ["Ada", "Bo"]
    done = odke(*command, "plain")
    written = json.loads((corpus / "plain/graphs.jsonl").read_text(encoding="utf-8"))
    assert [each["id"] for each in written["nodes"]] == ["Ada", "ADA", "Bo"]


def test_what_cannot_be_merged_is_refused_before_any_work(odke: Odke, corpus: Path) -> None:
    """Without a place to write to, and where a framework has no nodes."""
    pytest.importorskip("openodke_graphrag")
    pytest.importorskip("openodke_langextract")
    done = odke("validate", "--adapter", "graphrag", "--facts", str(GRAPH), "--merge")
    assert (done.returncode, "add --write-back with a folder" in done.stderr) == (2, True)
    done = odke("validate", "--facts", "triples.jsonl", "--texts", "texts", "--merge")
    assert done.returncode == 2
    assert "rows have none" in done.stderr
    assert "--write-back" not in done.stderr, "which rows do not take"
    document = {"document_id": "d", "text": "Ada met Bo.", "extractions": []}
    (corpus / "data.jsonl").write_text(json.dumps(document) + "\n", encoding="utf-8")
    command = ("validate", "--adapter", "langextract", "--facts", "data.jsonl", "--merge")
    done = odke(*command, "--write-back", "merged")
    assert done.returncode == 2
    assert "'langextract' merges no nodes: an extraction is a mention" in done.stderr
    assert not (corpus / "merged").exists()


def test_what_is_kept_is_told_and_the_sums_agree(odke: Odke, corpus: Path) -> None:
    """One gate decides on claims and items, and the terminal says what went of the graph."""
    pytest.importorskip("openodke_langchain")
    relation = {"source": {"id": "Ada"}, "type": "MET", "target": {"id": "Bo"}}
    false = {"source": {"id": "Ada"}, "type": "MET", "target": {"id": "Zed"}}
    nodes = [{"id": name, "properties": {}} for name in ("Ada", "Bo", "Zed")]
    source = {"page_content": "Ada met Bo.", "metadata": {}}
    held = {"nodes": nodes, "relationships": [relation, false], "source": source}
    (corpus / "graphs.jsonl").write_text(json.dumps(held) + "\n", encoding="utf-8")
    command = ("validate", "--adapter", "langchain", "--facts", "graphs.jsonl", "--write-back")
    done = odke(*command, "kept", "--keep", "-o", "out")
    assert "2 in + 0 derived - 0 merged - 1 refused = 1 out" in done.stdout
    told = ("dropped       1 of 2 relationships\n", "dropped       1 of 3 nodes\n")
    assert all(line in done.stdout for line in told), done.stdout
    assert len(list(read_facts(corpus / "out/refused.jsonl"))) == 1


def test_look_alikes_are_one_on_request_but_not_a_couple(odke: Odke, corpus: Path) -> None:
    """A guess is made of spellings, and none of Mr. and Mrs."""
    names = [
        "MR. ORLE HALVORSEN",
        "MRS. ORLE HALVORSEN",
        "Ferryman Cooperative",
        "Ferrymen Cooperative",
    ]
    rows = [
        {"doc": "mill", "subject": name, "predicate": "is_at", "object": str(at), "id": str(at)}
        for at, name in enumerate(names)
    ]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (corpus / "names.jsonl").write_text(lines, encoding="utf-8")
    told = (
        "validate",
        "--facts",
        "names.jsonl",
        "--texts",
        "texts",
        "--normalize-batch",
        "-o",
        "o",
    )
    done = odke(*told)
    assert done.returncode == 0, done.stderr
    facts = read_facts(corpus / "o/facts.jsonl")
    assert len({fact.subject.key for fact in facts}) == 3
