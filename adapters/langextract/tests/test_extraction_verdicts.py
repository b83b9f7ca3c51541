"""What is written back among the attributes, and what goes?"""

from __future__ import annotations

from copy import deepcopy
from itertools import product
from typing import Any

import pytest
from extraction_samples import document, extraction, firm, relationship
from scripted_judge import ScriptedJudge

from openodke import VerdictGate, ground_graph
from openodke.errors import AdapterError, InputError
from openodke.model import Fact, GateVerdict, KnowledgeGraph
from openodke_langextract import LangExtractAdapter, Reading, verify


def attributes(native: dict[str, Any], at: int) -> dict[str, Any]:
    """Return the attributes of an extraction."""
    held: dict[str, Any] = native["extractions"][at]["attributes"]
    return held


def test_verdicts_are_flat_texts_beside_the_attributes() -> None:
    """With where the text of the extraction stands, whatever the framework said."""
    held = attributes(verify(firm()), 1)
    assert held == {
        "subject": "Mara Ostrel",
        "predicate": "founded",
        "object": "Ostrel Marine",
        "year": "1998",
        "odke_verdict": "unchecked",
        "odke_reason": "same_sentence",
        "odke_evidence": "firm:0-51",
        "odke_verdict__relationship": "unchecked",
        "odke_verdict__year": "unchecked",
        "odke_place": "verbatim",
        "odke_span": "12-33",
    }


def test_an_extraction_with_several_claims_carries_the_worst() -> None:
    """And the verdict of each under its own name."""
    held = attributes(verify(firm(), reading=Reading(names=["towns"])), 0)
    assert held["odke_verdict"] == "not_found"
    assert held["odke_reason"] == "object_absent"
    assert held["odke_verdict__extraction_text"] == "unchecked"
    assert held["odke_verdict__role"] == "unchecked"
    assert held["odke_verdict__towns[0]"] == "unchecked"
    assert held["odke_verdict__towns[1]"] == "not_found"


def test_an_extraction_without_attributes_gets_a_dict_only_with_a_verdict() -> None:
    """Nothing is attached where nothing is known, and the extraction stays itself."""
    native = firm()
    adapter = LangExtractAdapter()
    first = [fact for fact in ground_graph(native).facts if fact.id.startswith("0/mention/3")]
    annotated = adapter.annotate(native, first)
    assert attributes(annotated, 3)["odke_verdict"] == "unchecked"
    assert annotated["extractions"][4] is native["extractions"][4]
    assert attributes(annotated, 4) is None


def test_the_input_is_untouched() -> None:
    """Deeply."""
    native = firm()
    before = deepcopy(native)
    verify(native)
    verify(native, keep=True)
    assert native == before


def test_new_verdicts_replace_old_ones() -> None:
    """What an earlier run wrote is gone, a key that no longer applies included."""
    reading = Reading(names=["towns"])
    assert verify(verify(firm(), reading=reading)) == verify(firm())


def test_what_is_no_claim_says_so() -> None:
    """With the code of its reason."""
    native = document(extraction("p", ""), extraction("p", "Ivo"))
    assert attributes(verify(native), 0) == {
        "odke_verdict": "unchecked",
        "odke_reason": "malformed",
    }


def test_what_has_no_attributes_to_write_to_stays_as_it_is() -> None:
    """A list in their place, a number in place of an extraction or of a document."""
    broken = {**extraction("p", "Ivo"), "attributes": ["a"]}
    native = [document(broken, 42), 7]
    assert verify(native) == native


def test_another_year_than_that_of_the_text_is_not_supported_with_its_relationship() -> None:
    """Neither by the words nor by a model, which is asked about it; the relationship stands."""
    native = document(
        relationship(
            "founded Ostrel Marine", "Mara Ostrel", "founded", "Ostrel Marine", year="1979"
        ),
        relationship("Mara rose to found it", "Mara Ostrel", "founded", "Ostrel Marine", year=1979),
    )
    for at, client in product(
        (0, 1), (None, ScriptedJudge({"1979": "not_found", "f": "supported"}))
    ):
        held = attributes(verify(native, llm=client), at)
        assert held["odke_verdict"] == "not_found"
        assert held["odke_verdict__year"] == "not_found"
        assert held["odke_verdict__relationship"] == ("supported" if client else "unchecked")
    (left,) = verify(native, keep=True)["extractions"]
    assert "year" not in left["attributes"]
    assert left["attributes"]["object"] == "Ostrel Marine"


