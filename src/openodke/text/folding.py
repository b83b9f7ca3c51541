"""Which letters are the same letter, and where did each of them stand in the raw text?

Folding undoes what a model, a PDF or a keyboard does to a name: case, accents, width, typographic
quotes and dashes, kinds of white space, invisible characters, other scripts' digits. One character
may become none, one or several, so a folded text keeps a map back to raw offsets.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

FOLDED_LETTERS = {
    "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h",
    "ß": "ss",
}  # fmt: skip
"""Letters without a Unicode decomposition, lower case, to what they are compared as."""

_NOT_DECOMPOSED = FOLDED_LETTERS | {"ŧ": "t", "ŋ": "n"}
_QUOTES = dict.fromkeys("‘’‚‛′ʹʻʼʽ´\u1ffd＇", "'") | dict.fromkeys("“”„‟″«»＂", '"')
_DASHES = dict.fromkeys("‐‑‒–—―−﹘﹣－־", "-")
_INVISIBLE = dict.fromkeys(
    map(
        chr,
        chain(
            (0x00AD, 0x034F, 0x061C, 0x0640, 0x180E, 0xFEFF), range(0x200B, 0x2010),
            range(0x202A, 0x202F), range(0x2060, 0x2070), range(0xFE00, 0xFE10),
        ),
    ),
    "",
)  # fmt: skip
_PLAIN = _NOT_DECOMPOSED | _QUOTES | _DASHES | _INVISIBLE

# Marks that accent a letter. Those that spell one (vowel signs, the kana voicing mark) stay.
_ACCENTS = frozenset(
    map(
        chr,
        chain(
            range(0x0300, 0x0370), range(0x0483, 0x0488), range(0x0591, 0x05BE),
            (0x05BF, 0x05C1, 0x05C2, 0x05C4, 0x05C5, 0x05C7),
            range(0x0610, 0x061B), range(0x064B, 0x0660), (0x0670,), range(0x06D6, 0x06EE),
            range(0x1AB0, 0x1B00), range(0x1DC0, 0x1E00), range(0x20D0, 0x2100),
            range(0xFE20, 0xFE30),
        ),
    )
)  # fmt: skip


@lru_cache(maxsize=65536)
def fold_character(character: str) -> str:
    """Return what one character folds to: none, one or several characters.

    Source: NFKC and NFKD of Unicode Standard Annex 15, case folding of chapter 3.13.
    """
    if character.isascii():
        return character.lower()
    if character in _PLAIN:
        return _PLAIN[character]
    if character.isspace():
        return " "
    digit = unicodedata.decimal(character, None)
    if digit is not None:
        return str(digit)
    folded = unicodedata.normalize("NFKC", character).casefold()
    letters = unicodedata.normalize("NFKD", folded)
    plain = "".join(_PLAIN.get(c, c) for c in letters if c not in _ACCENTS)
    return plain.lower()  # Cherokee folds to its capitals


@dataclass(frozen=True, slots=True)
class FoldedText:
    """A folded text, and the way from its offsets to the raw ones.

    Attributes:
        text: the folded text.
        breaks: folded offsets, ascending, from which on the raw offset is shifted.
        shifts: for each break, what is added to a folded offset to reach the raw one.
    """

    text: str
    breaks: Sequence[int] = ()
    shifts: Sequence[int] = ()

    def raw_offset(self, offset: int) -> int:
        """Return the raw offset of the character that the folded offset stands on."""
        if not self.breaks:
            return offset
        place = bisect_right(self.breaks, offset) - 1
        return offset if place < 0 else offset + self.shifts[place]


def fold(text: str) -> FoldedText:
    """Fold a text and keep the map back to its offsets; linear in the length of the text."""
    if text.isascii():
        return FoldedText(text.lower())
    folds = {c: fold_character(c) for c in set(beyond_ascii(text))}
    odd = {c: fold for c, fold in folds.items() if len(fold) != 1}
    folded = _replaced(text, folds)
    return FoldedText(folded, *_shifts(text, odd)) if odd else FoldedText(folded)


def beyond_ascii(text: str) -> str:
    """Return the characters that are not ASCII, in order; by bytes, which is ten times as fast."""
    if text.isascii():
        return ""
    kept = text.encode("utf-8", "surrogatepass").translate(None, _ASCII)
    return kept.decode("utf-8", "surrogatepass")


def visible(text: str) -> FoldedText:
    """Return a text without its invisible characters, and the map back to its offsets.

    They stand around numbers too: soft hyphens of a book, marks of direction in front of a date.
    """
    unseen = () if text.isascii() else _INVISIBLE.keys() & set(beyond_ascii(text))
    if not unseen:
        return FoldedText(text)
    nothing = dict.fromkeys(unseen, "")
    return FoldedText(_without(text, unseen), *_shifts(text, nothing))


def _without(text: str, characters: Iterable[str]) -> str:
    for character in characters:
        text = text.replace(character, "")
    return text


def fold_word(text: str) -> str:
    """Return a short string folded, without a map."""
    return text.lower() if text.isascii() else "".join(map(fold_character, text))


_ASCII = bytes(range(128))
_FEW = 48  # distinct characters beyond ASCII that are cheaper replaced one by one
_CAPITALS: dict[int, int | str] = {letter: letter + 32 for letter in range(ord("A"), ord("Z") + 1)}


def _replaced(text: str, folds: dict[str, str]) -> str:
    """Return the text with every character folded."""
    if len(folds) > _FEW:
        return text.translate(_CAPITALS | {ord(c): fold for c, fold in folds.items()})
    for character, fold in folds.items():  # each is one fast scan
        if character != fold:
            text = text.replace(character, fold)
    return text.lower()  # what is not ASCII has been folded, and stays as it is


def _shifts(text: str, odd: dict[str, str]) -> tuple[Sequence[int], Sequence[int]]:
    """Return where the distance between raw and folded offsets changes, and to what."""
    breaks, shifts = array("I"), array("i")  # as many as there are letters, in some scripts
    shift = 0
    for match in re.finditer(f"[{re.escape(''.join(sorted(odd)))}]", text):
        raw, width = match.start(), len(odd[match.group()])
        for extra in range(1, width):  # every piece of one character stands on that character
            breaks.append(raw - shift + extra)
            shifts.append(shift - extra)
        shift += 1 - width
        breaks.append(raw + 1 - shift)
        shifts.append(shift)
    return breaks, shifts
