"""What users of LlamaIndex reported of its graphs: is each handed out with its right outcome?

Each case is named by the behaviour; the texts and names are invented.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from llama_index.core.graph_stores.types import EntityNode, Relation
from llama_index.core.schema import TextNode
from mill_nodes import text_node
from scripted_llm import ScriptedLLM

from openodke import Document, LLMGrounder, ground_graph
from openodke_llama_index import LlamaIndexAdapter, LlamaIndexClient

CHUNKS = [
    Document(id="c1", text="Herons build their nests in trees."),
    Document(id="c4", text="Herons are migratory birds."),
    Document(id="c9", text="Trees are felled in winter."),
]
CJK = "東京製粉株式会社第二工場附属研究所栄養化学部門穀物成分分析室主任研究員会議資料保管庫管理係"


@dataclass(frozen=True)
class Report:
    """A graph as it was reported, and what has to be said of it.

    Attributes:
        native: the graph.
        expected: the verdict and the reason of each row, as far as a case is about them.
        left_out: the codes of what makes no row.
        documents: the texts, where the graph has none.
        answers: what a model answers to each claim by a piece of the question; without it nobody
            is asked.
    """

    native: list[Any]
    expected: list[str]
    left_out: list[str] = field(default_factory=list)
    documents: list[Document] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)


def one(text: str, *claims: tuple[str, str, str], **more: Any) -> list[TextNode]:
    """Return a graph of one node."""
    return [text_node(text, list(claims), **more)]


def bare(label: str, source: str, target: str) -> Relation:
    """Return a relation."""
    return Relation(label=label, source_id=source, target_id=target)


REPORTS: dict[str, Report] = {
    "a triple that names no chunk is tried on every chunk": Report(
        [("Herons", "are", "migratory")],
        ["unchecked", "unchecked", "unchecked"],
        documents=CHUNKS,
    ),
    "a triple that no chunk bears out is refuted and no error": Report(
        [("Herons", "are", "crustaceans")],
        ["not_found"] * 3,
        documents=CHUNKS,
    ),
    "a text among the triplets costs itself and not the chunk": Report(
        one("Vantor sells pumps.", ("Vantor", "SELLS", "pumps"), more_relations=("Vantor",)),
        ["unchecked"],
        ["malformed"],
    ),
    "a dict of head, type and tail is read by its keys": Report(
        [{"head": "Alder", "type": "part of", "tail": "Grove"}],
        ["unchecked"],
        documents=[Document(id="t", text="The alder is part of the grove.")],
    ),
    "a dict of head, relation and tail is read beside it": Report(
        [
            {"head": "Alder", "type": "part of", "tail": "Grove"},
            {"head": "Alder", "relation": "part of", "tail": "Madrid"},
        ],
        ["unchecked", "not_found"],
        documents=[Document(id="t", text="The alder is part of the grove.")],
    ),
    "an empty subject is part of every text and still no subject": Report(
        one("Vantor sells pumps.", ("", "Sells", "Pumps"), ("Vantor", "Sells", "Pumps")),
        ["unchecked"],
        ["empty_subject"],
    ),
    "an empty object and an empty predicate are none either": Report(
        one("Vantor sells pumps.", ("Vantor", "", "Pumps"), ("Vantor", "Sells", " ")),
        [],
        ["empty_predicate", "empty_object"],
    ),
    "a custom parser's empty triple is no edge between nothing and nothing": Report(
        [("", "", ""), ("Vantor", "sells", "pumps")],
        ["unchecked"],
        ["empty_subject"],
        documents=[Document(id="t", text="Vantor sells pumps.")],
    ),
    "a long name of another script is found": Report(
        one(f"{CJK}が設立された。", (CJK, "設立", "設立")), ["unchecked"]
    ),
    "a name that the parser has put in lower case is found": Report(
        one(
            "IBM moved to ŁÓDŹ and İstanbul. Große Straße 7.",
            ("Ibm", "Moved to", "Łódź"),
            ("Ibm", "Moved to", "İstanbul"),
            ("Grosse strasse", "Is of", "Ibm"),
        ),
        ["unchecked"] * 3,
    ),
    "a name with quotes is found by its name and not by its id": Report(
        one('The "Blue" Mill lies in Tolby.', ('The "Blue" Mill', "Lies in", "Tolby")),
        ["unchecked"],
    ),
    "a triple that turns the direction is for a judge to refute": Report(
        one("Porto hosts Brightloom's head office.", ("Porto", "BASED_IN", "Brightloom")),
        ["contradicted"],
        answers={"BASED IN": "contradicted"},
    ),
    "two names in one sentence are no support": Report(
        one("Porto hosts Brightloom's head office.", ("Porto", "BASED_IN", "Brightloom")),
        ["unchecked"],
    ),
    "a label with backticks is asked about without them": Report(
        one("Hugo Lant is a member of the club.", ("Hugo Lant", "`member of`", "club")),
        ["supported"],
        answers={"— member of —": "supported"},
    ),
    "a label with a slash is no trouble": Report(
        one("Hugo Lant and/or the club pays.", ("Hugo Lant", "and/or,", "club")), ["unchecked"]
    ),
    "properties that nobody extracted are no trouble": Report(
        one(
            "Vantor sells pumps.",
            more_nodes=(
                EntityNode.model_construct(name="Vantor", label="ORG", properties=None),
                EntityNode.model_construct(name="pumps", label="PRODUCT", properties=None),
            ),
            more_relations=(
                Relation.model_construct(
                    label="SELLS", source_id="Vantor", target_id="pumps", properties=None
                ),
            ),
        ),
        ["unchecked"],
    ),
    "a value that the model inferred for an entity is no claim of a relation": Report(
        one(
            "Vantor sells pumps.",
            more_nodes=(
                EntityNode(name="Vantor", label="ORG", properties={"sector": "hydraulics"}),
                EntityNode(name="pumps"),
            ),
            more_relations=(bare("SELLS", "Vantor", "pumps"),),
        ),
        ["unchecked"],
    ),
    "a relation to an entity of another chunk is read by its id": Report(
        [
            text_node("Vantor is old.", more_nodes=(EntityNode(name="Vantor"),), node_id="a"),
            text_node("It sells pumps.", more_relations=(bare("SELLS", "Vantor", "pumps"),)),
        ],
        ["not_found"],
    ),
    "a relation whose ends are no nodes of the index is a claim": Report(
        one("Vantor sells pumps.", more_relations=(bare("SELLS", "Vantor", "pumps"),)),
        ["unchecked"],
    ),
    "a relation whose chunk was deleted is not refuted": Report(
        [
            [
                EntityNode(name="Vantor"),
                Relation(
                    label="SELLS",
                    source_id="Vantor",
                    target_id="pumps",
                    properties={"triplet_source_id": "gone"},
                ),
                EntityNode(name="pumps"),
            ]
        ],
        ["unchecked"],
        documents=[Document(id="other", text="Nothing of the kind.")],
    ),
}


@pytest.mark.parametrize("name", REPORTS)
def test_what_was_reported_has_its_right_outcome(name: str) -> None:
    """The verdict of each row, and the code of what makes none."""
    report = REPORTS[name]
    settings: dict[str, Any] = {}
    if report.answers:
        llm = ScriptedLLM(answers=report.answers, otherwise="not_found")
        settings["grounder"] = LLMGrounder(client=LlamaIndexClient(llm))
    grounded = ground_graph(
        report.native, report.documents, adapter=LlamaIndexAdapter(), **settings
    )
    assert [fact.verdict.value for fact in grounded.facts] == report.expected
    codes = [problem.reason.partition(":")[0] for problem in grounded.problems]
    assert codes == report.left_out
    assert len(grounded.annotate()) == len(report.native)


def test_a_triple_tells_which_chunk_bears_it_out() -> None:
    """Of the chunks that its subject is in, the one that states it."""
    llm = ScriptedLLM(answers={"migratory birds": "supported"}, otherwise="not_found")
    grounded = ground_graph(
        [("Herons", "are", "migratory")],
        CHUNKS,
        grounder=LLMGrounder(client=LlamaIndexClient(llm)),
    )
    (triple,) = grounded.annotate()
    assert triple.odke["odke_verdict"] == "supported"
    assert triple.odke["odke_evidence"].startswith("c4:")


@pytest.mark.parametrize("start", [None, 0, 141, 9999, -3])
def test_where_a_splitter_says_that_a_chunk_begins_is_not_believed(start: int | None) -> None:
    """Offsets are those of the node's own text: chained splitters leave none, or wrong ones."""
    text = "The ferry is late. Mara Ostrel runs the Fenwick mill."
    node = text_node(text, [("Mara Ostrel", "Runs", "Fenwick mill")], source=None)
    node.start_char_idx = start
    properties = ground_graph([node]).annotate()[0].metadata["relations"][0].properties
    doc, _, span = properties["odke_evidence"].rpartition(":")
    begin, end = map(int, span.split("-"))
    assert doc == node.node_id
    assert text[begin:end] == "Mara Ostrel runs the Fenwick mill."


