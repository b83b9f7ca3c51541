"""Is what users of LangChain's graph transformers met in their graphs judged rightly?

Each test is one trouble that was reported in public, made small, with invented names.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from report_graphs import DEPOT, graph, grounded, relation, said

from openodke import Document, ground_graph
from openodke.ontology import Ontology
from openodke_langchain import LangChainAdapter, networkx_triples

# ── names and values ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("BANANAS are sold by ZED.", "Bananas"),
        ("McDonald's is by the pier, says ZED.", "Mcdonald'S"),
        ("NASA and ZED met.", "Nasa"),
        ("The iPhone 15 is from ZED.", "Iphone 15"),
        ("O’Brien’s belongs to ZED.", "O'Brien'S"),
        ("Cafe\u0301 Luna belongs to ZED.", "Café Luna"),
        ("The Straße belongs to ZED.", "Strasse"),
        ("ZED\u00a0sells New\nYork  bagels.", "New_York"),
        ("她毕业于北京大学。ZED", "北京大学"),
        ("Mr. Oskar Dahl spoke. Dahl owns ZED.", "Oskar Dahl"),
    ],
)
def test_a_name_that_was_recased_is_found(text: str, name: str) -> None:
    """Tool mode title-cases every id: exact search would refuse true claims wholesale."""
    found = grounded(graph(text, relation(name, "SOLD_BY", "Zed")))
    assert found.facts[0].verdict.value == "unchecked"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Annapolis is by the sea, says ZED.", "Ann"),
        ("We trust Zed.", "U.S. Navy"),
        ("In 21998 boxes ZED sent tea.", "1998"),
    ],
)
def test_a_name_inside_a_longer_word_is_not_found(text: str, name: str) -> None:
    """`Ann` is not in Annapolis."""
    found = grounded(graph(text, relation(name, "MET", "Zed")))
    assert found.facts[0].verdict.value == "not_found"


@pytest.mark.parametrize("value", ["1953-07-04", "1953-07", "1953", 1953, "1,200", "12"], ids=repr)
def test_a_value_is_found_in_any_spelling(value: Any) -> None:
    """The prompt asks for ISO dates, which no text is written in."""
    text = "Ola, born on 4 July 1953, owns 12 of 1200 kilns."
    node = {"id": "Ola", "properties": {"born": value}}
    (fact,) = grounded(graph(text, nodes=[node])).facts
    assert (fact.predicate, fact.verdict.value) == ("born", "unchecked")
    other = {"id": "Ola", "properties": {"born": "1954-07-04"}}
    (refuted,) = grounded(graph(text, nodes=[other])).facts
    assert refuted.qualifiers["odke.ground"]["reason"] == "value_absent"


# ── triples without a text of their own ──────────────────────────────────────────────────────────


class _Triple(NamedTuple):
    subject: str
    predicate: str
    object_: str


class _Graph:
    """What `NetworkxEntityGraph.get_triples` returns: subject, object, predicate."""

    def get_triples(self) -> list[tuple[str, str, str]]:
        """Return one triple."""
        return [("Ola", "Kiln", "RUNS")]


def test_the_triples_of_networkx_have_their_predicate_in_its_place() -> None:
    """They come as subject, object, predicate."""
    found = grounded(networkx_triples(_Graph()), DEPOT)
    assert list(said(found)) == ["Ola RUNS Kiln"]


def test_the_real_entity_graph_is_read() -> None:
    """As langchain-community has it."""
    module = pytest.importorskip("langchain_community.graphs.networkx_graph")
    pytest.importorskip("networkx")
    store = module.NetworkxEntityGraph()
    store.add_triple(module.KnowledgeTriple("Ola", "RUNS", "Kiln"))
    assert list(said(grounded(networkx_triples(store), DEPOT))) == ["Ola RUNS Kiln"]
    triples = [
        module.KnowledgeTriple("Ola", "RUNS", "Kiln"),
        module.KnowledgeTriple("Adam", "IS", "Kiln"),
    ]
    kept = grounded(triples, DEPOT).keep()
    assert kept == triples[:1]
    assert isinstance(kept[0], module.KnowledgeTriple)
    assert kept[0].odke_verdict == "unchecked"


def test_a_bare_tuple_is_nobodys_triple() -> None:
    """Its order is not known: it is not guessed."""
    adapter = LangChainAdapter()
    assert not adapter.accepts([("Ola", "Kiln", "RUNS")])
    assert adapter.accepts([_Triple("Ola", "RUNS", "Kiln")])


def test_a_triple_is_checked_on_all_texts() -> None:
    """It is found where one of them holds it."""
    documents = [Document(id=str(n), text=t) for n, t in enumerate(["Rain fell.", DEPOT])]
    found = ground_graph([_Triple("Ola", "RUNS", "Kiln")], documents, adapter=LangChainAdapter())
    assert len(found.facts) == 2
    (triple,) = found.annotate()
    assert triple.odke_verdict == "unchecked"


# ── what the text says ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("kind", ["RELATED_TO", "no clear relationship"])
def test_two_names_in_one_sentence_are_no_support(kind: str) -> None:
    """And a denial makes a claim suspicious that denies nothing itself."""
    text = "No link between Ola and Zed was found."
    (fact,) = grounded(graph(text, relation("Ola", kind, "Zed"))).facts
    assert fact.verdict.value == "unchecked"
    suspicion = fact.qualifiers["odke.ground"]["suspicion"]
    assert suspicion >= 0.5 or kind.startswith("no ")


def test_a_relationship_outside_the_schema_has_its_own_reason() -> None:
    """The ontology is no matter of the text."""
    schema = Ontology.model_validate(
        {"types": {"Thing": {}}, "predicates": {"OWNS": {"range": "Thing"}}}
    )
    native = graph(DEPOT, relation("Ola", "LIKES", "Kiln"), relation("Ola", "OWNS", "Kiln"))
    found = ground_graph(native, adapter=LangChainAdapter(), ontology=schema)
    reasons = [r["properties"]["odke_reason"] for r in found.annotate()["relationships"]]
    assert reasons[0] != reasons[1]
    kinds = [r["type"] for r in found.keep()["relationships"]]
    assert kinds == ["OWNS"]


@pytest.mark.parametrize("text", ["", " \n", None])
def test_without_a_text_nothing_is_refuted(text: str | None) -> None:
    """And nothing fails."""
    native = graph("x", relation("Ola", "RUNS", "Kiln"))
    native["source"] = None if text is None else {"page_content": text, "metadata": {"source": "a"}}
    (fact,) = grounded(native).facts
    assert fact.verdict.value == "unchecked"
    assert fact.qualifiers["odke.ground"]["reason"] in ("no_source", "no_text")


@pytest.mark.parametrize(
    "text",
    [
        "Ola\r\nruns the\r\nKiln.",
        "Ola\x00 runs the Kiln.",
        "\u200fOla runs the Kiln.",
        "Ola\ud800 runs the Kiln.",
    ],
    ids=["line ends", "NUL", "a mark", "half a character"],
)
def test_odd_characters_fail_nobody(text: str) -> None:
    """And offsets stay those of the text."""
    found = grounded(graph(text, relation("Ola", "RUNS", "Kiln")))
    assert found.facts[0].verdict.value == "unchecked"
    assert len(found.documents[0].text) == len(text)


def test_a_diffbot_graph_is_checked_by_name_and_passage() -> None:
    """Its ids are URIs; a passage that the text holds is the claim's own citation."""
    nodes = [
        {"id": "http://kb.example/e/P1", "properties": {"name": "Ola Ferm"}},
        {"id": "http://kb.example/e/O2", "properties": {"name": "The Kiln"}},
    ]
    edge = relation(nodes[0], "RUNS", nodes[1], properties={"evidence": ["Ola Ferm runs the Kiln"]})
    text = "It rained. Ola Ferm runs the Kiln. Nobody else did."
    (fact,) = grounded(graph(text, edge, nodes=nodes)).facts
    assert (fact.subject.name, fact.subject.key) == ("Ola Ferm", "http://kb.example/e/P1")
    (evidence,) = fact.evidence
    assert evidence.span is not None
    assert text[evidence.span.start : evidence.span.end] == "Ola Ferm runs the Kiln"
    made_up = relation(nodes[0], "RUNS", nodes[1], properties={"evidence": ["Ola sold it"]})
    (other,) = grounded(graph(text, made_up, nodes=nodes)).facts
    assert other.verdict.value == "unchecked"


def test_an_example_of_ones_own_prompt_is_known_as_a_leak() -> None:
    """Names in it are given as `examples=`; one that the text holds is no leak."""
    native = graph(DEPOT, relation("Zorro", "RUNS", "Kiln"), relation("Ola", "RUNS", "Kiln"))
    found = said(grounded(native, examples=["Zorro", "Ola"]))
    assert found["Zorro RUNS Kiln"] == ("not_found", "prompt_example")
    assert found["Ola RUNS Kiln"][0] == "unchecked"


def test_dicts_of_llama_index_are_left_to_its_adapter() -> None:
    """{"head", "type", "tail"} is not how a transformer of LangChain names the parts."""
    adapter = LangChainAdapter()
    assert not adapter.accepts([{"head": "Ola", "type": "RUNS", "tail": "Kiln"}])
    assert adapter.accepts([{"head": "Ola", "relation": "RUNS", "tail": "Kiln", "type": "x"}])
