"""Is what was handed in by mistake named, and what was meant by it?"""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.documents import Document as Source

from openodke import Document, ground_graph
from openodke.errors import AdapterError, InputError
from openodke_langchain import LangChainAdapter, read_documents


@pytest.mark.parametrize(
    "given", [["a text"], "a text", {"page_content": "a"}, [{"text": "a"}], [7]]
)
def test_what_is_no_document_is_refused(given: Any) -> None:
    """A text alone would be a run on no text."""
    with pytest.raises(InputError, match="LangChain's Document"):
        read_documents(given)


def test_a_text_in_place_of_a_source_is_reported() -> None:
    """It may be the name of a text as well, which was not handed in."""
    native = {"nodes": [{"id": "Ada"}], "relationships": [], "source": "Ada met Bo."}
    found = ground_graph(native, adapter=LangChainAdapter())
    said = "graphs:0: no_source: its source 'Ada met Bo.' is taken for the name of a text"
    assert str(found.problems[0]).startswith(said)
    text = Document(id="Ada met Bo.", text="Ada met Bo.")
    named = ground_graph(native, [text], adapter=LangChainAdapter())
    assert named.facts[0].evidence[0].doc_id == "Ada met Bo."


@pytest.mark.parametrize("key", ["1", "n-heron", "person_a"])
def test_the_name_beside_an_id_is_the_name(key: str) -> None:
    """The id is the key; ends are known by it, with or without the name."""
    nodes = [{"id": key, "name": "Heron", "type": "Person"}, {"id": "2", "name": "Oslo"}]
    ends = [({"id": key}, {"id": "2"}), (key, "2"), (nodes[0], nodes[1])]
    relations = [{"source": a, "type": "MOVED_TO", "target": b} for a, b in ends]
    source = {"page_content": "Heron moved to Oslo.", "metadata": {}}
    native = {"nodes": nodes, "relationships": relations, "source": source}
    for row in LangChainAdapter().to_rows(native)[0]:
        assert (row.subject, row.subject_key, row.object, row.object_key) == (
            "Heron", key, "Oslo", "2",
        )  # fmt: skip
    facts = ground_graph(native, adapter=LangChainAdapter()).facts
    assert {fact.verdict.value for fact in facts} == {"unchecked"}


@pytest.mark.parametrize("examples", ["Bob", [7]])
def test_examples_are_names_in_a_list(examples: Any) -> None:
    """A text would be a set of letters."""
    with pytest.raises(InputError, match="examples"):
        LangChainAdapter(examples=examples)


def test_texts_in_place_of_graphs_are_named() -> None:
    """With what is taken, and where texts go."""
    texts = [Source(page_content="Ada met Bo.")]
    said = r"a list of langchain_core\.documents\.base\.Document: it takes graph documents"
    with pytest.raises(AdapterError, match=said):
        ground_graph(texts, adapter=LangChainAdapter())


def test_a_generator_of_graphs_is_read_to_its_end(mill: Any) -> None:
    """As the list that it makes."""
    found = ground_graph((graph for graph in [mill, mill]), adapter=LangChainAdapter())
    assert len(found.facts) == 16
    assert len(found.annotate()) == 2
