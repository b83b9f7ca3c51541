"""How near do a text's mentions of two names come to each other, and what stands beside them?"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import islice

from openodke.text.memo import Memo
from openodke.text.mentions import MentionFinder, Mentions
from openodke.text.sentence_set import SentenceSet
from openodke.text.sentences import paragraphs
from openodke.text.word_index import WordIndex
from openodke.text.word_lists import CLIPPED, HEDGES, NEGATIONS

_SENTENCES = 2000  # sentences naming both that are looked at for mentions apart
_FEW = 64  # mentions of the rarer name up to which each is looked at
_OFTEN = 8  # mentions of the rarer name from which on a meeting is remembered
_NAMES = 4096  # pairs of names remembered at once
_MEETINGS = 8  # sentences naming both that are looked at for a negation or a hedge
_PAIRS = 16  # mentions of each name in one sentence
_BESIDE = 5  # words before and after the two mentions that still belong to them
_AFFIRMING = {("no", "doubt"), ("not", "only"), ("no", "sooner"), ("without", "doubt")}
_NO_HEDGE = {("as", "if"), ("even", "if"), ("as", "though")}


class Nearness(StrEnum):
    """How near two names come: in one sentence, in two adjacent ones of a paragraph, or apart."""

    SENTENCE = "same_sentence"
    NEIGHBOURS = "neighbours"
    APART = "apart"


_SENTENCE, _NEIGHBOURS, _APART = Nearness  # a look-up in the enumeration is slow


@dataclass(slots=True)
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


_Places = tuple[int, int]
"""A mention, as a half-open range of places."""

_Pair = tuple[_Places, _Places]


class Proximity:
    """Measures nearness in one text."""

    def __init__(self, finder: MentionFinder) -> None:
        """Measure between mentions that `finder` found."""
        self._index: WordIndex = finder.index
        # Of frequent names alone, so that these grow with the text and not with what is asked.
        self._sentences: dict[int, tuple[array[int], SentenceSet]] = {}
        self._near: dict[int, tuple[SentenceSet, SentenceSet]] = {}
        self._met: Memo[tuple[int, int], tuple[Mentions, Mentions, Meeting]] = Memo(_NAMES)

    def meet(self, first: Mentions, second: Mentions) -> Meeting:
        """Return where the two come nearest; both must have at least one mention."""
        mine, theirs = len(first.places), len(second.places)
        if mine == 1 == theirs:
            return self._meet_once(first, second)
        if mine == 1 or theirs == 1:
            return self._meet_of(first, second)
        if mine < _OFTEN or theirs < _OFTEN:
            return self._nearest(first, second)
        pair = id(first), id(second)
        met = self._met.get(pair)
        if met is None:  # what is held keeps its id taken
            met = self._met[pair] = (first, second, self._nearest(first, second))
        return met[2]

    def _nearest(self, first: Mentions, second: Mentions) -> Meeting:
        met: Meeting | None = None
        for sentence, pair in islice(self._pairs(first, second), _MEETINGS):
            meeting = self._described(sentence, pair)
            if not (meeting.negation or meeting.hedge):
                return meeting  # the plainest sentence is the one that may state the claim
            if met is None or (met.negation and not meeting.negation):
                met = meeting
        return met or self._neighbours(first, second) or self._apart(first, second)

    def _meet_once(self, first: Mentions, second: Mentions) -> Meeting:
        """Return where two names meet that the text mentions once each, as it does most."""
        a, b = first.places[0], second.places[0]
        after_a, after_b = a + first.widths[0], b + second.widths[0]
        if after_a <= b or after_b <= a:
            sentence = self._index.sentence_of(a)
            start, end = self._index.sentence_places(sentence)
            if start <= b < end:
                return self._described(sentence, ((a, after_a), (b, after_b)))
        return self._neighbours(first, second) or self._apart(first, second)

    def _meet_of(self, first: Mentions, second: Mentions) -> Meeting:
        """Return where two names meet, one of which the text mentions once."""
        sentence = self._index.sentence_of(_rarer(first, second)[0].places[0])
        bounds = self._index.sentence_places(sentence)
        pair = _closest(_within(first, bounds), _within(second, bounds))
        if pair:
            return self._described(sentence, pair)
        return self._neighbours(first, second) or self._apart(first, second)

    def sentence_spans(self, mentions: Mentions) -> tuple[tuple[int, int], ...]:
        """Return the raw offsets of the sentence of the first mention."""
        return (self._index.sentences[self._index.sentence_of(mentions.places[0])],)

    def _holding(self, mentions: Mentions) -> SentenceSet:
        """Return the sentences that hold a mention."""
        places = mentions.places
        held = self._sentences.get(id(places))
        if held is None:
            numbers = SentenceSet(map(self._index.sentence_of, places))
            held = self._sentences[id(places)] = (places, numbers)  # keeps the id taken
        return held[1]

    def _pairs(self, first: Mentions, second: Mentions) -> Iterator[tuple[int, _Pair]]:
        """Yield each sentence that names both, apart from each other, with the closest mentions."""
        few, many = _rarer(first, second)
        for sentence in islice(self._shared(few, many), _SENTENCES):
            bounds = self._index.sentence_places(sentence)
            pair = _closest(_within(first, bounds), _within(second, bounds))
            if pair:
                yield sentence, pair

    def _shared(self, few: Mentions, many: Mentions) -> Iterator[int]:
        """Return the sentences that may hold a mention of both, ascending."""
        if len(few.places) > _FEW:
            return self._holding(few).shared(self._holding(many))
        return self._sentences_near(few, many, self._index.longest_sentence)

    def _sentences_near(self, few: Mentions, many: Mentions, reach: int) -> Iterator[int]:
        """Yield the sentences of a few mentions, ascending, each once.

        Left out are mentions with none of the other name within reach, in words: in a long text
        nearly all, and to look for the sentence of each would cost more than all else.
        """
        others, last = many.places, -1
        for place in few.places:
            at = bisect_left(others, place - reach)
            if at < len(others) and others[at] <= place + reach:
                sentence = self._index.sentence_of(place)
                if sentence != last:
                    last = sentence
                    yield sentence

    def _stands_in(self, mentions: Mentions, sentence: int) -> bool:
        start, end = self._index.sentence_places(sentence)
        at = bisect_left(mentions.places, start)
        return at < len(mentions.places) and mentions.places[at] < end

    def _described(self, sentence: int, pair: _Pair) -> Meeting:
        (start, end), (other_start, other_end) = pair
        opens, closes = self._index.sentence_places(sentence)
        is_reversed = other_start < start
        low = max(opens, (other_start if is_reversed else start) - _BESIDE)
        last = max(end, other_end)
        negation = self._cue(self._negations, low, last, pair)  # after them it denies another
        hedge = self._cue(self._hedges, low, min(closes, last + _BESIDE), pair)
        spans = (self._index.sentences[sentence],)
        return Meeting(_SENTENCE, spans, is_reversed, negation, hedge)

    def _cue(self, places: array[int], low: int, high: int, names: tuple[_Places, ...]) -> str:
        at = bisect_left(places, low)
        while at < len(places) and places[at] < high:
            if not any(start <= places[at] < end for start, end in names):
                return self._index.word(places[at])
            at += 1
        return ""

    @cached_property
    def _negations(self) -> array[int]:
        index = self._index
        plain = [
            place
            for place in index.places_of(NEGATIONS)
            if not (index.word(place) == "no" and index.word(place + 1)[:1].isdigit())
            and (index.word(place), index.word(place + 1)) not in _AFFIRMING
        ]
        clipped = [
            place - 1
            for place in index.places_of(frozenset("t"))
            if place and index.word(place - 1) in CLIPPED
        ]
        return array("I", sorted(plain + clipped))

    @cached_property
    def _hedges(self) -> array[int]:
        index = self._index
        places = index.places_of(HEDGES)
        return array(
            "I",
            (
                place
                for place in places
                if (index.word(place - 1), index.word(place)) not in _NO_HEDGE
                and not self._is_month(place)
            ),
        )

    def _is_month(self, place: int) -> bool:
        index = self._index
        if index.word(place) != "may" or index.first_letter(place) == "m":
            return False
        beside = (index.word(place - 1), index.word(place + 1))
        opens = index.sentence_places(index.sentence_of(place))[0] == place
        return not opens or any(word[:1].isdigit() for word in beside)

    def _neighbours(self, first: Mentions, second: Mentions) -> Meeting | None:
        few, many = _rarer(first, second)
        for number in self._near_to(few, many):
            for other in (number - 1, number + 1):
                if self._adjoin(number, other) and self._stands_in(many, other):
                    return self._two_sentences(few, number, many, other, swapped=few is not first)
        return None

    def _near_to(self, few: Mentions, many: Mentions) -> Iterable[int]:
        """Return the sentences of the rarer name that may lie beside one of the other."""
        if len(few.places) <= _FEW:
            return self._sentences_near(few, many, 2 * self._index.longest_sentence)
        return self._holding(few).shared(self._beside(many))

    def _adjoin(self, number: int, other: int) -> bool:
        """Whether two numbers in a row are sentences of one paragraph."""
        low, high = min(number, other), max(number, other)
        return low >= 0 and high < len(self._index.sentences) and high not in self.openers

    def _beside(self, mentions: Mentions) -> SentenceSet:
        """Return the sentences next to one that holds a mention, in its paragraph."""
        held = self._holding(mentions)
        near = self._near.get(id(held))
        if near is None:
            near = self._near[id(held)] = (held, held.beside(self.openers))
        return near[1]

    @cached_property
    def openers(self) -> SentenceSet:
        """The first sentence of each paragraph."""
        starts = self._index.sentences
        return SentenceSet(
            bisect_left(starts, (start,)) for start, _ in paragraphs(self._index.text)
        )

    def _two_sentences(
        self, few: Mentions, number: int, many: Mentions, other: int, *, swapped: bool
    ) -> Meeting:
        sides = [(few, number), (many, other)]
        low, high = sorted((number, other))
        return Meeting(
            _NEIGHBOURS,
            (self._index.sentences[low], self._index.sentences[high]),
            reversed=(number == high) != swapped,
            negation=next(filter(None, (self._beside_one(self._negations, *s) for s in sides)), ""),
            hedge=next(filter(None, (self._beside_one(self._hedges, *s) for s in sides)), ""),
        )

    def _beside_one(self, cues: array[int], mentions: Mentions, sentence: int) -> str:
        opens, closes = bounds = self._index.sentence_places(sentence)
        low, high = _within(mentions, bounds)[0]
        beside = max(opens, low - _BESIDE), min(closes, high + _BESIDE)
        return self._cue(cues, *beside, ((low, high),))

    def _apart(self, first: Mentions, second: Mentions) -> Meeting:
        spans = (*self.sentence_spans(first), *self.sentence_spans(second))
        return Meeting(_APART, tuple(sorted(set(spans))), reversed=spans[1] < spans[0])


def _rarer(first: Mentions, second: Mentions) -> tuple[Mentions, Mentions]:
    """Return the one with fewer mentions, then the other."""
    return (first, second) if len(first.places) <= len(second.places) else (second, first)


def _within(mentions: Mentions, bounds: _Places) -> list[_Places]:
    """Return the mentions in a range of places, the first few."""
    places, widths = mentions.places, mentions.widths
    start, end = bounds
    low = high = bisect_left(places, start)
    last = min(low + _PAIRS, len(places))
    while high < last and places[high] < end:
        high += 1
    return [(places[at], places[at] + widths[at]) for at in range(low, high)]


def _closest(mentions: list[_Places], others: list[_Places]) -> _Pair | None:
    """Return the two that stand nearest to each other, without a word in common."""
    best, least = None, -1
    for a in mentions:
        for b in others:
            gap = b[0] - a[1] if a < b else a[0] - b[1]
            if gap >= 0 and (best is None or gap < least):
                best, least = (a, b), gap
    return best
