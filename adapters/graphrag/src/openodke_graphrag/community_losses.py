"""What does each community lose when rows go, and which communities are left with nobody?

Before GraphRAG 1 an entity's communities stand in the table of nodes, and the communities have no
list of entities, or no table at all: the columns that are there decide.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from openodke_graphrag.cells import lists, texts
from openodke_graphrag.dropped_rows import DroppedRows
from openodke_graphrag.table_file import ExportTable

ROOT = "-1"
"""The parent of a community that has none."""

NUMBERS = ("community", "raw_community", "id")
"""The columns that may hold a community's number, the first that is there."""

_NOBODY = frozenset({"", ROOT})


@dataclass(frozen=True)
class CommunityLosses:
    """What communities lose, by their numbers.

    Attributes:
        entities: how many entities each lost.
        relationships: how many relationships each lost.
        empty: those that had entities, and have none now.
        sizes: how many entities each has now.
        parents: the parent of each: the nearest one that is left itself, ROOT for none.
        left: those that are left; None where no table names any, and nobody knows.
    """

    entities: Mapping[str, int]
    relationships: Mapping[str, int]
    empty: frozenset[str]
    sizes: Mapping[str, int]
    parents: Mapping[str, str]
    left: frozenset[str] | None


def community_losses(
    communities: ExportTable | None,
    nodes: ExportTable | None,
    dropped: DroppedRows,
    kept_ids: frozenset[str] | None,
    dropped_pairs: Iterable[tuple[str, str]],
) -> CommunityLosses:
    """Return the losses; `kept_ids` are those of the entities that stay, None for no table."""
    numbers = [] if communities is None else texts(communities, *NUMBERS)
    entities: Counter[str] = Counter()
    relationships: Counter[str] = Counter()
    sizes: dict[str, int] = {}
    if communities is not None and communities.column("entity_ids"):
        for number, held in zip(numbers, lists(communities, "entity_ids"), strict=True):
            entities[number] = sum(item in dropped.ids["entity"] for item in held)
            if kept_ids is not None:
                sizes[number] = sum(item in kept_ids for item in held)
    elif nodes is not None:
        entities, sizes = _node_losses(nodes, dropped)
    if communities is not None and communities.column("relationship_ids"):
        for number, held in zip(numbers, lists(communities, "relationship_ids"), strict=True):
            relationships[number] = sum(item in dropped.ids["relationship"] for item in held)
    elif nodes is not None:
        relationships = _pair_losses(nodes, dropped_pairs)
    empty = frozenset(number for number, size in sizes.items() if not size and entities[number])
    parents = [] if communities is None else texts(communities, "parent")
    known = frozenset(numbers).union([] if nodes is None else texts(nodes, "community")) - _NOBODY
    return CommunityLosses(
        entities=entities,
        relationships=relationships,
        empty=empty,
        sizes=sizes,
        parents=left_parents(numbers, parents, empty),
        left=known - empty if known else None,
    )


def left_parents(
    numbers: Iterable[str], parents: Iterable[str], empty: frozenset[str]
) -> dict[str, str]:
    """Return the nearest parent of each community that is not empty itself, ROOT for none."""
    parent_of = dict(zip(numbers, parents, strict=True))
    left: dict[str, str] = {}
    for number in parent_of:
        passed, at = [number], parent_of[number]
        while at in empty and at not in left:
            passed.append(at)
            at = parent_of.get(at, ROOT) or ROOT
            if len(passed) > len(parent_of):  # parents that go round in a circle
                at = ROOT
        found = (left.get(at) or ROOT) if at in empty else at
        left.update(dict.fromkeys(passed, found))
    return left


def _node_losses(nodes: ExportTable, dropped: DroppedRows) -> tuple[Counter[str], dict[str, int]]:
    lost: Counter[str] = Counter()
    sizes: dict[str, int] = {}
    pairs = zip(texts(nodes, "community"), texts(nodes, "title"), strict=True)
    for number, title in pairs:
        if number not in _NOBODY:
            is_dropped = title in dropped.titles
            lost[number] += is_dropped
            sizes[number] = sizes.get(number, 0) + (not is_dropped)
    return lost, sizes


def _pair_losses(nodes: ExportTable, pairs: Iterable[tuple[str, str]]) -> Counter[str]:
    of_title: dict[str, set[str]] = defaultdict(set)
    for number, title in zip(texts(nodes, "community"), texts(nodes, "title"), strict=True):
        if number not in _NOBODY:
            of_title[title].add(number)
    lost: Counter[str] = Counter()
    for source, target in pairs:
        lost.update(of_title.get(source, set()) & of_title.get(target, set()))
    return lost