def test_keeping_drops_what_is_not_in_the_text() -> None:
    """And what is left has the verdicts of what is left."""
    kept = verify(firm(), keep=True, reading=Reading(names=["towns"]))
    texts = [item["extraction_text"] for item in kept["extractions"]]
    assert texts == [
        "Mara Ostrel", "founded Ostrel Marine", "Ivo", "Ivo", "Kittiwake", "ferry", "Ostrel Marine",
    ]  # fmt: skip
    assert attributes(kept, 0)["towns"] == ["Tolby"]
    assert attributes(kept, 0)["odke_verdict"] == "unchecked"


def test_keeping_drops_a_value_out_of_a_list_and_numbers_the_rest_anew() -> None:
    """An attribute that has none left goes."""
    native = document(extraction("person", "Ivo", towns=["Skerry", "Tolby"], ship="Tern"))
    reading = Reading(names=["towns", "ship"])
    held = attributes(verify(native, keep=True, reading=reading), 0)
    assert held["towns"] == ["Tolby"]
    assert "ship" not in held
    assert held["odke_verdict__towns[0]"] == "unchecked"


def test_an_object_of_several_goes_alone_and_the_extraction_with_the_last() -> None:
    """Each item of a list is a relationship of its own."""
    native = document(
        relationship("Ivo", "Ivo", "visits", ["Tolby", "Skerry"]),
        relationship("Ivo", "Ivo", "visits", ["Fenwick", "Skerry"]),
    )
    kept = verify(native, keep=True)
    assert [item["attributes"]["object"] for item in kept["extractions"]] == [["Tolby"]]


def test_the_members_of_a_group_go_with_its_head() -> None:
    """What was said of it is said of nothing any more."""
    native = document(
        extraction("vessel", "Tern", vessel_group="Tern"),
        extraction("kind", "ferry", vessel_group="Tern"),
    )
    assert verify(native, keep=True)["extractions"] == []


def test_a_gate_that_marks_leaves_its_reason() -> None:
    """For a person to look at."""

    class Doubtful:
        def validate(self, fact: Fact, _ontology: object) -> GateVerdict:
            reason = "read it" if fact.subject.name == "Ivo" else None
            return GateVerdict(action="accept", reason=reason or "")

    kept = verify(firm(), gate=Doubtful())
    assert attributes(kept, 3)["odke_review"] == "read it"
    assert "odke_review" not in attributes(kept, 1)
    assert len(kept["extractions"]) == len(firm()["extractions"])


def test_a_gate_that_refuses_less_can_be_handed_in() -> None:
    """The gate of the grounding page marks what only the words say."""
    assert len(verify(firm(), gate=VerdictGate())["extractions"]) >= 7


def test_a_fact_of_other_documents_is_refused() -> None:
    """By its id."""
    fact = next(f for f in ground_graph(firm()).facts if f.id == "0/relationship/0")
    with pytest.raises(InputError, match=r"0/relationship/0.*make no relationship 0"):
        LangExtractAdapter().annotate(document(extraction("p", "Ivo")), [fact])


def test_a_merged_graph_has_no_place() -> None:
    """It is refused, and not left out."""
    with pytest.raises(AdapterError, match="graph="):
        LangExtractAdapter().annotate(firm(), [], graph=KnowledgeGraph())


@pytest.mark.parametrize("form", [list, tuple])
def test_several_documents_come_back_in_the_form_they_came_in(form: type) -> None:
    """In order, with what stands among them."""
    native = form([firm(), document(extraction("person", "Ivo"), doc_id="other")])
    checked = verify(native)
    assert type(checked) is form
    assert [item["document_id"] for item in checked] == ["firm", "other"]


def test_an_iterator_comes_back_as_a_list() -> None:
    """It can be read once only, as `lx.io.load_annotated_documents_jsonl` returns one."""
    assert verify(iter([firm()])) == [verify(firm())]


