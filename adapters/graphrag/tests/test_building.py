"""Do the tables made of a graph hold its claims, and is what they cannot hold reported?"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke import Document, Entity, TripleRow, ground_graph
from openodke.interop import Built, to_fact
from openodke.model import KnowledgeGraph
from openodke_graphrag import Export, GraphRAGAdapter

TEXT = "Mara Ostrel runs the Fenwick mill, built in 1912. Hugo Lant does not own the ferry."
MILL = Document(id="mill", text=TEXT, uri="https://mill.example/page#1", title="Mill")
FERRY = Document(id="ferry", text="Mara Ostrel met Hugo Lant.", uri="https://mill.example/page#2")
DOCUMENTS = [MILL, FERRY]
ROW = {"doc": "mill", "subject": "Mara Ostrel", "predicate": "runs", "object": "Fenwick mill"}


def build(*rows: dict[str, Any], documents: list[Document] = DOCUMENTS) -> Built[Export]:
    """Build the tables of some rows."""
    texts = {document.id: document for document in documents}
    made = [TripleRow(**{**ROW, **row}) for row in rows]
    facts = [to_fact(row, texts.get(row.doc or "")) for row in made]
    graph = KnowledgeGraph(facts=tuple(facts))
    return GraphRAGAdapter().build(graph, documents)


def read(built: Built[Export]) -> list[tuple[Any, ...]]:
    """Return the claims that the tables make, without those of entities that are only there."""
    rows, documents = GraphRAGAdapter().to_rows(built.native)
    texts = {document.id: document.text for document in documents}
    return sorted(
        (
            (
                r.subject,
                r.predicate,
                r.object,
                r.object_type,
                r.polarity.value,
                texts.get(r.doc or ""),
            )
            for r in rows
            if r.predicate != "is_a"
        ),
        key=str,
    )


def test_a_relationship_has_its_predicate(tmp_path: Path, faults: Callable[..., Any]) -> None:
    """In a column of its own and in the description, where GraphRAG's prompts read it."""
    built = build({}, {"doc": "ferry", "predicate": "met", "object": "Hugo Lant"})
    assert built.lost == ()
    assert read(built) == [
        ("Mara Ostrel", "met", "Hugo Lant", None, "asserted", FERRY.text),
        ("Mara Ostrel", "runs", "Fenwick mill", None, "asserted", TEXT),
    ]
    table = built.native.table("relationships").to_pylist()
    assert table[0]["description"] == "Mara Ostrel runs Fenwick mill"
    assert [row["combined_degree"] for row in table] == [3, 3]
    built.native.write(tmp_path / "built")
    assert faults(tmp_path / "built") == []
    assert {path.name for path in (tmp_path / "built").glob("*.parquet")} == {
        "documents.parquet",
        "entities.parquet",
        "relationships.parquet",
        "text_units.parquet",
    }


@pytest.mark.parametrize(
    ("row", "back"),
    [
        ({"polarity": "denied"}, ("Fenwick mill", "Thing", "denied")),
        ({"polarity": "partial", "object_type": "Mill"}, ("Fenwick mill", "Mill", "partial")),
        ({"object": 1912}, (1912, "number", "asserted")),
        ({"object": 19.5}, (19.5, "number", "asserted")),
        ({"object": True}, (True, "boolean", "asserted")),
        ({"object": "1912", "object_type": "date"}, ("1912", "date", "asserted")),
        ({"object": "None", "object_type": "string"}, ("None", "string", "asserted")),
        ({"object": "a mill", "object_type": "text"}, ("a mill", "text", "asserted")),
    ],
)
def test_what_a_relationship_cannot_say_is_a_covariate(
    row: dict[str, Any], back: tuple[Any, ...]
) -> None:
    """A denial, a hedge, a value: each comes back as it was, of the type that it had."""
    built = build(row)
    assert built.lost == ()
    assert read(built) == [("Mara Ostrel", "runs", *back, TEXT)]
    (claim,) = (r for r in GraphRAGAdapter().to_rows(built.native)[0] if "/claim/" in str(r.id))
    assert type(claim.object) is type(back[0])


