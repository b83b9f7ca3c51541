"""Which names name nothing: a dash, an invisible character, N/A?"""

from __future__ import annotations

from unicodedata import category

_LONGEST = 12  # characters of an N/A with what is put around it


def says_nothing(name: str) -> bool:
    """Tell whether a name has neither letter, digit nor symbol, or is N/A.

    Words such as `none` and `unknown` are names: of a band, a film, a soldier.
    """
    if all(map(_is_silent, name)):
        return True
    if len(name) > _LONGEST or "/" not in name:
        return False
    return "".join(c for c in name if not _is_silent(c)).casefold() == "na"


def _is_silent(character: str) -> bool:
    """Whether a character is space, punctuation or invisible."""
    kind = category(character)
    return kind[0] in "PZ" or kind in ("Cc", "Cf")
