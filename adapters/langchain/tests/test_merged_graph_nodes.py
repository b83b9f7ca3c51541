"""Do nodes that are one thing become one node, in graph documents of real classes?"""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest
from graph_families import FAMILIES, family, part
from langchain_core.documents import Document

from openodke import Validator
from openodke.corroborate import NativeResolver
from openodke.interop import NodeMerge, NodeName
from openodke.testing import contents_of
from openodke_langchain import LangChainAdapter

TEXT = "Mara Ostrel runs Fenwick Mill in Tolby. The Fenwick Mill was built by Hugo Lant."
MILL = NodeMerge(
    NodeName("The Fenwick Mill", "Mill"), NodeName("Fenwick Mill", "Mill"), "one register entry"
)


def node(name: str, kind: str = "Mill", **properties: Any) -> dict[str, Any]:
    """Return a node as a dict."""
    return {"id": name, "type": kind, "properties": properties}


def graph(nodes: list[Any], relations: list[Any], text: str = TEXT) -> dict[str, Any]:
    """Return a graph document as a dict."""
    return {
        "nodes": nodes,
        "relationships": [
            {"source": s, "target": t, "type": kind, "properties": held}
            for s, kind, t, held in relations
        ],
        "source": {"page_content": text, "metadata": {"source": "mill.txt"}},
    }


def merged(native: Any, *merges: NodeMerge) -> Any:
    """Return a native object with nodes merged."""
    return LangChainAdapter().merge(native, merges or (MILL,)).native


def test_of_two_nodes_of_a_graph_one_stays_with_all_properties() -> None:
    """What both say stands once, what differs is a list, and relationships lead to it."""
    mill = node("Fenwick Mill", floors="two", town="Tolby")
    the_mill = node("The Fenwick Mill", floors="three", town="Tolby", owner="Mara Ostrel")
    mara = node("Mara Ostrel", "Person")
    given = graph([mara, the_mill, mill], [(mara, "RUNS", the_mill, {"since": "1912"})])
    held = deepcopy(given)
    new = merged(given)
    assert given == held
    assert [each["id"] for each in new["nodes"]] == ["Mara Ostrel", "Fenwick Mill"]
    assert new["nodes"][1]["properties"] == {
        "floors": ["two", "three"],
        "town": "Tolby",
        "owner": "Mara Ostrel",
        "odke_merged": '["The Fenwick Mill"]',
    }
    (relation,) = new["relationships"]
    assert relation["target"]["id"] == "Fenwick Mill"
    assert relation["target"] is new["nodes"][1]  # as it was the node itself before
    assert relation["properties"] == {"since": "1912"}


@pytest.mark.parametrize("nothing", ["!!!", "", None])
def test_a_relationship_of_nothing_leads_to_the_node_that_stays(nothing: Any) -> None:
    """It makes no claim, and would else lead to a node that is not there any more."""
    mill, the_mill = node("Fenwick Mill"), node("The Fenwick Mill")
    other = {"id": nothing, "type": "Mill"}
    end = {"id": "The Fenwick Mill", "type": "Mill"}
    new = merged(graph([mill, the_mill], [(end, "NEAR", other, {}), (other, "NEAR", end, {})]))
    there, back = new["relationships"]
    assert (there["source"]["id"], there["target"]) == ("Fenwick Mill", other)
    assert (back["source"], back["target"]["id"]) == (other, "Fenwick Mill")


def test_each_value_keeps_its_verdict() -> None:
    """A value that the text lacks is not found, whichever node said it."""
    mill, the_mill = node("Fenwick Mill", town="Tolby"), node("The Fenwick Mill", town="Skerry")
    adapter = LangChainAdapter(property_kinds={"town": "name"})
    resolver = NativeResolver(normalize_batch=True)
    native = [graph([mill, the_mill], [])]
    _, report = Validator(resolver=resolver).validate(native, adapter=adapter)
    new = report.annotate(merge=True)[0]["nodes"]
    assert len(new) == 1
    held = new[0]["properties"]
    assert held["town"] == ["Tolby", "Skerry"]
    assert (held["odke_verdict__town_0"], held["odke_verdict__town_1"]) == (
        "unchecked",
        "not_found",
    )
    assert held["odke_verdict"] == "not_found"


