"""What holds of every model: frozen, copied with care, written and read back, strings writable?"""

import copy
import pickle
import sys
import typing
from collections.abc import Mapping
from datetime import UTC, datetime

import pytest
from pydantic import BaseModel, ValidationError

import openodke.model
from openodke import (
    Chunk,
    Document,
    Entity,
    EntityLink,
    Evidence,
    Fact,
    GateVerdict,
    KnowledgeGraph,
    LinkKind,
    Polarity,
    Resolution,
    RouteVerdict,
    SourceTier,
    Span,
    SpanOrigin,
    Support,
    TripleRow,
)
from openodke.model.frozen import replaced

THEN = datetime(2026, 3, 14, 15, 9, tzinfo=UTC)
SPAN = Span(doc_id="d1", start=0, end=4, quote="Acme")
EVIDENCE = Evidence(
    doc_id="d1",
    span=SPAN,
    mention=SPAN,
    span_origin=SpanOrigin.LOCATED,
    uri="file:d1",
    tier=SourceTier.CURATED,
    retrieved_at=THEN,
)
ACME = Entity(
    key="c:acme",
    type="Company",
    label="Acme",
    aliases=("Acme Ltd",),
    external_id="X1",
    resolution=Resolution(method="linker", score=0.5, linker="names"),
    attributes={"odke.name_key": "acme", "tags": ["a", {"b": None}]},
)
SUPPORT = Support(source="doc:d1", doc_ids=("d1",), tier="community", retrieved_at=THEN)
FACT = Fact(
    id="f1",
    subject=ACME,
    predicate="sells",
    object_value="anvils",
    polarity=Polarity.PARTIAL,
    qualifiers={"year": 1999, "in": ["Leeds", {"since": 1.5}]},
    identity_keys=("year",),
    valid_from=THEN,
    valid_to=THEN,
    evidence=(EVIDENCE,),
    extractor="hand",
    confidence=0.5,
    verdict="supported",
    support=2,
    supported_by=(SUPPORT,),
    retired_at=THEN,
)
LINK = EntityLink(
    source_key="a",
    target_key="b",
    kind=LinkKind.SIMILAR,
    score=0.9,
    evidence=(EVIDENCE,),
    reason="alike",
    created_at=THEN,
)
EXAMPLES: list[BaseModel] = [
    Document(
        id="d1",
        text="Acme sells anvils.",
        uri="file:d1",
        title="Acme",
        modality="structured",
        tier="authoritative",
        retrieved_at=THEN,
        metadata={"page": 1, "parts": [1, 2]},
    ),
    Chunk(doc_id="d1", start=0, end=4, text="Acme", index=0),
    SPAN,
    EVIDENCE,
    SUPPORT,
    Resolution(method="linker", score=0.5, linker="names"),
    ACME,
    LINK,
    FACT,
    KnowledgeGraph(
        entities=(ACME,),
        facts=(FACT,),
        links=(LINK,),
        ontology_name="shop",
        created_at=THEN,
        stats={"documents": 1, "reextract": {"windows": 1}},
    ),
    GateVerdict(action="refuse", reason="contradicted"),
    RouteVerdict(action="defer", label="table", scope="document", reason="later"),
    TripleRow(
        doc="d1",
        subject="Acme",
        predicate="sells",
        object="anvils",
        subject_type="Company",
        object_type="string",
        start=0,
        end=4,
        quote="Acme",
        polarity="denied",
        qualifiers={"odke": [1]},
        confidence=0.25,
        extractor="hand",
        id="r1",
        claim="Acme does not sell anvils.",
        subject_key="c:acme",
        object_key="o",
        subject_aliases=("Acme Ltd",),
        object_aliases=("anvil",),
    ),
]
NAMES = [type(example).__name__ for example in EXAMPLES]
every_model = pytest.mark.parametrize("example", EXAMPLES, ids=NAMES)


def fields_of(example: BaseModel) -> dict[str, object]:
    """Return a model's fields as they are held."""
    return {name: getattr(example, name) for name in type(example).model_fields}


def holds_strings(annotation: object) -> bool:
    """Tell whether a field's annotation has `str` in it, but not as a mapping's key."""
    if typing.get_origin(annotation) is Mapping:
        return False
    return annotation is str or any(map(holds_strings, typing.get_args(annotation)))


def string_fields() -> list[tuple[BaseModel, str]]:
    """Return every field of every model that holds a string or several."""
    return [
        (example, name)
        for example in EXAMPLES
        for name, field in type(example).model_fields.items()
        if holds_strings(field.annotation)
    ]


def test_every_model_has_an_example_here() -> None:
    """No model of the package is left out below."""
    models = {
        name
        for name in openodke.model.__all__
        if isinstance(getattr(openodke.model, name), type)
        and issubclass(getattr(openodke.model, name), BaseModel)
    }
    assert models <= set(NAMES)


@every_model
def test_nothing_can_be_assigned_or_deleted(example: BaseModel) -> None:
    """A field of a built model stays."""
    for name in type(example).model_fields:
        with pytest.raises(ValidationError, match="frozen"):
            setattr(example, name, None)
        with pytest.raises(ValidationError, match="frozen"):
            delattr(example, name)


@every_model
def test_an_unknown_field_is_refused_by_name(example: BaseModel) -> None:
    """A misspelt field is an error, not an ignored word."""
    with pytest.raises(ValidationError, match="cnfidence"):
        type(example)(**fields_of(example), cnfidence=1)


