"""Does an adapter read what is its own, and nothing else?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from openodke.errors import OdkeError
from openodke.interop import Adapter, ground_graph, load_adapter
from openodke.testing.contract_claims import items_of, read, repeated
from openodke.testing.contract_fixtures import ContractFixtures


class ReadingLaws(ContractFixtures):
    """What `accepts`, `open` and `to_rows` keep to."""

    def test_it_is_found_by_its_name(self, adapter: Adapter[Any]) -> None:
        """Its distribution has an entry point in the group `openodke.adapters`."""
        assert type(load_adapter(adapter.name)) is type(adapter)
        assert isinstance(adapter, Adapter)

    def test_it_accepts_its_own(self, adapter: Adapter[Any], native: Any) -> None:
        """And `ground_graph` finds it without being told its name."""
        assert adapter.accepts(native)
        assert ground_graph(native).adapter is not None

    @pytest.mark.parametrize(
        "foreign",
        [None, 7, "", "a text", b"bytes", object(), {}, [7], [None], {"odd": 1}, object, lambda: 0],
        ids=repr,
    )
    def test_it_leaves_what_is_foreign(self, adapter: Adapter[Any], foreign: object) -> None:
        """It says no to anything else, and does not fail on it."""
        assert adapter.accepts(foreign) is False

    def test_a_path_of_nothing_is_refused_by_name(
        self, adapter: Adapter[Any], tmp_path: Path
    ) -> None:
        """`open` names the path of a file that is not there."""
        with pytest.raises(OdkeError, match="nowhere"):
            adapter.open(tmp_path / "nowhere.odd")

    def test_rows_lead_to_their_place(self, adapter: Adapter[Any], native: Any) -> None:
        """Each id is there once, has the form, and begins with the place of its document.

        Rows whose ids differ in that place alone are one claim, read in several texts.
        """
        rows, documents = adapter.to_rows(native)
        assert rows, "the fixture `native` makes no row"
        assert repeated(str(row.id) for row in rows) == [], "ids that are there twice"
        items_of(rows)  # refuses an id of another form
        said: dict[str, tuple[Any, ...]] = {}
        for row in rows:
            claim = (row.subject, row.predicate, row.object)
            first = said.setdefault(str(row.id).partition("/")[2], claim)
            assert claim == first, f"{row.id}: two claims have one place"
        for row in rows:
            ordinal = int(str(row.id).partition("/")[0])
            if row.doc is None:
                assert ordinal == len(documents), f"{row.id}: a row without a text comes after all"
            else:
                assert documents[ordinal].id == row.doc, f"{row.id}: its text is {row.doc}"

    def test_chunks_are_no_sources(self, adapter: Adapter[Any], native: Any) -> None:
        """Each document has an id of its own and a URI."""
        _, documents = adapter.to_rows(native)
        assert repeated(document.id for document in documents) == [], "ids that are there twice"
        bare = [document.id for document in documents if not document.uri]
        assert bare == [], "documents without a uri"

    def test_spans_lie_in_their_text(self, adapter: Adapter[Any], native: Any) -> None:
        """Offsets that the framework gave are inside the document; a quote is what stands there."""
        rows, documents = adapter.to_rows(native)
        texts = {document.id: document.text for document in documents}
        for row in rows:
            if row.start is not None and row.end is not None:
                assert row.doc is not None
                assert 0 <= row.start <= row.end <= len(texts[row.doc]), row.id
                held = texts[row.doc][row.start : row.end]
                assert row.quote in (None, held), row.id

    def test_reading_changes_nothing(self, adapter: Adapter[Any], native: Any) -> None:
        """Twice the same rows, and the native object as it was."""
        before = self.contents(native)
        assert read(adapter, native) == read(adapter, native)
        assert self.contents(native) == before
