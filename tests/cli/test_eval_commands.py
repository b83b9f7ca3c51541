"""What do the commands under `odke eval` print and write, on what `odke` wrote itself?"""

import json
from pathlib import Path

import pytest

LABELS = [
    {"doc": "harbour", "subject": "Maren Oduya", "predicate": "founded",
     "object": "Kelpway Ferries", "label": True},
    {"doc": "harbour", "subject": "Kelpway Ferries", "predicate": "office_in", "object": "Bergen",
     "label": False, "kind": "another town"},
    {"doc": "harbour", "subject": "Kelpway Ferries", "predicate": "founded_in", "object": 1999,
     "label": False, "kind": "another year"},
    {"doc": "mill", "subject": "Tessaly Grain", "predicate": "owns", "object": "Orrin Mill",
     "label": False, "kind": "denied"},
    {"doc": "mill", "subject": "Orrin Mill", "predicate": "opened_in", "object": "1872",
     "label": True},
    {"doc": "mill", "subject": "Orrin Mill", "predicate": "burnt_in", "object": "1890",
     "label": True},
]  # fmt: skip
RUN = ("--facts", "triples.jsonl", "--texts", "texts")


@pytest.fixture
def labels(corpus: Path) -> Path:
    """A file of labels: one of a claim that nobody made, and none of the claim without a text."""
    path = corpus / "labels.jsonl"
    path.write_text("".join(json.dumps(label) + "\n" for label in LABELS), encoding="utf-8")
    (corpus / "ids.jsonl").write_text('{"id": "r1", "label": true}\n', encoding="utf-8")
    return path


def test_spans_of_a_run(odke) -> None:
    """The block on origins is the one of `odke ground`."""
    ground = odke("ground", *RUN, "-o", "out")
    done = odke("eval", "spans", "out/facts.jsonl", "--texts", "texts")
    assert (done.returncode, done.stderr) == (0, "")
    block = ground.stdout[ground.stdout.index("spans  (n=6)") : ground.stdout.index("wrote")]
    assert done.stdout.endswith(block)
    assert "status        located 5, no_span 0, foreign 0" in done.stdout
    assert "no text       1 piece of evidence: lost\n" in done.stdout
    told = json.loads(odke("eval", "spans", "out", "--texts", "texts", "--json").stdout)
    assert told["origins"]["cited"]["names_both"] == 1  # "opened in 1872" names no mill
    assert told["spans"]["context"] == 3


def test_the_score_of_a_validated_graph(odke, labels: Path) -> None:
    """The folder holds what the gate refused as well."""
    odke("validate", *RUN, "--gate", "strict", "-o", "out")
    done = odke("eval", "score", "--facts", "out", "--labels", str(labels))
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[1] == "claims        5 labelled claims of 2 documents, 2 right"
    assert lines[2] == "unlabelled    1 fact without a label, left out"
    assert lines[3] == "unmatched     1 label of no fact"
    assert lines[4] == f"  {labels}:6: Orrin Mill burnt_in 1890"
    # 0.5 at first: not found leaves a quarter of it, unchecked 0.6
    brier = (2 * (1 - 0.3) ** 2 + 0.3**2 + 2 * 0.125**2) / 5
    told = json.loads(
        odke("eval", "score", "--facts", "out", "--labels", str(labels), "--json").stdout
    )
    assert told["brier"]["value"] == pytest.approx(brier)
    assert told["scored"] == told["claims"] == 5
    kept = odke("eval", "score", "--facts", "out/facts.jsonl", "--labels", str(labels))
    assert "claims        3 labelled claims" in kept.stdout


def test_an_unscored_graph_is_told_so(odke, labels: Path) -> None:
    """Its confidence is the extractor's."""
    odke("ground", *RUN, "-o", "out")
    done = odke("eval", "score", "--facts", "out", "--labels", str(labels))
    assert "no claim is scored: 5 have their extractor's confidence" in done.stdout


def test_verdicts_written_earlier(odke, labels: Path) -> None:
    """Each verdict, reason and kind."""
    odke("ground", *RUN, "-o", "out")
    done = odke("eval", "ground", "--facts", "out", "--labels", str(labels))
    assert (done.returncode, done.stderr) == (0, "")
    assert "judge         lexical@1: 5\n" in done.stdout
    told = json.loads(
        odke("eval", "ground", "--facts", "out", "--labels", str(labels), "--json").stdout
    )
    assert told["verdicts"]["not_found"]["precision"]["hits"] == 2
    assert told["reasons"]["unchecked negated"]["hits"] == 1
    assert told["kinds"]["denied"]["refused"]["hits"] == 0


def test_labelled_claims_are_grounded_now(odke, labels: Path) -> None:
    """On texts beside them, with the same verdicts."""
    now = odke("eval", "ground", "--labels", str(labels), "--texts", "texts", "--json")
    assert (now.returncode, now.stderr) == (0, "")
    told = json.loads(now.stdout)
    assert told["claims"] == 6
    assert told["verdicts"]["not_found"]["precision"]["hits"] == 2


def test_what_each_stage_removes(odke, labels: Path) -> None:
    """The same from the rows of either command, whatever its gate refused."""
    odke("ground", *RUN, "--gate", "strict", "-o", "grounded")
    odke("validate", *RUN, "--gate", "strict", "-o", "valid")
    both = [
        odke("eval", "ablation", "--facts", folder, "--labels", str(labels), "--texts", "texts")
        for folder in ("grounded", "valid")
    ]
    assert [(done.returncode, done.stderr) for done in both] == [(0, "")] * 2
    assert both[0].stdout == both[1].stdout
    assert "missed        1 right claim that nobody extracted, in recall\n" in both[0].stdout
    removed = both[0].stdout.partition("removed wrong")[2].splitlines()[3]
    words = " ".join(removed.split())
    assert words.startswith("gate: also not_found 2 of 3, 66.7% [")
    assert "] 0 of 2, 0.0% [0.0, " in words
    now = odke("eval", "ablation", "--labels", str(labels), "--texts", "texts", "--json")
    assert [held["kept"] for held in json.loads(now.stdout)["stages"]][:3] == [6, 6, 3]
    merged = odke("eval", "ablation", "--facts", "valid/facts.jsonl", "--labels", str(labels))
    assert merged.returncode == 2
    assert "was merged and scored already" in merged.stderr