@every_model
def test_json_holds_the_whole_model(example: BaseModel) -> None:
    """Written as JSON and read back it is equal, with fields of the same kinds."""
    again = type(example).model_validate_json(example.model_dump_json())
    assert again == example
    assert again.model_dump_json() == example.model_dump_json()
    for name in type(example).model_fields:
        assert type(getattr(again, name)) is type(getattr(example, name))


@every_model
def test_a_dumped_model_can_be_built_again(example: BaseModel) -> None:
    """`model_dump` gives what `model_validate` takes."""
    assert type(example).model_validate(example.model_dump()) == example


@every_model
def test_pickle_and_copy(example: BaseModel) -> None:
    """Pickled it comes back equal; a copy, shallow or deep, is itself; equal ones hash alike."""
    again = pickle.loads(pickle.dumps(example))
    assert again == example
    assert hash(again) == hash(example)
    assert copy.copy(example) is example
    assert copy.deepcopy(example) is example
    with pytest.raises(ValidationError, match="frozen"):
        setattr(again, next(iter(type(example).model_fields)), None)


@every_model
def test_model_copy_replaces_and_checks(example: BaseModel) -> None:
    """A copy without changes is the model; a copy with an unknown field is refused."""
    assert example.model_copy() is example
    assert example.model_copy(deep=True) is example
    same = example.model_copy(update=fields_of(example))
    assert same == example
    assert same is not example
    with pytest.raises(ValidationError, match="cnfidence"):
        example.model_copy(update={"cnfidence": 1})


@pytest.mark.parametrize(
    ("example", "name"),
    string_fields(),
    ids=lambda v: v if isinstance(v, str) else type(v).__name__,
)
@pytest.mark.parametrize("bad", ["\ud800", "a\udfffb"], ids=["high", "low"])
def test_a_lone_surrogate_is_refused_in_every_string(
    example: BaseModel, name: str, bad: str
) -> None:
    """A string that UTF-8 cannot hold is refused by the field's name when the model is built."""
    value = (bad,) if isinstance(getattr(example, name), tuple) else bad
    with pytest.raises(ValidationError) as caught:
        type(example)(**{**fields_of(example), name: value})
    assert caught.value.errors()[0]["loc"][0] == name


MAPPING_FIELDS = [
    (example, name)
    for example in EXAMPLES
    for name, field in type(example).model_fields.items()
    if typing.get_origin(field.annotation) is Mapping
]


def test_the_mapping_fields_are_these() -> None:
    """Four models hold a mapping, and so does the row."""
    assert {(type(example).__name__, name) for example, name in MAPPING_FIELDS} == {
        ("Document", "metadata"),
        ("Entity", "attributes"),
        ("Fact", "qualifiers"),
        ("KnowledgeGraph", "stats"),
        ("TripleRow", "qualifiers"),
    }


@pytest.mark.parametrize(
    ("example", "name"),
    MAPPING_FIELDS,
    ids=lambda v: v if isinstance(v, str) else type(v).__name__,
)
def test_every_mapping_is_frozen_and_checked(example: BaseModel, name: str) -> None:
    """Built or copied, a mapping cannot be written to, and holds nothing that cannot be written."""
    for model in (
        type(example)(**{**fields_of(example), name: {"a": [{"b": 1}]}}),
        example.model_copy(update={name: {"a": [{"b": 1}]}}),
        type(example).model_validate_json(
            example.model_copy(update={name: {"a": [{"b": 1}]}}).model_dump_json()
        ),
    ):
        held = getattr(model, name)
        with pytest.raises(TypeError, match="cannot be changed"):
            held["x"] = 1
        with pytest.raises(TypeError, match="cannot be changed"):
            held["a"].append(1)
        with pytest.raises(TypeError, match="cannot be changed"):
            held["a"][0]["b"] = 2
    for bad in (float("nan"), float("inf"), "\ud800", {"\ud800": 1}, [(float("-inf"),)]):
        with pytest.raises(ValidationError) as caught:
            example.model_copy(update={name: {"a": bad}})
        assert caught.value.errors()[0]["loc"] == (name,)


def test_a_copy_knows_which_fields_were_given() -> None:
    """`exclude_unset` after a copy leaves out what nobody ever gave."""
    document = Document(id="d", text="x").model_copy(update={"title": "t"})
    assert document.model_dump(exclude_unset=True) == {"id": "d", "text": "x", "title": "t"}


def test_models_given_the_same_fields_share_the_set_of_them() -> None:
    """The set would be two thirds as large as the model; what was given is still told apart."""
    one, other = Span(doc_id="a", start=0, end=1), Span(doc_id="b", start=2, end=3)
    quoted = Span(doc_id="b", start=2, end=3, quote="x")
    assert one.model_fields_set is other.model_fields_set
    assert quoted.model_fields_set == {"doc_id", "start", "end", "quote"}
    assert one.model_dump(exclude_unset=True) == {"doc_id": "a", "start": 0, "end": 1}
    assert one.model_copy(update={"quote": "y"}).model_fields_set == quoted.model_fields_set
    assert one.model_fields_set == {"doc_id", "start", "end"}


@every_model
def test_models_of_a_class_share_the_names_of_their_fields(example: BaseModel) -> None:
    """A model is held without a table of names of its own, however it was made."""
    read = type(example).model_validate_json(example.model_dump_json())
    copied = replaced(read)
    for model in (example, read, copied, example.model_copy(update=fields_of(example))):
        names = vars(model)
        assert list(names) == list(type(example).model_fields)
        assert sys.getsizeof(names) < sys.getsizeof(dict(names))
