"""Is a person told sources and names that they know, and a machine the whole of them?"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from openodke import Document, Validator
from openodke.cli.ground_job import GroundJob
from openodke.cli.validate_job import ValidateJob
from openodke.validation.claim_story import claim_story
from openodke.validation.recorded_story import recorded_story

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """The folder that `odke validate` writes of the GraphRAG example."""
    pytest.importorskip("openodke_graphrag")
    shutil.copytree(EXAMPLES / "graphrag/output", tmp_path / "export")
    ValidateJob(facts=tmp_path / "export", adapter="graphrag", out=tmp_path / "out").run()
    return tmp_path / "out"


def lines(out: Path, name: str) -> list[str]:
    """Return the lines of a file of the run."""
    return (out / name).read_text("utf-8").splitlines()


def test_an_adapter_s_own_address_is_told_by_its_document(out: Path) -> None:
    """The title, and the beginning of the address; every story's lines stay short."""
    story = recorded_story(out, "2/relationship/13")
    assert "support   1: letter-to-members.txt (urn:odke:graphrag:5fc2ffff…)\n" in story
    ids = [json.loads(line)["id"] for line in lines(out, "rows.jsonl")]
    for own in ids:
        (support,) = [x for x in recorded_story(out, own).splitlines() if x.startswith("support")]
        count, sources = support[10:].split(": ")
        assert sources.count("(urn:odke:graphrag:") == int(count)
        assert len(sources) <= 70 * int(count)


def test_json_has_everything_whole(out: Path) -> None:
    """The same rows and claim as the files of the run, and the links of the names."""
    told = json.loads(recorded_story(out, "2/relationship/16", as_json=True))
    assert list(told) == ["rows", "links", "claim", "refused"]
    rows = {r["id"]: r for r in map(json.loads, lines(out, "rows.jsonl"))}
    claims = {c["id"]: c for c in map(json.loads, lines(out, "facts.jsonl"))}
    assert told["rows"] == [rows["2/relationship/16"]]
    assert told["claim"] == claims["2/relationship/16"]
    assert len(told["claim"]["supported_by"][0]["source"]) > 100
    assert [(link["kind"], link["target_key"]) for link in told["links"]] == [
        ("similar", "PERSON:teodor washlin")
    ]
    assert told["refused"] is False


def test_json_of_a_grounding_has_no_claim(tmp_path: Path) -> None:
    """Nothing was merged, and without a gate nothing refused or kept."""
    shutil.copytree(EXAMPLES / "triples", tmp_path / "in")
    for gate, refused in ((None, None), ("strict", True)):
        facts, texts = tmp_path / "in/triples.jsonl", tmp_path / "in/texts"
        GroundJob(facts=facts, texts=texts, gate=gate, out=tmp_path / "out").run()
        told = json.loads(recorded_story(tmp_path / "out", "Odell Brenna founded", as_json=True))
        assert (told["claim"], told["links"], told["refused"]) == (None, [], refused)
        assert [row["predicate"] for row in told["rows"]] == ["founded_in"]


def test_another_source_is_told_as_it_is() -> None:
    """A host, the path of a text, an address of the caller's own."""
    for uri, told in (
        ("https://www.yard.example/log", "yard.example"),
        (None, "doc:log"),
        ("urn:isbn:9780306406157", "doc:urn:isbn:9780306406157"),
        ("urn:odke:x:short#4", "log (urn:odke:x:short)"),
        ("urn:odke:x:123456789#4", "log (urn:odke:x:123456789)"),
        ("urn:odke:x:1234567890#4", "log (urn:odke:x:12345678…)"),
    ):
        document = Document(id="log", text="Orla Tamm built the Skua.", uri=uri)
        row = {"doc": "log", "subject": "Orla Tamm", "predicate": "built", "object": "Skua"}
        graph, _ = Validator().validate([row], [document])
        assert f"support   1: {told}" in list(claim_story(graph.facts[0], refused=False))


def named_alike(count: int) -> list[dict[str, str]]:
    """Return rows on pairs of people whose names look alike."""
    firsts = ["Teodor", "Maribel", "Ansgar", "Philippa", "Lorentz"][:count]
    return [
        {"doc": "log", "subject": f"{first} {last}", "predicate": "knows", "object": "Orla"}
        for first in firsts
        for last in ("Vashlin", "Washlin")
    ]


@pytest.mark.parametrize("count", [1, 3, 5])
def test_names_that_look_alike_are_named(count: int) -> None:
    """Up to three pairs, then how many more."""
    _, report = Validator().validate(named_alike(count), [Document(id="log", text="Orla.")])
    assert report.links == {"similar": count}
    (line,) = [x for x in report.render().splitlines() if x.startswith("names")]
    pairs = line.removeprefix(f"names         {count} similar: ").split(", ")
    assert "Teodor Vashlin ~ Teodor Washlin" in line or count > 3
    assert all(" ~ " in pair for pair in pairs[:3])
    assert pairs[3:] == ([] if count <= 3 else [f"{count - 3} more"])


def test_a_model_s_reason_is_not_told_twice(tmp_path: Path) -> None:
    """It is its verdict; another reason stands beside its verdict."""
    shutil.copytree(EXAMPLES / "triples", tmp_path / "in")
    facts, texts, config = (tmp_path / "in" / x for x in ("triples.jsonl", "texts", "asks.json"))
    held = {"models": {"ground": "ollama/x", "replay": {"ground": "answers.json"}}}
    config.write_text(json.dumps(held), "utf-8")
    ValidateJob(facts=facts, texts=texts, config=config, out=tmp_path / "out").run()
    story = recorded_story(tmp_path / "out", "sails_to Port Ansel").splitlines()
    (grounded,) = [line for line in story if line.startswith("grounded")]
    assert grounded.startswith("grounded  contradicted, by model@1 (ollama/x, ground.span@1) on ")
    (gate,) = [line for line in story if line.startswith("gate")]
    assert gate.startswith("gate      written: contradicted, by ollama/x on ")
    story = recorded_story(tmp_path / "out", "Odell Brenna founded").splitlines()
    assert any(line.startswith("grounded  not_found: quote_absent, by span@1") for line in story)
