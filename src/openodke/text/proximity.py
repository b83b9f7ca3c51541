"""How near do a text's mentions of two names come to each other, and what stands beside them?"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from openodke.text.mentions import MentionFinder, Mentions
from openodke.text.vocabulary import HEDGES, NEGATIONS
from openodke.text.word_index import WordIndex

_SENTENCES = 2000  # sentences of the rarer name looked at: what is beyond changes no verdict
_MEETINGS = 8  # sentences naming both that are looked at for a negation or a hedge
_PAIRS = 16  # mentions of each name in one sentence
_BESIDE = 5  # words before and after the two mentions that still belong to them


class Nearness(StrEnum):
    """How near two names come: in one sentence, in two adjacent ones of a paragraph, or apart."""

    SENTENCE = "same_sentence"
    NEIGHBOURS = "neighbours"
    APART = "apart"


@dataclass(frozen=True, slots=True)
class Meeting:
    """The place at which two names come nearest.

    Attributes:
        nearness: how near.
        spans: the raw half-open offsets of the sentences, one or two.
        reversed: whether the second name stands first.
        negation: a negating word beside them, "" where there is none.
        hedge: a hedging word beside them, "" where there is none.
    """

    nearness: Nearness
    spans: tuple[tuple[int, int], ...]
    reversed: bool = False
    negation: str = ""
    hedge: str = ""


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two mentions that do not overlap, as half-open ranges of places."""

    first: tuple[int, int]
    second: tuple[int, int]

    @property
    def gap(self) -> int:
        return max(self.first[0], self.second[0]) - min(self.first[1], self.second[1])


class Proximity:
    """Measures nearness in one text."""

    def __init__(self, finder: MentionFinder) -> None:
        """Measure between mentions that `finder` found."""
        self._index: WordIndex = finder.index
        self._sentences: dict[int, tuple[Mentions, array[int]]] = {}

    def meet(self, first: Mentions, second: Mentions) -> Meeting:
        """Return where the two come nearest; both must have at least one mention."""
        pairs = []
        for sentence in self._shared(first, second):
            pair = self._closest(first, second, sentence)
            if pair:
                pairs.append((sentence, pair))
            if len(pairs) == _MEETINGS:
                break
        if pairs:
            return self._plainest(pairs)
        return self._neighbours(first, second) or self._apart(first, second)

    def sentence_spans(self, mentions: Mentions) -> tuple[tuple[int, int], ...]:
        """Return the raw offsets of the sentence of the first mention."""
        return (self._index.sentences[self._numbers(mentions)[0]],)

    def _numbers(self, mentions: Mentions) -> array[int]:
        """Return the distinct sentences that hold a mention, ascending."""
        held = self._sentences.get(id(mentions))
        if held is None:
            places = mentions.places
            numbers = array("I", dict.fromkeys(map(self._index.sentence_of, places)))
            held = self._sentences[id(mentions)] = (mentions, numbers)  # keeps the id taken
        return held[1]

    def _shared(self, first: Mentions, second: Mentions) -> Iterator[int]:
        few, many = sorted((self._numbers(first), self._numbers(second)), key=len)
        return (number for number in few[:_SENTENCES] if _holds(many, number))

    def _within(self, mentions: Mentions, sentence: int) -> list[tuple[int, int]]:
        """Return the places of the mentions in a sentence, as half-open ranges."""
        start, end = self._index.sentence_places(sentence)
        low = bisect_left(mentions.places, start)
        found = []
        for at in range(low, min(low + _PAIRS, len(mentions.places))):
            place = mentions.places[at]
            if place >= end:
                break
            found.append((place, place + mentions.widths[at]))
        return found

    def _closest(self, first: Mentions, second: Mentions, sentence: int) -> _Pair | None:
        pairs = [
            _Pair(a, b)
            for a in self._within(first, sentence)
            for b in self._within(second, sentence)
            if a[1] <= b[0] or b[1] <= a[0]
        ]
        return min(pairs, key=lambda pair: pair.gap, default=None)

    def _plainest(self, pairs: list[tuple[int, _Pair]]) -> Meeting:
        """Return the first sentence without a negation or hedge beside the names, else the first."""
        met = []
        for sentence, pair in pairs:
            meeting = self._described(sentence, pair)
            if not (meeting.negation or meeting.hedge):
                return meeting
            met.append(meeting)
        return min(met, key=lambda meeting: bool(meeting.negation))

    def _described(self, sentence: int, pair: _Pair) -> Meeting:
        low = min(pair.first[0], pair.second[0])
        high = max(pair.first[1], pair.second[1])
        return Meeting(
            Nearness.SENTENCE,
            (self._index.sentences[sentence],),
            reversed=pair.second < pair.first,
            negation=self._beside(self._negations, sentence, low, high),
            hedge=self._beside(self._hedges, sentence, low, high),
        )

    def _beside(self, cues: array[int], sentence: int, low: int, high: int) -> str:
        """Return the first cue between two places of a sentence or a few words beside them."""
        start, end = self._index.sentence_places(sentence)
        return self._cue(cues, max(start, low - _BESIDE), min(end, high + _BESIDE))

    def _cue(self, places: array[int], low: int, high: int) -> str:
        at = bisect_left(places, low)
        return self._index.word(places[at]) if at < len(places) and places[at] < high else ""

    @cached_property
    def _negations(self) -> array[int]:
        return self._index.places_of(NEGATIONS)

    @cached_property
    def _hedges(self) -> array[int]:
        return self._index.places_of(HEDGES)

    def _neighbours(self, first: Mentions, second: Mentions) -> Meeting | None:
        swapped = len(self._numbers(first)) > len(self._numbers(second))
        few, many = (second, first) if swapped else (first, second)
        for number in self._numbers(few)[:_SENTENCES]:
            for other in (number - 1, number + 1):
                if other < 0 or not _holds(self._numbers(many), other):
                    continue
                if self._in_one_paragraph(number, other):
                    return self._two_sentences(few, number, many, other, swapped=swapped)
        return None

    def _two_sentences(
        self, few: Mentions, number: int, many: Mentions, other: int, *, swapped: bool
    ) -> Meeting:
        sides = [(few, number), (many, other)]
        low, high = sorted((number, other))
        return Meeting(
            Nearness.NEIGHBOURS,
            (self._index.sentences[low], self._index.sentences[high]),
            reversed=(number == high) != swapped,
            negation=next(filter(None, (self._beside_one(self._negations, *s) for s in sides)), ""),
            hedge=next(filter(None, (self._beside_one(self._hedges, *s) for s in sides)), ""),
        )

    def _beside_one(self, cues: array[int], mentions: Mentions, sentence: int) -> str:
        low, high = self._within(mentions, sentence)[0]
        return self._beside(cues, sentence, low, high)

    def _in_one_paragraph(self, first: int, second: int) -> bool:
        return self._index.paragraph_of(first) == self._index.paragraph_of(second)

    def _apart(self, first: Mentions, second: Mentions) -> Meeting:
        spans = (*self.sentence_spans(first), *self.sentence_spans(second))
        return Meeting(Nearness.APART, tuple(sorted(set(spans))), reversed=spans[1] < spans[0])


def _holds(numbers: array[int], number: int) -> bool:
    at = bisect_left(numbers, number)
    return at < len(numbers) and numbers[at] == number
