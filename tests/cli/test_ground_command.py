"""What does `odke ground` print and write, to the line?"""

import json
from pathlib import Path

import pytest

from openodke.interop import read_facts

GROUND = ("ground", "--facts", "triples.jsonl", "--texts", "texts")

FILES = ["facts.jsonl", "manifest.json", "summary.json"]
LEXICAL = """\
odke ground
rows          6 (6 grounded)
verdicts      supported 0, contradicted 0, not_found 2, unchecked 4
free checks   0 refused
lexical       2 refuted: 1 object absent, 1 value absent
              not refuted: 2 names in one sentence, 1 beside a negation, 1 no source
no span       4 of 6 cite no span of their own
model         none asked: without one, nothing is affirmed
no text       1 row names a text that was not given: lost
failures
  the evidence does not support the fact: 2
    Kelpway Ferries —office_in→ Bergen  [not_found, texts/harbour.txt]  object_absent
    Kelpway Ferries —founded_in→ 1999  [not_found, texts/harbour.txt]  value_absent
the most suspicious of the rest
    Tessaly Grain —owns→ Orrin Mill  [unchecked, texts/mill.txt]  negated
      text:  The Orrin Mill opened in 1872. … It was never owned by Tessaly Grain.
    Maren Oduya —founded→ Kelpway Ferries  [unchecked, texts/harbour.txt]  same_sentence
      text:  Maren Oduya founded Kelpway Ferries in 1998.
    Orrin Mill —opened_in→ 1872  [unchecked, texts/mill.txt]  same_sentence
      text:  The Orrin Mill opened in 1872.

spans  (n=6)
  cited           2
  located         0
  the whole text  3
  nowhere         1
"""
SPAN = """\
odke ground
rows          6 (6 grounded)
verdicts      supported 0, contradicted 0, not_found 0, unchecked 6
free checks   0 refused
no span       4 of 6 cite no span of their own
model         none asked: without one, nothing is affirmed
no text       1 row names a text that was not given: lost
failures
  the evidence does not support the fact: unknown without a model
  the citation is too narrow for its claim: unknown without a model

spans  (n=6)
  cited           2
  located         0
  the whole text  3
  nowhere         1
"""
LOCATED = """\
  cited           2
  located         1
  the whole text  2
  nowhere         1
"""
MILL = {"doc": "mill", "subject": "Orrin Mill", "predicate": "owned_by", "object": "Tessaly Grain"}


def verdicts(folder: Path) -> list[str]:
    """Return the verdicts of the facts in an output folder, in order."""
    return [fact.verdict.value for fact in read_facts(folder / "facts.jsonl")]


def test_what_the_terminal_shows(odke) -> None:
    """Without a model: the page's lines, the lexical reasons, and the worst claims."""
    done = odke(*GROUND)
    assert (done.stdout, done.stderr, done.returncode) == (LEXICAL, "", 0)


@pytest.mark.parametrize("option", [("--grounder", "span"), ("--dry-run",)])
def test_the_free_checks_alone(odke, option: tuple[str, ...]) -> None:
    """A dry run is the span check, and says nothing of what it did not look at."""
    done = odke(*GROUND, *option)
    assert (done.stdout, done.stderr, done.returncode) == (SPAN, "", 0)


def test_lexical_can_be_asked_for(odke) -> None:
    """The default has a name."""
    assert odke(*GROUND, "--grounder", "lexical").stdout == LEXICAL


def test_locating_spans(odke) -> None:
    """A claim without a span gets the sentence that names both its ends, where there is one."""
    done = odke(*GROUND, "--dry-run", "--locate")
    assert done.stdout == SPAN.replace(SPAN[SPAN.index("  cited") :], LOCATED)
    assert done.returncode == 0


def test_the_checks_on_relation_and_types(odke, corpus: Path) -> None:
    """With an ontology an undeclared relation and a wrong type are refused, never refuted."""
    done = odke(*GROUND, "--ontology", "ontology.json", "-o", "out")
    assert done.returncode == 0
    assert "free checks   3 refused: 1 predicate, 1 domain, 1 range\n" in done.stdout
    facts = list(read_facts(corpus / "out" / "facts.jsonl"))
    checks = [fact.qualifiers.get("odke.check", {}).get("check") for fact in facts]
    assert checks == [None, "domain", "range", None, "predicate", None]
    assert all(fact.verdict == "unchecked" for fact in facts)


def test_the_prompts_examples(odke, corpus: Path) -> None:
    """A name of the caller's prompt that the text lacks was copied; one that it has was not."""
    (corpus / "names.txt").write_text("bergen\n\n  Skail  \nOrrin Mill\n", encoding="utf-8-sig")
    done = odke(*GROUND, "--examples", "names.txt")
    assert "1 copied from the prompt's example" in done.stdout
    assert "[not_found, texts/harbour.txt]  prompt_example" in done.stdout
    assert done.stdout.count("prompt_example") == 1


