"""Which version of a program is this, and does a text name it?"""

from __future__ import annotations

import re

_STAGE = r"(?:rc|alpha|beta|dev|post|pre|preview|snapshot|final|a|b)"
_PIECES = rf"[0-9]+(?:\.[0-9]+)*(?:[-+.]?{_STAGE}[.-]?[0-9]*)?"
_CLAIM = re.compile(rf"(?:version |v\.? ?)?({_PIECES})")
_MARKED = re.compile(rf"version |v|[0-9]+\.[0-9]+\.|.*[0-9][-+.]?{_STAGE}[.-]?[0-9]*$")
_IN_TEXT = re.compile(rf"(?<![0-9.])({_PIECES})(?![0-9a-z]|[.-][0-9])")
_PIECE = re.compile(r"[0-9]+|[a-z]+")

Version = tuple[str, ...]


def claimed_version(claimed: str) -> Version:
    """Give the pieces of a folded claim that is a version ("v2.14.0-rc.1"), else an empty tuple.

    Two numbers with a point are one only after "v" or "version".
    """
    match = _CLAIM.fullmatch(claimed)
    if match is None or "." not in match[1] or not _MARKED.match(claimed):
        return ()
    pieces = _PIECE.findall(match[1])
    while len(pieces) > 1 and pieces[-1] == "0":
        pieces.pop()
    return tuple(pieces)


def version_spans(folded: str, claimed: Version) -> list[tuple[int, int]]:
    """List where a version or one of its line stands: 2.14.0-rc.1 is one of 2.14."""
    return [
        match.span()
        for match in _IN_TEXT.finditer(folded)
        if tuple(_PIECE.findall(match[1]))[: len(claimed)] == claimed
    ]