@pytest.mark.parametrize(
    ("polarity", "sentence"),
    [
        ("asserted", "Mara Ostrel owns outright 12 mills"),
        ("denied", "It is not the case that Mara Ostrel owns outright 12 mills."),
        ("partial", "It is true in part that Mara Ostrel owns outright 12 mills."),
    ],
)
def test_a_description_says_itself_whether_it_is_denied(polarity: str, sentence: str) -> None:
    """It is the sentence that is read back as the claim, once, with the polarity beside it."""
    built = build(
        {
            "predicate": "owns_outright",
            "object": "12 mills",
            "object_type": "text",
            "polarity": polarity,
        }
    )
    (claim,) = (r for r in GraphRAGAdapter().to_rows(built.native)[0] if "/claim/" in str(r.id))
    assert (claim.claim, claim.polarity) == (sentence, polarity)
    again = GraphRAGAdapter().build(KnowledgeGraph(facts=(to_fact(claim, MILL),)), DOCUMENTS)
    assert again.native.table("covariates")["description"].to_pylist() == [sentence]


def test_a_sentence_ends_once() -> None:
    """A name that ends in a point ends the sentence as well."""
    built = build({"object": "Ostrel & Co.", "polarity": "denied"})
    (said,) = built.native.table("covariates")["description"].to_pylist()
    assert said == "It is not the case that Mara Ostrel runs Ostrel & Co."


def test_an_entity_has_its_description() -> None:
    """The first is the entity's own; another one is a covariate."""
    described = {"predicate": "described_as", "object_type": "text"}
    built = build(
        {**described, "object": "Runs a mill"},
        {**described, "object": "Runs a mill", "doc": "ferry"},
        {**described, "object": "Met Hugo"},
    )
    assert built.lost == ()
    (entity,) = built.native.table("entities").to_pylist()
    assert (entity["description"], entity["text_unit_ids"]) == ("Runs a mill", ["mill", "ferry"])
    assert read(built) == [
        ("Mara Ostrel", "described_as", "Met Hugo", "text", "asserted", TEXT),
        ("Mara Ostrel", "described_as", "Runs a mill", "text", "asserted", FERRY.text),
        ("Mara Ostrel", "described_as", "Runs a mill", "text", "asserted", TEXT),
    ]


@pytest.mark.parametrize("predicate", ["described_as", "is_a"])
def test_what_has_no_text_is_given_none(predicate: str) -> None:
    """An entity's row states all on each of its texts: what has none is a covariate beside it."""
    bare = {"predicate": predicate, "object": "entity", "object_type": "text", "doc": None}
    claims = [row for row in GraphRAGAdapter().to_rows(build({}, bare).native)[0] if not row.doc]
    assert [(row.subject, row.predicate, row.object) for row in claims] == [
        ("Mara Ostrel", predicate, "entity")
    ]
    (entity,) = build({**bare, "predicate": "described_as"}).native.table("entities").to_pylist()
    assert entity["description"] == "entity"


def test_a_claim_on_several_texts_is_one_relationship() -> None:
    """A merged fact has one row, and a text unit for each of its texts."""
    facts = [to_fact(TripleRow(**{**ROW, "doc": d.id}), d) for d in DOCUMENTS]
    merged = facts[0].model_copy(
        update={"evidence": (*facts[0].evidence, *facts[1].evidence), "support": 2}
    )
    built = GraphRAGAdapter().build(KnowledgeGraph(facts=(merged,)), DOCUMENTS)
    (row,) = built.native.table("relationships").to_pylist()
    assert (row["text_unit_ids"], row["weight"], row["odke_support"]) == (["mill", "ferry"], 2, "2")
    assert len(read(built)) == 2


def test_chunks_of_one_document_are_not_two_sources() -> None:
    """Documents that differ in the fragment of their URI are text units of one."""
    native = build({}).native
    assert native.table("documents").column("text_unit_ids").to_pylist() == [["mill", "ferry"]]
    _, documents = GraphRAGAdapter().to_rows(native)
    assert [d.text for d in documents] == [MILL.text, FERRY.text]
    assert len({(d.uri or "").partition("#")[0] for d in documents}) == 1


def test_quotes_and_dates_of_a_covariate() -> None:
    """They come back; a quote that the text holds is checked as such."""
    built = build(
        {"object": 1912, "quote": "built in 1912", "qualifiers": {"start_date": "1912-01-01"}}
    )
    assert built.lost == ()
    (claim,) = (r for r in GraphRAGAdapter().to_rows(built.native)[0] if "/claim/" in str(r.id))
    assert claim.quote == "built in 1912"
    assert claim.qualifiers["start_date"] == "1912-01-01"


def test_verdicts_are_written_beside_the_claims() -> None:
    """As `annotate` writes them."""
    fact = to_fact(TripleRow(**ROW), MILL).model_copy(update={"verdict": "supported"})
    built = GraphRAGAdapter().build(KnowledgeGraph(facts=(fact,)), [MILL])
    assert built.native.table("relationships")["odke_verdict"].to_pylist() == ["supported"]


