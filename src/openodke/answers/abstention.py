"""Does an answer decline to answer?"""

from __future__ import annotations

import re
from collections.abc import Iterable

from openodke.errors import InputError

DEFAULT_ABSTAIN = (
    "not in the provided context",
    "not in the context",
    "no information",
    "not enough information",
    "not have enough information",
    "insufficient information",
    "do not know",
    "cannot answer",
    "unable to answer",
    "cannot determine",
    "not stated",
    "not mentioned",
    "not specified",
    "does not mention",
)
"""Phrases that count as declining. None of them would also stand in an answer ("not available")."""

_APOSTROPHES = dict.fromkeys(map(ord, "’‘ʼ＇`´"), "'")
_ODD_NEGATIONS = re.compile(r"\b(?:can't|can not)\b|\b(wo|sha)n't\b")
_NEGATION = re.compile(r"n't\b")
_WHOLE = {"wo": "will not", "sha": "shall not", None: "cannot"}


def abstains(answer: str, markers: Iterable[str] | None) -> bool:
    """Tell whether one of the phrases stands in an answer.

    Case, white space and the kind of apostrophe do not count, and "isn't" is "is not" everywhere.

    Raises:
        InputError: for a marker that is no string.
    """
    said = _spelled_out(answer)
    return any(marker and marker in said for marker in _phrases(markers))


def _phrases(markers: Iterable[str] | None) -> list[str]:
    if markers is None:
        markers = DEFAULT_ABSTAIN
    elif isinstance(markers, str):
        markers = (markers,)
    return [_spelled_out(_checked(at, marker)) for at, marker in enumerate(markers)]


def _checked(at: int, marker: object) -> str:
    if not isinstance(marker, str):
        raise InputError(
            f"abstain_markers[{at}] is a {type(marker).__name__}: hand in a phrase as a string"
        )
    return marker


def _spelled_out(text: str) -> str:
    text = " ".join(text.lower().translate(_APOSTROPHES).split())
    return _NEGATION.sub(" not", _ODD_NEGATIONS.sub(lambda found: _WHOLE[found[1]], text))
