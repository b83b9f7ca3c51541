"""Which classes of graph documents are there, and how is one graph made in each?"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from langchain_core.documents import Document
from pydantic import BaseModel

PACKAGES = {
    "neo4j": "langchain_neo4j.graphs.graph_document",
    "community": "langchain_community.graphs.graph_document",
    "memgraph": "langchain_memgraph.graphs.graph_document",
    "falkordb": "langchain_falkordb.graphs.graph_document",
    "arangodb": "langchain_arangodb.graphs.graph_document",
}
"""Each package with a GraphDocument of its own; `plain` is the one that we bring."""

TEXT = (
    "Mara Ostrel runs the Fenwick mill in Tolby. NASA bought the mill on 4 July 1993. "
    "Hugo Lant does not own the ferry at Skerry."
)
SOURCE = {"page_content": TEXT, "metadata": {"source": "notes/mill.txt"}}


class ModelNode(BaseModel):
    """A node of a class of one's own."""

    id: str | int
    type: str = "Node"
    properties: dict[str, Any] = {}


class ModelRelationship(BaseModel):
    """A relationship of a class of one's own."""

    source: ModelNode
    target: ModelNode
    type: str
    properties: dict[str, Any] = {}


class ModelGraph(BaseModel):
    """A graph document that no package has."""

    nodes: list[ModelNode]
    relationships: list[ModelRelationship]
    source: Document | None = None


@dataclass
class DataNode:
    """A node that is a dataclass."""

    id: str | int
    type: str = "Node"
    properties: dict[str, Any] = field(default_factory=dict)


@dataclass
class DataRelationship:
    """A relationship that is a dataclass."""

    source: DataNode
    target: DataNode
    type: str
    properties: dict[str, Any] = field(default_factory=dict)


@dataclass
class DataGraph:
    """A graph document that is a dataclass."""

    nodes: list[DataNode]
    relationships: list[DataRelationship]
    source: Document | None = None


def _dict_graph(nodes: list[Any], relationships: list[Any], source: Any = None) -> dict[str, Any]:
    held = source.model_dump() if source is not None else None
    return {"nodes": nodes, "relationships": relationships, "source": held}


def _dict_node(id: Any, type: str = "Node", **more: Any) -> dict[str, Any]:  # noqa: A002
    return {"id": id, "type": type, "properties": {}, **more}


def _dict_relationship(**said: Any) -> dict[str, Any]:
    return {"properties": {}, **said}


@dataclass(frozen=True)
class Family:
    """The three classes of one package, or what stands for them."""

    name: str
    graph: Callable[..., Any]
    node: Callable[..., Any]
    relationship: Callable[..., Any]

    def relate(self, source: str, kind: str, target: str, **properties: Any) -> Any:
        """Return a relationship between fresh nodes, as LLMGraphTransformer makes them."""
        ends = {"source": self.node(id=source), "target": self.node(id=target)}
        return self.relationship(**ends, type=kind, properties=properties)


def family(name: str) -> Family:
    """Return the classes of a family; the test is skipped where its package is not installed."""
    if name == "dict":
        return Family(name, _dict_graph, _dict_node, _dict_relationship)
    if name == "model":
        return Family(name, ModelGraph, ModelNode, ModelRelationship)
    if name == "dataclass":
        return Family(name, DataGraph, DataNode, DataRelationship)
    found: Any
    if name == "plain":
        found = import_module("openodke_langchain.plain_graph")
    else:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # two of the packages announce their end
            pytest.importorskip(PACKAGES[name].partition(".")[0])
            found = import_module(PACKAGES[name])
            found.GraphDocument.model_rebuild(_types_namespace={"Document": Document})
    return Family(name, found.GraphDocument, found.Node, found.Relationship)


FAMILIES = (*PACKAGES, "plain", "model", "dataclass", "dict")


def mill_graph(classes: Family, text: str = TEXT) -> Any:
    """Return a graph on the mill: a leak, a damaged id, a date, a duplicate, a node alone."""
    node = classes.node
    return classes.graph(
        nodes=[
            node(id="Mara Ostrel", type="Person", properties={"role": "miller", "left": 1993}),
            node(id="Fenwick Mill", type="Mill"),
            node(id="Nasa", type="Organization"),
            node(id="Adam", type="Person"),
            node(id="Microsoft", type="Company"),
            node(id="Skerry", type="Place"),
        ],
        relationships=[
            classes.relate("Mara Ostrel", "RUNS", "Fenwick Mill"),
            classes.relate("Nasa", "BOUGHT", "Fenwick Mill", since="1993-07-04"),
            classes.relate("Adam", "WORKS_FOR", "Microsoft"),
            classes.relate("Mara Ostrel", "RUNS", "Fenwick Mill"),
        ],
        source=Document(page_content=text, metadata={"source": "notes/mill.txt"}),
    )


def properties_of(item: Any) -> dict[str, Any]:
    """Return the properties of a node or relationship of any family."""
    return item["properties"] if isinstance(item, dict) else item.properties


def part(graph: Any, name: str) -> list[Any]:
    """Return the nodes or the relationships of a graph of any family."""
    return graph[name] if isinstance(graph, dict) else getattr(graph, name)


def as_object(item: Any) -> Any:
    """Return a dict as an object with attributes."""
    return SimpleNamespace(**item)
