"""Which claims are extractions read as?"""

from __future__ import annotations

from typing import Any

import pytest
from extraction_samples import TEXT, document, extraction, firm, relationship

from openodke.errors import InputError
from openodke.interop import TripleRow
from openodke.model import Document, Polarity
from openodke_langextract import LangExtractAdapter, Reading, verify


def rows_of(*extractions: Any, reading: Any = None, **document_fields: Any) -> list[TripleRow]:
    """Return the rows of one document."""
    adapter = LangExtractAdapter(reading=reading)
    return adapter.to_rows(document(*extractions, **document_fields))[0]


def triples(rows: list[TripleRow]) -> list[tuple[Any, ...]]:
    """Return what rows claim."""
    return [(row.subject, row.predicate, row.object) for row in rows]


def test_an_extraction_by_itself_claims_that_its_text_is_there_and_of_its_class() -> None:
    """The class is free text: it was inferred, and no text need hold it."""
    (row,) = rows_of(extraction("person", "Mara Ostrel", (0, 11)))
    assert (row.id, row.doc) == ("0/mention/0", "firm")
    assert (row.subject, row.predicate, row.object) == ("Mara Ostrel", "is_a", "person")
    assert (row.subject_type, row.object_type) == ("person", "text")


def test_every_value_of_an_attribute_is_a_claim() -> None:
    """A list makes one claim of each item; what says nothing makes none."""
    rows = rows_of(
        extraction("person", "Ivo", age=41, towns=["Tolby", None, "Skerry"], note="", gone=None)
    )
    assert triples(rows) == [
        ("Ivo", "is_a", "person"),
        ("Ivo", "age", 41),
        ("Ivo", "towns", "Tolby"),
        ("Ivo", "towns", "Skerry"),
    ]
    assert [row.id for row in rows[1:]] == ["0/attribute/0", "0/attribute/1", "0/attribute/2"]
    assert {row.object_type for row in rows} == {"text"}


def test_an_attribute_that_is_said_to_be_a_name_or_a_value_is_looked_up() -> None:
    """Only then can it be refuted."""
    reading = Reading(names=["town"], values=["year"])
    rows = rows_of(extraction("person", "Ivo", town="Skerry", year="1998"), reading=reading)
    assert [row.object_type for row in rows] == ["text", None, "string"]


@pytest.mark.parametrize(
    ("attributes", "triple"),
    [
        ({"subject": "A", "predicate": "p", "object": "B"}, ("A", "p", "B")),
        (
            {"source": "Romeo", "type": "metaphor", "target": "Juliet"},
            ("Romeo", "metaphor", "Juliet"),
        ),
        ({"head": "A", "relation": "p", "tail": "B"}, ("A", "p", "B")),
        ({"from": "A", "to": "B"}, ("A", "relationship", "B")),
        ({"subject": "A", "source": "doc", "predicate": "p", "object": 7}, ("A", "p", 7)),
        ({"subject": "A", "odke_predicate": "works for", "object": "B"}, ("A", "works for", "B")),
    ],
)
def test_attributes_that_name_both_ends_make_a_relationship(
    attributes: dict[str, Any], triple: tuple[Any, ...]
) -> None:
    """Keys are tried in order; without a predicate it is the extraction's class."""
    row, *_ = rows_of(extraction("relationship", "Tolby", **attributes))
    assert (row.subject, row.predicate, row.object) == triple
    assert row.id == "0/relationship/0"


def test_keys_of_ones_own_can_be_named() -> None:
    """For answers in other words."""
    reading = Reading(by="relationships", subject=("wer",), predicate=("tut",), object=("was",))
    (row,) = rows_of(extraction("r", "Tolby", wer="Mara", tut="sieht", was="Ivo"), reading=reading)
    assert (row.subject, row.predicate, row.object) == ("Mara", "sieht", "Ivo")


