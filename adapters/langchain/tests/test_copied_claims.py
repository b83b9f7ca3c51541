"""Do copies of one claim say the same before a store keeps one of them?"""

from __future__ import annotations

from typing import Any

import pytest
from graph_families import Family, properties_of
from langchain_core.documents import Document
from scripted_chat import judge

from openodke.interop import ItemVerdict
from openodke_langchain import GroundGraph, LangChainAdapter

LOG = Document("Mara Ostrel runs the Fenwick Mill.", metadata={"source": "https://log.example/1"})
PRESS = Document(
    "The Fenwick Mill is run by Mara Ostrel.", metadata={"source": "https://press.example/2"}
)
TOLBY = Document("The Fenwick Mill lies in Tolby.", metadata={"source": "tolby.txt"})
RAIN = Document("Rain fell in Tolby.", metadata={"source": "https://rain.example/3"})


def graph(classes: Family, text: Document, kind: str = "RUNS", **properties: Any) -> Any:
    """Return a graph of one relationship on a text."""
    ends = [classes.node(id="Mara Ostrel", type="Person"), classes.node(id="Fenwick Mill")]
    relation = classes.relationship(
        source=ends[0], target=ends[1], type=kind, properties=properties
    )
    return classes.graph(nodes=ends, relationships=[relation], source=text)


def said(graphs: list[Any], key: str = "odke_verdict") -> list[str | None]:
    """Return what is written under a key on the relationship of each graph."""
    return [properties_of(each.relationships[0]).get(key) for each in graphs]


def test_the_copies_of_a_relationship_have_one_verdict(plain: Family) -> None:
    """That of all their texts, in whatever order they come; a text that lacks it does not count."""
    for texts in ([RAIN, LOG, PRESS], [LOG, PRESS, RAIN]):
        graphs = [graph(plain, text) for text in texts]
        checked = GroundGraph().invoke(graphs)
        assert said(checked) == ["unchecked"] * 3
        evidence = set(said(checked, "odke_evidence"))
        assert len(evidence) == 1
        assert len(str(evidence.pop()).split("|")) == 2
        assert said(checked, "odke_support") == ["2"] * 3
        assert said(graphs) == [None] * 3  # what was handed in is as it was


def test_each_may_keep_the_verdict_of_its_own_text(plain: Family) -> None:
    """With merge=False, and wherever the adapter is used itself."""
    graphs = [graph(plain, text) for text in (RAIN, LOG)]
    own = ["not_found", "unchecked"]
    assert said(GroundGraph(merge=False).invoke(graphs)) == own
    assert said(GroundGraph().ground(graphs).annotate()) == own


def test_what_is_dropped_has_no_part_in_it(plain: Family) -> None:
    """The gate decides on each copy by its own text; those that stay are merged."""
    graphs = [graph(plain, text) for text in (RAIN, LOG, PRESS)]
    rain, log, press = GroundGraph(keep=True).invoke(graphs)
    assert rain.relationships == []
    assert said([log, press]) == ["unchecked"] * 2
    assert said([log, press], "odke_support") == ["2"] * 2


def test_a_model_s_support_of_one_text_is_enough(plain: Family) -> None:
    """Supported if any text supports it, with that text's place as the evidence."""
    llm = judge(Rain="not_found")
    graphs = [graph(plain, text) for text in (RAIN, LOG)]
    assert said(GroundGraph(llm=llm).invoke(graphs)) == ["supported"] * 2


def test_another_value_is_another_claim(plain: Family) -> None:
    """A property of one copy is not borne out by the text of another that says otherwise."""
    graphs = [graph(plain, LOG, since="1912"), graph(plain, PRESS, since="1912"), graph(plain, LOG)]
    checked = GroundGraph().invoke(graphs)
    assert said(checked, "odke_verdict__since") == ["not_found", "not_found", None]
    assert said(checked) == ["not_found", "not_found", "unchecked"]
    spelled = GroundGraph().invoke([graph(plain, LOG, "runs"), graph(plain, RAIN, "RUNS")])
    assert said(spelled) == ["unchecked"] * 2  # a store has it in capitals


def test_nodes_and_their_properties_too(plain: Family) -> None:
    """A store that merges nodes on their properties would make two of one."""
    graphs = [
        plain.graph(
            nodes=[plain.node(id="Fenwick Mill", type="Mill", properties={"town": "Tolby"})],
            relationships=[],
            source=text,
        )
        for text in (RAIN, TOLBY)
    ]
    adapter = LangChainAdapter(property_kinds={"town": "name"})
    checked = GroundGraph(adapter=adapter).invoke(graphs)
    assert checked[0].nodes == checked[1].nodes
    assert checked[0].nodes[0].properties["odke_verdict__town"] == "unchecked"
    own = GroundGraph(adapter=adapter, merge=False).invoke(graphs)
    assert own[0].nodes != own[1].nodes


def test_neo4j_is_told_one_verdict() -> None:
    """The real store: a relationship is written when it is made, so that the first copy counts."""
    neo4j = pytest.importorskip("langchain_neo4j")
    from graph_families import family

    class Noting(neo4j.Neo4jGraph):  # type: ignore[misc,name-defined]
        """The store; its queries are noted, not sent."""

        def __init__(self) -> None:
            self.asked: list[dict[str, Any]] = []

        def _check_driver_state(self) -> None:
            """All is well."""

        def query(self, query: str, params: dict[str, Any] | None = None, **_: Any) -> list[Any]:
            """Note the rows of a query."""
            del query
            self.asked += (params or {})["data"]
            return []

        def __del__(self) -> None:
            """Have nothing to close."""

    store = Noting()
    classes = family("neo4j")
    graphs = [graph(classes, text) for text in (RAIN, LOG, PRESS)]
    store.add_graph_documents(GroundGraph().invoke(graphs), include_source=True)
    rows = [row["properties"] for row in store.asked if "source" in row]
    assert len(rows) == 3
    assert rows[0] == rows[1] == rows[2]
    assert rows[0]["odke_verdict"] == "unchecked"


def test_triples_of_one_claim_go_into_an_entity_graph() -> None:
    """It keeps no verdict, so what is refuted has to be gone before; copies say the same."""
    module = pytest.importorskip("langchain_community.graphs.networkx_graph")
    pytest.importorskip("networkx")
    runs = module.KnowledgeTriple("Mara Ostrel", "RUNS", "Fenwick Mill")
    leak = module.KnowledgeTriple("Adam", "WORKS_FOR", "Microsoft")
    kept = GroundGraph(keep=True, documents=[LOG, PRESS]).invoke([runs, leak, runs])
    assert kept == [runs, runs]
    assert {triple.odke_verdict for triple in kept} == {"unchecked"}
    store = module.NetworkxEntityGraph()
    for triple in kept:
        store.add_triple(triple)
    assert store.get_triples() == [("Mara Ostrel", "Fenwick Mill", "RUNS")]


def test_many_copies_are_judged_together_once(
    plain: Family, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not each from all of them anew."""
    seen: list[int] = []
    of = ItemVerdict.of

    def counting(parts: Any) -> ItemVerdict:
        seen.append(len(parts))
        return of(parts)

    monkeypatch.setattr(ItemVerdict, "of", counting)
    GroundGraph().invoke([graph(plain, LOG) for _ in range(300)])
    assert sum(seen) <= 4 * 300
