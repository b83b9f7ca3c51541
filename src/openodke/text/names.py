"""In which ways may a text write a name, and how much of the name is in it?

A model rewrites names: it completes them, titles or upper-cases them, adds an article or a legal
form, composes one where the text has none ("CONVERSATION ABOUT DEATH"). So a name is looked up in
every form that is still the whole name, and after that by its significant words.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache

from openodke.model.entity import THING
from openodke.text.memo import remembered
from openodke.text.scripts import script_of
from openodke.text.spellings import spellings, with_digraphs, without_digraphs
from openodke.text.values import DECADE_WORDS, LONE_WORDS, NUMBER_WORDS
from openodke.text.word_index import words_of
from openodke.text.word_lists import (
    ARTICLES,
    DEMONYMS,
    DESCRIBED_TYPES,
    FUNCTION_WORDS,
    GENERIC_WORDS,
    HONORIFICS,
    LEGAL_FORMS,
    PERSON_TYPES,
    PRONOUNS,
    SAME_PHRASES,
)

Phrase = tuple[str, ...]

_PLAIN = re.compile(r"(?:[A-Z][a-z]+ )*[A-Z][a-z]+")
_CAMEL = re.compile(r"(?<=[a-zß-öø-ÿ])(?=[A-ZÀ-ÖØ-Þ])|(?<=[A-Z])(?=[A-Z][a-z])")
_BRACKETED = re.compile(r"[(\[][^()\[\]]*[)\]]$")
_OWN_INITIALS = re.compile(r"(.{3,200}) \(([A-Z]{2,6})\)")
_DOTTED = re.compile(r"(?<!\w)(?:[^\W\d_]\.){2,}(?:[^\W\d_]\b)?")
_CAPITALS = re.compile(r"(?<![\w.])[^\W\d_]{2,5}(?![\w.])")
_APOSTROPHE = re.compile(r"(?<=\w)['’](?=\w)")
_SHORT = {"mt": "mount", "st": "saint", "ft": "fort"}
_ABBREVIATED = _SHORT | {long: short for short, long in _SHORT.items()}
_ROMAN = frozenset("ii iii iv vi vii viii ix xi xii xiii xiv xv xvi".split())
_SAME: dict[Phrase, tuple[Phrase, ...]] = {
    phrase: tuple(group)
    for group in ([tuple(each.split()) for each in names] for names in SAME_PHRASES)
    for phrase in group
}
_MOST_INITIALS = 3
_STEM = 4  # letters of a word that may have a case ending
_SLAVIC_ENDINGS = tuple(
    " а у е ы и о я ю ои ом ем еи ееи ого ому его ему ов ев ам ах ами ям ях ями ью ья ье ая яя"
    " ую юю ою ею ое ее ые ие ых их ым им ыми ими ия ию ии ием иеи иям иях иями".split(" ")
)
"""Folded, as words are: an "й" is an "и"."""
_SUFFIXES = frozenset("jr sr ii iii iv phd md esq junior senior".split())
_TITLED_WRONGLY = re.compile(r"['’]S\b|\s(?:Of|And|The|About|For|With|In|On|To|A|An)\s")
_NUMERIC = frozenset({*NUMBER_WORDS, *DECADE_WORDS, *LONE_WORDS})
_LONGEST = 64  # words: more is a text, and its first words identify it as well as all of them


class NameKind(StrEnum):
    """How a name was made, which says how much of it has to be in the text.

    PERSON: a person's: the surname alone names them.
    PROPER: written as a name: most of its weight has to be there.
    WORDED: worded by the model, or its casing is lost: any significant word is a trace of it.
    """

    PERSON = "person"
    PROPER = "proper"
    WORDED = "worded"


@dataclass(slots=True, eq=False)
class Name:
    """A name and what follows from its spelling; there is one object for each name read.

    Attributes:
        raw: the name as written, HTML character references read.
        kind: how it was made.
        words: its folded words, at most 64.
        phrases: the runs of words that are the name as it is meant: as written, respelled, bare.
        may_be_value: whether it holds a digit or a number word, as every value does.
    """

    raw: str
    kind: NameKind
    words: Phrase
    phrases: tuple[Phrase, ...]
    may_be_value: bool
    _parts: Phrase = field(default=(), init=False, repr=False)  # asked for again and again

    @property
    def is_pronoun(self) -> bool:
        """Whether the name is a pronoun, which stands for a name the text has elsewhere."""
        return len(self.words) == 1 and self.words[0] in PRONOUNS

    @property
    def variants(self) -> tuple[Phrase, ...]:
        """Further runs of words that are the whole name: in other numbers, or written together."""
        core = _core(self.words)
        joined = "".join(self.words)
        found = [(*core[:-1], last) for last in inflected(core[-1])] if core else []
        if len(self.words) > 1 and len(joined) < _LONGEST:
            found.append((joined,))
        if self.is_acronym:
            found.append(tuple(joined))  # U.S. and US
        return tuple(found)

    @property
    def parts(self) -> Phrase:
        """Its significant words: no article, honorific, legal form or function word."""
        if not self._parts:
            core = _core(self.words)
            kept = [w for w in core if w not in FUNCTION_WORDS and w not in HONORIFICS]
            self._parts = tuple(dict.fromkeys(kept)) or core or self.words
        return self._parts

    @property
    def surname(self) -> str:
        """The word a person is called by: the last but for suffixes, the first of "Last, First"."""
        first, comma, rest = self.raw.partition(",")
        tail = words_of(rest)
        words = words_of(first) if comma and tail else self._without_initials
        kept = [w for w in words if w not in _SUFFIXES and w not in FUNCTION_WORDS] or list(words)
        return kept[-1] if kept else ""

    @property
    def _without_initials(self) -> Phrase:
        """The words without the initials after a surname: "Smith J. A." and "Smith JA"."""
        last = len(self.words)
        if last > 1 and len(self.words[-1]) <= _MOST_INITIALS and not self.raw.isupper():
            tokens = self.raw.replace(".", " ").split()
            while last > 1 and len(tokens) == last and _are_initials(tokens[-1]):
                tokens.pop()
                last -= 1
        return self.words[:last]

    @property
    def given(self) -> frozenset[str]:
        """The words of a person's name before or after the surname; none for another thing."""
        if self.kind is not NameKind.PERSON:
            return frozenset()
        words = self._without_initials
        initials = (w[0] for w in self.words[len(words) :])  # "Smith JA" is a J
        return frozenset(self.parts).union(initials) - {self.surname}

    @property
    def with_digraphs(self) -> Name | None:
        """The name spelled without umlauts (Müller, Mueller); None for one that has none."""
        spelled = self.raw if self.raw.isascii() else with_digraphs(self.raw)
        if spelled == self.raw:
            return None
        words = words_of(spelled[: _LONGEST * 40])[:_LONGEST]
        phrases = tuple(dict.fromkeys((words, _core(words))))
        return replace(self, raw=spelled, words=words, phrases=phrases)

    @property
    def initials(self) -> str:
        """The two to six initials that a text may call it by; "" for fewer words, or more."""
        words = [w for w in self.words if w not in FUNCTION_WORDS]
        letters = "".join(map(initial, words))
        return letters if len(words) >= 2 and len(letters) <= 6 else ""

    @property
    def own_initials(self) -> str:
        """The initials that the name gives itself in brackets: "Lead expectation (LE)"."""
        match = _OWN_INITIALS.fullmatch(self.raw) if self.raw.endswith(")") else None
        if not match:
            return ""
        letters, firsts = match[2].lower(), iter(word[0] for word in words_of(match[1]))
        return letters if all(letter in firsts for letter in letters) else ""

    @property
    def is_acronym(self) -> bool:
        """Whether the name looks like initials: two to six capitals, with points, "&" or none."""
        letters = self.raw.replace(".", "").replace(" ", "").replace("&", "")
        return 2 <= len(letters) <= 6 and letters.isalpha() and letters.isupper()


