"""Which document does a row mean by the name it gives?"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import PurePath

from openodke.model import Document


class DocumentLookup:
    """Finds documents by id, then by file name, then by file stem.

    Attributes:
        documents: every document, in the order given.
        ambiguous: the names that more than one document has; the first one gets the rows.
    """

    def __init__(self, documents: Iterable[Document]) -> None:
        """Note the names of every document."""
        self.documents = tuple(documents)
        self.ambiguous: set[str] = set()
        self._named: dict[str, Document] = {}
        for name_of in (_full_name, _file_name, _file_stem):
            self._note(name_of)

    def find(self, name: str) -> Document | None:
        """Return the document that a row means, None where no document has the name."""
        return self._named.get(name)

    def _note(self, name_of: Callable[[Document], str]) -> None:
        """Add one kind of name; a name that is taken by a stronger kind stays as it is."""
        seen: dict[str, Document] = {}
        for doc in self.documents:
            name = name_of(doc)
            if name in seen and name not in self._named:
                self.ambiguous.add(name)
            seen.setdefault(name, doc)
        self._named = {**seen, **self._named}


def _full_name(doc: Document) -> str:
    return doc.id


def _file_name(doc: Document) -> str:
    return PurePath(doc.id).name


def _file_stem(doc: Document) -> str:
    return PurePath(doc.id).stem
