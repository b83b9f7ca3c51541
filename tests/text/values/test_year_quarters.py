"""Is a quarter of a year kept apart from the other quarters?"""

import pytest

from openodke.text.values.value_index import ValueIndex

STATED = [
    ("in Q3 2023 it", "Q3 2023"),
    ("in Q3'23 it", "Q3 2023"),
    ("3Q23 results", "Q3 2023"),
    ("the third quarter of 2023", "Q3 2023"),
    ("in Q3 2023 it", "third quarter of 2023"),
    ("H1 2024 results", "first half of 2024"),
    ("in July 2023", "Q3 2023"),
    ("FY23 results", "fiscal year 2023"),
]

NOT_STATED = [
    ("in Q3 2023 it", "Q2 2023"),
    ("in Q3 2023 it", "second quarter of 2023"),
    ("in Q3'23 it", "Q2 2023"),
    ("the third quarter of 2023", "Q2 2023"),
    ("in Q3 2023 it", "Q3 2022"),
    ("H1 2024 results", "second half of 2024"),
]


@pytest.mark.parametrize(("text", "claim"), STATED)
def test_a_quarter_is_found(text: str, claim: str) -> None:
    """A quarter in any spelling, and the year alone where a text names no quarter."""
    assert ValueIndex(text).look_up(claim).found


@pytest.mark.parametrize(("text", "claim"), NOT_STATED)
def test_another_quarter_is_refuted(text: str, claim: str) -> None:
    """A text that names quarters must name this one."""
    assert not ValueIndex(text).look_up(claim).found
