"""What do the further rules add and take away, and what do they say?"""

from __future__ import annotations

from typing import Any

import pytest

from openodke.corroborate import RULES, MemoryLookup, NativeResolver
from openodke.errors import InputError
from openodke.model import Entity, Evidence, Fact


def entity(key: str, label: str, kind: str = "Person", **fields: Any) -> Entity:
    """Make an entity."""
    return Entity(key=key, type=kind, label=label, **fields)


def resolve(rules: Any, *held: Entity, doc: str = "d", **options: Any) -> list[str]:
    """Return the links of entities that one document names."""
    evidence = (Evidence(doc_id=doc),)
    facts = [Fact(subject=one, predicate="is", object_value="x", evidence=evidence) for one in held]
    _, links = NativeResolver(rules=rules, **options).resolve(facts, {})
    return [f"{link.source_key} {link.target_key} {link.score} {link.reason}" for link in links]


@pytest.mark.parametrize(
    ("kind", "first", "second"),
    [
        ("Place", "West Germany", "East Germany"),
        ("Game", "Borderlands", "Borderlands 2"),
        ("Person", "Robert II", "Robert III"),
        ("Event", "1900 County Championship", "1903 County Championship"),
        ("Person", "José María", "María José"),
        ("Person", "Sam Okafor Jr.", "Sam Okafor Sr."),
        ("Heading", "Tarea 5", "Tarea 6"),
        ("Place", "Upper Klamath Lake", "Lower Klamath Lake"),
    ],
)
def test_a_veto_keeps_alike_names_apart(kind: str, first: str, second: str) -> None:
    """By default they are proposed."""
    pair = entity("a", first, kind), entity("b", second, kind)
    assert resolve(None, *pair, threshold=0.8)
    assert resolve("vetoes", *pair, threshold=0.8) == []


def test_vetoes_leave_the_same_name_alone() -> None:
    """Numbers in two notations are one number."""
    assert resolve("vetoes", entity("a", "Louis XIV"), entity("b", "LOUIS XIV"))
    assert resolve("vetoes", entity("a", "East Timor", "Place"), entity("b", "East Timor", "Place"))


def test_an_acronym_is_the_initials_in_capitals() -> None:
    """Small words may count or not; the link has its own score and reason."""
    pair = entity("a", "United States of America", "Place"), entity("b", "U.S.A.", "Place")
    assert resolve(None, *pair) == []
    (link,) = resolve(["acronym"], *pair)
    assert link == 'a b 0.9 acronym: "usa" by initials'
    assert resolve(["acronym"], pair[0], entity("b", "usa", "Place")) == []


def test_a_part_of_a_name_is_the_only_candidate_of_its_document() -> None:
    """With a second candidate it is nobody's, and in another document neither."""
    whole, part = entity("a", "Ines Okafor"), entity("b", "Okafor")
    (link,) = resolve(["part_name"], whole, part)
    assert link == 'a b 0.85 part of name, only candidate in scope: "okafor" of "ines okafor"'
    assert resolve(["part_name"], whole, part, entity("c", "Sam Okafor")) == []
    yards = entity("a", "Okafor Yard", "Yard"), entity("b", "Okafor", "Yard")
    assert resolve(["part_name"], *yards) == []
    facts = [
        Fact(subject=one, predicate="is", object_value="x", evidence=(Evidence(doc_id=one.key),))
        for one in (whole, part)
    ]
    assert NativeResolver(rules=["part_name"]).resolve(facts, {})[1] == []


def test_a_part_of_a_name_is_found_in_a_tenants_store() -> None:
    """A store that is no tenant's is too wide for it."""
    stored = {"s": entity("s", "Ines Okafor", attributes={"tenant": "t"})}
    part = entity("b", "Okafor")
    assert len(resolve(["part_name"], part, lookup=MemoryLookup(stored, tenant="t"))) == 1
    assert resolve(["part_name"], part, lookup=MemoryLookup(stored)) == []


@pytest.mark.parametrize("reader", ["ADP", "ACP"])
def test_an_initial_needs_the_surname(reader: str) -> None:
    """A Reader is not everybody whose name begins with A."""
    assert resolve(list(RULES), entity("a", "A Reader"), entity("b", reader)) == []
    assert len(resolve(["part_name"], entity("a", "A Reader"), entity("b", "Anna Reader"))) == 1


def test_neighbours_speak_for_names_that_are_almost_alike() -> None:
    """Two of them, by the same relation, the same way round."""
    ships = [entity(f"s{at}", name, "Ship") for at, name in enumerate(("Doris", "Aurora"))]
    people = entity("a", "Ines Okafor"), entity("b", "Ines Okaforr")
    facts = [
        Fact(subject=one, predicate="sailed", object_entity=ship)
        for one in people
        for ship in ships
    ]
    assert NativeResolver(threshold=0.98).resolve(facts, {})[1] == []
    _, (link,) = NativeResolver(threshold=0.98, rules="neighbours").resolve(facts, {})
    assert link.score == 0.85
    assert str(link.reason).startswith("2 neighbours in common; names 0.9")


@pytest.mark.parametrize("kind", ["Person", "PERSON", "Thing"])
@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("MR. FEZZIWIG", "MRS. FEZZIWIG"),
        ("Mr Orle", "Miss Orle"),
        ("Sir Kit Orle", "Lady Kit Orle"),
    ],
)
def test_a_man_and_a_woman_of_one_name_are_two(kind: str, name: str, other: str) -> None:
    """An honorific says so, though the key of a person's name leaves it out."""
    pair = entity("a", name, kind), entity("b", other, kind)
    assert resolve(["opposites"], *pair) == []
    facts = [Fact(subject=one, predicate="is", object_value=one.key) for one in pair]
    resolver = NativeResolver(normalize_batch=True, rules="vetoes", threshold=0.7)
    kept, links = resolver.resolve(facts, {})
    assert [fact.subject.key for fact in kept] == ["a", "b"]
    assert links == []


def test_one_honorific_in_two_spellings_keeps_nobody_apart() -> None:
    """Mr. is Mr."""
    pair = entity("a", "Mr. Ines Okafor", "Thing"), entity("b", "Mr Ines Okafor", "Thing")
    assert len(resolve(["opposites"], *pair)) == 1


def test_each_rule_is_counted() -> None:
    """How often it spoke."""
    resolver = NativeResolver(rules=["vetoes", "acronym"])
    pair = entity("a", "Robert II"), entity("b", "Robert III")
    resolver.resolve([Fact(subject=one, predicate="is", object_value="x") for one in pair], {})
    assert resolver.stats["rules"] == {
        "acronym": 0, "generation": 1, "numbers": 0, "opposites": 0, "reordered": 0,
    }  # fmt: skip


def test_an_unknown_rule_is_refused() -> None:
    """The message names those there are."""
    with pytest.raises(InputError, match="part_name"):
        NativeResolver(rules=["part-name"])
