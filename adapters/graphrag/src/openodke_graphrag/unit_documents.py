"""Which documents do the text units make?

A text unit is a chunk; the document it was cut from is its source. Two documents with the same
passage share a unit's id, so an id leads to a list of documents.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

from openodke.model import Document
from openodke_graphrag.cells import lists, texts
from openodke_graphrag.export import Export
from openodke_graphrag.table_file import ExportTable
from openodke_graphrag.text_unit_place import DocumentText, shared_header

_TITLE = 60  # characters of a title in a document's id
_HASH = 32  # characters from which a parent's id is taken to be a hash, shown by its beginning
_SHOWN = 8


class UnitDocuments:
    """One document a row of `text_units`, in row order, then those given beside the export.

    Attributes:
        documents: the documents; the place of one in the list is its ordinal.
    """

    def __init__(self, export: Export, given: Iterable[Document] = ()) -> None:
        """Read the units of an export; a unit it lacks may be among the `given`, by its id."""
        units = export.tables["text_units"]
        ids = texts(units, "id")
        self.documents = _documents(export, units, ids)
        self._ordinals: dict[str, list[int]] = defaultdict(list)
        for ordinal, unit_id in enumerate(ids):
            self._ordinals[unit_id].append(ordinal)
        known = {document.id for document in self.documents}
        for document in given:
            if document.id not in known:
                self._ordinals[document.id].append(len(self.documents))
                self.documents.append(document)

    def ordinals(self, unit_id: str) -> list[int]:
        """Return the places of the documents with a text unit; an empty list for an unknown one."""
        return self._ordinals.get(unit_id, [])


def _documents(export: Export, units: ExportTable, ids: list[str]) -> list[Document]:
    bodies = texts(units, "text")
    numbers = [n or str(row) for row, n in enumerate(texts(units, "human_readable_id"))]
    parents = _parents(export, units, ids)
    titles, whole = _parent_texts(export)
    cuts = _cuts(bodies, parents, whole)
    taken: dict[str, int] = {}
    documents = []
    for unit_id, body, number, parent, (cut, offset) in zip(
        ids, bodies, numbers, parents, cuts, strict=True
    ):
        title = titles.get(parent, "")
        documents.append(
            Document(
                id=_document_id(title, parent, number, taken),
                text=body[cut:],
                uri=f"urn:odke:graphrag:{quote(parent or 'unknown', safe='')}#{quote(number)}",
                title=title or None,
                metadata=_metadata(unit_id, parent, body[:cut], offset),
            )
        )
    return documents


def _metadata(unit_id: str, parent: str, header: str, offset: int | None) -> dict[str, Any]:
    held = {"text_unit_id": unit_id, "document_id": parent, "header": header, "offset": offset}
    return {key: value for key, value in held.items() if value not in ("", None)}


def _parents(export: Export, units: ExportTable, ids: list[str]) -> list[str]:
    """Return the document of each unit: its own word on it, or else that of the documents table."""
    own = texts(units, "document_id")
    if units.column("document_ids"):
        own = [found[0] if found else "" for found in lists(units, "document_ids")]
    documents = export.tables.get("documents")
    if all(own) or documents is None:
        return own
    of_unit: dict[str, list[str]] = defaultdict(list)
    for parent, held in zip(texts(documents, "id"), lists(documents, "text_unit_ids"), strict=True):
        for unit_id in held:
            of_unit[unit_id].append(parent)
    return [
        said or (of_unit[unit_id].pop(0) if of_unit.get(unit_id) else "")
        for said, unit_id in zip(own, ids, strict=True)
    ]


def _parent_texts(export: Export) -> tuple[dict[str, str], dict[str, str]]:
    """Return the titles and the texts of the documents, by document id."""
    documents = export.tables.get("documents")
    if documents is None:
        return {}, {}
    ids = texts(documents, "id")
    titles = dict(zip(ids, texts(documents, "title"), strict=True))
    return titles, dict(zip(ids, texts(documents, "text", "raw_content"), strict=True))


def _cuts(
    bodies: list[str], parents: list[str], whole: Mapping[str, str]
) -> list[tuple[int, int | None]]:
    """Return the length of each unit's header, and the offset of the rest in its document."""
    rows: dict[str, list[int]] = defaultdict(list)
    for row, parent in enumerate(parents):
        rows[parent].append(row)
    cuts: list[tuple[int, int | None]] = [(0, None)] * len(bodies)
    for parent, held in rows.items():
        if whole.get(parent):
            text = DocumentText(whole[parent])
            for row in held:
                cuts[row] = text.place(bodies[row])
        elif parent:
            header = shared_header([bodies[row] for row in held])
            for row in held:
                cuts[row] = header, None
    return cuts


def _document_id(title: str, parent: str, number: str, taken: dict[str, int]) -> str:
    """Return an id that a person can read in a line, and that no other unit has."""
    source = title or (parent[:_SHOWN] if len(parent) >= _HASH else parent) or "text unit"
    name = " ".join(source.replace("|", "/").split())[:_TITLE] + f"#{number}"
    found = name
    while found in taken:
        taken[name] += 1
        found = f"{name}~{taken[name]}"
    taken[found] = 1
    return found
