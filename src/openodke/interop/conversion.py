"""How does a row become a fact, and a fact a row again?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from openodke.interop.document_lookup import DocumentLookup
from openodke.interop.row import TripleRow
from openodke.model import Document, Entity, Evidence, Fact, Span, SpanOrigin
from openodke.model.entity import THING, Resolution
from openodke.model.frozen import FrozenDict, replaced, without
from openodke.model.keys import CHECK, CLAIM, GROUND, OBJECT_TYPE, QUOTE
from openodke.ontology import LITERAL_RANGES, Ontology
from openodke.text.entity_key import entity_key

LITERAL_TYPES = LITERAL_RANGES
"""The object types that make an object a literal; any other is the type of an entity."""

_OURS = frozenset({CLAIM, OBJECT_TYPE, QUOTE})
_VERDICTS = frozenset({CHECK, GROUND})  # another run's word, on which no verdict may rest
_CALLERS = Resolution(method="caller")  # a framework that keeps two nodes of one name apart
_NAMED = 20  # texts named in the counts
_KEPT = 100_000  # entities shared between facts before the shelf is emptied


Claim = TripleRow | Fact
"""What a run grounds: a row, or a fact that somebody made already."""


def to_fact(
    row: TripleRow, doc: Document | None = None, *, ontology: Ontology | None = None
) -> Fact:
    """Return the row as a fact on its document; None is a row whose text is not at hand.

    The row's typing decides edge or property: with an ontology by the predicate's range, else an
    untyped string is an entity. Names of predicates and types are matched in any case and spelled
    as the ontology has them. Source: the grounding page's triples format.
    """
    documents = () if doc is None else (doc,)
    return RowConverter(documents, ontology=ontology).fact(row, doc)


class RowConverter:
    """Turns rows into facts; entities and whole-text evidence are shared between facts.

    Attributes:
        stats: `rows`, `cited`, `quoted`, `quote_not_found`, `context`, `unmatched_rows`,
            `unmatched_docs`, `ambiguous_rows` and `ambiguous_docs` (each at most 20 names).
    """

    def __init__(
        self,
        documents: Iterable[Document] = (),
        *,
        ontology: Ontology | None = None,
        extractor: str = "triples",
        confidence: float = 0.5,
        read_at: datetime | None = None,
    ) -> None:
        """Convert rows on `documents`; `extractor` and `confidence` stand in for a row's own.

        `read_at` is when a text was read that does not say so itself; None leaves it the time at
        which its Document was made.
        """
        self._read_at = read_at
        self.lookup = DocumentLookup(documents if read_at is None else dated(documents, read_at))
        self._ontology = ontology or Ontology()
        self._extractor = extractor
        self._confidence = confidence
        self._entities: dict[tuple[object, ...], Entity] = {}
        self._contexts: dict[str, tuple[Document, tuple[Evidence, ...]]] = {}
        self._ids: dict[str, int] = {}
        self._spelled: dict[str, str] = {}
        self.stats: dict[str, int | list[str]] = {
            "rows": 0, "cited": 0, "quoted": 0, "quote_not_found": 0, "context": 0,
            "unmatched_rows": 0, "unmatched_docs": [], "ambiguous_rows": 0, "ambiguous_docs": [],
        }  # fmt: skip

    def document(self, row: Claim) -> Document | None:
        """Return the document the row means, and count it where there is none or more than one.

        A fact means the first of the documents it cites that is at hand.
        """
        names = _cited(row)
        for name in names:
            doc = self.lookup.find(name)
            if doc is not None:
                if name in self.lookup.ambiguous:
                    self._note("ambiguous", name)
                return doc
        if names:
            self._note("unmatched", names[0])
        return None

    def matching(self) -> dict[str, int | list[str]]:
        """Return how rows found their text; where none found one, with `given_docs` beside it.

        These are the ids of the first texts that there are, at most 20.
        """
        if self.stats["unmatched_rows"] != self.stats["rows"]:
            return dict(self.stats)
        return {**self.stats, "given_docs": [doc.id for doc in self.lookup.documents[:_NAMED]]}

    def fact(self, row: Claim, doc: Document | None) -> Fact:
        """Return the row as a fact on `doc`, which is None where its text is not at hand.

        A fact is returned as it is.
        """
        self._count("rows")
        if isinstance(row, Fact):
            return row
        predicate = self._predicate(row.predicate)
        declared = self._ontology.predicates.get(predicate)
        domain = declared.domain[0] if declared and len(declared.domain) == 1 else THING
        evidence, quote = self._evidence(row, doc)
        object_type = self._object_type(row, declared.range if declared else None)
        is_literal = object_type in LITERAL_TYPES and row.object_key is None
        return Fact(
            id=row.id or self._content_id(row),
            subject=self._entity(
                row.subject, row.subject_type or domain, row.subject_key, row.subject_aliases
            ),
            predicate=predicate,
            object_entity=None
            if is_literal
            else self._entity(str(row.object), object_type, row.object_key, row.object_aliases),
            object_value=row.object if is_literal else None,
            polarity=row.polarity,
            qualifiers=_qualifiers(row, object_type if is_literal else None, quote),
            identity_keys=self._ontology.identity_keys(predicate),
            evidence=evidence,
            extractor=row.extractor or self._extractor,
            confidence=self._confidence if row.confidence is None else row.confidence,
        )

    def _predicate(self, name: str) -> str:
        spelled = self._spelled.get(name)
        if spelled is None:
            spelled = self._spelled[name] = self._ontology.predicate_named(name) or name
        return spelled

    def _object_type(self, row: TripleRow, declared: str | None) -> str:
        """Return the name of a literal type, or of the entity type, of the row's object."""
        given = row.object_type
        if isinstance(row.object, str):
            return given or declared or THING
        if given in LITERAL_TYPES:
            return given
        return "boolean" if isinstance(row.object, bool) else "number"

    def _entity(
        self, name: str, entity_type: str, key: str | None, aliases: tuple[str, ...]
    ) -> Entity:
        held = (name, entity_type, key, aliases)
        entity = self._entities.get(held)
        if entity is None:
            if len(self._entities) >= _KEPT:
                self._entities.clear()
            spelled = self._ontology.type_named(entity_type) or entity_type
            derived = entity_key(spelled, name)
            entity = self._entities[held] = Entity(
                key=key or derived,
                type=spelled,
                label=name,
                aliases=aliases,
                resolution=_CALLERS if key and key != derived else None,
            )
        return entity

    def _evidence(
        self, row: TripleRow, doc: Document | None
    ) -> tuple[tuple[Evidence, ...], str | None]:
        """Return the evidence, and the quote where the text does not hold it."""
        if row.doc is None:
            return (), row.quote
        if row.start is not None and row.end is not None:
            self._count("cited")
            return (self._cited(row, doc, row.start, row.end, row.quote),), None
        if row.quote is not None:
            self._count("quoted")
            return self._quoted(row, doc, row.quote)
        self._count("context")
        return self._context(row, doc), None

    def _cited(
        self, row: TripleRow, doc: Document | None, start: int, end: int, quote: str | None
    ) -> Evidence:
        doc_id = doc.id if doc else row.doc or ""
        span = Span(doc_id=doc_id, start=start, end=end, quote=quote)
        return _evidence_on(doc, span) if doc else self._evidence_off(doc_id, span)

    def _quoted(
        self, row: TripleRow, doc: Document | None, quote: str
    ) -> tuple[tuple[Evidence, ...], str | None]:
        from openodke.text.quotation import find_quote  # reads text: an import need not pay for it

        found = find_quote(quote, doc.text) if doc else None
        if doc is None or found is None:
            self._count("quote_not_found")
            return self._bare(row, doc), quote
        start, end = found
        there = doc.text[start:end]
        return (self._cited(row, doc, start, end, there),), None if there == quote else quote

    def _bare(self, row: TripleRow, doc: Document | None) -> tuple[Evidence, ...]:
        """Return evidence without a span: the document is known, the place is not."""
        return (_evidence_on(doc) if doc else self._evidence_off(row.doc or ""),)

    def _evidence_off(self, doc_id: str, span: Span | None = None) -> Evidence:
        """Return evidence on a document that is not at hand."""
        found = Evidence(doc_id=doc_id, span=span)
        return found if self._read_at is None else replaced(found, retrieved_at=self._read_at)

    def _context(self, row: TripleRow, doc: Document | None) -> tuple[Evidence, ...]:
        if doc is None:
            return self._bare(row, doc)
        held = self._contexts.get(doc.id)
        if held is None or held[0] is not doc:
            span = Span(doc_id=doc.id, start=0, end=len(doc.text))
            whole = _evidence_on(doc, span, SpanOrigin.CONTEXT)
            held = self._contexts[doc.id] = (doc, (whole,))
        return held[1]

    def _content_id(self, row: TripleRow) -> str:
        """Return an id that follows from the row's content; a repeated row counts up."""
        content = row.content_id
        times = self._ids[content] = self._ids.get(content, 0) + 1
        return content if times == 1 else f"{content}~{times}"

    def _note(self, kind: str, name: str) -> None:
        self._count(f"{kind}_rows")
        names = self.stats[f"{kind}_docs"]
        if isinstance(names, list) and len(names) < _NAMED and name not in names:
            names.append(name)

    def _count(self, key: str) -> None:
        self.stats[key] += 1  # type: ignore[operator]


