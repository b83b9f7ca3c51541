"""Checks the relations of LlamaIndex nodes and property graphs against their text with openodke."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from openodke_llama_index.llama_index_adapter import LlamaIndexAdapter
from openodke_llama_index.llama_index_release import __version__
from openodke_llama_index.node_documents import read_nodes
from openodke_llama_index.stored_graph import StoredGraph
from openodke_llama_index.verdict_tuple import JudgedList, JudgedTriple

if TYPE_CHECKING:
    from openodke_llama_index.graph_dict_components import Dehydrate, Rehydrate
    from openodke_llama_index.graph_dicts import dehydrate, rehydrate
    from openodke_llama_index.ground_triplets import GroundTriplets
    from openodke_llama_index.llama_index_client import LlamaIndexClient
    from openodke_llama_index.store_audit import AuditedRelation, StoreAudit, audit_store
    from openodke_llama_index.verdict_postprocessor import VerdictPostprocessor

__all__ = [
    "AuditedRelation",
    "Dehydrate",
    "GroundTriplets",
    "JudgedList",
    "JudgedTriple",
    "LlamaIndexAdapter",
    "LlamaIndexClient",
    "Rehydrate",
    "StoreAudit",
    "StoredGraph",
    "VerdictPostprocessor",
    "__version__",
    "audit_store",
    "dehydrate",
    "read_nodes",
    "rehydrate",
]

_NEEDS_LLAMA_INDEX = {
    "AuditedRelation": "store_audit",
    "Dehydrate": "graph_dict_components",
    "GroundTriplets": "ground_triplets",
    "LlamaIndexClient": "llama_index_client",
    "Rehydrate": "graph_dict_components",
    "StoreAudit": "store_audit",
    "VerdictPostprocessor": "verdict_postprocessor",
    "audit_store": "store_audit",
    "dehydrate": "graph_dicts",
    "rehydrate": "graph_dicts",
}
"""The names that import LlamaIndex, which the adapter itself does not, by the file of each."""


def __getattr__(name: str) -> Any:
    """Import a name that needs LlamaIndex when it is first asked for."""
    if name not in _NEEDS_LLAMA_INDEX:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_NEEDS_LLAMA_INDEX[name]}"), name)


def __dir__() -> list[str]:
    """Name what is public, whether it was asked for or not."""
    return sorted(__all__)
