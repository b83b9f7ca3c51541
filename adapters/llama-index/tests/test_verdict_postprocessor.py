"""Which facts does an answer get to see, and with which source?"""

from __future__ import annotations

from typing import Any

import pytest
from llama_index.core import PropertyGraphIndex
from llama_index.core.graph_stores import SimplePropertyGraphStore
from llama_index.core.graph_stores.types import EntityNode, Relation
from llama_index.core.indices.property_graph import CustomPGRetriever, PGRetriever
from llama_index.core.indices.property_graph.sub_retrievers.base import BasePGRetriever
from llama_index.core.query_engine import RetrieverQueryEngine
from llama_index.core.schema import MetadataMode, NodeWithScore, QueryBundle, TextNode
from mill_nodes import FERRY, MILL, mill_nodes, text_node
from scripted_llm import ScriptedLLM

from openodke_llama_index import GroundTriplets, VerdictPostprocessor

REFUTED = "Fenwick mill -> Lies in -> Porto"


class AllFacts(BasePGRetriever):
    """A retriever that finds every fact of a store."""

    def retrieve_from_graph(self, query_bundle: QueryBundle) -> list[NodeWithScore]:  # noqa: ARG002
        """Return every fact, as LlamaIndex's retrievers write them."""
        triplets = [t for t in self._graph_store.graph.get_triplets() if t[1].label != "SOURCE"]
        return self._get_nodes_with_score(sorted(triplets, key=lambda t: t[1].label))

    async def aretrieve_from_graph(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        """As the other."""
        return self.retrieve_from_graph(query_bundle)


def index(nodes: Any = None) -> PropertyGraphIndex:
    """Return an index of the small graph, every relation marked."""
    return PropertyGraphIndex(nodes=nodes or mill_nodes(), kg_extractors=[GroundTriplets()])


def texts(nodes: list[NodeWithScore]) -> list[str]:
    """Return the texts of what was found."""
    return [node.node.get_content(metadata_mode=MetadataMode.NONE) for node in nodes]


def found(store: Any, **settings: Any) -> list[NodeWithScore]:
    """Return what a retriever finds in a store."""
    return PGRetriever([AllFacts(store, **settings)]).retrieve("?")


@pytest.mark.parametrize("include_properties", [False, True])
def test_a_refuted_fact_does_not_reach_the_answer(include_properties: bool) -> None:
    """The others do, with how they stand and where they are from."""
    store = index().property_graph_store
    nodes = found(store, include_text=False, include_properties=include_properties)
    assert any("Porto" in text for text in texts(nodes))
    left = VerdictPostprocessor(store=store).postprocess_nodes(nodes)
    assert len(left) == len(nodes) - 1
    assert not any("Porto" in text for text in texts(left))
    assert {node.metadata["odke_verdict"] for node in left} == {"unchecked"}
    shown = [node.node.get_content(metadata_mode=MetadataMode.LLM) for node in left]
    assert shown == texts(left), "the model is shown the fact, and no more of how it stands"


def test_a_refuted_fact_is_taken_from_above_its_text() -> None:
    """The text stays as it was, under the facts that are left."""
    store = index().property_graph_store
    nodes = found(store)
    assert any(REFUTED in text for text in texts(nodes))
    left = texts(VerdictPostprocessor(store=store).postprocess_nodes(nodes))
    assert not any(REFUTED in text for text in left)
    assert any(text.endswith(MILL) and "Mara ostrel -> Runs" in text for text in left)


def test_a_text_of_which_every_fact_is_refuted_stands_alone() -> None:
    """Without a word above it."""
    store = index([text_node(FERRY, [("Hugo Lant", "Sells", "Pumps")])]).property_graph_store
    left = VerdictPostprocessor(store=store).postprocess_nodes(found(store))
    assert texts(left) == [FERRY]


def test_a_fact_is_attached_to_its_own_source() -> None:
    """The retriever takes the last node of its subject, which may say nothing of the kind."""
    first, second = "Brightloom is based in Porto.", "Brightloom makes lamps."
    nodes = [
        text_node(first, [("Brightloom", "Based in", "Porto")], node_id="one"),
        text_node(second, [("Brightloom", "Makes", "Lamps")], node_id="two"),
    ]
    store = index(nodes).property_graph_store
    fact = "Brightloom -> Based in -> Porto"
    before = next(node for node in found(store, include_text=False) if fact in texts([node])[0])
    assert before.node.ref_doc_id == "two"
    (after,) = VerdictPostprocessor(store=store).postprocess_nodes([before])
    assert after.node.ref_doc_id == "one"
    left = VerdictPostprocessor(store=store).postprocess_nodes(found(store))
    above = [text for text in texts(left) if text.endswith(second)]
    assert above
    assert not any(fact in text for text in above)
    assert [n.node.ref_doc_id for n in left if texts([n]) == [fact]] == ["one"]


def test_names_with_an_arrow_are_found() -> None:
    """A line is cut in every way, and the store asked which is the fact."""
    store = SimplePropertyGraphStore()
    store.upsert_nodes([EntityNode(name="a -> b"), EntityNode(name="c")])
    refuted = {"odke_verdict": "contradicted"}
    store.upsert_relations(
        [Relation(label="x -> y", source_id="a -> b", target_id="c", properties=refuted)]
    )
    nodes = [NodeWithScore(node=TextNode(text="a -> b -> x -> y -> c"))]
    assert VerdictPostprocessor(store=store).postprocess_nodes(nodes) == []


@pytest.mark.parametrize(("unknown", "left"), [(True, 1), (False, 0)])
def test_a_fact_that_nobody_checked_passes_or_not(unknown: bool, left: int) -> None:
    """As the user chooses."""
    nodes = [NodeWithScore(node=TextNode(text="Vantor -> Sells -> Pumps"))]
    processor = VerdictPostprocessor(store=SimplePropertyGraphStore(), unknown=unknown)
    assert len(processor.postprocess_nodes(nodes)) == left


@pytest.mark.parametrize("text", ["", "A text without facts.", "An arrow -> here.", MILL])
def test_what_is_no_fact_passes_unchanged(text: str) -> None:
    """Texts of other retrievers."""
    node = NodeWithScore(node=TextNode(text=text), score=0.5)
    (left,) = VerdictPostprocessor(store=SimplePropertyGraphStore()).postprocess_nodes([node])
    assert left is node


def test_a_query_engine_answers_without_refuted_facts() -> None:
    """What is put to the model holds none."""
    store = index().property_graph_store
    llm = ScriptedLLM(otherwise="In Tolby.")
    engine = RetrieverQueryEngine.from_args(
        PGRetriever([AllFacts(store, include_text=False)]),
        llm=llm,
        node_postprocessors=[VerdictPostprocessor(store=store)],
    )
    assert str(engine.query("Where is the mill?")) == "In Tolby."
    assert "Runs -> Fenwick mill" in llm.prompts[-1]
    assert "Porto" not in llm.prompts[-1]


def test_a_custom_retriever_may_read_verdicts_from_the_store() -> None:
    """The hook that LlamaIndex has for it."""

    class Supported(CustomPGRetriever):
        def init(self, **_: Any) -> None:
            """Need nothing."""

        def custom_retrieve(self, query_str: str) -> str:  # noqa: ARG002
            """Return what is not refuted."""
            good = [
                t
                for t in self.graph_store.graph.get_triplets()
                if t[1].properties.get("odke_verdict") not in ("not_found", None)
            ]
            return "\n".join(sorted(f"{s.id} {r.label} {o.id}" for s, r, o in good))

    (node,) = Supported(index().property_graph_store).retrieve("?")
    assert "Porto" not in node.text
    assert "Mara ostrel Runs Fenwick mill" in node.text
