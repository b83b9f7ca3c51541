"""Do entities that are one thing become one entity, in nodes, triplets and stored graphs?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from llama_index.core.graph_stores import SimplePropertyGraphStore
from llama_index.core.graph_stores.types import ChunkNode, EntityNode, Relation
from llama_index.core.schema import TextNode
from mill_nodes import text_node

from openodke import Validator
from openodke.corroborate import NativeResolver
from openodke.interop import NodeMerge, NodeName
from openodke_llama_index import LlamaIndexAdapter, StoredGraph, audit_store

MILL = "Mara Ostrel runs the Fenwick mill in Tolby."
LOG = "The Fenwick mill was bought by Hugo Lant. Mara Ostrel runs it."
MERGE = NodeMerge(NodeName("The Fenwick mill"), NodeName("Fenwick mill"), "one register entry")


def nodes() -> list[TextNode]:
    """Return two chunks that name one mill twice, and claim one thing of it."""
    return [
        text_node(MILL, [("Mara Ostrel", "Runs", "Fenwick mill")], node_id="chunk-mill"),
        text_node(
            LOG,
            [
                ("Hugo Lant", "Bought", "The Fenwick mill"),
                ("Mara Ostrel", "Runs", "The Fenwick mill"),
            ],
            node_id="chunk-log",
            more_nodes=(ChunkNode(text=LOG, id_="chunk-log"),),
            more_relations=(
                Relation(label="MENTIONS", source_id="chunk-log", target_id="The Fenwick mill"),
            ),
        ),
    ]


def merged(native: Any, *merges: NodeMerge) -> Any:
    """Return a native object with entities merged."""
    return LlamaIndexAdapter().merge(native, merges or (MERGE,)).native


def test_relations_lead_to_the_entity_that_stays() -> None:
    """What mentions it too; the nodes that were handed in are as they were."""
    given = nodes()
    new = merged(given)
    names = [e.name for node in new for e in node.metadata["nodes"] if isinstance(e, EntityNode)]
    assert "The Fenwick mill" not in names
    ends = [r.target_id for r in new[1].metadata["relations"]]
    assert ends == ["Fenwick mill"] * 3
    assert given[1].metadata["relations"][0].target_id == "The Fenwick mill"
    mills = [e for e in new[1].metadata["nodes"] if getattr(e, "name", "") == "Fenwick mill"]
    assert len(mills) == 1  # two relations, one entity
    assert json.loads(mills[0].properties["odke_merged"]) == ["The Fenwick mill"]


def test_relations_that_are_one_now_say_the_same() -> None:
    """A store keeps the first: it has the verdict of both, and both texts' ids."""
    resolver = NativeResolver(normalize_batch=True)
    native = nodes()
    native[0].set_content("Nobody runs anything here.")
    _, report = Validator(resolver=resolver).validate(native)
    (first, *_), (_, second, _) = (n.metadata["relations"] for n in report.annotate(merge=True))
    assert first.target_id == second.target_id
    assert first.properties["odke_verdict"] == second.properties["odke_verdict"] == "unchecked"
    assert json.loads(first.properties["odke_doc_ids"]) == ["chunk-log"]


def test_an_entity_s_properties_are_joined() -> None:
    """Its own first; a name with quotes has the id that LlamaIndex gives it."""
    old = EntityNode(name='The "Blue" Mill', label="MILL", properties={"floors": 2, "town": "A"})
    new = EntityNode(name="Blue Mill", label="MILL", properties={"town": "Tolby"})
    relation = Relation(label="Is", source_id=old.id, target_id=new.id)
    node = TextNode(text="x", metadata={"nodes": [old, new], "relations": [relation]})
    merge = NodeMerge(NodeName(old.name, "MILL"), NodeName("Blue Mill", "MILL"))
    found = LlamaIndexAdapter().merge([node], [merge])
    (told,) = found.nodes
    assert (told.old, told.new, told.name) == ("The  Blue  Mill", "Blue Mill", 'The "Blue" Mill')
    (left,) = found.native[0].metadata["nodes"]
    assert {k: left.properties[k] for k in ("floors", "town")} == {"floors": 2, "town": "Tolby"}
    (claim,) = found.native[0].metadata["relations"]
    assert claim.source_id == claim.target_id == "Blue Mill"  # said of itself: no claim is lost


def test_of_one_name_and_two_types_the_other_stays() -> None:
    """A person and a county of one name are two, though LlamaIndex gives both one id."""
    person, county = (
        EntityNode(name="Jordan", label="PERSON"),
        EntityNode(name="Jordan", label="COUNTY"),
    )
    king = EntityNode(name="King Jordan", label="PERSON")
    relation = Relation(label="NEXT_TO", source_id="King Jordan", target_id="Jordan")
    node = TextNode(text="x", metadata={"nodes": [king, county], "relations": [relation]})
    other = TextNode(text="y", metadata={"nodes": [person], "relations": []})
    merge = NodeMerge(NodeName("Jordan", "PERSON"), NodeName("King Jordan", "PERSON"))
    new = merged([node, other], merge)
    assert new[0].metadata["relations"][0].target_id == "Jordan"
    assert new[1].metadata["nodes"][0].name == "King Jordan"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a store that holds the chunks, as an index persists it."""
    store = SimplePropertyGraphStore()
    (tmp_path / "index").mkdir()
    for node in nodes():
        held = {key: node.metadata.pop(key) for key in ("nodes", "relations")}
        store.upsert_llama_nodes([node])
        for one in (*held["nodes"], *held["relations"]):
            one.properties["triplet_source_id"] = node.node_id
        store.upsert_nodes([one for one in held["nodes"] if isinstance(one, EntityNode)])
        store.upsert_relations(held["relations"])
    store.persist(str(tmp_path / "index" / "property_graph_store.json"))
    return tmp_path / "index"


def test_llama_index_loads_a_merged_store(folder: Path, tmp_path: Path) -> None:
    """One entity and one relation where there were two, under the keys that the store makes."""
    resolver = NativeResolver(normalize_batch=True)
    _, report = Validator(resolver=resolver).validate(folder, adapter="llama-index")
    found = report.merge_nodes(report.annotate())
    assert [str(node).partition(":")[0] for node in found.nodes] == [
        "The Fenwick mill -> Fenwick mill"
    ]
    assert "vectors" in found.notes[0]
    found.native.write(tmp_path / "merged")
    store = SimplePropertyGraphStore.from_persist_dir(str(tmp_path / "merged"))
    assert "The Fenwick mill" not in store.graph.nodes
    assert sorted(store.graph.relations) == [
        "Hugo Lant_Bought_Fenwick mill",
        "Mara Ostrel_Runs_Fenwick mill",
        "chunk-log_MENTIONS_Fenwick mill",
    ]
    assert len(store.graph.triplets) == 3
    runs = store.graph.relations["Mara Ostrel_Runs_Fenwick mill"]
    assert json.loads(runs.properties["odke_doc_ids"]) == ["chunk-mill", "chunk-log"]
    assert {p.partition(":")[0] for p in runs.properties["odke_evidence"].split("|")} == {
        "chunk-mill",
        "chunk-log",
    }
    again = audit_store(store)  # both texts are looked at
    assert {one.verdict for one in again.relations} == {"unchecked"}
    stored = StoredGraph.read(tmp_path / "merged")
    assert LlamaIndexAdapter().merge(stored, report.one_nodes).nodes == ()
