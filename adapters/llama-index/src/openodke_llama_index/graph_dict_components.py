"""How does a graph get from a pipeline, with its cache, into a property graph index?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llama_index.core.schema import BaseNode, TransformComponent

from openodke_llama_index.graph_dicts import dehydrate, rehydrate


class Rehydrate(TransformComponent):
    """Makes objects of the entities and relations that a pipeline's cache keeps as dicts.

    PropertyGraphIndex(nodes=pipeline.run(documents), kg_extractors=[Rehydrate()])

    A node without a graph gets an empty one, without which an index does not take it.
    """

    @classmethod
    def class_name(cls) -> str:
        """Return the name by which a pipeline's cache knows the component."""
        return "Rehydrate"

    def __call__(self, nodes: Sequence[BaseNode], **_: Any) -> Sequence[BaseNode]:
        """Change the nodes in place and return them."""
        for node in nodes:
            if node.metadata.get("nodes") is None and node.metadata.get("relations") is None:
                node.metadata["relations"] = []
        return rehydrate(nodes)


class Dehydrate(TransformComponent):
    """Makes dicts of the entities and relations in each node's metadata: the last of a pipeline.

    A document store, which an index puts its nodes into, cannot persist the objects; and a pipeline
    with a cache then hands out the same in each run. `Rehydrate` makes objects of them again.
    """

    @classmethod
    def class_name(cls) -> str:
        """Return the name by which a pipeline's cache knows the component."""
        return "Dehydrate"

    def __call__(self, nodes: Sequence[BaseNode], **_: Any) -> Sequence[BaseNode]:
        """Change the nodes in place and return them."""
        return dehydrate(nodes)
