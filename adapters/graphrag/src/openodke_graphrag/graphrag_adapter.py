"""How does openodke take in a GraphRAG export and hand it back?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path

from openodke import Gate
from openodke.errors import AdapterError, RowProblem
from openodke.interop import Built, ItemGate, Merged, NodeMerge, RowPlace, TripleRow
from openodke.model import Document, Fact, KnowledgeGraph
from openodke.ontology import Ontology
from openodke_graphrag.built_tables import built_export
from openodke_graphrag.covariate_rows import CovariateRows
from openodke_graphrag.entity_rows import EntityRows
from openodke_graphrag.export import Export
from openodke_graphrag.keeping import kept
from openodke_graphrag.merged_tables import merged_tables
from openodke_graphrag.prompt_examples import EXAMPLES
from openodke_graphrag.refusals import asked
from openodke_graphrag.relationship_rows import RelationshipRows
from openodke_graphrag.row_kinds import KINDS
from openodke_graphrag.run_folder import table_folder
from openodke_graphrag.titles import Titles
from openodke_graphrag.unit_documents import UnitDocuments
from openodke_graphrag.verdict_columns import with_columns
from openodke_graphrag.verdict_sidecar import with_sidecar

Items = RelationshipRows | EntityRows | CovariateRows


class GraphRAGAdapter:
    """Reads the tables of a GraphRAG run as claims on text units, and writes verdicts beside them.

    Attributes:
        name: "graphrag".
        carries: what the tables can hold.
        examples: the names in the examples of GraphRAG's prompts, and those added.
    """

    name = "graphrag"
    carries = frozenset({"claim", "polarity", "qualifiers", "quote", "several texts", "type"})

    def __init__(
        self, *, examples: Iterable[str] = (), predicate_column: str | None = None
    ) -> None:
        """Build an adapter.

        Args:
            examples: further names in the examples of the prompts, where those are not GraphRAG's
                own: `graphrag prompt-tune` writes new ones.
            predicate_column: the column of `relationships` that holds the predicate; left out, the
                first of `predicate`, `relationship_type` and `type` that is there. A relationship
                without one is `related_to`.
        """
        self.examples = EXAMPLES | frozenset(examples)
        self._predicate_column = predicate_column

    def accepts(self, native: object) -> bool:
        """Tell whether it is an Export, or the path of a folder with GraphRAG's tables."""
        if isinstance(native, Export):
            return True
        if not isinstance(native, str | PathLike):
            return False
        try:
            return table_folder(Path(native)) is not None
        except (OSError, TypeError, ValueError):  # a text, and no path at all
            return False

    def open(self, path: str | PathLike[str]) -> Export:
        """Return the export at a path (see `Export.read` for where it looks).

        A line of a CSV file that cannot be read costs itself, and is among those `left_out`.

        Raises:
            ExportError: naming the folder, file or column that is not there or cannot be read.
        """
        return Export.read(path, problems=[])

    def to_rows(
        self, native: Export, documents: Iterable[Document] = ()
    ) -> tuple[list[TripleRow], list[Document]]:
        """Return one row a claim and text unit, and one document a text unit.

        `documents` stand in, by id, for text units that the export does not have; a claim whose
        text unit is nowhere has no document.
        """
        units = UnitDocuments(native, documents)
        rows = [
            row
            for items in self._items(native)
            for index in range(len(items))
            if items.problem(index) is None
            for row in items.rows(index, units)
        ]
        return rows, units.documents

    def left_out(self, native: Export) -> list[RowProblem]:
        """Return each item that gave no row: its file, its place, `malformed` or `not_a_claim`.

        The place is the row of a table, and of a CSV line that could not be read its number.
        """
        items_left_out = (
            RowProblem(items.file, index, "", problem)
            for items, index, problem in self._problems(native)
        )
        return [*native.problems, *items_left_out]

    def annotate(
        self, native: Export, facts: Iterable[Fact], *, graph: KnowledgeGraph | None = None
    ) -> Export:
        """Return an export with the verdicts as `odke_*` columns and as the table `odke_verdicts`.

        Every cell, column and row that was there stays as it was.

        Args:
            native: the export that the rows came from, which is not changed.
            facts: one fact a row, in any order; items without one have empty cells.
            graph: not taken: the tables have no place for merged claims.

        Raises:
            InputError: for a fact that is not of this export.
            AdapterError: when a graph is given.
        """
        _refuse_merged(graph)
        return self._annotated(native, [(RowPlace.parse(fact.id, KINDS), fact) for fact in facts])

    def keep(
        self,
        native: Export,
        facts: Iterable[Fact],
        *,
        gate: Gate | None = None,
        ontology: Ontology | None = None,
        graph: KnowledgeGraph | None = None,
    ) -> Export:
        """Return an annotated export without what a gate refuses and what goes with it.

        A relationship goes with either of its ends, an entity with the last of its relationships,
        a community with the last of its entities. No id points nowhere, degrees and sizes are
        counted anew; reports that speak of what went are marked. `leftovers` of what is returned
        says what happened and what is left to do.

        Args:
            native: the export that the rows came from, which is not changed.
            facts: one fact a row, in any order; items without one are not asked about.
            gate: asked once an item. Left out, what is contradicted or not found is dropped.
            ontology: what the gate is asked with.
            graph: not taken: the tables have no place for merged claims.

        Raises:
            InputError: for a fact that is not of this export.
            ExportError: when a table of communities, reports, nodes or vectors cannot be read.
            AdapterError: when a graph is given.
        """
        _refuse_merged(graph)
        placed = [(RowPlace.parse(fact.id, KINDS), fact) for fact in facts]
        annotated = self._annotated(native, placed)
        return kept(annotated, asked(ItemGate(gate, ontology), placed), placed)

    def merge(self, native: Export, merges: Iterable[NodeMerge]) -> Merged[Export]:
        """Return an export in which entities that are proven to be one are one row.

        Whatever named one that is given up names the one that stays, which keeps its id. It has the
        descriptions of all, their text units, and their number; relationships of one pair become
        one, their weights added up. Degrees and sizes are counted anew, no id points nowhere, a
        community left with nobody goes, reports that lost something are marked. The titles that
        went into an entity stand in the column `odke_merged`; `leftovers` says what is left to do.

        Args:
            native: an export, annotated or not, which is not changed.
            merges: the entities, by their titles and types.

        Raises:
            ExportError: when a table of communities, reports, nodes or vectors cannot be read.
        """
        return merged_tables(native, merges, self._predicate_column)

    def build(self, graph: KnowledgeGraph, documents: Iterable[Document]) -> Built[Export]:
        """Return the tables that GraphRAG needs of a graph made elsewhere, and what they lack.

        An asserted claim between two entities is a relationship, its predicate in the column
        `odke_predicate`; any other is a row of the covariates. `write` writes them.
        """
        return built_export(graph, documents)

    def _annotated(self, native: Export, placed: list[tuple[RowPlace, Fact]]) -> Export:
        left_out = {
            (items.kind, index): problem.partition(":")[0]
            for items, index, problem in self._problems(native)
        }
        return with_sidecar(with_columns(native, placed, left_out), placed)

    def _items(self, export: Export) -> Iterator[Items]:
        titles = Titles(export)
        if "relationships" in export.tables:
            yield RelationshipRows(export, titles, self._predicate_column)
        if "entities" in export.tables:
            yield EntityRows(export, titles)
        if "covariates" in export.tables:
            yield CovariateRows(export, titles)

    def _problems(self, export: Export) -> Iterator[tuple[Items, int, str]]:
        for items in self._items(export):
            for index in range(len(items)):
                problem = items.problem(index)
                if problem is not None:
                    yield items, index, problem


def _refuse_merged(graph: KnowledgeGraph | None) -> None:
    if graph is not None:
        raise AdapterError("GraphRAG's tables cannot hold a merged graph: leave out graph=")
