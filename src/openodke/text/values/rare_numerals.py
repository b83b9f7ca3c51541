"""Where does a text write a number as a Roman numeral, or zero as "no"?

Only looked for before a bare number is refuted.
"""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import islice

Spans = list[tuple[int, int]]
MOST_SPANS = 8
"""Places of one value that are shown."""
_ROMAN = re.compile(r"[IVXLCDM][IVXLCDM]*(?!\w)")  # one class first: fast search
_NONE = re.compile(r"\b(?:no|none|nil|never|without|nobody|nothing)\b")


def nothings(folded: str) -> Spans:
    """List the first places of the words for nothing in a folded text."""
    return [match.span() for match in islice(_NONE.finditer(folded), MOST_SPANS)]


def roman_numerals(text: str) -> dict[str, Spans]:
    """List the first places of each Roman numeral; of those of one letter, V and X."""
    found: defaultdict[str, Spans] = defaultdict(list)
    for match in _ROMAN.finditer(text):
        numeral, start = match.group(), match.start()
        is_word = not (start and text[start - 1].isalnum())
        if is_word and (len(numeral) > 1 or numeral in "VX"):
            found[numeral].append(match.span())
    return {numeral: places[:MOST_SPANS] for numeral, places in found.items()}
