"""Where does a text shorten a name to its initials, or write out what initials stand for?

Places are told as pairs of a number of words and the places, ascending, of runs that long.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from functools import cached_property

from openodke.text.names import Name, initial
from openodke.text.traces import NO_NAMES, SHORT_WORD
from openodke.text.word_index import WordIndex, words_of
from openodke.text.word_lists import FUNCTION_WORDS, TWO_LETTERS

PAIR = 2
"""Letters of an acronym that is as likely to be a word in capitals."""

_RUN = 8  # words: initials of a longer run are no acronym
_PLACES = 256  # places tried for the words of an acronym
_NOWHERE = array("I")

_Found = list[tuple[int, "array[int]"]]


class Acronyms:
    """Initials, and the words that they stand for, in one text."""

    def __init__(self, index: WordIndex) -> None:
        """Look into the text of `index`."""
        self._index = index

    def upper(self, word: str) -> array[int]:
        """Return where a word stands in capitals, but for the "s" of several."""
        places = self._index.find((word,))
        if not places:
            return places
        raw = self._index.raw
        return array("I", (p for p in places if raw(p).removesuffix("s").isupper()))

    def of_initials(self, letters: str) -> _Found:
        """Return where a name's initials stand, as one word or letter by letter."""
        whole, apart = self.upper(letters), self._index.find(tuple(letters))
        if len(letters) == PAIR and (whole or apart):  # "AI" and "M&S", but not "AT NOON"
            whole = array("I", (place for place in whole if not self._is_loud(place)))
            apart = array("I", (place for place in apart if self._is_pair(place)))
        found = [(1, whole), (1, self.upper(letters + "s")), (len(letters), apart)]
        return [item for item in found if item[1]]

    def _is_loud(self, place: int) -> bool:
        """Whether a number stands before, as before "PM", or all is in capitals, as in titles."""
        index = self._index
        if index.word(place - 1)[:1].isdigit():
            return True
        beside = [p for p in (place - 1, place + 1) if 0 <= p < len(index)]
        loud = [p for p in beside if index.raw(p).isupper()]
        return bool(loud) and any(index.word(p) in NO_NAMES for p in (place, *loud))

    def _is_pair(self, place: int) -> bool:
        raw = self._index.raw(place, PAIR)
        return raw.isupper() and ("&" in raw or " " not in raw)

    def of_words(self, name: Name) -> _Found:
        """Return where capitalised words stand first that an acronym abbreviates."""
        run = self._runs.get("".join(name.words))
        return [(run[1], array("I", [run[0]]))] if run else []

    def of_small_words(self, name: Name) -> _Found:
        """Return where words in small letters stand that an acronym abbreviates.

        Three or more are taken at their first letters. Of two, only known ones count: nearly any
        text has two words that begin with two given letters.
        """
        letters = "".join(name.words)
        if not name.is_acronym or not letters.isascii():
            return []
        if len(letters) == PAIR:
            phrases = map(words_of, TWO_LETTERS.get(letters, ()))
            return [(len(p), places) for p in phrases if (places := self._index.find(p))]
        places = self._initial_pairs.get(letters[:PAIR], _NOWHERE)[:_PLACES]
        first = next((place for place in places if self._spells(place, letters)), None)
        return [] if first is None else [(len(letters), array("I", [first]))]

    def _spells(self, place: int, letters: str) -> bool:
        """Whether the words from a place on, joined by nothing but spaces, have these initials."""
        index = self._index
        words = [index.word(at) for at in range(place, place + len(letters))]
        if any(word[:1] != letter for word, letter in zip(words, letters, strict=True)):
            return False
        if any(len(word) < SHORT_WORD or word in NO_NAMES for word in words):
            return False
        return all(c.isalnum() or c in " -\n" for c in index.raw(place, len(letters)))

    @cached_property
    def _initial_pairs(self) -> dict[str, array[int]]:
        """The first letters of each word and the next, and where such two stand."""
        pairs: defaultdict[str, array[int]] = defaultdict(lambda: array("I"))
        for place in range(len(self._index) - 1):
            letters = self._index.word(place)[0] + self._index.word(place + 1)[0]
            pairs[letters].append(place)
        return pairs

    @cached_property
    def _runs(self) -> dict[str, tuple[int, int]]:
        """Initials of each run of capitalised words, where it stands first, and its width."""
        runs: dict[str, tuple[int, int]] = {}
        run: list[int] = []
        for place in range(len(self._index) + 1):
            word = self._index.word(place)
            if word and self._index.first_letter(place).isupper():
                run.append(place)
            elif not (run and word in FUNCTION_WORDS):
                _note_initials(run, self._index, runs)
                run = []
        return runs


def _note_initials(run: list[int], index: WordIndex, into: dict[str, tuple[int, int]]) -> None:
    for first in range(len(run)):
        for last in range(first + 1, min(first + 6, len(run))):
            if run[last] - run[first] < _RUN:
                letters = "".join(initial(index.word(place)) for place in run[first : last + 1])
                into.setdefault(letters, (run[first], run[last] - run[first] + 1))