def dated(documents: Iterable[Document], read_at: datetime) -> Iterator[Document]:
    """Yield the documents, those that do not say when they were read as read at that time."""
    for doc in documents:
        told = "retrieved_at" in doc.model_fields_set
        yield doc if told else replaced(doc, retrieved_at=read_at)


def _cited(claim: Claim) -> tuple[str, ...]:
    """Return the names of the documents that a row or a fact cites."""
    if isinstance(claim, Fact):
        return tuple(dict.fromkeys(evidence.doc_id for evidence in claim.evidence))
    return () if claim.doc is None else (claim.doc,)


def _evidence_on(
    doc: Document, span: Span | None = None, origin: SpanOrigin = SpanOrigin.CITED
) -> Evidence:
    """Return evidence with what the document says of itself."""
    return Evidence(
        doc_id=doc.id,
        span=span,
        span_origin=origin,
        uri=doc.uri,
        tier=doc.tier,
        retrieved_at=doc.retrieved_at,
    )


def _qualifiers(row: TripleRow, literal_type: str | None, quote: str | None) -> FrozenDict:
    """Return the row's qualifiers and what of the row has no field in a fact."""
    ours = {CLAIM: row.claim, OBJECT_TYPE: literal_type, QUOTE: quote}
    kept = {key: value for key, value in ours.items() if value is not None}
    given = row.qualifiers
    if not _VERDICTS.isdisjoint(given):
        given = without(given, *_VERDICTS)
    return FrozenDict({**given, **kept})


