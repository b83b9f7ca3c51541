"""What may a graph hold: the frozen ontology and what it answers."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from openodke.ontology import EntityType, Ontology, Predicate, Qualifier

SHIPPING = {
    "name": "shipping",
    "version": "2",
    "types": {
        "Vessel": {"aliases": ["Ship"]},
        "Tug": {"parents": ["Vessel"], "keys": ["imo"]},
        "Harbour": {},
    },
    "predicates": {
        "imo": {"domain": ["Vessel"], "range": "string"},
        "moored_in": {"domain": ["Vessel"], "range": "Harbour", "label": "moored in"},
        "draught": {
            "domain": ["Vessel"],
            "range": "quantity",
            "qualifiers": {"laden": {"identity": True}, "as_of": {}, "at": {"identity": True}},
        },
        "note": {},
    },
}


@pytest.fixture
def shipping() -> Ontology:
    """An ontology of three types and four predicates."""
    return Ontology.from_dict(SHIPPING)


def test_defaults() -> None:
    """An empty ontology, type, predicate and qualifier hold the documented defaults."""
    assert Ontology().model_dump() == {
        "name": "untitled",
        "version": "0",
        "types": {},
        "predicates": {},
        "inferred": False,
        "frozen_at": None,
        "frozen_by": None,
    }
    assert EntityType(name="T").model_dump() == {
        "name": "T",
        "description": None,
        "parents": (),
        "keys": (),
        "aliases": (),
    }
    assert Predicate(name="p").model_dump() == {
        "name": "p",
        "label": None,
        "description": None,
        "domain": (),
        "range": "string",
        "cardinality": "single",
        "cardinality_scope": (),
        "required": False,
        "qualifiers": {},
        "aliases": (),
        "importance": 0.5,
        "examples": (),
        "inverse_of": None,
        "symmetric": False,
    }
    assert Qualifier().model_dump() == {"identity": False, "description": None}


def test_constructor_names_entries_by_their_keys() -> None:
    """An entry without a name takes its key, however the ontology is built."""
    built = Ontology(types={"Vessel": {}}, predicates={"imo": Predicate(name="imo")})
    assert built.types["Vessel"].name == "Vessel"
    assert built == Ontology.from_dict({"types": {"Vessel": {}}, "predicates": {"imo": {}}})


@pytest.mark.parametrize("model", [Ontology, EntityType, Predicate, Qualifier])
def test_unknown_fields_are_refused(model: type) -> None:
    """A field that does not exist is refused by the constructor."""
    with pytest.raises(ValidationError, match="colour"):
        model(name="x", colour="red")


def test_nothing_can_be_changed(shipping: Ontology) -> None:
    """Fields and mappings refuse writing, at any depth."""
    with pytest.raises(ValidationError, match="frozen"):
        shipping.name = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        shipping.types["Barge"] = EntityType(name="Barge")  # type: ignore[index]
    with pytest.raises(TypeError):
        shipping.predicates.clear()  # type: ignore[attr-defined]
    with pytest.raises(TypeError):
        shipping.predicates["draught"].qualifiers["x"] = Qualifier()  # type: ignore[index]
    with pytest.raises(TypeError):
        shipping.inverses["imo"] = "imo"  # type: ignore[index]


def test_source_is_not_shared() -> None:
    """Changing the mapping an ontology was built from does not change the ontology."""
    source = {"types": {"Vessel": {"aliases": ["Ship"]}}}
    built = Ontology.from_dict(source)
    source["types"]["Vessel"]["aliases"].append("Boat")
    source["types"]["Harbour"] = {}
    assert list(built.types) == ["Vessel"]
    assert built.types["Vessel"].aliases == ("Ship",)


def test_copy_with_other_types_answers_anew(shipping: Ontology) -> None:
    """What an ontology has worked out is not carried into a changed copy."""
    assert shipping.lineage("Tug") == {"Tug", "Vessel"}
    assert shipping.type_named("ship") == "Vessel"
    before = shipping.fingerprint
    changed = shipping.model_copy(update={"types": {"Tug": {}}})
    assert changed.lineage("Tug") == {"Tug"}
    assert changed.type_named("ship") is None
    assert changed.fingerprint != before
    with pytest.raises(TypeError):
        changed.types["X"] = EntityType(name="X")  # type: ignore[index]


def test_copies_and_pickles_are_equal(shipping: Ontology) -> None:
    """An ontology survives copying, pickling and JSON, before and after it has answered."""
    for _ in range(2):
        assert pickle.loads(pickle.dumps(shipping)) == shipping
        assert copy.deepcopy(shipping) == shipping
        assert Ontology.from_json(shipping.model_dump_json()) == shipping
        assert hash(shipping) == hash(Ontology.from_dict(SHIPPING))
        shipping.validate()
        assert shipping.inverses == {}


def test_predicates_for_a_type_include_its_ancestors(shipping: Ontology) -> None:
    """A type has what its ancestors may have, and what every type may have, in declared order."""
    names = [held.name for held in shipping.predicates_for("Tug")]
    assert names == ["imo", "moored_in", "draught", "note"]
    assert [held.name for held in shipping.predicates_for("Harbour")] == ["note"]
    assert [held.name for held in shipping.predicates_for("Comet")] == ["note"]


def test_identity_keys_are_sorted(shipping: Ontology) -> None:
    """Identity-bearing qualifiers come sorted, and an unknown predicate has none."""
    assert shipping.identity_keys("draught") == ("at", "laden")
    assert shipping.identity_keys("note") == shipping.identity_keys("nothing") == ()


def test_scope_keys_join_identity_and_cardinality_scope() -> None:
    """Two values contradict only where identity-bearing and scoping qualifiers agree."""
    scoped = Predicate(
        name="rate", cardinality_scope=("port",), qualifiers={"day": Qualifier(identity=True)}
    )
    assert scoped.scope_keys == ("day", "port")


def test_an_edge_has_a_declared_type_as_range(shipping: Ontology) -> None:
    """A predicate is an edge when its range is a type of this ontology, and no literal's name."""
    assert shipping.predicates["moored_in"].is_edge_in(shipping)
    assert not shipping.predicates["imo"].is_edge_in(shipping)
    assert not shipping.predicates["moored_in"].is_edge_in(Ontology())
    assert not Predicate(name="p").is_edge_in(Ontology(types={"string": {}}))


