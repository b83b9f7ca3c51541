"""Which letters are written without spaces between words, so that none of them ends a number?

Han, kana and Hangul, and the letters of Thai, Lao, Burmese and Khmer. Hangul has spaces, but its
counters and particles stand against the digits.
"""

from __future__ import annotations

import re

SPACELESS = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf"
    "\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003134f"
)
"""The inside of a character class of a pattern."""

FIRST_SPACELESS = SPACELESS[0]
"""No such letter sorts before this one: the quick way to leave the others out."""

_SPACELESS = re.compile(f"[{SPACELESS}]")


def is_spaceless(character: str) -> bool:
    """Tell whether a character is such a letter; false for the empty string."""
    return character >= FIRST_SPACELESS and _SPACELESS.match(character) is not None
