"""Where does a text mention a name, wholly or in part?"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import chain, islice, product

from openodke.text.names import Name, NameKind, Phrase, initial, is_generic
from openodke.text.spellings import references, spellings
from openodke.text.traces import LOOKS, NO_NAMES, SHORT_WORD, TraceReader
from openodke.text.word_index import WordIndex, words_of
from openodke.text.word_lists import FUNCTION_WORDS, TWO_LETTERS

_LONG_WORD = 7  # letters of a word that may be two, or misspelled
_RUN = 8  # words: initials of a longer run are no acronym
_PAIR = 2
_WAYS = 16  # ways to write a phrase that are tried
_PLACES = 256  # places tried for the words of an acronym
_NOWHERE = array("I")


class Presence(StrEnum):
    """How much of a name is in a text."""

    WHOLE = "whole"
    PART = "part"
    ABSENT = "absent"


@dataclass(slots=True)
class Mentions:
    """Where a name stands in a text.

    Attributes:
        presence: how much of it is there.
        places: the place of each mention's first word, ascending.
        widths: for each mention, its number of words.
        parts: the words of the name that were found, where not all were.
    """

    presence: Presence
    places: array[int] = field(default_factory=lambda: array("I"))
    widths: bytes = b""
    parts: Phrase = ()


class MentionFinder:
    """Finds names in one text; each distinct name is looked up once."""

    def __init__(self, index: WordIndex) -> None:
        """Look into the text of `index`."""
        self.index = index
        self.traces = TraceReader(index)
        self._found: dict[Name, Mentions] = {}
        self._together: dict[tuple[Name, ...], Mentions] = {}

    def find(self, name: Name) -> Mentions:
        """Return where the name stands, wholly if it does anywhere, else in part."""
        found = self._found.get(name)
        if found is None:
            found = self._found[name] = self._look(name)
        return found

    def _look(self, name: Name) -> Mentions:
        found = self._whole(name) or self._part(name)
        if found.presence is Presence.ABSENT:
            twin = name.with_digraphs
            found = (twin and self._look(twin)) or self._spelled_out(name) or found
        return found

    def find_any(self, names: tuple[Name, ...]) -> Mentions:
        """Return where a thing of several names stands: each whole mention, else the first part."""
        if len(names) == 1:
            return self.find(names[0])
        found = self._together.get(names)
        if found is None:
            found = self._together[names] = self._any(names)
        return found

    def _any(self, names: tuple[Name, ...]) -> Mentions:
        each = [self.find(name) for name in names]
        whole = [m for m in each if m.presence is Presence.WHOLE]
        if whole:
            return _union(whole)
        return next((m for m in each if m.presence is Presence.PART), each[0])

    def _whole(self, name: Name) -> Mentions | None:
        if not name.words:
            return self._as_written(name.raw)
        if len(name.words) == 1 and name.words[0] in NO_NAMES:
            return self._no_word_of_prose(name)
        if len(name.phrases) == 1:  # as nearly every name has it
            phrase = name.phrases[0]
            places = self.index.find(phrase)
            if places:
                return Mentions(Presence.WHOLE, places, bytes((len(phrase),)) * len(places))
        return (
            self._mentions(name.phrases)
            or self._mentions(self._variants(name))
            or self._mentions(chain.from_iterable(map(self._otherwise, name.phrases)))
        )

    def _no_word_of_prose(self, name: Name) -> Mentions | None:
        """Return where a name stands whose one word any text has: "US" is not in "trust us"."""
        word = name.words[0]
        found = [(1, self._upper(word))]
        if name.is_acronym:
            found.append((len(word), self.index.find(tuple(word))))
        mentions = _merged(Presence.WHOLE, [item for item in found if item[1]])
        if mentions or name.raw.isalnum():
            return mentions
        return self._as_written(name.raw)  # ": s" is that spelling, which a bare "s" is not

    def _as_written(self, raw: str) -> Mentions | None:
        """Return the first mention of a name as it is spelled, such as "!!!"."""
        start = self.index.text.find(raw) if raw and len(self.index) else -1
        if start < 0:
            return None
        place = min(self.index.place_at(start), len(self.index) - 1)
        return _merged(Presence.WHOLE, [(1, array("I", [place]))])

    def _mentions(self, phrases: Iterable[Phrase]) -> Mentions | None:
        found = ((len(phrase), self.index.find(phrase)) for phrase in phrases)
        return _merged(Presence.WHOLE, [item for item in found if item[1]])

    def _variants(self, name: Name) -> Iterator[Phrase]:
        yield from name.variants
        if len(name.words) == 1:
            yield from _halves(name.words[0], self.index)

    def _otherwise(self, phrase: Phrase) -> Iterator[Phrase]:
        """Yield a phrase with its words spelled, cut or joined in other ways that the text has."""
        ways: list[list[Phrase]] = []
        for word in phrase:
            way = list(self._ways(word, alone=len(phrase) == 1))
            if not way:
                break  # as a rule the first word of a name that is not there
            ways.append(way)
        else:
            for way in islice(product(*ways), _WAYS):
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

    def _part(self, name: Name) -> Mentions:
        acronym = self._initials(name)
        if acronym:
            return acronym
        if name.is_pronoun:
            return Mentions(Presence.ABSENT)
        if name.raw.isupper() and len(name.words) == 1:
            return self._misformed(name.words[0])
        found = {part: self.traces.places(part) for part in name.parts}
        there = tuple(part for part, places in found.items() if places)
        if not self.traces.is_trace(name, there):
            return Mentions(Presence.ABSENT)
        best = max(there, key=lambda part: (not is_generic(part), len(part)))
        merged = _merged(Presence.PART, [(1, found[best])], there)
        return merged or Mentions(Presence.ABSENT)

    def _misformed(self, word: str) -> Mentions:
        """Return where a word of lost casing stands in two, or spelled otherwise by one letter.

        A model makes one word of two ("BUSINESSMEN" of men of business) and misspells; both make
        titles of common nouns, never proper names, so only words in small letters count.
        """
        if len(word) < _LONG_WORD:
            return Mentions(Presence.ABSENT)
        for parts in _cut_in_two(word):
            places = [self.traces.places(part) for part in parts]
            if (
                all(places)
                and all(map(self.traces.is_common, parts))
                and self._share_a_sentence(*places)
            ):
                return Mentions(Presence.PART, places[0], _ones(places[0]), parts)
        near = next((w for w in self.index.similar(word) if self.traces.is_common(w)), "")
        places_near = self.index.find((near,)) if near else _NOWHERE
        presence = Presence.PART if near else Presence.ABSENT
        return Mentions(presence, places_near, _ones(places_near), (near,) if near else ())

    def _share_a_sentence(self, first: array[int], second: array[int]) -> bool:
        sentences = set(map(self.index.sentence_of, first[:LOOKS]))
        return any(self.index.sentence_of(place) in sentences for place in second[:LOOKS])

    def _initials(self, name: Name) -> Mentions | None:
        """Return mentions of the name by its initials, or of the words that they abbreviate."""
        letters = name.initials
        if len(letters) == _PAIR and not name.is_acronym:
            return self._pair_of_initials(name)
        if letters and not name.is_acronym:
            found = [
                (1, self._upper(letters)),
                (1, self._upper(letters + "s")),
                (len(letters), self.index.find(tuple(letters))),
            ]
            return _merged(Presence.PART, [item for item in found if item[1]], (letters,))
        if name.is_acronym and "".join(name.words) in self._acronyms:
            place, width = self._acronyms["".join(name.words)]
            return _merged(Presence.PART, [(width, array("I", [place]))], name.words)
        return None

    def _pair_of_initials(self, name: Name) -> Mentions | None:
        """Return mentions by two initials, which stand as a name: "AI", "M&S", not "AT NOON"."""
        if name.kind is NameKind.PERSON:
            return None
        letters = name.initials
        whole = array("I", (p for p in self._upper(letters) if not self._is_loud(p)))
        pairs = array("I", (p for p in self.index.find(tuple(letters)) if self._is_pair(p)))
        found = [item for item in ((1, whole), (_PAIR, pairs)) if item[1]]
        return _merged(Presence.PART, found, (letters,))

    def _is_loud(self, place: int) -> bool:
        """Whether a number stands before, as before "PM", or capitals on a side, as in titles."""
        index = self.index
        beside = [p for p in (place - 1, place + 1) if 0 <= p < len(index)]
        if place and index.word(place - 1)[0].isdigit():
            return True
        return any(index.raw(p).isupper() and index.word(p) in NO_NAMES for p in beside)

    def _is_pair(self, place: int) -> bool:
        raw = self.index.raw(place, _PAIR)
        return raw.isupper() and ("&" in raw or " " not in raw)

    def _upper(self, word: str) -> array[int]:
        """Return where a word stands in capitals, but for the "s" of several."""
        index = self.index
        places = index.find((word,))
        return array("I", (place for place in places if index.raw(place).removesuffix("s").isupper()))

    def _spelled_out(self, name: Name) -> Mentions | None:
        """Return the first words in small letters that an acronym stands for."""
        letters = "".join(name.words)
        if not name.is_acronym or not letters.isascii():
            return None
        if len(letters) == _PAIR:
            phrases = map(words_of, TWO_LETTERS.get(letters, ()))
            return _merged(
                Presence.PART,
                [(len(p), places) for p in phrases if (places := self.index.find(p))],
                (letters,),
            )
        for place in self._initial_pairs.get(letters[:_PAIR], _NOWHERE)[:_PLACES]:
            if self._spells(place, letters):
                return _merged(
                    Presence.PART, [(len(letters), array("I", [place]))], (letters,)
                )
        return None

    def _spells(self, place: int, letters: str) -> bool:
        index = self.index
        span = range(place, place + len(letters))
        if any(index.word(at)[:1] != letter for at, letter in zip(span, letters, strict=True)):
            return False
        if any(len(word := index.word(at)) < SHORT_WORD or word in NO_NAMES for at in span):
            return False
        between = index.raw(place, len(letters))
        return all(c.isalnum() or c in " -\n" for c in between)

    @cached_property
    def _initial_pairs(self) -> dict[str, array[int]]:
        """The first letters of each word and the next, and where such two stand."""
        pairs: defaultdict[str, array[int]] = defaultdict(lambda: array("I"))
        last = ""
        for place in range(len(self.index)):
            letter = self.index.word(place)[0]
            pairs[last + letter].append(place - 1) if last else None
            last = letter
        return pairs

    @cached_property
    def _acronyms(self) -> dict[str, tuple[int, int]]:
        """Initials of each run of capitalised words, and where the run stands first."""
        acronyms: dict[str, tuple[int, int]] = {}
        run: list[int] = []
        for place in range(len(self.index) + 1):
            word = self.index.word(place)
            if word and self.index.first_letter(place).isupper():
                run.append(place)
            elif not (run and word in FUNCTION_WORDS):
                _note_initials(run, self.index, acronyms)
                run = []
        return acronyms


def _ones(places: array[int]) -> bytes:
    return bytes((1,)) * len(places)


def _cut_in_two(word: str) -> Iterator[tuple[str, str]]:
    for cut in range(SHORT_WORD, len(word) - SHORT_WORD + 1):
        yield word[:cut], word[cut:]


def _note_initials(run: list[int], index: WordIndex, into: dict[str, tuple[int, int]]) -> None:
    for first in range(len(run)):
        for last in range(first + 1, min(first + 6, len(run))):
            if run[last] - run[first] < _RUN:
                letters = "".join(initial(index.word(place)) for place in run[first : last + 1])
                into.setdefault(letters, (run[first], run[last] - run[first] + 1))


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