def from_fact(fact: Fact) -> TripleRow:
    """Return the fact as a row on the text of its first evidence.

    What a row has no field for (validity, support, links, a confidence outside [0, 1]) is left
    out. A quote that the text holds otherwise, or not at all, comes back as the source gave it.

    Raises:
        pydantic.ValidationError: for an object that is an empty text.
    """
    evidence = fact.evidence[0] if fact.evidence else None
    cited = evidence.span if evidence and evidence.span_origin is not SpanOrigin.CONTEXT else None
    quote = fact.qualifiers.get(QUOTE)
    span = None if quote else cited  # a quote that had to be looked for is looked for again
    obj = fact.object_entity
    return TripleRow(
        doc=evidence.doc_id if evidence else None,
        subject=fact.subject.name,
        predicate=fact.predicate,
        object=fact.object.name if obj else fact.object,
        subject_type=fact.subject.type,
        object_type=obj.type if obj else _literal_type(fact),
        start=span.start if span else None,
        end=span.end if span else None,
        quote=quote or (span.quote if span else None) or None,
        polarity=fact.polarity,
        qualifiers={key: value for key, value in fact.qualifiers.items() if key not in _OURS},
        confidence=fact.confidence if 0 <= fact.confidence <= 1 else None,
        extractor=fact.extractor or None,
        id=fact.id,
        claim=fact.qualifiers.get(CLAIM),
        subject_key=fact.subject.key,
        object_key=obj.key if obj else None,
        subject_aliases=tuple(filter(None, fact.subject.aliases)),
        object_aliases=tuple(filter(None, obj.aliases)) if obj else (),
    )


def _literal_type(fact: Fact) -> str | None:
    """Return the literal's type: without one a text would be read back as an entity."""
    given = fact.qualifiers.get(OBJECT_TYPE)
    if given is not None:
        return str(given)
    return "string" if isinstance(fact.object_value, str) else None
