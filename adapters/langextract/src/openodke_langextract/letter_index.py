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

    @cached_property
    def _words(self) -> dict[str, list[int]]:
        """Where words begin among the letters, by the letters from there on: as many as needed."""
        found: dict[str, list[int]] = {}
        for at, place in enumerate(self._places):
            if not self._goes_on(place - 1):
                found.setdefault(self._letters[at : at + _LEAST], []).append(at)
        return found

    def holds(self, phrase: str) -> bool:
        """Tell whether the phrase's letters and digits follow each other in the text, anywhere."""
        return _letters(phrase) in self._letters

    def find(self, phrase: str) -> tuple[int, int] | None:
        """Return the half-open place of the first run of the phrase's letters, None for none.

        It begins and ends where words do.
        """
        wanted = _letters(phrase)
        if len(wanted) < _LEAST:
            return None
        for at in self._words.get(wanted[:_LEAST], ()):
            if self._letters.startswith(wanted, at):
                last = self._places[at + len(wanted) - 1]
                if not self._goes_on(last + 1):
                    return self._places[at], last + 1
        return None

    def _goes_on(self, at: int) -> bool:
        return 0 <= at < len(self._text) and _LETTER.match(self._text[at]) is not None


def _letters(text: str) -> str:
    """Return the letters and digits of a text, one character each, in small letters."""
    return "".join(
        small if len(small := letter.lower()) == 1 else letter for letter in _LETTER.findall(text)
    )
