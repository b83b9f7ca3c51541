"""What is left of a graph when every claim was checked, merged, scored and gated?"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke import Document, Fact, GateVerdict, KnowledgeGraph, Ontology, VerdictGate
from openodke.errors import InputError, StageError
from openodke.ground import LLMGrounder
from openodke.interop import to_fact
from openodke.interop.row import TripleRow
from openodke.llm import ScriptedClient
from openodke.stages import PassThroughCorroborator
from openodke.validation import ValidationReport
from openodke.validator import Validator

YARD = Document(
    id="yard",
    text="Orla Tamm built the ferry Skua in 1931. Skua is owned by Port Ember.",
    uri="https://yard.example/log#1",
)
TWIN = Document(id="twin", text="Orla Tamm built Skua.", uri="https://yard.example/log#2")
PRESS = Document(
    id="press",
    text="The Skua, built by Orla Tamm, sank on 3 May 1940.",
    uri="https://press.example/ferries",
)
TEXTS = [YARD, TWIN, PRESS]
BUILT = {"subject": "Orla Tamm", "predicate": "built", "object": "Skua"}
SANK = {"doc": "press", "subject": "Skua", "predicate": "sank", "object_type": "date"}
ROWS: list[dict[str, Any]] = [
    {**BUILT, "doc": "yard", "id": "a"},
    {**BUILT, "doc": "twin", "id": "b"},
    {**BUILT, "doc": "press", "id": "c"},
    {**SANK, "object": "3 May 1940", "id": "d"},
    {**SANK, "object": "1940-05-03", "id": "e"},
    {"doc": "yard", "subject": "Skua", "predicate": "owned_by", "object": "Oslo", "id": "f"},
]


def validated(rows: Any = ROWS, **stages: Any) -> tuple[KnowledgeGraph, ValidationReport]:
    """Validate rows on the three texts."""
    return Validator(**stages).validate(rows, TEXTS)


def balances(report: ValidationReport) -> bool:
    """Whether what came in is what went out, merged, or was refused."""
    out = report.facts_in + report.derived - report.merged - report.refused
    return out == report.facts_out


def test_one_claim_one_fact() -> None:
    """Claims are merged in one spelling; chunks of one document are one source."""
    kg, report = validated()
    by_predicate = {fact.predicate: fact for fact in kg.facts}
    assert by_predicate["built"].support == 2
    assert [s.source for s in by_predicate["built"].supported_by] == [
        "press.example",
        "yard.example",
    ]
    assert by_predicate["sank"].object_value == "1940-05-03"
    assert (report.facts_in, report.merged, report.facts_out) == (6, 3, 3)
    assert balances(report)


def test_each_row_has_its_own_verdict_and_its_claim_s_support() -> None:
    """A row that its text refutes stays refuted; what the claim rests on is told beside it."""
    _, report = validated()
    facts = {fact.id: fact for fact in report.row_facts}
    assert list(facts) == [row["id"] for row in ROWS]
    assert facts["f"].verdict == "not_found"
    assert {facts[row].support for row in "abc"} == {2}
    assert len({report.rows[row] for row in "abc"}) == 1
    assert facts["a"].confidence == facts["c"].confidence > facts["f"].confidence


def test_rows_without_an_id_are_told_apart() -> None:
    """And so are rows that have one id by mistake."""
    bare = [{key: value for key, value in row.items() if key != "id"} for row in ROWS]
    _, report = validated([*bare, *bare])
    assert len(report.rows) == 12
    _, report = validated([{**row, "id": "same"} for row in ROWS])
    assert (
        list(report.rows) == ["same", *(f"same~{n}" for n in range(2, 7))] or len(report.rows) == 6
    )


def test_facts_can_be_handed_in() -> None:
    """As whoever extracted them made them."""
    texts = {doc.id: doc for doc in TEXTS}
    facts = [to_fact(TripleRow(**row), texts[row["doc"]]) for row in ROWS]
    assert validated(facts)[1].to_json() == validated()[1].to_json()


def test_the_gate_refuses_and_says_why() -> None:
    """A claim that the ontology does not know is refused, and is in the sum."""
    ontology = Ontology.from_dict(
        {
            "types": {"Thing": {}},
            "predicates": {"built": {"range": "Thing"}, "sank": {"range": "date"}},
        }
    )
    kg, report = validated(ontology=ontology)
    assert {fact.predicate for fact in kg.facts} == {"built", "sank"}
    assert (report.refused, report.refused_by) == (1, {"predicate": 1})
    assert "owned_by" in str(report.refused_facts[0].qualifiers["odke.review"])
    assert balances(report)
    kg, report = validated(gate=VerdictGate(refuse_not_found=True))
    assert report.refused_by == {"not_found": 1}


def test_partners_are_derived_and_apart() -> None:
    """A derived fact has no row, shares its source's support, and is in the sum."""
    ontology = Ontology.from_dict(
        {
            "types": {"Thing": {}},
            "predicates": {
                "built": {"range": "Thing", "inverse_of": "built_by"},
                "built_by": {"range": "Thing"},
            },
        }
    )
    kg, report = validated(ROWS[:3], ontology=ontology)
    assert {fact.predicate: fact.support for fact in kg.facts} == {"built": 2, "built_by": 2}
    assert (report.derived, report.merged, report.facts_out) == (3, 4, 2)
    assert set(report.rows) == {"a", "b", "c"}
    assert balances(report)


