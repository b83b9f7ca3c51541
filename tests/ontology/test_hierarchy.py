"""Which types does a type descend from?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.ontology import EntityType, Ontology

TYPES = st.dictionaries(
    st.sampled_from("ABCDEFG"), st.lists(st.sampled_from("ABCDEFGZ"), max_size=3), max_size=7
)


def ontology_of(parents: dict[str, list[str]]) -> Ontology:
    """Build an ontology from the parents of each type."""
    return Ontology(
        types={name: EntityType(name=name, parents=above) for name, above in parents.items()}
    )


@given(TYPES)
def test_lineage_is_the_least_closed_set(parents: dict[str, list[str]]) -> None:
    """A lineage holds the type, is closed under declared parents, and holds nothing more."""
    built = ontology_of(parents)
    for name in parents:
        expected = {name}
        while True:
            grown = expected | {
                above for held in expected for above in parents[held] if above in parents
            }
            if grown == expected:
                break
            expected = grown
        assert built.lineage(name) == expected


@given(TYPES)
def test_cycles_hold_exactly_the_types_above_themselves(parents: dict[str, list[str]]) -> None:
    """Every type that is its own ancestor is in one group, and no other type is."""
    built = ontology_of(parents)
    grouped = [name for group in built.cycles() for name in group]
    looping = {
        name
        for name in parents
        if any(name in built.lineage(above) for above in parents[name] if above in parents)
    }
    assert len(grouped) == len(set(grouped))
    assert set(grouped) == looping


def test_lineage_of_an_undeclared_type() -> None:
    """An undeclared type descends from nothing."""
    assert Ontology().lineage("Comet") == {"Comet"}


def test_lineage_of_a_long_chain() -> None:
    """A chain far longer than the interpreter's recursion limit is walked."""
    chain = {str(n): [str(n + 1)] for n in range(3000)}
    built = ontology_of(chain)
    assert len(built.lineage("0")) == 3000


def test_cycles_of_a_long_chain_and_a_long_ring() -> None:
    """Neither the lineage of every type nor the interpreter's recursion is in the way."""
    chain: dict[str, list[str]] = {str(n): [str(n + 1)] for n in range(20_000)}
    assert ontology_of(chain).cycles() == []
    assert ontology_of({**chain, "20000": ["5"]}).cycles() == [
        tuple(str(n) for n in range(5, 20_001))
    ]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Tug", "Vessel", True),
        ("Vessel", "Tug", True),
        ("Tug", "Tug", True),
        ("Tug", "Quay", False),
    ],
)
def test_related_types(one: str, other: str, expected: bool) -> None:
    """Two types are related when one descends from the other."""
    built = ontology_of({"Tug": ["Vessel"], "Vessel": [], "Quay": []})
    assert built.related(one, other) is expected
