"""Does `odke ground` ask about several claims at once, after the words, and say what that did?"""

import json
from pathlib import Path

import pytest

from openodke.interop import read_facts

TEXT = "Odell Mill grinds rye in Tarn Harbour. Its owner is not known.\n"
CLAIM = {"doc": "mill.txt", "subject": "Odell Mill", "predicate": "stands_in"}
ASK = ("--facts", "triples.jsonl", "--texts", "texts", "--config", "odke.json", "-o", "out")


@pytest.fixture
def mill(corpus: Path) -> Path:
    """A folder with claims on one text, one twice and one that its words refute."""
    objects = ("Tarn Harbour", "rye", "Tarn Harbour", "Port Ansel")
    rows = "".join(json.dumps({**CLAIM, "object": name}) + "\n" for name in objects)
    (corpus / "triples.jsonl").write_text(rows, encoding="utf-8")
    (corpus / "texts/mill.txt").write_text(TEXT, encoding="utf-8")
    answers = [
        {"match": "Claims:", "response": "I would rather talk."},
        {"match": "Claim:", "response": {"verdict": "supported"}},
    ]
    (corpus / "answers.json").write_text(json.dumps(answers), encoding="utf-8")
    block = {"models": {"ground": "ollama/small", "replay": {"ground": "answers.json"}}}
    (corpus / "odke.json").write_text(json.dumps(block), encoding="utf-8")
    return corpus


def test_what_was_spared_is_told(odke, mill: Path) -> None:
    """A claim that stands twice, claims that went together, those asked for again."""
    done = odke("ground", *ASK, "--joint", "8")
    assert done.returncode == 0, done.stderr
    assert "model         4 calls" in done.stdout
    assert "(ground.joint@1, ground.span@1)" in done.stdout
    assert (
        "1 asked before in the same words, 3 claims in 1 joint call, 3 of them again alone"
        in done.stdout
    )
    summary = json.loads((mill / "out/summary.json").read_text("utf-8"))
    assert summary["joint"] == {"calls": 1, "claims": 3, "again": 3}
    assert summary["verdicts"]["supported"] == 4
    manifest = json.loads((mill / "out/manifest.json").read_text("utf-8"))
    assert manifest["prompts"].keys() == {"ground.joint@1", "ground.span@1"}
    assert (manifest["config"]["joint"], manifest["config"]["cascade"]) == (8, False)


def test_words_go_first_and_are_asked_about_again(odke, mill: Path) -> None:
    """The report says how many, how far the two agree, and shows where they do not."""
    done = odke("ground", *ASK, "--cascade")
    assert "words         1 refuted: 1 object absent; 3 left to the model" in done.stdout
    facts = list(read_facts(mill / "out/facts.jsonl"))
    assert [fact.verdict.value for fact in facts] == [*["supported"] * 3, "not_found"]
    done = odke("ground", *ASK, "--cascade", "--recheck", "1")
    words = "1 refuted: 1 overruled by the model; 3 left to the model"
    assert f"words         {words}" in done.stdout
    assert "recheck       1 of those asked again: agreed 0, disagreed 1" in done.stdout
    assert "  the words refute what the model supports: 1\n" in done.stdout
    assert "Odell Mill —stands_in→ Port Ansel  [supported, " in done.stdout
    (*_, fact) = read_facts(mill / "out/facts.jsonl")
    assert fact.qualifiers["odke.review"].startswith("recheck: ")
    done = odke("validate", *ASK, "--cascade", "--joint", "4", "--recheck", "1")
    assert done.returncode == 0, done.stderr
    assert "words         1 refuted, 3 left to the model" in done.stdout
    assert "recheck       1 asked, 1 disagreed" in done.stdout
    assert "\n              3 claims in 1 joint call, 3 of them again alone\n" in done.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--joint", "4"), "--joint is a way to ask a model: name one by --model or --config"),
        (("--cascade",), "--cascade is a way to ask a model"),
        (("--recheck", "0.1", "--config", "odke.json"), "add --cascade"),
        (("--joint", "4", "--paper", "--config", "odke.json"), "leave out --paper"),
        (("--joint", "0", "--config", "odke.json"), "Invalid value for '--joint'"),
        (("--recheck", "2", "--cascade", "--config", "odke.json"), "Invalid value for '--recheck'"),
    ],
)
def test_a_way_to_ask_that_means_nothing_is_refused(
    odke, mill: Path, options: tuple[str, ...], message: str
) -> None:
    """Exit 2, before anything is read."""
    done = odke("ground", "--facts", "triples.jsonl", "--texts", "texts", *options)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())
    assert not (mill / "out").exists()
