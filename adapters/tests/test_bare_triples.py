"""Whose is a bare tuple of three, where the adapters of LangChain and LlamaIndex are installed?"""

from __future__ import annotations

from typing import Any

import pytest

from openodke import Document, ground_graph
from openodke.errors import AdapterError
from openodke.interop import adapter_for

TEXT = [Document(id="log", text="Orla Tamm built the ferry Skua.")]
TRIPLES = [("Orla Tamm", "built", "Skua")]


class EntityGraph:
    """What `NetworkxEntityGraph` of langchain-community hands out: subject, object, predicate."""

    def get_triples(self) -> list[tuple[str, str, str]]:
        """Return the triples in its order."""
        return [("Orla Tamm", "Skua", "built")]


@pytest.mark.parametrize("native", [TRIPLES, [list(one) for one in TRIPLES]], ids=repr)
def test_it_is_subject_predicate_object(native: Any) -> None:
    """Which LlamaIndex's adapter reads, and no other accepts."""
    assert adapter_for(native).name == "llama-index"
    grounded = ground_graph(native, TEXT)
    (fact,) = grounded.facts
    assert (fact.subject.name, fact.predicate, fact.object_name) == ("Orla Tamm", "built", "Skua")
    assert fact.verdict.value == "unchecked"


def test_another_order_has_to_be_told() -> None:
    """LangChain's graph has one of its own: its adapter takes no bare tuple, and says why."""
    from openodke_langchain import networkx_triples

    with pytest.raises(AdapterError, match=r"networkx_triples\(graph\)"):
        ground_graph(EntityGraph().get_triples(), TEXT, adapter="langchain")
    named = networkx_triples(EntityGraph())
    assert adapter_for(named).name == "langchain"
    (fact,) = ground_graph(named, TEXT).facts
    assert (fact.subject.name, fact.predicate, fact.object_name) == ("Orla Tamm", "built", "Skua")


def test_the_real_graph_s_own_object_is_nobody_s() -> None:
    """It has no text, and is no list."""
    module = pytest.importorskip("langchain_community.graphs.networkx_graph")
    pytest.importorskip("networkx")
    store = module.NetworkxEntityGraph()
    store.add_triple(module.KnowledgeTriple("Orla Tamm", "built", "Skua"))
    with pytest.raises(AdapterError, match="no installed adapter accepts"):
        ground_graph(store, TEXT)
    assert adapter_for([module.KnowledgeTriple("Orla Tamm", "built", "Skua")]).name == "langchain"
