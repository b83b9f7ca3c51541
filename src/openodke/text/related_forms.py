"""Which words of a text speak of a thing that the text does not name?

A country by its people, a thing by an adjective or a verb of its stem, initials with points. None
of them is the name; each is reason enough not to call the name made up. Only looked for before a
name is refuted.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from openodke.text.acronyms import Acronyms
from openodke.text.demonyms import DEMONYMS_OF
from openodke.text.names import Name, NameKind, Phrase
from openodke.text.traces import LOOKS
from openodke.text.word_index import WordIndex

DEMONYM = "demonym"
"""The relation of a country and its people."""

_MANY_LOOKS = 64  # mentions of one word looked at for one that is written as it should be
_ALL_CAPITALS = 3  # letters of a word that is an abbreviation or another word: us, US
_ABBREVIATIONS: dict[Phrase, str] = {
    ("usa",): "us",
    ("united", "states", "of", "america"): "us",
    ("us",): "usa",
    ("u", "s"): "usa",
    ("washington", "d", "c"): "dc",
    ("washington", "dc"): "dc",
}
"""Names to capitals that they are called by and that are not their initials."""

_LONGEST_DOTTED = 4
_MOST_WORDS = 3
_STEM, _STEM_ALONE = 4, 5
_ENDINGS = tuple(
    "ations ation ements ement ments ment ives ive ions ion ings ing ists ist ics ic ers er ors or"
    " ies es ed al e s".split()
)
_ENDINGS_ALONE = tuple(
    "itis atic ions ion isms ism ists ist ives ive ious ous ics ic ity ia es ed al".split()
)
_WORDED_ENDINGS = (*_ENDINGS, *(
    "ability abilities able ibility ible ness ance ence ant ants ent ancy ency ee ees e y ied ies"
    " ication ications ally ly ity ze zed sis ve ved ution utions".split()
))  # fmt: skip
_HEADS = frozenset(
    "clause department disease disorder industry job medal medals position post role sector status"
    " syndrome therapy treatment".split()
)
"""What prose leaves off: it says "won silver", and a model writes "Silver Medal"."""
_WORDED_HEADS = _HEADS | frozenset(
    "action activity amount check condition constraint control criteria criterion event field"
    " fields function goal item level limit mechanism message metric metrics operation option"
    " percent period phase policy procedure process rate requirement requirements rule step system"
    " target task test violation".split()
)
"""What a model adds to a verb or an adjective of the text for a title: "Installation process"."""


class Related(NamedTuple):
    """Words that speak of a name: what they are of it, which, and the runs where they stand."""

    relation: str
    """`DEMONYM`, or "" for words of the name in another form."""
    words: Phrase
    width: int
    places: array[int]


def related_words(name: Name, index: WordIndex, acronyms: Acronyms) -> Related | None:
    """Return the words of a text that speak of a name which stands nowhere in it, else None."""
    for phrase in name.phrases:
        for other in DEMONYMS_OF.get(phrase, ()):
            if places := _written_as_names(other, index):
                return Related(DEMONYM, other, len(other), places)
        if short := _ABBREVIATIONS.get(phrase):
            if places := acronyms.upper(short):
                return Related("", (short,), 1, places)
            if places := _written_as_names(tuple(short), index):
                return Related("", tuple(short), len(short), places)
    return _dotted(name, index) or _derived(name, index)


def _written_as_names(phrase: Phrase, index: WordIndex) -> array[int]:
    """Return the first places of a phrase in capitals: Polish, and not polish."""
    found, is_short = array("I"), len("".join(phrase)) <= _ALL_CAPITALS
    for place in islice(index.find(phrase), _MANY_LOOKS):
        raw = index.raw(place, len(phrase))
        if raw.isupper() if is_short else raw[0].isupper():
            found.append(place)
    return found


def _dotted(name: Name, index: WordIndex) -> Related | None:
    """Return where a text writes a short word with points: b.i.d. for "bid"."""
    if len(name.words) != 1 or not 2 <= len(word := name.words[0]) <= _LONGEST_DOTTED:
        return None
    letters = tuple(word)
    places = array("I", (
        place
        for place in islice(index.find(letters), _MANY_LOOKS)
        if index.raw(place, len(letters)).count(".") == len(letters) - 1
    ))  # fmt: skip
    return Related("", letters, len(letters), places) if places else None


def _derived(name: Name, index: WordIndex) -> Related | None:
    """Return where all words of a name stand in small letters in other forms, in one sentence.

    "Sales Manager" in "manages sales", "Diabetes" in "diabetic". Words of a person's name, of
    which many are common words too, are looked for in no other form.
    """
    parts = name.parts
    if name.kind is NameKind.PERSON:
        return None
    worded, alone = name.kind is NameKind.WORDED, len(parts) == 1
    if worded:
        parts = _without_figures(parts, index)
    while len(parts) > 1 and parts[-1] in (_WORDED_HEADS if worded else _HEADS):
        parts = parts[:-1]
    if not 0 < len(parts) <= _MOST_WORDS:
        return None
    found: list[list[int]] = []
    for part in parts:
        forms = _worded_forms(part) if worded else _forms_alone(part) if alone else _forms(part)
        found.append(_small_places(forms, index))
        if not found[-1]:
            return None
    first = index.in_one_sentence(found)
    if not first:
        return None
    return Related("", tuple(map(index.word, first)), 1, array("I", first[:1]))


def _without_figures(parts: Phrase, index: WordIndex) -> Phrase:
    """Return the words of a title without its numbers; none where the text lacks one of those."""
    figures = [part for part in parts if part.isdecimal()]
    if len(index.known(figures)) < len(figures):
        return ()
    return tuple(part for part in parts if not part.isdecimal())


def _small_places(forms: Iterable[str], index: WordIndex) -> list[int]:
    """Return places at which one of the forms of a word stands in small letters."""
    return [
        place
        for form in index.known(forms)
        for place in islice(index.find((form,)), LOOKS)
        if index.first_letter(place).islower()
    ]


def _forms(word: str) -> dict[str, None]:
    """Return the word and the other words of its stem."""
    if len(word) < _STEM:
        return {}
    forms = dict.fromkeys((word, word + "s"))
    for stem in _stems(word, _ENDINGS, _STEM):
        forms.update(dict.fromkeys(stem + end for end in ("", *_ENDINGS)))
    return forms


def _worded_forms(word: str) -> dict[str, None]:
    """Return the word and those that a model may have made it of: filtered, available, notify."""
    if len(word) < _STEM:
        return {}
    stems = dict.fromkeys(_stems(word, _WORDED_ENDINGS, _STEM))
    stems[word] = None
    forms = dict.fromkeys(stem + end for stem in stems for end in ("", *_WORDED_ENDINGS))
    if len(word) > _STEM and word[-1] == word[-2]:
        forms[word[:-1]] = None
    return forms


def _forms_alone(word: str) -> dict[str, None]:
    """Return the words of one stem and of another ending, for a name that is this word."""
    stems = _stems(word, _ENDINGS_ALONE, _STEM_ALONE)
    forms = dict.fromkeys(stem + end for stem in stems for end in _ENDINGS_ALONE)
    forms.pop(word, None)
    return forms


def _stems(word: str, endings: tuple[str, ...], shortest: int) -> list[str]:
    if not word.endswith(endings):  # as most words of names
        return []
    stems = [word.removesuffix(end) for end in endings if word.endswith(end)]
    return [stem for stem in stems if len(stem) >= shortest]
