"""Which ontology do pydantic models make?"""

import re
import warnings
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import Enum, IntEnum, StrEnum
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, NewType, TypeVar
from uuid import UUID

import pytest
from pydantic import (
    AliasChoices,
    AnyUrl,
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    PositiveInt,
    RootModel,
    create_model,
)
from typing_extensions import TypeAliasType

from openodke.ontology import Ontology, OntologyImportWarning, OntologyLoadError

Item = TypeVar("Item")
Tonnes = NewType("Tonnes", float)


class Fuel(StrEnum):
    """What an engine burns."""

    DIESEL = "diesel"
    STEAM = "steam"


class Decks(IntEnum):
    """How many decks."""

    ONE = 1
    TWO = 2


class Settings(BaseModel):
    """What all models share, and no type."""

    model_config = ConfigDict(extra="forbid")


class Organisation(Settings):
    """Anything with members or staff."""

    name: str = Field(description="The registered name")
    founded: date | None = None


class Company(Organisation):
    """A trading organisation."""

    model_config = ConfigDict(title="Firm")

    register_number: str = Field(title="register number", examples=["HR-11"], alias="regNo")
    fleet: list["Vessel"] = Field(default=[], description="What it owns")
    parent: "Company | None" = None


class Subsidiary(Company):
    """It adds nothing."""


class Vessel(Settings):  # noqa: D101 - a model may say nothing of itself
    name: str | None = Field(default=None, description="The painted name", title="ship's name")
    fuel: Fuel | None = None
    berth: "Berth"


class Berth(Settings):
    """A place at a quay."""

    number: int


def only(annotation: Any) -> dict[str, Any]:
    """Return what a model with one field of this type makes of it, without defaults."""
    model = create_model("Thing", it=(annotation, ...))
    (held,) = Ontology.from_pydantic(model).predicates.values()
    return held.model_dump(exclude_defaults=True, exclude={"name", "domain"})


def test_models_are_types_and_fields_predicates() -> None:
    """All that is met becomes a type: parents, and models that a field holds."""
    built = Ontology.from_pydantic(Company, name="harbour")
    assert built == Ontology.from_dict(
        {
            "name": "harbour",
            "types": {
                "Organisation": {"description": "Anything with members or staff."},
                "Company": {
                    "description": "A trading organisation.",
                    "parents": ["Organisation"],
                    "aliases": ["Firm"],
                },
                "Vessel": {},
                "Berth": {"description": "A place at a quay."},
            },
            "predicates": {
                "name": {
                    "domain": ["Organisation", "Vessel"],
                    "description": "The registered name / The painted name",
                    "label": "ship's name",
                },
                "founded": {"domain": ["Organisation"], "range": "date"},
                "register_number": {
                    "domain": ["Company"],
                    "label": "register number",
                    "examples": ["HR-11"],
                    "aliases": ["regNo"],
                    "required": True,
                },
                "fleet": {
                    "domain": ["Company"],
                    "range": "Vessel",
                    "cardinality": "multi",
                    "description": "What it owns",
                },
                "parent": {"domain": ["Company"], "range": "Company"},
                "fuel": {"domain": ["Vessel"], "description": "One of diesel, steam."},
                "berth": {"domain": ["Vessel"], "range": "Berth", "required": True},
                "number": {"domain": ["Berth"], "range": "integer", "required": True},
            },
        }
    )
    assert built.validate() == []


def test_an_inherited_field_is_its_parents() -> None:
    """A child has its parents' predicates by descent, and states none again."""
    built = Ontology.from_pydantic(Subsidiary)
    assert built.types["Subsidiary"].parents == ("Company",)
    assert built.types["Subsidiary"].aliases == ()
    assert "Subsidiary" not in {name for held in built.predicates.values() for name in held.domain}
    assert [held.name for held in built.predicates_for("Subsidiary")][:2] == ["name", "founded"]


