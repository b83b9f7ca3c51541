"""Can a wrong fact be built, and when are two facts one claim?"""

import math
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from openodke import Document, Entity, Evidence, Fact, GroundingVerdict, Polarity, Span

ACME = Entity(key="c:acme", type="Company", label="Acme")
LYON = Entity(key="City:lyon", type="City", label="Lyon")


def fact(**given_fields: object) -> Fact:
    """Return a fact about Acme."""
    return Fact(**{"subject": ACME, "predicate": "uptime", "object_value": 1, **given_fields})


def refusal(**given_fields: object) -> tuple[tuple[int | str, ...], str]:
    """Return the place and the message with which a fact is refused."""
    with pytest.raises(ValidationError) as caught:
        fact(**given_fields)
    (error,) = caught.value.errors()
    return error["loc"], error["msg"]


def test_defaults() -> None:
    """A fact of its required fields holds what the concepts page says."""
    built = Fact(subject=ACME, predicate="sells", object_entity=LYON)
    assert built.model_dump(exclude={"id", "subject", "object_entity"}) == {
        "predicate": "sells",
        "object_value": None,
        "polarity": "asserted",
        "qualifiers": {},
        "identity_keys": (),
        "valid_from": None,
        "valid_to": None,
        "evidence": (),
        "extractor": "unknown",
        "confidence": 0.0,
        "verdict": "unchecked",
        "support": 1,
        "supported_by": (),
        "retired_at": None,
    }


def test_an_edge_and_a_property() -> None:
    """An entity object makes an edge, a literal a property, the falsy ones too."""
    edge = Fact(subject=ACME, predicate="office_in", object_entity=LYON)
    assert (edge.is_edge, edge.object) == (True, LYON)
    for value in ("99.9%", 0, 0.0, False):
        assert (fact(object_value=value).is_edge, fact(object_value=value).object) == (False, value)


def test_neither_object_is_refused() -> None:
    """A claim about nothing is refused, naming subject and predicate."""
    place, message = refusal(object_value=None)
    assert place == ()
    assert "neither is set on 'c:acme' 'uptime'" in message


def test_both_objects_are_refused() -> None:
    """An edge that is a property as well is refused, naming subject and predicate."""
    _, message = refusal(object_value=0, object_entity=LYON)
    assert "both is set on 'c:acme' 'uptime'" in message


def test_a_copy_cannot_have_both_objects_either() -> None:
    """`model_copy` checks what the constructor checks."""
    with pytest.raises(ValidationError, match="both is set"):
        fact().model_copy(update={"object_entity": LYON})
    with pytest.raises(ValidationError, match="neither is set"):
        fact().model_copy(update={"object_value": None})


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("field", ["object_value", "confidence"])
def test_a_number_that_is_not_finite_is_refused(field: str, number: float) -> None:
    """NaN and infinity are refused in the value and in the confidence."""
    place, message = refusal(**{field: number})
    assert place == (field,)
    assert "finite number" in message


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity", "1e999"])
@pytest.mark.parametrize("field", ["object_value", "confidence"])
def test_a_number_that_is_not_finite_is_refused_in_json(field: str, text: str) -> None:
    """JSON's unofficial numbers, and one too large for a float, are refused as well."""
    written = fact(object_value=1, confidence=0.5).model_dump_json()
    held = {"object_value": '"object_value":1', "confidence": '"confidence":0.5'}[field]
    assert held in written
    with pytest.raises(ValidationError) as caught:
        Fact.model_validate_json(written.replace(held, f'"{field}":{text}'))
    assert caught.value.errors()[0]["loc"] == (field,)


@pytest.mark.parametrize("value", [["Leeds"], {"a": 1}, ("a",), date(2020, 1, 1), 1j])
def test_a_literal_is_text_number_or_truth(value: object) -> None:
    """A structure or a date is refused by its kind, with what to write instead."""
    place, message = refusal(object_value=value)
    assert place == ("object_value",)
    assert f"not {type(value).__name__}: write a date as ISO text" in message


@pytest.mark.parametrize("field", ["predicate", "object_value", "extractor"])
def test_bytes_are_no_text(field: str) -> None:
    """Which characters they stand for is not guessed, in a literal or in a name."""
    place, _ = refusal(**{"object_value": "x", field: b"Leeds"})
    assert place == (field,)


