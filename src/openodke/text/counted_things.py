"""Which names are a number of things, and does a text state that number?

A model titles what it counted: "120 Guests" for "a hundred and twenty guests". Such a name stands
where its number does, whatever the text calls the things.
"""

from __future__ import annotations

import re
from array import array
from unicodedata import category

from openodke.text.memo import remembered
from openodke.text.mentions import Mentions, Presence
from openodke.text.names import inflected
from openodke.text.values import NUMBER_WORDS, UNIT_NAMES, ValueMatch
from openodke.text.word_index import WordIndex, words_of
from openodke.text.word_lists import IRREGULAR_PLURALS

_COUNTED = re.compile(
    r"((?:[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.[0-9]+)?) ((?:[^\W\d_]{3,} ){0,2}[^\W\d_]{3,})"
)
_YEAR = re.compile(r"1[0-9]{3}|20[0-9]{2}")
_PLURALS = frozenset("staff personnel crew cattle sheep fish".split()) | {
    plural for _, plural in IRREGULAR_PLURALS
}
_OF_NUMBERS = frozenset({"a", "and", "of"})
_MEASURED = re.compile(r"(?=.*[^\W\d_].* [0-9]).* ([0-9][0-9.,]*)( ?%| [^\W\d_]{2,})")
_BELOW_A_HUNDRED = frozenset({"unit", "teen", "tens"})
_JOINTS = frozenset({" ", "-", "‐", "‑"})


@remembered(65536)
def counted(raw: str) -> tuple[str, str] | None:
    """Return the number and the noun of a name that counts things, else None.

    The noun is in the plural, the number no year: not "1984 Olympics" nor "30 Rock".
    """
    match = _COUNTED.fullmatch(raw)
    if match is None or _YEAR.fullmatch(match[1]):
        return None
    last = match[2].split()[-1].lower()
    is_plural = last.endswith(("s", "men")) or last in _PLURALS
    return (match[1], match[2]) if is_plural or match[1] == "1" else None


@remembered(65536)
def measured(raw: str) -> tuple[str, str] | None:
    """Return the number, and the number with its unit, that a name ends in: "HbA1c 9.7 %"."""
    match = _MEASURED.fullmatch(raw)
    if match is None or (unit := match[2].strip().lower()) not in UNIT_NAMES:
        return None
    return match[1], f"{match[1]} {unit}"


def mentions_of_number(noun: str, match: ValueMatch, index: WordIndex) -> Mentions | None:
    """Return the mentions of a number that was found: whole ones where its noun follows.

    None where each has a unit, which counts no things.
    """
    words = words_of(noun)
    forms = {words, *((*words[:-1], form) for form in inflected(words[-1]))}
    spans = [span for span in match.spans if _is_bare(index.text[slice(*span)])]
    places = [(min(index.place_at(start), len(index) - 1), end) for start, end in spans]
    whole = [place for place, end in places if _follows(index, end, forms)]
    if whole:
        return Mentions(Presence.WHOLE, array("I", whole), bytes((1,)) * len(whole))
    if not places:
        return None
    starts = array("I", [place for place, _ in places])
    return Mentions(Presence.PART, starts, bytes((1,)) * len(starts), (index.word(starts[0]),))


def _is_bare(written: str) -> bool:
    if any(category(character) == "Sc" for character in written) or "%" in written:
        return False
    words = words_of(written)
    return all(w[0].isdecimal() or w in NUMBER_WORDS or w in _OF_NUMBERS for w in words)


def begins_with_number(words: tuple[str, ...]) -> bool:
    """Tell whether the first of a name's folded words is a number."""
    return bool(words) and (words[0].isdecimal() or words[0] in NUMBER_WORDS)


def without_larger_numbers(mentions: Mentions, index: WordIndex) -> Mentions | None:
    """Return the mentions that begin with no end of a longer number, None where none does."""
    kept = [
        (place, width)
        for place, width in zip(mentions.places, mentions.widths, strict=True)
        if not is_inside_number(index, place)
    ]
    if not kept:
        return None
    places, widths = zip(*kept, strict=True)
    return Mentions(mentions.presence, array("I", places), bytes(widths), mentions.parts)


def _follows(index: WordIndex, end: int, forms: set[tuple[str, ...]]) -> bool:
    at = index.place_at(end)
    return any(tuple(index.word(at + n) for n in range(len(form))) == form for form in forms)


def is_inside_number(index: WordIndex, place: int) -> bool:
    """Tell whether the number at a place is the end of a longer one: 5 in "3.5", "twenty-five"."""
    word, before = index.word(place), index.word(place - 1)
    if not before:
        return False
    if word.isdecimal():
        gap = index.gap_before(place) if before.isdecimal() else ""
        return gap == "." or (gap == "," and len(word) == 3)
    number = NUMBER_WORDS.get(word)
    if number is None or number.kind not in _BELOW_A_HUNDRED:
        return False
    if before == "and":
        return _kind(index.word(place - 2)) in ("hundred", "scale") and not number.ordinal
    larger = ("tens", "hundred", "scale") if number.kind == "unit" else ("hundred", "scale")
    return _kind(before) in larger and index.gap_before(place) in _JOINTS


def _kind(word: str) -> str:
    number = NUMBER_WORDS.get(word)
    return number.kind if number else ""
