"""What is said of what GroundTriplets and an audit cannot take?"""

from __future__ import annotations

from typing import Any

import pytest
from llama_index.core import Document as LlamaDocument
from llama_index.core.schema import TextNode
from mill_nodes import MILL, mill_nodes, triplets

from openodke import ground_graph
from openodke.errors import AdapterError, InputError
from openodke_llama_index import (
    GroundTriplets,
    LlamaIndexAdapter,
    VerdictPostprocessor,
    audit_store,
    read_nodes,
)


class IndexLike:
    """Has a store, and is none."""

    property_graph_store = object()


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"keeep": True}, r"no setting 'keeep': did you mean 'keep'\?"),
        ({"modle": "x"}, r"no setting 'modle': did you mean 'model'\?"),
        ({"zzz": 1}, r"no setting 'zzz': there are .*keep"),
        ({"examples": "Zed"}, r"examples='Zed' is one text"),
        ({"prompt": "nope"}, r"prompt='nope': there are ground\.span"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_at_once(settings: dict[str, Any], said: str) -> None:
    """Not passed over, and not first after a whole index was extracted."""
    with pytest.raises(InputError, match=said):
        GroundTriplets(**settings)


def test_the_adapter_takes_a_list_of_examples() -> None:
    """One text is a list of letters."""
    with pytest.raises(InputError, match="'Zed' is one text"):
        LlamaIndexAdapter(examples="Zed")


def test_the_postprocessor_has_no_misspelt_setting() -> None:
    """What lets refuted facts through by a slip would be seen by nobody."""
    with pytest.raises(InputError, match=r"'unknwon': did you mean 'unknown'\?"):
        VerdictPostprocessor(store=object(), unknwon=False)
    assert VerdictPostprocessor(store=object(), unknown=False).unknown is False


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (IndexLike(), r"hand in index\.property_graph_store, and not the index"),
        (None, "property graph store.* and not None"),
        ("storage", r"and not str 'storage'; one in a file is read by .*from_persist_path"),
    ],
)
def test_an_audit_says_what_it_wants(given: Any, said: str) -> None:
    """An index, a path or nothing is no store."""
    with pytest.raises(InputError, match=said):
        audit_store(given)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["text"], r"nodes\[0\] is a str, 'text', and no node"),
        ([TextNode(text=MILL), 7], r"nodes\[1\] is a int, 7"),
        (None, "and not None"),
        ("text", "and not str"),
    ],
)
def test_what_are_no_nodes_is_refused(given: Any, said: str) -> None:
    """With the element that is wrong."""
    with pytest.raises(InputError, match=said):
        GroundTriplets()(given)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["Ann met Bo"], r"a list of str: it takes LlamaIndex nodes.*\(subject, predicate"),
        ([("Ann", "met")], "a list of tuple: it takes LlamaIndex nodes"),
    ],
)
def test_what_the_adapter_refuses_is_shown(given: Any, said: str) -> None:
    """With what it takes instead."""
    with pytest.raises(AdapterError, match=said):
        ground_graph(given, adapter="llama-index")
    with pytest.raises(AdapterError, match=r"no installed adapter accepts a list of"):
        ground_graph(given)


def test_nodes_are_made_documents() -> None:
    """Under the ids that triplets name them by."""
    nodes = mill_nodes()
    documents = read_nodes(nodes)
    assert [doc.id for doc in documents] == ["chunk-mill", "chunk-ferry"]
    assert documents[0].text == MILL
    grounded = ground_graph(triplets(nodes), documents)
    assert grounded.summary.verdicts["not_found"] == 1
    assert grounded.summary.verdicts["unchecked"] == 4
    assert read_nodes([LlamaDocument(text=MILL, id_="mill")])[0].id == "mill"
    with pytest.raises(InputError, match=r"schema\.TextNode: .* openodke_llama_index\.read_nodes"):
        ground_graph(triplets(nodes), nodes)
    with pytest.raises(InputError, match=r"nodes\[0\] is a str"):
        read_nodes(["text"])
