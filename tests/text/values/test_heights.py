"""Which lengths in feet and inches, ages and doses does a text state?"""

import pytest

from openodke.text.values.value_index import ValueIndex
from openodke.text.values.value_spans import is_value

LENGTHS = ["5'11\"", "5 ft 11 in", "5 Feet 11 Inches", "5'11", "5′11″", "5-foot-11", "5ft 11in"]


@pytest.mark.parametrize("claimed", LENGTHS[:3])
@pytest.mark.parametrize("stated", [*LENGTHS, "71 inches", "180 cm", "1.80 m"])
def test_a_length_in_two_units(claimed: str, stated: str) -> None:
    """It is one length however it is written."""
    assert is_value(claimed)
    index = ValueIndex(f"Heron is {stated} tall.")
    assert index.look_up(claimed).found
    assert not index.look_up("6'1\"").found
    assert not index.look_up("5 feet 1 inch").found


@pytest.mark.parametrize("text", ["Heron, 48, left.", "Heron (48) left.", "Left: Heron, 48."])
def test_a_number_after_a_name_may_be_an_age(text: str) -> None:
    """Between commas or in brackets it is years, and nothing else."""
    index = ValueIndex(text)
    assert index.look_up("48 Years").found
    assert not index.look_up("49 years").found
    assert not index.look_up("48 hours").found
    assert not ValueIndex("Heron has 48 rooms.").look_up("48 years").found


@pytest.mark.parametrize("stated", ["5 mg b.i.d.", "5 mg bid", "5 mg BID", "5 mg twice daily"])
@pytest.mark.parametrize("claimed", ["5 mg bid", "5 mg b.i.d.", "5 mg twice daily"])
def test_how_often_a_dose_is_due(stated: str, claimed: str) -> None:
    """The amount is what is looked up."""
    assert is_value(claimed)
    assert ValueIndex(f"Take {stated}").look_up(claimed).found
    assert not ValueIndex("Take 4 mg b.i.d.").look_up(claimed).found
