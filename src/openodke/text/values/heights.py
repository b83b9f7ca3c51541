"""Where does a text give a length in feet and inches?

5'11", "5 ft 11 in" and "five-foot-11" are one length in two units. Only looked for when a claim is
one, and before it is refuted.
"""

from __future__ import annotations

import re
from collections import defaultdict

Spans = list[tuple[int, int]]
_HEIGHT = re.compile(
    r"(?<![\w.,])([0-9]{1,2}) ?(?:['’′]|-?(?:feet|foot|ft)(?![a-z])\.?)[ ,-]{0,2}"
    r"([0-9]{1,2}(?:\.[0-9])?)(?: ?(?:''|’’|[\"”″]|-?(?:inches|inch|in)(?![a-z])\.?)|(?!['\w]))"
)
_MOST_INCHES = 12


def claimed_inches(claimed: str) -> str:
    """Return the inches of a folded claim in feet and inches, "" for any other."""
    match = _HEIGHT.fullmatch(claimed)
    return _inches(match) if match else ""


def heights(folded: str) -> dict[str, Spans]:
    """Return where a folded text gives a length in feet and inches, by its inches."""
    found: defaultdict[str, Spans] = defaultdict(list)
    for match in _HEIGHT.finditer(folded):
        if inches := _inches(match):
            found[inches].append(match.span())
    return dict(found)


def _inches(match: re.Match[str]) -> str:
    feet, inches = int(match[1]), float(match[2])
    return f"{12 * feet + inches:g}" if inches < _MOST_INCHES else ""