def test_a_text_may_stand_beside_its_label(odke, corpus: Path) -> None:
    """Two texts of one document are kept apart."""
    said = {"doc": "log", "subject": "Skua", "predicate": "sank_off", "label": True}
    lines = [
        {**said, "object": "Skail", "text": "The Skua sank off Skail."},
        {**said, "object": "Bergen", "text": "The Skua sank off Bergen."},
    ]
    (corpus / "said.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    told = json.loads(odke("eval", "ground", "--labels", "said.jsonl", "--json").stdout)
    assert told["verdicts"]["unchecked"]["n"] == 2
    assert told["documents"] == 1


def test_a_card_is_written_and_read_by_the_gate(odke, corpus: Path, labels: Path) -> None:
    """Three refusals are too few for the bar: what the words refute is marked and not dropped."""
    done = odke(
        "eval", "ground", "--labels", str(labels), "--texts", "texts", "--card", "card.json"
    )
    assert "not_found     marks: 2 of 3 wrong on 2 documents" in done.stdout
    assert done.stdout.endswith("wrote card.json\n")
    held = json.loads((corpus / "card.json").read_text())["cards"][0]
    assert (held["grounder"], held["dataset"], held["claims"]) == ("lexical@1", "labels.jsonl", 6)

    strict = odke("ground", *RUN, "--gate", "strict", "-o", "strict")
    assert "gate          accepted 4, refused 2 (not_found 2)" in strict.stdout
    carded = odke("ground", *RUN, "--gate", "strict", "--card", "card.json", "-o", "carded")
    assert "gate          accepted 6, refused 0, marked 2 (not_found 2)" in carded.stdout
    valid = odke("validate", *RUN, "--gate", "strict", "--card", "card.json", "-o", "valid")
    assert valid.returncode == 0
    assert (corpus / "valid/refused.jsonl").read_text() == ""
    assert (corpus / "valid/facts.jsonl").read_text().count("odke.review") == 2


def test_the_card_of_a_recorded_model(odke, corpus: Path, labels: Path) -> None:
    """It names the model and the prompt."""
    (corpus / "answers.json").write_text('[{"match": "Claim:", "response": "contradicted"}]')
    (corpus / "odke.yaml").write_text(
        "models: {ground: ollama/small, replay: {ground: answers.json}}"
    )
    done = odke(
        "eval", "ground", "--labels", str(labels), "--texts", "texts", "--config", "odke.yaml",
        "--card", "card.json",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    held = json.loads((corpus / "card.json").read_text())["cards"][0]
    assert (held["model"], held["prompt"]) == ("ollama/small", "ground.span@1")
    assert held["contradicted"]["n"] == 6
    assert held["contradicted"]["wrong"] == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("score", "--facts", "none", "--labels", "labels.jsonl"), "none: cannot be opened"),
        (("score", "--facts", "triples.jsonl", "--labels", "labels.jsonl"), "triples.jsonl:1"),
        (("ground", "--labels", "labels.jsonl"), "holds no text, and no texts were given"),
        (("ground", "--labels", "ids.jsonl", "--texts", "texts"), "ids.jsonl:1: names a claim by"),
        (("ground", "--labels", "triples.jsonl"), "triples.jsonl:1: label: the field is required"),
        (("ground", "--labels", "labels.jsonl", "--facts", "out", "--texts", "texts"), "--facts"),
        (
            ("ground", "--labels", "labels.jsonl", "--model", "a/b", "--grounder", "span"),
            "give one",
        ),
        (("spans", "labels.jsonl", "--texts", "texts"), "labels.jsonl:1"),
    ],
)
@pytest.mark.usefixtures("labels")
def test_what_cannot_be_read_is_named(odke, arguments: tuple[str, ...], said: str) -> None:
    """Exit 2, in words and without a traceback."""
    done = odke("eval", *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_card_is_refused_before_any_work(odke, corpus: Path, labels: Path) -> None:
    """By its place; and a file that is none is not written over."""
    done = odke("ground", *RUN, "--gate", "default", "--card", "labels.jsonl", "-o", "out")
    assert (done.returncode, (corpus / "out").exists()) == (2, False)
    assert "labels.jsonl: is no JSON" in done.stderr
    done = odke("ground", *RUN, "--card", "card.json")
    assert "--card tells a gate to drop or to mark: add --gate or --keep" in done.stderr
    done = odke(
        "eval", "ground", "--labels", str(labels), "--texts", "texts", "--card", "triples.jsonl"
    )
    assert done.returncode == 2
    assert "triples.jsonl: is there already, and no card" in done.stderr


def test_a_card_is_an_input_of_its_run(odke, corpus: Path, labels: Path) -> None:
    """`odke verify` says that it changed."""
    odke("eval", "ground", "--labels", str(labels), "--texts", "texts", "--card", "card.json")
    odke("ground", *RUN, "--gate", "strict", "--card", "card.json", "-o", "out")
    assert "inputs        4 files, as they were" in odke("verify", "out").stdout
    (corpus / "card.json").write_text('{"card_version": 1, "cards": []}')
    done = odke("verify", "out")
    assert "card.json" in done.stdout
    assert "no difference" not in done.stdout