def test_two_entities_of_one_id_have_no_type_in_common() -> None:
    """LlamaIndex knows an entity by its name: of a person and a county the last label stays."""
    nodes = (EntityNode(name="Jordan", label="PERSON"), EntityNode(name="Jordan", label="COUNTY"))
    node = text_node(
        "Jordan lies on the river.",
        more_nodes=(*nodes, EntityNode(name="river", label="RIVER")),
        more_relations=(bare("LIES_ON", "Jordan", "river"),),
    )
    (row,), _ = LlamaIndexAdapter().to_rows([node])
    assert (row.subject_type, row.object_type) == (None, "RIVER")


def test_the_label_is_handed_back_as_it_was() -> None:
    """Whatever it is matched by."""
    nodes = one("Hugo Lant is a member of the club.", ("Hugo Lant", "`member of`", "club"))
    (row,), _ = LlamaIndexAdapter().to_rows(nodes)
    assert row.predicate == "member of"
    assert ground_graph(nodes).annotate()[0].metadata["relations"][0].label == "`member of`"


def test_exact_duplicates_have_verdicts_of_their_own() -> None:
    """By their place, and not by what they say."""
    nodes = one("Vantor sells pumps.", *[("Vantor", "Sells", "Pumps")] * 3)
    facts = list(ground_graph(nodes).facts)
    facts[1] = facts[1].model_copy(update={"verdict": "contradicted"})
    relations = LlamaIndexAdapter().annotate(nodes, facts)[0].metadata["relations"]
    verdicts = [relation.properties["odke_verdict"] for relation in relations]
    assert verdicts == ["unchecked", "contradicted", "unchecked"]


