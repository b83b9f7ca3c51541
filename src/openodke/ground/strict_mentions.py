"""Where does a text mention an end of a claim just as the claim writes it?

A piece of a longer capitalised name is no mention: whoever reads its sentence would read of another
thing. Each end is looked for once in a text.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import cached_property

from openodke.model import Entity, Fact
from openodke.model.keys import OBJECT_TYPE
from openodke.text.memo import Memo
from openodke.text.name_keys import name_key
from openodke.text.reading import Reading
from openodke.text.sentence_set import SentenceSet
from openodke.text.values import is_value
from openodke.text.word_index import WordIndex, words_of
from openodke.text.word_lists import FUNCTION_WORDS, HONORIFICS, LEGAL_FORMS, OPENERS

_PLACES = 2000  # mentions of a name looked at in one text: more would cost every fact the text
_HELD = 4096  # ends remembered of one text

Place = tuple[int, int]
"""A mention, as a half-open range of words."""


class StrictMentions:
    """The mentions of one thing in a text, ascending; compared and hashed by identity."""

    def __init__(self, index: WordIndex, places: Iterable[Place]) -> None:
        """Hold the places, given in any order."""
        ordered = sorted(places)
        self._index = index
        self._starts = array("I", (first for first, _ in ordered))
        self._ends = array("I", (end for _, end in ordered))

    def __len__(self) -> int:
        """The number of mentions."""
        return len(self._starts)

    def __iter__(self) -> Iterator[Place]:
        """Iterate over the mentions."""
        return zip(self._starts, self._ends, strict=True)

    @cached_property
    def sentences(self) -> SentenceSet:
        """The sentences that hold a mention."""
        return SentenceSet(map(self._index.sentence_of, self._starts))

    def within(self, low: int, high: int, most: int) -> list[Place]:
        """Return the first `most` mentions that start in a half-open range of words."""
        at = bisect_left(self._starts, low)
        end = bisect_left(self._starts, high, at, min(at + most, len(self)))
        return list(zip(self._starts[at:end], self._ends[at:end], strict=True))


class StrictFinder:
    """Finds the ends of claims in one text."""

    def __init__(self, reading: Reading) -> None:
        """Look into the text of `reading`."""
        self._index = reading.index
        self._stated = reading.values
        self._names: Memo[str, StrictMentions] = Memo(_HELD)
        self._entities: Memo[tuple[str, ...], StrictMentions] = Memo(_HELD)
        self._values: Memo[tuple[str, bool], StrictMentions] = Memo(_HELD)
        self._nowhere = StrictMentions(self._index, ())

    def entity(self, entity: Entity) -> StrictMentions:
        """Return the mentions of an entity, by label or alias, as written or as its key."""
        if not entity.aliases:
            return self._name(entity.name)
        names = (entity.name, *entity.aliases)
        held = self._entities.get(names)
        if held is None:
            held = self._entities[names] = self._together(names)
        return held

    def obj(self, fact: Fact) -> StrictMentions:
        """Return the mentions of a fact's object, an entity or a value."""
        if fact.object_entity is not None:
            return self.entity(fact.object_entity)
        value = fact.object_value
        if isinstance(value, bool):
            return self._nowhere  # no text writes "true" for a claim it makes
        if fact.qualifiers.get(OBJECT_TYPE) == "boolean":
            return self._nowhere
        text = str(value)
        key = text, isinstance(value, str) and not is_value(text)
        held = self._values.get(key)
        if held is None:
            held = self._values[key] = self._value(*key)
        return held

    def _together(self, names: tuple[str, ...]) -> StrictMentions:
        found = [held for held in map(self._name, names) if held]
        if len(found) < 2:  # of the same object the same is known
            return found[0] if found else self._nowhere
        return StrictMentions(self._index, {place for held in found for place in held})

    def _name(self, name: str) -> StrictMentions:
        held = self._names.get(name)
        if held is None:
            held = self._names[name] = self._looked_up(name)
        return held

    def _looked_up(self, name: str) -> StrictMentions:
        is_capitalised = name[:1].isupper()
        return StrictMentions(
            self._index,
            {
                place
                for words in dict.fromkeys((words_of(name), words_of(name_key(name))))
                for place in self._phrase(words)
                if not is_capitalised or _is_whole_name(self._index, place)
            },
        )

    def _value(self, text: str, is_phrase: bool) -> StrictMentions:
        places = self._phrase(words_of(text)) if is_phrase else []
        if not places:
            match = self._stated.look_up(text)
            places = [self._words(span) for span in match.spans] if match.found else []
        return StrictMentions(self._index, places)

    def _phrase(self, words: tuple[str, ...]) -> list[Place]:
        return [(place, place + len(words)) for place in self._index.find(words)[:_PLACES]]

    def _words(self, span: tuple[int, int]) -> Place:
        first = self._index.place_at(span[0])
        return first, max(first + 1, self._index.place_at(span[1]))


def _is_whole_name(index: WordIndex, place: Place) -> bool:
    """Whether the mention is capitalised and no piece of a longer capitalised name."""
    first, end = place
    if not index.raw(first)[0].isupper():
        return False
    return not (_joins(index, first - 1, first) or _joins(index, end, end - 1))


def _joins(index: WordIndex, neighbour: int, edge: int) -> bool:
    """Whether a neighbouring word is capitalised and only white space or a hyphen lies between."""
    word = index.word(neighbour)
    if not word or word in FUNCTION_WORDS or word in HONORIFICS:
        return False
    if word in (OPENERS if neighbour < edge else LEGAL_FORMS):
        return False
    start, end = index.span(neighbour)
    other_start, other_end = index.span(edge)
    gap = index.text[end:other_start] if neighbour < edge else index.text[other_end:start]
    return index.text[start].isupper() and not gap.strip(" \t\r\n\u00a0-")