@remembered(65536)
def read_name(raw: str, entity_type: str = "") -> Name:
    """Return the name as `raw` spells it, of an entity of that type ("" where it is unknown)."""
    entity_type = "" if entity_type == THING else entity_type
    spelled = html.unescape(raw).strip() if "&" in raw else raw.strip()
    is_plain = _PLAIN.fullmatch(spelled) is not None  # as most names are
    if is_plain:  # it has no other spelling
        words, others = tuple(spelled[: _LONGEST * 40].lower().split()[:_LONGEST]), []
    else:
        words = words_of(spelled[: _LONGEST * 40])[:_LONGEST]
        others = [words_of(s)[:_LONGEST] for s in _respelled(spelled)]
    if words and words[0] in _ABBREVIATED:
        others.append((_ABBREVIATED[words[0]], *words[1:]))
    others += _SAME.get(words, ())
    phrases = tuple(filter(None, dict.fromkeys((words, *others, _core(words)))))
    in_letters = is_plain or not words or "".join(words).isalpha()
    may_be_value = not in_letters or not _NUMERIC.isdisjoint(words)
    return Name(spelled, _kind(spelled, entity_type), words, phrases, may_be_value)


def _kind(raw: str, entity_type: str) -> NameKind:
    by_type = _kind_by_type(entity_type)
    if by_type is NameKind.WORDED or _TITLED_WRONGLY.search(raw):
        return NameKind.WORDED
    if " " in raw and raw.islower() and not entity_type:
        return NameKind.WORDED
    if raw.isupper() and (len(raw.split()) > 1 or "/" in raw or not entity_type):
        return NameKind.WORDED
    return by_type


