"""Which claims and which texts are read from graphs, and what is never taken for a claim?"""

from __future__ import annotations

from datetime import time, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from graph_families import SOURCE, Family, mill_graph
from langchain_core.documents import Document as Source

from openodke import Document, ground_graph
from openodke.errors import InputError
from openodke.interop import TripleRow
from openodke_langchain import GraphMapping, LangChainAdapter, read_documents


def rows_of(native: Any, *documents: Document, **options: Any) -> list[TripleRow]:
    """Return the rows of a native object."""
    return LangChainAdapter(**options).to_rows(native, documents)[0]


def claims(native: Any, **options: Any) -> list[tuple[str, str, Any]]:
    """Return what its rows claim."""
    return [(row.subject, row.predicate, row.object) for row in rows_of(native, **options)]


def with_properties(properties: Any, **more: Any) -> dict[str, Any]:
    """Return a graph with one node."""
    node = {"id": "Ada", "type": "Person", "properties": properties}
    return {"nodes": [node], "relationships": [], "source": SOURCE, **more}


def texts(*sources: Any) -> list[Document]:
    """Return the documents of graphs on these texts."""
    graphs = [{"nodes": [{"id": "Ada"}], "relationships": [], "source": s} for s in sources]
    return LangChainAdapter().to_rows(graphs)[1]


# ── claims ───────────────────────────────────────────────────────────────────────────────────────


def test_relationships_properties_and_nodes_alone_are_claims(mill: Any) -> None:
    """Each has a row whose id counts over the whole native object."""
    rows = rows_of([mill, mill])
    assert [(row.id, row.subject, row.predicate, row.object) for row in rows[:8]] == [
        ("0/relationship/0", "Mara Ostrel", "RUNS", "Fenwick Mill"),
        ("0/relationship/1", "Nasa", "BOUGHT", "Fenwick Mill"),
        ("0/relationship_property/0", "Nasa", "BOUGHT Fenwick Mill: since", "1993-07-04"),
        ("0/relationship/2", "Adam", "WORKS_FOR", "Microsoft"),
        ("0/relationship/3", "Mara Ostrel", "RUNS", "Fenwick Mill"),
        ("0/node_property/0", "Mara Ostrel", "role", "miller"),
        ("0/node_property/1", "Mara Ostrel", "left", 1993),
        ("0/node/5", "Skerry", "is_a", "Place"),
    ]
    assert rows[8].id == "0/relationship/4"
    assert rows[-1].id == "0/node/11"
    assert rows[0].subject_type == "Person"  # the node's; the end has none


def test_the_properties_of_a_relationship_qualify_it(plain: Family) -> None:
    """They stand beside its claim, and nothing of ours is among them."""
    graph = mill_graph(plain)
    graph.relationships[1].properties["odke_verdict"] = "supported"
    row = rows_of(graph)[1]
    assert row.qualifiers == {"since": "1993-07-04"}


def test_every_node_can_be_asked_about(mill: Any) -> None:
    """On request a node with relationships claims to be there, too."""
    kinds = [row.id.split("/")[1] for row in rows_of(mill, every_node=True) if row.id]
    assert kinds.count("node") == 6


@pytest.mark.parametrize(
    ("value", "object_type"),
    [
        ("miller", "text"),
        ("1953-07-04", "date"),
        ("1953-07-04T10:00:00", "date"),
        ("1993", "string"),
        ("€1,200.50", "string"),
        ("3 of them", "text"),
        (1993, "number"),
        (2.5, "number"),
        (True, "boolean"),
        ({"street": "Quay 1"}, "text"),
    ],
    ids=repr,
)
def test_a_value_is_a_number_a_date_or_free_text(value: Any, object_type: str) -> None:
    """Only what has one form in a text can be missing from it."""
    (row,) = rows_of(with_properties({"held": value}))
    assert row.object_type == object_type