def test_what_is_not_written_on_stays_the_same_object() -> None:
    """Entities, and nodes without relations."""
    nodes = [*one("Vantor sells pumps.", ("Vantor", "Sells", "Pumps")), TextNode(text="No graph.")]
    annotated = ground_graph(nodes).annotate()
    assert annotated[1] is nodes[1]
    pairs = zip(annotated[0].metadata["nodes"], nodes[0].metadata["nodes"], strict=True)
    assert all(new is old for new, old in pairs)
    assert type(annotated[0]) is type(nodes[0])
    assert annotated[0].metadata["relations"][0] is not nodes[0].metadata["relations"][0]


@pytest.mark.parametrize(
    ("label", "name", "text", "verdict"),
    [
        ("DATE", "1912-03-05", "Vantor was founded on 5 March 1912.", "unchecked"),
        ("DATE", "1913-03-05", "Vantor was founded on 5 March 1912.", "not_found"),
        ("entity", "1912", "Vantor was founded in 1912.", "unchecked"),
        ("TEXT", "a firm of hydraulics", "Vantor sells pumps.", "not_found"),
    ],
)
def test_an_entity_that_is_a_value_is_looked_up_as_one(
    label: str, name: str, text: str, verdict: str
) -> None:
    """By its label; a label such as TEXT is a type like any other, and makes no prose of a name."""
    node = text_node(
        text,
        more_nodes=(EntityNode(name="Vantor"), EntityNode(name=name, label=label)),
        more_relations=(bare("FOUNDED", "Vantor", name),),
    )
    assert ground_graph([node]).facts[0].verdict == verdict


def test_a_name_of_the_extractors_own_example_is_told_apart() -> None:
    """A model that finds little copies from the example in its prompt."""
    node = text_node("The ferry is late.", [("Philz", "Founded in", "Berkeley")])
    properties = ground_graph([node]).annotate()[0].metadata["relations"][0].properties
    assert properties["odke_reason"] == "prompt_example"
