"""Is the number of a name looked up as a number?"""

from __future__ import annotations

import pytest

from openodke.ground.claim_ends import End, EndFinder
from openodke.model import Entity
from openodke.text.counted_things import counted, is_inside_number, measured
from openodke.text.mentions import Presence
from openodke.text.reading import Reading


def end_of(name: str, text: str, *aliases: str) -> End:
    """Return what a text holds of an object of that name."""
    entity = Entity(key=f"Thing:{name}", type="Thing", label=name, aliases=aliases)
    return EndFinder(Reading(text)).entity(entity)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("120 Guests", "Heron had a hundred and twenty guests."),
        ("205 Rooms", "Heron has two hundred and five rooms."),
        ("5 Stars", "Heron has 5.0 stars."),
        ("3.5 Pies", "Heron ate 3½ pies."),
        ("24 Eggs", "Heron bought 2 dozen eggs."),
        ("5 Stars", "Heron has 3.5 stars, and Tarn 5 stars."),
        ("2,300 Visitors", "Heron had 2,300 visitors."),
        ("2300 Visitors", "Heron had 2,300 visitors."),
        ("12 Men", "The twelve men left."),
        ("1 Child", "She has one child."),
        ("5 Rooms", "In 2012, 5 rooms burned."),
        ("5 Rooms", "It has twenty. Five rooms burned."),
    ],
)
def test_things_stand_where_so_many_of_them_do(name: str, text: str) -> None:
    """A number is the same in words, with decimals and in dozens."""
    assert end_of(name, text).is_whole
    assert end_of("Nothing Of It", text, name).is_named


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("48 Employees", "Heron employs 48 people."),
        ("48 Staff", "Heron employs forty-eight."),
        ("205 Hotel Rooms", "Heron has 205 beds."),
    ],
)
def test_the_text_may_call_the_things_otherwise(name: str, text: str) -> None:
    """The number alone is a part of the name."""
    end = end_of(name, text)
    assert end.mentions is not None
    assert end.mentions.presence is Presence.PART


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("5 Stars", "Heron has 3.5 stars."),
        ("5 Children", "The mean is 1.5 children."),
        ("300 Visitors", "Heron had 2,300 visitors."),
        ("5 Rooms", "Heron has twenty-five rooms."),
        ("5 Rooms", "Heron has twenty five rooms."),
        ("5 Rooms", "Heron has one hundred and five rooms."),
        ("20 Rooms", "Heron has two hundred and twenty rooms."),
        ("48 Employees", "Heron employs 49 people."),
        ("48 Employees", "Heron is 48 km long."),
        ("48 Employees", "Heron paid $48."),
        ("30 Rock", "It has 30 beds."),
        ("1984 Olympics", "It was in 1984."),
    ],
)
def test_a_number_in_a_larger_one_is_another(name: str, text: str) -> None:
    """The end of a number, and a number with a unit, count nothing."""
    assert end_of(name, text).is_absent


@pytest.mark.parametrize(
    ("name", "text", "is_absent"),
    [
        ("HbA1c 9.7 %", "The HbA1c is 7.9 %.", True),
        ("HbA1c 7.9 %", "The HbA1c is 7.9 %.", False),
        ("HbA1c 7.9%", "The HbA1c is at 7.9 percent.", False),
        ("HbA1c 7.9 %", "The HbA1c, in %, is 7.9.", False),
        ("Aspirin 81 mg", "Aspirin at 325 mg.", True),
        ("Aspirin 81 mg", "Aspirin at 0.081 g.", False),
        ("Aspirin 81 mg", "Aspirin, 81.", False),
        ("Galaxy S20 5G", "A Galaxy S20.", False),
        ("Windows 3.1", "A Windows machine.", False),
    ],
)
def test_a_figure_at_the_end_of_a_name_has_to_be_there(
    name: str, text: str, is_absent: bool
) -> None:
    """A thing with another figure is not the claim's, in whatever unit."""
    end = end_of(name, text)
    assert end.is_absent is is_absent
    assert not is_absent or end.reason("object") == "value_absent"


def test_what_a_name_counts() -> None:
    """Only a number before a plural is one of things, only a unit after one measures."""
    assert counted("120 Guests") == ("120", "Guests")
    assert counted("1,200 Hotel Guests") == ("1,200", "Hotel Guests")
    assert [counted(each) for each in ("30 Rock", "1984 Games", "Area 51", "5 km")] == [None] * 4
    assert measured("HbA1c 9.7 %") == ("9.7", "9.7 %")
    assert [measured(each) for each in ("9.7 %", "Galaxy 5G", "Apollo 11")] == [None] * 3


def test_an_inner_number() -> None:
    """A comma or point with a space after it ends a number."""
    index = Reading("3.5, 300 and 2,300 or twenty-five").index
    inside = [index.word(at) for at in range(len(index)) if is_inside_number(index, at)]
    assert inside == ["5", "300", "five"]
