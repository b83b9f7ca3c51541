"""What does looking a value up answer, and at what cost?"""

from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openodke.text.values.value_index import ValueIndex


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
        start = process_time()
        ValueIndex(text).look_up("123456789012 zz")
        return process_time() - start

    cost(4_000)
    small, large = cost(20_000), cost(160_000)
    assert large < 24 * small + 0.2


@settings(max_examples=200)
@given(st.text(max_size=80), st.text(max_size=20))
def test_never_raises(text: str, value: str) -> None:
    """Any text and any value get an answer with spans inside the text."""
    match = ValueIndex(text).look_up(value)
    assert match.found is (match.reason is None)
    assert all(0 <= start < end <= len(text) for start, end in match.spans)
