"""Which tables does GraphRAG need of a graph that was made elsewhere?

It is what its documentation calls "bring your own graph". An asserted claim between two entities is
a relationship, which has one description and many texts. Whatever a relationship cannot say (a
denial, a value, a further description of an entity) is a row of the covariates, one for each text.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import pyarrow as pa

from openodke.interop import THING, Built, ItemVerdict
from openodke.model import (
    CLAIM,
    OBJECT_TYPE,
    QUOTE,
    Document,
    Fact,
    KnowledgeGraph,
    Polarity,
    SpanOrigin,
)
from openodke_graphrag.built_entities import BuiltEntities
from openodke_graphrag.built_units import built_documents, built_units
from openodke_graphrag.covariate_rows import OBJECT, OBJECT_KIND
from openodke_graphrag.degrees import degrees
from openodke_graphrag.entity_rows import DESCRIBED_AS
from openodke_graphrag.export import Export
from openodke_graphrag.relationship_rows import RELATED_TO
from openodke_graphrag.verdict_columns import with_verdicts

STATUS = {Polarity.ASSERTED: "TRUE", Polarity.DENIED: "FALSE", Polarity.PARTIAL: "SUSPECTED"}
"""How a covariate says whether its source asserts the claim."""

_SPOKEN = {Polarity.DENIED: "It is not the case that", Polarity.PARTIAL: "It is true in part that"}
"""How its description does: read back, that is the sentence a judge is asked about as it stands."""

_TEXTS = pa.list_(pa.string())
_RELATIONSHIPS = pa.schema(
    [
        ("id", pa.string()),
        ("human_readable_id", pa.int64()),
        ("source", pa.string()),
        ("target", pa.string()),
        ("description", pa.string()),
        ("weight", pa.float64()),
        ("combined_degree", pa.int64()),
        ("text_unit_ids", _TEXTS),
        ("odke_predicate", pa.string()),
    ]
)
_COVARIATES = pa.schema(
    [
        ("id", pa.string()),
        ("human_readable_id", pa.int64()),
        *(
            (name, pa.string())
            for name in (
                "covariate_type",
                "type",
                "description",
                "subject_id",
                "object_id",
                "status",
                "start_date",
                "end_date",
                "source_text",
                "text_unit_id",
                OBJECT_KIND,
                OBJECT,
            )
        ),
    ]
)
_DATES = ("start_date", "end_date")


def built_export(graph: KnowledgeGraph, documents: Iterable[Document]) -> Built[Export]:
    """Return the tables of a graph, and each fact that has no place in them, or not all of one."""
    return _Building(graph, list(documents)).built()


class _Building:
    """The tables of one graph, on the way."""

    def __init__(self, graph: KnowledgeGraph, documents: list[Document]) -> None:
        self._documents = documents
        self._entities = BuiltEntities(graph.entities, graph.facts)
        self._relationships: list[tuple[Fact, dict[str, Any]]] = []
        self._covariates: list[tuple[Fact, dict[str, Any]]] = []
        self._lost: list[tuple[Fact, str]] = []
        for fact in sorted(graph.facts, key=lambda fact: fact.predicate != DESCRIBED_AS):
            problem = self._problem(fact)
            if problem:
                self._lost.append((fact, problem))
            else:
                self._place(fact)

    def built(self) -> Built[Export]:
        tables = {"entities": self._entity_table(), "relationships": self._relationship_table()}
        if self._covariates:
            tables["covariates"] = _verdicts(
                _table(_COVARIATES, (row for _, row in self._covariates)),
                [[fact] for fact, _ in self._covariates],
            )
        tables["text_units"] = built_units(self._documents, tables)
        tables["documents"] = built_documents(self._documents)
        export = Export(None, {})
        for name, data in tables.items():
            export = export.with_table(name, data)
        return Built(export, tuple(self._lost))

    def _problem(self, fact: Fact) -> str:
        """Return why a fact has no place, "" where it has one."""
        if fact.retired_at is not None:
            return "it was retired, and the tables hold what is claimed now"
        ends = [fact.subject, *([fact.object_entity] if fact.object_entity else [])]
        return next(filter(None, map(self._entities.problem, ends)), "")

    def _place(self, fact: Fact) -> None:
        units = list(dict.fromkeys(evidence.doc_id for evidence in fact.evidence))
        self._entities.add(fact.subject, units)
        if fact.object_entity is not None:
            self._entities.add(fact.object_entity, units)
        if self._entities.describes(fact):
            held = fact.qualifiers
        elif fact.object_entity is not None and fact.polarity is Polarity.ASSERTED:
            self._relationships.append((fact, _relationship(fact, units)))
            held = fact.qualifiers
        else:
            rows = _covariates(fact)
            self._covariates += [(fact, row) for row in rows]
            held = {k: v for k, v in fact.qualifiers.items() if k not in (*_DATES, "source_text")}
        if more := sorted(key for key in held if not key.startswith("odke.")):
            self._lost.append((fact, f"it is placed without its qualifiers: {', '.join(more)}"))

    def _entity_table(self) -> Any:
        degree = degrees(self._pairs())
        table = self._entities.table(degree)
        return _verdicts(table, self._entities.described_by())

    def _relationship_table(self) -> Any:
        degree = degrees(self._pairs())
        rows = (
            {**row, "combined_degree": degree[row["source"]] + degree[row["target"]]}
            for _, row in self._relationships
        )
        return _verdicts(_table(_RELATIONSHIPS, rows), [[fact] for fact, _ in self._relationships])

    def _pairs(self) -> Iterator[tuple[str, str]]:
        return ((row["source"], row["target"]) for _, row in self._relationships)


def _relationship(fact: Fact, units: list[str]) -> dict[str, Any]:
    predicate = None if fact.predicate == RELATED_TO else fact.predicate
    return {
        "id": _id("relationship", fact.id),
        "source": fact.subject.name,
        "target": fact.object_name,
        "description": _claim(fact),
        "weight": float(max(fact.support, 1)),
        "text_unit_ids": units,
        "odke_predicate": predicate,
    }


def _covariates(fact: Fact) -> list[dict[str, Any]]:
    """Return one row for each evidence, since a covariate has one text; without any, one row."""
    value = fact.object_value
    said = fact.qualifiers
    row = {
        "covariate_type": "claim",
        "type": fact.predicate,
        "description": _claim(fact),
        "subject_id": fact.subject.name,
        "object_id": fact.object_name,
        "status": STATUS[fact.polarity],
        "start_date": _date(fact, "start_date"),
        "end_date": _date(fact, "end_date"),
        OBJECT_KIND: str(said.get(OBJECT_TYPE) or _kind(fact)),
        OBJECT: None if value is None or isinstance(value, str) else json.dumps(value),
    }
    places = [(evidence.doc_id, _quote(fact, at)) for at, evidence in enumerate(fact.evidence)]
    return [
        {**row, "id": _id("claim", f"{fact.id}/{at}"), "text_unit_id": unit, "source_text": quote}
        for at, (unit, quote) in enumerate(places or [("", "")])
    ]


def _kind(fact: Fact) -> str:
    """Return the type of a fact's object: an entity's, or that of a value by what it is."""
    if fact.object_entity is not None:
        return fact.object_entity.type or THING
    kinds: Mapping[type, str] = {bool: "boolean", int: "integer", float: "number"}
    return kinds.get(type(fact.object_value), "string")


def _quote(fact: Fact, at: int) -> str:
    span, origin = fact.evidence[at].span, fact.evidence[at].span_origin
    retyped = fact.qualifiers.get(QUOTE)
    if isinstance(retyped, str) and not at:
        return retyped
    return "" if span is None or origin is SpanOrigin.CONTEXT else span.quote or ""


def _date(fact: Fact, name: str) -> str:
    given = fact.qualifiers.get(name)
    valid = fact.valid_from if name == "start_date" else fact.valid_to
    return str(given) if given else valid.isoformat() if valid else "NONE"


def _claim(fact: Fact) -> str:
    """Return the sentence that the fact was stated in, or else the triple as one."""
    claim = fact.qualifiers.get(CLAIM)
    if isinstance(claim, str) and claim:
        return claim
    predicate = fact.predicate.replace("_", " ")
    plain = f"{fact.subject.name} {predicate} {fact.object_name}"
    spoken = _SPOKEN.get(fact.polarity)
    return f"{spoken} {plain.removesuffix('.')}." if spoken else plain


def _id(kind: str, name: str) -> str:
    """Return an id that is the same whenever the same graph is built."""
    return str(uuid5(NAMESPACE_URL, f"urn:odke:{kind}:{name}"))


def _table(schema: Any, rows: Iterable[Mapping[str, Any]]) -> Any:
    numbered = [{"human_readable_id": number, **row} for number, row in enumerate(rows)]
    return pa.Table.from_pylist(numbered, schema=schema)


def _verdicts(data: Any, facts: list[list[Fact]]) -> Any:
    return with_verdicts(data, [ItemVerdict.of(parts) if parts else None for parts in facts])
