"""Which words of a text may be a name that a model or a typesetter spelled a little otherwise?

A letter more, less or another ("Mercedez"), the mark of a footnote glued to the last word
("Tarn12"), or the next word glued to it ("TarnThe"). Only looked for before a name is refuted.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable
from itertools import islice
from math import ceil

from openodke.text.names import Name, NameKind, Phrase
from openodke.text.scripts import script_of
from openodke.text.traces import LOOKS
from openodke.text.word_index import WordIndex

_LONG, _LONG_ALONE = 6, 7  # letters of a word that may be misspelled beside others, and alone
_LONGEST = 10  # letters of a word of which two may be others
_DOUBLED = 5  # letters of a word that may have a letter doubled, or not
_SHORTEST_GLUED, _SHORTEST_RUN_ON = 3, 4
_FOOTNOTES = 100  # on a page
_LEAST_UNSPACED, _MOST_UNSPACED = 4, 24  # characters of a name without spaces
_SHARE_UNSPACED = 0.6  # of its characters, in a row
_REPEATED = re.compile(r"(.)\1+")
_UMLAUT_E = re.compile("(?<=[aou])e")
_FOOTNOTE = re.compile(r"[0-9]{1,2}")

Found = tuple[Phrase, "array[int]"]
"""The words of the text, and where the first of them stands."""


class NearSpellings:
    """Tells which words of one text are nearly those of a name."""

    def __init__(self, index: WordIndex) -> None:
        """Look into the text of `index`."""
        self._index = index

    def of_name(self, name: Name) -> Found | None:
        """Return where a name stands misspelled, or glued to what follows; None where nowhere."""
        if name.is_pronoun or not name.words:
            return None
        return self._glued(name.phrases[-1]) or self._misspelled(name) or self._unspaced(name)

    def _unspaced(self, name: Name) -> Found | None:
        """Return where most of a name without spaces stands: 航空安全检查表 in "安全检查表"."""
        words = name.words
        if name.kind is NameKind.PERSON or not _LEAST_UNSPACED <= len(words) <= _MOST_UNSPACED:
            return None
        if sum(len(word) == 1 and script_of(word) == "han" for word in words) < _LEAST_UNSPACED:
            return None
        for size in range(len(words) - 1, ceil(_SHARE_UNSPACED * len(words)) - 1, -1):
            for start in range(len(words) - size + 1):
                places = self._index.find(words[start : start + size])
                if places:
                    return words[start : start + size], places
        return None

    def _misspelled(self, name: Name) -> Found | None:
        """Return where all significant words stand as they are or nearly, in one sentence."""
        parts, index = name.parts, self._index
        if all(part in index for part in parts):
            return None  # looked at where they stand, and no trace of the name
        least = _LONG if len(parts) > 1 else _LONG_ALONE
        places = [list(index.find((part,))[:LOOKS]) or self._near(part, least) for part in parts]
        if not all(places):
            return None
        firsts = index.in_one_sentence(places)
        if not any(index.first_letter(at).isupper() for at in firsts):
            return None
        return tuple(map(index.word, firsts)), array("I", firsts[:1])

    def _near(self, part: str, least: int) -> list[int]:
        """Return places of words that one letter makes of a word, written as names."""
        if not part.isalpha() or len(part) < _DOUBLED:
            return []
        plain = _REPEATED.sub(r"\1", part)
        words = [
            word
            for word in self._index.similar(part, most=2 if len(part) >= _LONGEST else 1)
            if word.isalpha()
            and not _differ_in_umlaut(part, word)
            and (len(part) >= least or _REPEATED.sub(r"\1", word) == plain)
        ]
        places = (at for word in words for at in islice(self._index.find((word,)), LOOKS))
        return [at for at in places if self._index.first_letter(at).isupper()]

    def _glued(self, phrase: Phrase) -> Found | None:
        """Return where a name stands whose last word has a number or another word glued to it."""
        *before, last = phrase
        if len("".join(phrase)) < _SHORTEST_GLUED or not last.isalpha() or len(last) < len("ab"):
            return None
        for word in self._longer(last):
            for at in islice(self._index.find((word,)), LOOKS):
                start = at - len(before)
                if start < 0 or not self._is_run_on(at, last, word):
                    continue
                if all(self._index.word(start + n) == w for n, w in enumerate(before)):
                    return (*before, word), array("I", [start])
        return None

    def _longer(self, last: str) -> Iterable[str]:
        """Return the words of the text that begin with a word; of a short one, footnotes."""
        if len(last) >= _SHORTEST_GLUED:
            return self._index.beginning_with(last)
        return self._index.known(f"{last}{number}" for number in range(1, _FOOTNOTES))

    def _is_run_on(self, place: int, last: str, word: str) -> bool:
        """Whether what follows a word in one of the text is a footnote or begins with a capital."""
        rest = word[len(last) :]
        if _FOOTNOTE.fullmatch(rest):
            return True
        raw = self._index.raw(place)
        if len(last) < _SHORTEST_RUN_ON or len(raw) != len(word):
            return False
        return raw[len(last) - 1].islower() and raw[len(last)].isupper()


def _differ_in_umlaut(word: str, other: str) -> bool:
    """Whether the second is the first without the e of an umlaut: Mueller is no Muller."""
    return any(word[: e.start()] + word[e.end() :] == other for e in _UMLAUT_E.finditer(word))
