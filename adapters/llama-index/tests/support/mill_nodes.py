"""A small invented graph in the nodes of LlamaIndex, as its extractors leave it."""

from __future__ import annotations

from typing import Any

from llama_index.core.graph_stores import SimplePropertyGraphStore
from llama_index.core.graph_stores.types import EntityNode, Relation
from llama_index.core.schema import NodeRelationship, RelatedNodeInfo, TextNode

MILL = "Mara Ostrel runs the Fenwick mill in Tolby. The mill was built in 1912."
FERRY = "Hugo Lant keeps the ferry at Skerry. Mara Ostrel met Hugo Lant in Tolby."

Claims = list[tuple[str, str, str]]

MILL_CLAIMS: Claims = [
    ("Mara ostrel", "Runs", "Fenwick mill"),
    ("Fenwick mill", "Lies in", "Porto"),
    ("Mara ostrel", "Runs", "Fenwick mill"),
]
FERRY_CLAIMS: Claims = [("Hugo lant", "Keeps", "Ferry"), ("Mara ostrel", "Met", "Hugo lant")]


def text_node(
    text: str,
    claims: Claims = (),  # type: ignore[assignment]
    *,
    node_id: str = "chunk-1",
    metadata: dict[str, Any] | None = None,
    source: str | None = "book",
    kind: type[Any] = TextNode,
    more_nodes: tuple[Any, ...] = (),
    more_relations: tuple[Any, ...] = (),
    **fields: Any,
) -> Any:
    """Return a node with entities and relations, the metadata copied into each as extractors do."""
    own = metadata or {}
    entities, relations = [], []
    for subject, predicate, obj in claims:
        first, last = EntityNode(name=subject, properties=own), EntityNode(name=obj, properties=own)
        entities += [first, last]
        relations.append(
            Relation(label=predicate, source_id=first.id, target_id=last.id, properties=dict(own))
        )
    related = {NodeRelationship.SOURCE: RelatedNodeInfo(node_id=source)} if source else {}
    return kind(
        id_=node_id,
        text=text,
        relationships=related,
        metadata={
            **own,
            "nodes": [*entities, *more_nodes],
            "relations": [*relations, *more_relations],
        },
        **fields,
    )


def mill_nodes() -> list[TextNode]:
    """Return two chunks of one book: five claims, one of them twice, one of them made up."""
    return [
        text_node(MILL, MILL_CLAIMS, node_id="chunk-mill", metadata={"file_name": "mill.txt"}),
        text_node(FERRY, FERRY_CLAIMS, node_id="chunk-ferry", metadata={"file_name": "mill.txt"}),
    ]


def as_dicts(nodes: list[TextNode]) -> list[TextNode]:
    """Return nodes as a pipeline's cache hands them out: the graph in plain dicts."""
    return [TextNode.from_dict(node.to_dict()) for node in nodes]


def triplets(nodes: list[TextNode]) -> list[Any]:
    """Return the claims of nodes as triplets, as a store hands them out."""
    found = []
    for node in nodes:
        entities = {entity.id: entity for entity in node.metadata["nodes"]}
        for relation in node.metadata["relations"]:
            relation.properties["triplet_source_id"] = node.node_id
            found.append((entities[relation.source_id], relation, entities[relation.target_id]))
    return found


def said(nodes: list[Any]) -> list[tuple[str, str]]:
    """Return each relation of nodes with its verdict: ("Mara ostrel Runs Fenwick mill", "…")."""
    return [
        (
            f"{relation.source_id} {relation.label} {relation.target_id}",
            relation.properties.get("odke_verdict", ""),
        )
        for node in nodes
        for relation in node.metadata["relations"]
    ]


class BareStore(SimplePropertyGraphStore):
    """A store that keeps no property of a relation, as Kuzu's with its fixed columns."""

    def upsert_relations(self, relations: list[Relation]) -> None:
        """Keep label and ends."""
        bare = [relation.model_copy(update={"properties": {}}) for relation in relations]
        super().upsert_relations(bare)
