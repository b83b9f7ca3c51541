"""Which records does a CSV text hold, and what is wrong with the others?"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator

_LONGEST = 2**31 - 1  # characters of a cell: Python's own limit is shorter than a text


def csv_records(lines: Iterable[bytes]) -> Iterator[tuple[int, list[str] | str]]:
    """Yield each record with its first line, from 1; a text says what is wrong with one.

    A record may span lines. A byte that is no UTF-8 becomes a lone surrogate (see
    `undecoded_byte`); a byte-order mark is not looked for.
    """
    csv.field_size_limit(_LONGEST)
    reader = csv.reader(line.decode("utf-8", errors="surrogateescape") for line in lines)
    while True:
        line = reader.line_num + 1
        try:
            record = next(reader, None)
        except csv.Error as error:
            yield line, f"the line is no CSV: {error}"
            continue
        if record is None:
            return
        yield line, record


def undecoded_byte(cell: str) -> int:
    """Return the first byte of a cell that is no UTF-8, 0 for none."""
    if cell.isascii():
        return 0
    return next((ord(c) - 0xDC00 for c in cell if "\udc80" <= c <= "\udcff"), 0)
