"""How do entities that are one thing become one row, in every table that speaks of them?

GraphRAG knows an entity by its title, and other tables by its id. The row that stays keeps its id
and the number that people see; what named another names it, relationships between one pair become
one, and everything is counted anew, as it is when rows are dropped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from openodke.interop import (
    MERGED_KEY,
    Merged,
    MergedNode,
    NodeMerge,
    NodeName,
    merged_value,
    merges_among,
)
from openodke_graphrag.cells import lists, texts
from openodke_graphrag.export import Export
from openodke_graphrag.keeping import all_tables, kept
from openodke_graphrag.leftovers import Leftovers
from openodke_graphrag.merged_rows import Groups, grouped, joined_rows
from openodke_graphrag.refusals import Refusals
from openodke_graphrag.relationship_rows import predicates_of
from openodke_graphrag.row_kinds import KINDS
from openodke_graphrag.run_folder import SIDECAR
from openodke_graphrag.table_change import with_lists, with_names, with_texts, without_rows
from openodke_graphrag.titles import Titles

_NAMED_IN = {
    "entities": ("title", "name"),
    "relationships": ("source", "target"),
    "covariates": ("subject_id", "object_id"),
    "raw_entities": ("title", "name"),
    "raw_relationships": ("source", "target"),
    SIDECAR: ("source", "target"),
}
"""The columns that name entities by their titles."""

_GONE = "it is another entity now"
_NOTE = (
    "the descriptions of what became one stand below each other: GraphRAG has a model write them "
    "anew only where it extracts"
)


def merged_tables(
    export: Export, merges: Iterable[NodeMerge], predicate_column: str | None = None
) -> Merged[Export]:
    """Return an export in which each entity that is proven to be another one is that one."""
    titles = Titles(export)
    there = {name: _node(titles, name) for name in dict.fromkeys(_named(export))}
    wanted = merges_among(merges, frozenset(there.values()))
    if not wanted:
        return Merged(export)
    now = {name: wanted[node].new.name for name, node in there.items() if node in wanted}
    return _Merging(export, now, predicate_column).merged(
        {name: wanted[there[name]].because for name in now}
    )


def _named(export: Export) -> Iterable[str]:
    for kind_table in KINDS.values():
        table = export.tables.get(kind_table)
        if table is not None:
            for column in _NAMED_IN[kind_table]:
                yield from filter(None, texts(table, column))


def _node(titles: Titles, name: str) -> NodeName:
    return NodeName(name, titles.type_of(name))


class _Merging:
    """One export on its way: its tables as they change."""

    def __init__(
        self, export: Export, now: Mapping[str, str], predicate_column: str | None
    ) -> None:
        self._export = export
        self._now = now
        self._predicate_column = predicate_column
        self._problems = list(export.problems)
        self._tables = dict(all_tables(export, self._problems))
        self._groups: dict[str, Groups] = {}

    def merged(self, because: Mapping[str, str]) -> Merged[Export]:
        ids = dict(zip(self._titles(), self._column("entities", "id"), strict=True))
        olds = self._titles()
        self._rename()
        self._join("entities", self._titles(), _differs(olds, self._titles()))
        self._join("relationships", self._pairs(), self._moved)
        self._mark()
        self._point()
        left = dict(zip(self._titles(), self._column("entities", "id"), strict=True))
        nodes = tuple(
            MergedNode(
                old=ids.get(old) or old,
                new=ids.get(new) or left.get(new) or new,
                name=old,
                new_name=new,
                because=because[old],
            )
            for old, new in self._now.items()
        )
        return Merged(self._result(), nodes, (_NOTE,))

    # ── the tables ───────────────────────────────────────────────────────────────────────────

    def _rename(self) -> None:
        """Write the title that stays wherever one stands that is given up."""
        pairs = self._pairs()
        for name, columns in _NAMED_IN.items():
            if (table := self._tables.get(name)) is not None:
                for column in columns:
                    held = texts(table, column)
                    new = [self._now.get(title, title) for title in held]
                    table = with_names(table, column, new)
                self._tables[name] = table
        self._moved = _differs(pairs, self._pairs())

    def _join(self, name: str, keys: Sequence[object], renamed: Sequence[bool]) -> None:
        if (table := self._tables.get(name)) is not None:
            self._groups[name] = grouped(keys, renamed)
            self._tables[name] = joined_rows(table, self._groups[name])

    def _mark(self) -> None:
        """Say of each entity which titles went into it."""
        table = self._tables.get("entities")
        if table is None:
            return
        cells = texts(table, MERGED_KEY)
        given_up: dict[str, list[str]] = {}
        for old, new in self._now.items():
            given_up.setdefault(new, []).append(old)
        gone = {row for rows in self._groups.get("entities", {}).values() for row in rows}
        for row, title in enumerate(self._titles()):
            names = given_up.get(title, [])
            if names and row not in gone:
                cells[row] = merged_value(cells[row], names)
        if any(cells):
            table = with_texts(table, MERGED_KEY, [cell or None for cell in cells])
        self._tables["entities"] = table

    def _point(self) -> None:
        """Lead every list of ids to the rows that stay."""
        for name, column in (("entities", "entity_ids"), ("relationships", "relationship_ids")):
            ids = self._column(name, "id")
            stay = {
                ids[other]: ids[row]
                for row, others in self._groups.get(name, {}).items()
                for other in others
                if ids[other] and ids[row]
            }
            if stay:
                self._change("text_units", column, partial(_led, stay=stay))
                levels = self._column("communities", "level")
                self._change("communities", column, partial(_led_by_level, levels, stay))
        self._name_nodes()

    def _name_nodes(self) -> None:
        """Of old tables: an entity has a node a level, one that is given up has none any more."""
        nodes = self._tables.get("nodes")
        if nodes is None:
            return
        held = texts(nodes, "title")
        there = frozenset(held)
        gone = [row for row, title in enumerate(held) if self._now.get(title) in there]
        nodes = with_names(nodes, "title", [self._now.get(title, title) for title in held])
        self._tables["nodes"] = without_rows(nodes, gone)

    def _change(
        self, name: str, column: str, of: Callable[[list[list[str]]], list[list[str]]]
    ) -> None:
        table = self._tables.get(name)
        if table is not None and table.column(column):
            self._tables[name] = with_lists(table, column, of(lists(table, column)))

    # ── what they hold ───────────────────────────────────────────────────────────────────────

    def _column(self, name: str, *columns: str) -> list[str]:
        table = self._tables.get(name)
        return [] if table is None else texts(table, *columns)

    def _titles(self) -> list[str]:
        return self._column("entities", "title", "name")

    def _pairs(self) -> list[tuple[str, str, str]]:
        table = self._tables.get("relationships")
        if table is None:
            return []
        said = predicates_of(table, self._predicate_column)
        return list(zip(texts(table, "source"), texts(table, "target"), said, strict=True))

    # ── the account ──────────────────────────────────────────────────────────────────────────

    def _result(self) -> Export:
        refused: dict[str, dict[int, str]] = {kind: {} for kind in KINDS}
        for kind, name in KINDS.items():
            for rows in self._groups.get(name, {}).values():
                refused[kind].update(dict.fromkeys(rows, _GONE))
        changed = replace(
            self._export, tables={**self._export.tables, **self._tables}, leftovers=None
        )
        result = kept(changed, Refusals(refused, {kind: {} for kind in KINDS}), (), reviews=False)
        return replace(result, leftovers=self._leftovers(result.leftovers, refused))

    def _leftovers(
        self, now: Leftovers | None, refused: Mapping[str, Mapping[int, str]]
    ) -> Leftovers:
        """Return what is left to be done, beside what `keep` dropped before."""
        before = self._export.leftovers or Leftovers()
        now = now or Leftovers()
        counts = {kind: len(refused[kind]) for kind in sorted(KINDS)}  # claims never are one
        return replace(
            before,
            merged=dict(+(Counter(before.merged) + Counter(counts))),
            rows=dict(Counter(before.rows) + Counter(now.rows)),
            stale=now.stale,
            mentions=tuple(dict.fromkeys((*before.mentions, *now.mentions))),
            workflows=now.workflows or before.workflows,
            notes=tuple(dict.fromkeys((*before.notes, *now.notes))),
        )


def _differs(old: Sequence[object], new: Sequence[object]) -> list[bool]:
    return [was != now for was, now in zip(old, new, strict=True)]


def _led(cells: list[list[str]], stay: Mapping[str, str]) -> list[list[str]]:
    """Return lists of ids that lead to the rows that stay, each once."""
    return [
        list(dict.fromkeys(stay.get(item, item) for item in cell))
        if any(item in stay for item in cell)
        else cell
        for cell in cells
    ]


def _led_by_level(
    levels: Sequence[str], stay: Mapping[str, str], cells: list[list[str]]
) -> list[list[str]]:
    """Return the lists of communities, in which an id stands once a level.

    Where the row that stays has its own community of that level, those of the others lose theirs.
    """
    held = {(level, item) for level, cell in zip(levels, cells, strict=True) for item in cell}
    new = []
    for level, cell in zip(levels, cells, strict=True):
        items = []
        for item in cell:
            now = stay.get(item)
            if now is None:
                items.append(item)
            elif (level, now) not in held:
                held.add((level, now))
                items.append(now)
        new.append(items)
    return new
