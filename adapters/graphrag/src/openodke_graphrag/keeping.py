"""How is an export written without what was refused, so that no id points nowhere?

GraphRAG's loaders do not notice an id that is not there, or a degree that is wrong: so every table
that speaks of a dropped row is mended. Ids, and the numbers that people see, stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from openodke.errors import RowProblem
from openodke.gate import reviewed
from openodke.interop import REVIEW_KEY, RowPlace
from openodke.model import Fact, GateVerdict
from openodke_graphrag.cells import lists, texts
from openodke_graphrag.community_losses import NUMBERS, ROOT, CommunityLosses, community_losses
from openodke_graphrag.degrees import degrees_of, with_degrees, with_pair_degrees
from openodke_graphrag.dropped_rows import DroppedRows, dropped_rows
from openodke_graphrag.export import Export
from openodke_graphrag.leftovers import DroppedItem, Leftovers
from openodke_graphrag.refusals import ByIndex, Refusals
from openodke_graphrag.remains import mentions, notes, workflows
from openodke_graphrag.row_kinds import KINDS
from openodke_graphrag.run_folder import table_file, table_files
from openodke_graphrag.stale_reports import stale_reasons, with_marks
from openodke_graphrag.table_change import (
    with_items,
    with_lists,
    with_numbers,
    with_texts,
    without_nulls,
    without_rows,
)
from openodke_graphrag.table_file import ExportTable, read_table

_POINTERS = {
    "entity_ids": "entities",
    "relationship_ids": "relationships",
    "covariate_ids": "covariates",
}
_OTHERS = ("communities", "community_reports", "nodes")


def kept(
    export: Export,
    refusals: Refusals,
    placed: Sequence[tuple[RowPlace, Fact]],
    *,
    reviews: bool = True,
) -> Export:
    """Return an export without the rows that are refused and those that go with them.

    Args:
        export: annotated already, all rows still there.
        refusals: what the gate said of its items.
        placed: the facts, for the record of what went.
        reviews: whether the tables get a column for marks, also where there is none.
    """
    return _Keeping(export, refusals, reviews).export(placed)


class _Keeping:
    """One export on its way: its tables as they change."""

    def __init__(self, export: Export, refusals: Refusals, reviews: bool) -> None:
        self._export = export
        self._refusals = refusals
        self._reviews = reviews
        self._dropped: DroppedRows = dropped_rows(export, refusals.refused)
        self._problems = list(export.problems)
        self._before = dict(all_tables(export, self._problems))
        self._tables = dict(self._before)

    def export(self, placed: Sequence[tuple[RowPlace, Fact]]) -> Export:
        dropped_pairs = self._pairs(self._dropped.because["relationship"])
        self._keep_items()
        self._count_degrees()
        losses = community_losses(
            self._before.get("communities"),
            self._before.get("nodes"),
            self._dropped,
            self._ids("entities") if self._has_ids("entities") else None,
            dropped_pairs,
        )
        self._keep_nodes()
        self._keep_text_units()
        self._keep_communities(losses)
        stale = self._keep_reports(losses)
        self._keep_snapshots(dropped_pairs)
        return self._result(placed, stale)

    # ── the tables ───────────────────────────────────────────────────────────────────────────

    def _keep_items(self) -> None:
        for kind, name in KINDS.items():
            if (table := self._tables.get(name)) is not None:
                reasons = self._refusals.marked[kind]
                held = texts(table, REVIEW_KEY)  # what the verdicts themselves ask a person to see
                marks = [reasons.get(row) or mark or None for row, mark in enumerate(held)]
                if self._reviews or any(marks) or table.column(REVIEW_KEY):
                    table = with_texts(table, REVIEW_KEY, marks)
                # a missing description is read as the word "nan" by GraphRAG's loaders
                table = table if name == "covariates" else without_nulls(table, "description")
                self._tables[name] = without_rows(table, self._dropped.because[kind])

    def _count_degrees(self) -> None:
        relationships = self._tables.get("relationships")
        if relationships is None:
            return
        degree = degrees_of(relationships)
        self._tables["relationships"] = with_pair_degrees(relationships, degree)
        for name in ("entities", "nodes"):
            if table := self._tables.get(name):
                self._tables[name] = with_degrees(table, degree)

    def _keep_nodes(self) -> None:
        if nodes := self._tables.get("nodes"):
            if nodes.column("degree") and nodes.column("size"):  # until 0.3 `size` is the degree
                nodes = with_numbers(nodes, "size", texts(nodes, "degree"))
            gone = _rows_with(texts(nodes, "title"), self._dropped.titles)
            gone += _rows_with(texts(nodes, "id"), self._dropped.ids["entity"])
            self._tables["nodes"] = without_rows(nodes, gone)

    def _keep_text_units(self) -> None:
        self._tables["text_units"] = self._with_kept_ids(self._tables["text_units"])

    def _keep_communities(self, losses: CommunityLosses) -> None:
        table = self._tables.get("communities")
        if table is None:
            return
        table = self._with_kept_ids(self._with_units(table))
        self._tables["communities"] = _regrouped(table, texts(table, *NUMBERS), losses)

    def _with_kept_ids(self, table: ExportTable) -> ExportTable:
        """Leave what is not there out of the lists of a table.

        Of a table that is not there, or has no ids, nobody knows: what names its rows is let stand.
        """
        for column, name in _POINTERS.items():
            if self._has_ids(name):
                table = with_items(table, column, self._ids(name))
        return table

    def _with_units(self, communities: ExportTable) -> ExportTable:
        """Leave out the text units that only dropped relationships brought to a community."""
        relationships = self._before.get("relationships")
        if relationships is None:
            return communities
        ids, units = texts(relationships, "id"), lists(relationships, "text_unit_ids")
        units_of = dict(zip(ids, units, strict=True))
        dropped = self._dropped.ids["relationship"]
        new = []
        for held, old in zip(
            lists(communities, "relationship_ids"), lists(communities, "text_unit_ids"), strict=True
        ):
            lost = {u for i in held if i in dropped for u in units_of[i]}
            left = {u for i in held if i not in dropped for u in units_of.get(i, ())}
            new.append([unit for unit in old if unit in left or unit not in lost])
        return with_lists(communities, "text_unit_ids", new)

    def _keep_reports(self, losses: CommunityLosses) -> int:
        table = self._tables.get("community_reports")
        if table is None:
            return 0
        table = with_marks(table, stale_reasons(table, losses, self._dropped.names))
        table = _regrouped(table, texts(table, "community"), losses)
        self._tables["community_reports"] = table
        return sum(map(bool, texts(table, "odke_stale")))

    def _keep_snapshots(self, dropped_pairs: Iterable[tuple[str, str]]) -> None:
        """Leave what was dropped out of the raw descriptions and the vectors, too."""
        if raw := self._tables.get("raw_entities"):
            gone = _rows_with(texts(raw, "title", "name"), self._dropped.titles)
            self._tables["raw_entities"] = without_rows(raw, gone)
        if raw := self._tables.get("raw_relationships"):
            pairs = list(zip(texts(raw, "source"), texts(raw, "target"), strict=True))
            left = set(self._pairs_left())
            rows = _rows_with(pairs, set(dropped_pairs) - left)
            self._tables["raw_relationships"] = without_rows(raw, rows)
        ids = frozenset().union(*self._dropped.ids.values(), *map(self._lost_ids, _OTHERS))
        for name in self._tables:
            if name.startswith("embeddings."):
                vectors = self._tables[name]
                self._tables[name] = without_rows(vectors, _rows_with(texts(vectors, "id"), ids))

    # ── what they hold ───────────────────────────────────────────────────────────────────────

    def _ids(self, name: str) -> frozenset[str]:
        return _ids(self._tables.get(name))

    def _has_ids(self, name: str) -> bool:
        """Tell whether the rows of a table could be named by an id, before any went."""
        table = self._before.get(name)
        if table is None or table.column("id") is None:
            return False
        return not table.data.num_rows or bool(_ids(table))

    def _lost_ids(self, name: str) -> frozenset[str]:
        """Return the ids that a table had and has no more."""
        return _ids(self._before.get(name)) - self._ids(name)

    def _pairs(self, rows: ByIndex) -> list[tuple[str, str]]:
        table = self._before.get("relationships")
        if table is None:
            return []
        sources, targets = texts(table, "source"), texts(table, "target")
        return [(sources[row], targets[row]) for row in sorted(rows)]

    def _pairs_left(self) -> Iterator[tuple[str, str]]:
        if table := self._tables.get("relationships"):
            yield from zip(texts(table, "source"), texts(table, "target"), strict=True)

    # ── the account ──────────────────────────────────────────────────────────────────────────

    def _result(self, placed: Sequence[tuple[RowPlace, Fact]], stale: int) -> Export:
        changed = {n: t for n, t in self._tables.items() if t is not self._before[n]}
        tables = {**self._export.tables, **changed}
        left_behind = _twins(self._export, tables)
        items = tuple(self._items())
        graph = any(item.kind != "claim" for item in items)
        names = workflows(
            graph=graph,
            claims=bool(items),
            reports=not self._before.keys().isdisjoint(_OTHERS),
        )
        leftovers = Leftovers(
            dropped=items,
            refused=tuple(self._refused(placed)),
            before={
                k: self._before[n].data.num_rows for k, n in KINDS.items() if n in self._before
            },
            rows=dict(self._rows_gone()),
            stale=stale,
            mentions=mentions(self._export.folder, stale, left_behind) if items else (),
            workflows=names,
            notes=(*notes(self._before["text_units"].name, names), *self._unnamed()),
        )
        return replace(
            self._export,
            tables=tables,
            problems=tuple(self._problems),
            left_behind=left_behind,
            leftovers=leftovers,
        )

    def _unnamed(self) -> Iterator[str]:
        """Yield which lists stand as they were, since what they name has no ids."""
        for column, name in _POINTERS.items():
            tables = [n for n in ("text_units", "communities") if _column(self._before, n, column)]
            if name in self._before and tables and not self._has_ids(name):
                yield (
                    f"{self._before[name].name} has no ids: {column} of {' and '.join(tables)} "
                    "stays as it was, and may name what was dropped"
                )

    def _items(self) -> Iterator[DroppedItem]:
        for kind, name in KINDS.items():
            rows = self._dropped.because[kind]
            if not rows:
                continue
            table = self._before[name]
            ids, named = texts(table, "id"), _names(table, kind)
            for row in sorted(rows):
                refused = row in self._refusals.refused[kind]
                yield DroppedItem(kind, row, ids[row], named[row], rows[row], refused)

    def _refused(self, placed: Sequence[tuple[RowPlace, Fact]]) -> Iterator[Fact]:
        for place, fact in placed:
            because = self._dropped.because[place.kind].get(place.index)
            if because is not None:
                yield reviewed(fact, GateVerdict(action="refuse", reason=because))

    def _rows_gone(self) -> Iterator[tuple[str, int]]:
        for name, table in self._tables.items():
            if name not in KINDS.values():
                yield name, self._before[name].data.num_rows - table.data.num_rows


def all_tables(export: Export, problems: list[RowProblem]) -> Iterator[tuple[str, ExportTable]]:
    """Yield every table that may speak of a row, those that are not read otherwise included."""
    yield from export.tables.items()
    if export.folder is None:
        return
    for name in _OTHERS:
        path = table_file(export.folder, name)
        if name not in export.tables and path is not None:
            yield name, read_table(path, problems)
    for path in table_files(export.folder):
        if path.stem.startswith("embeddings.") and path.stem not in export.tables:
            yield path.stem, read_table(path, problems)


def _ids(table: ExportTable | None) -> frozenset[str]:
    return frozenset() if table is None else frozenset(filter(None, texts(table, "id")))


def _column(tables: Mapping[str, ExportTable], name: str, column: str) -> str | None:
    """Return the name of a column where its table is there and has it."""
    return tables[name].column(column) if name in tables else None


def _twins(export: Export, tables: dict[str, ExportTable]) -> frozenset[str]:
    """Return the files that hold a changed table as it was: in another form, or by its old name."""
    if export.folder is None:
        return frozenset()
    twins = set(export.left_behind)
    files = {name: table.name for name, table in tables.items() if table.changed}
    for path in table_files(export.folder):
        written = files.get(path.stem.removeprefix("create_final_"))
        if written not in (None, path.name):
            twins.add(path.name)
    return frozenset(twins)


def _regrouped(table: ExportTable, numbers: list[str], losses: CommunityLosses) -> ExportTable:
    """Return communities, or their reports, without those left with nobody; the tree mended."""
    if losses.left is not None:
        old = texts(table, "parent")
        parents = [_parent(number, at, losses) for number, at in zip(numbers, old, strict=True)]
        table = with_numbers(table, "parent", parents)
        table = with_lists(table, "children", list(_children(table, numbers, losses)))
    if losses.sizes:
        sizes = [losses.sizes.get(n, 0) for n in numbers]
        table = with_numbers(table, "size", sizes)
    return without_rows(table, _rows_with(numbers, losses.empty))


def _parent(number: str, old: str, losses: CommunityLosses) -> str:
    """Return the parent of a community: one that is left, ROOT, or "" where nothing was said."""
    parent = losses.parents.get(number, old)
    return parent if not parent or parent in (losses.left or ()) else ROOT


def _children(
    table: ExportTable, numbers: list[str], losses: CommunityLosses
) -> Iterator[list[str]]:
    """Yield the children that are left of each community, and those that it adopts."""
    left = losses.left or frozenset()
    adopted: dict[str, list[str]] = {}
    if losses.empty:
        for number, parent in losses.parents.items():
            if number in left:
                adopted.setdefault(parent, []).append(number)
    for number, held in zip(numbers, lists(table, "children"), strict=True):
        stay = [child for child in held if child in left]
        there = frozenset(stay)
        yield stay + [child for child in adopted.get(number, ()) if child not in there]


def _rows_with(keys: Sequence[object], wanted: Iterable[object]) -> list[int]:
    held = wanted if isinstance(wanted, frozenset | set) else set(wanted)
    return [row for row, key in enumerate(keys) if key in held]


def _names(table: ExportTable, kind: str) -> list[str]:
    if kind == "relationship":
        pairs = zip(texts(table, "source"), texts(table, "target"), strict=True)
        return [f"{source} -> {target}" for source, target in pairs]
    return texts(table, "title", "name") if kind == "entity" else texts(table, "subject_id")
