"""How does a property graph index take in what comes out of a pipeline's cache?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llama_index.core.schema import BaseNode, TransformComponent

from openodke_llama_index.graph_dicts import rehydrate


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
