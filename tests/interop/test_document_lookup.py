"""Is a document found by id, then by file name, then by stem, and is ambiguity told?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke import Document
from openodke.interop.document_lookup import DocumentLookup


def lookup(*ids: str) -> DocumentLookup:
    """Return a lookup of documents whose text is their place in the list."""
    return DocumentLookup(Document(id=name, text=str(at)) for at, name in enumerate(ids))


def found(held: DocumentLookup, name: str) -> str | None:
    """Return the text of the document that a name means."""
    document = held.find(name)
    return document and document.text


@pytest.mark.parametrize("name", ["texts/halden.txt", "halden.txt", "halden"])
def test_id_file_name_and_stem(name: str) -> None:
    """A file is meant by its path, its name, and its name without the ending."""
    held = lookup("texts/mill.txt", "texts/halden.txt")
    assert found(held, name) == "1"
    assert held.ambiguous == set()


def test_an_id_beats_a_file_name_beats_a_stem() -> None:
    """The stronger name wins whatever the order, and is not ambiguous."""
    for ids in (("texts/halden.txt", "halden"), ("halden", "texts/halden.txt")):
        held = lookup(*ids)
        assert found(held, "halden") == str(ids.index("halden"))
        assert held.ambiguous == set()


def test_two_files_of_one_stem_are_ambiguous() -> None:
    """The first document gets the rows, and the shared name is noted; full names are not."""
    held = lookup("a/halden.txt", "b/halden.md", "c/halden.txt")
    assert found(held, "halden") == "0"
    assert found(held, "halden.txt") == "0"
    assert found(held, "halden.md") == "1"
    assert found(held, "c/halden.txt") == "2"
    assert held.ambiguous == {"halden", "halden.txt"}


def test_two_documents_of_one_id_are_ambiguous() -> None:
    """An id that two documents have is noted, and the first is read."""
    held = lookup("mill", "mill")
    assert found(held, "mill") == "0"
    assert held.ambiguous == {"mill"}


def test_an_unknown_name_is_not_guessed() -> None:
    """Neither case, nor a part of a name, nor another ending finds a document."""
    held = lookup("texts/halden.txt")
    for name in ("Halden", "hald", "halden.md", "other/halden.txt", "texts"):
        assert held.find(name) is None


@given(st.lists(st.sampled_from(["a", "b", "x/a", "x/a.txt", "y/a.md", "a.txt"]), max_size=6))
def test_every_document_is_kept_and_every_id_found(ids: list[str]) -> None:
    """All documents stay in order; an id finds the first that has it."""
    held = lookup(*ids)
    assert [document.id for document in held.documents] == ids
    for name in ids:
        assert found(held, name) == str(ids.index(name))
        assert (name in held.ambiguous) == (ids.count(name) > 1)
