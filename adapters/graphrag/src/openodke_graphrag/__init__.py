"""GraphRAG exports for openodke: its tables read as claims on texts, verdicts written back."""

from openodke_graphrag.export import Export
from openodke_graphrag.graphrag_adapter import GraphRAGAdapter
from openodke_graphrag.release import __version__

__all__ = ["Export", "GraphRAGAdapter", "__version__"]