def test_the_kind_of_a_property_can_be_said() -> None:
    """A name is looked up as one; a number may be no value of the text's."""
    native = with_properties({"employer": "Fenwick Mill", "score": 3})
    kinds = {"employer": "name", "score": "text"}
    rows = rows_of(native, property_kinds=kinds)
    assert [row.object_type for row in rows] == ["string", "text"]
    with pytest.raises(InputError, match="'number'"):
        LangChainAdapter(property_kinds={"score": "number"})


def test_properties_can_be_chosen() -> None:
    """None of them, or those named."""
    native = with_properties({"role": "miller", "score": 3})
    assert [row.predicate for row in rows_of(native)] == ["role", "score"]
    assert [row.predicate for row in rows_of(native, properties=["role"])] == ["role"]
    assert [row.predicate for row in rows_of(native, properties=False)] == ["is_a"]
    with pytest.raises(InputError, match="list of keys"):
        LangChainAdapter(properties="role")


@pytest.mark.parametrize(
    "value", [None, "", "  ", "N/A", [], {}, float("nan"), [0.1] * 1536], ids=lambda v: repr(v)[:20]
)
def test_a_property_that_says_nothing_is_no_claim(value: Any) -> None:
    """Nothing is written about it either; the node itself is there."""
    native = with_properties({"held": value})
    assert [row.predicate for row in rows_of(native)] == ["is_a"]


@pytest.mark.parametrize("key", ["id", "name", "Title", "label"])
def test_a_name_said_twice_is_one(key: str) -> None:
    """Tool mode writes the name among the properties, too."""
    assert [row.predicate for row in rows_of(with_properties({key: "ada"}))] == ["is_a"]


def test_each_value_of_a_list_is_a_claim() -> None:
    """With a place, and a verdict, of its own."""
    native = with_properties({"awards": ["Quay Medal", "Tide Cup"], "role": "miller"})
    rows = rows_of(native)
    assert [(row.id, row.object) for row in rows] == [
        ("0/node_property/0", "Quay Medal"),
        ("0/node_property/1", "Tide Cup"),
        ("0/node_property/2", "miller"),
    ]


@pytest.mark.parametrize(
    "name", ["http://kb.example/x#1", "6f1c2a9e-0c1d-4f4e-9a51-0f5b7d1c2a3b", "Q42", "n_7", "17"]
)
def test_an_id_that_nobody_reads_is_a_key(name: str) -> None:
    """The name is what a text holds; the id stays the key."""
    ends = {"source": name, "type": "MET", "target": {"id": "Bo"}}
    native = {"nodes": [{"id": name, "properties": {"name": "Ada"}}], "relationships": [ends]}
    (row,) = rows_of(native)
    assert (row.subject, row.subject_key) == ("Ada", name)
    bare = {"nodes": [{"id": name}], "relationships": [ends]}
    assert rows_of(bare)[0].subject == name


def test_an_integer_is_a_name_of_its_own() -> None:
    """`7` and `"7"` are written alike; the node is found by either."""
    native = {
        "nodes": [{"id": 7, "type": "Pier"}],
        "relationships": [{"source": "7", "type": "NEAR", "target": "Bo"}],
    }
    (row,) = rows_of(native)
    assert (row.subject, row.subject_type) == ("7", "Pier")


@pytest.mark.parametrize("kind", ["date", "text", "number", "Date"])
def test_a_node_of_a_type_that_values_have_is_a_node(kind: str) -> None:
    """Models call nodes `date`: the claim is between two nodes, and is looked up."""
    edge = {"source": "Nasa", "type": "BOUGHT_ON", "target": {"id": "1993-07-04", "type": kind}}
    native = {"nodes": [], "relationships": [edge], "source": SOURCE}
    (fact,) = ground_graph(native, adapter=LangChainAdapter()).facts
    assert fact.object_entity is not None
    assert (fact.object_entity.type, fact.verdict.value) == (kind, "unchecked")
    edge["target"] = {"id": "1871-01-01", "type": kind}
    (refuted,) = ground_graph(native, adapter=LangChainAdapter()).facts
    assert refuted.verdict.value == "not_found"


