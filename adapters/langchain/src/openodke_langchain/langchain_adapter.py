"""How does openodke take in what a LangChain chain extracted, and hand it back?"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from os import PathLike
from typing import Any

from openodke import Gate
from openodke.errors import AdapterError, InputError, RowProblem
from openodke.interop import Built, ItemGate, Merged, NodeMerge, TripleRow
from openodke.model import Document, Fact, KnowledgeGraph
from openodke.ontology import Ontology
from openodke_langchain.built_graphs import built_graphs
from openodke_langchain.copied_claims import with_copies
from openodke_langchain.graph_classes import graph_classes
from openodke_langchain.graph_keeping import Answers, asked, kept
from openodke_langchain.graph_lines import GraphFile, holds_graphs
from openodke_langchain.graph_mapping import GraphMapping
from openodke_langchain.graph_rows import PROPERTY, QUALIFIER, Reading, graph_rows
from openodke_langchain.graph_verdicts import annotated, facts_of_items
from openodke_langchain.merged_graph_nodes import merged_nodes
from openodke_langchain.native_graphs import NativeGraphs, is_native
from openodke_langchain.native_rows import NativeRows
from openodke_langchain.property_claims import PropertyClaims
from openodke_langchain.transformer_examples import TRANSFORMER_EXAMPLES


class LangChainAdapter:
    """Reads graph documents of any class as claims on their texts, and writes verdicts into them.

    Attributes:
        name: "langchain".
        carries: what graph documents can hold.
        examples: the names in the examples of LLMGraphTransformer's prompts, and those added.
        takes: what it accepts, for messages.
    """

    name = "langchain"
    takes = (
        "graph documents, {head, relation, tail}, KnowledgeTriple, a list of one of them, or a "
        "file of them; texts go to documents=. A bare tuple does not say which of the three is the "
        "predicate: networkx_triples(graph) does, for a NetworkxEntityGraph"
    )
    carries = frozenset({"predicate", "literal", "qualifiers", "claim", "type"})

    def __init__(
        self,
        *,
        examples: Iterable[str] = (),
        mapping: GraphMapping | None = None,
        properties: bool | Collection[str] = True,
        relationship_properties: bool | Collection[str] = True,
        property_kinds: Mapping[str, str] | None = None,
        every_node: bool = False,
        graph_document: type | None = None,
    ) -> None:
        """Build an adapter.

        Args:
            examples: further names in the examples of your own prompt: a claim about one of them
                that its text does not name was copied from the prompt.
            mapping: how a class or dict of your own names its parts.
            properties: whether the properties of nodes are claims, or the keys of those that are.
            relationship_properties: the same of relationships. What speaks of the extraction, such
                as `confidence`, is a claim only where its key is given.
            property_kinds: by key, whether a value is free "text", a "name" or another "value";
                left out, numbers and ISO dates are values, and any other text is free.
            every_node: whether a node that has relationships claims to be there, too.
            graph_document: the class that `build` makes; left out, langchain-neo4j's, else
                langchain-community's, else one of our own.

        Raises:
            InputError: for properties that are no keys, a kind of another name, and examples
                that are no names.
        """
        if isinstance(examples, str):
            raise InputError(f"examples={examples!r}: give a list of names, [{examples!r}]")
        self.examples = TRANSFORMER_EXAMPLES | frozenset(examples)
        if strange := [each for each in self.examples if not isinstance(each, str)]:
            raise InputError(f"examples holds {strange[0]!r}: give names, as texts")
        self._mapping = mapping
        self._reading = Reading(
            PropertyClaims(properties, property_kinds),
            PropertyClaims(relationship_properties, property_kinds, "relationship_properties"),
            every_node,
        )
        self._graph_document = graph_document

    def accepts(self, native: object) -> bool:
        """Tell whether it is a graph, a triple, a list of either, or a file of them."""
        try:
            if isinstance(native, str | PathLike):
                return holds_graphs(native, self._mapping)
            return is_native(native, self._mapping)
        except Exception:  # an object of anybody's, or a text that is no path
            return False

    def open(self, path: str | PathLike[str]) -> GraphFile:
        """Return the graphs of a JSON-lines or JSON file, as dicts.

        Raises:
            ExportError: naming the file that cannot be read or holds no JSON.
        """
        return GraphFile.read(path)

    def to_rows(
        self, native: Any, documents: Iterable[Document] = ()
    ) -> tuple[list[TripleRow], list[Document]]:
        """Return one row a claim and text, and one document a text.

        `documents` stand in where a graph has no text: under the name of its source, or else all of
        them.
        """
        read = NativeRows(self._graphs(native), self._reading, documents)
        return read.rows, read.documents

    def left_out(self, native: Any) -> list[RowProblem]:
        """Return each item that gave no row, and each graph that has no relationship."""
        problems = getattr(native, "problems", ()) if isinstance(native, GraphFile) else ()
        return [*problems, *NativeRows(self._graphs(native), self._reading).left_out]

    def annotate(
        self,
        native: Any,
        facts: Iterable[Fact],
        *,
        graph: KnowledgeGraph | None = None,
        merge_copies: bool = False,
    ) -> Any:
        """Return copies of the same classes, with the verdicts among the properties.

        A relationship, a node that stands alone and a node with properties get `odke_verdict` and
        what else is known, and of each property `odke_verdict__<key>`; earlier verdicts are
        replaced. What has no properties gets them beside its fields.

        Args:
            native: what the rows came from, which is not changed.
            facts: one fact a row, in any order; an item without one has no verdict.
            graph: not taken: a graph document has no place for merged claims.
            merge_copies: give a relationship, a node or a property that stands several times the
                verdict of all its texts, each time: a store keeps one of them.

        Raises:
            InputError: for a fact that is not of these graphs.
            AdapterError: when a graph is given.
        """
        _refuse_merged(graph)
        graphs, parts = self._graphs(native), facts_of_items(facts)
        if merge_copies:
            parts = with_copies(graph_rows(graphs, self._reading), parts)
        return annotated(graphs, parts, self._reading)

    def keep(
        self,
        native: Any,
        facts: Iterable[Fact],
        *,
        gate: Gate | None = None,
        ontology: Ontology | None = None,
        graph: KnowledgeGraph | None = None,
        merge_copies: bool = False,
    ) -> Any:
        """Return annotated copies without what a gate refuses and what rests on it alone.

        A node goes when it is refused, with its relationships, or when the last relationship that
        it had went and no claim of its own was accepted. A property that is refused is taken out,
        and its relationship stays if its own claim was accepted. A graph that loses everything
        stays, empty.

        Args:
            native: what the rows came from, which is not changed.
            facts: one fact a row, in any order; items without one are not asked about.
            gate: asked once an item. Left out, what is contradicted or not found is dropped.
            ontology: what the gate is asked with.
            graph: not taken: a graph document has no place for merged claims.
            merge_copies: as in `annotate`, of the copies that stay: the gate decides on each by its
                own text.

        Raises:
            InputError: for a fact that is not of these graphs.
            AdapterError: when a graph is given.
        """
        _refuse_merged(graph)
        graphs, parts = self._graphs(native), facts_of_items(facts)
        answers = asked(ItemGate(gate, ontology), parts)
        if merge_copies:
            parts = with_copies(graph_rows(graphs, self._reading), parts, answers.refused)
        left = kept(graphs, parts, answers, self._reading)
        if isinstance(left, GraphFile):
            left.leftovers = _dropped(graphs, self._graphs(left), answers)
        return left

    def merge(self, native: Any, merges: Iterable[NodeMerge]) -> Merged[Any]:
        """Return copies in which nodes that are proven to be one have one id and one type.

        Where a graph has several of them they are joined, with the properties of all: what differs
        under one key becomes a list. Relationships are led to the node that stays, none of them
        goes; those that are copies of one another now have one verdict. The ids that went into a
        node stand among its properties, as `odke_merged`.

        Args:
            native: graphs, annotated or not, which are not changed.
            merges: the nodes, by their names in the rows.
        """
        return merged_nodes(self._graphs(native), merges, self._reading)

    def build(self, graph: KnowledgeGraph, documents: Iterable[Document]) -> Built[list[Any]]:
        """Return one graph document a text for a graph made elsewhere, and what they lack."""
        return built_graphs(graph, documents, graph_classes(self._graph_document))

    def _graphs(self, native: Any) -> NativeGraphs:
        return NativeGraphs(native, self._mapping)


def _dropped(before: NativeGraphs, after: NativeGraphs, answers: Answers) -> str:
    """Return how much of some graphs went, a line for each kind of thing."""
    properties = sum(kind in (PROPERTY, QUALIFIER) for kind, _ in answers.refused)
    counts = {
        "relationships": (before.relations - after.relations, before.relations),
        "nodes": (before.nodes - after.nodes, before.nodes),
    }
    lines = [f"{'dropped':<14}{gone} of {there} {name}" for name, (gone, there) in counts.items()]
    values = "property value" if properties == 1 else "property values"
    return "\n".join([*lines, f"{'dropped':<14}{properties} {values}"])


def _refuse_merged(graph: KnowledgeGraph | None) -> None:
    if graph is not None:
        raise AdapterError("graph documents cannot hold a merged graph: leave out graph=")
