"""Which claim does a person mean: by its id, the beginning of it, or by what it says?"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from openodke.text.folding import fold_word
from openodke.validation.run_record import RecordLine

_NEAR = 5
_LONGEST = 160  # characters of a claim in a list: a description is a paragraph
_LEAST_LIKENESS = 60.0


class Named(NamedTuple):
    """A claim that may be meant, what it says, and the names of its subject and object."""

    id: str
    said: str
    ends: tuple[str, str] = ("", "")

    def __str__(self) -> str:
        """Render as a line of a list."""
        said = self.said if len(self.said) <= _LONGEST else f"{self.said[: _LONGEST - 1]}…"
        return f"{self.id}  {said}"


class Wanted:
    """The words by which a claim is asked for.

    A claim is meant when its subject, predicate and object hold every word, whole, in any order and
    case: `office_in` stands for "office in" too.
    """

    def __init__(self, words: str) -> None:
        """Take the words as a person typed them."""
        self.words = words
        given = words.split()
        self._plain = tuple(filter(None, (_plain(word, str.casefold) for word in given)))
        self._folded = tuple(filter(None, (_plain(word, fold_word) for word in given)))
        # A line that lacks one of these bytes lacks the word; JSON escapes only what is left out.
        self._bytes = tuple(
            part.encode() for word in self._plain for part in word.split() if part.isascii()
        )

    def among(self, lines: Iterable[RecordLine]) -> list[Named]:
        """Return the claims that hold the words as they are typed."""
        if not self._plain:
            return []
        held = (line for line in lines if self._may_be_in(line.text))
        return _holding(map(named, held), self._plain, str.casefold)

    def folded_among(self, lines: Iterable[RecordLine]) -> list[Named]:
        """Return the claims that hold the words with other accents, or without."""
        return _holding(map(named, lines), self._folded, fold_word) if self._folded else []

    def near(self, lines: Iterable[RecordLine]) -> list[Named]:
        """Return the few claims that are most like what was asked for, the likest first."""
        from rapidfuzz import fuzz, process

        claims = {line.id: named(line) for line in lines}
        held = {own: claim.said for own, claim in claims.items()}
        scores: dict[str, float] = {}
        for choices, scorer in ((held, fuzz.WRatio), ({own: own for own in held}, fuzz.ratio)):
            found = process.extract(
                self.words,
                choices,
                scorer=scorer,
                processor=str.casefold,
                limit=_NEAR,
                score_cutoff=_LEAST_LIKENESS,
            )
            for _, score, own in found:
                scores[own] = max(score, scores.get(own, 0.0))
        likest = sorted(scores, key=lambda own: -scores[own])[:_NEAR]
        return [claims[own] for own in likest]

    def _may_be_in(self, line: bytes) -> bool:
        lowered = line.lower()
        return all(part in lowered for part in self._bytes)


def named(line: RecordLine) -> Named:
    """Return the claim of a line, said as a fact says it (see `said`)."""
    data = line.data()
    subject, obj = data.get("subject") or {}, data.get("object_entity")
    who = subject.get("label") or subject.get("key")
    what = (obj.get("label") or obj.get("key")) if obj else data.get("object_value")
    polarity = data.get("polarity", "asserted")
    denied = "" if polarity == "asserted" else f" [{polarity}]"
    claim = f"{who} —{data.get('predicate')}→ {what}{denied}"
    return Named(line.id, " ".join(claim.splitlines()), (str(who), str(what)))


def wholly_named(claims: Sequence[Named], words: str) -> list[Named]:
    """Return the claims both of whose ends are wholly among the words."""
    given = set(_plain(words, fold_word).split())
    return [c for c in claims if given.issuperset(_plain(" ".join(c.ends), fold_word).split())]


def _holding(
    claims: Iterable[Named], words: tuple[str, ...], fold: Callable[[str], str]
) -> list[Named]:
    """Return the claims that hold all of the words."""
    found = []
    for claim in claims:
        text = f" {_plain(claim.said, fold)} "
        if all(f" {word} " in text for word in words):
            found.append(claim)
    return found


def _plain(text: str, fold: Callable[[str], str]) -> str:
    """Return the words of a text, folded, a space between each two."""
    return " ".join(re.findall(r"[^\W_]+", fold(text)))
