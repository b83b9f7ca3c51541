"""Does the cited span exist, and does it say what it is quoted for?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

from openodke.ground.stamp import SPAN, place, stamped, stands
from openodke.model import Document, Evidence, Fact, GroundingVerdict
from openodke.model.frozen import replaced
from openodke.model.keys import QUOTE


class SpanStatus(StrEnum):
    """What the free check finds of one piece of evidence. Source: the grounding page."""

    LOCATED = "located"
    NO_SPAN = "no_span"
    FOREIGN = "foreign"
    OUT_OF_RANGE = "out_of_range"
    EMPTY = "empty"
    QUOTE_MISMATCH = "quote_mismatch"

    @property
    def rejected(self) -> bool:
        """Whether the span is wrong, and not only unknown to this document."""
        return self in _REJECTED


_REJECTED = {SpanStatus.OUT_OF_RANGE, SpanStatus.EMPTY, SpanStatus.QUOTE_MISMATCH}


def check_span(evidence: Evidence, doc: Document) -> SpanStatus:
    """Classify one piece of evidence against its document; costs no call.

    The range is judged before the quote, since a slice outside the text is cut short silently.
    """
    span = evidence.span
    if span is None:
        return SpanStatus.NO_SPAN
    if span.doc_id != doc.id:
        return SpanStatus.FOREIGN
    if not 0 <= span.start <= span.end <= len(doc.text):
        return SpanStatus.OUT_OF_RANGE
    if span.start == span.end:
        return SpanStatus.EMPTY
    if span.quote is not None and doc.text[span.start : span.end] != span.quote:
        return SpanStatus.QUOTE_MISMATCH
    return SpanStatus.LOCATED


class SpanGrounder:
    """Drops the spans that are wrong; a fact left without one that holds is not found.

    Attributes:
        stats: `facts`, `skipped` (a verdict stood), a count for each SpanStatus, `not_found` and
            `no_source` (the fact cites no document).
    """

    def __init__(self, *, reground: bool = False) -> None:
        """Leave a verdict that stands alone unless `reground`."""
        self.reground = reground
        self.stats: Counter[str] = Counter(
            dict.fromkeys(("facts", "skipped", *SpanStatus, "not_found", "no_source"), 0)
        )

    def ground(self, fact: Fact, doc: Document) -> Fact:
        """Return the fact unchecked where a span holds, else not found.

        Source: the grounding page.
        """
        self.stats["facts"] += 1
        if not self.reground and stands(fact, SPAN):
            self.stats["skipped"] += 1
            return fact
        if not fact.evidence:
            self.stats["no_source"] += 1
            return stamped(fact, GroundingVerdict.UNCHECKED, grounder=SPAN, reason="no_source")
        statuses = [check_span(evidence, doc) for evidence in fact.evidence]
        for status in statuses:
            self.stats[status] += 1
        if SpanStatus.LOCATED in statuses and not any(s.rejected for s in statuses):
            return fact
        return self._settled(fact, doc, statuses)

    def ground_many(self, facts: Iterable[Fact], doc: Document) -> list[Fact]:
        """Return the facts of one document, grounded, in order."""
        return [self.ground(fact, doc) for fact in facts]

    def _settled(self, fact: Fact, doc: Document, statuses: list[SpanStatus]) -> Fact:
        kept = tuple(
            evidence
            for evidence, status in zip(fact.evidence, statuses, strict=True)
            if not status.rejected
        )
        if SpanStatus.LOCATED in statuses:
            return replaced(fact, evidence=kept)
        self.stats["not_found"] += 1
        return stamped(
            fact,
            GroundingVerdict.NOT_FOUND,
            grounder=SPAN,
            reason=_reason(fact, statuses),
            suspicion=1.0,
            looked_at=place(doc.id, [(0, len(doc.text))]),
            evidence=kept,
        )


def _reason(fact: Fact, statuses: list[SpanStatus]) -> str:
    rejected = next((status for status in statuses if status.rejected), None)
    if rejected:
        return rejected.value
    return "quote_absent" if QUOTE in fact.qualifiers else statuses[0].value