@pytest.mark.parametrize(
    ("text", "amount", "verdict"),
    [
        ("It costs 4,500 a year.", "4500 a year", "unchecked"),
        ("It costs 4,500 a year.", "9,500 a year", "not_found"),
        ("Take 250mg daily.", "250 mg daily", "unchecked"),
        ("Take 250mg daily.", "25 mg daily", "not_found"),
        ("On 3 May 1998 it sank.", "1998-05-03", "unchecked"),
        ("On 3 May 1998 it sank.", "May 4, 1998", "not_found"),
        ("The Boeing 747 flew.", "Boeing 737", "not_found"),
    ],
)
def test_an_amount_may_be_written_otherwise_but_not_be_another(
    text: str, amount: str, verdict: str
) -> None:
    """Only a phrase has to be there word for word."""
    native = document(extraction("amount", amount), text=text)
    assert attributes(verify(native), 0)["odke_verdict"] == verdict


@pytest.mark.parametrize(
    ("phrase", "verdict"),
    [
        ("Ostrel Marine Founded", "unchecked"),
        ("the firm owns the ferry", "not_found"),
        ("The firm does not own the ferry", "unchecked"),
        ("firm  does NOT own", "unchecked"),
        ("Ivo Ostrel", "unchecked"),
    ],
)
def test_a_phrase_has_to_be_there_word_for_word_and_a_name_has_not(
    phrase: str, verdict: str
) -> None:
    """A text may write a name in many ways."""
    native = document(extraction("x", phrase))
    assert attributes(verify(native), 0)["odke_verdict"] == verdict


@pytest.mark.parametrize(
    ("text", "phrase", "verdict"),
    [
        ("No acute cardio-\npulmonary finding.", "No acute cardiopulmonary finding", "unchecked"),
        ("| the old | ferry | of Tolby |", "the old ferry of Tolby", "unchecked"),
        ("no acute cardiopulmonary findings", "no acute cardiopulmonary finding", "unchecked"),
        ("It holds the 12 0 files of the town.", "the 120 files of the town", "not_found"),
        ("No acute cardio-\npulmonary finding.", "An acute cardiopulmonary finding", "not_found"),
    ],
)
def test_a_phrase_may_be_broken_otherwise(text: str, phrase: str, verdict: str) -> None:
    """At the end of a line, or into the cells of a table: its letters are the text's."""
    native = document(extraction("x", phrase), text=text)
    assert attributes(verify(native), 0)["odke_verdict"] == verdict


def test_evidence_names_its_document_where_that_has_no_id_of_its_own() -> None:
    """Or the id of another one; the document itself is left as it is."""
    native = [
        document(extraction("person", "Ivo"), doc_id="b"),
        document(extraction("person", "Ivo"), text="Ivo rests.", doc_id="b"),
        document(extraction("person", "Ivo"), doc_id=None),
    ]
    checked = verify(native)
    first, second, third = (attributes(item, 0) for item in checked)
    assert "odke_document" not in first
    assert (first["odke_evidence"], second["odke_evidence"]) == ("b:52-84", "b~2:0-10")
    assert second["odke_document"] == "b~2"
    assert third["odke_evidence"] == f"{third['odke_document']}:52-84"
    assert {document.id for document in ground_graph(native).documents} == {
        "b", "b~2", third["odke_document"],
    }  # fmt: skip
    assert [item["document_id"] for item in checked] == ["b", "b", None]
    assert verify(checked) == checked


def test_a_careless_support_of_what_the_text_does_not_hold_is_marked() -> None:
    """For a person to look at; what the text holds is not."""
    client = ScriptedJudge({"": "supported"})
    native = document(extraction("person", "Odd Fenn"), extraction("person", "Ivo"))
    for checked in (verify(native, llm=client), verify(native, llm=client, keep=True)):
        held = attributes(checked, 0)
        assert (held["odke_verdict"], held["odke_place"]) == ("supported", "absent")
        assert held["odke_review"].startswith("absent: it is supported, and the text does not hold")
        assert "odke_review" not in attributes(checked, 1)
    assert "odke_review" not in attributes(verify(verify(native, llm=client)), 0)
