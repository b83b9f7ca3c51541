"""The ends of a claim: what is found of one is kept by what the claim calls it."""

from __future__ import annotations

import pytest

from openodke.ground.claim_ends import EndFinder
from openodke.model import Entity, Fact
from openodke.text.mentions import Presence
from openodke.text.reading import Reading

READING = Reading("Tarn Steel of Orle, once the Old Mill, is Tarn Steel since 1999. It has 1 quay.")


def entity(label: str, entity_type: str = "Thing", *aliases: str) -> Entity:
    """Return an entity."""
    return Entity(key=f"{entity_type}:{label}", type=entity_type, label=label, aliases=aliases)


def with_object(value: str | float | bool) -> Fact:
    """Return a fact with a literal object."""
    return Fact(subject=entity("Orle"), predicate="p", object_value=value)


def test_an_end_is_looked_up_once() -> None:
    """Two claims that call a thing alike get one end, whatever else differs."""
    ends = EndFinder(READING)
    assert ends.entity(entity("Orle")) is ends.entity(entity("Orle"))
    assert ends.entity(entity("Orle")) is not ends.entity(entity("Orle", "Person"))
    named = entity("Tarn", "Thing", "Old Mill", "Tarn Steel")
    assert ends.entity(named) is ends.entity(named)
    assert ends.entity(named) is not ends.entity(entity("Tarn"))
    assert ends.object(with_object("1999")) is ends.object(with_object("1999"))


def test_a_hundred_thousand_mentions_are_read_once() -> None:
    """Two thousand rows about one frequent name share its mentions."""
    ends = EndFinder(Reading("Voss left. " * 100_000))
    found = [ends.entity(entity("Voss", "Person")) for _ in range(2_000)]
    assert found[0].mentions is not None
    assert len(found[0].mentions.places) == 100_000
    assert {id(each) for each in found} == {id(found[0])}


def test_a_name_is_looked_up_as_the_kind_that_its_type_says() -> None:
    """A word of an event's title is a trace of it; of a person's name that is no name it is not."""
    ends = EndFinder(Reading("It was a red day."))
    assert ends.entity(entity("Red Act", "Person")).is_absent
    assert ends.entity(entity("Red Act", "Event")).is_named


def test_a_thing_of_several_names_has_the_mentions_of_all() -> None:
    """The aliases count as much as the name."""
    end = EndFinder(READING).entity(entity("Tarn", "Thing", "Old Mill", "Tarn Steel"))
    assert end.mentions is not None
    assert list(end.mentions.places) == [0, 6, 9]
    assert (end.is_named, end.is_whole, end.is_absent) == (True, True, False)


@pytest.mark.parametrize("first", [1, 1.0, "1", True])
@pytest.mark.parametrize("second", [1, 1.0, "1", True])
def test_a_number_is_not_taken_for_another_kind(
    first: str | float | bool, second: str | float | bool
) -> None:
    """In Python 1, 1.0 and True are one key; a boolean is not looked up, the others are."""
    ends = EndFinder(READING)
    ends.object(with_object(first))
    assert ends.object(with_object(second)).is_looked_up is (second is not True)


def test_large_numbers_are_looked_up_as_written() -> None:
    """A float of this size is written with an exponent, the equal whole number is not."""
    ends = EndFinder(Reading("It has 10000000000000000 parts."))
    assert ends.object(with_object(10**16)).is_whole
    assert ends.object(with_object(10**16)).value is not ends.object(with_object(1e16)).value


def test_what_is_absent() -> None:
    """A name or value that stands nowhere is absent; a pronoun, prose and yes or no are not."""
    ends = EndFinder(READING)
    assert ends.entity(entity("Brill")).is_absent
    assert ends.object(with_object("1998")).is_absent
    pronoun = ends.entity(entity("She"))
    assert (pronoun.is_pronoun, pronoun.is_absent, pronoun.is_looked_up) == (True, False, False)
    prose = with_object("of steel").model_copy(update={"qualifiers": {"odke.object_type": "text"}})
    assert ends.object(prose).mentions is None
    assert ends.entity(entity("Orle")).mentions.presence is Presence.WHOLE  # type: ignore[union-attr]


CANAL = Reading("The Tarn Canal is 15 miles long and 2 m deep. It opened in 1912, 40 feet wide.")


@pytest.mark.parametrize(
    ("predicate", "value", "is_absent"),
    [
        ("length_km", 24.1, False),
        ("length_km", "24.1", False),
        ("lengthKm", 24, False),
        ("length in feet", "79,200", False),
        ("depth_ft", 6.6, False),
        ("length_km", 25, True),
        ("length_km", "25", True),
        ("depth_ft", 7.9, True),
        ("width_m", 15.2, True),
        ("km", 24.1, True),
        ("opened_year", 1911, True),
        ("length", 24.1, True),
    ],
)
def test_a_bare_number_may_be_in_the_unit_that_its_predicate_ends_in(
    predicate: str, value: str | float, is_absent: bool
) -> None:
    """A table's column names the unit once: a model that reads miles writes `length_km`."""
    fact = Fact(subject=entity("Tarn Canal"), predicate=predicate, object_value=value)
    assert EndFinder(CANAL).object(fact).is_absent is is_absent
    named = fact.model_copy(update={"object_value": None, "object_entity": entity(str(value))})
    assert EndFinder(CANAL).object(named).is_absent is is_absent
