"""What could the values in a text be?"""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openodke.text.values import value_forms
from openodke.text.values.value_index import ValueIndex


def read(text: str) -> set[tuple[str, object, str | None]]:
    """List kind, value and unit of every reading."""
    return {(form.kind, form.value, form.unit) for form in value_forms(text)}


@pytest.mark.parametrize(
    ("text", "kind", "value", "unit"),
    [
        ("3.500", "number", Decimal(3500), None),
        ("3.500", "number", Decimal("3.5"), None),
        ("3,5", "number", Decimal("3.5"), None),
        ("3,5", "number", Decimal(5), None),
        ("1,234,567", "number", Decimal(1234567), None),
        ("1.2e6", "number", Decimal(1200000), None),
        ("1.2 × 10^6", "number", Decimal(1200000), None),
        ("3.5k", "number", Decimal(3500), None),
        ("12bn", "number", Decimal(12_000_000_000), None),
        ("twenty-one", "number", Decimal(21), None),
        ("two hundred thousand", "number", Decimal(200_000), None),
        ("a dozen", "number", Decimal(12), None),
        ("half", "number", Decimal("0.5"), None),
        ("3rd", "number", Decimal(3), None),
        ("third", "number", Decimal(3), None),
        ("١٢٣", "number", Decimal(123), None),
        ("-12 million", "number", Decimal(-12_000_000), None),
        ("five percent", "percent", Decimal(5), "%"),
        ("5 per cent", "percent", Decimal(5), "%"),
        ("3 percentage points", "quantity", Decimal(3), "pp"),
        ("$5", "money", Decimal(5), "$"),
        ("US$5 million", "money", Decimal(5_000_000), "USD"),
        ("5 euros", "money", Decimal(5), "EUR"),
        ("5 km", "quantity", Decimal(5000), "m"),
        ("3-5 km", "quantity", Decimal(3000), "m"),
        ("3-5 km", "quantity", Decimal(5000), "m"),
        ("3 April 1963", "date", (1963, 4, 3), None),
        ("3/4/1963", "date", (1963, 4, 3), None),
        ("3/4/1963", "date", (1963, 3, 4), None),
        ("2019-20", "date", (2020, None, None), None),
        ("44 BC", "date", (-44, None, None), None),
        ("May 2019", "date", (2019, 5, None), None),
        ("the 1990s", "decade", Decimal(1990), None),
        ("the nineties", "decade", Decimal(1990), None),
        ("19th century", "century", Decimal(19), None),
        ("5:30 pm", "time", Decimal(17 * 60 + 30), None),
    ],
)
def test_reading(text: str, kind: str, value: object, unit: str | None) -> None:
    """Each spelling has this reading among its readings."""
    assert (kind, value, unit) in read(text)


@pytest.mark.parametrize("text", ["Covid-19", "B12", "A4", "F-16", "no value here", "", "sha1_12"])
def test_digits_inside_words_are_no_numbers(text: str) -> None:
    """A name or a code states no number."""
    assert read(text) == set()


def test_offsets_are_half_open_and_point_into_the_text() -> None:
    """The offsets of a form cut out what was read."""
    text = "It cost about $3.5 million in May 2019."
    forms = {text[form.start : form.end] for form in value_forms(text)}
    assert forms == {"$3.5 million", "May 2019"}


def test_forms_are_frozen_and_comparable() -> None:
    """Two readings of equal values are equal."""
    assert value_forms("5 km") == value_forms("5 km")
    with pytest.raises(AttributeError):
        value_forms("5 km")[0].unit = "x"  # type: ignore[misc]


def test_a_scale_is_part_of_the_number() -> None:
    """3.5 is no reading of 3.5 million."""
    assert ("number", Decimal("3.5"), None) not in read("3.5 million")


@settings(max_examples=300)
@given(st.integers(min_value=0, max_value=10**9), st.sampled_from(["{}", "{:,}", "{}.", "({})"]))
def test_every_integer_is_found_in_its_spellings(number: int, spelling: str) -> None:
    """A number is found however its thousands are written."""
    text = f"There were {spelling.format(number)} of them"
    assert ValueIndex(text).look_up(number).found


@given(st.integers(min_value=1, max_value=10**6), st.integers(min_value=1, max_value=10**6))
def test_other_integers_are_not(number: int, other: int) -> None:
    """A number is not found where another one stands."""
    if number != other:
        text = f"There were {number} of them"
        assert not ValueIndex(text).look_up(other).found


@given(st.text(max_size=100))
def test_never_raises(text: str) -> None:
    """Any text has readings, inside it and in order."""
    forms = value_forms(text)
    assert all(0 <= form.start < form.end <= len(text) for form in forms)
    assert [form.start for form in forms] == sorted(form.start for form in forms)
