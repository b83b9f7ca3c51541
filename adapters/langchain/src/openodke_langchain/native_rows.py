"""What do graphs claim in all, on which texts, and what makes no claim?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import ValidationError

from openodke.errors import RowProblem
from openodke.interop import TripleRow
from openodke.model import Document
from openodke_langchain.claim_names import UnreadableItemError
from openodke_langchain.graph_rows import (
    NODE,
    PROPERTY,
    QUALIFIER,
    RELATIONSHIP,
    GraphRows,
    Reading,
    graph_rows,
    problem_of,
)
from openodke_langchain.native_graphs import NativeGraph, NativeGraphs
from openodke_langchain.source_texts import SourceTexts

_WORDS = 3  # of a source from which it may have been meant as the text itself
_SOURCES = {
    RELATIONSHIP: "relationships",
    NODE: "nodes",
    PROPERTY: "node properties",
    QUALIFIER: "relationship properties",
    "graph": "graphs",
}


class NativeRows:
    """The rows of a native object, its texts, and what makes no claim.

    Attributes:
        rows: one row a claim and text.
        documents: the texts.
        left_out: each item that gave no row, and each graph that says nothing.
    """

    def __init__(
        self, native: NativeGraphs, reading: Reading, given: Iterable[Document] = ()
    ) -> None:
        """Read everything."""
        texts = SourceTexts(given)
        self._ordinals = [texts.ordinals(graph.document) for graph in native]
        self.documents = texts.documents
        self.rows: list[TripleRow] = []
        self.left_out: list[RowProblem] = []
        for at, rows in enumerate(graph_rows(native, reading)):
            self._read(at, rows)

    def _read(self, at: int, rows: GraphRows) -> None:
        graph, before = rows.graph, len(self.rows)
        if graph.problem:
            self._leave_out("graph", at, graph.problem)
            return
        is_related = False
        for kind, index, read in rows.items():
            try:
                said = read()
                if said is not None:
                    self._add(at, kind, index, said)
                    is_related = is_related or kind == RELATIONSHIP
            except (UnreadableItemError, ValidationError) as error:
                self._leave_out(kind, index, problem_of(error))
        if graph.mapping is None:
            return  # a claim that stands alone: what is wrong with it was said
        if isinstance(graph.document, str) and len(graph.document.split()) >= _WORDS:
            self._leave_out("graph", at, _taken_for_a_name(graph.document))
        if len(self.rows) == before:
            self._leave_out("graph", at, _silent(graph))
        elif not is_related:
            count = len(graph.nodes.items)
            alone = f"no_relationships: {count} nodes that nothing connects"
            self._leave_out("graph", at, alone)

    def _add(self, at: int, kind: str, index: int, said: dict[str, Any]) -> None:
        ordinals = self._ordinals[at]
        if kind == RELATIONSHIP and (quote := self._quote(said["qualifiers"], ordinals)):
            said = {**said, "quote": quote}
        for ordinal in ordinals or (len(self.documents),):
            doc = self.documents[ordinal].id if ordinals else None
            self.rows.append(TripleRow(id=f"{ordinal}/{kind}/{index}", doc=doc, **said))

    def _quote(self, qualifiers: dict[str, Any], ordinals: list[int]) -> str | None:
        """Return the passage that a relationship cites as `evidence`, if its text holds it."""
        cited = qualifiers.get("evidence")
        passages = cited if isinstance(cited, list) else [cited]
        if len(ordinals) != 1:
            return None
        text = self.documents[ordinals[0]].text
        return next((p for p in passages if isinstance(p, str) and p.strip() and p in text), None)

    def _leave_out(self, kind: str, index: int, problem: str) -> None:
        self.left_out.append(RowProblem(_SOURCES[kind], index, "", problem))


def _taken_for_a_name(source: str) -> str:
    shown = source if len(source) <= 40 else source[:39] + "…"
    return (
        f"no_source: its source {shown!r} is taken for the name of a text; a text itself stands "
        "under page_content: {'page_content': …, 'metadata': {}}"
    )


def _silent(graph: NativeGraph) -> str:
    if graph.nodes.items or graph.relations.items:
        return "no_claims: nothing in this graph can be read as a claim"
    return "no_claims: nothing was found in this text, or the answer could not be read"
