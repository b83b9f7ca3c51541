"""Are rows that a table library made of its cells read for what they say?

The stand-ins do what the values of NumPy and pandas do; neither is installed beside the core.
"""

# ruff: noqa: D105 - the operators of a stand-in say what they are

from __future__ import annotations

import json
import math
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest

from openodke import TripleRow, read_triples
from openodke.interop.python_values import is_missing
from openodke.interop.row import parse_row

CLAIM = {"doc": "mill", "subject": "Orrin Mill", "predicate": "opened_in", "object": "Skail"}


class Cell:
    """A NumPy scalar or array."""

    def __init__(self, held: Any, kind: str = "i") -> None:
        self.held, self.kind = held, kind
        self.shape = (len(held),) if isinstance(held, list) else ()
        self.dtype = self

    def __eq__(self, other: object) -> Any:
        return Cell([True] * 2) if self.shape else Cell(self.held == other.held)

    def __ne__(self, other: object) -> Any:
        return Cell([False] * 2) if self.shape else Cell(self.held != other.held)

    def __hash__(self) -> int:
        return 0

    def __bool__(self) -> bool:
        assert not self.shape, "the truth of an array is not known"
        return bool(self.held)

    def item(self) -> Any:
        """Return what a scalar holds; of a date of nanoseconds their number."""
        return 1_546_300_800_000_000_000 if self.kind == "M" else self.held

    def tolist(self) -> Any:
        """Return what an array holds."""
        return self.held

    def astype(self, unit: str) -> Cell:
        """Return a date of another unit."""
        assert unit == "datetime64[us]"
        return Cell(self.held, "O")


class NotAvailable:
    """pandas' NA: what is compared with it is not known, and has no truth."""

    def __ne__(self, other: object) -> Any:
        return self

    def __eq__(self, other: object) -> Any:
        return self

    def __hash__(self) -> int:
        return 0

    def __bool__(self) -> bool:
        raise TypeError("boolean value of NA is ambiguous")


class NotATime:
    """pandas' NaT: like a time, but equal to nothing."""

    def __ne__(self, other: object) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        return False

    def __hash__(self) -> int:
        return 0

    def isoformat(self) -> str:
        """Return what is no time."""
        return "NaT"


MISSING = [None, math.nan, NotAvailable(), NotATime(), Cell(math.nan)]
OPTIONAL = sorted(set(TripleRow.model_fields) - set(CLAIM))


def read(**fields: object) -> TripleRow:
    """Return the row of a claim with more fields, which has to be a good one."""
    row = parse_row({**CLAIM, **fields}, "rows", 0)
    assert isinstance(row, TripleRow), row
    return row


def problems(**fields: object) -> list[str]:
    """Return what is wrong with a row."""
    row = parse_row({**CLAIM, **fields}, "rows", 0)
    return [] if isinstance(row, TripleRow) else list(map(str, row))


