"""What differs between two ontologies, and which differences break what was built?"""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.errors import InputError
from openodke.ontology import EntityType, Ontology, Predicate, Qualifier, SchemaChange

OLD: dict[str, Any] = {
    "name": "shipping",
    "version": "1",
    "types": {
        "Asset": {},
        "Vessel": {"parents": ["Asset"], "keys": ["imo"], "aliases": ["Ship"]},
        "Tug": {"parents": ["Vessel"]},
        "Harbour": {},
    },
    "predicates": {
        "imo": {"domain": ["Vessel"], "label": "IMO number"},
        "moored_in": {
            "domain": ["Vessel"],
            "range": "Harbour",
            "aliases": ["lies_in"],
            "inverse_of": "hosts",
        },
        "hosts": {"domain": ["Harbour"], "range": "Vessel", "cardinality": "multi"},
        "tows": {"domain": ["Tug"], "range": "Vessel", "cardinality": "multi"},
        "draught": {
            "domain": ["Vessel"],
            "range": "quantity",
            "qualifiers": {"laden": {"identity": True}, "as_of": {}},
            "cardinality_scope": ["laden"],
        },
        "crew": {"domain": ["Vessel", "Tug"], "range": "integer"},
        "note": {"range": "text"},
    },
}


def edited(path: str, value: Any) -> Ontology:
    """Return the old ontology with the value at a dotted path replaced; None takes it out."""
    data = copy.deepcopy(OLD)
    *way, last = path.split(".")
    held = data
    for step in way:
        held = held[step]
    if value is None:
        del held[last]
    else:
        held[last] = value
    return Ontology.from_dict(data, strict=False)


def told(new: Ontology) -> list[str]:
    """Return the differences from the old ontology, as text."""
    return [str(change) for change in Ontology.from_dict(OLD).diff(new)]


