"""What do the characters and tokens beside a number say about it?

Two questions asked of every token before it is read: does it belong to a word, and does it stand so
alone that nothing around it changes what it means?
"""

from __future__ import annotations

import re

from openodke.text.values.measure_readings import AFTER_WORDS, BEFORE_WORDS, CURRENCY_CODES
from openodke.text.values.numerals import NUMBER_WORDS
from openodke.text.values.spaceless_letters import is_spaceless
from openodke.text.values.value_tokens import ALL_MONTHS, DIGITS, MONTH, Token

_HYPHEN_PREFIXES = frozenset(
    "mid pre post early late non circa ca to and of under over top aged age then since until"
    " approximately about some around plus between through or by up ex".split()
)
_GLUED_PREFIXES = CURRENCY_CODES | {"fy", "cy", "c", "ca", "no", "nr", "n", "p", "pp", "vol", "ch"}
_LETTERS = re.compile(r"(?<![^\W\d_])[^\W\d_]{1,14}$")
_NEXT_WORD = re.compile(r"[^\W\d_]+")
_NUMERIC_DATE = re.compile(r"[0-3]?[0-9]([/.])[0-3]?[0-9]\1[12][0-9]{3}(?![0-9])")
_BEFORE_CODE = re.compile(r"_\w")
_ENDS = frozenset(",;)]:.?!\"'")
_NEAR = 8
"""Tokens further apart than this never form one number."""
_FIRST_UNREAD = "\u0900"
"""No letter from here on is looked up as a word: Indian vowel signs and Han end none."""
_BEFORE_WORD_NUMBER = ("a ", "a-", "minus ", "negative ", "aged ")


def inside_word(folded: str, tokens: list[Token], index: int) -> bool:
    """Tell digits of a name or a code from a number: Covid-19, B12.

    A hyphen after a word of time ("mid-1990s") or before a date ("Paris-4 November 1987") is none
    of a name.
    """
    start = tokens[index].start
    before = folded[start - 1 : start]
    if before == "_" or _BEFORE_CODE.match(folded, tokens[index].end):
        return True
    if before.isalpha() and not is_spaceless(before):
        if before == "x" and folded[start - 2 : start - 1].isdigit():
            return False
        word = _LETTERS.search(folded, max(0, start - 15), start)
        return word is None or word[0] not in _GLUED_PREFIXES
    if before != "-" or not folded[start - 2 : start - 1].isalpha():
        return False
    if index + 1 < len(tokens) and tokens[index + 1].kind == MONTH:
        return False
    if _NUMERIC_DATE.match(folded, start):
        return False
    word = _LETTERS.search(folded, max(0, start - 16), start - 1)
    return word is None or not (
        word[0] in _HYPHEN_PREFIXES or word[0] in NUMBER_WORDS or word[0] in ALL_MONTHS
    )


def digits_stand_alone(folded: str, tokens: list[Token], index: int) -> bool:
    """Tell quickly that nothing around plain digits changes what they mean."""
    token = tokens[index]
    if token.glue or not token.text.isdigit() or len(token.text) > 4:
        return False
    start, end = token.start, token.end
    before = folded[start - 1 : start]
    if before == " ":
        word = folded[folded.rfind(" ", max(0, start - 12), start - 1) + 1 : start - 1]
        if word in BEFORE_WORDS or not word[-1:].isalpha():
            return False
    elif before not in ("(", ""):
        return False
    if index + 1 < len(tokens):
        following = tokens[index + 1]
        if following.kind != DIGITS and following.start - end < _NEAR:
            return False
    after = folded[end : end + 1]
    if after == " ":
        match = _NEXT_WORD.match(folded, end + 1)
        return match is not None and match[0] not in AFTER_WORDS and match[0] < _FIRST_UNREAD
    return (after in _ENDS or not after) and not folded[end + 1 : end + 2].isdigit()


def word_stands_alone(folded: str, tokens: list[Token], index: int) -> bool:
    """Tell quickly that nothing around a number word changes what it means."""
    token = tokens[index]
    if index + 1 < len(tokens) and tokens[index + 1].start - token.end < _NEAR:
        return False
    if folded.endswith(_BEFORE_WORD_NUMBER, 0, token.start):
        return False
    match = _NEXT_WORD.match(folded, token.end + 1)
    return match is None or match[0] not in AFTER_WORDS
