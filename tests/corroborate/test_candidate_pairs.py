"""Which pairs does blocking let through?"""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from openodke.corroborate import candidate_pairs
from openodke.model import Entity


def entity(key: str, label: str, kind: str = "T", **fields: Any) -> Entity:
    """Make an entity."""
    return Entity(key=key, type=kind, label=label, **fields)


def test_the_first_or_last_word_of_a_name_is_shared() -> None:
    """The last word of one may be the first of another; a middle one is no end."""
    assert candidate_pairs([entity("a", "x foo"), entity("b", "foo y")]) == {("a", "b")}
    assert not candidate_pairs([entity("a", "x foo z"), entity("b", "foo")])


def test_an_id_or_a_host_is_shared() -> None:
    """Of one type."""
    held = [entity("a", "one", external_id="1"), entity("b", "two", external_id="1")]
    assert set(candidate_pairs(held)) == {("a", "b")}
    sites = [entity("a", "one", aliases=("x.com",)), entity("b", "two", aliases=("x.com",))]
    assert set(candidate_pairs(sites)) == {("a", "b")}


def test_a_full_block_is_split_by_country() -> None:
    """Those without a country are a group of their own."""
    countries = ["GB", "gb", "DE", "DE", None, None]
    held = [
        entity(str(at), f"foo {letter * 3}", attributes={"country": country} if country else {})
        for at, (letter, country) in enumerate(zip("abcdef", countries, strict=True))
    ]
    pairs = candidate_pairs(held, max_block=3)
    assert pairs == {("0", "1"), ("2", "3"), ("4", "5")}
    assert (len(pairs), ("0", "1") in pairs, ("0", "2") in pairs, "01" in pairs) == (3, 1, 0, 0)


def test_a_block_that_is_still_full_is_cut_by_its_names() -> None:
    """A typing error, an initial and an order of words are still compared."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    crowd = [entity(f"k{one}{two}", f"{one}{two}ry smith") for one in letters for two in letters]
    held = [entity("x1", "Gregory Smith"), entity("x2", "Gregoy Smith"), entity("x3", "G. Smith")]
    pairs = candidate_pairs([*crowd, *held])
    assert {("x1", "x2"), ("x1", "x3")} <= set(pairs)
    assert len(pairs) < 676 * 675 // 20


def test_a_name_of_very_many_is_compared_with_its_first() -> None:
    """Each is reached, and there are not a million pairs."""
    assert len(candidate_pairs(entity(f"k{at:05}", "Acme") for at in range(2000))) == 1999


@given(names=st.lists(st.text("ab ", min_size=1, max_size=6), max_size=20), most=st.integers(2, 5))
def test_as_many_are_counted_as_there_are(names: list[str], most: int) -> None:
    """Also where blocks are cut, and an entity is compared with several groups or with none."""
    held = [entity(str(at), name) for at, name in enumerate(names)]
    pairs = candidate_pairs(held, max_block=most)
    assert len(pairs) == len(list(pairs)) == len(set(pairs))
    assert all(pair in pairs for pair in pairs)