def test_a_model_is_asked_where_one_is_given() -> None:
    """By a client, or by a grounder of the caller's own."""
    client = ScriptedClient([{"verdict": "supported"}] * 6)
    kg, report = validated(client=client)
    assert report.calls == 6
    assert {fact.verdict.value for fact in kg.facts} == {"supported"}
    again = LLMGrounder(client=ScriptedClient([{"verdict": "supported"}] * 6))
    assert validated(grounder=again)[1].verdicts == report.verdicts


def test_a_dry_run_asks_nobody_and_writes_nothing() -> None:
    """Only the free checks are made."""
    written: list[KnowledgeGraph] = []

    class Shelf:
        def write(self, kg: KnowledgeGraph) -> None:
            written.append(kg)

    client = ScriptedClient([])
    validator = Validator(client=client, sinks=[Shelf()])
    _, report = validator.validate(ROWS, TEXTS, dry_run=True)
    assert (report.dry_run, report.writes, written, client.calls) == (True, (), [], [])
    _, report = Validator(sinks=[Shelf()]).validate(ROWS, TEXTS)
    assert report.writes == ("Shelf",)
    assert len(written[0].facts) == report.facts_out


def test_a_tenant_is_on_every_entity() -> None:
    """So that a store can tell whose it is."""
    kg, report = validated(tenant="ember")
    assert {entity.attributes["tenant"] for entity in kg.entities} == {"ember"}
    assert report.tenant == "ember"


@pytest.mark.parametrize(
    ("stages", "named"),
    [
        (
            {"grounder": LLMGrounder(client=ScriptedClient([])), "client": ScriptedClient([])},
            "client",
        ),
        ({"resolver": PassThroughCorroborator(), "lookup": object()}, "lookup"),
    ],
)
def test_nothing_is_ignored(stages: dict[str, Any], named: str) -> None:
    """An argument that would have no effect is refused by name."""
    with pytest.raises(InputError, match=named):
        Validator(**stages)


def test_what_cannot_stand_at_its_place_is_refused() -> None:
    """Before the first claim is read."""
    with pytest.raises(StageError, match="gate"):
        Validator(gate=PassThroughCorroborator())


def test_nothing_to_validate_is_no_pass() -> None:
    """The report says so, and an empty list goes back as it came."""
    kg, report = Validator().validate([])
    assert (report.is_empty, kg.facts, report.annotate()) == (True, (), [])
    assert str(report) == "claims        0: no_claims, there was nothing to check"


def test_rows_have_nothing_to_annotate() -> None:
    """Their verdicts are on the report."""
    with pytest.raises(InputError, match="row_facts"):
        validated()[1].annotate()


class Fickle:
    """A gate that refuses every other claim."""

    def __init__(self) -> None:
        self.asked = 0

    def validate(self, fact: Fact, ontology: Ontology) -> GateVerdict:  # noqa: ARG002
        """Refuse the first, accept the second, and so on."""
        self.asked += 1
        return GateVerdict(action="refuse" if self.asked % 2 else "accept")


rows = st.lists(st.sampled_from(ROWS), max_size=12)


@given(rows, st.booleans())
def test_the_sum_holds(chosen: list[dict[str, Any]], fickle: bool) -> None:
    """Whatever came in, merged and was refused; and each row went into one claim."""
    kg, report = validated(chosen, gate=Fickle() if fickle else None)
    assert balances(report)
    assert report.facts_out == len(kg.facts)
    assert sum(report.sources.values()) == len(kg.facts)
    assert len(report.rows) == len(chosen) == sum(report.verdicts.values())


@given(st.permutations(ROWS))
def test_the_order_of_the_rows_changes_nothing(chosen: list[dict[str, Any]]) -> None:
    """The same claims, each with the same support, confidence and verdict."""

    def claims(given: list[dict[str, Any]]) -> set[tuple[Any, ...]]:
        kg, _ = validated(given)
        return {(f.signature, f.support, round(f.confidence, 9), f.verdict.value) for f in kg.facts}

    assert claims(chosen) == claims(ROWS)