@pytest.mark.parametrize("field", ["id", "predicate"])
def test_an_empty_name_is_refused(field: str) -> None:
    """An id or predicate of no characters is refused."""
    assert refusal(**{field: ""})[0] == (field,)


def test_an_empty_identity_key_is_refused() -> None:
    """A qualifier without a name bears no identity."""
    assert refusal(identity_keys=("a", ""))[0] == ("identity_keys", 1)


@pytest.mark.parametrize("value", [True, "1", 1.0])
def test_support_counts_in_whole_numbers(value: object) -> None:
    """A truth, a text and a float are no count."""
    assert refusal(support=value)[0] == ("support",)


def test_a_fresh_id_per_extraction() -> None:
    """Two extractions of one claim are two facts with one signature."""
    one, other = fact(), fact()
    assert one.id != other.id
    assert one != other
    assert one.signature == other.signature


def test_the_printed_signature() -> None:
    """The signature of the concepts page, to the letter."""
    p50 = fact(
        object_value="99.9%",
        qualifiers={"percentile": "p50", "as_of": "2026-08"},
        identity_keys=("percentile",),
    )
    printed = (
        "('c:acme', 'Company', 'uptime', \"'99.9%'\", 'asserted', (('percentile', \"'p50'\"),))"
    )
    assert str(p50.signature) == printed


def test_one_and_its_look_alikes_are_four_claims() -> None:
    """`1`, `1.0`, `True` and `"1"` are four claims, built, copied or read from JSON."""
    values = (1, 1.0, True, "1")
    built = [fact(object_value=value) for value in values]
    copied = [fact(object_value="x").model_copy(update={"object_value": v}) for v in values]
    read = [Fact.model_validate_json(one.model_dump_json()) for one in built]
    for facts in (built, copied, read):
        assert [f.signature[3] for f in facts] == ["1", "1.0", "True", "'1'"]


def test_the_look_alikes_are_four_claims_in_a_qualifier_too() -> None:
    """An identity-bearing qualifier enters the signature as the kind it is."""
    signatures = {
        fact(qualifiers={"n": value}, identity_keys=("n",)).signature
        for value in (1, 1.0, True, "1")
    }
    assert len(signatures) == 4


IN_THE_SIGNATURE = {
    "subject key": {"subject": Entity(key="c:other", type="Company")},
    "subject type": {"subject": Entity(key="c:acme", type="Brand")},
    "predicate": {"predicate": "downtime"},
    "value": {"object_value": 2},
    "object": {"object_value": None, "object_entity": LYON},
    "polarity": {"polarity": Polarity.DENIED},
    "identity-bearing qualifier": {"qualifiers": {"percentile": "p95"}},
}
NOT_IN_IT = {
    "subject label": {"subject": Entity(key="c:acme", type="Company", label="ACME Inc.")},
    "reconcilable qualifier": {"qualifiers": {"percentile": "p50", "start_time": "2020"}},
    "reserved qualifier": {"qualifiers": {"percentile": "p50", "odke.ground": {"reason": "x"}}},
    "id": {"id": "other"},
    "evidence": {"evidence": (Evidence(doc_id="d"),)},
    "extractor": {"extractor": "another"},
    "confidence": {"confidence": 0.9},
    "verdict": {"verdict": GroundingVerdict.CONTRADICTED},
    "support": {"support": 7},
    "valid time": {"valid_from": datetime(2020, 1, 1, tzinfo=UTC)},
    "retired": {"retired_at": datetime(2020, 1, 1, tzinfo=UTC)},
}
MEASURED = fact(qualifiers={"percentile": "p50"}, identity_keys=("percentile",))


@pytest.mark.parametrize("change", IN_THE_SIGNATURE.values(), ids=IN_THE_SIGNATURE)
def test_what_makes_another_claim(change: dict[str, object]) -> None:
    """Everything in the page's left column tells two claims apart."""
    assert MEASURED.model_copy(update=change).signature != MEASURED.signature


