"""Do text units become documents whose text, id and source are right?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.interop import ground_graph
from openodke.model import Document
from openodke_graphrag import Export, GraphRAGAdapter
from openodke_graphrag.text_unit_place import DocumentText, shared_header

Read = Callable[..., Export]
HEADER = "title: mill.txt.\nauthor: M. Ostrel.\n"


def documents(export: Export) -> list[Document]:
    """Return the documents of an export."""
    return GraphRAGAdapter().to_rows(export)[1]


def test_a_unit_is_a_document_of_its_own(era_folder: Path) -> None:
    """In each era: the unit's text, a readable id, the parent's urn with the chunk as fragment."""
    mill, ferry = documents(Export.read(era_folder))
    assert mill.text.startswith("Mara Ostrel runs")
    assert ferry.text.startswith("Hugo Lant does not")
    title = "mill.txt" if list(era_folder.glob("*documents.*")) else "d-1"
    assert [mill.id, ferry.id] == [f"{title}#0", f"{title}#1"]
    assert [mill.uri, ferry.uri] == ["urn:odke:graphrag:d-1#0", "urn:odke:graphrag:d-1#1"]
    assert mill.metadata["text_unit_id"] == "u-mill"
    if title == "mill.txt":
        assert ferry.metadata["offset"] == len(mill.text)


def test_an_id_is_short_and_fits_in_the_evidence(read: Read, tables: dict[str, Any]) -> None:
    """A hash is cut, a long title too, and no id holds the mark that joins pieces of evidence."""
    tables["documents"]["title"] = ["A | B\n" + "long " * 40]
    (first, _) = documents(read(**tables))
    assert first.id.startswith("A / B long")
    assert len(first.id) <= 62
    del tables["documents"]
    tables["text_units"]["document_id"] = ["0123456789abcdef" * 8] * 2
    assert [doc.id for doc in documents(read(**tables))] == ["01234567#0", "01234567#1"]


def test_ids_differ_when_numbers_do_not(read: Read, tables: dict[str, Any]) -> None:
    """Two units with one number are still two documents."""
    tables["text_units"]["human_readable_id"] = [0, 0]
    ids = [doc.id for doc in documents(read(**tables))]
    assert ids == ["mill.txt#0", "mill.txt#0~2"]


def test_a_passage_in_two_documents_is_two_texts(read: Read, tables: dict[str, Any]) -> None:
    """GraphRAG gives both units one id; a claim on it is grounded on both, from two sources."""
    units = tables["text_units"]
    units["id"] = ["u-ferry", "u-ferry"]
    units["text"] = [units["text"][1]] * 2
    units["document_id"] = ["d-1", "d-2"]
    export = read(text_units=units, relationships=tables["relationships"])
    rows, docs = GraphRAGAdapter().to_rows(export)
    on_ferry = [row for row in rows if row.id and row.id.endswith("/relationship/1")]
    assert [row.doc for row in on_ferry] == [doc.id for doc in docs] == ["d-1#0", "d-2#1"]
    assert {str(doc.uri).partition("#")[0] for doc in docs} == {
        "urn:odke:graphrag:d-1",
        "urn:odke:graphrag:d-2",
    }


def test_a_prepended_header_is_cut(read: Read, tables: dict[str, Any]) -> None:
    """What `prepend_metadata` wrote is no text: nothing is found in it, and offsets skip it."""
    units = tables["text_units"]
    units["text"] = [HEADER + text for text in units["text"]]
    mill, ferry = documents(read(**tables))
    assert mill.text.startswith("Mara Ostrel runs")
    assert ferry.metadata["header"] == HEADER
    assert ferry.metadata["offset"] == len(mill.text)


def test_a_claim_is_not_grounded_on_a_header(read: Read, tables: dict[str, Any]) -> None:
    """A name that only the header holds is not in the text."""
    tables["text_units"]["text"] = [
        "title: Quillon.\n" + text for text in tables["text_units"]["text"]
    ]
    tables["relationships"]["target"][0] = "QUILLON"
    grounded = ground_graph(read(**tables), adapter="graphrag")
    verdicts = {fact.id: fact.verdict.value for fact in grounded.facts}
    assert verdicts["0/relationship/0"] == "not_found"


def test_a_line_of_the_text_is_no_header(read: Read, tables: dict[str, Any]) -> None:
    """A text that itself begins like a header keeps its first line."""
    whole = "note: all is well.\n" + "".join(tables["text_units"]["text"])
    tables["documents"]["text"] = [whole]
    tables["text_units"]["text"][0] = "note: all is well.\n" + tables["text_units"]["text"][0]
    mill, ferry = documents(read(**tables))
    assert mill.text.startswith("note: all is well.")
    assert "header" not in mill.metadata
    assert ferry.metadata["offset"] == len(mill.text)


def test_without_documents_a_header_is_what_all_units_share(
    read: Read, tables: dict[str, Any]
) -> None:
    """The lines are cut when each unit of the document has them, and are of the header's form."""
    del tables["documents"]
    units = tables["text_units"]
    units["text"] = [HEADER + text for text in units["text"]]
    assert documents(read(**tables))[0].text.startswith("Mara Ostrel runs")
    units["text"][0] = "Mara Ostrel runs the mill."
    assert documents(read(**tables))[1].text.startswith(HEADER)


@pytest.mark.parametrize("units", [[], [HEADER + "a"], ["a", "b"], [HEADER + "a", "b"]])
def test_one_unit_shares_no_header(units: list[str]) -> None:
    """One unit, or units that begin apart, do not tell what is a header."""
    assert shared_header(units) == 0


@given(
    st.text("ab .\n", min_size=1, max_size=300),
    st.integers(1, 60),
    st.integers(0, 20),
    st.sampled_from(["", HEADER, "title: a. b.\n"]),
)
def test_offsets_lead_to_the_units_own_words(
    text: str, size: int, overlap: int, header: str
) -> None:
    """Whatever is cut, the rest of the unit stands in the document at the offset."""
    step = max(1, size - overlap)
    place = DocumentText(text)
    for start in range(0, len(text), step):
        unit = header + text[start : start + size]
        cut, at = place.place(unit)
        assert unit[:cut] in ("", header)
        if at is not None:
            assert text.startswith(unit[cut:], at)


def test_a_document_that_is_not_its_units_text_is_given_up() -> None:
    """Units that are nowhere in the document do not cost a search each."""
    place = DocumentText("x" * 1_000_000)
    assert {place.place(f"unit {n} of another text") for n in range(5000)} == {(0, None)}


def test_documents_given_beside_stand_in_for_units_that_are_not_there(
    read: Read, tables: dict[str, Any]
) -> None:
    """A text unit that the export lost is found by its id among the caller's documents."""
    tables["relationships"]["text_unit_ids"][0] = ["u-lost"]
    export = read(**tables)
    given_one = Document(id="u-lost", text="Mara Ostrel runs the Fenwick mill.")
    rows, docs = GraphRAGAdapter().to_rows(export, [given_one])
    row = next(row for row in rows if row.subject == "MARA OSTREL")
    assert (row.doc, row.id, docs[2]) == ("u-lost", "2/relationship/0", given_one)
