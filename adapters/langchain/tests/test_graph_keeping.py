"""What is left of a graph without what was refused, and what goes with it?"""

from __future__ import annotations

from typing import Any

import pytest
from graph_families import Family, mill_graph, part

from openodke import ground_graph
from openodke.model import Fact, GateVerdict
from openodke.ontology import Ontology
from openodke_langchain import LangChainAdapter


class Refusing:
    """A gate that refuses what is claimed of, or between, some names."""

    def __init__(self, *names: str, kind: str = "") -> None:
        self.names = set(names)
        self.kind = kind

    def validate(self, fact: Fact, ontology: Ontology) -> GateVerdict:  # noqa: ARG002
        """Refuse by the names of the fact's ends, and by its kind if one is given."""
        named = {fact.subject.name, fact.object_name} & self.names
        if named and fact.id.split("/")[1].startswith(self.kind):
            return GateVerdict(action="refuse", reason="by the test")
        return GateVerdict(action="accept")


def kept(native: Any, gate: Any = None, **options: Any) -> Any:
    """Return what is kept of a native object."""
    return ground_graph(native, adapter=LangChainAdapter(**options)).keep(gate)


def names(graph: Any) -> list[str]:
    """Return the ids of a graph's nodes."""
    return [n["id"] if isinstance(n, dict) else n.id for n in part(graph, "nodes")]


def test_a_refused_relationship_takes_the_nodes_that_had_no_other(mill: Any) -> None:
    """In order; what stood alone before stays."""
    left = kept(mill)
    assert type(left) is type(mill)
    assert len(part(left, "relationships")) == 3
    assert names(left) == ["Mara Ostrel", "Fenwick Mill", "Nasa", "Skerry"]
    assert len(part(mill, "relationships")) == 4


def test_a_node_with_another_relationship_stays(mill: Any) -> None:
    """Only the mill's buyer has no other."""
    left = kept(mill, Refusing("Nasa"))
    assert "Fenwick Mill" in names(left)
    assert "Nasa" not in names(left)


def test_a_node_of_which_a_property_stands_stays(mill: Any) -> None:
    """All its relationships went; that she is a miller was accepted."""
    left = kept(mill, Refusing("Fenwick Mill"))
    assert part(left, "relationships") == part(left, "relationships")[:1]
    assert "Mara Ostrel" in names(left)


def test_a_refused_node_takes_its_relationships(mill: Any) -> None:
    """Where nodes with relationships are asked about, too."""
    gate = Refusing("Mara Ostrel", kind="node")
    left = kept(mill, gate, every_node=True)
    assert len(part(left, "relationships")) == 2
    assert "Mara Ostrel" not in names(left)
    assert "Fenwick Mill" in names(left)


def test_a_refused_property_is_taken_out(plain: Family) -> None:
    """The node and its other properties stay, and nothing is said of it any more."""
    graph = mill_graph(plain)
    graph.nodes[0].properties["left"] = 1871
    said = kept(graph).nodes[0].properties
    assert said["role"] == "miller"
    assert "left" not in said
    assert "odke_verdict__left" not in said
    assert said["odke_verdict"] == "unchecked"
    assert graph.nodes[0].properties["left"] == 1871


def test_one_value_of_a_list_is_taken_out(plain: Family) -> None:
    """The rest of the list stays."""
    graph = mill_graph(plain)
    graph.nodes[0].properties["left"] = [1871, 1993, "Tolby"]
    assert kept(graph).nodes[0].properties["left"] == [1993, "Tolby"]


@pytest.mark.parametrize("as_pairs", [True, False])
def test_properties_in_a_list_lose_their_pair(as_pairs: bool) -> None:
    """In the shape that they have."""
    held: Any = [{"key": "left", "value": 1871}, {"key": "role", "value": "miller"}]
    if not as_pairs:
        held = {pair["key"]: pair["value"] for pair in held}
    native = {
        "nodes": [{"id": "Mara", "properties": held}],
        "relationships": [],
        "source": {"page_content": "Mara left.", "metadata": {}},
    }
    said = kept(native)["nodes"][0]["properties"]
    keys = [pair["key"] for pair in said] if as_pairs else list(said)
    assert "left" not in keys
    assert {"role", "odke_verdict"} <= set(keys)