def test_no_models_are_an_empty_ontology() -> None:
    """Untitled, and holding a graph to nothing."""
    assert Ontology.from_pydantic() == Ontology()


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        (str, {}),
        (int, {"range": "integer"}),
        (PositiveInt, {"range": "integer"}),
        (float, {"range": "float"}),
        (Tonnes, {"range": "float"}),
        (Decimal, {"range": "number"}),
        (Annotated[Decimal, Field(gt=0)], {"range": "number"}),
        (int | float, {"range": "number"}),
        (bool, {"range": "boolean"}),
        (date, {"range": "date"}),
        (datetime, {"range": "datetime"}),
        (AwareDatetime, {"range": "datetime"}),
        (timedelta, {"range": "quantity"}),
        (UUID, {}),
        (AnyUrl, {}),
        (Path, {}),
        (Annotated[str, Field(max_length=9)], {}),
        (list[str], {"cardinality": "multi"}),
        (set[int], {"cardinality": "multi", "range": "integer"}),
        (tuple[date, ...], {"cardinality": "multi", "range": "date"}),
        (Sequence[bool], {"cardinality": "multi", "range": "boolean"}),
        (str | list[str], {"cardinality": "multi"}),
        (list[float | None], {"cardinality": "multi", "range": "float"}),
        (TypeAliasType("Names", list[str]), {"cardinality": "multi"}),
        (RootModel[list[int]], {"cardinality": "multi", "range": "integer"}),
        (Fuel, {"description": "One of diesel, steam."}),
        (Decks, {"range": "integer", "description": "One of 1, 2."}),
        (Literal["ferry", "tug"], {"description": "One of ferry, tug."}),
        (Literal["ferry"] | Fuel, {"description": "One of ferry, diesel, steam."}),
        (Literal["ferry"] | str, {}),
        (Literal[1, 2.5], {"range": "number", "description": "One of 1, 2.5."}),
    ],
)
def test_a_type_is_a_range(annotation: Any, expected: dict[str, Any]) -> None:
    """Scalars are literals, lists are multi, enumerations are described."""
    assert only(annotation) == {"required": True, **expected}


@pytest.mark.parametrize("annotation", [str | None, Literal["a", None], None | str])
def test_what_may_be_null_is_not_required(annotation: Any) -> None:
    """Null is no value, whether or not the field has a default."""
    assert "required" not in only(annotation)


def test_a_long_enumeration_is_cut() -> None:
    """A description lists twenty values and says how many more there are."""
    port = Enum("Port", {f"P{index}": f"port {index}" for index in range(23)})
    described = only(port)["description"]
    assert described.startswith("One of port 0, port 1, ")
    assert described.endswith(", port 19 and 3 more.")


def test_every_name_of_a_field_is_an_alias() -> None:
    """The alias, the choices and the name it is written under; a place in a document is none."""

    class Hull(BaseModel):
        imo: str = Field(
            validation_alias=AliasChoices("imo_number", "IMO no."), serialization_alias="imoNo"
        )

    assert Ontology.from_pydantic(Hull).predicates["imo"].aliases == (
        "imo_number",
        "IMO no.",
        "imoNo",
    )


Box = create_model("Box", __base__=(BaseModel, Generic[Item]), it=(Item, ...))


@pytest.mark.parametrize(
    ("annotation", "reason"),
    [
        (dict[str, int], "left out, dict[str, int] is neither a value nor a model"),
        (Any, "left out, Any is neither a value nor a model"),
        (bytes, "left out, bytes is neither a value nor a model"),
        (list, "left out, list has items of any type"),
        (tuple[int, str], "left out, tuple[int, str] has items of several types by their place"),
        (list[list[str]], "left out, a list in a list has no place: a predicate has one list"),
        (None, "left out, it is always null"),
        (
            Berth | Organisation,
            "left out, it takes Berth or Organisation, and a range is one type: give them a parent",
        ),
        (int | str, "takes integer or string, and a range is one: read as string"),
    ],
)
def test_what_has_no_place_is_named(annotation: Any, reason: str) -> None:
    """One warning names model and field; the rest is built."""
    model = create_model("Thing", good=(str, ...), bad=(annotation, ...))
    with pytest.warns(OntologyImportWarning, match=re.escape(f"\nThing.bad: {reason}")) as told:
        built = Ontology.from_pydantic(model)
    assert "good" in built.predicates
    assert ("bad" in built.predicates) == ("left out" not in reason)
    assert [warning.filename for warning in told] == [__file__]


def test_one_warning_names_everything_once() -> None:
    """A field that is inherited is told of where it is declared."""
    parent = create_model("Parent", bad=(dict, ...), mixed=(int | str, ...))
    child = create_model("Child", __base__=parent, worse=(bytes, ...))
    with pytest.warns(OntologyImportWarning) as told:
        Ontology.from_pydantic(child)
    (warning,) = told
    assert str(warning.message).splitlines() == [
        "not as the models have it:",
        "Child.worse: left out, bytes is neither a value nor a model",
        "Parent.bad: left out, dict is neither a value nor a model",
        "Parent.mixed: takes integer or string, and a range is one: read as string",
    ]


def test_a_narrower_field_of_a_child_is_read_as_its_parents() -> None:
    """Whatever fits the child fits the parent's range, and that is said."""
    parent = create_model("Voyage", ship=(Organisation, ...), stops=(list[str], ...))
    child = create_model("Charter", __base__=parent, ship=(Company, ...), stops=(str, ...))
    with pytest.warns(OntologyImportWarning) as told:
        built = Ontology.from_pydantic(child)
    rule = "and a predicate has one range: read as"
    assert str(told[0].message).splitlines()[1:] == [
        f"Charter.ship: is Company, narrower than Voyage.ship, {rule} Organisation",
        f"Charter.stops: is string, narrower than Voyage.stops, {rule} a list of string",
    ]
    assert built.predicates["ship"].range == "Organisation"
    assert built.predicates["ship"].domain == ("Voyage",)