def test_the_files_written(odke, corpus: Path) -> None:
    """`-o` writes three files, names them last, and leaves nothing half done."""
    done = odke(*GROUND, "-o", "out")
    assert done.stdout == LEXICAL + ("wrote out/facts.jsonl, out/summary.json, out/manifest.json\n")
    assert (done.stderr, done.returncode) == ("", 0)
    out = corpus / "out"
    assert sorted(p.name for p in out.iterdir()) == FILES
    assert verdicts(out) == ["unchecked", "not_found", "not_found", *["unchecked"] * 3]
    summary = json.loads((out / "summary.json").read_text("utf-8"))
    assert (summary["schema_version"], summary["status"]) == ("1.0", "ok")
    assert summary["verdicts"] == {
        "supported": 0,
        "contradicted": 0,
        "not_found": 2,
        "unchecked": 4,
    }


def test_the_manifest(odke, corpus: Path) -> None:
    """The manifest says what went in, with which options, and what came out."""
    odke(*GROUND, "--ontology", "ontology.json", "--locate", "-o", "out")
    manifest = json.loads((corpus / "out/manifest.json").read_text("utf-8"))
    assert (manifest["manifest_version"], manifest["command"]) == (1, "ground")
    assert manifest["dry_run"] is False
    assert manifest["config"]["facts"] == "triples.jsonl"
    assert (manifest["config"]["locate"], manifest["config"]["grounder"]) == (True, "lexical")
    assert list(manifest["inputs"]["documents"]) == ["texts/harbour.txt", "texts/mill.txt"]
    assert manifest["inputs"]["facts"]["rows"] == 6
    assert manifest["ontology_hash"]
    assert manifest["counts"]["facts"] == 6
    assert manifest["spent"]["calls"] == 0
    assert manifest["started_at"] <= manifest["ended_at"]


def test_a_second_run_replaces_the_first(odke, corpus: Path) -> None:
    """A folder of ours is written to again, and the facts are those of the second run."""
    odke(*GROUND, "-o", "out")
    first = (corpus / "out/facts.jsonl").read_bytes()
    assert odke(*GROUND, "-o", "out", "--dry-run").returncode == 0
    assert (corpus / "out/facts.jsonl").read_bytes() != first
    assert odke(*GROUND, "-o", "out").returncode == 0
    again = [fact.id for fact in read_facts(corpus / "out/facts.jsonl")]
    assert again == [json.loads(line)["id"] for line in first.splitlines()]


def test_nothing_to_check(odke, corpus: Path) -> None:
    """An empty graph is `no_claims`, on the terminal and in the summary."""
    (corpus / "none.jsonl").touch()
    done = odke("ground", "--facts", "none.jsonl", "--texts", "texts", "-o", "out")
    assert done.stdout.splitlines()[1] == "rows          0: no_claims, there was nothing to check"
    assert json.loads((corpus / "out/summary.json").read_text("utf-8"))["status"] == "no_claims"
    assert (corpus / "out/facts.jsonl").read_bytes() == b""


def test_claims_without_their_texts(odke) -> None:
    """Rows without texts cannot be checked, which is no pass: the call says what is missing."""
    done = odke("ground", "--facts", "triples.jsonl")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--texts is missing" in done.stderr


def test_claims_of_other_texts(odke, corpus: Path) -> None:
    """With texts that no row names every claim is `no_source`, and the texts named are listed."""
    (corpus / "others").mkdir()
    (corpus / "others/tower.txt").write_text("The tower stood.", encoding="utf-8")
    (corpus / "others/mill.pdf").write_bytes(b"%PDF-1.7")
    done = odke("ground", "--facts", "triples.jsonl", "--texts", "others")
    assert "not refuted: 6 no source" in done.stdout
    assert "no text       6 rows name a text that was not given: harbour, mill, lost" in done.stdout
    assert "\n              the texts there are: others/tower.txt\n" in done.stdout
    assert "not_found 0" in done.stdout
    assert "odke: others: 1 .pdf not read as texts; those end in .jsonl, " in done.stderr