def test_a_name_among_pairs_is_the_name() -> None:
    """Properties may be a list of pairs, the node's name among them."""
    node = {"id": "Q42", "properties": [{"key": "name", "value": "Ada"}]}
    assert rows_of({"nodes": [node], "relationships": []})[0].subject == "Ada"


def test_a_loop_is_a_claim() -> None:
    """A relationship of a node with itself."""
    edge = {"source": "Ada", "type": "KNOWS", "target": "Ada"}
    assert claims({"nodes": [{"id": "Ada"}], "relationships": [edge]}) == [("Ada", "KNOWS", "Ada")]


def test_of_two_nodes_with_one_id_the_type_says_which() -> None:
    """The other one is alone."""
    nodes = [{"id": "Apple", "type": "Fruit"}, {"id": "Apple", "type": "Company"}]
    end = {"id": "apple", "type": "company"}
    native = {"nodes": nodes, "relationships": [{"source": end, "type": "MADE", "target": "Pie"}]}
    assert claims(native) == [("apple", "MADE", "Pie"), ("Apple", "is_a", "Fruit")]


def test_a_class_of_ones_own_is_read_by_its_mapping() -> None:
    """Whatever its fields are called."""
    mapping = GraphMapping(
        relationships="facts", nodes="things", document="page", source="who", type="does",
        target="what", id="called", node_type="kind", properties=None,
    )  # fmt: skip
    native = {
        "things": [{"called": "Skerry", "kind": "Place"}],
        "facts": [{"who": "Ada", "does": "met", "what": {"called": "Bo"}}],
        "page": SOURCE,
    }
    adapter = LangChainAdapter(mapping=mapping)
    assert claims(native, mapping=mapping) == [("Ada", "met", "Bo"), ("Skerry", "is_a", "Place")]
    assert adapter.to_rows(native)[1][0].text == SOURCE["page_content"]


# ── texts ────────────────────────────────────────────────────────────────────────────────────────


def test_a_text_is_one_document_for_all_its_graphs(mill: Any) -> None:
    """The same object, or an equal one: it is read once."""
    _, documents = LangChainAdapter().to_rows([mill, equal_text()])
    assert len(documents) == 1


def equal_text() -> Any:
    """Return a graph on an equal text that is another object."""
    source = Source(page_content=SOURCE["page_content"], metadata={"source": "notes/mill.txt"})
    return {"nodes": [{"id": "Tolby"}], "relationships": [], "source": source}


def test_chunks_of_one_file_are_pieces_of_one_source() -> None:
    """A splitter gives no ids: page and place in the file tell the chunks apart."""
    metadata = {"source": "data/report.pdf", "page": 3}
    found = texts(
        Source(page_content="one", metadata={**metadata, "start_index": 0}),
        Source(page_content="two", metadata={**metadata, "start_index": 1200}),
        Source(page_content="three", metadata={**metadata, "start_index": 1200}),
    )
    assert [doc.id for doc in found] == [
        "report.pdf#p3-0",
        "report.pdf#p3-1200",
        "report.pdf#p3-1200~2",
    ]
    assert {str(doc.uri).partition("#")[0] for doc in found} == {
        "urn:odke:langchain:data%2Freport.pdf"
    }


@pytest.mark.parametrize(
    ("source", "doc_id", "uri"),
    [
        (Source(id="c-1", page_content="x"), "c-1", "urn:odke:langchain:c-1#c-1"),
        (
            Source(page_content="x", metadata={"id": "a|b", "source": "https://x.example/p"}),
            "a/b",
            "https://x.example/p#a%7Cb",
        ),
        (
            Source(page_content="x", metadata={"source": "https://x.example/p#2"}),
            "p#...",
            "https://x.example/p#2",
        ),
    ],
    ids=["its own id", "an id in the metadata", "a URI with a fragment"],
)
def test_what_a_text_says_of_itself_is_kept(source: Source, doc_id: str, uri: str) -> None:
    """An id of its own is the document's; a URI is not written anew."""
    (document,) = texts(source)
    assert document.id.startswith(doc_id.rstrip("."))
    assert document.uri == uri


