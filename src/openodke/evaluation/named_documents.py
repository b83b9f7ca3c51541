"""Which text does a fact mean, though it may lie elsewhere today?"""

from __future__ import annotations

from collections.abc import Iterable

from openodke.evaluation.label_matching import names_of
from openodke.interop.document_lookup import DocumentLookup
from openodke.model import Document
from openodke.model.frozen import replaced


class NamedDocuments:
    """Finds documents by the id that a fact has for them, else by its file name or stem."""

    def __init__(self, documents: Iterable[Document]) -> None:
        """Note the names of every document."""
        self._lookup = DocumentLookup(documents)
        self._found: dict[str, Document | None] = {}

    def find(self, name: str) -> Document | None:
        """Return the document under the name that it is found by, so that spans fit it."""
        if name not in self._found:
            doc = next(filter(None, map(self._lookup.find, names_of(name))), None)
            self._found[name] = doc and replaced(doc, id=name)
        return self._found[name]
