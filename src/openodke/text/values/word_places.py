"""Where does a folded text have this word or phrase?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def word_places(folded: str, phrase: str) -> Iterator[tuple[int, int]]:
    """Yield where a phrase stands that is no part of a longer word, by search and not by a pattern.

    Offsets are half-open.
    """
    size, start = len(phrase), folded.find(phrase)
    while start >= 0:
        end = start + size
        if not (folded[start - 1 : start].isalnum() or folded[end : end + 1].isalnum()):
            yield start, end
        start = folded.find(phrase, end)


def has_word(folded: str, phrases: Iterable[str]) -> bool:
    """Tell whether a folded text has one of these phrases."""
    return any(True for phrase in phrases for _ in word_places(folded, phrase))
