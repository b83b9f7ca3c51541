"""What is the one spelling of a value, under its predicate's range?"""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.corroborate import normalize_value


@pytest.mark.parametrize(
    ("range_", "value", "canonical"),
    [
        (None, "10 December 1815", "1815-12-10"),
        (None, "1,234", 1234),
        (None, "2020", 2020),
        (None, "5 km", "5000 m"),
        (None, "  a   b ", "a b"),
        (None, 5.0, 5),
        (None, 5.5, 5.5),
        (None, True, True),
        (None, None, None),
        ("string", "10 December  1815", "10 December 1815"),
        ("string", "1,234", "1,234"),
        ("string", 5.0, 5.0),
        ("text", "5 km", "5 km"),
        ("date", "10 December 1815", "1815-12-10"),
        ("date", "1,234", "1,234"),
        ("date", "1815", "1815"),
        ("date", "the 1990s", "the 1990s"),
        ("date", 1815.0, 1815.0),
        ("datetime", "1815-12-10T10:00Z", "1815-12-10T10:00:00+00:00"),
        ("number", "10 December 1815", "10 December 1815"),
        ("number", "1,234", 1234),
        ("number", "12.50", 12.5),
        ("quantity", "5 km", "5000 m"),
        ("quantity", "March 2020", "March 2020"),
        ("integer", 5.0, 5),
        ("Company", "March 2020", "2020-03"),
    ],
)
def test_range_decides_what_is_read(range_: str | None, value: object, canonical: object) -> None:
    """Each range reads its own kind and leaves the rest as written."""
    read = normalize_value(value, range=range_)
    assert read == canonical
    assert type(read) is type(canonical)


def test_day_first_reaches_the_date() -> None:
    """The order of day and month is passed on."""
    assert normalize_value("03/04/2020") == "03/04/2020"
    assert normalize_value("03/04/2020", day_first=True) == "2020-04-03"


def test_containers_come_back_as_they_are() -> None:
    """A list or mapping is no value to read."""
    values = ["1,234"]
    assert normalize_value(values) is values


def test_special_floats_stay() -> None:
    """Infinity and what no int holds exactly are left."""
    assert normalize_value(math.inf) == math.inf
    assert type(normalize_value(1e300)) is float


VALUES = st.one_of(st.text(max_size=30), st.floats(allow_nan=False), st.integers(), st.booleans())
RANGES = st.sampled_from([None, "string", "date", "number", "quantity", "Company"])


@given(VALUES, RANGES)
def test_is_idempotent(value: object, range_: str | None) -> None:
    """Normalising a normalised value changes nothing."""
    once = normalize_value(value, range=range_)
    again = normalize_value(once, range=range_)
    assert (again, type(again)) == (once, type(once))