EDITS = [
    ("name", "ships", ["name: changed 'shipping' → 'ships'"]),
    ("version", "2", ["version: changed '1' → '2'"]),
    ("inferred", True, ["inferred: changed false → true"]),
    # types
    ("types.Barge", {"parents": ["Vessel"]}, ["types.Barge: added a kind of 'Vessel'"]),
    ("types.Ship", {}, ["breaking: types.Ship: added"]),
    ("types.Tug", None, ["breaking: types.Tug: removed"]),
    ("types.Tug.description", "It pulls", ["types.Tug.description: changed nothing → 'It pulls'"]),
    ("types.Tug.parents", ["Vessel", "Asset"], ["types.Tug.parents: added 'Asset'"]),
    ("types.Tug.parents", [], ["breaking: types.Tug.parents: removed 'Vessel'"]),
    (
        "types.Tug.parents",
        ["Asset"],
        ["breaking: types.Tug.parents: removed 'Vessel'", "types.Tug.parents: added 'Asset'"],
    ),
    (
        "types.Vessel.keys",
        ["draught"],
        [
            "breaking: types.Vessel.keys: removed 'imo'",
            "breaking: types.Vessel.keys: added 'draught'",
        ],
    ),
    ("types.Vessel.aliases", [], ["breaking: types.Vessel.aliases: removed 'Ship'"]),
    (
        "types.Vessel.aliases",
        ["SHIP", "Hull"],
        [
            "types.Vessel.aliases: removed 'Ship'",
            "types.Vessel.aliases: added 'SHIP'",
            "types.Vessel.aliases: added 'Hull'",
        ],
    ),
    # predicates
    (
        "predicates.flag",
        {"domain": ["Vessel", "Tug"], "cardinality": "multi"},
        ["predicates.flag: added 'Vessel', 'Tug' → 'string', multi"],
    ),
    (
        "predicates.flag",
        {"required": True},
        ["breaking: predicates.flag: added every type → 'string', single, required"],
    ),
    (
        "predicates.lies_in",
        {},
        ["breaking: predicates.lies_in: added every type → 'string', single"],
    ),
    ("predicates.note", None, ["breaking: predicates.note: removed"]),
    (
        "predicates.note.description",
        "Any",
        ["predicates.note.description: changed nothing → 'Any'"],
    ),
    ("predicates.note.importance", 0.9, ["predicates.note.importance: changed 0.5 → 0.9"]),
    ("predicates.note.examples", ["x"], ["predicates.note.examples: added 'x'"]),
    ("predicates.note.label", "remark", ["predicates.note.label: changed nothing → 'remark'"]),
    (
        "predicates.imo.label",
        "IMO",
        ["breaking: predicates.imo.label: changed 'IMO number' → 'IMO'"],
    ),
    (
        "predicates.moored_in.aliases",
        ["berthed_in"],
        [
            "breaking: predicates.moored_in.aliases: removed 'lies_in'",
            "predicates.moored_in.aliases: added 'berthed_in'",
        ],
    ),
    # the domain: which types may have it
    ("predicates.imo.domain", [], ["predicates.imo.domain: changed 'Vessel' → every type"]),
    (
        "predicates.note.domain",
        ["Asset"],
        ["breaking: predicates.note.domain: changed every type → 'Asset'"],
    ),
    (
        "predicates.imo.domain",
        ["Tug"],
        [
            "breaking: predicates.imo.domain: removed 'Vessel'",
            "predicates.imo.domain: added 'Tug'",
        ],
    ),
    (
        "predicates.imo.domain",
        ["Asset"],
        ["predicates.imo.domain: removed 'Vessel'", "predicates.imo.domain: added 'Asset'"],
    ),
    ("predicates.crew.domain", ["Vessel"], ["predicates.crew.domain: removed 'Tug'"]),
    # the range: which objects it takes
    (
        "predicates.tows.range",
        "Asset",
        ["predicates.tows.range: changed 'Vessel' → 'Asset'"],
    ),
    (
        "predicates.tows.range",
        "Tug",
        ["breaking: predicates.tows.range: changed 'Vessel' → 'Tug'"],
    ),
    (
        "predicates.tows.range",
        "string",
        ["breaking: predicates.tows.range: changed 'Vessel' → 'string'"],
    ),
    (
        "predicates.imo.range",
        "Vessel",
        ["breaking: predicates.imo.range: changed 'string' → 'Vessel'"],
    ),
    ("predicates.crew.range", "number", ["predicates.crew.range: changed 'integer' → 'number'"]),
    (
        "predicates.crew.range",
        "quantity",
        ["breaking: predicates.crew.range: changed 'integer' → 'quantity'"],
    ),
    # how many values
    (
        "predicates.imo.cardinality",
        "multi",
        ["predicates.imo.cardinality: changed 'single' → 'multi'"],
    ),
    (
        "predicates.tows.cardinality",
        "single",
        ["breaking: predicates.tows.cardinality: changed 'multi' → 'single'"],
    ),
    (
        "predicates.draught.cardinality_scope",
        ["as_of"],
        [
            # an identity qualifier is in the scope in any case
            "predicates.draught.cardinality_scope: removed 'laden'",
            "predicates.draught.cardinality_scope: added 'as_of'",
        ],
    ),
    (
        "predicates.imo.required",
        True,
        ["breaking: predicates.imo.required: changed false → true"],
    ),
    # qualifiers: which claims are one
    (
        "predicates.draught.qualifiers.source",
        {},
        ["predicates.draught.qualifiers.source: added"],
    ),
    (
        "predicates.draught.qualifiers.tide",
        {"identity": True},
        ["breaking: predicates.draught.qualifiers.tide: added bears identity"],
    ),
    (
        "predicates.draught.qualifiers.as_of",
        None,
        ["breaking: predicates.draught.qualifiers.as_of: removed"],
    ),
    (
        "predicates.draught.qualifiers.laden.identity",
        False,
        ["breaking: predicates.draught.qualifiers.laden.identity: changed true → false"],
    ),
    (
        "predicates.draught.qualifiers.as_of.description",
        "when",
        ["predicates.draught.qualifiers.as_of.description: changed nothing → 'when'"],
    ),
    # what is derived, and which way round
    (
        "predicates.hosts.inverse_of",
        "moored_in",
        ["predicates.hosts.inverse_of: changed nothing → 'moored_in'"],
    ),
    (
        "predicates.moored_in.inverse_of",
        None,
        ["breaking: predicates.moored_in.inverse_of: changed 'hosts' → nothing"],
    ),
    ("predicates.tows.symmetric", True, ["predicates.tows.symmetric: changed false → true"]),
]