def test_what_has_no_place_is_reported() -> None:
    """Qualifiers of a relationship, a retired fact, a title that is none, one that is taken."""
    assert [why for _, why in build({"qualifiers": {"since": "1912"}}).lost] == [
        "it is placed without its qualifiers: since"
    ]
    assert [why for _, why in build({"subject": "'"}).lost] == ["the title is empty"]
    two = build({"subject_type": "Person"}, {"subject_type": "Ship", "predicate": "sank"})
    ((fact, why),) = two.lost
    assert fact.predicate == "sank"
    assert "is the title of another entity" in why
    assert len(read(two)) == 1
    retired = to_fact(TripleRow(**ROW), MILL).model_copy(
        update={"retired_at": datetime(2020, 1, 1, tzinfo=UTC)}
    )
    built = GraphRAGAdapter().build(KnowledgeGraph(facts=(retired,)), [MILL])
    assert [why.partition(",")[0] for _, why in built.lost] == ["it was retired"]


def test_an_untyped_entity_shares_the_row_of_a_typed_one() -> None:
    """Two rows of one name, of which one says the type, are of one entity."""
    built = build({}, {"predicate": "owns", "subject_type": "Person"})
    assert built.lost == ()
    types = dict(
        zip(
            built.native.table("entities")["title"].to_pylist(),
            built.native.table("entities")["type"].to_pylist(),
            strict=True,
        )
    )
    assert types == {"Mara Ostrel": "Person", "Fenwick mill": ""}


def test_entities_of_which_nothing_is_said_have_a_row() -> None:
    """The graph has them, and so has the table."""
    alone = Entity(key="k", type="Person", label="Vey Tamm")
    native = GraphRAGAdapter().build(KnowledgeGraph(entities=(alone,)), []).native
    assert native.table("entities")["title"].to_pylist() == ["Vey Tamm"]
    assert native.table("text_units").num_rows == native.table("relationships").num_rows == 0


def test_what_was_built_is_grounded_and_kept(tmp_path: Path) -> None:
    """It is an export like any other, before and after it is written."""
    native = build({}, {"object": "Berlin"}).native
    for export in (native, Export.read((native.write(tmp_path / "built"), tmp_path / "built")[1])):
        kept = ground_graph(export, adapter="graphrag").keep()
        assert kept.table("relationships")["target"].to_pylist() == ["Fenwick mill"]


def test_building_twice_gives_the_same() -> None:
    """Ids are made of what the graph holds."""
    rows: list[dict[str, Any]] = [{}, {"object": 1912}]
    assert build(*rows).native == build(*rows).native


NAMES = st.sampled_from(["Mara", "Hugo", "mill", "R&D", "北京", "No one", "None"])
CLAIMS = st.builds(
    lambda s, p, o, t, pol, doc: TripleRow(
        subject=s, predicate=p, object=o, object_type=t, polarity=pol, doc=doc
    ),
    NAMES,
    st.sampled_from(["runs", "related_to", "described_as", "is_a", "claim"]),
    NAMES | st.integers(-9, 2000) | st.booleans() | st.floats(-1, 1, allow_subnormal=False),
    st.sampled_from([None, "string", "text", "date"]),
    st.sampled_from(["asserted", "denied", "partial"]),
    st.sampled_from(["mill", "ferry", None]),
)


@given(st.lists(CLAIMS, max_size=6))
def test_every_claim_comes_back_or_is_lost(rows: list[TripleRow]) -> None:
    """Law 3: what `build` does not report, `to_rows` gives back, on its own text."""
    texts = {document.id: document for document in DOCUMENTS}
    facts = [to_fact(r, texts.get(r.doc or "")) for r in rows]
    built = GraphRAGAdapter().build(KnowledgeGraph(facts=tuple(facts)), DOCUMENTS)
    back, documents = GraphRAGAdapter().to_rows(built.native)
    assert GraphRAGAdapter().left_out(built.native) == []
    bodies = {document.id: document.text for document in documents}
    held = {(*to_fact(row).signature[2:5], row.subject, bodies.get(row.doc or "")) for row in back}
    lost = {id(fact) for fact, _ in built.lost}
    for fact in facts:
        if id(fact) not in lost:
            text = texts[fact.evidence[0].doc_id].text if fact.evidence else None
            assert (*fact.signature[2:5], fact.subject.name, text) in held
