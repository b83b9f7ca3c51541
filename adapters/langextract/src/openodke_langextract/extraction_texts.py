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
        views = list(views)
        names = document_names(views)
        bare = []
        for view in views:
            if view.problem:
                continue
            if view.text is None:
                bare.append(view)
            else:
                self._ordinals[view.position] = len(self.documents)
                own = view.id or names[view.position]
                uri = _uri(own, view.position)
                self.documents.append(Document(id=names[view.position], text=view.text, uri=uri))
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


def document_names(views: Iterable[DocumentView]) -> dict[int, str]:
    """Return under which id each document with a text is looked at, by its place.

    It is the document's own, `<id>~2` for a second one of that id. One that has none gets one that
    follows from its text.
    """
    taken: dict[str, int] = {}
    names = {}
    for view in views:
        if view.problem or view.text is None:
            continue
        own = view.id or f"doc_{blake2b(view.text.encode(), digest_size=4).hexdigest()}"
        found = own
        while found in taken:
            taken[own] += 1
            found = f"{own}~{taken[own]}"
        taken[found] = 1
        names[view.position] = found
    return names


def _uri(own: str, position: int) -> str:
    """Return a URI: two documents of one id are one source."""
    if "://" in own:
        return f"{own.partition('#')[0]}#{position}"
    return f"urn:odke:langextract:{quote(own, safe='')}#{position}"
