"""Which look-alikes of a batch become one, on request, and what keeps others apart?"""

from __future__ import annotations

from typing import Any

import pytest

from openodke import Ontology
from openodke.corroborate import MemoryLookup, NativeResolver
from openodke.corroborate.name_conflicts import legal_form, numbers_in
from openodke.model import Entity, Fact, LinkKind, Resolution


def entity(key: str, label: str, kind: str = "Company", **fields: Any) -> Entity:
    """Make an entity."""
    return Entity(key=key, type=kind, label=label, **fields)


def resolve(*held: Entity, **options: Any) -> tuple[list[str], list[str], dict[str, int]]:
    """Return the keys, the links with their reasons, and the counts of the batch."""
    facts = [Fact(subject=one, predicate="is", object_value="x") for one in held]
    resolver = NativeResolver(normalize_batch=True, **options)
    resolved, links = resolver.resolve(facts, {})
    told = [f"{k.kind.value} {k.source_key} {k.target_key} | {k.reason}" for k in links]
    return [fact.subject.key for fact in resolved], told, resolver.stats["batch"]


def test_look_alikes_become_one_entity() -> None:
    """The weakest score they were joined at is the entity's."""
    held = [entity("b", "Soundside Yards"), entity("a", "Soundside Yard")]
    keys, links, counts = resolve(*held)
    assert keys == ["a", "a"]
    assert links == ["same_as a b | in-batch merge: names 0.9655"]
    assert (counts["alike"], counts["merged"], counts["groups"], counts["mentions"]) == (1, 1, 1, 2)
    facts = [Fact(subject=one, predicate="is", object_value="x") for one in held]
    (first, _), _ = NativeResolver(normalize_batch=True).resolve(facts, {})
    assert first.subject.resolution == Resolution(
        method="linker", linker="odke.native", score=0.9655
    )


@pytest.mark.parametrize(
    ("first", "second", "kind", "why"),
    [
        ("Robert II", "Robert III", "numbers", "the numbers differ (2 vs 3)"),
        ("Task 5 report", "Task 6 report", "numbers", "the numbers differ (5 vs 6)"),
        ("Acme GmbH", "Acme Ltd", "forms", "the legal forms differ (gmbh vs ltd)"),
    ],
)
def test_what_differs_keeps_two_apart(first: str, second: str, kind: str, why: str) -> None:
    """They stay similar, with the reason."""
    keys, links, counts = resolve(entity("a", first), entity("b", second))
    assert keys == ["a", "b"]
    assert links == [f"similar a b | not merged: {why}"]
    assert counts[kind] == 1


def test_a_mention_alike_to_two_that_are_kept_apart_joins_neither() -> None:
    """Acme is Acme GmbH or Acme Ltd, and nobody knows which."""
    held = [entity("a", "Acme"), entity("b", "Acme GmbH"), entity("c", "Acme Ltd")]
    keys, _, counts = resolve(*held)
    assert keys == ["a", "b", "c"]
    assert (counts["forms"], counts["ambiguous"]) == (1, 2)


def test_the_callers_keys_stay_two() -> None:
    """A framework that keeps two nodes of one name apart has its reasons."""
    callers = Resolution(method="caller")
    held = [entity(key, "Mercury", resolution=callers) for key in "ab"]
    keys, links, counts = resolve(*held)
    assert keys == ["a", "b"]
    assert counts["refused"] == 1
    assert "two keys that the caller decided" in links[0]


def test_a_key_of_the_store_is_no_part_of_it() -> None:
    """Its look-alikes are proposed."""
    stored = entity("s", "Soundside Yard")
    store = MemoryLookup({"s": stored})
    keys, links, _ = resolve(entity("a", "Soundside Yards"), lookup=store)
    assert keys == ["a"]
    assert links[0].startswith("similar a s | names")
    keys, _, counts = resolve(stored, entity("a", "Soundside Yards"), lookup=store)
    assert (keys, counts["merged"]) == (["s", "a"], 0)


def test_an_alias_of_a_type_is_that_type() -> None:
    """An organisation is a company, and the entity of the ontology's own type stays."""
    ontology = Ontology.from_dict({"types": {"Company": {"aliases": ["organisation"]}}})
    held = [entity("a", "Soundside", "organisation"), entity("b", "Soundside", "Company")]
    keys, _, _ = resolve(*held, ontology=ontology)
    assert keys == ["b", "b"]
    assert resolve(*held)[0] == ["a", "b"]


def test_nothing_is_merged_unless_asked() -> None:
    """By default names propose."""
    facts = [
        Fact(subject=entity(key, "Soundside"), predicate="is", object_value="x") for key in "ab"
    ]
    resolved, links = NativeResolver().resolve(facts, {})
    assert [fact.subject.key for fact in resolved] == ["a", "b"]
    assert [link.kind for link in links] == [LinkKind.SIMILAR]


def test_numbers_and_forms_are_read_from_names_as_written() -> None:
    """A key has lost them."""
    assert numbers_in("Henry VIII") == {"8"}
    assert numbers_in("Apollo 011") == {"11"}
    assert numbers_in("Vitamin C") == numbers_in("Xi Jinping") == frozenset()
    assert legal_form("Acme, Inc.") == legal_form("The Acme Incorporated") == "inc"
    assert legal_form("Acme") == ""
