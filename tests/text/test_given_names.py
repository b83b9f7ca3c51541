"""Which given names may be of one person."""

from __future__ import annotations

import pytest

from openodke.text.given_names import may_be_same_given_name


@pytest.mark.parametrize(
    ("first", "second"),
    [("tim", "timothy"), ("bill", "william"), ("bob", "robbie"), ("j", "jane"), ("ina", "ina")],
)
def test_short_forms_agree_either_way(first: str, second: str) -> None:
    """An initial, a beginning, a nickname, and two nicknames of one name may be one person's."""
    assert may_be_same_given_name(first, second)
    assert may_be_same_given_name(second, first)


@pytest.mark.parametrize(
    ("first", "second"),
    [("bill", "bob"), ("paul", "paula"), ("al", "alberta"), ("j", "ina"), ("ina", "tina")],
)
def test_other_names_do_not_agree(first: str, second: str) -> None:
    """One letter more, two letters of many, and an ending are no short form."""
    assert not may_be_same_given_name(first, second)
    assert not may_be_same_given_name(second, first)
