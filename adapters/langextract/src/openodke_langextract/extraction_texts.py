"""Which text does each annotated document stand on?

Its own; or else, by its id, one of those handed in beside it.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from urllib.parse import quote

from openodke.model import Document
from openodke_langextract.extraction_view import DocumentView


class ExtractionTexts:
    """One document for each annotated document that has a text, then those given beside them.

    Attributes:
        documents: the documents; the place of one in the list is its ordinal.
    """

    def __init__(self, views: Iterable[DocumentView], given: Iterable[Document] = ()) -> None:
        """Make the documents."""
        self.documents: list[Document] = []
        self._ordinals: dict[int, int] = {}
        self._taken: dict[str, int] = {}
        bare = []
        for view in views:
            if view.problem:
                continue
            if view.text is None:
                bare.append(view)
            else:
                self._ordinals[view.position] = len(self.documents)
                self.documents.append(self._document(view, view.text))
        self._add(given)
        places = {document.id: at for at, document in enumerate(self.documents)}
        self._ordinals |= {view.position: places[view.id] for view in bare if view.id in places}

    def ordinal(self, view: DocumentView) -> int | None:
        """Return the place of a document's text among the documents, None where it has none."""
        return self._ordinals.get(view.position)

    def _add(self, given: Iterable[Document]) -> None:
        known = {document.id for document in self.documents}
        for document in given:
            if document.id not in known:
                known.add(document.id)
                self.documents.append(document)

    def _document(self, view: DocumentView, text: str) -> Document:
        """Return a document; without an id of its own it has one that follows from its text."""
        own = view.id or f"doc_{blake2b(text.encode(), digest_size=4).hexdigest()}"
        return Document(id=self._free(own), text=text, uri=_uri(own, view.position))

    def _free(self, own: str) -> str:
        found = own
        while found in self._taken:
            self._taken[own] += 1
            found = f"{own}~{self._taken[own]}"
        self._taken[found] = 1
        return found


def _uri(own: str, position: int) -> str:
    """Return a URI: two documents of one id are one source."""
    if "://" in own:
        return f"{own.partition('#')[0]}#{position}"
    return f"urn:odke:langextract:{quote(own, safe='')}#{position}"