def test_a_relationship_keeps_its_further_attributes_as_qualifiers() -> None:
    """They qualify it, and are claims of their own; types and polarity have places of their own."""
    row, *further = rows_of(
        relationship(
            "Tolby",
            "A",
            "p",
            "B",
            since="1998",
            tags=["x", None],
            object_type="Town",
            odke_polarity="denied",
        )
    )
    assert (row.object_type, row.polarity) == ("Town", Polarity.DENIED)
    assert row.qualifiers["since"] == "1998"
    assert row.qualifiers["tags"] == ["x"]
    assert triples(further) == [("Tolby", "since", "1998"), ("Tolby", "tags", "x")]
    assert [row.id for row in further] == ["0/attribute/0", "0/attribute/1"]


@pytest.mark.parametrize(
    ("key", "value", "kind"),
    [
        ("year", "1979", "string"),
        ("year", 1979, None),
        ("on", "3 May 1979", "string"),
        ("on", "May 1979", "string"),
        ("on", "1979-05-03", "string"),
        ("cost", "$4.5 million", "string"),
        ("cost", "4,500", "string"),
        ("share", "51%", "string"),
        ("term", "5 years", "string"),
        ("dose", "500mg", "string"),
        ("rank", 3, "text"),
        ("rank", "3", "text"),
        ("place", "3rd in line", "text"),
        ("code", "R1", "text"),
        ("how", "in great haste and in 1979", "text"),
        ("sure", True, "text"),
        ("weight", 0.5, "text"),
    ],
)
def test_a_further_attribute_of_a_relationship_is_a_claim_of_its_own(
    key: str, value: Any, kind: str | None
) -> None:
    """Of the extraction's text; figures and dates are looked up, anything else is free text."""
    row = rows_of(relationship("Tolby", "A", "p", "B", **{key: value}))[-1]
    assert (row.subject, row.predicate, row.object) == ("Tolby", key, value)
    assert row.object_type == kind


def test_what_an_answer_says_of_itself_is_no_claim() -> None:
    """No text states it; a reading that names it has it looked up all the same."""
    native = relationship("Tolby", "A", "p", "B", confidence="95%", chunk_id=1234)
    assert [row.id for row in rows_of(native)] == ["0/relationship/0"]
    row = rows_of(native, reading=Reading(values=["confidence"]))[-1]
    assert (row.predicate, row.object_type) == ("confidence", "string")


def test_an_object_that_is_a_list_makes_a_relationship_of_each_item() -> None:
    """Each has a verdict of its own."""
    rows = rows_of(relationship("Tolby", "A", "p", ["B", "C"]))
    assert triples(rows) == [("A", "p", "B"), ("A", "p", "C")]
    assert [row.id for row in rows] == ["0/relationship/0", "0/relationship/1"]


def test_members_of_a_group_say_something_of_its_head() -> None:
    """As in LangExtract's medication examples: one extraction a mention, a shared attribute."""
    rows = rows_of(
        extraction("vessel", "Kittiwake", vessel_group="Kittiwake"),
        extraction("kind", "ferry", vessel_group="kittiwake"),
        extraction("town", "Tolby", vessel_group="Tern"),
    )
    assert triples(rows) == [
        ("Kittiwake", "is_a", "vessel"),
        ("Kittiwake", "kind", "ferry"),
        ("Tolby", "is_a", "town"),
    ]
    assert [row.id for row in rows] == ["0/mention/0", "0/group/1", "0/mention/2"]


def test_a_group_can_be_named_and_so_can_its_head() -> None:
    """Where the attribute and the class are called otherwise."""
    reading = Reading(by="groups", group="of", head="ship")
    rows = rows_of(
        extraction("ship", "Kittiwake", of="a"),
        extraction("kind", "ferry", of="a"),
        reading=reading,
    )
    assert triples(rows)[1] == ("Kittiwake", "kind", "ferry")


def test_a_function_reads_what_it_likes() -> None:
    """It is called with the extraction and its document as they are."""

    def read(item: Any, doc: Any) -> Any:
        if item["extraction_class"] == "person":
            yield item["extraction_text"], "is in", doc["document_id"]
            yield {"subject": "A", "predicate": "p", "object": 3, "subject_type": "T"}

    rows = rows_of(extraction("person", "Ivo"), extraction("town", "Tolby"), reading=read)
    assert triples(rows) == [("Ivo", "is in", "firm"), ("A", "p", 3)]
    assert [row.id for row in rows] == ["0/claim/0", "0/claim/1"]


