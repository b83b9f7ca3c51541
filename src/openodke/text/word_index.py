"""Where in a text does a word, or a run of words, stand?

A text is folded and cut into words once; every question after that costs what its answer is long,
not what the text is long.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain, count
from operator import sub
from unicodedata import combining

from rapidfuzz.distance import Levenshtein

from openodke.text.folding import fold, fold_word
from openodke.text.sentences import paragraphs, sentences
from openodke.text.word_cutting import cut_words, word_pattern

_NOWHERE = array("I")
_START = 3  # letters that words are filed under
_MOST_FILED = 4000  # words under the same letters that are looked at, so that no look-up costs all


def words_of(text: str) -> tuple[str, ...]:
    """Return the folded words of a short raw text, such as a name."""
    folded = fold_word(text)
    return tuple(word_pattern(folded).findall(folded))


class WordIndex:
    """The words of one text and where they stand.

    Attributes:
        text: the raw text; every offset that leaves this class is half-open and indexes it.
    """

    def __init__(self, text: str) -> None:
        """Fold the text and note each word's places; linear in the length of the text."""
        self.text = text
        self._folded = fold(text)
        self._starts = array("I")
        self._ids = array("I")
        self._places: dict[str, array[int]] = {}
        self._vocabulary: list[str] = []
        self._read()
        self._found: dict[tuple[str, ...], array[int]] = {}

    def _read(self) -> None:
        numbers: defaultdict[str, int] = defaultdict(count().__next__)
        for starts, words in cut_words(self._folded.text):
            self._starts.extend(starts)
            self._ids.extend(map(numbers.__getitem__, words))
        found = [array("I") for _ in numbers]
        for place, number in enumerate(self._ids):
            found[number].append(place)
        self._vocabulary = list(numbers)
        self._places = dict(zip(self._vocabulary, found, strict=True))

    @property
    def vocabulary(self) -> list[str]:
        """The folded words of the text, each once, in the order of their first places."""
        return self._vocabulary

    def __len__(self) -> int:
        """The number of words."""
        return len(self._ids)

    def __contains__(self, word: str) -> bool:
        """Whether the folded word stands in the text."""
        return word in self._places

    def count(self, word: str) -> int:
        """How often the folded word stands in the text."""
        found = self._places.get(word)
        return len(found) if found else 0

    def known(self, words: Iterable[str]) -> list[str]:
        """Return those of the folded words that stand in the text, in the order given."""
        return [word for word in words if word in self._places]

    def word(self, place: int) -> str:
        """Return the folded word at a place; "" outside the text."""
        return self._vocabulary[self._ids[place]] if 0 <= place < len(self._ids) else ""

    def find(self, phrase: tuple[str, ...]) -> array[int]:
        """Return the places, ascending, at which the folded words stand one after the other."""
        if len(phrase) == 1:
            return self._places.get(phrase[0], _NOWHERE)
        found = self._found.get(phrase)
        if found is None:  # most names are of two words
            found = self._search_pair(*phrase) if len(phrase) == 2 else self._search(phrase)
            self._found[phrase] = found
        return found

    def _search(self, phrase: tuple[str, ...]) -> array[int]:
        held = self._places
        rarest, fewest = 0, None
        for at, word in enumerate(phrase):
            places = held.get(word)
            if places is None:
                return _NOWHERE
            if fewest is None or len(places) < len(fewest):
                rarest, fewest = at, places
        if fewest is None:
            return _NOWHERE
        ids, width = self._ids, len(phrase)
        wanted = array("I", (ids[held[word][0]] for word in phrase))
        starts = (place - rarest for place in fewest)
        return array("I", [p for p in starts if p >= 0 and ids[p : p + width] == wanted])

    def _search_pair(self, first: str, second: str) -> array[int]:
        """Return the places of two words, looked for at those of the rarer one."""
        places, others = self._places.get(first), self._places.get(second)
        if places is None or others is None:
            return _NOWHERE
        ids = self._ids
        if len(places) <= len(others):
            wanted, last = ids[others[0]], len(ids) - 1
            found = [p for p in places if p < last and ids[p + 1] == wanted]
            return places if len(found) == len(places) else array("I", found)
        wanted = ids[places[0]]
        return array("I", [p - 1 for p in others if p and ids[p - 1] == wanted])

    def similar(self, word: str, *, most: int = 1) -> list[str]:
        """Return the words of the text that a letter more, less or another makes of `word`.

        So of up to `most` letters. Only words with its first letter are compared, and with the
        same three letters at the start or at the end, which one slip leaves as they are.
        """
        sizes = range(len(word) - most, len(word) + most + 1)
        ends = ((word[:_START], True), (word[-_START:], False))
        near = dict.fromkeys(
            w for n in sizes for end in ends for w in self._by_end.get((n, *end), ())[:_MOST_FILED]
        )
        return [
            w
            for w in near
            if w[0] == word[0] and Levenshtein.distance(w, word, score_cutoff=most) <= most
        ]

    def beginning_with(self, word: str) -> list[str]:
        """Return the words of the text that are longer than a word and begin with it."""
        held = self.alike_at_start(word)
        return [other for other in held if len(other) > len(word) and other.startswith(word)]

    def alike_at_start(self, word: str) -> list[str]:
        """Return the words of the text with the first three letters of a word, few of many."""
        return self._by_start.get(word[:_START], [])[:_MOST_FILED]

    @cached_property
    def _by_start(self) -> dict[str, list[str]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for word in self._vocabulary:
            if len(word) >= _START:
                found[word[:_START]].append(word)
        return dict(found)

    @cached_property
    def _by_end(self) -> dict[tuple[int, str, bool], list[str]]:
        """The words by length and three letters, at the start (True) and at the end."""
        found: defaultdict[tuple[int, str, bool], list[str]] = defaultdict(list)
        for word in self._vocabulary:
            size = len(word)
            if size > _START:
                found[size, word[:_START], True].append(word)
                found[size, word[-_START:], False].append(word)
        return dict(found)

    def span(self, place: int, width: int = 1) -> tuple[int, int]:
        """Return the raw half-open offsets of `width` words from a place on."""
        last = place + width - 1
        start, end = self._starts[place], self._starts[last] + len(self.word(last))
        if self._folded.breaks:
            start, end = self._folded.raw_offset(start), self._folded.raw_offset(end - 1) + 1
        while end < len(self.text) and combining(self.text[end]):
            end += 1  # an accent written apart belongs to its letter
        return start, end

    def gap_before(self, place: int) -> str:
        """Return the raw text between the word at a place, not the first, and the one before."""
        return self.text[self.span(place - 1)[1] : self._folded.raw_offset(self._starts[place])]

    def first_letter(self, place: int) -> str:
        """Return the raw first letter of the word at a place."""
        return self.text[self._folded.raw_offset(self._starts[place])]

    def raw(self, place: int, width: int = 1) -> str:
        """Return the raw text of `width` words from a place on."""
        start, end = self.span(place, width)
        return self.text[start:end]

    def place_at(self, offset: int) -> int:
        """Return the place of the first word that starts at or after a raw offset."""
        if not self._folded.breaks:
            return bisect_left(self._starts, offset)
        low, high = 0, len(self._starts)
        while low < high:
            middle = (low + high) // 2
            if self._folded.raw_offset(self._starts[middle]) < offset:
                low = middle + 1
            else:
                high = middle
        return low

    @cached_property
    def sentences(self) -> list[tuple[int, int]]:
        """The raw half-open offsets of each sentence, ascending."""
        return sentences(self.text)

    @cached_property
    def _sentence_places(self) -> array[int]:
        """For each sentence, the place of its first word."""
        return array("I", (self.place_at(start) for start, _ in self.sentences))

    @cached_property
    def longest_sentence(self) -> int:
        """The number of words of the longest sentence, 0 where there is none."""
        starts = self._sentence_places
        return max(map(sub, (*starts[1:], len(self)), starts), default=0)

    def sentence_of(self, place: int) -> int:
        """Return the number of the sentence that holds the word at a place."""
        return bisect_right(self._sentence_places, place) - 1

    def in_one_sentence(self, each: Sequence[Sequence[int]]) -> list[int]:
        """Return the first place of each row that lies in a sentence with a place of every other.

        [] where no sentence has one of every row, and for no rows.
        """
        if not each:
            return []
        held = [[(self.sentence_of(place), place) for place in places] for places in each]
        shared = set.intersection(*({sentence for sentence, _ in row} for row in held))
        if not shared:
            return []
        return [next(place for sentence, place in row if sentence in shared) for row in held]

    def sentence_places(self, sentence: int) -> tuple[int, int]:
        """Return the half-open range of the places of a sentence's words."""
        following = sentence + 1
        starts = self._sentence_places
        return starts[sentence], starts[following] if following < len(starts) else len(self)

    def places_of(self, words: frozenset[str]) -> array[int]:
        """Return the places, ascending, of any of the folded words."""
        found = [self._places[word] for word in words if word in self._places]
        return array("I", sorted(chain.from_iterable(found)))

    @cached_property
    def _paragraph_starts(self) -> array[int]:
        return array("I", (start for start, _ in paragraphs(self.text)))

    def paragraph_of(self, sentence: int) -> int:
        """Return the number of the paragraph that holds a sentence."""
        return bisect_right(self._paragraph_starts, self.sentences[sentence][0]) - 1
