"""GraphRAG exports for openodke: its tables read as claims on texts, verdicts written back."""

from openodke_graphrag.export import Export
from openodke_graphrag.graphrag_adapter import GraphRAGAdapter
from openodke_graphrag.leftovers import DroppedItem, Leftovers
from openodke_graphrag.release import __version__

__all__ = ["DroppedItem", "Export", "GraphRAGAdapter", "Leftovers", "__version__"]