@pytest.mark.parametrize("value", MISSING, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("field", OPTIONAL)
def test_a_missing_value_leaves_an_optional_field_out(field: str, value: object) -> None:
    """A table has a cell for each column: what is not there is NaN, NaT, NA or None."""
    assert read(**{field: value}) == TripleRow(**CLAIM)


@pytest.mark.parametrize("value", MISSING, ids=lambda value: type(value).__name__)
def test_a_missing_document_is_an_unknown_one(value: object) -> None:
    """A row of no known source comes back from a table with its `doc` missing."""
    assert read(doc=value).doc is None


@pytest.mark.parametrize("value", MISSING, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("field", ["subject", "predicate", "object"])
def test_a_missing_value_in_a_needed_field_is_named(field: str, value: object) -> None:
    """A claim without one of its three parts is none."""
    (line,) = problems(**{field: value})
    assert line.startswith(f"rows:0: {field}: ")


def test_a_missing_value_in_an_unknown_field_is_no_excuse_for_it() -> None:
    """A column that rows do not have is named, whatever its cell holds."""
    (line,) = problems(shoe_size=math.nan)
    assert line.startswith("rows:0: shoe_size: the row has no such field")


@pytest.mark.parametrize("value", [12, 12.0, Cell(12), Cell(12.0)])
def test_a_whole_number_of_any_kind_is_an_offset(value: object) -> None:
    """A column of offsets with gaps is one of floats in pandas."""
    row = read(start=value, end=20.0)
    assert (row.start, row.end) == (12, 20)
    assert type(row.start) is type(row.end) is int


@pytest.mark.parametrize("value", [12, 1.5, True, "Skail"])
def test_a_scalar_of_numpy_is_what_it_holds(value: object) -> None:
    """A number, a truth or a text in an object is Python's own, also in a qualifier."""
    row = read(object=Cell(value), qualifiers={"seen": [Cell(value)]})
    assert (row.object, row.qualifiers["seen"]) == (value, [value])
    assert type(row.object) is type(row.qualifiers["seen"][0]) is type(value)


def test_an_array_of_numpy_is_a_list() -> None:
    """A column of lists is one of arrays when pandas read it from a file."""
    assert read(subject_aliases=Cell(["Orrin", "The Mill"])).subject_aliases == (
        "Orrin",
        "The Mill",
    )


def test_a_confidence_may_be_a_scalar_of_numpy() -> None:
    """A confidence is a number of any kind between none and all."""
    assert read(confidence=Cell(0.5)).confidence == 0.5
    assert problems(confidence=Cell(1.5)) != []


DATES = [
    (date(1872, 5, 3), "1872-05-03"),
    (datetime(1872, 5, 3, 4, 5), "1872-05-03T04:05:00"),
    (Cell(datetime(2019, 1, 1), "M"), "2019-01-01T00:00:00"),
]


@pytest.mark.parametrize(("value", "text"), DATES)
def test_a_date_is_its_iso_text(value: object, text: str) -> None:
    """A date, a time stamp, and NumPy's nanoseconds are written as text."""
    assert read(object=value).object == text


@pytest.mark.parametrize("field", ["doc", "subject", "object", "quote", "start"])
def test_bytes_are_refused_by_name(field: str) -> None:
    """Which characters bytes stand for is not guessed; the message says what to do."""
    line = problems(**{field: b"mill", **({"end": 4} if field == "start" else {})})[0]
    assert line.startswith(f"rows:0: {field}: ")
    assert "decode them" in line


def test_a_float_of_another_class_is_pythons_own() -> None:
    """What a row holds needs no other library to be read again."""

    class Float64(float):
        """NumPy's, which is a kind of float."""

    row = read(object=Float64(1.5), qualifiers={"seen": Float64(2.5)})
    assert [type(row.object), type(row.qualifiers["seen"])] == [float, float]


@pytest.mark.parametrize("value", [0, "", False, [], {}, Cell(0), Cell(["a"]), object()])
def test_what_is_there_is_not_missing(value: object) -> None:
    """Nothing but the marks of a missing value is taken for one."""
    assert not is_missing(value)


LINES = {
    "NaN": ("confidence", "NaN", "NaN is no JSON number"),
    "null": ("polarity", "null", "polarity: is null"),
    "a float": ("start", "4.0", "start: Input should be a valid integer; found 4.0"),
}


@pytest.mark.parametrize(("field", "value", "reason"), LINES.values(), ids=LINES)
def test_json_text_is_held_to_the_letter(
    tmp_path: Path, field: str, value: str, reason: str
) -> None:
    """In JSON a field can be left out: a mark of a missing value in it is a slip."""
    line = json.dumps({**CLAIM, "end": 9} if field == "start" else CLAIM)
    (tmp_path / "rows.jsonl").write_text(line.replace("}", f', "{field}": {value}}}'))
    noted: list[Any] = []
    assert list(read_triples(tmp_path / "rows.jsonl", problems=noted)) == []
    assert reason in str(noted[0])


def _nested(levels: int, kind: type) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = {"in": value} if kind is dict else [value]
    return value


@pytest.mark.parametrize("kind", [dict, list])
@pytest.mark.parametrize("levels", [101, 2_000, 50_000])
@pytest.mark.parametrize("field", ["qualifiers", "subject", "object", "doc", "claim"])
def test_a_value_that_is_nested_too_deep_costs_its_row(field: str, levels: int, kind: type) -> None:
    """It is told by its place, however deep it is."""
    value = _nested(levels, kind)
    row = {**CLAIM, field: {"in": value} if field == "qualifiers" else value}
    (problem,) = parse_row(row, "rows", 3)
    assert (problem.source, problem.line) == ("rows", 3)
    assert problem.field.split(".")[0] == field


def test_a_value_that_holds_itself_costs_its_row() -> None:
    """It has no end, and so no JSON."""
    ring: dict[str, Any] = {}
    ring["ring"] = ring
    (problem,) = parse_row({**CLAIM, "qualifiers": ring}, "rows", 0)
    assert "levels deep" in str(problem)
