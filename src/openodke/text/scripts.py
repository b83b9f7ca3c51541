"""In which scripts is a text written, and could a name of another script stand in it?"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache

from openodke.text.folding import beyond_ascii
from openodke.text.memo import remembered

# Scripts that one language mixes count as one.
_ONE_SCRIPT = {
    "CJK": "han", "HIRAGANA": "han", "KATAKANA": "han", "IDEOGRAPHIC": "han", "BOPOMOFO": "han",
    "KATAKANA-HIRAGANA": "han",
}  # fmt: skip


_SHARE = 0.5
_PER_HAN = 3  # letters of an alphabet that say as much as a character for a syllable or a word
_DENSE = frozenset({"han", "hangul"})
_NO_LETTERS = bytes(code for code in range(128) if not chr(code).isalpha())
_LATIN_LETTER = re.compile("[A-Za-z]")  # no other letter is ASCII


@lru_cache(maxsize=65536)
def script_of(character: str) -> str:
    """Return the script of a letter in small letters ("latin", "han", …), "" for anything else.

    Source: the first word of the character's name in the Unicode Character Database.
    """
    if not character.isalpha():
        return ""
    first = unicodedata.name(unicodedata.normalize("NFKC", character)[0], "").partition(" ")[0]
    return _ONE_SCRIPT.get(first, first.lower())


@remembered(8192)
def scripts_of(text: str) -> frozenset[str]:
    """Return the scripts that a short text, such as a name, is written in."""
    return scripts_of_text(text)


def main_scripts(text: str) -> frozenset[str]:
    """Return the scripts that a text is mostly written in: not the one of a few foreign names.

    A character that stands for a syllable or a word counts as three letters. All scripts that have
    half as many letters as the first one are returned.
    """
    counted = Counter(latin=len(text.encode("ascii", "ignore").translate(None, _NO_LETTERS)))
    for character, times in Counter(beyond_ascii(text)).items():
        if script := script_of(character):
            counted[script] += times * (_PER_HAN if script in _DENSE else 1)
    most = max(counted.values(), default=0)
    return frozenset(script for script, times in counted.items() if times > _SHARE * most)


def scripts_of_text(text: str) -> frozenset[str]:
    """Return the scripts that a text is written in; not remembered, so a long one is let go."""
    scripts = set(map(script_of, set(beyond_ascii(text))))
    if _LATIN_LETTER.search(text):
        scripts.add("latin")
    return frozenset(filter(None, scripts))
