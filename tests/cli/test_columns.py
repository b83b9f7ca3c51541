"""How do rows of text stand under each other?"""

import os
import sys

import pytest

from openodke.cli.columns import in_columns

LONG = "a quay of stone that was built in the year of the flood"


def test_cells_stand_under_each_other() -> None:
    """Each column is as wide as its widest cell, and no line ends in spaces."""
    assert in_columns([("a", "long", "x"), ("bcd", "e", ""), ("", "", "y z")]) == [
        "a    long  x",
        "bcd  e",
        "           y z",
    ]
    assert in_columns([("only",), ("these",)]) == ["only", "these"]
    assert in_columns([]) == []


def test_one_long_cell_pushes_its_own_line_only() -> None:
    """The others keep a column that a terminal has room for."""
    wide, short = in_columns([("x" * 60, "far"), ("y", "near")])
    assert wide == "x" * 60 + "  far"
    assert short == "y" + " " * 49 + "near"


def test_a_terminal_wraps_the_last_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Within its own column; in a pipe a row is one line."""
    rows = [("error", LONG), ("warning", "short")]
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((40, 24)))
    assert in_columns(rows) == [f"error    {LONG}", "warning  short"]
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert in_columns(rows) == [
        "error    a quay of stone that was built",
        "         in the year of the flood",
        "warning  short",
    ]


def test_a_narrow_terminal_wraps_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """A column of a few letters would be worse."""
    monkeypatch.setattr("shutil.get_terminal_size", lambda: os.terminal_size((20, 24)))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert in_columns([("error", LONG)]) == [f"error  {LONG}"]


def test_control_signs_are_escaped() -> None:
    """A line stays a line, and the width counts what is seen."""
    assert in_columns([("a\nb", "x"), ("\x1b[0m", "ü")]) == ["a\\nb     x", "\\x1b[0m  ü"]
