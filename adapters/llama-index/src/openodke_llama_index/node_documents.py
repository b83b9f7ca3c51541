"""Which texts are the claims of nodes checked against?"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from openodke.errors import InputError
from openodke.model import Document
from openodke_llama_index.native_shapes import is_text_node, metadata_text, own_text
from openodke_llama_index.relation_claim import RelationClaim

METADATA = "#metadata"
"""How the id of a document ends that holds a node's metadata above its text."""

_URI_KEYS = ("url", "URL", "uri", "source_url", "file_path", "source")
_WORDS = re.compile(r"\w+")


class NodeDocuments:
    """The documents of a list of nodes, and those handed in beside them.

    A claim is checked against the text of its node. Where that lacks a name which the node's
    metadata has, it is checked, as a second text, against what the extractor's model read: the
    metadata above the text.

    Attributes:
        documents: each text once, in the order of the nodes, then those handed in.
    """

    def __init__(self, items: Sequence[Any], given: Iterable[Document] = ()) -> None:
        """Read the texts; `given` stand in, by their ids, for those that the nodes do not have."""
        self.documents: list[Document] = []
        self._ordinals: dict[str, int] = {}
        self._ids: set[str] = set()
        self._of_item: dict[int, int] = {}
        self._nodes: dict[int, Any] = {}
        self._read_by_model: dict[int, _ReadByModel] = {}
        handed = {doc.id: doc for doc in given}
        for number, item in enumerate(items):
            if is_text_node(item):
                self._of_item[number] = self._add_node(item, handed)
        self._has_nodes = bool(self._of_item)
        for doc in handed.values():
            if doc.id not in self._ordinals:
                self._ordinals[doc.id] = self._add(doc)
        self._all = range(len(self.documents))

    def of_claim(self, item: int, claim: RelationClaim) -> list[int]:
        """Return the ordinals of a claim's documents; none where no text of it is at hand."""
        own = self._of_item.get(item)
        if own is None and not claim.texts:
            return [] if self._has_nodes else list(self._all)
        found = [self._ordinals[one] for one in claim.texts if one in self._ordinals]
        if own is not None:
            found = list(dict.fromkeys([own, *found]))
        above = [self._above(ordinal, claim) for ordinal in found]
        return found + [ordinal for ordinal in above if ordinal is not None]

    def _add_node(self, node: Any, handed: Mapping[str, Document]) -> int:
        text = own_text(node)
        name = node.node_id or f"node-{len(self.documents)}"
        stand_in = handed.get(name) or handed.get(getattr(node, "ref_doc_id", None) or "")
        if not text and stand_in is not None:
            text = stand_in.text
        held = self._ordinals.get(name)
        if held is not None and self.documents[held].text == text:
            return held
        parent = getattr(node, "ref_doc_id", None) or name
        ordinal = self._add(
            Document(
                id=self._free_id(name),
                text=text,
                uri=_uri(node.metadata, parent, name),
                title=_first(node.metadata, ("title", "document_title", "file_name")),
            )
        )
        self._nodes[ordinal] = node
        self._ordinals.setdefault(name, ordinal)
        return ordinal

    def _add(self, doc: Document) -> int:
        self.documents.append(doc)
        self._ids.add(doc.id)
        return len(self.documents) - 1

    def _free_id(self, name: str) -> str:
        """Return an id that no document has: two nodes of one id may have two texts."""
        times = 1
        free = name
        while free in self._ids:
            times += 1
            free = f"{name}~{times}"
        return free

    def _above(self, ordinal: int, claim: RelationClaim) -> int | None:
        """Return the document with the metadata above the text, where the claim may be from it."""
        node = self._nodes.get(ordinal)
        if node is None:
            return None
        read = self._read_by_model.get(ordinal)
        if read is None:
            read = _ReadByModel(metadata_text(node), self.documents[ordinal].text)
            self._read_by_model[ordinal] = read
        if not read.may_be_from_metadata(claim.names):
            return None
        if read.ordinal is None:
            doc = self.documents[ordinal]
            both = f"{read.metadata}\n\n{doc.text}"
            uri = f"{doc.uri or doc.id}/metadata"
            above = Document(id=self._free_id(doc.id + METADATA), text=both, uri=uri)
            read.ordinal = self._add(above)
        return read.ordinal


class _ReadByModel:
    """A node's metadata and text, folded for a first look at what a claim names."""

    def __init__(self, metadata: str, text: str) -> None:
        self.metadata = metadata
        self.ordinal: int | None = None
        self._metadata = _folded(metadata)
        self._words = set(_WORDS.findall(self._metadata))
        self._text = _folded(text) if metadata else ""

    def may_be_from_metadata(self, names: tuple[str, ...]) -> bool:
        """Tell whether the metadata has a name that the text lacks, or every name."""
        if not self.metadata:
            return False
        folded = [_folded(name) for name in names]
        in_metadata = [self._has(name) for name in folded]
        if all(in_metadata) and len(folded) > 1:
            return True
        pairs = zip(folded, in_metadata, strict=True)
        return any(there and name not in self._text for name, there in pairs)

    def _has(self, name: str) -> bool:
        """Tell whether the metadata has every word of a name."""
        words = _WORDS.findall(name)
        return bool(words) and self._words.issuperset(words)


def read_nodes(nodes: Iterable[Any]) -> list[Document]:
    """Return LlamaIndex nodes and Documents as openodke's, for `documents=`, under their own ids.

    Raises:
        InputError: for what is neither; it says which, and what it is.
    """
    items = list(nodes)
    for at, node in enumerate(items):
        if not is_text_node(node):
            raise InputError(
                f"nodes[{at}] is a {type(node).__name__}, and no node or Document of LlamaIndex"
            )
    return NodeDocuments(items).documents


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()


def _uri(metadata: Mapping[str, Any], parent: str, name: str) -> str:
    """Return the parent's own URI, or ours for it, with the node as the fragment."""
    own = _first(metadata, _URI_KEYS)
    return f"{own or f'urn:odke:llama-index:{parent}'}#{name}"


def _first(metadata: Mapping[str, Any], keys: Iterable[str]) -> str | None:
    """Return the first of some values that is a text and can be written."""
    for key in keys:
        value = metadata.get(key)
        if isinstance(value, str) and value.strip() and value.isprintable():
            return value
    return None
