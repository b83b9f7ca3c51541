"""Where in this text may a value stand?

One pass finds runs of digits; another finds the words that may be numbers or months, by looking up
the text's words in one table, so that only words of the table cost more than a set look-up. Folding
keeps every offset: character i of the folded text is character i of the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from openodke.text.values.dates import MONTHS
from openodke.text.values.numerals import DECADE_WORDS, NUMBER_WORDS, VULGAR_FRACTIONS
from openodke.text.values.spaceless_letters import SPACELESS

_OTHER_MONTHS = """
janvier février mars avril mai juin juillet août septembre octobre novembre décembre
januar februar märz april mai juni juli august september oktober november dezember
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
januari februari maart april mei juni juli augustus september oktober november december
"""
"""French, German, Spanish, Italian, Portuguese and Dutch months, read only beside digits."""

ENGLISH_MONTHS = dict(MONTHS)
ALL_MONTHS = {
    name: number
    for line in _OTHER_MONTHS.split("\n")
    for number, name in enumerate(line.split(), start=1)
} | ENGLISH_MONTHS  # fmt: skip
"""Every month name that is read beside digits, lower case, to 1-12."""

DIGITS, WORD, MONTH, DECADE, FRACTION = range(5)


class Token(NamedTuple):
    """A place where a value may stand; `end` is before letters glued to digits."""

    start: int
    end: int
    kind: int
    text: str
    """The digits with their inner separators, or the word, lower case."""
    glue: str = ""
    """Letters that follow digits without a space: "th", "km", "bn"; never spaceless ones."""


_TRIGGERS = frozenset({*NUMBER_WORDS, *ALL_MONTHS, *DECADE_WORDS})
_KIND_OF = {
    **dict.fromkeys(ALL_MONTHS, MONTH),
    **dict.fromkeys(DECADE_WORDS, DECADE),
    **dict.fromkeys(NUMBER_WORDS, WORD),
}
_TRIGGER_BYTES = frozenset(word.encode("latin-1") for word in _TRIGGERS)
_ONLY_LETTERS = bytes(code if chr(code).islower() else 0x20 for code in range(256))
_DIGITS = re.compile(  # one class first: fast search
    rf"([0-9][0-9]*(?:[.,'’][0-9]+)*)([^\W\d_{SPACELESS}]*)"
)
_NOT_ASCII = re.compile("[^\x00-\x7f]")
_FRACTION = re.compile(f"(?<![0-9])[{''.join(VULGAR_FRACTIONS)}]")

_SPACES = "\t\n\r\v\f\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
_SPACES += "\u202f\u205f\u3000\u2028\u2029"
_CONTROLS = dict.fromkeys((*range(0x20), *range(0x7F, 0xA0)), " ")
_LOOKALIKES = dict(zip("٫٬‐‑﹣٪", ".,---%", strict=True))


_PLAIN = {
    **dict.fromkeys(_SPACES, " "),
    **_LOOKALIKES,
    **{chr(code): chr(code - 0xFEE0).lower() for code in range(0xFF01, 0xFF5F)},
}


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    """Return the ASCII spelling of a digit, space or full-width form; any other as it is."""
    plain = _PLAIN.get(character)
    return plain or str(unicodedata.decimal(character, character))


def fold_values(text: str) -> str:
    """Lower the case and give digits, spaces and full-width forms their ASCII spelling."""
    folded = text.lower()
    if len(folded) != len(text):
        folded = "".join(low if len(low := char.lower()) == 1 else char for char in text)
    if not text.isascii():
        for char in set(_NOT_ASCII.findall(folded)):
            plain = _plain(char)
            if plain != char:
                folded = folded.replace(char, plain)
    for space in "\n\t\r":
        folded = folded.replace(space, " ")
    if not folded.isprintable():  # the end of a page, a cell of a table
        folded = folded.translate(_CONTROLS)
    return folded


def value_tokens(folded: str) -> list[Token]:
    """List the runs of digits and the number, month and decade words of a folded text, in order."""
    tokens = [
        Token(match.start(), match.end(1), DIGITS, match[1], match[2])
        for match in _DIGITS.finditer(folded)
    ]
    words = list(_word_tokens(folded))
    if not words:
        return tokens
    tokens += words
    tokens.sort()
    return tokens


def _trigger_words(folded: str) -> list[str]:
    """Name the words of the table that the text has, each once, in no order.

    Every word of the table is Latin-1, so that all else may become a space: splitting bytes costs a
    quarter of matching a pattern.
    """
    words = folded.encode("latin-1", "replace").translate(_ONLY_LETTERS).split()
    return [word.decode("latin-1") for word in _TRIGGER_BYTES.intersection(words)]


def _word_tokens(folded: str) -> Iterator[Token]:
    """Find every place of every such word, by search and not by a pattern."""
    for word in _trigger_words(folded):
        kind, size = _KIND_OF[word], len(word)
        start = folded.find(word)
        while start >= 0:
            end = start + size
            if not (folded[start - 1 : start].isalnum() or folded[end : end + 1].isalpha()):
                yield Token(start, end, kind, word)
            start = folded.find(word, end)
    if any(fraction in folded for fraction in VULGAR_FRACTIONS):  # faster than the pattern
        for match in _FRACTION.finditer(folded):
            yield Token(match.start(), match.end(), FRACTION, match[0])
