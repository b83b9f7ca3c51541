"""Where does a text hold a phrase whose words are broken or joined otherwise?

A line that ends in the middle of a word has a hyphen there, and a table has its cells apart: the
letters and digits of a phrase are the same, whatever stands between them.
"""

from __future__ import annotations

import re
from functools import cached_property

_LETTER = re.compile(r"[^\W_]")
_LEAST = 12  # letters; fewer may be those of other words


class LetterIndex:
    """The letters and digits of one text, each with its place; made when first asked."""

    def __init__(self, text: str) -> None:
        """Take a text."""
        self._text = text

    @cached_property
    def _places(self) -> list[int]:
        return [found.start() for found in _LETTER.finditer(self._text)]

    @cached_property
    def _letters(self) -> str:
        return _letters(self._text)

    def find(self, phrase: str) -> tuple[int, int] | None:
        """Return the half-open place of the first run of the phrase's letters, None for none.

        It begins and ends where words do.
        """
        wanted = _letters(phrase)
        if len(wanted) < _LEAST:
            return None
        at = self._letters.find(wanted)
        while at >= 0:
            start, last = self._places[at], self._places[at + len(wanted) - 1]
            if not self._goes_on(start - 1) and not self._goes_on(last + 1):
                return start, last + 1
            at = self._letters.find(wanted, at + 1)
        return None

    def _goes_on(self, at: int) -> bool:
        return 0 <= at < len(self._text) and _LETTER.match(self._text[at]) is not None


def _letters(text: str) -> str:
    """Return the letters and digits of a text, one character each, in small letters."""
    return "".join(
        small if len(small := letter.lower()) == 1 else letter for letter in _LETTER.findall(text)
    )
