"""Which relations and which texts does a property graph store hold?"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from llama_index.core.graph_stores.types import EntityNode, PropertyGraphStore
from llama_index.core.schema import BaseNode, TextNode
from llama_index.core.vector_stores.utils import metadata_dict_to_node

from openodke_llama_index.native_shapes import SOURCE_ID
from openodke_llama_index.relation_claim import TEXTS

_AT_ONCE = 500  # ids in one question to a store

RelationKey = tuple[str, str, str]
"""By what a store tells relations apart: source, label, target."""


def key_of(triplet: Sequence[Any]) -> RelationKey:
    """Return by what the store knows a triplet's relation."""
    relation = triplet[1]
    return relation.source_id, relation.label, relation.target_id


def stored_triplets(store: PropertyGraphStore) -> list[Any]:
    """Return each triplet of a store once: some hand each out from both of its ends.

    An end that was deleted is an entity of its id.
    """
    graph = in_memory(store)
    found = list(_in_graph(graph)) if graph is not None else store.get_triplets()
    return list({key_of(triplet): triplet for triplet in reversed(found)}.values())[::-1]


def in_memory(store: object) -> Any:
    """Return the graph of a store that holds it in memory, None of any other."""
    graph = getattr(store, "graph", None)
    held = getattr(graph, "relations", None), getattr(graph, "nodes", None)
    return graph if all(isinstance(one, dict) for one in held) else None


def _in_graph(graph: Any) -> Iterator[tuple[Any, Any, Any]]:
    for relation in graph.relations.values():
        ends = (
            graph.nodes.get(end) or EntityNode(name=end)
            for end in (relation.source_id, relation.target_id)
        )
        first, last = ends
        yield first, relation, last


def source_ids(triplet: Sequence[Any]) -> tuple[list[str], bool]:
    """Return the nodes in which a relation may stand, and whether the relation itself says so.

    Where it does not, its ends do: each names the last node that it was read in.
    """
    first, relation, last = triplet
    own = relation.properties.get(SOURCE_ID)
    listed = relation.properties.get(TEXTS)
    named = json.loads(listed) if isinstance(listed, str) and listed.startswith("[") else []
    ids = [one for one in (own, *named) if isinstance(one, str)]
    if ids:
        return list(dict.fromkeys(ids)), True
    of_ends = [end.properties.get(SOURCE_ID) for end in (first, last)]
    return list(dict.fromkeys(one for one in of_ends if isinstance(one, str))), False


def source_nodes(store: PropertyGraphStore, ids: Iterable[str]) -> list[BaseNode]:
    """Return the nodes of these ids that a store holds."""
    wanted = list(dict.fromkeys(ids))
    graph = in_memory(store)
    if graph is not None:  # asked by ids, it compares each with every node
        chunks = (graph.nodes.get(one) for one in wanted)
        return [_text_node(chunk) for chunk in chunks if isinstance(_text(chunk), str)]
    return [
        node
        for at in range(0, len(wanted), _AT_ONCE)
        for node in store.get_llama_nodes(wanted[at : at + _AT_ONCE])
    ]


def _text(chunk: object) -> object:
    return getattr(chunk, "text", None)


def _text_node(chunk: Any) -> BaseNode:
    try:
        node = metadata_dict_to_node(chunk.properties)
    except Exception:  # a chunk that no index made has no node's contents
        return TextNode(id_=chunk.id, text=chunk.text)
    node.set_content(chunk.text)
    return node
