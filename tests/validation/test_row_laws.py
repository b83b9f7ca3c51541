"""Does a verdict come back to its own row, whatever is merged and re-keyed on the way?"""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from openodke import Document, Fact, Ontology, Validator, VerdictGate, ground_graph
from openodke.corroborate import NativeResolver
from openodke.ground import LexicalGrounder, ground_record
from openodke.ground.stamp import stamped
from openodke.model import GroundingVerdict
from openodke.validation import ValidationReport
from openodke.validation.claim_story import rows_of

TEXTS = [
    Document(
        id="log", text="Orla Tamm built Skua in 1931. Skua is 12 km off.", uri="https://a.example/1"
    ),
    Document(id="copy", text="Orla Tamm built Skua in 1931.", uri="https://a.example/2"),
    Document(
        id="press", text="Tamm & Co, of tamm.example, sold Tern on 3 May 1940.", uri="urn:x:press"
    ),
]
ONTOLOGY = Ontology.from_dict(
    {
        "types": {"Thing": {}, "Yard": {}},
        "predicates": {
            "built": {"inverse_of": "built_by", "range": "Thing"},
            "built_by": {"inverse_of": "built", "range": "Thing"},
            "beside": {"symmetric": True, "range": "Thing"},
            "sank": {"range": "date", "cardinality": "single"},
            "length": {"range": "quantity"},
        },
    }
)
NAMES = st.sampled_from(["Orla Tamm", "Tamm & Co", "Tamm Company", "Skua", "SKUA", "Tern"])
EDGES = {"predicate": st.sampled_from(["built", "built_by", "beside", "owned_by"]), "object": NAMES}
DATES = st.sampled_from(["3 May 1940", "1940-05-03", "May 3, 1940", "4 May 1940", "soon"])
LENGTHS = st.sampled_from(["12 km", "12,000 m", "12000 m", 5, 5.0, "5"])
SHARED: dict[str, Any] = {
    "doc": st.sampled_from(["log", "copy", "press", "lost", None]),
    "subject": NAMES,
}
OPTIONAL: dict[str, Any] = {
    "id": st.sampled_from(["r1", "r1~2", "r2"]),
    "subject_aliases": st.just(["tamm.example"]),
    "subject_key": st.sampled_from(["n1", "n2"]),
    "polarity": st.sampled_from(["denied", "partial"]),
    "quote": st.sampled_from(["Orla Tamm built", "nowhere"]),
}
ROWS = st.lists(
    st.one_of(
        st.fixed_dictionaries({**SHARED, **fields}, optional=OPTIONAL)
        for fields in (
            EDGES,
            {"predicate": st.just("sank"), "object": DATES},
            {"predicate": st.just("length"), "object": LENGTHS},
        )
    ),
    max_size=10,
)


class Dice:
    """Gives each claim a verdict that follows from what it says and on which text."""

    def ground(self, fact: Fact, doc: Document) -> Fact:
        """Return the fact with its verdict."""
        kinds = list(GroundingVerdict)
        said = f"{fact.subject.name} {fact.predicate} {fact.object_name} {doc.id}"
        verdict = kinds[sum(said.encode()) % len(kinds)]
        return stamped(fact, verdict, grounder="dice@1", reason=said)


def validated(rows: list[dict[str, Any]], *, dice: bool, batch: bool) -> ValidationReport:
    """Validate rows; `batch` has look-alikes of one batch be one entity."""
    validator = Validator(
        ONTOLOGY,
        grounder=Dice() if dice else None,
        resolver=NativeResolver(ontology=ONTOLOGY, normalize_batch=batch, threshold=0.7),
        gate=VerdictGate(schema=True, refuse_not_found=True, on_refusal="drop"),
    )
    return validator.validate(rows, TEXTS)[1]


def claims_of(report: ValidationReport) -> list[Fact]:
    """Return every claim, written or refused, once."""
    held = {id(c): c for row in report.rows if (c := report.trail.claim_of(row)) is not None}
    return list(held.values())


@given(ROWS, st.booleans(), st.booleans())
def test_each_row_went_into_one_claim(rows: list[dict[str, Any]], dice: bool, batch: bool) -> None:
    """Into the one that says what the row says in canonical names and values, and no other."""
    report = validated(rows, dice=dice, batch=batch)
    ids = [fact.id for fact in report.row_facts]
    assert len(set(ids)) == len(rows)
    assert list(report.trail.rows.keys() - set(ids)) == []
    assert report.rows.keys() == set(ids)
    named = Counter(row for claim in claims_of(report) for row in rows_of(claim))
    assert named == Counter(ids)
    by_id = {claim.id: claim for claim in claims_of(report)}
    for resolved in report.trail.resolved:
        claim = by_id[report.rows[resolved.id]]
        assert claim.signature == resolved.signature
        assert resolved.id in rows_of(claim)


@given(ROWS, st.booleans(), st.booleans())
def test_each_row_has_the_verdict_that_grounding_gave_it(
    rows: list[dict[str, Any]], dice: bool, batch: bool
) -> None:
    """With its reason and the places that were looked at; of its claim it has the support."""
    report = validated(rows, dice=dice, batch=batch)
    grounder = Dice() if dice else LexicalGrounder()
    grounded = ground_graph(rows, TEXTS, ontology=ONTOLOGY, grounder=grounder)
    assert len(report.row_facts) == len(grounded.facts)
    for told, given_to in zip(report.row_facts, grounded.facts, strict=True):
        assert told.verdict is given_to.verdict
        assert ground_record(told) == ground_record(given_to)
        claim = report.trail.claim_of(told.id)
        assert claim is not None
        assert (told.support, told.confidence) == (claim.support, claim.confidence)
        assert report.explain(told.id).startswith(f"row       {told.id}: ")


@given(ROWS, st.randoms(), st.booleans())
def test_the_order_of_the_rows_changes_no_row(
    rows: list[dict[str, Any]], random: Any, batch: bool
) -> None:
    """Nor do duplicates: a row has the same verdict, claim and score wherever it stands."""
    turned = [*range(len(rows))]
    random.shuffle(turned)
    here = validated(rows, dice=True, batch=batch)
    there = validated([rows[at] for at in turned], dice=True, batch=batch)

    def shown(report: ValidationReport) -> list[tuple[Any, ...]]:
        return [
            (f.verdict.value, claim.signature, claim.support, round(claim.confidence, 9))
            for f in report.row_facts
            if (claim := report.trail.claim_of(f.id)) is not None
        ]

    first, second = shown(here), shown(there)
    assert second == [first[at] for at in turned]
