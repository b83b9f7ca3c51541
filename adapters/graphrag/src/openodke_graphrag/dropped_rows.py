"""Which rows go with those that a gate refused?

A relationship goes with either of its ends, and an entity with the last of its relationships. What
stood alone, or lacked an end, before anything was dropped, stays as it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from openodke_graphrag.cells import texts
from openodke_graphrag.export import Export
from openodke_graphrag.refusals import ByIndex
from openodke_graphrag.row_kinds import KINDS

ORPHANED = "every relationship that it had was dropped"
"""Why an entity goes that nobody refused."""


@dataclass(frozen=True)
class DroppedRows:
    """What goes.

    Attributes:
        because: by kind, why each row goes.
        ids: the ids of the rows that go, by kind.
        titles: the titles that no row of the entities has any more.
        names: those titles, and the ends of dropped relationships that stand nowhere now.
    """

    because: Mapping[str, ByIndex]
    ids: Mapping[str, frozenset[str]]
    titles: frozenset[str]
    names: frozenset[str]


def dropped_rows(export: Export, refused: Mapping[str, ByIndex]) -> DroppedRows:
    """Return what goes when some rows are refused."""
    titles = _column(export, "entities", "title", "name")
    ends = list(
        zip(
            _column(export, "relationships", "source"),
            _column(export, "relationships", "target"),
            strict=True,
        )
    )
    entities, relationships = dict(refused["entity"]), dict(refused["relationship"])
    gone = _gone(titles, entities)
    for index, pair in enumerate(ends):
        if index not in relationships and not gone.isdisjoint(pair):
            end = pair[0] if pair[0] in gone else pair[1]
            relationships[index] = f"its end {end!r} was dropped"
    had = {end for pair in ends for end in pair}
    has = {end for index, pair in enumerate(ends) if index not in relationships for end in pair}
    for index, title in enumerate(titles):
        if index not in entities and title in had and title not in has:
            entities[index] = ORPHANED
    because = {
        "relationship": relationships,
        "entity": entities,
        "claim": refused["claim"],
    }
    gone = _gone(titles, entities)
    unnamed = {end for index in relationships for end in ends[index]} - has - set(titles)
    return DroppedRows(
        because=because,
        ids={kind: _ids(export, KINDS[kind], rows) for kind, rows in because.items()},
        titles=gone,
        names=frozenset(filter(None, gone | unnamed)),
    )


def _gone(titles: list[str], dropped: ByIndex) -> frozenset[str]:
    """Return the titles of dropped rows that no other row has."""
    left = {title for index, title in enumerate(titles) if index not in dropped}
    return frozenset(titles[index] for index in dropped if titles[index] not in left)


def _ids(export: Export, name: str, rows: ByIndex) -> frozenset[str]:
    ids = _column(export, name, "id")
    return frozenset(ids[index] for index in rows if ids[index])


def _column(export: Export, name: str, *columns: str) -> list[str]:
    table = export.tables.get(name)
    return [] if table is None else texts(table, *columns)
