"""Which annotated documents are made of a graph from elsewhere?"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from extraction_samples import TEXT, firm

from openodke import Document, Fact, KnowledgeGraph, Polarity, TripleRow, ground_graph
from openodke.interop import Built, to_fact
from openodke_langextract import LangExtractAdapter, verify

LOG = Document(id="log", text=TEXT, uri="https://mill.example/log")


def built(*facts: Fact) -> Built[Any]:
    """Return what is built of a graph on one document."""
    return LangExtractAdapter().build(KnowledgeGraph(facts=facts), [LOG])


def fact(subject: str = "Mara Ostrel", obj: Any = "Ostrel Marine", **fields: Any) -> Fact:
    """Return a fact on the document."""
    row = TripleRow(doc="log", subject=subject, predicate="founded", object=obj, **fields)
    return to_fact(row, LOG)


def test_a_claim_is_an_extraction_whose_text_is_its_citation() -> None:
    """With the interval and the status that LangExtract would give."""
    (item,) = built(fact(start=12, end=33)).native[0]["extractions"]
    assert (item["extraction_class"], item["extraction_text"]) == (
        "relationship",
        "founded Ostrel Marine",
    )
    assert item["char_interval"] == {"start_pos": 12, "end_pos": 33}
    assert item["alignment_status"] == "match_exact"


@pytest.mark.parametrize(
    ("subject", "obj", "text"),
    [
        ("Mara Ostrel", "the ferry", "the ferry"),
        ("mara ostrel", "Skerry", "Mara Ostrel"),
        ("Sten Lant", "Skerry", "Sten Lant founded Skerry"),
    ],
)
def test_without_a_citation_it_is_a_name_that_the_text_holds(
    subject: str, obj: str, text: str
) -> None:
    """Or the claim as a sentence, which the text does not hold."""
    (item,) = built(fact(subject, obj)).native[0]["extractions"]
    assert item["extraction_text"] == text


def test_what_a_claim_says_is_read_back() -> None:
    """Types, polarity, qualifiers, kinds of values."""
    facts = [
        fact(subject_type="Person", object_type="Firm", qualifiers={"in": "1998", "by": ["a"]}),
        fact(obj=1998),
        fact(obj=True),
        fact(obj="1998", object_type="date"),
        fact(polarity=Polarity.DENIED),
    ]
    made = built(*facts)
    assert made.lost == ()
    rows = [r for r in LangExtractAdapter().to_rows(made.native)[0] if "relationship" in str(r.id)]
    assert [row.object for row in rows] == ["Ostrel Marine", 1998, True, "1998", "Ostrel Marine"]
    assert (rows[0].subject_type, rows[0].object_type) == ("Person", "Firm")
    assert (rows[0].qualifiers["in"], rows[0].qualifiers["by"]) == ("1998", ["a"])
    assert rows[3].object_type == "date"
    assert rows[4].polarity is Polarity.DENIED


def test_what_has_no_place_is_named() -> None:
    """A claim that was retired, and a qualifier by the name of a part of the claim."""
    retired = fact().model_copy(update={"retired_at": datetime(2020, 1, 1, tzinfo=UTC)})
    clashing = fact(qualifiers={"subject": "x", "in": "1998"})
    made = built(retired, clashing)
    assert [(lost.id, why.partition(":")[0]) for lost, why in made.lost] == [
        (retired.id, "it was retired, and extractions hold what is claimed now"),
        (clashing.id, "it is placed without its qualifiers"),
    ]
    (item,) = made.native[0]["extractions"]
    assert item["attributes"]["in"] == "1998"


def test_verdicts_are_taken_along() -> None:
    """What was checked elsewhere need not be checked again."""
    facts = ground_graph(firm()).facts
    made = LangExtractAdapter().build(KnowledgeGraph(facts=facts), [LOG])
    held = [
        item["attributes"]["odke_verdict"] for each in made.native for item in each["extractions"]
    ]
    assert held == [each.verdict.value for each in facts]


def test_a_built_document_can_be_verified() -> None:
    """As any other."""
    checked = verify(built(fact(), fact("Sten Lant")).native)
    verdicts = [item["attributes"]["odke_verdict"] for item in checked[0]["extractions"]]
    assert verdicts == ["unchecked", "not_found"]


def test_a_claim_whose_text_is_no_quotation_makes_no_further_claim() -> None:
    """What is built claims what the graph claims, read back and again."""
    adapter = LangExtractAdapter()
    made = built(fact("Sten Lant", "Skerry"), fact())
    rows, documents = adapter.to_rows(made.native)
    assert [row.subject for row in rows] == ["Sten Lant", "Mara Ostrel"]
    facts = tuple(ground_graph(made.native, adapter=adapter).facts)
    again = adapter.build(KnowledgeGraph(facts=facts), documents)
    assert again.lost == ()
    assert [(row.subject, row.object) for row in adapter.to_rows(again.native)[0]] == [
        ("Sten Lant", "Skerry"),
        ("Mara Ostrel", "Ostrel Marine"),
    ]
