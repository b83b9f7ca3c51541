"""Under which names does a graph keep its nodes, its relationships, and their ends?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from openodke_langchain.native_fields import has


@dataclass(frozen=True, slots=True)
class GraphMapping:
    """The names of a graph's fields, for a class or a dict of your own.

    The defaults are those of a GraphDocument. An end of a relationship is a node's id, or an object
    that has one.

    Attributes:
        relationships: the field of the graph that lists its relationships.
        nodes: the field that lists its nodes; None where there is none.
        document: the field that holds the text, as a Document.
        source, type, target: the fields of a relationship.
        source_type, target_type: those that hold the types of its ends, where ends are ids.
        id, node_type: the fields of a node.
        properties: the field of a node or a relationship that holds its properties, and where
            verdicts are written; where an object has none, beside its other fields.
    """

    relationships: str = "relationships"
    nodes: str | None = "nodes"
    document: str | None = "source"
    source: str = "source"
    type: str = "type"
    target: str = "target"
    source_type: str | None = None
    target_type: str | None = None
    id: str = "id"
    node_type: str = "type"
    properties: str | None = "properties"


GRAPH_DOCUMENT = GraphMapping()
"""LangChain's graph documents."""

TRIPLE = GraphMapping(source="subject", type="predicate", target="object_")
"""`KnowledgeTriple`."""

_DYNAMIC = GraphMapping(
    source="source_node_id",
    target="target_node_id",
    source_type="source_node_type",
    target_type="target_node_type",
)
_RELATIONS = GraphMapping(
    relationships="relations",
    nodes=None,
    source="head",
    type="relation",
    target="tail",
    source_type="head_type",
    target_type="tail_type",
)
_ROWS = GraphMapping(source="subject", type="predicate", target="object")

GRAPHS = (GRAPH_DOCUMENT, _RELATIONS)
"""How the graphs that are known without a mapping name their parts."""

_CLAIMS = (GRAPH_DOCUMENT, _DYNAMIC, _RELATIONS, TRIPLE)


def relation_mapping(item: object, given: GraphMapping | None) -> GraphMapping | None:
    """Return how a relationship names its parts, None for what is no relationship."""
    if isinstance(item, str | bytes | int | float | None | list):
        return None
    if isinstance(item, Mapping):
        return _first(item, (given, *_CLAIMS, _ROWS) if given else (*_CLAIMS, _ROWS))
    return _of_class(item, given)


def _of_class(item: object, given: GraphMapping | None) -> GraphMapping | None:
    kind: Any = type(item)
    known = _by_class(kind, given)
    if known is not None:
        return known
    return _first(item, (given, *_CLAIMS, _ROWS) if given else (*_CLAIMS, _ROWS))


@lru_cache(maxsize=256)
def _by_class(kind: Any, given: GraphMapping | None) -> GraphMapping | None:
    """Return the mapping of a class that declares its fields; of others each object is asked."""
    declared = getattr(kind, "model_fields", None) or getattr(kind, "__dataclass_fields__", None)
    if not isinstance(declared, Mapping):
        return None
    return _first(declared, (given, *_CLAIMS, _ROWS) if given else (*_CLAIMS, _ROWS))


def _first(item: object, mappings: tuple[GraphMapping, ...]) -> GraphMapping | None:
    """Return the first mapping of which an item has both ends, or else either of them."""
    for mapping in mappings:
        if has(item, mapping.source) and has(item, mapping.target):
            return mapping
    for mapping in mappings:
        if has(item, mapping.type) and (has(item, mapping.source) or has(item, mapping.target)):
            return mapping
    return None


def is_claim(item: object, given: GraphMapping | None = None) -> bool:
    """Tell whether an object that stands alone is a relationship, and not a row of our own."""
    if isinstance(item, Mapping):
        mapping = _first(item, (given, *_CLAIMS[1:]) if given else _CLAIMS[1:])
        if mapping is _RELATIONS and "type" in item and "relation" not in item:
            return False  # {"head", "type", "tail"} is how LlamaIndex's users name the parts
        return mapping is not None and mapping is not TRIPLE
    if isinstance(item, tuple):
        return getattr(item, "_fields", None) == ("subject", "predicate", "object_")
    if given is not None and not isinstance(item, str | type):
        return has(item, given.source) and has(item, given.target)
    return False
