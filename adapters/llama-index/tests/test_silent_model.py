"""Is it said when a model gave no verdict?"""

from __future__ import annotations

import logging
from typing import Any

import pytest
from llama_index.core.graph_stores import SimplePropertyGraphStore
from llama_index.core.indices.property_graph import ImplicitPathExtractor
from llama_index.core.schema import TextNode
from mill_nodes import FERRY, FERRY_CLAIMS, MILL, mill_nodes, said, text_node
from scripted_llm import ScriptedLLM

from openodke_llama_index import GroundTriplets, audit_store


class BrokenLLM(ScriptedLLM):
    """A model that is misconfigured: each call fails for good."""

    def complete(self, prompt: str, formatted: bool = False, **_: Any) -> Any:  # noqa: ARG002
        """Fail."""
        raise ValueError("no such model")


def warnings_of(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return what this adapter warned of."""
    return [r.getMessage() for r in caplog.records if r.name.startswith("openodke_llama_index")]


def test_a_model_that_always_fails_is_named_once(caplog: pytest.LogCaptureFixture) -> None:
    """With the first failure; the relations are kept, unchecked."""
    nodes = GroundTriplets(BrokenLLM(), keep=True)([text_node(FERRY, FERRY_CLAIMS)])
    assert [verdict for _, verdict in said(list(nodes))] == ["unchecked", "unchecked"]
    (line,) = warnings_of(caplog)
    assert line.startswith("no question was answered with a verdict: 2 of 2 calls got no verdict")
    assert "first failure: ValueError" in line
    assert line.endswith("those claims stay unchecked")


def test_some_garbage_among_verdicts_is_counted(caplog: pytest.LogCaptureFixture) -> None:
    """Two questions, one answer that is no verdict."""
    llm = ScriptedLLM(answers={"Keeps": "supported"}, otherwise="I am a teapot")
    GroundTriplets(llm)([text_node(FERRY, FERRY_CLAIMS)])
    assert warnings_of(caplog) == [
        "1 of 2 calls got no verdict (the answer named none): those claims stay unchecked"
    ]


def test_a_model_that_answers_is_not_warned_of(caplog: pytest.LogCaptureFixture) -> None:
    """Nor is a run that asks nobody."""
    GroundTriplets(ScriptedLLM(otherwise="supported"))(mill_nodes())
    GroundTriplets()(mill_nodes())
    assert warnings_of(caplog) == []


def test_an_audit_says_it_too(caplog: pytest.LogCaptureFixture) -> None:
    """Once for the whole store."""
    store = SimplePropertyGraphStore()
    node = text_node(FERRY, FERRY_CLAIMS)
    for relation in node.metadata["relations"]:
        relation.properties["triplet_source_id"] = node.node_id
    store.upsert_nodes(node.metadata["nodes"])
    store.upsert_relations(node.metadata["relations"])
    audit = audit_store(store, llm=ScriptedLLM(otherwise="hm"), nodes=[node])
    assert {one.verdict for one in audit.relations} == {"unchecked"}
    (line,) = warnings_of(caplog)
    assert line.startswith("no question was answered with a verdict: 2 of 2 calls")


def test_nodes_that_no_extractor_saw_are_warned_of(caplog: pytest.LogCaptureFixture) -> None:
    """It stands before the extractors then, and checks nothing."""
    nodes = [TextNode(text=MILL), TextNode(text=FERRY)]
    GroundTriplets()(nodes)
    assert warnings_of(caplog) == [
        "none of 2 nodes has relations: GroundTriplets goes after the extractors"
    ]
    caplog.clear()
    with caplog.at_level(logging.WARNING):
        GroundTriplets()(ImplicitPathExtractor()(nodes))  # an empty list of relations is one
    assert warnings_of(caplog) == []
