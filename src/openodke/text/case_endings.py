"""Which words of a text may be a name in another case: Krakowie for Kraków, Praze for Praha?

English, the Romance and most Germanic languages leave names as they are; Polish, Czech, Finnish,
Hungarian and many others put endings to them and change the letters before those. There a name that
is not in the text as it is written is no made-up name, as long as some word begins as it does.
"""

from __future__ import annotations

from array import array
from functools import cached_property
from itertools import islice

from openodke.text.names import Name, NameKind, Phrase
from openodke.text.spellings import spellings
from openodke.text.traces import LOOKS
from openodke.text.word_index import WordIndex

# Words that no text of these languages is without: English, German, French, Spanish, Portuguese,
# Italian, Dutch, Swedish, Danish, Norwegian. None is frequent in a language with cases.
_UNINFLECTING = frozenset(
    "the of and in is was were with from that his her their has had which who where are"
    " by at for as an it he she they this these about after before into also"
    " der die das ist und mit von wurde wird nicht ein eine einer dem den im"
    " le les et est dans une pour avec des du qui sur au par"
    " el los las del con una por fue que su"
    " os uma em com foi dos no"
    " il di che della del nel per"
    " het een zijn werd"
    " och det att som av er og til på är".split()
)
_GERMAN = frozenset("der die das und ist mit von nicht ein eine einer dem den zu im auf".split())
_GERMAN_SHARE = 0.08  # of the first words: German prose has 15 % and more
_GERMAN_ENDINGS = frozenset(
    ("", *"e en n er ern es s em ne nen isch ische ischen ischer isches".split())
)
_LEAST_COMPOUND, _SHARE_COMPOUND = 10, 0.65  # letters of a compound without its last part
_LONGEST_GERMAN = 6
_LEAST_GERMAN = 4  # letters of a word that is looked for with a German ending
_READ = 400  # words at the beginning of a text that tell its language
_SHARE = 0.06  # of them: prose of those languages has 20 % and more, of the others 2 % at most
_SENTENCE = 8  # words: a sentence of another language may have one such word by chance
_LEAST = 4  # letters of a word that is looked for in another case
_START = 3  # letters that both forms begin with, at least
_CHANGED = 2  # last letters of a word that may be others: Praha, Praze
_LONG, _CHANGED_OF_LONG = 7, 3  # and of a word of so many letters: Virtanen, Virtasen
_ENDING = 4  # letters that the other form may have more: Tampere, Tampereelle


class CaseForms:
    """Tells which words of one text may be a name in another case."""

    def __init__(self, index: WordIndex) -> None:
        """Look into the text of `index`."""
        self._index = index

    def of_name(self, name: Name) -> tuple[Phrase, array[int]] | None:
        """Return words of the text that may be the name, and where the first of them stands.

        All significant words of the name in one sentence, or the surname of a person. None where
        there are none, and in a text of a language that leaves names as they are.
        """
        if name.is_pronoun or not (self.has_cases or self.is_german):
            return None
        parts = (name.surname,) if name.kind is NameKind.PERSON else name.parts
        if all(part in self._index for part in parts):
            return None  # words that stand there as they are were looked at, and are no trace
        find = self._places if self.has_cases else self._german_places
        found = [find(part) for part in parts]
        if not found or not all(found):
            return None
        firsts = self._index.in_one_sentence(found)
        if not firsts:
            return None
        return tuple(map(self._index.word, firsts)), array("I", firsts[:1])

    @cached_property
    def is_german(self) -> bool:
        """Whether the text is German, which puts endings to nouns, though to few names."""
        words = self._first_words
        return sum(word in _GERMAN for word in words) > max(1, _GERMAN_SHARE * len(words))

    @cached_property
    def _first_words(self) -> list[str]:
        return [self._index.word(place) for place in range(min(len(self._index), _READ))]

    def _german_places(self, part: str) -> list[int]:
        """Return the first places of a word, or of its plural and cases: Wand, Wänden."""
        if part in self._index:
            return list(self._index.find((part,))[:LOOKS])
        forms = (
            word
            for each in (part, *spellings(part))
            if len(each) >= _LEAST_GERMAN and each.isalpha()
            for word in self._index.alike_at_start(each)
            if _differs_in_german_ending(each, word) or _begins_compound(each, word)
        )
        return [place for form in forms for place in islice(self._index.find((form,)), LOOKS)]

    @cached_property
    def has_cases(self) -> bool:
        """Whether the text is of a language that may put endings to names."""
        words = self._first_words
        known = sum(word in _UNINFLECTING for word in words)
        chance = 1 if len(words) >= _SENTENCE else 0
        return known <= max(chance, _SHARE * len(words))

    def _places(self, part: str) -> list[int]:
        """Return the first places of words that a significant word may be in another case."""
        if part in self._index:
            return list(self._index.find((part,))[:LOOKS])
        if len(part) < _LEAST or not part.isalpha():
            return []
        forms = [word for word in self._index.alike_at_start(part) if _may_be(part, word)]
        places = (place for form in forms for place in islice(self._index.find((form,)), LOOKS))
        return [place for place in places if self._index.first_letter(place).isupper()]


def _differs_in_german_ending(word: str, other: str) -> bool:
    """Whether two folded words are one stem with German endings: anlage, anlagen."""
    least = max(_LEAST, len(word) - _LONGEST_GERMAN)
    starts = (at for at in range(least, len(word) + 1) if other.startswith(word[:at]))
    return any({word[at:], other[at:]} <= _GERMAN_ENDINGS for at in starts)


def _begins_compound(word: str, other: str) -> bool:
    """Whether a compound adds a short word to a long one: projektplanungsphase, projektplanung."""
    return len(other) >= max(_LEAST_COMPOUND, _SHARE_COMPOUND * len(word)) and word.startswith(
        other
    )


def _may_be(word: str, other: str) -> bool:
    """Whether two folded words differ in an ending alone."""
    changed = _CHANGED if len(word) < _LONG else _CHANGED_OF_LONG
    return other.startswith(word[: max(_START, len(word) - changed)]) and (
        len(other) <= len(word) + _ENDING
    )