def test_a_node_alone_that_nothing_is_left_of_goes(plain: Family) -> None:
    """Its text does not name it."""
    graph = mill_graph(plain)
    graph.nodes += [
        plain.node(id="Atlantis", type="Place"),
        plain.node(id="Zorro Quint", properties={"born": 1871}),
    ]
    assert names(kept(graph)) == ["Mara Ostrel", "Fenwick Mill", "Nasa", "Skerry"]


def test_a_graph_that_loses_everything_stays_empty(mill: Any) -> None:
    """So that graphs and texts are still as many."""
    left = kept([mill, mill], Refusing("Mara Ostrel", "Nasa", "Adam", "Skerry"))
    assert len(left) == 2
    assert part(left[0], "relationships") == part(left[0], "nodes") == []


def test_what_was_left_out_stays(plain: Family) -> None:
    """A malformed relationship was not asked about."""
    graph = mill_graph(plain)
    graph.relationships.append(plain.relate("", "OWNS", "Fenwick Mill"))
    left = kept(graph)
    assert left.relationships[-1].properties["odke_reason"] == "malformed"


def test_a_pair_that_stands_alone_goes_from_its_list() -> None:
    """And of the one that was handed in alone nothing is left."""
    from openodke import Document

    text = [Document(id="t", text="Ada met Bo.")]
    pairs = [{"head": "Ada", "relation": "met", "tail": name} for name in ("Bo", "Zorro", "Bo")]
    adapter = LangChainAdapter()
    left = ground_graph(pairs, text, adapter=adapter).keep()
    assert [pair["tail"] for pair in left] == ["Bo", "Bo"]
    assert ground_graph([pairs, pairs[0]], text, adapter=adapter).keep()[0] == left
    assert ground_graph(pairs[1], text, adapter=adapter).keep() is None


def test_an_end_that_was_a_node_is_the_node_that_is_left(plain: Family) -> None:
    """A property that was taken out of the node is not in the end either."""
    graph = mill_graph(plain)
    graph.nodes[0].properties["left"] = 1871
    graph.relationships[0].source = graph.nodes[0]
    left = kept(graph)
    assert left.relationships[0].source is left.nodes[0]


def test_a_mark_is_written(mill: Any) -> None:
    """An accept with a reason is for a person to see."""

    class Marking:
        def validate(self, fact: Fact, ontology: Ontology) -> GateVerdict:  # noqa: ARG002
            return GateVerdict(action="accept", reason=f"look at {fact.subject.name}")

    left = kept(mill, Marking())
    reviews = [
        (r["properties"] if isinstance(r, dict) else r.properties)["odke_review"]
        for r in part(left, "relationships")
    ]
    assert reviews[:2] == ["look at Mara Ostrel", "look at Nasa"]


@pytest.mark.parametrize(
    ("rooms", "left", "said"),
    [
        ([1871, 1993, 4], [1993, 4], {"left_0": "unchecked", "left_1": "unchecked"}),
        ([1993, 1871, 4], [1993, 4], {"left_0": "unchecked", "left_1": "unchecked"}),
        ([1871, 1993], [1993], {"left_0": "unchecked"}),
    ],
)
def test_the_values_that_are_left_are_counted_anew(
    plain: Family, rooms: list[int], left: list[int], said: dict[str, str]
) -> None:
    """So that each verdict stands at its value, as when the list is read again."""
    graph = mill_graph(plain)
    graph.nodes[0].properties = {"left": rooms}
    found = kept(graph).nodes[0].properties
    assert found["left"] == left
    verdicts = {key: value for key, value in found.items() if key.startswith("odke_verdict__")}
    assert verdicts == {f"odke_verdict__{name}": verdict for name, verdict in said.items()}
    assert set(verdicts) < set(ground_graph(kept(graph), adapter=LangChainAdapter())
                               .annotate().nodes[0].properties)  # fmt: skip
