"""How many neighbours has each entity?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from openodke_graphrag.cells import texts
from openodke_graphrag.table_change import with_numbers
from openodke_graphrag.table_file import ExportTable


def degrees(pairs: Iterable[tuple[str, str]]) -> Counter[str]:
    """Return each title's number of undirected pairs, each counted once, as GraphRAG counts."""
    counted: Counter[str] = Counter()
    for pair in {(a, b) if a <= b else (b, a) for a, b in pairs}:
        counted.update(pair)
    return counted


def degrees_of(relationships: ExportTable) -> Counter[str]:
    """Return the degrees that a table of relationships gives."""
    return degrees(_pairs(relationships))


def with_pair_degrees(relationships: ExportTable, degree: Counter[str]) -> ExportTable:
    """Return the relationships with the degrees of both ends, in the columns that they have."""
    pairs = _pairs(relationships)
    combined = [degree[source] + degree[target] for source, target in pairs]
    # before GraphRAG 1 `rank` was the combined degree; a column of that name may be a user's own
    old = relationships.column("combined_degree") is None
    table = with_numbers(relationships, "combined_degree", combined)
    table = with_numbers(table, "source_degree", [degree[source] for source, _ in pairs])
    table = with_numbers(table, "target_degree", [degree[target] for _, target in pairs])
    return with_numbers(table, "rank", combined) if old else table


def with_degrees(entities: ExportTable, degree: Counter[str]) -> ExportTable:
    """Return the entities, or the nodes of an old export, with their degrees."""
    return with_numbers(entities, "degree", [degree[t] for t in texts(entities, "title", "name")])


def _pairs(relationships: ExportTable) -> list[tuple[str, str]]:
    sources, targets = texts(relationships, "source"), texts(relationships, "target")
    return list(zip(sources, targets, strict=True))
