"""Graphs as small as the troubles that were reported with them."""

from __future__ import annotations

from typing import Any

from openodke import Document, ground_graph
from openodke.interop import GroundedGraph
from openodke_langchain import LangChainAdapter

DEPOT = "Ravi drove the van to Depot 9. Ola runs the Kiln in Ostra."


def grounded(native: Any, text: str | None = None, **options: Any) -> GroundedGraph:
    """Check a native object, on a text handed in where it has none of its own."""
    documents = [Document(id="text", text=text)] if text else []
    return ground_graph(native, documents, adapter=LangChainAdapter(**options))


def said(found: GroundedGraph) -> dict[str, tuple[str, str]]:
    """Return verdict and reason of each claim, by `subject predicate object`."""
    return {
        f"{f.subject.name} {f.predicate} {f.object_name}": (
            f.verdict.value,
            f.qualifiers["odke.ground"]["reason"],
        )
        for f in found.facts
    }


def graph(text: str, *relations: Any, nodes: Any = (), **more: Any) -> dict[str, Any]:
    """Return a graph as a dict."""
    source = {"page_content": text, "metadata": {}}
    return {"nodes": list(nodes), "relationships": list(relations), "source": source, **more}


def relation(source: Any, kind: Any, target: Any, **more: Any) -> dict[str, Any]:
    """Return a relationship as a dict."""
    return {"source": source, "type": kind, "target": target, "properties": {}, **more}
