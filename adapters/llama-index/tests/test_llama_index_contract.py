"""Does the adapter keep the laws of every adapter, on each form in which LlamaIndex has a graph?"""

from __future__ import annotations

from tempfile import TemporaryDirectory
from typing import Any

import pytest
from llama_index.core.graph_stores import SimplePropertyGraphStore
from llama_index.core.graph_stores.types import ChunkNode, EntityNode, Relation
from llama_index.core.schema import Document, ImageNode, IndexNode, TextNode
from mill_nodes import FERRY, FERRY_CLAIMS, MILL_CLAIMS, as_dicts, mill_nodes, text_node, triplets

from openodke.testing import AdapterContract, Malformed, contents_of
from openodke_llama_index import LlamaIndexAdapter, StoredGraph

TRIPLES = [("Mara Ostrel", "runs", "Fenwick mill"), ("Hugo Lant", "keeps", "the ferry")]


def of_kind(kind: type[Any], **fields: Any) -> list[Any]:
    """Return a graph in nodes of a class."""
    return [text_node(FERRY, FERRY_CLAIMS, kind=kind, **fields)]


def stored_graph() -> StoredGraph:
    """Return the file of a store, read."""
    store = SimplePropertyGraphStore()
    nodes = mill_nodes()
    for node in nodes:
        store.upsert_llama_nodes([TextNode(id_=node.node_id, text=node.text)])
    for first, relation, last in triplets(nodes):
        store.upsert_nodes([first, last])
        store.upsert_relations([relation])
    with TemporaryDirectory() as folder:
        store.persist(f"{folder}/property_graph_store.json")
        return StoredGraph.read(folder)


NATIVES = {
    "a stored graph": stored_graph,
    "nodes": mill_nodes,
    "nodes from a cache": lambda: as_dicts(mill_nodes()),
    "documents": lambda: of_kind(Document),
    "index nodes": lambda: of_kind(IndexNode, index_id="other"),
    "image nodes": lambda: of_kind(ImageNode),
    "triplets": lambda: triplets(mill_nodes()),
    "triplets as lists": lambda: [list(one) for one in triplets(mill_nodes())],
    "triples": lambda: list(TRIPLES),
    "triples as lists": lambda: [list(one) for one in TRIPLES],
    "triples as dicts": lambda: [{"head": s, "type": p, "tail": o} for s, p, o in TRIPLES],
}


class TestLlamaIndexContract(AdapterContract):
    """The contract, on each form."""

    @pytest.fixture
    def adapter(self) -> LlamaIndexAdapter:
        """The adapter with its defaults."""
        return LlamaIndexAdapter()

    @pytest.fixture(params=NATIVES)
    def native(self, request: pytest.FixtureRequest) -> list[Any]:
        """Each form of a graph."""
        made: list[Any] = NATIVES[request.param]()
        return made

    @pytest.fixture(params=["a text", "no ends", "an empty name", "a chunk as an end", "None"])
    def malformed(self, request: pytest.FixtureRequest) -> Malformed:
        """Nodes among whose relations one is none."""
        nodes = mill_nodes()
        spoilt: dict[str, Any] = {
            "a text": "Vantor SELLS pumps",
            "no ends": {"label": "SELLS"},
            "an empty name": Relation(label="Sells", source_id="", target_id="Ferry"),
            "a chunk as an end": Relation(label="SOURCE", source_id="chunk-mill", target_id="book"),
            "None": None,
        }
        nodes[0].metadata["relations"].insert(1, spoilt[request.param])
        return Malformed(nodes, 5)

    @pytest.fixture
    def sourceless(self) -> list[Any]:
        """Triplets of a store whose chunk was deleted."""
        return triplets(mill_nodes())

    @pytest.fixture
    def inferred(self) -> list[Any]:
        """Entities of a type that no text names, with properties, and a chunk among them."""
        ends = [
            EntityNode(name="Hugo Lant", label="PROTAGONIST", properties={"mood": "cheerful"}),
            EntityNode(name="ferry", label="VESSEL"),
        ]
        relation = Relation(
            label="KEEPS", source_id="Hugo Lant", target_id="ferry", properties={"tone": "warm"}
        )
        nodes = (*ends, ChunkNode(text=FERRY, id_="c"))
        return [text_node(FERRY, more_nodes=nodes, more_relations=(relation,))]

    def expected(self, native: Any) -> list[tuple[str, str, Any]]:
        """Each claim of a form."""
        first = native[0]
        if isinstance(first, dict) or (
            isinstance(first, tuple | list) and isinstance(first[0], str)
        ):
            return list(TRIPLES)
        one_node = len(native) == 1
        return list(FERRY_CLAIMS) if one_node else [*MILL_CLAIMS, *FERRY_CLAIMS]

    def contents(self, native: Any) -> Any:
        """The contents; of a triple with a verdict what it says, too, of a relation its names."""
        return [_contents(one) for one in native]


def _contents(item: Any) -> Any:
    if isinstance(item, tuple | list) and isinstance(item[0], str):
        return {"triple": list(item), **getattr(item, "odke", {})}
    held = contents_of(item)
    if not isinstance(held, dict) or not isinstance(held.get("metadata"), dict):
        return held
    names = {
        n["name"].replace('"', " "): n["name"]
        for n in held["metadata"].get("nodes", ())
        if "name" in n
    }
    for relation in held["metadata"].get("relations", ()):
        if isinstance(relation, dict) and "source_id" in relation:
            relation["subject"] = names.get(relation["source_id"])
    return held
