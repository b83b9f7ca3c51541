"""Which rows do relationships, entities and claims make, and which items make none?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from openodke.errors import ExportError
from openodke.interop import TripleRow
from openodke.model import Polarity
from openodke_graphrag import Export, GraphRAGAdapter
from openodke_graphrag.source_quotes import QuoteFinder

Read = Callable[..., Export]


def rows_of(export: Export, kind: str, **options: Any) -> list[TripleRow]:
    """Return the rows of one kind."""
    rows, _ = GraphRAGAdapter(**options).to_rows(export)
    return [row for row in rows if f"/{kind}/" in str(row.id)]


def reasons(export: Export) -> list[str]:
    """Return why items gave no row."""
    return [str(problem) for problem in GraphRAGAdapter().left_out(export)]


def test_each_era_makes_the_same_rows(era_folder: Path, read: Read, tables: dict[str, Any]) -> None:
    """What a release named and typed differently is still the same claims."""
    raw = (era_folder / "raw_entities.parquet").exists()
    rows, _ = GraphRAGAdapter().to_rows(Export.read(era_folder))
    expected, _ = GraphRAGAdapter().to_rows(read(**tables))
    shown = [(r.id, r.subject, r.predicate, r.object, r.claim, r.subject_type) for r in rows]
    wanted = [(r.id, r.subject, r.predicate, r.object, r.claim, r.subject_type) for r in expected]
    if raw:
        shown = [row for row in shown if str(row[0]).count("/") == 2]
        wanted = [row for row in wanted if row in shown]
    assert shown == wanted


def test_a_relationship_is_a_row_a_text_unit(read: Read, tables: dict[str, Any]) -> None:
    """The description is the claim, the entities give the types, the id leads back to the row."""
    rows = rows_of(read(**tables), "relationship")
    assert [row.id for row in rows] == [
        "0/relationship/0",
        "1/relationship/1",
        "1/relationship/2",
        "0/relationship/3",
        "1/relationship/3",
    ]
    row = rows[0]
    assert (row.subject, row.predicate, row.object) == ("MARA OSTREL", "related_to", "FENWICK MILL")
    assert (row.subject_type, row.object_type) == ("PERSON", "ORGANIZATION")
    assert (row.claim, row.doc) == ("Mara Ostrel runs the Fenwick mill", "mill.txt#0")


def test_a_pair_can_be_there_twice(read: Read, tables: dict[str, Any]) -> None:
    """Duplicates are legal: each has its own row and id."""
    tables["relationships"] = {
        name: [cells[0], cells[0]] for name, cells in tables["relationships"].items()
    }
    ids = [row.id for row in rows_of(read(**tables), "relationship")]
    assert ids == ["0/relationship/0", "0/relationship/1"]


def test_raw_tables_say_which_sentence_is_from_which_text(
    read: Read, tables: dict[str, Any]
) -> None:
    """description[i] is taken from text_unit_ids[i]; pairs that were filtered out make no row."""
    export = read(**tables, raw_relationships=_raw("source", "target"), raw_entities=_raw("title"))
    merged = [r for r in rows_of(export, "relationship") if r.object == "TOLBY"]
    assert [(r.id, r.claim) for r in merged] == [
        ("0/relationship/3/0", "Mara Ostrel runs a mill in Tolby"),
        ("1/relationship/3/1", "Mara Ostrel met Hugo Lant in Tolby"),
    ]
    plain = rows_of(export, "relationship")[0]
    assert plain.id == "0/relationship/0"
    entity = [r for r in rows_of(export, "entity") if r.subject == "MARA OSTREL"]
    assert [r.id for r in entity] == ["0/entity/0/0", "1/entity/0/1"]


def _raw(*keys: str) -> dict[str, list[Any]]:
    """Return a raw table: one good pair, one that was filtered out, one that does not fit."""
    names = {"source": "MARA OSTREL", "title": "MARA OSTREL", "target": "TOLBY"}
    spoilt = {"source": "MARA OSTREL", "title": "TOLBY", "target": "FENWICK MILL"}
    said = ["Mara Ostrel runs a mill in Tolby", "Mara Ostrel met Hugo Lant in Tolby"]
    return {
        **{key: [names[key], "LOST", spoilt[key]] for key in keys},
        "description": [said, ["lost"], ["two", "descriptions"]],
        "text_unit_ids": [["u-mill", "u-ferry"], ["u-mill"], ["u-mill"]],
    }


@pytest.mark.parametrize("column", ["predicate", "relationship_type", "type", "odke_predicate"])
def test_a_predicate_column_is_used(read: Read, tables: dict[str, Any], column: str) -> None:
    """A graph with predicates keeps them; an empty cell is related_to."""
    tables["relationships"][column] = ["runs", "", "holds", None]
    predicates = [row.predicate for row in rows_of(read(**tables), "relationship")]
    assert predicates == ["runs", "related_to", "holds", "related_to", "related_to"]


def test_a_predicate_column_of_another_name_is_an_option(
    read: Read, tables: dict[str, Any]
) -> None:
    """The caller names it; a misspelled one is refused with those that are there."""
    tables["relationships"]["verb"] = ["runs", "met", "freed", "knows"]
    export = read(**tables)
    rows = rows_of(export, "relationship", predicate_column="verb")
    assert [row.predicate for row in rows][:2] == ["runs", "met"]
    with pytest.raises(ExportError, match=r"no column 'verbs' for the predicate, only id, .*verb"):
        rows_of(export, "relationship", predicate_column="verbs")


def test_an_entity_is_described_as_typed_as_or_just_there(
    read: Read, tables: dict[str, Any]
) -> None:
    """A description is the claim; without one the type is, and without that the title alone."""
    rows = {row.subject: row for row in rows_of(read(**tables), "entity")}
    mill, tolby, lant = rows["FENWICK MILL"], rows["TOLBY"], rows["HUGO LANT"]
    assert (mill.predicate, mill.object, mill.claim) == (
        "described_as",
        "A mill of 1912",
        mill.object,
    )
    assert (tolby.predicate, tolby.object, tolby.claim) == ("is_a", "GEO", None)
    assert (lant.predicate, lant.object, lant.subject_type) == ("is_a", "entity", None)
    assert {row.object_type for row in rows.values()} == {"text"}


def test_a_type_that_is_a_kind_of_value_makes_no_value(read: Read, tables: dict[str, Any]) -> None:
    """An entity typed "date" or "text" is still looked up by its name."""
    tables["entities"]["type"] = ["text", "date", "GEO", "", "GEO"]
    row = rows_of(read(**tables), "relationship")[0]
    assert (row.subject_type, row.object_type) == (None, None)


def test_a_claim_is_denied_held_in_part_or_asserted(read: Read, tables: dict[str, Any]) -> None:
    """FALSE is a denial, SUSPECTED a hedge; NONE is nothing; the dates and the quote are kept."""
    first, second = rows_of(read(**tables), "claim")
    assert (first.subject, first.predicate, first.polarity) == (
        "HUGO LANT",
        "OWNERSHIP",
        Polarity.DENIED,
    )
    assert (first.object, first.object_type) == ("Hugo Lant owns the ferry", "text")
    assert first.quote == "Hugo Lant does not own the ferry at Skerry."
    assert dict(first.qualifiers) == {"source_text": first.quote}
    assert (second.object, second.polarity) == ("HUGO LANT", Polarity.PARTIAL)
    assert second.qualifiers["start_date"] == "1912-01-01T00:00:00"
    assert "end_date" not in second.qualifiers


def test_what_is_no_claim_is_reported_with_a_reason(read: Read, tables: dict[str, Any]) -> None:
    """Prose, fragments and empty names cost themselves; their neighbours go through."""
    claims = {name: [cells[0]] * 6 for name, cells in tables["covariates"].items()}
    claims["subject_id"][0] = "x" * 121
    claims["source_text"][1] = None
    claims["subject_id"][2] = ""
    claims["subject_id"][3] = "ALEX<|>"
    claims["description"][4] = "**NONE**"
    export = read(text_units=tables["text_units"], covariates=claims)
    assert [problem.partition(": ")[0] for problem in reasons(export)] == [
        f"covariates.parquet:{row}" for row in range(5)
    ]
    assert {problem.split(": ")[1] for problem in reasons(export)} == {"malformed"}
    assert [row.id for row in rows_of(export, "claim")] == ["1/claim/5"]


def test_claims_without_a_column_of_quotes_are_claims(read: Read, tables: dict[str, Any]) -> None:
    """Only an empty cell is a sign of a fragment."""
    del tables["covariates"]["source_text"]
    export = read(**tables)
    assert [row.quote for row in rows_of(export, "claim")] == [None, None]


def test_items_whose_texts_are_not_there_have_no_source(read: Read, tables: dict[str, Any]) -> None:
    """An unknown unit, no unit and a null each make a row without a document; known ones stay."""
    tables["relationships"]["text_unit_ids"] = pa.array([["gone"], [], None, ["u-mill", "gone"]])
    rows = rows_of(read(**tables), "relationship")
    assert [(row.id, row.doc) for row in rows] == [
        ("2/relationship/0", None),
        ("2/relationship/1", None),
        ("2/relationship/2", None),
        ("0/relationship/3", "mill.txt#0"),
        ("2/relationship/3", None),
    ]
    assert rows[0].qualifiers["missing_text_units"] == ("gone",)
    assert "missing_text_units" not in rows[1].qualifiers


def test_a_unit_cited_twice_is_one_text(read: Read, tables: dict[str, Any]) -> None:
    """A repeated id is no second source."""
    tables["relationships"]["text_unit_ids"][0] = ["u-mill", "u-mill"]
    ids = [row.id for row in rows_of(read(**tables), "relationship")]
    assert ids.count("0/relationship/0") == 1


def test_tables_without_rows_or_without_claims_are_no_claims(
    read: Read, tables: dict[str, Any]
) -> None:
    """An index of a text without entities is read, and is empty."""
    empty = {name: pa.table(table).slice(0, 0) for name, table in tables.items()}
    empty["relationships"] = pa.table({})
    assert GraphRAGAdapter().to_rows(read(**empty)) == ([], [])
    export = read(text_units=tables["text_units"])
    for name in ("entities", "relationships", "covariates"):
        (export.folder / f"{name}.parquet").unlink()
    rows, documents = GraphRAGAdapter().to_rows(Export.read(export.folder))
    assert (rows, len(documents)) == ([], 2)


def test_names_added_to_the_prompt_examples_are_known() -> None:
    """A tuned prompt has its own examples; GraphRAG's stay known."""
    adapter = GraphRAGAdapter(examples=["OSSIAN VALE"])
    assert {"OSSIAN VALE", "FIRUZABAD", "SAMUEL NAMARA", "COMPANY A"} <= adapter.examples


