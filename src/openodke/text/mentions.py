"""Where does a text mention a name, wholly or in part?"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import chain, islice, product

from openodke.text.acronyms import PAIR, Acronyms
from openodke.text.case_endings import CaseForms
from openodke.text.names import Name, NameKind, Phrase, is_generic
from openodke.text.near_spellings import NearSpellings
from openodke.text.related_forms import related_words
from openodke.text.spellings import references, spellings
from openodke.text.traces import LOOKS, NO_NAMES, SHORT_WORD, TraceReader
from openodke.text.word_index import WordIndex
from openodke.text.word_lists import HEDGES, NEGATIONS

_LONG_WORD = 7  # letters of a word that may be two, or misspelled
_WAYS = 16  # ways to write a phrase that are tried
_SPOKEN = frozenset(word for word in HEDGES | NEGATIONS if len(word) >= 6)
"""Words of judgement that name a grade in a table: "Unlikely", "Rejected"."""
_NOWHERE = array("I")


class Presence(StrEnum):
    """How much of a name is in a text."""

    WHOLE = "whole"
    PART = "part"
    ABSENT = "absent"


WHOLE, PART, ABSENT = Presence
"""The members, since to look one up in its enumeration costs ten times as much."""


@dataclass(slots=True)
class Mentions:
    """Where a name stands in a text.

    Attributes:
        presence: how much of it is there.
        places: the place of each mention's first word, ascending.
        widths: for each mention, its number of words.
        parts: the words of the name that were found, where not all were.
        relation: what the words found are of the name, "" where they are its own.
    """

    presence: Presence
    places: array[int] = field(default_factory=lambda: array("I"))
    widths: bytes = b""
    parts: Phrase = ()
    relation: str = ""


class MentionFinder:
    """Finds names in one text; what is found is not kept."""

    def __init__(self, index: WordIndex) -> None:
        """Look into the text of `index`."""
        self.index = index
        self.traces = TraceReader(index)
        self.acronyms = Acronyms(index)
        self._cases = CaseForms(index)
        self._near = NearSpellings(index)
        self._abbreviated: dict[str, Mentions | None] = {}

    def find(self, name: Name) -> Mentions:
        """Return where the name stands, wholly if it does anywhere, else in part."""
        return self._whole(name) or self._part(name) or self._last(name)

    def _last(self, name: Name) -> Mentions:
        """Return where a name stands of which the text seems to hold nothing."""
        twin = name.with_digraphs
        found = (self._whole(twin) or self._part(twin)) if twin else None
        found = found or _merged(PART, self.acronyms.of_small_words(name), name.words)
        found = found or self._related(name) or self._declined(name)
        return found or self._nearly(name) or Mentions(ABSENT)

    def _related(self, name: Name) -> Mentions | None:
        """Return where words stand that are not the name, and speak of the same thing."""
        related = related_words(name, self.index, self.acronyms)
        if related is None:
            return None
        relation, words, width, places = related
        return Mentions(PART, places, bytes((width,)) * len(places), words, relation)

    def _declined(self, name: Name) -> Mentions | None:
        """Return where words stand that may be the name in another case."""
        found = self._cases.of_name(name)
        return _merged(PART, [(1, found[1])], found[0]) if found else None

    def _nearly(self, name: Name) -> Mentions | None:
        """Return where a name stands with a slip of the pen, or by the initials it gives itself."""
        if letters := name.own_initials:
            places = self.acronyms.upper(letters)
            return _merged(PART, [(1, places)], (letters,)) if places else None
        found = self._near.of_name(name)
        return _merged(PART, [(1, found[1])], found[0]) if found else None

    def find_any(self, names: tuple[Name, ...]) -> Mentions:
        """Return where a thing of several names stands: each whole mention, else the first part."""
        each = [self.find(name) for name in names]
        whole = [m for m in each if m.presence is WHOLE]
        if whole:
            return _union(whole)
        return next((m for m in each if m.presence is PART), each[0])

    def _whole(self, name: Name) -> Mentions | None:
        if not name.words:
            return self._as_written(name.raw)
        if len(name.words) == 1 and name.words[0] in NO_NAMES:
            return self._no_word_of_prose(name)
        phrase, *others = name.phrases
        if not others:  # as nearly every name has it
            places = self.index.find(phrase)
            if places:
                return Mentions(WHOLE, places, bytes((len(phrase),)) * len(places))
        return (
            (self._mentions(name.phrases) if others else None)
            or self._mentions(self._variants(name))
            or self._mentions(chain.from_iterable(map(self._otherwise, name.phrases)))
        )

    def _no_word_of_prose(self, name: Name) -> Mentions | None:
        """Return where a name stands whose one word any text has: "US" is not in "trust us"."""
        word = name.words[0]
        found = [(1, self.acronyms.upper(word))]
        if name.is_acronym:
            found.append((len(word), self.index.find(tuple(word))))
        mentions = _merged(WHOLE, [item for item in found if item[1]])
        if not mentions and word in _SPOKEN and name.kind is not NameKind.PERSON:
            places = self.index.find((word,))
            mentions = _merged(PART, [(1, places)], (word,)) if places else None
        if mentions or name.raw.isalnum():
            return mentions
        return self._as_written(name.raw)  # ": s" is that spelling, which a bare "s" is not

    def _as_written(self, raw: str) -> Mentions | None:
        """Return the first mention of a name as it is spelled, such as "!!!"."""
        start = self.index.text.find(raw) if raw and len(self.index) else -1
        if start < 0:
            return None
        place = min(self.index.place_at(start), len(self.index) - 1)
        return _merged(WHOLE, [(1, array("I", [place]))])

    def _mentions(self, phrases: Iterable[Phrase]) -> Mentions | None:
        found = ((len(phrase), self._places(phrase)) for phrase in phrases)
        return _merged(WHOLE, [item for item in found if item[1]])

    def _places(self, phrase: Phrase) -> array[int]:
        """Return where a phrase stands; in capitals where any text has it: U.S., and not "us"."""
        if len(phrase) == 1 and phrase[0] in NO_NAMES:
            return self.acronyms.upper(phrase[0])
        return self.index.find(phrase)

    def _variants(self, name: Name) -> Iterator[Phrase]:
        yield from name.variants
        if len(name.words) == 1:
            yield from _halves(name.words[0], self.index)
            if name.is_acronym and self._has_ampersand:
                word = name.words[0]
                yield from ((word[:cut], word[cut:]) for cut in range(1, len(word)))  # AT&T

    @cached_property
    def _has_ampersand(self) -> bool:
        return "&" in self.index.text

    def _otherwise(self, phrase: Phrase) -> Iterator[Phrase]:
        """Yield a phrase with its words spelled, cut or joined in other ways that the text has."""
        ways: dict[str, tuple[Phrase, ...]] = {}
        for word in sorted(phrase, key=self.index.__contains__):  # those not there come first
            ways[word] = tuple(self._ways(word, alone=len(phrase) == 1))
            if not ways[word]:
                break
        else:
            for way in islice(product(*map(ways.__getitem__, phrase)), _WAYS):
                yield tuple(chain.from_iterable(way))
        yield from _joined(phrase, self.index)

    def _ways(self, word: str, *, alone: bool) -> Iterator[Phrase]:
        if word in self.index:
            yield (word,)
        others = chain(spellings(word), () if alone else references(word))
        yield from ((w,) for w in others if w in self.index)
        yield from ((w,) for w in self.traces.with_marks(word))
        if not alone:
            yield from _halves(word, self.index)  # at the end of a line: Com-mission

    def _part(self, name: Name) -> Mentions | None:
        acronym = self._initials(name)
        if acronym:
            return acronym
        if name.is_pronoun:
            return None
        if name.raw.isupper() and len(name.words) == 1:
            return self._misformed(name.words[0])
        found = {part: self.traces.places(part) for part in name.parts}
        there = tuple(part for part, places in found.items() if places)
        if not self.traces.is_trace(name, there):
            return None
        best = max(there, key=lambda part: (not is_generic(part), len(part)))
        return _merged(PART, [(1, found[best])], there)

    def _misformed(self, word: str) -> Mentions | None:
        """Return where a word of lost casing stands in two, or spelled otherwise by one letter.

        A model makes one word of two ("BUSINESSMEN" of men of business) and misspells; both make
        titles of common nouns, never proper names, so only words in small letters count.
        """
        if len(word) < _LONG_WORD:
            return None
        for parts in _cut_in_two(word):
            places = [self.traces.places(part) for part in parts]
            if (
                all(places)
                and all(map(self.traces.is_common, parts))
                and self._share_a_sentence(*places)
            ):
                return Mentions(PART, places[0], _ones(places[0]), parts)
        near = next((w for w in self.index.similar(word) if self.traces.is_common(w)), "")
        places_near = self.index.find((near,)) if near else _NOWHERE
        return _merged(PART, [(1, places_near)], (near,)) if near else None

    def _share_a_sentence(self, first: array[int], second: array[int]) -> bool:
        sentences = set(map(self.index.sentence_of, first[:LOOKS]))
        return any(self.index.sentence_of(place) in sentences for place in second[:LOOKS])

    def _initials(self, name: Name) -> Mentions | None:
        """Return mentions of the name by its initials, or of the words that they abbreviate."""
        if name.is_acronym:
            return _merged(PART, self.acronyms.of_words(name), name.words)
        letters = name.initials
        if not letters or (len(letters) == PAIR and name.kind is NameKind.PERSON):
            return None
        if letters not in self._abbreviated:  # many names have the same
            found = self.acronyms.of_initials(letters)
            self._abbreviated[letters] = _merged(PART, found, (letters,))
        return self._abbreviated[letters]


def _ones(places: array[int]) -> bytes:
    return bytes((1,)) * len(places)


def _cut_in_two(word: str) -> Iterator[tuple[str, str]]:
    for cut in range(SHORT_WORD, len(word) - SHORT_WORD + 1):
        yield word[:cut], word[cut:]


def _halves(word: str, index: WordIndex) -> Iterator[Phrase]:
    """Yield the word cut in two where both halves are words of the text: e-mail, New York."""
    if 4 <= len(word) <= 30 and word not in index:
        for cut in range(1, len(word)):
            if word[:cut] in index and word[cut:] in index:
                yield word[:cut], word[cut:]


def _joined(phrase: Phrase, index: WordIndex) -> Iterator[Phrase]:
    """Yield a phrase with two or three of its words written as one: JPMorgan Chase."""
    for width in (2, 3):
        for at in range(len(phrase) - width + 1):
            word = "".join(phrase[at : at + width])
            if word in index:
                yield (*phrase[:at], word, *phrase[at + width :])


def _merged(
    presence: Presence, found: list[tuple[int, array[int]]], parts: Phrase = ()
) -> Mentions | None:
    """Return the mentions of several phrases, each of one width, as one; None for no phrase."""
    if not found:
        return None
    each = [Mentions(presence, p, bytes((width,)) * len(p), parts) for width, p in found]
    return _union(each)


def _union(each: list[Mentions]) -> Mentions:
    """Return several mentions as one; where two start together the wider one stays."""
    if len(each) == 1:
        return each[0]
    widest: dict[int, int] = {}
    for mentions in each:
        for place, width in zip(mentions.places, mentions.widths, strict=True):
            widest[place] = max(width, widest.get(place, 0))
    starts = sorted(widest)
    widths = bytes(widest[place] for place in starts)
    return Mentions(each[0].presence, array("I", starts), widths, each[0].parts)
