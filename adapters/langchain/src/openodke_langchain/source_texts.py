"""Which texts do the graphs rest on?

A splitter gives its chunks no id, and several graphs may share a text. Each text is one document;
its parent is what `source` in the metadata names, so that chunks of one file are never taken for
independent sources.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import PurePosixPath
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

from openodke.errors import InputError
from openodke.model import Document
from openodke_langchain.native_fields import field

_PARENT = ("source", "file_path", "url")  # the first that is there names the parent
_TITLE = 60  # characters of a parent's name in a document's id
_SURROGATES = re.compile("[\ud800-\udfff]")


class SourceTexts:
    """One document a text: those handed in, then those of the graphs.

    Attributes:
        documents: the documents; the place of one in the list is its ordinal.
    """

    def __init__(self, given: Iterable[Document] = ()) -> None:
        """Take the texts handed in, which stand in where a graph has none."""
        self.documents: list[Document] = list(given)
        self._given = len(self.documents)
        self._ids = {document.id for document in self.documents}
        self._named = {name: at for at, doc in enumerate(self.documents) for name in _names(doc)}
        self._by_content: dict[tuple[object, ...], int] = {}
        self._by_object: dict[int, tuple[object, list[int]]] = {}

    def ordinals(self, source: object) -> list[int]:
        """Return the places of the documents that a graph's claims are checked on; [] for none.

        A graph without a text is checked on the one handed in under its source's name, or else, if
        it names none, on all that were handed in.
        """
        held = self._by_object.get(id(source))
        if held is None:
            # the object is kept: its address is taken as long as it is
            held = self._by_object[id(source)] = (source, self._found(source))
        return held[1]

    def _found(self, source: object) -> list[int]:
        text = field(source, "page_content")
        if isinstance(text, str) and text:
            return [self._own(source, text)]
        names = _source_names(source)
        for name in names:
            if name in self._named:
                return [self._named[name]]
        if names:
            return [self._own(source, "")] if isinstance(text, str) else []
        return list(range(self._given))

    def _own(self, source: object, text: str) -> int:
        text = _SURROGATES.sub("\ufffd", text)
        place = _Place.of(source, text)
        known = self._named.get(place.own)
        if known is not None and self.documents[known].text == text:
            return known
        content = (text, place)
        at = self._by_content.get(content)
        if at is None:
            at = self._by_content[content] = len(self.documents)
            self.documents.append(place.document(text, self._free(place.doc_id)))
        return at

    def _free(self, doc_id: str) -> str:
        found, times = doc_id, 1
        while found in self._ids:
            times += 1
            found = f"{doc_id}~{times}"
        self._ids.add(found)
        return found


class _Place(NamedTuple):
    """Where a text comes from: its own id, its parent, which piece of it, and a title."""

    own: str
    parent: str
    piece: str
    title: str

    @classmethod
    def of(cls, source: object, text: str) -> _Place:
        known = _metadata(source)
        own = _text(field(source, "id")) or _text(known.get("id"))
        parent = next(filter(None, (_text(known.get(name)) for name in _PARENT)), "")
        piece = _piece(known)
        if not own and not piece:
            piece = blake2b(text.encode(), digest_size=4).hexdigest()
        return cls(own, parent, piece, _text(known.get("title")))

    @property
    def doc_id(self) -> str:
        """An id that a person can read in a line; one that was given is kept."""
        own, parent, piece, _ = self
        if own:
            return own.replace("|", "/")
        path = urlsplit(parent).path if "://" in parent else parent.replace("\\", "/")
        name = PurePosixPath(path).name or parent or "text"
        return " ".join(name.replace("|", "/").split())[:_TITLE] + f"#{piece}"

    def document(self, text: str, doc_id: str) -> Document:
        own, parent, piece, title = self
        uri = parent or f"urn:odke:langchain:{quote(own or 'text', safe='')}"
        if parent and "://" not in parent and not parent.startswith("urn:"):
            uri = f"urn:odke:langchain:{quote(parent, safe='')}"
        if "#" not in uri:
            uri += f"#{quote(piece or own, safe='')}"
        held = {"source": parent, "id": own, "piece": piece}
        return Document(
            id=doc_id,
            text=text,
            uri=uri,
            title=title or None,
            metadata={key: value for key, value in held.items() if value},
        )


def _piece(known: Mapping[str, Any]) -> str:
    """Return which piece of its parent a text is, as its metadata has it: `p3-1200`."""
    page, start = (_number(known.get(name)) for name in ("page", "start_index"))
    return "-".join(part for part in (page and f"p{page}", start) if part)


def _number(held: object) -> str:
    return str(held) if isinstance(held, int) and not isinstance(held, bool) else ""


def _source_names(source: object) -> list[str]:
    if isinstance(source, str):
        return [source] if source else []
    known = _metadata(source)
    names = (field(source, "id"), *(known.get(name) for name in ("id", *_PARENT)))
    return list(filter(None, map(_text, names)))


def _names(document: Document) -> Iterable[str]:
    return (document.id, *((document.uri,) if document.uri else ()))


def _metadata(source: object) -> Mapping[str, Any]:
    held = field(source, "metadata")
    return held if isinstance(held, Mapping) else {}


def _text(held: object) -> str:
    """Return an id or a name as text, "" where there is none."""
    if isinstance(held, bool) or not isinstance(held, str | int):
        return ""
    return _SURROGATES.sub("\ufffd", str(held)).strip()


def read_documents(documents: Iterable[Any]) -> list[Document]:
    """Return LangChain's Documents as openodke's, for `documents=`; equal ones are one.

    Raises:
        InputError: for what is none, such as a text alone: which one a claim is from is told by
            its Document's id and metadata.
    """
    if isinstance(documents, str | Mapping) or hasattr(documents, "page_content"):
        raise InputError(f"{_shown(documents)}: give a list of LangChain's Documents")
    texts = SourceTexts()
    for at, document in enumerate(documents):
        if not isinstance(field(document, "page_content"), str):
            raise InputError(
                f"documents[{at}] is {_shown(document)}: give LangChain's "
                "Document(page_content=…, metadata={'source': …})"
            )
        texts.ordinals(document)
    return texts.documents


def checked_documents(given: Any) -> list[Document]:
    """Return texts that were handed in, LangChain's Documents made openodke's.

    Raises:
        InputError: for what is neither.
    """
    if isinstance(given, Document) or hasattr(given, "page_content"):
        given = (given,)
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise InputError(f"documents is {_shown(given)}: {_WANTED}")
    held = list(given)
    for at, document in enumerate(held):
        is_theirs = isinstance(field(document, "page_content"), str)
        if not isinstance(document, Document) and not is_theirs:
            raise InputError(f"documents[{at}] is {_shown(document)}: {_WANTED}")
    ours = [document for document in held if isinstance(document, Document)]
    return ours + read_documents(d for d in held if not isinstance(d, Document))


_WANTED = (
    "give a list of Documents, LangChain's or openodke's: "
    "read_documents([Document(page_content=…, metadata={'source': …})])"
)


def _shown(held: object) -> str:
    """Return the kind of an object, and of a text how it begins."""
    kind = type(held).__name__
    return f"{kind} {held[:40]!r}" if isinstance(held, str) else kind
