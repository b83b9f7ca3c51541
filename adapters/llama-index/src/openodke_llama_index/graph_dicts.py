"""How do the dicts that a pipeline's cache made of a graph become objects again?"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, TypeVar

from llama_index.core.bridge.pydantic import BaseModel
from llama_index.core.graph_stores.types import ChunkNode, EntityNode, LabelledNode, Relation
from llama_index.core.schema import BaseNode

from openodke_llama_index.native_shapes import KG_NODES, KG_RELATIONS

Model = TypeVar("Model", bound=BaseModel)

_log = logging.getLogger(__name__)


def rehydrate(nodes: Sequence[BaseNode]) -> Sequence[BaseNode]:
    """Make objects of the entities and relations in each node's metadata that are dicts.

    The nodes are changed in place, and returned. What can be no object is left out, with a
    warning: an index would stop at it.
    """
    for node in nodes:
        for key, made in ((KG_NODES, _graph_node), (KG_RELATIONS, _relation)):
            held = node.metadata.get(key)
            if held is None:
                continue
            objects = [made(one) for one in (held if isinstance(held, list | tuple) else [held])]
            if None in objects:
                _log.warning(
                    "node %s: %d of its %s are malformed", node.node_id, objects.count(None), key
                )
            node.metadata[key] = [one for one in objects if one is not None]
    return nodes


def dehydrate(nodes: Sequence[BaseNode]) -> Sequence[BaseNode]:
    """Make dicts of the entities and relations in each node's metadata that are objects.

    The nodes are changed in place, and returned.
    """
    for node in nodes:
        for key in (KG_NODES, KG_RELATIONS):
            held = node.metadata.get(key)
            if isinstance(held, list | tuple):
                node.metadata[key] = [
                    one.model_dump() if isinstance(one, BaseModel) else one for one in held
                ]
    return nodes


def _graph_node(item: Any) -> LabelledNode | None:
    if isinstance(item, LabelledNode):
        return item
    if not isinstance(item, dict):
        return None
    kind: type[LabelledNode] = EntityNode if "name" in item else ChunkNode
    return _validated(kind, item)


def _relation(item: Any) -> Relation | None:
    if isinstance(item, Relation):
        return item
    return _validated(Relation, item) if isinstance(item, dict) else None


def _validated(kind: type[Model], item: dict[str, Any]) -> Model | None:
    try:
        return kind.model_validate({**item, "properties": item.get("properties") or {}})
    except ValueError:  # pydantic's error is one
        return None
