"""Which claims does the entities table make?"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from openodke.interop import RowPlace, TripleRow
from openodke_graphrag.cells import lists, texts, unreadable
from openodke_graphrag.citing import Part, cited, parts_of, raw_parts
from openodke_graphrag.export import Export
from openodke_graphrag.titles import Titles, aliases, fragment_problem
from openodke_graphrag.unit_documents import UnitDocuments

DESCRIBED_AS = "described_as"
"""The predicate of an entity's description."""

IS_A = "is_a"
"""The predicate of an entity's type, which is claimed where it has no description."""

ENTITY = "entity"
"""The type of an entity of which nothing but its title is known: all it claims is to be there."""


class EntityRows:
    """The entities of an export, as rows."""

    kind = "entity"

    def __init__(self, export: Export, titles: Titles) -> None:
        """Read the table of an export that has one."""
        table = export.tables["entities"]
        self.file = table.name
        self._raw = export.tables.get("raw_entities")
        self._titles = titles
        self._names = texts(table, "title", "name")
        self._types = texts(table, "type")
        self._descriptions = texts(table, "description")
        self._units = lists(table, "text_unit_ids")
        self._unreadable = unreadable(table, "text_unit_ids")

    def __len__(self) -> int:
        """Return how many entities there are."""
        return len(self._names)

    def problem(self, index: int) -> str | None:
        """Return why an entity makes no claim, None where it does."""
        if index in self._unreadable:
            return f"malformed: {self._unreadable[index]}"
        title = self._names[index]
        problem = fragment_problem(title, "title")
        if problem is None and not self._descriptions[index] and self._titles.is_noun_phrase(title):
            return "not_a_claim: a noun phrase, of which nothing is said"
        return problem

    def rows(self, index: int, units: UnitDocuments) -> Iterator[TripleRow]:
        """Yield one row a description and text unit."""
        title = self._names[index]
        for part in self._parts(index):
            for place in cited(units, part.unit_ids):
                yield TripleRow(
                    id=str(RowPlace(place.ordinal, self.kind, index, part.number)),
                    doc=place.doc,
                    subject=title,
                    predicate=DESCRIBED_AS if part.description else IS_A,
                    object=part.description or self._types[index] or ENTITY,
                    subject_type=self._titles.type_of(title),
                    object_type="text",
                    subject_aliases=aliases(title),
                    claim=part.description or None,
                    qualifiers=place.qualifiers,
                )

    def _parts(self, index: int) -> list[Part]:
        raw = self._raw_parts.get(self._names[index], [])
        return parts_of(raw, Part(self._descriptions[index], self._units[index]))

    @cached_property
    def _raw_parts(self) -> dict[str, list[Part]]:
        """The single descriptions of each title, whatever type each gave it."""
        if self._raw is None:
            return {}
        return raw_parts(self._raw, texts(self._raw, "title", "name"))
