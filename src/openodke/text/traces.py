"""Are the words of a name that a text holds a trace of this name, or pieces of other ones?"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from openodke.text.folding import fold_word
from openodke.text.given_names import may_be_same_given_name
from openodke.text.names import Name, NameKind, Phrase, forms_of, inflected, is_generic
from openodke.text.spellings import without_digraphs
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
_NUMBER_LOOKS = 64  # mentions looked at for one that has no other number
_ENUMERATED = 8  # words: a longer row of numbers is a table
_RUN = 8  # words: a longer run of capitals is a headline
_WITHIN_NAMES = " \t\r\n\u00a0-_.'’\"“”"

_DIGITS = 20  # more are no number of a thing, and slow to compare
_PERSON, _PROPER, _WORDED = NameKind  # a look-up in the enumeration is slow
_CUT_SHORT = frozenset("wm thos chas jas robt jno jos edw".split())
_NUMBERS_UP_TO = frozenset({"to", "through", "bis", "à", "a", "до"})
_NUMBERS_AND = _NUMBERS_UP_TO | frozenset("and or und oder et ou y e o och og en и".split())

_CALLED = HONORIFICS | TITLES
NO_NAMES = FUNCTION_WORDS | PRONOUNS | HEDGES | NEGATIONS
"""Words that are no name, however they are written."""


@dataclass(slots=True)
class _Run:
    """The capitalised words that stand together around a place.

    Attributes:
        first: the first of them.
        words: all of them.
        naming: those that are no honorific and no title.
        cut: those that are a given name cut short.
        is_headline: whether there are more than a name has.
    """

    first: str
    words: frozenset[str]
    naming: frozenset[str]
    cut: frozenset[str]
    is_headline: bool


class TraceReader:
    """Tells which words of a text are pieces of which names; each place is read once."""

    def __init__(self, index: WordIndex) -> None:
        """Read the text of `index`."""
        self._index = index
        self._runs: dict[int, _Run] = {}
        self._apart: dict[str, bool] = {}

    def places(self, part: str) -> array[int]:
        """Return where a word stands, or else the first of its inflected forms that does."""
        for form in (part, *inflected(part)):
            places = self._index.find((form,))
            if places:
                return places
        unmarked = next(self.with_marks(part), "")
        return self._index.find((unmarked,)) if unmarked else array("I")

    def with_marks(self, word: str) -> Iterator[str]:
        """Yield the words of the text that are a word with its digraphs as umlauts (ue, ü)."""
        for form in without_digraphs(word):
            places = self._index.find((form,))[:LOOKS]
            if any(not self._index.raw(place).isascii() for place in places):
                yield form

    def is_trace(self, name: Name, there: Phrase) -> bool:
        """Whether the words found are a trace of the name, by the kind of name it is."""
        if not there:
            return False
        if name.kind is _WORDED:
            return any(self._is_trace_of_wording(name, part) for part in there)
        is_own, others = self._own(name), there
        if name.kind is _PERSON and (surname := name.surname) in there:
            if is_own(surname):
                return self._is_capitalised(surname)
            others = tuple(part for part in there if part != surname)
        telling = [part for part in others if self._tells_apart(part)]
        if any(map(is_own, telling)):
            return True
        if telling or others is not there:
            return False  # one of them is another's
        # "United States" is no trace of its army
        return len(there) == len(name.parts) and all(map(is_own, there))

    def _is_trace_of_wording(self, name: Name, part: str) -> bool:
        """Whether any mention of a significant word may be of a name of lost casing."""
        if len(part) < SHORT_WORD and part.isascii():
            return False
        numbers = _numbers(name)
        return not numbers or bool(self._unnumbered(part, numbers))

    def is_common(self, word: str) -> bool:
        """Whether the text writes the word in small letters too, as it does no name."""
        places = self._index.find((word,))[:LOOKS]
        return any(self._index.first_letter(place).islower() for place in places)

    def _own(self, name: Name) -> Callable[[str], bool]:
        """Return what tells whether some mention of a word is this name's, and not a longer's."""
        words, numbers = forms_of(name.words), _numbers(name)
        parts = words if name.parts == name.words else forms_of(name.parts)

        def is_own(part: str) -> bool:
            for place in self._unnumbered(part, numbers):
                if self._is_own(name, self._run_at(place), words, parts):
                    return True
            return False

        return is_own

    def _unnumbered(self, part: str, numbers: frozenset[str]) -> list[int]:
        """Return the first mentions of a word that no other number than the name's follows."""
        places = self.places(part)
        if not numbers:
            return list(places[:LOOKS])
        return [p for p in places[:_NUMBER_LOOKS] if not self._has_other_number(p, numbers)][:LOOKS]

    def _has_other_number(self, place: int, numbers: frozenset[str]) -> bool:
        """Whether another number follows: Apollo 13 is not Apollo 11, Apollo 10 and 11 are."""
        following = place + 1
        if not self._index.word(following).isdecimal() or not self._joins(following):
            return False
        return not any(self._holds(held, numbers) for held in self._enumerated(following))

    def _holds(self, held: tuple[str, str], numbers: frozenset[str]) -> bool:
        first, last = held
        if first == last:
            return first in numbers
        return any(int(first) <= int(number) <= int(last) for number in numbers)

    def _enumerated(self, place: int) -> Iterator[tuple[str, str]]:
        """Yield each number from a place on, and each range of two: "5, 7 and 9", "5 to 7"."""
        index, last, between = self._index, "", ""
        for at in range(place, place + _ENUMERATED):
            word = index.word(at)
            if word in _NUMBERS_AND:
                between = word
            elif word.isdecimal() and len(word) < _DIGITS:
                yield word, word
                if last and (between in _NUMBERS_UP_TO or self._is_dashed(at)):
                    yield last, word
                last, between = word, ""
            else:
                return

    def _is_dashed(self, place: int) -> bool:
        return fold_word(self._index.gap_before(place).strip()) == "-"

    def _is_own(self, name: Name, run: _Run, words: frozenset[str], parts: frozenset[str]) -> bool:
        others = run.naming - words
        if not others or run.is_headline:
            return True
        if len(others) == 1 and run.first in others and run.first in OPENERS:
            return True
        met = len(run.words & parts)
        return met > 1 or met + _agreed(name, run) > 1

    def _run_at(self, place: int) -> _Run:
        run = self._runs.get(place)
        if run is None:
            start, end = place, place + 1
            while self._is_name_word(start - 1) and self._joins(start) and end - start <= _RUN:
                start -= 1
            while self._is_name_word(end) and self._joins(end) and end - start <= _RUN:
                end += 1
            words = [self._index.word(p) for p in range(start, end)]
            held = frozenset(words)
            run = _Run(words[0], held, held - _CALLED, held & _CUT_SHORT, end - start > _RUN)
            self._runs[place] = run
        return run

    def _joins(self, place: int) -> bool:
        """Whether nothing that ends a name stands between a word and the one before it."""
        index = self._index
        gap = index.gap_before(place)
        if gap == " ":  # as nearly always: it ends no sentence
            return True
        if gap.strip(_WITHIN_NAMES):
            return False
        return index.sentence_of(place) == index.sentence_of(place - 1)

    def _is_name_word(self, place: int) -> bool:
        word = self._index.word(place)
        return len(word) > 1 and word not in NO_NAMES and self._index.first_letter(place).isupper()

    def _tells_apart(self, part: str) -> bool:
        """Whether a word says which thing is named, and the text writes it as a name."""
        known = self._apart.get(part)
        if known is None:  # asked of words of the text alone, of each by many names
            is_specific = not is_generic(part) and len(part) >= SHORT_WORD
            known = is_specific and not self.is_common(part) and self._is_capitalised(part)
            self._apart[part] = known
        return known

    def _is_capitalised(self, part: str) -> bool:
        places = self.places(part)[:LOOKS]
        return any(not self._index.first_letter(place).islower() for place in places)


def _agreed(name: Name, run: _Run) -> int:
    """Count the words that may be a given name of a person who has not that very word.

    Of a name that may be no person's, only those cut short in writing: Wm. Harbottle.
    """
    if name.kind is _PROPER:
        return sum(may_be_same_given_name(name.words[0], cut) for cut in run.cut) if run.cut else 0
    called = name.given - run.words
    others = run.words.difference(name.words)
    return sum(any(may_be_same_given_name(g, word) for g in called) for word in others)


def _numbers(name: Name) -> frozenset[str]:
    """Return the numbers in a name; one of thousands of digits is none."""
    return frozenset(word for word in name.words if word.isdecimal() and len(word) < _DIGITS)