def test_relationships_that_are_one_now_say_the_same() -> None:
    """A store keeps the first or the last; what a property says of its own stays its own."""
    mara, mill, the_mill = (
        node("Mara Ostrel", "Person"),
        node("Fenwick Mill"),
        node("The Fenwick Mill"),
    )
    first = graph([mara, mill], [(mara, "RUNS", mill, {})], "Nobody runs anything in Tolby.")
    second = graph([mara, the_mill], [(mara, "RUNS", the_mill, {})])
    _, report = Validator(resolver=NativeResolver(normalize_batch=True)).validate(
        [first, second], adapter="langchain"
    )
    said = [g["relationships"][0]["properties"]["odke_verdict"] for g in report.annotate()]
    assert said == ["not_found", "unchecked"]
    new = report.annotate(merge=True)
    assert [g["relationships"][0]["properties"]["odke_verdict"] for g in new] == ["unchecked"] * 2
    evidence = {g["relationships"][0]["properties"]["odke_evidence"] for g in new}
    assert len(evidence) == 1


@pytest.mark.parametrize("name", FAMILIES)
def test_real_classes_stay_what_they_are(name: str) -> None:
    """Of every package: class, source and order; what has nothing to merge is the same object."""
    classes = family(name)
    ends = {"id": "The Fenwick Mill", "type": "Mill"}, {"id": "Fenwick Mill", "type": "Mill"}
    source = Document(page_content=TEXT, metadata={"source": "mill.txt"})
    native = []
    for end in ends:
        mara, mill = classes.node(id="Mara Ostrel", type="Person"), classes.node(**end)
        runs = classes.relationship(
            source=mara, target=classes.node(**end), type="RUNS", properties={}
        )
        native.append(classes.graph(nodes=[mara, mill], relationships=[runs], source=source))
    new = merged(native)
    assert [type(each) for each in new] == [type(each) for each in native]
    assert new[1] is native[1]
    graphs = [contents_of(each) for each in new]
    assert graphs[0]["nodes"][1]["id"] == "Fenwick Mill"
    assert graphs[0]["relationships"][0]["target"]["id"] == "Fenwick Mill"
    assert contents_of(native[0])["nodes"][1]["id"] == "The Fenwick Mill"
    assert part(new[0], "source") == part(native[0], "source")


def test_an_id_that_is_no_name_is_told_with_its_name() -> None:
    """The report has both, old and new; the node that stays keeps its own name."""
    keeper = node("Q8") | {"properties": {"name": "Mill"}}
    native = graph([node("Q7") | {"properties": {"name": "The Fenwick Mill"}}, keeper], [])
    merge = NodeMerge(NodeName("The Fenwick Mill", "Mill", "Q7"), NodeName("Mill", "Mill", "Q8"))
    found = LangChainAdapter().merge(native, [merge])
    (told,) = found.nodes
    assert (told.old, told.new, told.name, told.new_name) == (
        "Q7",
        "Q8",
        "The Fenwick Mill",
        "Mill",
    )
    (left,) = found.native["nodes"]
    assert (left["id"], left["properties"]["name"]) == ("Q8", "Mill")
    assert json.loads(left["properties"]["odke_merged"]) == ["Q7", "The Fenwick Mill"]


def test_a_model_s_list_of_pairs_stays_one() -> None:
    """`{key, value}` pairs of both, each once."""
    pair = {"key": "town", "value": "Tolby"}
    mill = {"id": "Fenwick Mill", "type": "Mill", "properties": [pair]}
    more = {"key": "floors", "value": "two"}
    other = {"id": "The Fenwick Mill", "type": "Mill", "properties": [pair, more]}
    (left,) = merged(graph([mill, other], []))["nodes"]
    assert left["properties"] == [
        pair,
        more,
        {"key": "odke_merged", "value": '["The Fenwick Mill"]'},
    ]


def test_where_the_node_that_was_to_stay_is_gone_another_takes_its_place() -> None:
    """As after `keep`: two that are one thing are one, under the first of their names."""
    merges = [
        NodeMerge(NodeName(name, "Mill"), NodeName("The Mill", "Mill"))
        for name in ("Fenwick Mill", "The Fenwick Mill")
    ]
    new = merged(graph([node("Fenwick Mill"), node("The Fenwick Mill")], []), *merges)
    assert [each["id"] for each in new["nodes"]] == ["Fenwick Mill"]