def test_what_could_be_read_is_written(odke, corpus: Path) -> None:
    """Bad lines and bad texts are named and end in exit 2, and the rest is grounded and written."""
    with (corpus / "triples.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"doc": oops}\n')
    (corpus / "texts/latin.txt").write_bytes(b"ok\ncaf\xe9 au lait\n")
    done = odke(*GROUND, "-o", "out")
    assert done.returncode == 2
    assert "rows          6 (6 grounded)" in done.stdout
    assert "malformed     2" in done.stdout
    assert "  triples.jsonl:7: the line is no JSON: Expecting value at column 9" in done.stdout
    assert f"  {Path('texts/latin.txt')}:2: the text is not utf-8" in done.stdout
    assert len(verdicts(corpus / "out")) == 6
    malformed = json.loads((corpus / "out/summary.json").read_text("utf-8"))["malformed"]
    assert len(malformed) == 2


WRONG_NAMES = [f"Quorl{n:02d}" for n in range(25)]


def write_mismatched(corpus: Path, right: int) -> None:
    """Write 25 claims, of which the last `right` are about what the text names."""
    rows = [
        {
            "doc": "harbour",
            "subject": "Kelpway Ferries",
            "predicate": "near",
            "object": "Skail" if at >= 25 - right else name,
        }
        for at, name in enumerate(WRONG_NAMES)
    ]
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (corpus / "triples.jsonl").write_text(lines, encoding="utf-8")


def test_mismatched_texts_refute_nothing(odke, corpus: Path) -> None:
    """When over half of 25 claims are absent it is said, and facts.jsonl holds no refusal."""
    write_mismatched(corpus, right=12)
    done = odke(*GROUND, "-o", "out")
    assert done.returncode == 0
    sentence = "13 of 25 claims name what their text does not hold"
    assert f"mismatch      {sentence}" in done.stdout
    assert done.stderr.startswith(f"odke: {sentence}")
    assert "not_found 0, unchecked 25" in done.stdout
    assert "13 text and graph do not match" in done.stdout
    facts = list(read_facts(corpus / "out/facts.jsonl"))
    reasons = [fact.qualifiers["odke.ground"]["reason"] for fact in facts]
    assert reasons[:13] == ["text_mismatch"] * 13
    assert "text_mismatch" not in reasons[13:]
    assert {fact.verdict.value for fact in facts} == {"unchecked"}
    assert sorted(p.name for p in (corpus / "out").iterdir()) == FILES
    assert odke(*GROUND).stdout == done.stdout.rpartition("wrote ")[0]


def test_half_of_the_claims_is_no_mismatch(odke, corpus: Path) -> None:
    """Up to half of the claims may be absent: they are refuted."""
    write_mismatched(corpus, right=13)
    done = odke(*GROUND, "-o", "out")
    assert "mismatch" not in done.stdout
    assert done.stderr == ""
    assert verdicts(corpus / "out") == ["not_found"] * 12 + ["unchecked"] * 13


def write_row(corpus: Path, **fields: object) -> None:
    """Make the triples file hold one claim on the mill."""
    (corpus / "triples.jsonl").write_text(json.dumps({**MILL, **fields}), encoding="utf-8")


WRONG = {
    "quote absent": {"quote": "was bought by Tessaly Grain"},
    "quote mismatch": {"start": 0, "end": 9, "quote": "An Orrin "},
    "out of range": {"start": 0, "end": 999},
    "empty": {"start": 4, "end": 4},
}
wrong_citations = pytest.mark.parametrize("cited", WRONG.values(), ids=WRONG)


@wrong_citations
def test_a_wrong_citation_is_refused_by_the_free_check(odke, corpus: Path, cited: dict) -> None:
    """A quote or offsets that do not hold are `not_found` before any name is looked up."""
    write_row(corpus, **cited)
    done = odke(*GROUND)
    assert "free checks   1 refused: 1 not in the text\n" in done.stdout
    assert "not_found 1, unchecked 0" in done.stdout
    assert "  the evidence does not support the fact: 0\n" in done.stdout
    assert "  the citation is not in the text: 1\n    Orrin Mill —" in done.stdout


def test_a_refusal_is_counted_once(odke, corpus: Path) -> None:
    """What the free check refused is not refuted by the lexical grounder as well."""
    write_row(corpus, quote="was bought by Tessaly Grain")
    done = odke(*GROUND)
    assert "free checks   1 refused: 1 not in the text\n" in done.stdout
    assert "lexical       0 refuted\n" in done.stdout


def test_locating_does_not_excuse_an_absent_quote(odke, corpus: Path) -> None:
    """A claim that quotes what its text does not hold is refused with --locate as without."""
    write_row(corpus, quote="was bought by Tessaly Grain")
    assert "not_found 1, unchecked 0" in odke(*GROUND, "--locate").stdout


@pytest.mark.parametrize("cited", [WRONG["quote mismatch"], WRONG["out of range"], WRONG["empty"]])
def test_a_wrong_citation_is_a_citation(odke, corpus: Path, cited: dict) -> None:
    """A claim whose cited offsets do not hold did cite a span of its own."""
    write_row(corpus, **cited)
    assert "no span       0 of 1 cite no span of their own" in odke(*GROUND).stdout


@pytest.mark.parametrize("cited", [WRONG["quote mismatch"], WRONG["out of range"], WRONG["empty"]])
def test_a_wrong_citation_is_shown_with_its_document(odke, corpus: Path, cited: dict) -> None:
    """The document of a refused claim is shown, as the page shows it."""
    write_row(corpus, **cited)
    assert "[not_found, texts/mill.txt]" in odke(*GROUND).stdout