@pytest.mark.parametrize("objects", [False, True])
def test_a_function_reads_objects_as_it_reads_dicts(objects: bool) -> None:
    """By item and by attribute; every field is there, and no verdict among the attributes."""
    native = verify(
        document(extraction("person", "Ivo", (1, 4), role="cook"), extraction("t", "x"))
    )
    if objects:
        native = pytest.importorskip("langextract.data_lib").dict_to_annotated_document(native)

    def read(item: Any, doc: Any) -> Any:
        if item["char_interval"]:
            assert dict(item.attributes) == item["attributes"] == {"role": "cook"}
            assert item["char_interval"]["start_pos"] == item.char_interval.start_pos == 1
            assert doc["extractions"][0]["extraction_text"] == item.extraction_text
            assert item.get("odd") is None
            assert len(item) == len(list(item)) >= 8
            yield item["extraction_text"], item["attributes"]["role"], doc.document_id
        else:
            assert item["attributes"] == {}

    rows, _ = LangExtractAdapter(reading=read).to_rows(native)
    assert triples(rows) == [("Ivo", "cook", "firm")]


def test_a_function_that_returns_no_triple_is_named() -> None:
    """With what it returned, and for which extraction."""
    with pytest.raises(InputError, match=r"\('a', 'b'\).*extraction 0 \('person'\)"):
        rows_of(extraction("person", "Ivo"), reading=lambda *_: [("a", "b")])


def test_a_reading_that_there_is_not_is_refused() -> None:
    """By name."""
    with pytest.raises(InputError, match="starfish"):
        LangExtractAdapter(reading="starfish")


def test_each_way_of_reading_can_be_had_alone() -> None:
    """The automatic one takes for each extraction the first that fits."""
    kinds = {
        by: [str(row.id).split("/")[1] for row in LangExtractAdapter(reading=by).to_rows(firm())[0]]
        for by in ("mentions", "relationships", "groups", "attributes")
    }
    assert set(kinds["mentions"]) == {"mention"}
    assert set(kinds["relationships"]) == {"mention", "relationship", "attribute"}
    assert set(kinds["groups"]) == {"mention", "group"}
    assert set(kinds["attributes"]) == {"mention", "attribute"}


def test_a_relation_that_is_written_as_an_arrow_is_read_as_one() -> None:
    """As models answer that were asked for relations in an attribute."""
    rows = rows_of(extraction("food", "Tolby", relation=["protein --> burger", "a -> b -> c"]))
    assert triples(rows)[1:] == [
        ("protein", "relation", "burger"),
        ("Tolby", "relation", "a -> b -> c"),
    ]
    assert rows[1].object_type is None


def test_a_document_is_named_by_its_id_and_has_a_uri() -> None:
    """One that has no id gets one from its text; two of one id are one source."""
    natives = [
        document(extraction("person", "Ivo")),
        document(extraction("person", "Ivo")),
        document(extraction("person", "Ivo"), doc_id=None),
        document(extraction("person", "Ivo"), doc_id="https://mill.example/a?b#c"),
    ]
    _, documents = LangExtractAdapter().to_rows(natives)
    assert [d.id for d in documents[:2]] == ["firm", "firm~2"]
    assert [d.uri for d in documents[:2]] == [
        "urn:odke:langextract:firm#0",
        "urn:odke:langextract:firm#1",
    ]
    assert documents[2].id.startswith("doc_")
    assert documents[3].uri == "https://mill.example/a?b#3"


def test_a_text_can_be_handed_in_beside_the_extractions() -> None:
    """By the document's id; a document's own text comes first."""
    native = [
        document(extraction("person", "Ivo"), text=None),
        document(extraction("person", "Ivo")),
    ]
    given = [Document(id="firm", text="Another."), Document(id="x", text="More.")]
    rows, documents = LangExtractAdapter().to_rows(native, given)
    assert [row.doc for row in rows] == ["firm", "firm"]
    assert [d.text for d in documents] == [TEXT, "More."]


