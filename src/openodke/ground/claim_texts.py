"""Which rows are one claim on several texts, and what does none of its texts hold?

A row of a framework's graph has the id `<document ordinal>/<kind>/<index>[/<part>]`: rows that
differ in the first part alone are one claim, read in several texts. A merged description takes its
words from all of them, so only what is missing from every one of them was made up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from openodke.model import Fact

_ROW_ID = re.compile(r"\d+/(\w+/.+)", re.ASCII)


def claim_key(row_id: str) -> str | None:
    """Return what the ids of all rows of one claim share, None for an id of another form."""
    if "/" not in row_id:
        return None
    match = _ROW_ID.fullmatch(row_id)
    return match.group(1) if match else None


def missing_parts(seen: Iterable[str]) -> frozenset[str]:
    """Return the names and values of a claim that a text does not hold, out of what was seen."""
    return frozenset(s for s in seen if s.endswith(":absent") or s.startswith("value:"))


class ClaimTexts:
    """Remembers, for each claim on several texts, what is missing from all of those seen."""

    def __init__(self) -> None:
        """Know of no claim yet."""
        self._missing: dict[tuple[str, ...], frozenset[str]] = {}
        self.disagree = False

    def note(self, fact: Fact, missing: frozenset[str]) -> None:
        """Note one text of a claim, and what is missing from it."""
        claim = texts_key(fact)
        if claim is None:
            return
        held = self._missing.get(claim)
        self.disagree = self.disagree or (held is not None and held != missing)
        self._missing[claim] = missing if held is None else held & missing

    def missing_everywhere(self, fact: Fact, missing: frozenset[str]) -> frozenset[str]:
        """Return those of the missing parts that no text of the claim holds."""
        claim = texts_key(fact)
        return missing if claim is None else missing & self._missing.get(claim, missing)


def texts_key(fact: Fact) -> tuple[str, ...] | None:
    """Return what rows of one claim share: their place, and what they say; None for no place."""
    key = claim_key(fact.id)
    return None if key is None else (key, *fact.signature[:4])
