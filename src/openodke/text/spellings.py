"""How else may a text spell a word: in British or American, in the plural, without an umlaut?

All forms are folded (see `openodke.text.folding`). A form that is no word does no harm: it stands
in no text.
"""

from __future__ import annotations

import re
from itertools import product

from openodke.text.memo import remembered
from openodke.text.word_lists import BRITISH_AMERICAN, IRREGULAR_PLURALS, ONE_REFERENCE

_AMERICAN = dict(BRITISH_AMERICAN)
_BRITISH = {american: british for british, american in BRITISH_AMERICAN}
_TO_AMERICAN = re.compile("|".join(map(re.escape, _AMERICAN)))
_TO_BRITISH = re.compile("|".join(map(re.escape, _BRITISH)))
_VERB = re.compile(r"(?<=\w{3})(?:(is)|(iz))(?=(?:e[drs]?|ers|ing|ations?|ational|able)$)")
_LYSE = re.compile(r"(?<=ly)(?:(s)|(z))(?=(?:e[drs]?|ers|ing)$)")
_DOUBLED = re.compile(r"(?<=\w{2}[aeiou])(?:(ll)|(l(?!l)))(?=(?:ed|ers?|ings?)$)")
_SWAPS = ((_VERB, "is", "iz"), (_LYSE, "s", "z"), (_DOUBLED, "ll", "l"))
_SHORTEST = 5  # letters of a word whose ending tells that it may be spelled otherwise
_NUMBER_ENDINGS = (
    ("is", "es"), ("ix", "ices"), ("ex", "ices"), ("um", "a"), ("on", "a"), ("us", "i"),
)  # fmt: skip
_PLURALS = dict(IRREGULAR_PLURALS)
_SINGULARS = {plural: singular for singular, plural in IRREGULAR_PLURALS}
_REFERENCES: dict[str, tuple[str, ...]] = {}
for _group in ONE_REFERENCE:
    for _word in _group:
        _REFERENCES[_word] = (*_REFERENCES.get(_word, ()), *(w for w in _group if w != _word))

_DIGRAPHS = {"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"}
_DIGRAPH_OF = str.maketrans(_DIGRAPHS | {k.upper(): v.title() for k, v in _DIGRAPHS.items()})
_DIGRAPH = re.compile("(ae|oe|ue|aa)")
_MOST_DIGRAPHS = 3


@remembered(65536)
def spellings(word: str) -> tuple[str, ...]:
    """Return other spellings of a folded word: British, American, or of an irregular number."""
    if len(word) < 3 or not word.isascii() or not word.isalpha():
        return ()
    found = [
        _TO_AMERICAN.sub(lambda match: _AMERICAN[match[0]], word),
        _TO_BRITISH.sub(lambda match: _BRITISH[match[0]], word),
        _PLURALS.get(word, word),
        _SINGULARS.get(word, word),
    ]
    if len(word) >= _SHORTEST:
        found += [_swapped(word, *swap) for swap in _SWAPS]
        for singular, plural in _NUMBER_ENDINGS:
            found += _ending(word, singular, plural), _ending(word, plural, singular)
    return tuple(form for form in dict.fromkeys(found) if form != word)


def _swapped(word: str, pattern: re.Pattern[str], first: str, second: str) -> str:
    return pattern.sub(lambda match: second if match[1] else first, word)


def _ending(word: str, old: str, new: str) -> str:
    return word.removesuffix(old) + new if word.endswith(old) else word


def references(word: str) -> tuple[str, ...]:
    """Return how else a reference writes a folded word: "5th" and "fifth", "ave" and "avenue"."""
    return _REFERENCES.get(word, ())


def with_digraphs(raw: str) -> str:
    """Return a raw name as a keyboard without umlauts spells it: Müller as Mueller."""
    return raw.translate(_DIGRAPH_OF)


@remembered(65536)
def without_digraphs(word: str) -> tuple[str, ...]:
    """Return what a folded word is where its digraphs were umlauts: "mueller" as "muller".

    Only a text that writes the letter with its mark (Müller) has that word.
    """
    if len(word) < _SHORTEST or not word.isascii():
        return ()
    pieces = _DIGRAPH.split(word)
    if not 3 <= len(pieces) <= 2 * _MOST_DIGRAPHS + 1:
        return ()
    ways = ((p, p[0]) if at % 2 else (p,) for at, p in enumerate(pieces))
    return tuple("".join(way) for way in product(*ways))[1:]
