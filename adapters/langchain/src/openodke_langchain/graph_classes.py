"""Which class of graph document is built?"""

from __future__ import annotations

import sys
import warnings
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any, get_args, get_type_hints

from openodke.errors import AdapterError

_HOMES = ("langchain_neo4j", "langchain_community")
_MODULE = "graphs.graph_document"


@dataclass(frozen=True)
class GraphClasses:
    """A class of graph documents, and those of its nodes and relationships.

    Attributes:
        graph: the GraphDocument.
    """

    graph: Any

    @cached_property
    def node(self) -> Any:
        """The class of its nodes."""
        return self._part("nodes", "Node")

    @cached_property
    def relationship(self) -> Any:
        """The class of its relationships."""
        return self._part("relationships", "Relationship")

    @cached_property
    def _hints(self) -> dict[str, Any]:
        """The types that a class without declared fields says its attributes have."""
        try:
            return get_type_hints(self.graph)
        except Exception:  # a name that stands nowhere, as far as anybody can tell
            return {}

    def _part(self, name: str, called: str) -> Any:
        declared = getattr(self.graph, "model_fields", {}).get(name)
        of = get_args(getattr(declared, "annotation", None)) or get_args(self._hints.get(name))
        if of and isinstance(of[0], type):
            return of[0]
        found = getattr(sys.modules.get(self.graph.__module__), called, None)
        if found is None:
            raise AdapterError(
                f"graph_document={self.graph!r}: its field {name!r} names no class, and there is "
                f"no {called} beside it: give a class with nodes: list[Node] and relationships: "
                "list[Relationship]"
            )
        return found


def graph_classes(given: Any = None) -> GraphClasses:
    """Return the class that was given, else langchain-neo4j's, else the community's, else our own.

    Raises:
        AdapterError: when what was given is no class of graph documents.
    """
    if given is not None:
        if not isinstance(given, type):
            raise AdapterError(f"graph_document={given!r}: give the class of your graph documents")
        return GraphClasses(_complete(given))
    for home in _HOMES:
        if find_spec(home) is None:
            continue
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # the community package announces its end
                return GraphClasses(_complete(import_module(f"{home}.{_MODULE}").GraphDocument))
        except (ImportError, AttributeError):
            continue
    return GraphClasses(import_module("openodke_langchain.plain_graph").GraphDocument)


def _complete(graph: Any) -> Any:
    """Return a class whose fields are all known: a package may name Document without having it."""
    if not getattr(graph, "__pydantic_complete__", True):
        from langchain_core.documents import Document

        graph.model_rebuild(
            _types_namespace={**vars(sys.modules[graph.__module__]), "Document": Document}
        )
    return graph