@lru_cache(maxsize=4096)
def _kind_by_type(entity_type: str) -> NameKind:
    kinds = set(words_of(entity_type))
    if kinds & DESCRIBED_TYPES:
        return NameKind.WORDED
    return NameKind.PERSON if kinds & PERSON_TYPES else NameKind.PROPER


def _respelled(raw: str) -> Iterator[str]:
    """Yield other spellings of the whole name."""
    if "(" in raw or "[" in raw:
        yield _BRACKETED.sub("", raw)
    if "," in raw:
        last, _, first = raw.partition(",")
        yield f"{first} {last}"
    if "&" in raw:
        yield raw.replace("&", " and ")
    if " and " in raw.casefold():
        yield re.sub(r"(?i) and ", " ", raw)
    if _DOTTED.search(raw):
        yield _DOTTED.sub(lambda match: match[0].replace(".", ""), raw)
    if " " in raw and not raw.isupper():
        spaced = _letters_apart(raw)
        if spaced != raw:
            yield spaced
    if _APOSTROPHE.search(raw) and not raw.casefold().endswith(("'s", "’s")):
        yield _APOSTROPHE.sub("", raw)
    if _CAMEL.search(raw):
        spaced = _CAMEL.sub(" ", raw)
        yield spaced
        yield _letters_apart(spaced)  # JPMorgan, J.P. Morgan


def _letters_apart(raw: str) -> str:
    return _CAPITALS.sub(lambda m: " ".join(m[0]) if m[0].isupper() else m[0], raw)


def _core(words: Phrase) -> Phrase:
    """Return the words without leading articles and honorifics and trailing legal forms."""
    start, end = 0, len(words)
    while start < end - 1 and (words[start] in ARTICLES or words[start] in HONORIFICS):
        start += 1
    while end - 1 > start and (words[end - 1] in LEGAL_FORMS or words[end - 1] == "s"):
        end -= 1
    return words[start:end]


@remembered(65536)
def inflected(word: str) -> tuple[str, ...]:
    """Return the forms in which prose may write a word: number, a place's people, spelling."""
    return (*_inflected(word), *spellings(word))


def forms_of(words: Phrase) -> frozenset[str]:
    """Return the words and every form in which a text may write one of them."""
    return frozenset().union(*map(_forms, words))


@remembered(8192)
def _forms(word: str) -> frozenset[str]:
    return frozenset((word, *inflected(word), *without_digraphs(word)))


def initial(word: str) -> str:
    """Return what an acronym takes of a folded word: the letter, or a Roman number (WWII)."""
    return word if word in _ROMAN else word[0]


def _are_initials(token: str) -> bool:
    return len(token) <= _MOST_INITIALS and token.isalpha() and token.isupper()


def _inflected(word: str) -> Iterator[str]:
    if len(word) < 3 or not word.isalpha():
        return
    yield word + "s"
    yield word + "es"
    if word.endswith("ies"):
        yield word[:-3] + "y"
    if word.endswith("es"):
        yield word[:-2]
    if word.endswith("s"):
        yield word[:-1]
    if word.endswith("y"):
        yield word[:-1] + "ies"
    if word.endswith("a"):
        yield word + "n"
    if word.endswith("ves"):
        yield word[:-3] + "f"
    elif word.endswith("f"):
        yield word[:-1] + "ves"
    if not word.isascii() and len(word) >= _STEM and script_of(word[0]) == "cyrillic":
        stem = word.rstrip("аеиоуыьэюя")
        yield from (stem + ending for ending in _SLAVIC_ENDINGS)
    if word.endswith("men"):
        yield word[:-3] + "man"
    elif word.endswith("man"):
        yield word[:-3] + "men"


def is_generic(word: str) -> bool:
    """Tell whether the word names a kind of thing rather than one thing."""
    return word in GENERIC_WORDS or word in DEMONYMS or word.isdigit() or len(word) == 1