@pytest.mark.parametrize(("path", "value", "expected"), EDITS)
def test_an_edit_is_told(path: str, value: Any, expected: list[str]) -> None:
    """One edit: where it is, what it was and is, and whether it breaks."""
    assert told(edited(path, value)) == expected


def test_every_field_is_compared() -> None:
    """Each field of a type, a predicate and a qualifier is edited above."""
    edits = [path.split(".") for path, _, _ in EDITS]
    for kind, model in (("types", EntityType), ("predicates", Predicate)):
        fields = {way[2] for way in edits if way[0] == kind and len(way) > 2}
        assert fields == set(model.model_fields) - {"name"}
    assert {way[4] for way in edits if len(way) > 4} == set(Qualifier.model_fields)


def test_a_change_says_what_it_is() -> None:
    """The four fields of a change."""
    (change,) = Ontology.from_dict(OLD).diff(edited("predicates.tows.range", "Tug"))
    assert change == SchemaChange(
        kind="changed", path="predicates.tows.range", breaking=True, detail="'Vessel' → 'Tug'"
    )


def test_a_new_name_with_the_old_as_alias() -> None:
    """Claims under the old name no longer fit, and where they belong is said."""
    data = copy.deepcopy(OLD)
    data["types"]["Port"] = {**data["types"].pop("Harbour"), "aliases": ["Harbour"]}
    data["predicates"]["moored_in"]["range"] = "Port"
    data["predicates"]["hosts"]["domain"] = ["Port"]
    assert told(Ontology.from_dict(data)) == [
        "breaking: types.Harbour: removed (its name now stands for 'Port')",
        "types.Port: added",
        "breaking: predicates.moored_in.range: changed 'Harbour' → 'Port'",
        "predicates.hosts.domain: removed 'Harbour'",
        "predicates.hosts.domain: added 'Port'",
    ]


def test_a_type_put_between_breaks_nothing() -> None:
    """A type that still descends from its old ancestors may have what it could have."""
    data = copy.deepcopy(OLD)
    data["types"]["Workboat"] = {"parents": ["Vessel"]}
    data["types"]["Tug"]["parents"] = ["Workboat"]
    assert told(Ontology.from_dict(data)) == [
        "types.Tug.parents: removed 'Vessel'",
        "types.Tug.parents: added 'Workboat'",
        "types.Workboat: added a kind of 'Vessel'",
    ]


def test_an_inverse_declared_on_the_other_side_breaks_nothing() -> None:
    """It counts both ways, so what is derived stays."""
    data = copy.deepcopy(OLD)
    del data["predicates"]["moored_in"]["inverse_of"]
    data["predicates"]["hosts"]["inverse_of"] = "moored_in"
    changes = Ontology.from_dict(OLD).diff(Ontology.from_dict(data))
    assert [change.path for change in changes] == [
        "predicates.moored_in.inverse_of",
        "predicates.hosts.inverse_of",
    ]
    assert not any(change.breaking for change in changes)


def test_the_order_is_no_change() -> None:
    """Neither of entries nor of the names in a list."""
    data = copy.deepcopy(OLD)
    data["types"] = dict(reversed(data["types"].items()))
    data["predicates"] = dict(reversed(data["predicates"].items()))
    data["predicates"]["crew"]["domain"].reverse()
    assert told(Ontology.from_dict(data)) == []


@given(st.lists(st.sampled_from(range(len(EDITS))), max_size=4))
def test_a_way_there_is_a_way_back(chosen: list[int]) -> None:
    """Both ways have differences or neither has, and nothing differs from itself."""
    old = Ontology.from_dict(OLD)
    for index in chosen:
        new = edited(*EDITS[index][:2])
        assert new.diff(new) == []
        assert bool(old.diff(new)) == bool(new.diff(old)) == (old != new)


def test_only_an_ontology_can_be_compared() -> None:
    """The mapping or the path of one has to be loaded first."""
    for new in (OLD, None, "ontology.json"):
        with pytest.raises(InputError, match=r"^new is .*: give an Ontology"):
            Ontology.from_dict(OLD).diff(new)  # type: ignore[arg-type]
