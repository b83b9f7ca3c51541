"""Which claims does the covariates table make?

Claims are extracted on their own, each with a quote from one text unit. An answer in prose, or one
that was split in the wrong place, leaves rows that are fragments.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from openodke.interop import RowPlace, TripleRow
from openodke.model import Polarity
from openodke_graphrag.cells import texts
from openodke_graphrag.citing import cited
from openodke_graphrag.export import Export
from openodke_graphrag.source_quotes import QuoteFinder
from openodke_graphrag.titles import Titles, aliases, fragment_problem
from openodke_graphrag.unit_documents import UnitDocuments

_LONGEST = 120  # characters of a subject: more is a sentence
_POLARITY = {"FALSE": Polarity.DENIED, "SUSPECTED": Polarity.PARTIAL}
_UNTYPED = "claim"

OBJECT_KIND = "odke_object_type"
"""The column that says, of a claim built from a fact, what its object is; such a row is whole."""

OBJECT = "odke_object"
"""The column with the object of such a claim as JSON, where it is a number or a boolean."""


class CovariateRows:
    """The extracted claims of an export, as rows."""

    kind = "claim"

    def __init__(self, export: Export, titles: Titles) -> None:
        """Read the table of an export that has one."""
        table = export.tables["covariates"]
        self.file = table.name
        self._titles = titles
        self._quotes = QuoteFinder()
        self._has_quotes = table.column("source_text") is not None
        self._subjects = texts(table, "subject_id")
        self._source_texts = texts(table, "source_text")
        self._units = texts(table, "text_unit_id")
        self._kinds = texts(table, OBJECT_KIND)
        self._objects = texts(table, "object_id")
        self._values = texts(table, OBJECT)
        said = ("object_id", "type", "status", "start_date", "end_date", "description")
        self._said = {name: [_said(cell) for cell in texts(table, name)] for name in said}

    def __len__(self) -> int:
        """Return how many claims there are."""
        return len(self._subjects)

    def problem(self, index: int) -> str | None:
        """Return why a row is no claim, None where it is one."""
        subject = self._subjects[index]
        if self._kinds[index]:
            return fragment_problem(subject, "subject")
        if not _said(subject.rpartition(":")[2]):
            return f"malformed: the subject {subject[:80]!r} names nothing"
        if len(subject) > _LONGEST:
            return f"malformed: the subject is a sentence of {len(subject)} characters"
        if self._has_quotes and not self._source_texts[index]:
            return (
                f"malformed: no source_text, and the subject is prose or a piece: {subject[:80]!r}"
            )
        problem = fragment_problem(subject, "subject")
        if problem is None and not (self._object(index) or self._said["description"][index]):
            return "malformed: there is neither an object nor a description"
        return problem

    def rows(self, index: int, units: UnitDocuments) -> Iterator[TripleRow]:
        """Yield the claim, once for each text with its text unit's id."""
        subject, obj = self._subjects[index], self._object(index)
        description, kind = self._said["description"][index], self._kinds[index]
        unit_ids = [self._units[index]] if self._units[index] else []
        for place in cited(units, unit_ids):
            text = "" if place.doc is None else units.documents[place.ordinal].text
            quote = self._quotes.choose(_said(self._source_texts[index]), text)
            yield TripleRow(
                id=str(RowPlace(place.ordinal, self.kind, index)),
                doc=place.doc,
                subject=subject,
                predicate=self._said["type"][index] or _UNTYPED,
                object=self._value(index) if kind else obj or description,
                subject_type=self._titles.type_of(subject),
                object_type=kind or (self._titles.type_of(obj) if obj else "text"),
                subject_aliases=aliases(subject),
                object_aliases=aliases(obj),
                quote=quote or None,
                polarity=_POLARITY.get(self._said["status"][index].upper(), Polarity.ASSERTED),
                claim=description or None,
                qualifiers={**self._qualifiers(index), **place.qualifiers},
            )

    def _object(self, index: int) -> str:
        """Return the object's name, "" where the claim has none."""
        obj = self._said["object_id"][index]
        return "" if fragment_problem(obj, "object") else obj

    def _value(self, index: int) -> str | int | float | bool:
        """Return the object of a claim that was built from a fact."""
        text = self._objects[index]
        try:
            value = json.loads(self._values[index])
        except ValueError:
            return text
        return value if isinstance(value, int | float) else text

    def _qualifiers(self, index: int) -> dict[str, str]:
        held = {name: self._said[name][index] for name in ("start_date", "end_date")}
        held["source_text"] = self._source_texts[index]
        return {name: value for name, value in held.items() if value}


def _said(cell: str) -> str:
    """Return what a cell says, "" where it says NONE."""
    bare = cell.strip("* \t\n")
    return "" if bare.casefold() in {"none", "null", "n/a"} else cell
