"""Which claims does the relationships table make?

A relationship has no predicate of its own: what it claims is its description. It is grounded on its
own text units, never on those of its entities, which GraphRAG loses some of.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from openodke.errors import ExportError
from openodke.interop import RowPlace, TripleRow
from openodke_graphrag.cells import lists, texts, unreadable
from openodke_graphrag.citing import Part, cited, parts_of, raw_parts
from openodke_graphrag.export import Export
from openodke_graphrag.table_file import ExportTable
from openodke_graphrag.titles import Titles, aliases, fragment_problem
from openodke_graphrag.unit_documents import UnitDocuments

RELATED_TO = "related_to"
"""The predicate of a relationship that has none."""

PREDICATE_COLUMNS = ("odke_predicate", "predicate", "relationship_type", "type")
"""The columns that may hold a relationship's predicate, the first that is there."""


class RelationshipRows:
    """The relationships of an export, as rows."""

    kind = "relationship"

    def __init__(self, export: Export, titles: Titles, predicate_column: str | None = None) -> None:
        """Read the table of an export that has one."""
        table = export.tables["relationships"]
        self.file = table.name
        self._raw = export.tables.get("raw_relationships")
        self._titles = titles
        self._sources = texts(table, "source")
        self._targets = texts(table, "target")
        self._descriptions = texts(table, "description")
        self._units = lists(table, "text_unit_ids")
        self._unreadable = unreadable(table, "text_unit_ids")
        self._predicates = predicates_of(table, predicate_column)

    def __len__(self) -> int:
        """Return how many relationships there are."""
        return len(self._sources)

    def problem(self, index: int) -> str | None:
        """Return why a relationship makes no claim, None where it does."""
        if index in self._unreadable:
            return f"malformed: {self._unreadable[index]}"
        source, target = self._sources[index], self._targets[index]
        problem = fragment_problem(source, "source") or fragment_problem(target, "target")
        if problem or self._descriptions[index]:
            return problem
        if self._titles.is_noun_phrase(source) or self._titles.is_noun_phrase(target):
            return "not_a_claim: two noun phrases stand in one text unit, and nothing says more"
        return None

    def rows(self, index: int, units: UnitDocuments) -> Iterator[TripleRow]:
        """Yield one row a description and text unit."""
        source, target = self._sources[index], self._targets[index]
        missing = self._titles.missing(source, target)
        for part in self._parts(index):
            for place in cited(units, part.unit_ids):
                yield TripleRow(
                    id=str(RowPlace(place.ordinal, self.kind, index, part.number)),
                    doc=place.doc,
                    subject=source,
                    predicate=self._predicates[index] or RELATED_TO,
                    object=target,
                    subject_type=self._titles.type_of(source),
                    object_type=self._titles.type_of(target),
                    subject_aliases=aliases(source),
                    object_aliases=aliases(target),
                    claim=part.description or None,
                    qualifiers={**missing, **place.qualifiers},
                )

    def _parts(self, index: int) -> list[Part]:
        raw = self._raw_parts.get((self._sources[index], self._targets[index]), [])
        return parts_of(raw, Part(self._descriptions[index], self._units[index]))

    @cached_property
    def _raw_parts(self) -> dict[tuple[str, str], list[Part]]:
        """The single descriptions of each pair, each with its own text unit."""
        if self._raw is None:
            return {}
        pairs = zip(texts(self._raw, "source"), texts(self._raw, "target"), strict=True)
        return raw_parts(self._raw, pairs)


def predicates_of(table: ExportTable, asked: str | None = None) -> list[str]:
    """Return the predicate of each relationship, "" where it has none.

    Raises:
        ExportError: when the table lacks the column that is asked for.
    """
    return texts(table, *_predicate_columns(table, asked))


def _predicate_columns(table: ExportTable, asked: str | None) -> tuple[str, ...]:
    if asked is None:
        return PREDICATE_COLUMNS
    if table.column(asked) is None:
        there = ", ".join(table.data.column_names)
        raise ExportError(
            f"{table.path}: there is no column {asked!r} for the predicate, only {there}"
        )
    return (asked,)
