"""GraphRAG exports for openodke: its tables read as claims on texts, verdicts written back.

Inside GraphRAG's own indexing run: `register_workflows`, or the command `openodke-graphrag`.
"""

from openodke_graphrag.export import Export
from openodke_graphrag.graphrag_adapter import GraphRAGAdapter
from openodke_graphrag.leftovers import DroppedItem, Leftovers
from openodke_graphrag.pipelines import register_workflows
from openodke_graphrag.release import __version__
from openodke_graphrag.remembering_grounder import RememberingGrounder

__all__ = [
    "DroppedItem",
    "Export",
    "GraphRAGAdapter",
    "Leftovers",
    "RememberingGrounder",
    "__version__",
    "register_workflows",
]
