"""By what is a claim known again, when ids, row numbers and the names of documents are new?

By all that it says, the text that it is held against, and the other texts of the same claim: what
one of them lacks, another may hold, so a claim on other texts than before is another question.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from hashlib import sha256

from openodke.interop import RowPlace
from openodke.model import CLAIM, OBJECT_TYPE, QUOTE, Entity, Fact, SpanOrigin

Claim = tuple[str, int, int | None]
"""What tells one claim from another: the kind, the item, and which of its descriptions."""


class ClaimKeys:
    """The keys of the claims of one export."""

    def __init__(self, rows: Iterable[tuple[RowPlace, Fact, str | None]]) -> None:
        """Note the text of every row, by its hash; None is a row without one, which has no key."""
        self._texts: dict[Claim, set[str]] = defaultdict(set)
        for place, fact, text in rows:
            if text is not None and fact.evidence:
                self._texts[claim_of(place)].add(text)

    def of(self, place: RowPlace, fact: Fact, text: str | None) -> str | None:
        """Return the key of one row, None where it has no text."""
        if text is None or not fact.evidence:
            return None
        content = (place.kind, *_said(fact), text, sorted(self._texts[claim_of(place)]))
        return text_hash(json.dumps(content))


def text_hash(text: str) -> str:
    """Return the SHA-256 of a text."""
    return sha256(text.encode(errors="surrogatepass")).hexdigest()


def claim_of(place: RowPlace) -> Claim:
    """Return what the rows of one claim share."""
    return place.kind, place.index, place.part


def _said(fact: Fact) -> Iterable[object]:
    """Yield what the fact says, and where it says that it stands."""
    yield from _named(fact.subject)
    yield fact.predicate
    if fact.object_entity is None:
        yield fact.object_value
    else:
        yield from _named(fact.object_entity)
    yield fact.polarity.value
    for key in (CLAIM, OBJECT_TYPE, QUOTE):
        yield fact.qualifiers.get(key)
    span = fact.evidence[0].span
    if span is not None and fact.evidence[0].span_origin is not SpanOrigin.CONTEXT:
        yield from (span.start, span.end)


def _named(entity: Entity) -> Iterable[object]:
    """Return the names alone: the type of an end is known only where its entity is at hand."""
    return entity.name, entity.aliases