@pytest.mark.parametrize("change", NOT_IN_IT.values(), ids=NOT_IN_IT)
def test_what_leaves_the_claim_the_same(change: dict[str, object]) -> None:
    """Everything in the page's right column leaves it one claim."""
    assert MEASURED.model_copy(update=change).signature == MEASURED.signature


def test_an_edge_enters_by_its_objects_key_alone() -> None:
    """The object's type and label are not in the signature; its key is."""
    edge = Fact(subject=ACME, predicate="office_in", object_entity=LYON)
    other = LYON.model_copy(update={"type": "Place", "label": "Lyons"})
    assert edge.model_copy(update={"object_entity": other}).signature == edge.signature
    moved = LYON.model_copy(update={"key": "City:lille"})
    assert edge.model_copy(update={"object_entity": moved}).signature != edge.signature


QUALIFIERS = st.dictionaries(st.sampled_from("abcde"), st.integers() | st.text(), max_size=5)


@given(QUALIFIERS, st.lists(st.sampled_from("abcdefg"), max_size=8), st.randoms())
def test_identity_keys_are_sorted_and_absent_ones_left_out(qualifiers, keys, random) -> None:
    """Neither order nor repetition of keys matters, and a key without a qualifier says nothing."""
    built = fact(qualifiers=qualifiers, identity_keys=tuple(keys))
    expected = tuple((key, repr(qualifiers[key])) for key in sorted(set(keys) & set(qualifiers)))
    assert built.signature[5] == expected
    shuffled, items = keys[:], list(qualifiers.items())
    random.shuffle(shuffled)
    random.shuffle(items)
    other = fact(qualifiers=dict(items), identity_keys=tuple(shuffled))
    assert other.signature == built.signature


def test_a_mapping_in_an_identity_qualifier_has_no_order() -> None:
    """Two equal qualifiers are one identity, however their keys were written."""
    one = fact(qualifiers={"at": {"x": 1, "y": 2}}, identity_keys=("at",))
    other = fact(qualifiers={"at": {"y": 2, "x": 1}}, identity_keys=("at",))
    assert one.qualifiers == other.qualifiers
    assert one.signature == other.signature


LITERALS = (
    st.text(min_size=1)
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
)
JSON_VALUES = st.recursive(
    st.none() | LITERALS, lambda inner: st.lists(inner, max_size=3), max_leaves=6
)


@given(LITERALS, st.dictionaries(st.text(), JSON_VALUES, max_size=3), st.floats(0, 1))
def test_json_keeps_claim_and_kinds(value, qualifiers, confidence) -> None:
    """Any literal and qualifier comes back from JSON equal and with the same signature."""
    built = fact(
        object_value=value,
        qualifiers=qualifiers,
        identity_keys=tuple(key for key in qualifiers if key),
        confidence=confidence,
    )
    again = Fact.model_validate_json(built.model_dump_json())
    assert again == built
    assert again.signature == built.signature
    assert hash(again) == hash(built)


def test_a_signature_can_be_a_key() -> None:
    """The signature is hashable whatever the qualifiers hold."""
    nested = fact(qualifiers={"at": {"x": [1, {"y": 2}]}}, identity_keys=("at",))
    assert {nested.signature: 1}[nested.signature] == 1


def test_printing_shows_plain_containers() -> None:
    """Qualifiers print as the dicts and lists they were given as."""
    shown = fact(qualifiers={"odke.score": {"prior_used": False}, "to": [1, 2]}).qualifiers
    assert str(shown) == "{'odke.score': {'prior_used': False}, 'to': [1, 2]}"
    assert shown["to"] == [1, 2]
    assert isinstance(shown["odke.score"], dict)


def test_evidence_may_be_given_as_a_list() -> None:
    """A list of evidence is held as a tuple; a single one is refused."""
    cited = Evidence(doc_id="d", span=Span(doc_id="d", start=0, end=1))
    assert fact(evidence=[cited]).evidence == (cited,)
    with pytest.raises(ValidationError, match="evidence"):
        fact(evidence=cited)


def test_the_pages_facts_are_facts_of_a_document() -> None:
    """A document is no entity: what belongs elsewhere is refused by the field's name."""
    assert refusal(subject=Document(text="Acme"))[0] == ("subject",)
