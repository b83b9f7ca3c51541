"""Is a table of claims drawn by chance, and does it come back as labels once it is filled in?"""

from __future__ import annotations

import csv
from codecs import BOM_UTF8
from pathlib import Path

import pytest
from labelled_claims import claim

from openodke import Document, Evidence, GroundingVerdict, Span
from openodke.errors import InputError, RowError
from openodke.evaluation import drawn, matched, read_labels, write_claim_sheet

FACTS = [claim(at, right=True, verdict="not_found" if at % 4 == 0 else "unchecked").fact
         for at in range(40)]  # fmt: skip
LOG = Document(id="log", text="a" * 4000 + " Boat 0 lay off Skail. " + "b" * 4000)


def filled(path: Path, *labels: str) -> None:
    """Fill in the first labels of a table, as a spreadsheet would save it."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    for row, label in zip(rows, labels, strict=False):
        row["label"] = label
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def test_a_sample_is_of_its_seed_and_in_order() -> None:
    """As many as there are, where more are asked for; among some verdicts alone on request."""
    first = drawn(FACTS, 10)
    assert [fact.id for fact in first] == [fact.id for fact in drawn(FACTS, 10)]
    assert first != drawn(FACTS, 10, seed=2)
    assert [int(fact.id) for fact in first] == sorted(int(fact.id) for fact in first)
    assert drawn(FACTS, 1000) == FACTS
    refused = drawn(FACTS, 5, verdicts=[GroundingVerdict.NOT_FOUND])
    assert {fact.verdict.value for fact in refused} == {"not_found"}


def test_a_filled_table_is_a_file_of_labels(tmp_path: Path) -> None:
    """Empty rows are passed over, and each label is of its own fact."""
    path = tmp_path / "claims.csv"
    assert write_claim_sheet(FACTS[:5], path) == 5
    filled(path, "TRUE", "false", "", "not_supported")
    labels = read_labels(path)
    assert [(label.id, label.right) for label in labels] == [
        ("0", True),
        ("1", False),
        ("3", False),
    ]
    found = matched(FACTS, labels)
    assert [held.fact.id for held in found.claims] == ["0", "1", "3"]
    assert not found.unmatched


def test_the_passage_is_the_text_around_the_span_and_the_verdict_is_not_told(
    tmp_path: Path,
) -> None:
    """A label is a second opinion."""
    span = Span(doc_id="log", start=4001, end=4022)
    cited = FACTS[0].model_copy(update={"evidence": (Evidence(doc_id="log", span=span),)})
    path = tmp_path / "claims.csv"
    write_claim_sheet([cited], path, [LOG])
    with path.open(encoding="utf-8-sig", newline="") as file:
        (row,) = csv.DictReader(file)
    assert "Boat 0 lay off Skail." in row["passage"]
    assert len(row["passage"]) == 21 + 2 * 1500
    assert not any("found" in cell for cell in row.values())
    assert path.read_bytes().startswith(BOM_UTF8)  # or a spreadsheet reads ö as two letters


@pytest.mark.parametrize(
    ("name", "cell"),
    [("=1+1", "'=1+1"), ("@SUM(A1)", "'@SUM(A1)"), ("-a", "'-a"), ("-5.2", "-5.2"), ("a=b", "a=b")],
)
def test_no_text_becomes_a_formula(tmp_path: Path, name: str, cell: str) -> None:
    """It may come from anywhere; a negative number stays one."""
    held = FACTS[0]
    named = held.subject.model_copy(update={"label": name})
    path = tmp_path / "claims.csv"
    write_claim_sheet([held.model_copy(update={"subject": named})], path)
    with path.open(encoding="utf-8-sig", newline="") as file:
        assert next(csv.DictReader(file))["subject"] == cell


def test_what_cannot_be_drawn_is_said() -> None:
    """Nothing, or claims that a label could not tell apart."""
    with pytest.raises(InputError, match="no such claim"):
        drawn(FACTS, 1, verdicts=[GroundingVerdict.SUPPORTED])
    with pytest.raises(InputError, match="two facts have one id"):
        drawn([FACTS[0], FACTS[0]], 1)
    with pytest.raises(InputError, match="n=0"):
        drawn(FACTS, 0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id,label\na,perhaps\n", 'labels.csv:2: label: is true or false, not "perhaps"'),
        ("id,label\na,TRUE,x\n", "labels.csv:2: has 3 cells"),
        ("id;label\na;TRUE\n", "apart by semicolons"),
        ("id,kind\na,b\n", "has no column `label`"),
        ("label\nTRUE\n", "labels.csv:2: id: nothing says which claim"),
        ("id,label\na,\n", "holds no label"),
    ],
)
def test_a_table_that_cannot_be_read_is_named(tmp_path: Path, text: str, said: str) -> None:
    """By its line where there is one."""
    path = tmp_path / "labels.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises((InputError, RowError)) as caught:
        read_labels(path)
    assert said in str(caught.value)


def test_several_verdicts_may_be_expected_in_a_cell(tmp_path: Path) -> None:
    """Apart by commas."""
    path = tmp_path / "labels.csv"
    path.write_text('id,label,expected\na,FALSE,"not_found, contradicted"\n', encoding="utf-8")
    assert read_labels(path)[0].expected == {"not_found", "contradicted"}
