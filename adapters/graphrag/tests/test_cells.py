"""Are cells read alike, whatever their form?"""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke_graphrag.cells import lists, parsed_list, texts, unreadable
from openodke_graphrag.table_file import ExportTable


def table(**columns: object) -> ExportTable:
    """Return a table of some columns."""
    return ExportTable(Path("entities.parquet"), pa.table(columns))


@pytest.mark.parametrize(
    ("cell", "items"),
    [
        ("['a', 'b']", ["a", "b"]),
        ("['a'\n 'b']", ["a", "b"]),
        ('["a", "b"]', ["a", "b"]),
        ("[a, b]", ["a", "b"]),
        ("a", ["a"]),
        ("[]", []),
        ("", []),
        ("[\"Jess's team\"\n 'x']", ["Jess's team", "x"]),
        (r"['it\'s \"so\"']", ['it\'s "so"']),
        ("['never closed", ["'never", "closed"]),
        ("['中文' 'ß']", ["中文", "ß"]),
    ],
)
def test_a_list_is_read_in_each_notation(cell: str, items: list[str]) -> None:
    """Python's, NumPy's and JSON's way to write a list give the same items."""
    assert parsed_list(cell) == items


@given(st.lists(st.text(max_size=20)), st.sampled_from([", ", "\n ", " "]))
def test_a_written_list_comes_back(items: list[str], separator: str) -> None:
    """What Python prints of any text is read as that text, in both notations."""
    assert parsed_list("[" + separator.join(map(repr, items)) + "]") == items


def test_parsing_is_linear_on_quotes_that_never_close() -> None:
    """A cell of a hundred thousand escaped quotes ends at the first that does not close."""
    assert parsed_list("['" + "\\'" * 100_000) != []


def test_text_is_read_from_any_type() -> None:
    """Numbers, dictionaries, long strings, nulls and NaN all have a text."""
    held = table(
        small=pa.array([1, None], pa.int32()),
        real=pa.array([3.0, float("nan")]),
        named=pa.array(["x", None]).dictionary_encode(),
        long=pa.array(["x", ""], pa.large_string()),
        nothing=pa.nulls(2),
    )
    assert texts(held, "small") == ["1", ""]
    assert texts(held, "real") == ["3", ""]
    assert texts(held, "named") == texts(held, "long") == ["x", ""]
    assert texts(held, "nothing") == texts(held, "not there") == ["", ""]


def test_lists_are_read_from_any_type() -> None:
    """Lists of nothing, nulls, and lists written as text are lists of text."""
    held = table(
        empty=pa.array([[], None], pa.list_(pa.null())),
        long=pa.array([["a", None], []], pa.large_list(pa.large_string())),
        written=pa.array(["['a']", ""]),
    )
    assert lists(held, "empty") == lists(held, "not there") == [[], []]
    assert lists(held, "long") == lists(held, "written") == [["a"], []]


def test_bytes_that_are_no_utf8_cost_their_own_cell() -> None:
    """The cell is read with a replacement character, its neighbour as it is."""
    broken = pa.array([b"a\xff", b"ok"], pa.binary()).view(pa.string())
    assert texts(table(title=broken), "title") == ["a\ufffd", "ok"]


def test_text_held_as_bytes_is_read_as_text() -> None:
    """A binary column, alone or in lists, says what its bytes say in UTF-8."""
    held = table(
        title=pa.array(["HALDÉN".encode(), b"a\xff", None], pa.binary()),
        units=pa.array([[b"u-1", None], [], None], pa.list_(pa.binary())),
        written=pa.array([b"['u-1']", b"", None], pa.binary()),
    )
    assert texts(held, "title") == ["HALDÉN", "a\ufffd", ""]
    assert lists(held, "units") == lists(held, "written") == [["u-1"], [], []]
    assert unreadable(held, "units") == {}


def broken_lists(kind: pa.DataType) -> pa.Array:
    """Return lists of one text each, the second of which is no UTF-8."""
    items = pa.array([b"u-1", b"u\xff", b"u-3"], pa.binary()).view(pa.string())
    offsets = pa.array([0, 1, 2, 3], pa.int64() if pa.types.is_large_list(kind) else pa.int32())
    made = pa.LargeListArray if pa.types.is_large_list(kind) else pa.ListArray
    return made.from_arrays(offsets, items)


@pytest.mark.parametrize("kind", [pa.list_(pa.string()), pa.large_list(pa.string())], ids=str)
def test_a_list_with_bytes_that_are_no_utf8_is_named(kind: pa.DataType) -> None:
    """The cell is named by its row, with column and value; its neighbours are read as they are."""
    held = table(units=broken_lists(kind))
    assert lists(held, "units") == [["u-1"], ["u\ufffd"], ["u-3"]]
    assert unreadable(held, "units") == {
        1: r"units holds bytes that are no UTF-8, b'u\xff': write the table again as UTF-8"
    }
    assert unreadable(held, "not there") == {}


def test_a_binary_list_with_bytes_that_are_no_utf8_is_named() -> None:
    """It does not matter that the column does not call itself text."""
    held = table(units=pa.array([[b"u\xff"], [b"u-2"]], pa.list_(pa.binary())))
    assert list(unreadable(held, "units")) == [0]


def test_a_dictionary_of_bytes_that_are_no_utf8_costs_its_cell() -> None:
    """A text held once for many rows is broken in those rows only."""
    names = pa.array([b"a\xff", b"ok"], pa.binary()).view(pa.string())
    held = table(title=pa.DictionaryArray.from_arrays(pa.array([1, 0], pa.int32()), names))
    assert texts(held, "title") == ["ok", "a\ufffd"]
