"""What may be handed in, beside rows and what an adapter reads?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from openodke import Document, LexicalGrounder, TripleRow, ground_graph
from openodke.errors import AdapterError, InputError
from openodke.interop import taken_graph, to_fact

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


class Reading:
    """An adapter that accepts one file, and opens it as a thing that can be gone through."""

    name = "reading"
    examples: frozenset[str] = frozenset()

    def __init__(self, accepted: Path) -> None:
        self._accepted = accepted

    def accepts(self, native: object) -> bool:
        """Tell whether it is the file, or what it opens."""
        return native == self._accepted or isinstance(native, Opened)

    def open(self, _path: Path) -> Any:
        """Open it."""
        return Opened()

    def to_rows(self, _native: Any, documents: Any) -> Any:
        """Return no row."""
        return [], list(documents)

    def left_out(self, _native: Any) -> list[Any]:
        """Leave nothing out."""
        return []


class Opened:
    """What an adapter opens may be gone through, and can write itself."""

    def __iter__(self) -> Iterator[object]:
        """Go through what looks like rows."""
        return iter([{"subject": "a", "predicate": "b", "object": "c"}])

    def write(self, _directory: Path) -> Path:
        """Write nothing."""
        raise AssertionError


def test_a_file_that_begins_as_none_of_rows_may_be_one_of_a_framework(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The adapter is asked; without one it is what it begins as."""
    path = tmp_path / "odd.jsonl"
    path.write_bytes(b"[ a line that was cut\n{}\n")
    with pytest.raises(InputError, match="one JSON array"):
        ground_graph(path)
    reader = Reading(path)

    def found(native: object) -> Reading:
        if not reader.accepts(native):
            raise AdapterError("none")
        return reader

    monkeypatch.setattr(taken_graph, "adapter_for", found)
    assert isinstance(ground_graph(path).native, Opened)
    assert isinstance(ground_graph(Opened()).native, Opened)


@pytest.mark.parametrize("path", ["nowhere.json", "nowhere.jsonl", "a\0b", "long " * 2000])
def test_a_path_where_there_is_nothing_is_said_to_be_one(path: str, tmp_path: Path) -> None:
    """With an adapter and without."""
    for adapter in (None, Reading(tmp_path)):
        with pytest.raises(InputError, match="there is no such file or folder"):
            ground_graph(path, adapter=adapter)  # type: ignore[arg-type]


def test_texts_in_a_dict_are_refused_with_what_to_do() -> None:
    """They are no list of documents."""
    with pytest.raises(InputError, match=r"this is a dict: make it \[Document\(id=name"):
        ground_graph([], {"halden": HALDEN.text})  # type: ignore[arg-type]


def test_a_path_that_nothing_accepts_says_where_rows_are(tmp_path: Path) -> None:
    """And how to be told what an adapter misses in it."""
    with pytest.raises(AdapterError, match=r"accepts the path .*\.jsonl, .*named with adapter="):
        ground_graph(tmp_path)
