"""Are the words of a name that a text holds a trace of this name, or pieces of other ones?"""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from openodke.text.names import Name, NameKind, Phrase, inflected, is_generic
from openodke.text.word_index import WordIndex
from openodke.text.word_lists import (
    FUNCTION_WORDS,
    HEDGES,
    HONORIFICS,
    NEGATIONS,
    OPENERS,
    PRONOUNS,
    TITLES,
)

SHORT_WORD = 3
LOOKS = 8  # mentions of one word looked at to see how the text writes it
_RUN = 8  # words: a longer run of capitals is a headline
_WITHIN_NAMES = " \t\r\n\u00a0-_.'’\"“”"

NO_NAMES = FUNCTION_WORDS | PRONOUNS | HEDGES | NEGATIONS
"""Words that are no name, however they are written."""


@dataclass(slots=True)
class _Run:
    """The capitalised words that stand together around a place."""

    first: str
    words: frozenset[str]
    is_headline: bool


class TraceReader:
    """Tells which words of a text are pieces of which names; each place is read once."""

    def __init__(self, index: WordIndex) -> None:
        """Read the text of `index`."""
        self._index = index
        self._runs: dict[int, _Run] = {}

    def places(self, part: str) -> array[int]:
        """Return where a word stands, or else the first of its inflected forms that does."""
        for form in (part, *inflected(part)):
            places = self._index.find((form,))
            if places:
                return places
        return array("I")

    def is_trace(self, name: Name, there: Phrase) -> bool:
        """Whether the words found are a trace of the name, by the kind of name it is."""
        if not there:
            return False
        if name.kind is NameKind.WORDED:
            return any(len(part) >= SHORT_WORD or not part.isascii() for part in there)
        own = self._own(name, there)
        if name.kind is NameKind.PERSON and name.surname in own:
            return self._is_capitalised(name.surname)
        if any(self._tells_apart(part) for part in own):
            return True
        return len(own) == len(name.parts)  # "United States" is no trace of its army

    def is_common(self, word: str) -> bool:
        """Whether the text writes the word in small letters too, as it does no name."""
        places = self._index.find((word,))[:LOOKS]
        return any(self._index.first_letter(place).islower() for place in places)

    def _own(self, name: Name, there: Phrase) -> list[str]:
        """Return the words of which some mention is this name's, and not of a longer one."""
        words, parts = _forms(name.words), _forms(name.parts)
        numbers = {word for word in name.words if word.isdigit()}
        return [
            part
            for part in there
            if any(
                self._is_own(place, words, parts, numbers) for place in self.places(part)[:LOOKS]
            )
        ]

    def _is_own(
        self, place: int, words: frozenset[str], parts: frozenset[str], numbers: set[str]
    ) -> bool:
        following = self._index.word(place + 1)
        if numbers and following.isdigit() and following not in numbers:
            return False  # Apollo 13 is not Apollo 11
        run = self._run_at(place)
        others = run.words - words - HONORIFICS - TITLES
        if not others or run.is_headline:
            return True
        return others == {run.first} & OPENERS or len(run.words & parts) > 1

    def _run_at(self, place: int) -> _Run:
        run = self._runs.get(place)
        if run is None:
            start, end = place, place + 1
            while self._is_name_word(start - 1) and self._joins(start) and end - start <= _RUN:
                start -= 1
            while self._is_name_word(end) and self._joins(end) and end - start <= _RUN:
                end += 1
            words = [self._index.word(p) for p in range(start, end)]
            run = self._runs[place] = _Run(words[0], frozenset(words), end - start > _RUN)
        return run

    def _joins(self, place: int) -> bool:
        """Whether nothing that ends a name stands between a word and the one before it."""
        index = self._index
        gap = index.text[index.span(place - 1)[1] : index.span(place)[0]]
        one_sentence = index.sentence_of(place) == index.sentence_of(place - 1)
        return not gap.strip(_WITHIN_NAMES) and one_sentence

    def _is_name_word(self, place: int) -> bool:
        word = self._index.word(place)
        return len(word) > 1 and word not in NO_NAMES and self._index.first_letter(place).isupper()

    def _tells_apart(self, part: str) -> bool:
        """Whether a word says which thing is named, and the text writes it as a name."""
        if is_generic(part) or len(part) < SHORT_WORD:
            return False
        return not self.is_common(part) and self._is_capitalised(part)

    def _is_capitalised(self, part: str) -> bool:
        places = self.places(part)[:LOOKS]
        return any(not self._index.first_letter(place).islower() for place in places)


def _forms(words: Phrase) -> frozenset[str]:
    """Return the words and the forms in which prose may inflect them."""
    return frozenset(words).union(*map(inflected, words))
