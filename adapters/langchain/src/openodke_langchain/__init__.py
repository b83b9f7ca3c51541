"""Checks LangChain graph documents against their text and hands the same objects back.

What needs LangChain is imported when it is first asked for: the adapter itself needs none.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from openodke_langchain.graph_lines import GraphFile
from openodke_langchain.graph_mapping import GraphMapping
from openodke_langchain.langchain_adapter import LangChainAdapter
from openodke_langchain.langchain_release import __version__
from openodke_langchain.networkx_triples import networkx_triples
from openodke_langchain.source_texts import read_documents

if TYPE_CHECKING:
    from openodke_langchain.chat_model_client import ChatModelClient
    from openodke_langchain.graph_node import grounding_node
    from openodke_langchain.ground_runnable import GroundGraph

_LAZY = {
    "ChatModelClient": "chat_model_client",
    "GroundGraph": "ground_runnable",
    "grounding_node": "graph_node",
}

__all__ = [
    "ChatModelClient",
    "GraphFile",
    "GraphMapping",
    "GroundGraph",
    "LangChainAdapter",
    "__version__",
    "grounding_node",
    "networkx_triples",
    "read_documents",
]


def __getattr__(name: str) -> Any:
    """Import a name that needs LangChain."""
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)


def __dir__() -> list[str]:
    """Return every public name."""
    return list(__all__)
