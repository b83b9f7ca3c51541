"""What does looking a value up answer, and at what cost?"""

import gc
from functools import cache
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openodke.text.values.value_index import ValueIndex, ValueMatch


def test_spans_show_where() -> None:
    """Spans are half-open offsets into the text as it was given."""
    text = "İn 1,000 days\u00a0or １２ weeks"
    (start, end), *_ = ValueIndex(text).look_up("1000").spans
    assert text[start:end].startswith("1,000")
    (start, end), *_ = ValueIndex(text).look_up("12").spans
    assert text[start:end].startswith("１２")


def test_spans_are_few_and_sorted() -> None:
    """A value in a thousand places shows some of them, in order."""
    spans = ValueIndex("7 cats. " * 1000).look_up(7).spans
    assert 0 < len(spans) <= 8
    assert list(spans) == sorted(spans)


def test_unit_mismatch_shows_the_other_unit() -> None:
    """The number with another unit is no absence."""
    match = ValueIndex("The road is 5 km long.").look_up("5 miles")
    assert (match.found, match.reason, match.spans) == (False, "unit_mismatch", ((12, 16),))
    assert ValueIndex("It costs €5.").look_up("$5").reason == "unit_mismatch"
    assert ValueIndex("It costs nothing.").look_up("$5").reason == "value_absent"


def test_numbers_as_numbers() -> None:
    """Ints and floats are looked up as they would be written."""
    index = ValueIndex("It rose to 1,200,000 and 2.5 in 1963.")
    assert index.look_up(1200000).found
    assert index.look_up(1.2e6).found
    assert index.look_up(2.5).found
    assert index.look_up(1963.0).found
    assert not index.look_up(2.4).found
    assert not index.look_up(float("nan")).found
    assert not index.look_up(float("inf")).found


def test_nothing_refutes_a_boolean() -> None:
    """A boolean has no written form."""
    assert ValueIndex("").look_up(True).found
    assert ValueIndex("").look_up(False).found


def test_text_without_a_value_is_looked_for_as_written() -> None:
    """A string that holds no value is found by its spelling only."""
    index = ValueIndex("The version is 1.2.3 (stable).")
    assert index.look_up("1.2.3").found
    assert index.look_up("stable").found
    assert index.look_up("unstable").reason == "value_absent"
    assert index.look_up("").reason == "value_absent"


def test_every_value_of_a_claim_is_needed() -> None:
    """A range whose end the text does not name is not found."""
    index = ValueIndex("He lived there from 1914 to 1918.")
    assert index.look_up("1914-1918").found
    assert not index.look_up("1914-1919").found


def test_a_bare_number_takes_a_unit_named_elsewhere() -> None:
    """A table names its unit once; a counted noun is no unit."""
    assert ValueIndex("| Length (km) |\n| 5 |").look_up("5 km").found
    assert not ValueIndex("A walk of 7 km by 5 members").look_up("5 km").found


@pytest.mark.parametrize("piece", [
    "1", "1,", "1.", "1-", "1 - ", "1 ", "1/", "1:", "twenty ", "one and ", "half a ", "1 million ",
    "1e", "10^", "1 000 ", "may ", "may 3, ", "3 may ", "'63 ", "19th and ", "$1 to ", "minus ",
    "a-1 ", "1x", "-", " ", "5 km, ", "(1 ", "1–", "１",
])  # fmt: skip
def test_linear_on_any_input(piece: str) -> None:
    """Long runs of what values are made of cost no more a character than short ones."""

    def cost(size: int) -> float:
        text = piece * (size // len(piece))
        gc.collect()
        gc.disable()  # else what other tests have left is walked over, and measured
        try:
            start = process_time()
            ValueIndex(text).look_up("123456789012 zz")
            return process_time() - start
        finally:
            gc.enable()

    cost(4_000)
    small, large = cost(20_000), cost(160_000)
    assert large < 24 * small + 0.2


_MEETING = (
    "Halden met on Jan 5, 2020 and 17 others; 3 km away, 4,000 men in room 12b paid $7.50. "
    "The 21st of May, 8 to 9 percent, version 1.2.3 of Plan-44, half of 60 and 04/03/1963. "
)
_ASKED = [
    *map(str, range(70)), *(f"{n} km" for n in range(20)), *(f"{n}%" for n in range(10)),
    "2020", "2020-01-05", "Jan 5, 2020", "5 January", "1963-03-04", "7.5", "$7.50", "4000", "4k",
    "1.2.3", "Plan-44", "12b", "men", "half", "0.5", "3000 m", "$3", "twelve", "no men", "",
]  # fmt: skip


@cache
def _asked_alone() -> dict[str, ValueMatch]:
    return {value: ValueIndex(_MEETING).look_up(value) for value in _ASKED}


@given(st.integers())
@settings(max_examples=30)
def test_order_of_asking_changes_nothing(seed: int) -> None:
    """An answer is about the text and the value, whatever was asked before."""
    alone = _asked_alone()
    order = Random(seed).sample(_ASKED, len(_ASKED))
    index = ValueIndex(_MEETING)
    assert {value: index.look_up(value) for value in order} == alone


def test_a_late_question_is_answered_like_the_first() -> None:
    """The day of a date is a number of the text, after a hundred other questions too."""
    index = ValueIndex("Halden met on Jan 5, 2020 with the others.")
    for other in range(100, 200):
        assert not index.look_up(other).found
    assert index.look_up("5").found
    assert ValueIndex("Halden met on January 5th 2020.").look_up(5).found
    assert not ValueIndex("Halden met on January 5th 2020.").look_up("5 km").found


def test_many_values_of_one_text_are_cheap() -> None:
    """Asking for every number of a text costs no more a number in a long text."""

    def cost(size: int) -> float:
        index = ValueIndex(" ".join(f"{n} a" for n in range(size)))
        start = process_time()
        for n in range(size):
            index.look_up(f"{n}z")
        return process_time() - start

    cost(500)
    small, large = cost(2_000), cost(16_000)
    assert large < 24 * small + 0.2


@settings(max_examples=200)
@given(st.text(max_size=80), st.text(max_size=20))
def test_never_raises(text: str, value: str) -> None:
    """Any text and any value get an answer with spans inside the text."""
    match = ValueIndex(text).look_up(value)
    assert match.found is (match.reason is None)
    assert all(0 <= start < end <= len(text) for start, end in match.spans)
