"""Which annotated documents say what a graph says?

Each claim is an extraction on each text that it cites, of the class `relationship`, its parts among
the attributes: so any reader of LangExtract's own relationship examples can read it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from openodke.errors import MissingExtraError
from openodke.ground import ground_record
from openodke.interop import (
    LITERAL_TYPES,
    THING,
    Built,
    ItemVerdict,
    flat_verdicts,
)
from openodke.model import (
    OBJECT_TYPE,
    Document,
    Evidence,
    Fact,
    GroundingVerdict,
    KnowledgeGraph,
    Polarity,
    SpanOrigin,
)
from openodke_langextract.extraction_view import UNQUOTED
from openodke_langextract.native_forms import Native
from openodke_langextract.text_places import TextPlaces

RELATIONSHIP_CLASS = "relationship"
"""The class of an extraction that was made of a fact."""

_PARTS = frozenset({"subject", "predicate", "object", "subject_type", "object_type"})
_OURS = ("odke.", "odke_")
NO_TEXT = "no-text"
"""The id of the annotated document, without a text, that holds what has none."""


def built_documents(
    graph: KnowledgeGraph, documents: list[Document], *, objects: bool
) -> Built[Native]:
    """Return the annotated documents of a graph, one a document, in the saved form or as objects.

    Raises:
        MissingExtraError: when objects are wanted and LangExtract is not installed.
    """
    building = _Building(documents)
    for fact in graph.facts:
        building.place(fact)
    native = building.native()
    return Built(as_objects(native) if objects else native, tuple(building.lost))


def as_objects(documents: list[dict[str, Any]]) -> list[Any]:
    """Return the dicts of annotated documents as LangExtract's own objects.

    Raises:
        MissingExtraError: when LangExtract is not installed.
    """
    try:
        from langextract import data_lib
    except ImportError as error:
        raise MissingExtraError(
            "LangExtract's own objects need LangExtract. Run: pip install langextract"
        ) from error
    return [data_lib.dict_to_annotated_document(_unshared(document)) for document in documents]


def _unshared(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document whose extractions LangExtract may change, which it does on reading."""
    return {**document, "extractions": [dict(item) for item in document["extractions"]]}


class _Building:
    """The annotated documents of one graph, on the way."""

    def __init__(self, documents: list[Document]) -> None:
        self._documents = {document.id: document for document in documents}
        self._places: dict[str, TextPlaces] = {}
        self._held: dict[str, list[dict[str, Any]]] = {document.id: [] for document in documents}
        self.lost: list[tuple[Fact, str]] = []

    def native(self) -> list[dict[str, Any]]:
        return [
            {"extractions": held, "text": self._text(doc_id), "document_id": doc_id}
            for doc_id, held in self._held.items()
        ]

    def place(self, fact: Fact) -> None:
        """Place a fact on each of its texts; on none of them, it stands by itself."""
        if fact.retired_at is not None:
            self.lost.append((fact, "it was retired, and extractions hold what is claimed now"))
            return
        attributes = dict(_parts(fact))
        further = {k: v for k, v in fact.qualifiers.items() if not k.startswith(_OURS)}
        clashing = sorted(further.keys() & _PARTS)
        if clashing:
            why = f"it is placed without its qualifiers: {', '.join(clashing)}"
            self.lost.append((fact, why))
        attributes |= {key: _json(further[key]) for key in further if key not in clashing}
        verdict = flat_verdicts({"": ItemVerdict.of([fact])}) if _is_judged(fact) else {}
        for doc_id, evidence in self._texts(fact):
            held = self._held.setdefault(doc_id, [])
            item = self._extraction(fact, evidence, len(held))
            unquoted = {} if item["char_interval"] else {UNQUOTED: "not quoted"}
            held.append({**item, "attributes": {**attributes, **unquoted, **verdict}})

    def _texts(self, fact: Fact) -> Iterator[tuple[str, Evidence | None]]:
        first: dict[str, Evidence] = {}
        for evidence in fact.evidence:
            first.setdefault(evidence.doc_id, evidence)
        yield from first.items() or [(NO_TEXT, None)]

    def _extraction(self, fact: Fact, evidence: Evidence | None, index: int) -> dict[str, Any]:
        text, interval, status = self._quoted(fact, evidence)
        return {
            "extraction_class": RELATIONSHIP_CLASS,
            "extraction_text": text,
            "char_interval": interval,
            "alignment_status": status,
            "extraction_index": index + 1,
            "group_index": index,
            "description": None,
        }

    def _quoted(
        self, fact: Fact, evidence: Evidence | None
    ) -> tuple[str, dict[str, int] | None, str | None]:
        """Return the words that state a fact and their interval: its citation, or else a name."""
        text = self._text(evidence.doc_id) if evidence else None
        if evidence is None or text is None:
            return _sentence(fact), None, None
        span = evidence.span
        if span is not None and evidence.span_origin is not SpanOrigin.CONTEXT:
            cited = text[span.start : span.end] if 0 <= span.start < span.end else ""
            if cited.strip():
                return cited, _interval(span.start, span.end), "match_exact"
        places = self._places_in(evidence.doc_id)
        for name in (fact.object_name, fact.subject.name):
            found = places.find(name) if name.strip() and places else None
            if found:
                return text[found[0] : found[1]], _interval(*found), "match_exact"
        return _sentence(fact), None, None

    def _places_in(self, doc_id: str) -> TextPlaces | None:
        document = self._documents.get(doc_id)
        if document is None or not document.text.strip():
            return None
        return self._places.setdefault(doc_id, TextPlaces(document))

    def _text(self, doc_id: str) -> str | None:
        document = self._documents.get(doc_id)
        return document.text if document else None


def _is_judged(fact: Fact) -> bool:
    return fact.verdict is not GroundingVerdict.UNCHECKED or bool(ground_record(fact))


def _parts(fact: Fact) -> Iterator[tuple[str, Any]]:
    yield "subject", fact.subject.name
    yield "predicate", fact.predicate
    yield "object", fact.object_name if fact.is_edge else fact.object_value
    if fact.subject.type != THING:
        yield "subject_type", fact.subject.type
    if kind := _object_type(fact):
        yield "object_type", kind
    if fact.polarity is not Polarity.ASSERTED:
        yield "odke_polarity", fact.polarity.value


def _object_type(fact: Fact) -> str | None:
    """Return the type of the object, None where reading it back gives the same without."""
    if fact.object_entity is not None:
        kind = fact.object_entity.type
        return None if kind == THING or kind in LITERAL_TYPES else kind
    given = fact.qualifiers.get(OBJECT_TYPE)
    if isinstance(given, str):
        return given
    return "string" if isinstance(fact.object_value, str) else None


def _sentence(fact: Fact) -> str:
    return f"{fact.subject.name} {fact.predicate.replace('_', ' ')} {fact.object_name}"


def _interval(start: int, end: int) -> dict[str, int]:
    return {"start_pos": start, "end_pos": end}


def _json(value: Any) -> Any:
    return list(value) if isinstance(value, list | tuple) else value
