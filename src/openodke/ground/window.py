"""Which window of a text names both ends of a claim?

The match is strict, since a wrong sentence would be read in place of the whole text. Source: the
grounding page, "Locating spans".
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator

from openodke.model import Entity, Fact
from openodke.model.keys import OBJECT_TYPE
from openodke.text.name_keys import name_key
from openodke.text.reading import Reading, read
from openodke.text.values import is_value
from openodke.text.word_index import WordIndex, words_of
from openodke.text.word_lists import FUNCTION_WORDS, HONORIFICS, LEGAL_FORMS, OPENERS

_PLACES = 2000  # mentions of a name looked at in one text: more would cost every fact the text
_MENTIONS = 64  # mentions of each name looked at in one window

Place = tuple[int, int]  # half-open range of words


def find_window(fact: Fact, text: str) -> tuple[int, int] | None:
    """Return the half-open offsets of the narrowest window that names both ends, apart.

    One sentence beats two adjacent ones of a paragraph, then the narrower, then the earlier wins.
    """
    reading = read(text)
    subject = _named(fact.subject, reading)
    obj = _object_places(fact, reading) if subject else []
    return _window(reading.index, subject, obj) if obj else None


def names_both(fact: Fact, text: str) -> bool:
    """Tell whether a text names the subject and the object of a claim, wherever in it."""
    reading = read(text)
    return bool(_named(fact.subject, reading)) and bool(_object_places(fact, reading))


def _object_places(fact: Fact, reading: Reading) -> list[Place]:
    if fact.object_entity is not None:
        return _named(fact.object_entity, reading)
    if isinstance(fact.object_value, bool):
        return []  # no text writes "true" for a claim it makes
    if fact.qualifiers.get(OBJECT_TYPE) == "boolean":
        return []
    text = str(fact.object_value)
    index = reading.index
    if isinstance(fact.object_value, str) and not is_value(text):
        places = _phrase(words_of(text), index)
        if places:
            return places
    match = reading.values.look_up(text)
    return [_places(index, span) for span in match.spans] if match.found else []


def _named(entity: Entity, reading: Reading) -> list[Place]:
    """Return the strict mentions of an entity, by label or alias, as written or as its key."""
    names = (entity.name, *entity.aliases)
    held = reading.strict.get(names)
    if held is None:
        held = reading.strict[names] = _mentions(names, reading)
    return held


def _mentions(names: tuple[str, ...], reading: Reading) -> list[Place]:
    found: dict[Place, None] = {}
    for name in names:
        is_capitalised = name[:1].isupper()
        for words in dict.fromkeys((words_of(name), words_of(name_key(name)))):
            for place in _phrase(words, reading.index):
                if not is_capitalised or _is_whole_name(reading.index, place):
                    found[place] = None
    return sorted(found)


def _phrase(words: tuple[str, ...], index: WordIndex) -> list[Place]:
    return [(place, place + len(words)) for place in index.find(words)[:_PLACES]]


def _places(index: WordIndex, span: tuple[int, int]) -> Place:
    first = index.place_at(span[0])
    return first, max(first + 1, index.place_at(span[1]))


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


def _window(index: WordIndex, subject: list[Place], obj: list[Place]) -> tuple[int, int] | None:
    for width in (1, 2):
        windows = [
            (index.sentences[first][0], index.sentences[first + width - 1][1])
            for first in _windows(index, subject, obj, width)
        ]
        if windows:
            return min(windows, key=lambda w: (w[1] - w[0], w[0]))
    return None


def _windows(index: WordIndex, subject: list[Place], obj: list[Place], width: int) -> Iterator[int]:
    """Yield the first sentence of each window of `width` sentences that names both ends apart."""
    few, many = sorted((subject, obj), key=len)
    starts = array("I", (place for place, _ in many))
    sentences = dict.fromkeys(index.sentence_of(place) for place, _ in few)
    for number in sentences:
        for first in range(max(0, number - width + 1), number + 1):
            last = first + width - 1
            if last >= len(index.sentences) or not index.share_paragraph(first, last):
                continue
            low, high = index.sentence_places(first)[0], index.sentence_places(last)[1]
            at = bisect_left(starts, low)
            others = [p for p in many[at : at + _MENTIONS] if p[0] < high]
            if others and _apart([p for p in few if low <= p[0] < high], others):
                yield first


def _apart(some: list[Place], others: list[Place]) -> bool:
    return any(a[1] <= b[0] or b[1] <= a[0] for a in some[:_MENTIONS] for b in others)
