"""Which lines of a framework's files could not be read, and which items are no claim?"""

from __future__ import annotations

from typing import Any

from openodke.errors import RowProblem
from openodke.interop.adapter import Adapter


def unread_lines(native: object) -> list[RowProblem]:
    """Return the lines that an opened file or folder lacks, since they could not be read.

    A native object that was read from files names them in its attribute `problems`.
    """
    held = getattr(native, "problems", ())
    listed = held if isinstance(held, list | tuple) else ()
    return [problem for problem in listed if isinstance(problem, RowProblem)]


def no_claims(reader: Adapter[Any], native: Any) -> list[RowProblem]:
    """Return the items that gave no row, without the lines that could not be read."""
    unread = set(unread_lines(native))
    return [problem for problem in reader.left_out(native) if problem not in unread]
