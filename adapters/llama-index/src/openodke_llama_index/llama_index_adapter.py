"""How does openodke take in what LlamaIndex extracted, and hand it back?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from openodke import Gate
from openodke.errors import AdapterError, InputError, RowProblem
from openodke.interop import Built, ItemGate, Merged, NodeMerge, RowPlace, TripleRow
from openodke.model import Document, Fact, KnowledgeGraph
from openodke.ontology import Ontology
from openodke_llama_index.extractor_examples import EXAMPLES
from openodke_llama_index.graph_reading import GraphReading
from openodke_llama_index.graph_values import facts_by_place, with_review, written_values
from openodke_llama_index.merged_entities import merged_entities
from openodke_llama_index.merged_store_file import merged_store
from openodke_llama_index.native_shapes import is_ours
from openodke_llama_index.node_documents import NodeDocuments
from openodke_llama_index.stored_graph import StoredGraph, holds_stored_graph
from openodke_llama_index.written_nodes import written


class LlamaIndexAdapter:
    """Reads the relations of LlamaIndex nodes, triplets and triples, and writes verdicts on them.

    Attributes:
        name: "llama-index".
        takes: what it accepts, for messages.
        carries: what a Relation can hold.
        examples: the names in the examples of LlamaIndex's own prompts, and those added.
    """

    name = "llama-index"
    takes = (
        "LlamaIndex nodes with relations in their metadata, triplets as store.get_triplets() gives "
        'them, (subject, predicate, object) or {"head", "type", "tail"}, in a list, '
        "or the path of a stored property graph"
    )
    carries = frozenset(
        {
            "claim",
            "literal",
            "polarity",
            "predicate",
            "qualifiers",
            "quote",
            "several texts",
            "span",
            "type",
        }
    )

    def __init__(self, *, examples: Iterable[str] = ()) -> None:
        """Build an adapter.

        Args:
            examples: further names in the examples of the extractor's prompt, where that is not
                LlamaIndex's own: one that a text does not name was copied from the prompt.

        Raises:
            InputError: for one text in place of a list of names.
        """
        if isinstance(examples, str):
            raise InputError(f"examples={examples!r} is one text: put the names into a list")
        self.examples = EXAMPLES | frozenset(examples)

    def accepts(self, native: object) -> bool:
        """Tell whether it is a list of nodes, of triplets, or of (subject, predicate, object).

        Or the path of a stored property graph.
        """
        if isinstance(native, str | PathLike):
            try:
                return holds_stored_graph(Path(native))
            except (OSError, TypeError, ValueError):  # a text, and no path at all
                return False
        if not isinstance(native, list | tuple):
            return False
        return not native or any(map(is_ours, native))

    def open(self, path: str | PathLike[str]) -> StoredGraph:
        """Return the graph that SimplePropertyGraphStore persisted in a file, or in its folder.

        Raises:
            ExportError: when it cannot be read, or holds no graph.
        """
        return StoredGraph.read(path)

    def to_rows(
        self, native: Sequence[Any], documents: Iterable[Document] = ()
    ) -> tuple[list[TripleRow], list[Document]]:
        """Return one row a relation and text, and one document a node.

        Args:
            native: nodes, triplets or triples.
            documents: the texts of triplets, by the id of the node that each relation names; those
                of triples, which name none: each is checked against all of them.
        """
        reading = GraphReading(native)
        texts = NodeDocuments(native, documents)
        found = [
            (place, place.claim, texts.of_claim(place.item, place.claim))
            for place in reading.places
            if place.claim is not None
        ]
        docs = texts.documents
        rows = [
            TripleRow(
                id=str(RowPlace(ordinal, place.kind, place.index)),
                doc=doc,
                **claim.fields_on(number == 0),
            )
            for place, claim, ordinals in found
            for number, (ordinal, doc) in enumerate(
                [(ordinal, docs[ordinal].id) for ordinal in ordinals] or [(len(docs), None)]
            )
        ]
        return rows, docs

    def left_out(self, native: Sequence[Any]) -> list[RowProblem]:
        """Return each relation that gave no row: its node, its number, and the code of the reason.

        `malformed`, `empty_subject`, `empty_predicate`, `empty_object`; `not_a_claim` where it
        joins nodes of the index.
        """
        return list(GraphReading(native).problems())

    def annotate(
        self, native: Sequence[Any], facts: Iterable[Fact], *, graph: KnowledgeGraph | None = None
    ) -> Sequence[Any]:
        """Return the items with each verdict in the properties of its relation.

        Nodes and relations are copies where something is written, entities and the rest the same
        objects. A bare triple becomes one that equals it, with the verdict as its `odke`.

        Args:
            native: the items that the rows came from, which are not changed.
            facts: one fact a row, in any order.
            graph: not taken: a relation has no place for merged claims.

        Raises:
            InputError: for a fact that is not of these items.
            AdapterError: when a graph is given.
        """
        _refuse_merged(graph)
        reading = GraphReading(native)
        values = written_values(reading, facts_by_place(reading, facts))
        return _like(native, written(reading, values))

    def keep(
        self,
        native: Sequence[Any],
        facts: Iterable[Fact],
        *,
        gate: Gate | None = None,
        ontology: Ontology | None = None,
        graph: KnowledgeGraph | None = None,
    ) -> Sequence[Any]:
        """Return annotated items without the relations that a gate refuses.

        An entity goes with the last relation of its node that has it; one that never had a
        relation stays, and so do the chunks. Both keys of the metadata stay, as empty lists.

        Args:
            native: the items that the rows came from, which are not changed.
            facts: one fact a row, in any order; relations without one are not asked about.
            gate: asked once a relation. Left out, what is contradicted or not found is dropped.
            ontology: what the gate is asked with.
            graph: not taken: a relation has no place for merged claims.

        Raises:
            InputError: for a fact that is not of these items.
            AdapterError: when a graph is given.
        """
        _refuse_merged(graph)
        reading = GraphReading(native)
        placed = facts_by_place(reading, facts)
        values = written_values(reading, placed)
        item_gate = ItemGate(gate, ontology)
        dropped = set()
        for index, parts in placed.items():
            answer = item_gate.ask(parts)
            if answer.action == "refuse":
                dropped.add(index)
            else:
                values[index] = with_review(values[index], answer.reason)
        left = _like(native, written(reading, values, dropped))
        if isinstance(native, StoredGraph) and isinstance(left, StoredGraph):
            left.leftovers = _dropped(native.data, left.data)
        return left

    def merge(self, native: Sequence[Any], merges: Iterable[NodeMerge]) -> Merged[Sequence[Any]]:
        """Return copies in which entities that are proven to be one have one name and one label.

        Relations lead to the entity that stays, and so does what mentions it. Where a node has
        several of them they are joined, with the properties of all. A stored graph, which holds one
        relation for a source, a label and a target, has one where two have become one: with the
        verdict of both and the ids of both texts. The names that went into an entity stand among
        its properties, as `odke_merged`.

        Args:
            native: nodes, triplets, triples or a stored graph, which is not changed.
            merges: the entities, by their names in the rows.
        """
        if isinstance(native, StoredGraph):
            stored = merged_store(native, merges)
            return Merged(stored.native, stored.nodes, stored.notes)
        merged = merged_entities(native, merges)
        return Merged(_like(native, merged.native), merged.nodes)

    def build(self, graph: KnowledgeGraph, documents: Iterable[Document]) -> Built[list[Any]]:
        """Return one TextNode a document, with the claims on it as entities and relations.

        They go into `PropertyGraphIndex(nodes=…, kg_extractors=[Rehydrate()])`.
        """
        from openodke_llama_index.built_nodes import built_nodes  # imports LlamaIndex

        return built_nodes(graph, documents)


def _like(native: Sequence[Any], items: list[Any]) -> Sequence[Any]:
    if isinstance(native, StoredGraph):
        return native.holding(items)
    return tuple(items) if isinstance(native, tuple) else items


def _dropped(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """Return how much of a stored graph went, a line for each kind of thing."""
    counts = [(name, len(before[name]), len(after[name])) for name in ("relations", "nodes")]
    return "\n".join(f"{'dropped':<14}{was - left} of {was} {name}" for name, was, left in counts)


def _refuse_merged(graph: KnowledgeGraph | None) -> None:
    if graph is not None:
        raise AdapterError("a Relation cannot hold a merged graph: leave out graph=")
