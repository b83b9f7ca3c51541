"""Which words of a claim's `source_text` does its text unit hold?

The model is asked for all quotes and joins them as it likes: `A; B`, `"A" "B"`, `A ... B`, or one
sentence after the other with those between left out. A row has one quote: all of it where the text
has it in one piece, else the first of its fragments that it has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

_JOINTS = (
    re.compile(r"""[;；]\s|\.{3,}|…|["”]\s*["“]|\n{2,}"""),
    re.compile(r"""[.!?]["'”’]*\s|[。！？]"""),
)
"""Where fragments end, the surest first: between quotes, then between sentences."""

_NO_LETTERS = re.compile(r"[\W_]+")
_EDGES = " \t\n\"'“”‘’;,"
_ENOUGH = 3  # words of a fragment: fewer stand in many texts by chance


class QuoteFinder:
    """Chooses quotes; remembers the texts it looked in last, since claims come text by text."""

    def __init__(self) -> None:
        """Begin with no text."""
        self._letters = lru_cache(maxsize=16)(_letters)

    def choose(self, source_text: str, text: str) -> str:
        """Return the quote to check: one that the text holds if there is one, else all of it."""
        whole = source_text.strip()
        held = self._letters(text)
        if not whole or _letters(whole) in held:
            return whole
        there = [f for f in _fragments(whole) if (letters := _letters(f)) and letters in held]
        long = (fragment for fragment in there if len(fragment.split()) >= _ENOUGH)
        return next(long, there[0] if there else whole)


def _fragments(whole: str) -> Iterator[str]:
    for joint in _JOINTS:
        yield from (fragment.strip(_EDGES) for fragment in joint.split(whole))


def _letters(text: str) -> str:
    """Return the letters and digits of a text: white space, quotes and dashes are often retyped."""
    return _NO_LETTERS.sub("", text.casefold())
