"""What does a store in memory offer for an entity?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from openodke.corroborate import MemoryLookup, block_keys
from openodke.errors import InputError
from openodke.model import Entity


def entity(key: str, label: str, kind: str = "Company", **fields: Any) -> Entity:
    """Make an entity."""
    return Entity(key=key, type=kind, label=label, **fields)


def found(lookup: MemoryLookup, *entities: Entity) -> list[list[str]]:
    """Return the keys of the candidates of each entity."""
    return [[held.key for held in row] for row in lookup.candidates(entities)]


def test_block_keys_name_words_hosts_and_ids() -> None:
    """The first and the last word of each name, folded; middle words are no keys."""
    held = entity("a", "The Acme Widget Works", aliases=("www.acme.com",), external_id="lei:5X")
    assert block_keys(held) == {
        "name:acme", "name:works", "host:acme.com", "id:lei:5x", "initials:aww",
    }  # fmt: skip
    assert "initials:aww" in block_keys(entity("b", "A.W.W."))


def test_entities_of_the_type_that_share_a_key_are_candidates() -> None:
    """By the order of their keys."""
    stored = [entity("b", "Acme Works"), entity("a", "New Acme"), entity("c", "Acme", "Person")]
    lookup = MemoryLookup({held.key: held for held in stored})
    assert found(lookup, entity("x", "Acme"), entity("y", "Zeta")) == [["a", "b"], []]


def test_a_tenant_sees_its_own() -> None:
    """Whatever the attribute is called."""
    stored = {key: entity(key, "Acme", attributes={"owner": key}) for key in "ab"}
    lookup = MemoryLookup(stored, tenant="b", tenant_property="owner")
    assert found(lookup, entity("x", "Acme")) == [["b"]]


def test_of_too_many_the_most_alike_are_offered() -> None:
    """A common word has more entities than can be looked at."""
    stored = {f"k{at}": entity(f"k{at}", f"Acme {at:03} Works") for at in range(50)}
    lookup = MemoryLookup(stored, limit=1)
    assert found(lookup, entity("x", "Acme 017 Work")) == [["k17"]]


def test_near_labels_are_candidates_too() -> None:
    """Vectors find what shares no word."""

    def embed(texts: Sequence[str]) -> list[list[float]]:
        return [[float("car" in t.lower() or "auto" in t.lower()), 1.0] for t in texts]

    stored = {"a": entity("a", "Autos"), "b": entity("b", "Bread")}
    lookup = MemoryLookup(stored, embed=embed, vector_k=1)
    assert found(lookup, entity("x", "Cars"), entity("y", "Zeta", "Person")) == [["a"], []]


def test_vectors_have_to_be_one_a_text() -> None:
    """Fewer would be another entity's."""
    lookup = MemoryLookup({"a": entity("a", "Acme")}, embed=lambda _: [])
    with pytest.raises(InputError, match="0 vectors for 1 texts"):
        lookup.candidates([entity("x", "Acme")])


@pytest.mark.parametrize("options", [{"limit": 0}, {"vector_k": True}])
def test_a_limit_that_finds_nothing_is_refused(options: dict[str, Any]) -> None:
    """The message names it."""
    with pytest.raises(InputError, match=next(iter(options))):
        MemoryLookup({}, **options)
