"""Which words of a text are a name that was spelled a little otherwise, and which are another?"""

import pytest

from openodke.text.mentions import Presence
from openodke.text.names import read_name
from openodke.text.reading import read

NEAR = [
    ("HARGREAVEZ-LINN", "ORGANIZATION", "The order went to Hargreaves-Linn in May."),
    ("TARNEKKESKUS", "", "Ask at the desk of Tarnekeskkus."),
    ("飞行安全检查表", "DOCUMENT", "机组填写了安全检查表。"),
    ("Kvalmann Institute", "", "The Kvallmann Institute opened in Tarn."),
    ("BELLAAVISTA", "", "A train leaves for Bellavista."),
    ("Ostrava Yards", "", "The ship lay at Ostrawa Yards."),
    ("TARN-LINK", "POLICY", "It joined the scheme TARN-LINK23 in May."),
    ("TR-PV", "POLICY", "It joined the scheme TR-PV23 in May."),
    ("OQT", "ORGANIZATION", "It was rated by OQT13 in 2022."),
    ("RESIDENT CARD", "", "How to renew a resident cardFill in the form."),
    ("Lead expectation (LE)", "CONDITION", "LE:No lead will wait."),
    ("UNLIKELY", "LEVEL", "RANGE: 2 - Unlikely - once in ten years"),
    ("REJECTED", "STATUS", "The status is rejected."),
]
OTHER = [
    ("Mueller", "", "Frau Muller left."),
    ("飞行安全检查表", "DOCUMENT", "机组检查了安全带。"),
    ("HELSINGOR", "", "The police of Helsinki came."),
    ("New York", "", "a new day in York Street"),
    ("Tarnow", "", "The works of Tarnov closed."),
    ("Bellavista", "", "They sell bellavisto."),
    ("TARN", "", "It burned in Tarnow."),
    ("Hargreaves Board", "", "Hargreavez left in May. The board met."),
    ("TR", "", "They took bus TR235."),
    ("River Town (UK)", "", "The UK has many of them."),
    ("Perhaps", "PERSON", "perhaps he left"),
]


@pytest.mark.parametrize(("name", "entity_type", "text"), NEAR)
def test_a_slip_of_the_pen_is_a_part_of_the_name(name: str, entity_type: str, text: str) -> None:
    """A letter, a footnote or the next word glued to it, or its own initials, leave a trace."""
    assert read(text).names.find(read_name(name, entity_type)).presence is Presence.PART


@pytest.mark.parametrize(("name", "entity_type", "text"), OTHER)
def test_another_word_is_no_slip(name: str, entity_type: str, text: str) -> None:
    """Two letters, a short word, words apart, small letters and another's initials leave none."""
    assert read(text).names.find(read_name(name, entity_type)).presence is Presence.ABSENT
