"""Which key does an entity get from its type and name, when nobody gave it one?"""

from __future__ import annotations

import unicodedata

from openodke.text.memo import remembered


@remembered(65536)
def entity_key(entity_type: str, name: str) -> str:
    """Return `<type>:<name>` with the name's case, spacing and surrounding punctuation folded.

    Deciding that two such keys are one entity is a resolver's work. Source: the loaders page. A
    name of punctuation only keeps it, since an empty name would make all of them one.
    """
    folded = " ".join(unicodedata.normalize("NFKC", name).casefold().split())
    start, end = 0, len(folded)
    while start < end and _surrounds(folded[start]):
        start += 1
    while end > start and _surrounds(folded[end - 1]) and folded[end - 1] not in "+#":
        end -= 1
    return f"{entity_type}:{folded[start:end] or folded or name}"


def _surrounds(character: str) -> bool:
    """Whether a character at an edge of a name is no part of it: no letter, digit or mark."""
    return unicodedata.category(character)[0] in "CPSZ"
