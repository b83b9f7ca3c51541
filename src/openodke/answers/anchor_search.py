"""Does a text state this fact, its words as whole words and its values in any form?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

from openodke.answers.answer_text import contains
from openodke.text.reading import Reading
from openodke.text.values import StatedValue, ValueFinder, claimed_in, stated_values, states
from openodke.text.word_index import WordIndex

_Piece = str | StatedValue


@lru_cache(maxsize=1 << 12)
def _wording(raw: str, everyday: bool = False) -> tuple[tuple[_Piece, ...], int]:
    """Return the folded words and the values of a wording, in order, and its sentences' number."""
    index = WordIndex(raw)
    pieces: list[_Piece] = []
    at = 0
    for value in claimed_in(raw, everyday=everyday):
        first, after = _places(value, index)
        if first < at:
            continue  # it begins inside the one before
        pieces += [*map(index.word, range(at, first)), value]
        at = after
    pieces += map(index.word, range(at, len(index)))
    return tuple(pieces), len(index.sentences)


def _places(value: StatedValue, index: WordIndex) -> tuple[int, int]:
    """Return the half-open range of the words that a value takes up, one at least."""
    first = index.place_at(value.start)
    return first, max(first + 1, index.place_at(value.end))


class AnchorSearch:
    """Finds facts in one text; made once for a text (see `Reading.part`)."""

    everyday = False
    """Whether values are also read in everyday words: "an hour and a half"."""

    def __init__(self, reading: Reading) -> None:
        """Look into the text of a reading."""
        self._text = reading.text
        self._index = reading.index
        values = stated_values(reading.text, everyday=self.everyday)
        self._values = ValueFinder(values)
        self._from: defaultdict[int, list[tuple[int, StatedValue]]] = defaultdict(list)
        self._up_to: defaultdict[int, list[tuple[int, StatedValue]]] = defaultdict(list)
        for value in values:
            first, after = _places(value, self._index)
            self._from[first].append((after, value))
            self._up_to[after].append((first, value))

    def holds(self, raw: str) -> bool:
        """Tell whether a wording stands in the text, within one sentence unless it has several.

        Case, accents, punctuation and the kind of white space do not count. A wording without a
        word, such as a sign, is looked for as it is written.
        """
        pieces, sentences = _wording(raw)
        if not pieces:
            return contains(self._text, raw)
        if self._stand(pieces, sentences):
            return True
        meant = self.everyday and claimed_in(raw, everyday=True)
        return bool(meant) and self._stand(*_wording(raw, everyday=True))

    def _stand(self, pieces: Sequence[_Piece], sentences: int) -> bool:
        return any(
            sentences > 1 or self._share_sentence(first, after)
            for first, after in self._stretches(pieces)
        )

    def _share_sentence(self, first: int, after: int) -> bool:
        return self._index.sentence_of(first) == self._index.sentence_of(after - 1)

    def _stretches(self, pieces: Sequence[_Piece]) -> Iterator[tuple[int, int]]:
        """Yield where the pieces follow one another, looking only around the rarest of them."""
        rarest = min(range(len(pieces)), key=lambda at: self._most(pieces[at]))
        before, after = pieces[:rarest][::-1], pieces[rarest + 1 :]
        for first, end in self._found(pieces[rarest]):
            firsts, ends = {first}, {end}
            for piece in before:
                firsts = {one for place in firsts for one in self._firsts(place, piece)}
            for piece in after if firsts else ():
                ends = {one for place in ends for one in self._ends(place, piece)}
            if firsts and ends:
                yield max(firsts), min(ends)

    def _most(self, piece: _Piece) -> int:
        return self._index.count(piece) if isinstance(piece, str) else self._values.most(piece)

    def _found(self, piece: _Piece) -> Iterator[tuple[int, int]]:
        if isinstance(piece, str):
            yield from ((at, at + 1) for at in self._index.find((piece,)) if self._is(at, piece))
        else:
            yield from (_places(value, self._index) for value in self._values.find(piece))

    def _ends(self, place: int, piece: _Piece) -> list[int]:
        """List where a piece ends that begins at a place."""
        if isinstance(piece, str):
            return [place + 1] if self._is(place, piece) else []
        return [end for end, value in self._from.get(place, ()) if states(value, piece)]

    def _firsts(self, place: int, piece: _Piece) -> list[int]:
        """List where a piece begins that ends at a place."""
        if isinstance(piece, str):
            return [place - 1] if self._is(place - 1, piece) else []
        return [first for first, value in self._up_to.get(place, ()) if states(value, piece)]

    def _is(self, place: int, word: str) -> bool:
        """Tell whether a word stands at a place; the 19 of "Covid-19" is not that of "19,000"."""
        if self._index.word(place) != word:
            return False
        longer = word.isdecimal() and any(end > place + 1 for end, _ in self._from.get(place, ()))
        return not longer


class EverydaySearch(AnchorSearch):
    """Finds facts whose values are in everyday words, in the fact or in the text."""

    everyday = True
