"""Are digits in groups with spaces one number beyond doubt?

The 300 of "about 2 300 visitors" is none of its own; in "on day 2 300 visitors came" it is, and
nothing in the text tells that from "came 2 300 visitors".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from openodke.text.values.value_tokens import Token

_BLANKS = frozenset(" \u00a0\u2007\u2008\u2009\u200a\u202f")
_SURE = (
    "the|an?|of|with|for|about|around|over|than|some|nearly|almost|approximately|roughly|least|most"
    "|was|were|are|is|has|have|had|been|only|just|all|these|those|its|their|his|her|our|my|and|or"
    "|totals?|total|totalling|totaling|reached|exceeds|exceeded|exceeding|circa|ca"
    "|les|des|de|à|est|sont|environ|ungefähr|etwa|rund|über|sind|av|på|cirka"
)
_SURE_BEFORE = re.compile(rf"(?:^|[.!?;,(\[\"“‘|>~≈$€£¥]|(?<![^\W_])(?:{_SURE})) ?$")
_UNSURE_BEFORE = re.compile(r"(?:[0-9][.,;]?|\bage of|\bages of|\baged) ?$")
_WINDOW = 16


def is_one_number(raw: str, folded: str, groups: Sequence[Token]) -> bool:
    """Tell whether nothing lets groups of digits be numbers of their own.

    Only blanks are between them, no line's end, and the word before the first takes no number:
    "the", "about", "were", not "room" or "day".
    """
    if any(raw[one.end] not in _BLANKS for one in groups[:-1]):
        return False
    start = groups[0].start
    before = folded[max(0, start - _WINDOW) : start]
    if start > _WINDOW:
        before = "…" + before  # no beginning of the text
    return bool(_SURE_BEFORE.search(before)) and not _UNSURE_BEFORE.search(before)
