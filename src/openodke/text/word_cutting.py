"""Where does each word of a folded text begin and end?

In most scripts a word is a run of letters and digits. Folding leaves few characters beyond ASCII in
most texts, so such a text is cut by making every other character a space, at half the cost of a
pattern.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import accumulate, compress, count
from operator import add

from openodke.text.folding import beyond_ascii

# Scripts written without spaces between words: one character is one word there.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"
    "\u1100-\u11ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
# Scripts whose vowel signs are marks: the block is a word's letters, its danda is punctuation.
_MARKED = "\u0900-\u0963\u0966-\u0dff\u0f00-\u0f0a\u0f0e-\u0fff"
_SPACED_WORD = re.compile(r"([^\W_]+)")
_ANY_WORD = re.compile(f"([{_UNSPACED}]|(?:[^\\W_{_UNSPACED}]|[{_MARKED}])+)")
_SPECIAL = re.compile(f"[{_UNSPACED}{_MARKED}]")
_GAP = re.compile(f"[^\\w{_MARKED}]|_")
_ONLY_WORDS = "".join(chr(code) if chr(code).isalnum() else " " for code in range(128))
_PIECE = 1 << 13  # characters: the strings cut from them stay in a processor's cache

Cut = tuple[Iterable[int], list[str]]
"""The words of a piece of a text, and for each of them where in the text it starts."""


def word_pattern(folded: str) -> re.Pattern[str]:
    """Return the pattern of the words of a folded text, one group a word."""
    if folded.isascii() or not _SPECIAL.search(folded):
        return _SPACED_WORD  # twice as fast, and the same words
    return _ANY_WORD


def cut_words(folded: str) -> Iterator[Cut]:
    """Yield the words of a folded text in order, a piece of the text at a time."""
    spaced = _spaced(folded)
    pattern = None if spaced is not None else word_pattern(folded)
    offset = 0
    for piece in _pieces(folded if spaced is None else spaced):
        yield _split(piece, offset) if pattern is None else _matched(pattern, piece, offset)
        offset += len(piece)


def _spaced(folded: str) -> str | None:
    """Return the text with a space for whatever is no word; None where a letter is not ASCII."""
    if not folded.isascii():
        for character in set(beyond_ascii(folded)):
            if character.isalnum() or _SPECIAL.match(character):
                return None
            folded = folded.replace(character, " ")
    return folded.translate(_ONLY_WORDS)


def _split(piece: str, offset: int) -> Cut:
    words = piece.split(" ")  # "" between two spaces
    starts = map(add, accumulate(map(len, words), initial=offset), count())
    return compress(starts, words), list(filter(None, words))


def _matched(pattern: re.Pattern[str], piece: str, offset: int) -> Cut:
    parts = pattern.split(piece)  # gap, word, gap, word, …, gap
    ends = list(accumulate(map(len, parts), initial=offset))
    return ends[1:-1:2], parts[1::2]


def _pieces(folded: str) -> Iterator[str]:
    """Cut a long text between words, so that its words are never all in memory as strings."""
    start = 0
    while start < len(folded):
        gap = _GAP.search(folded, start + _PIECE)
        end = gap.start() if gap else len(folded)
        yield folded[start:end]
        start = end
