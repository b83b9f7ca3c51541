"""Where in its document does a text unit stand, and how much of it is a header put before it?

With `chunking.prepend_metadata` GraphRAG writes lines such as `title: minutes.txt.` before each
unit. They are no part of the text: a claim must not be found in them, nor may offsets count them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_KEY = re.compile(r"[^\s:][^:\n]{0,60}: ")
_LINE_END = ".\n"
_HEADER = 4000  # characters of a unit in which a header is looked for
_LINES = 20  # lines of a header
_MISSES = 24  # units of one document not found in it, after which it is taken to be another text


class DocumentText:
    """The text of a document, in which its units are found one after the other."""

    def __init__(self, text: str) -> None:
        """Begin at the start of the text."""
        self._text = text
        self._after = 0
        self._misses = 0
        self._header = ""

    def place(self, unit: str) -> tuple[int, int | None]:
        """Return the length of the unit's header, and where in the text the rest stands.

        A header is cut only where the rest is a part of the text and the whole unit is not. The
        place is None where neither is.
        """
        for cut in self._cuts(unit):
            at = self._find(unit[cut:])
            if at is not None:
                self._after = at + 1
                self._header = unit[:cut]
                return cut, at
        known = bool(self._header) and unit.startswith(self._header)
        return (len(self._header) if known else 0), None

    def _cuts(self, unit: str) -> Iterator[int]:
        """Yield where the unit's own text may begin, the likeliest first."""
        if self._header and unit.startswith(self._header):
            yield len(self._header)
        yield 0
        if _KEY.match(unit):
            yield from _line_ends(unit[:_HEADER])

    def _find(self, rest: str) -> int | None:
        """Return where the rest stands, from the last unit's place on if it can be."""
        if self._misses >= _MISSES or not rest.strip():
            return None
        at = self._text.find(rest, self._after)
        if at < 0 and self._after:
            at = self._text.find(rest)
        if at < 0:
            self._misses += 1
            return None
        return at


def shared_header(units: Sequence[str]) -> int:
    """Return the length of the header that all units of one document begin with, 0 for none.

    For documents whose text is not at hand: lines of the form `key: value.`, the same in all of at
    least two units.
    """
    if len(units) < 2:
        return 0
    first, length = units[0][:_HEADER], 0
    for end in _line_ends(first):
        line = first[length:end]
        if not (_KEY.match(line) and all(unit.startswith(line, length) for unit in units)):
            break
        length = end
    return length


def _line_ends(text: str) -> Iterator[int]:
    """Yield the offsets after the first lines that end in a full stop."""
    at = 0
    for _ in range(_LINES):
        at = text.find(_LINE_END, at) + len(_LINE_END)
        if at < len(_LINE_END):
            return
        yield at