def test_inverses_count_both_ways() -> None:
    """An inverse declared on one side pairs both, a symmetric predicate pairs with itself."""
    built = Ontology.from_dict(
        {
            "types": {"Place": {}},
            "predicates": {
                "contains": {"range": "Place"},
                "borders": {"range": "Place", "symmetric": True},
                "located_in": {"range": "Place", "inverse_of": "contains"},
                "near": {"range": "Place", "inverse_of": "near"},
                "area": {"range": "quantity"},
            },
        }
    )
    assert built.inverses == {
        "contains": "located_in",
        "borders": "borders",
        "located_in": "contains",
        "near": "near",
    }


def test_inverses_leave_out_an_unknown_partner() -> None:
    """A partner that is not declared is no partner."""
    built = Ontology.from_dict({"predicates": {"p": {"inverse_of": "gone"}}}, strict=False)
    assert built.inverses == {}


def test_fingerprint_is_of_the_content() -> None:
    """The order of entries and a default spelt out change nothing; a new alias does."""
    one = Ontology.from_dict({"types": {"A": {}, "B": {"keys": []}}, "version": "0"})
    other = Ontology.from_dict({"types": {"B": {}, "A": {"name": "A"}}})
    assert one.fingerprint == other.fingerprint
    assert len(one.fingerprint) == 64
    aliased = Ontology.from_dict({"types": {"A": {"aliases": ["a2"]}, "B": {}}})
    assert aliased.fingerprint != one.fingerprint


def test_fits_goes_by_lineage(shipping: Ontology) -> None:
    """A type fits a domain that names it or an ancestor, and every type fits an empty domain."""
    assert shipping.fits("Tug", ("Vessel",))
    assert shipping.fits("Tug", ["Harbour", "Tug"])
    assert not shipping.fits("Vessel", ("Tug",))
    assert shipping.fits("Comet", ())
    assert shipping.fits("Comet", ("Comet",))
    assert not shipping.fits("Comet", ("Vessel",))


NAMES = st.text(st.characters(codec="utf-8"), min_size=1, max_size=8)


@given(st.lists(NAMES, unique=True, max_size=6), st.text(max_size=20))
def test_json_round_trip(names: list[str], text: str) -> None:
    """What an ontology writes as JSON, it reads back equal, whatever its names."""
    writable = text.encode("utf-8", "ignore").decode()
    entries = {name: {"description": writable} for name in names}
    built = Ontology(types=entries, predicates=entries)
    assert Ontology.from_json(built.model_dump_json()) == built
