"""Can everything that was decided about one claim be told, in order?"""

from __future__ import annotations

import pytest

from openodke import Document, Ontology
from openodke.errors import InputError
from openodke.ground import LLMGrounder
from openodke.llm import ModelRoles, RecordedClient
from openodke.validation import ValidationReport
from openodke.validator import Validator

ONE = Document(id="one", text="Skua sank on 3 May 1940.", uri="https://one.example/a")
TWO = Document(id="two", text="On 4 May 1940 the Skua sank.", uri="https://two.example/b")
ONTOLOGY = Ontology.from_dict(
    {"types": {"Thing": {}}, "predicates": {"sank": {"range": "date", "cardinality": "single"}}}
)


@pytest.fixture
def report() -> ValidationReport:
    """Two texts that tell of two days, one of them twice."""
    rows = [
        {"id": "r1", "doc": "one", "subject": "Skua", "predicate": "sank", "object": "3 May 1940"},
        {"id": "r2", "doc": "two", "subject": "Skua", "predicate": "sank", "object": "4 May 1940"},
        {"id": "r3", "doc": "one", "subject": "Skua", "predicate": "sank", "object": "1940-05-03"},
    ]
    return Validator(ONTOLOGY).validate(rows, [ONE, TWO])[1]


def test_a_row_tells_all(report: ValidationReport) -> None:
    """What it says, what its text says, how it was spelled, what it was merged with, and so on."""
    told = report.explain("r1").splitlines()
    assert [line.split()[0] for line in told] == [
        "row",
        "grounded",
        "seen",
        "spelled",
        "merged",
        "support",
        "contest",
        "score",
        "gate",
    ]
    assert told[0] == "row       r1: Skua —sank→ 3 May 1940"
    assert "unchecked: same_sentence, by lexical@1 on one:0-24" in told[1]
    assert told[3] == "spelled   object_value '3 May 1940' as '1940-05-03'"
    assert told[4] == "merged    r1, r3 are one claim: Skua —sank→ 1940-05-03"
    assert told[5] == "support   1: one.example"
    assert told[-1] == "gate      written"


def test_a_derived_claim_tells_its_rule() -> None:
    """It has no row of its own."""
    ontology = Ontology.from_dict(
        {
            "types": {"Thing": {}},
            "predicates": {"beside": {"range": "Thing", "symmetric": True}},
        }
    )
    row = {"id": "r1", "doc": "one", "subject": "Skua", "predicate": "beside", "object": "Tern"}
    kg, report = Validator(ontology).validate([row], [ONE])
    (turned,) = (fact for fact in kg.facts if fact.subject.name == "Tern")
    told = report.explain(turned.id).splitlines()
    assert told[0] == f"derived   {turned.id}: Tern —beside→ Skua, symmetric"
    assert told[-1].startswith("gate      ")


LONG = "The ferry Skua, which Orla Tamm had built for the sound, sank on 3 May 1940 off the mole."


def test_what_a_model_was_asked_and_which_texts_count() -> None:
    """Its name and prompt, a second question, a text that says otherwise, and a copy of a text."""
    texts = [
        Document(id="a", text=LONG, uri="https://one.example/a"),
        Document(id="b", text=LONG, uri="https://two.example/b"),
        Document(id="c", text="The Skua never sank.", uri="https://three.example/c"),
    ]
    row = {"subject": "Skua", "predicate": "sank", "object": "3 May 1940"}
    rows = [
        {**row, "id": "r1", "doc": "a", "start": 10, "end": 14},
        {**row, "id": "r2", "doc": "b"},
        {**row, "id": "r3", "doc": "c"},
    ]
    client = RecordedClient(
        [
            {"match": "Passage:\nSkua", "response": {"verdict": "not_found"}},
            {"match": "never", "response": {"verdict": "contradicted"}},
            {"match": "Claim:", "response": {"verdict": "supported"}},
        ]
    )
    grounder = LLMGrounder(ModelRoles.single("ollama/small"), client=client, widen=True)
    report = Validator(ONTOLOGY, grounder=grounder).validate(rows, texts)[1]
    told = report.explain("r1").splitlines()
    assert "by model@1 (ollama/small, ground.span@1) on a:0-89" in told[1]
    assert "widened   asked once more on 0-89: supported" in told
    assert "copies    a, b are one text, and count once" in told
    assert "against   c: no source, it says otherwise" in told
    assert [line for line in told if line.startswith("support")] == ["support   1: one.example"]


def test_no_such_claim(report: ValidationReport) -> None:
    """The error says what an id looks like."""
    with pytest.raises(InputError, match=r"'nobody'.*'r1'"):
        report.explain("nobody")


def test_the_report_as_text_and_as_json(report: ValidationReport) -> None:
    """The sum is in both."""
    assert "3 in + 0 derived - 1 merged - 0 refused = 2 out" in str(report)
    plain = report.to_json()
    assert (plain["facts_in"], plain["merged"], plain["facts_out"]) == (3, 1, 2)
    assert plain["status"] == "ok"
    assert "trail" not in plain
