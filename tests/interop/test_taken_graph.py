"""What may be handed in, beside rows and what an adapter reads?"""

from __future__ import annotations

import pytest

from openodke import Document, LexicalGrounder, TripleRow, ground_graph
from openodke.errors import InputError
from openodke.interop import to_fact

HALDEN = Document(id="halden", text="Halden Robotics opened its second office in Lyon in 2019.")


@pytest.mark.parametrize("adapter", [None, "graphrag", "triples"])
def test_an_empty_list_is_a_graph_of_any_framework(adapter: str | None) -> None:
    """A chain that returned nothing is no claims, and goes back as it came."""
    grounded = ground_graph([], adapter=adapter)
    assert grounded.summary.is_empty
    assert (grounded.annotate(), grounded.keep()) == ([], [])


def test_facts_are_grounded_as_they_are() -> None:
    """What somebody made already keeps its id, and is held against the first text it cites."""
    rows = [
        TripleRow(doc="halden", subject="Halden Robotics", predicate="office_in", object=place)
        for place in ("Lyon", "Berlin")
    ]
    facts = [to_fact(row, HALDEN).model_copy(update={"id": row.object}) for row in rows]
    there, absent = ground_graph(facts, [HALDEN], grounder=LexicalGrounder()).facts
    assert (there.id, there.verdict) == ("Lyon", "unchecked")
    assert (absent.id, absent.verdict) == ("Berlin", "not_found")


class _Theirs:
    """A Document of LangChain's, by its fields."""

    page_content = "Halden Robotics opened its second office in Lyon in 2019."


def test_a_document_of_langchains_is_told_what_makes_it_ours() -> None:
    """Its adapter has a function for it."""
    with pytest.raises(InputError, match=r"documents\[0\] .*openodke_langchain\.read_documents"):
        ground_graph([], [_Theirs()])  # type: ignore[list-item]
