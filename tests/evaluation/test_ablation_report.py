"""Does each stage leave what that stage leaves in a run, and do the counts add up?"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from labelled_claims import claim

from openodke import (
    Document,
    Evidence,
    LexicalGrounder,
    Ontology,
    Validator,
    VerdictGate,
    ground_graph,
)
from openodke.errors import InputError
from openodke.evaluation import (
    Label,
    LabelledFact,
    Matched,
    StageFigures,
    ablation_report,
    matched,
    written_rows,
)
from openodke.gate import strict_gate
from openodke.interop import write_facts

VERDICTS = ("supported", "contradicted", "not_found", "unchecked")
CLAIMS = st.lists(
    st.tuples(st.sampled_from("abcd"), st.sampled_from(VERDICTS), st.booleans()),
    min_size=1,
    max_size=20,
)
DOCUMENTS = [
    Document(id="log", text="Orla Tamm built Skua.", uri="https://yard.example/log"),
    Document(id="press", text="Orla Tamm built the Skua in 1931.", uri="https://press.example/1"),
]


def found(claims: list[tuple[str, str, bool]]) -> Matched:
    """Return labelled claims of documents, with a verdict."""
    return Matched(
        tuple(
            claim(at, right=right, document=document, verdict=verdict)
            for at, (document, verdict, right) in enumerate(claims)
        )
    )


def by_name(matching: Matched, **options: object) -> dict[str, StageFigures]:
    """Return the figures of each stage by its name."""
    report = ablation_report(matching, **options)  # type: ignore[arg-type]
    return {held.stage: held for held in report.stages}


@given(CLAIMS, st.randoms())
def test_what_is_kept_and_what_is_removed_are_all_claims_in_any_order(
    claims: list[tuple[str, str, bool]], chance: random.Random
) -> None:
    """At every stage."""
    report = ablation_report(found(claims))
    shuffled = list(claims)
    chance.shuffle(shuffled)
    assert ablation_report(found(shuffled)) == report
    for held in report.stages:
        gone = held.removed_wrong.hits + held.removed_right.hits
        assert held.kept + gone == report.claims == len(claims)
        assert held.recall.hits + held.removed_right.hits == report.right
        if held.precision.value and held.recall.value:
            p, r = held.precision.value, held.recall.value
            assert held.f1.value == pytest.approx(2 * p * r / (p + r))
    assert report.stages[0].gain.value in (0.0, None)


def test_each_gate_removes_its_verdicts() -> None:
    """One claim of each verdict, all of them right."""
    every = found([("d", verdict, True) for verdict in VERDICTS])
    kept = {name: held.kept for name, held in by_name(every).items()}
    assert kept == {
        "raw": 4,
        "supported alone": 1,
        "gate: contradicted": 3,
        "gate: also not_found": 2,
        "merged, gate: contradicted": 3,
        "merged, gate: also not_found": 2,
        "merged, score ≥ 0.5": 1,
    }
    assert "supported alone" not in by_name(found([("d", "unchecked", True)]))


@pytest.mark.parametrize(
    ("stage", "gate"),
    [
        ("merged, gate: contradicted", VerdictGate(on_refusal="drop")),
        ("merged, gate: also not_found", strict_gate()),
    ],
)
def test_the_merged_stages_leave_what_a_validator_leaves(stage: str, gate: VerdictGate) -> None:
    """One text of two does not name the year: the claim is not found there, and is kept."""
    said = {"subject": "Orla Tamm", "predicate": "built", "object": "Skua"}
    rows = [
        {**said, "id": "1", "doc": "log"},
        {**said, "id": "2", "doc": "press"},
        {**said, "id": "3", "doc": "log", "object": "Tern"},
        {"id": "4", "doc": "log", "subject": "Skua", "predicate": "built_in", "object": 1931},
        {"id": "5", "doc": "press", "subject": "Skua", "predicate": "built_in", "object": 1931},
    ]
    facts = ground_graph(rows, DOCUMENTS, grounder=LexicalGrounder()).facts
    labels = [Label(True, f"l:{at}", str(at)) for at in range(1, 6)]
    kept = by_name(matched(facts, labels), documents=DOCUMENTS)[stage].kept
    _, report = Validator(gate=gate).validate(rows, DOCUMENTS)
    refused = [fact.qualifiers.get("odke.rows", [fact.id]) for fact in report.refused_facts]
    assert kept == 5 - sum(map(len, refused))
    assert kept == (4 if "not_found" in stage else 5)


def test_a_right_claim_that_nobody_extracted_counts_against_recall() -> None:
    """And not against what is removed."""
    missing = Label(True, "l:9", None, "log", ("Skua", "sank_in", "1940"))
    spare = Label(False, "l:10", None, "log", ("Skua", "sank_in", "1941"))
    held = Matched((claim(0, right=True),), unmatched=(missing, spare))
    report = ablation_report(held)
    raw = report.stages[0]
    assert (report.missed, raw.recall.value, raw.removed_right.value) == (1, 0.5, 0.0)
    assert raw.f1.value == pytest.approx(2 / 3)
    assert "missed        1 right claim that nobody extracted" in report.render()


def test_a_claim_is_left_as_long_as_one_of_its_rows_is() -> None:
    """A text that does not name it removes nothing."""
    first = claim(0, right=True, verdict="supported")
    other = LabelledFact(claim(1, right=True, verdict="contradicted").fact, first.labels)
    report = ablation_report(Matched((first, other)))
    assert (report.claims, report.rows) == (1, 2)
    assert {held.removed_right.hits for held in report.stages} == {0}


def test_a_missed_claim_is_of_the_document_that_its_label_names() -> None:
    """By whatever name: two claims of one text are one document."""
    held = claim(0, right=True, document="texts/log.txt")
    missing = Label(True, "l:9", None, "log", ("Skua", "sank_in", "1940"))
    report = ablation_report(Matched((held,), unmatched=(missing,)))
    assert report.stages[0].recall.documents == 1


def test_with_labels_that_are_complete_a_claim_without_one_is_wrong() -> None:
    """Otherwise it is left out."""
    held = Matched((claim(0, right=True),), (claim(1, right=True).fact,))
    assert by_name(held)["raw"].precision.value == 1.0
    assert by_name(held, complete=True)["raw"].precision.value == 0.5


def test_an_ontology_adds_the_strict_gate() -> None:
    """A predicate that it does not declare is removed."""
    declared = {"types": {"Port": {}}, "predicates": {"sails_to": {"range": "Port"}}}
    ontology = Ontology.from_dict(declared)
    stages = by_name(found([("d", "unchecked", False)]), ontology=ontology)
    assert (stages["gate: also not_found"].kept, stages["gate: strict"].kept) == (1, 0)


def test_facts_that_share_an_id_are_kept_apart() -> None:
    """Each stands for itself."""
    first, second = claim(0, right=True), claim(0, right=True, verdict="contradicted")
    held = Matched((first, LabelledFact(second.fact, first.labels)))
    assert by_name(held)["gate: contradicted"].kept == 1


def test_merged_facts_are_refused(tmp_path: Path) -> None:
    """What was removed of them is not known any more."""
    path = tmp_path / "facts.jsonl"
    merged = claim(0, right=True).fact.model_copy(update={"qualifiers": {"odke.rows": ["a", "b"]}})
    write_facts([merged], path)
    with pytest.raises(InputError, match="was merged and scored already"):
        written_rows(path)
    write_facts([claim(0, right=True).fact], path)
    assert len(written_rows(path)) == 1


def test_a_threshold_that_is_none_is_refused() -> None:
    """By its value."""
    with pytest.raises(InputError, match=r"threshold=1\.5"):
        ablation_report(found([("d", "unchecked", True)]), threshold=1.5)
    with pytest.raises(InputError, match="no label is of any"):
        ablation_report(Matched((), (claim(0, right=True).fact,)))


def test_texts_that_have_moved_are_still_found() -> None:
    """Two copies of one text are one source, whatever folder they are read from."""
    words = " ".join(f"word{at}" for at in range(60))
    facts = [
        claim(at, right=True).fact.model_copy(
            update={"evidence": (Evidence(doc_id=f"then/{name}.txt"),), "confidence": 0.4,
                    "verdict": "supported", "subject": claim(0, right=True).fact.subject}
        )
        for at, name in enumerate(("a", "b"))
    ]  # fmt: skip
    held = matched(facts, [Label(True, f"l:{at}", str(at)) for at in range(2)])
    texts = [Document(id=f"now/{name}.txt", text=words) for name in ("a", "b")]
    stage = "merged, score ≥ 0.5"
    assert by_name(held)[stage].kept == 2  # two sources: 1 - 0.6 ** (1 + ln 2) is 0.58
    assert by_name(held, documents=texts)[stage].kept == 0