@pytest.mark.parametrize(
    ("item", "reason"),
    [
        (42, "malformed: an extraction has a class and a text; this is a int"),
        ({}, "malformed: the extraction_class is missing"),
        (
            {"extraction_class": "p", "extraction_text": None},
            "malformed: the extraction_text is missing",
        ),
        (extraction("p", "  "), "malformed: the extraction_text is '  '"),
        (extraction("p", "…"), "malformed: the extraction_text is '…'"),
        (extraction(" ", "Ivo"), "malformed: the extraction_class is ' '"),
        (
            {**extraction("p", "Ivo"), "attributes": ["a"]},
            "malformed: the attributes are a list, and no dict",
        ),
    ],
)
def test_a_malformed_extraction_costs_itself(item: Any, reason: str) -> None:
    """It is named with its place, and its neighbours are read."""
    native = document(extraction("person", "Ivo"), item, extraction("town", "Tolby"))
    adapter = LangExtractAdapter()
    assert [row.id for row in adapter.to_rows(native)[0]] == ["0/mention/0", "0/mention/2"]
    (problem,) = adapter.left_out(native)
    assert (problem.field, problem.reason) == ("extractions[1]", reason)


def test_a_text_from_which_nothing_was_extracted_is_reported() -> None:
    """LangExtract leaves out a part whose answer it cannot parse, and says nothing."""
    native = [document(), document(text=""), document(extraction("person", "Ivo"))]
    (problem,) = LangExtractAdapter().left_out(native)
    assert (problem.line, problem.reason.partition(":")[0]) == (0, "no_extractions")


def test_a_lone_surrogate_costs_its_character() -> None:
    """Offsets stay what they were."""
    native = document(extraction("p", "Ivo\ud83d", (3, 7)), text="\ud83d\ude00 Ivo\ud83d is here")
    (row,), (text,) = LangExtractAdapter().to_rows(native)
    assert (row.subject, text.text[3:7]) == ("Ivo\ufffd", "Ivo\ufffd")


def test_numbers_are_read_as_langextract_reads_them() -> None:
    """It makes text of a number that a model answered with."""
    assert rows_of(extraction("year", 1998))[0].subject == "1998"  # type: ignore[arg-type]


def test_what_is_said_of_one_extraction_rests_on_the_text_around_it() -> None:
    """In a long text, that a model is not shown all of it; elsewhere a name may stand anywhere."""
    text = "Odd Fenn rests. " * 400 + TEXT + " Odd Fenn rests." * 400
    native = document(
        extraction("person", "Ivo", role="book-keeper"),
        relationship("Ivo keeps", "Ivo", "keeps", "the books"),
        extraction("person", "Sten Lant"),
        text=text,
    )
    rows, (document_,) = LangExtractAdapter().to_rows(native)
    places = [(row.subject, row.start, row.end) for row in rows]
    at = text.index("Ivo")
    assert places == [
        ("Ivo", at - 1500, at + 1503),
        ("Ivo", at - 1500, at + 1503),
        ("Ivo", None, None),
        ("Sten Lant", None, None),
    ]
    assert document_.text == text


def test_an_end_has_the_type_of_the_extraction_that_it_names() -> None:
    """So that it is one entity; what is of two classes, or of a relationship's, has none."""
    rows = rows_of(
        extraction("person", "Ivo"),
        extraction("town", "Tolby"),
        extraction("ship", "Kittiwake"),
        extraction("ferry", "Kittiwake"),
        relationship("Mara Ostrel", "Ivo", "lives in", "Tolby"),
        relationship("Mara Ostrel", "Mara Ostrel", "rents", "Kittiwake"),
    )
    types = [(row.subject_type, row.object_type) for row in rows if "relationship" in str(row.id)]
    assert types == [("person", "town"), (None, None)]