TEXT = "The ferry\nsank at dawn. Nobody was hurt. “It was the fog,” said Lant. The mill burned."


@pytest.mark.parametrize(
    ("source_text", "quote"),
    [
        ("The ferry sank at dawn.", "The ferry sank at dawn."),
        ("Never said; The ferry sank at dawn", "The ferry sank at dawn"),
        ("The ferry sank at dawn ... The mill burned", "The ferry sank at dawn"),
        ('"Never said." "The ferry sank at dawn."', "The ferry sank at dawn."),
        ('"It was the fog," said Lant', '"It was the fog," said Lant'),
        ("Never said this. The ferry sank at dawn. The mill burned.", "The ferry sank at dawn"),
        ("sank; Nobody was hurt", "Nobody was hurt"),
        ("dawn; never", "dawn"),
        ("Never said; nor this", "Never said; nor this"),
        ("", ""),
        ("...", "..."),
    ],
)
def test_the_quote_is_what_the_text_holds_of_it(source_text: str, quote: str) -> None:
    """All of it in one piece, else the first fragment that is there, else all of it again."""
    assert QuoteFinder().choose(source_text, TEXT) == quote


def test_a_quote_of_several_sentences_is_found_where_some_are_left_out(
    read: Read, tables: dict[str, Any]
) -> None:
    """The row's quote is a piece of the text; what the model wrote stays beside it."""
    joined = "Hugo Lant does not own the ferry at Skerry; Hugo Lant in Tolby."
    tables["covariates"]["source_text"][0] = joined
    row = rows_of(read(**tables), "claim")[0]
    assert row.quote == "Hugo Lant does not own the ferry at Skerry"
    assert row.qualifiers["source_text"] == joined