def test_the_same_words_from_two_places_are_two_sources() -> None:
    """A text is not one with another for being equal."""
    found = texts(
        Source(page_content="x", metadata={"source": "a"}),
        Source(page_content="x", metadata={"source": "b"}),
    )
    assert len({doc.uri for doc in found}) == 2


def test_ids_are_the_same_whatever_is_read_beside_them() -> None:
    """So that what a store was told of a text on Monday is true on Tuesday."""
    one, two = (Source(page_content=t, metadata={"source": "a"}) for t in ("one", "two"))
    assert texts(one, two)[1].id == texts(two)[0].id


def test_a_text_handed_in_stands_in_by_its_name() -> None:
    """For a source that has an id and no text; else all of them are looked at."""
    given = [Document(id="d1", text="Ada is here."), Document(id="d2", text="Bo is here.")]
    named = {"nodes": [{"id": "Ada"}], "relationships": [], "source": {"id": "d2"}}
    assert [row.doc for row in rows_of(named, *given)] == ["d2"]
    bare = {"nodes": [{"id": "Ada"}], "relationships": []}
    assert [(row.id, row.doc) for row in rows_of(bare, *given)] == [
        ("0/node/0", "d1"),
        ("1/node/0", "d2"),
    ]
    (row,) = rows_of({**named, "source": {"id": "d3"}}, *given)
    assert (row.doc, row.id) == (None, "2/node/0")


def test_the_same_text_handed_in_again_is_the_same_document() -> None:
    """Not a second one with a number behind its name."""
    source = Source(id="d1", page_content="Ada is here.")
    native = {"nodes": [{"id": "Ada"}], "relationships": [], "source": source}
    (row,) = rows_of(native, Document(id="d1", text="Ada is here."))
    assert row.doc == "d1"
    (other,) = rows_of(native, Document(id="d1", text="Another text."))
    assert other.doc == "d1~2"


def test_documents_of_langchain_are_read() -> None:
    """For `ground_graph(…, documents=read_documents(texts))`; equal ones are one."""
    found = read_documents([Source(page_content="x", metadata={"source": "a"})] * 2)
    assert [(doc.text, doc.id.partition("#")[0]) for doc in found] == [("x", "a")]


def test_metadata_is_not_changed(plain: Family) -> None:
    """Stores write into it; we do not."""
    graph = mill_graph(plain)
    LangChainAdapter().annotate(graph, [])
    assert graph.source.metadata == {"source": "notes/mill.txt"}


def test_a_document_of_langchain_is_not_taken_for_ours() -> None:
    """The error names the class: both are called Document."""
    given = Source(page_content="x")
    with pytest.raises(InputError, match=r"documents\.base\.Document: .*read_documents"):
        ground_graph({"nodes": [{"id": "Ada"}], "relationships": []}, [given])  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("value", "claimed"), [(Decimal("2.50"), 2.5), (Decimal("1.2e3"), 1200), (Decimal("NaN"), None)]
)
def test_a_decimal_is_a_number(value: Decimal, claimed: float | None) -> None:
    """A whole one is written as one."""
    found = [(row.predicate, row.object) for row in rows_of(with_properties({"size": value}))]
    assert found == [("is_a", "Person") if claimed is None else ("size", claimed)]


@pytest.mark.parametrize(
    "value",
    [UUID(int=7), {"red"}, frozenset({1}), b"raw", time(9, 30), timedelta(days=2), 1j],
    ids=repr,
)
def test_a_value_of_another_class_is_left_out_and_named(value: Any) -> None:
    """The node itself is there, and what is left out says why."""
    native = with_properties({"held": value})
    (problem,) = LangChainAdapter().left_out(native)[:1]
    assert str(problem).startswith("node properties:0: unreadable_value: 'held' is a ")
    assert [row.predicate for row in rows_of(native)] == ["is_a"]
    assert LangChainAdapter().annotate(native, []) == native