def test_fields_of_one_name_and_two_meanings_are_refused() -> None:
    """Every problem at once, each with both places."""
    one = create_model("One", size=(int, ...), home=(Berth, ...), kind=(str, ...), tags=(str, ...))
    two = create_model(
        "Two", size=(str, ...), home=(str, ...), kind=(str, ...), tags=(list[str], ...)
    )
    with pytest.raises(OntologyLoadError) as refused:
        Ontology.from_pydantic(one, two)
    rule = ", and a predicate has one range: rename one field"
    assert refused.value.problems == (
        f"Two.size: is string, but One.size is integer{rule}",
        f"Two.home: is string, but One.home is Berth{rule}",
        f"Two.tags: is a list of string, but One.tags is string{rule}",
    )


def test_required_is_what_every_model_requires() -> None:
    """A name that one model can do without is not required of the predicate."""
    one, two = create_model("One", x=(str, ...)), create_model("Two", x=(str, ""))
    assert Ontology.from_pydantic(one).predicates["x"].required
    assert not Ontology.from_pydantic(one, two).predicates["x"].required


def test_settings_are_a_type_where_they_are_asked_for() -> None:
    """A base without fields is left out, unless it was given or a field holds it."""
    base = create_model("Base")
    child = create_model("Child", __base__=base, x=(str, ...))
    holder = create_model("Holder", it=(base, ...))
    assert list(Ontology.from_pydantic(child).types) == ["Child"]
    assert Ontology.from_pydantic(child, base).types["Child"].parents == ("Base",)
    assert Ontology.from_pydantic(child, holder).types["Child"].parents == ("Base",)


def test_a_generic_model_is_given_with_its_parameters() -> None:
    """The filled one is a type; the pattern behind it is none, and is refused on its own."""
    built = Ontology.from_pydantic(Box[int])
    assert (list(built.types), built.predicates["it"].range) == (["Box[int]"], "integer")
    with pytest.raises(OntologyLoadError, match="Box: is generic: give it with its parameters"):
        Ontology.from_pydantic(Box)


def test_what_is_no_model_is_refused() -> None:
    """Each is named, with what to give instead."""
    with pytest.raises(OntologyLoadError) as refused:
        Ontology.from_pydantic(int, Berth(number=3), RootModel[str], BaseModel)  # type: ignore[arg-type]
    assert refused.value.problems == (
        "<class 'int'>: is no pydantic model class",
        "Berth(number=3): is no pydantic model class: give Berth",
        "RootModel[str]: wraps a value: give the models in it",
        "BaseModel: is the base of all models: give subclasses of it",
    )


def test_a_field_that_takes_any_model_is_left_out() -> None:
    """It names no type that could be its range."""

    class Manifest(BaseModel):
        about: BaseModel
        parts: list[BaseModel]
        number: int

    with pytest.warns(OntologyImportWarning) as told:
        built = Ontology.from_pydantic(Manifest)
    assert list(built.predicates) == ["number"]
    why = "left out, it takes any model, and a range is one type: name the model"
    assert str(told[0].message).splitlines()[1:] == [
        f"Manifest.about: {why}",
        f"Manifest.parts: {why}",
    ]


def test_names_that_cannot_stand_are_refused() -> None:
    """Two models of one name, a model named as a literal, an alias of two fields."""
    twin, literal = create_model("Berth", x=(str, ...)), create_model("date", y=(str, ...))
    with pytest.raises(OntologyLoadError) as refused:
        Ontology.from_pydantic(Berth, twin, literal)
    assert refused.value.problems == (
        "Berth: two models have this name: rename one",
        "date: is the name of a literal range: rename the model",
    )
    shared = create_model("Thing", a=(str, Field(alias="x")), b=(str, Field(alias="x")))
    with pytest.raises(OntologyLoadError, match=r"predicates\.b\.aliases\[0\]: 'x' already stands"):
        Ontology.from_pydantic(shared)


def test_a_type_that_is_not_defined_is_refused() -> None:
    """The field is named, and what to do."""
    model = create_model("Thing", it=("Nowhere", ...))
    with pytest.raises(OntologyLoadError) as refused:
        Ontology.from_pydantic(model)
    assert refused.value.problems == (
        "Thing.it: its type 'Nowhere' is not defined: define it first, then call model_rebuild()",
    )


def test_the_models_stay_as_they_are() -> None:
    """Reading them warns of nothing and changes nothing."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Ontology.from_pydantic(Company) == Ontology.from_pydantic(Company)
    assert Company.model_fields["name"].description == "The registered name"
