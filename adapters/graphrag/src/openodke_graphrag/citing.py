"""On which texts does an item rest, and which of its descriptions on which?"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from openodke_graphrag.cells import lists
from openodke_graphrag.table_file import ExportTable
from openodke_graphrag.unit_documents import UnitDocuments


@dataclass(frozen=True, slots=True)
class Part:
    """A description and the text units it was taken from.

    Attributes:
        description: the sentence, or for merged ones the whole description; "" for none.
        unit_ids: the ids of the text units.
        number: which of the item's descriptions it is, None for the only one.
    """

    description: str
    unit_ids: list[str]
    number: int | None = None


@dataclass(frozen=True, slots=True)
class CitedText:
    """A text that a row rests on.

    Attributes:
        ordinal: its place among the documents, the place after the last where there is no text.
        doc: its document's id, None where there is no text.
        qualifiers: what the row has to say of it: the text units that are not there.
    """

    ordinal: int
    doc: str | None = None
    qualifiers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def cited(units: UnitDocuments, unit_ids: Iterable[str]) -> Iterator[CitedText]:
    """Yield each text that some text units are, once; last, one without a text for what is missing.

    What cites no text unit at all rests on one text that is not there.
    """
    unknown = []
    found = False
    for unit_id in dict.fromkeys(unit_ids):
        ordinals = units.ordinals(unit_id)
        if not ordinals:
            unknown.append(unit_id)
        for ordinal in ordinals:
            found = True
            yield CitedText(ordinal, units.documents[ordinal].id)
    nowhere = len(units.documents)
    if unknown:
        yield CitedText(nowhere, qualifiers={"missing_text_units": tuple(unknown)})
    elif not found:
        yield CitedText(nowhere)


def parts_of(raw: list[Part], merged: Part) -> list[Part]:
    """Return an item's single descriptions, or the merged one where they are not all of it.

    `graphrag update` leaves the raw tables as the index wrote them: they lack what is new.
    """
    known = {unit for part in raw for unit in part.unit_ids}
    return raw if raw and known.issuperset(merged.unit_ids) else [merged]


Key = TypeVar("Key", bound=Hashable)


def raw_parts(raw: ExportTable, keys: Iterable[Key]) -> dict[Key, list[Part]]:
    """Return the single descriptions of each item of a raw table, numbered from 0.

    `keys` tells of each row which item it is of. The first description of a row is taken from its
    first unit; a row with another number of descriptions than of units says nothing of which is
    whose, and has no parts.
    """
    found: dict[Key, list[Part]] = {}
    descriptions, unit_ids = lists(raw, "description"), lists(raw, "text_unit_ids")
    for key, said, units in zip(keys, descriptions, unit_ids, strict=True):
        parts = found.setdefault(key, [])
        if len(said) == len(units):
            parts += [
                Part(text, [unit], number)
                for number, (text, unit) in enumerate(zip(said, units, strict=True), len(parts))
            ]
    return found
