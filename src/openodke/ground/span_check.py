"""Does the cited span exist, and does it say what it is quoted for?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

from openodke.ground.review import unmarked
from openodke.ground.stamp import SPAN, place, stamped, stands
from openodke.model import Document, Evidence, Fact, GroundingVerdict
from openodke.model.frozen import replaced, without
from openodke.model.keys import GROUND, QUOTE


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


_OUTCOMES = ("not_found", "no_source", "no_text")
_ONE_THAT_HOLDS = [SpanStatus.LOCATED]
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
    start, end, quote, text = span.start, span.end, span.quote, doc.text
    if not 0 <= start <= end <= len(text):
        return SpanStatus.OUT_OF_RANGE
    if start == end:
        return SpanStatus.EMPTY
    if quote is not None and text[start:end] != quote:
        return SpanStatus.QUOTE_MISMATCH
    return SpanStatus.LOCATED


class SpanGrounder:
    """Drops the spans that are wrong; a fact left without one that holds is not found."""

    def __init__(self, *, reground: bool = False) -> None:
        """Leave a verdict that stands alone unless `reground`."""
        self.reground = reground
        keys = ("facts", "skipped", *(status.value for status in SpanStatus), *_OUTCOMES)
        self._counts: Counter[str] = Counter(dict.fromkeys(keys, 0))
        self._plain = 0  # facts whose one span holds: nearly all, so they are counted apart

    @property
    def stats(self) -> Counter[str]:
        """The counts so far.

        `facts`, `skipped` (a verdict stood), one for each SpanStatus, `not_found`, `no_source` (the
        fact cites no document) and `no_text` (the document is empty).
        """
        counts = self._counts.copy()
        counts["facts"] += self._plain
        counts["located"] += self._plain
        return counts

    def ground(self, fact: Fact, doc: Document) -> Fact:
        """Return the fact unchecked where a span holds, else not found.

        Source: the grounding page.
        """
        if not self.reground and stands(fact, SPAN):
            self.skip()
            return fact
        if not doc.text:
            self._counts.update(("facts", "no_text"))
            return stamped(fact, GroundingVerdict.UNCHECKED, grounder=SPAN, reason="no_text")
        statuses = [check_span(evidence, doc) for evidence in fact.evidence]
        if statuses == _ONE_THAT_HOLDS:
            self._plain += 1
            return _reopened(fact)
        self._counts["facts"] += 1
        self._counts.update(status.value for status in statuses)
        if not statuses:
            self._counts["no_source"] += 1
            return stamped(fact, GroundingVerdict.UNCHECKED, grounder=SPAN, reason="no_source")
        if SpanStatus.LOCATED in statuses and not any(s.rejected for s in statuses):
            return _reopened(fact)
        return self._settled(fact, doc, statuses)

    def skip(self) -> None:
        """Count a fact whose verdict stands."""
        self._counts.update(("facts", "skipped"))

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
            return replaced(_reopened(fact), evidence=kept)
        self._counts["not_found"] += 1
        return stamped(
            fact,
            GroundingVerdict.NOT_FOUND,
            grounder=SPAN,
            reason=_reason(fact, statuses),
            suspicion=1.0,
            looked_at=place(doc.id, [(0, len(doc.text))]),
            evidence=kept,
        )


def _reopened(fact: Fact) -> Fact:
    """Return the fact without the verdict that is asked about again, and what it was marked for."""
    if fact.verdict is GroundingVerdict.UNCHECKED:
        return fact
    kept = without(unmarked(fact.qualifiers), GROUND)
    return replaced(fact, verdict=GroundingVerdict.UNCHECKED, qualifiers=kept)


def _reason(fact: Fact, statuses: list[SpanStatus]) -> str:
    rejected = next((status for status in statuses if status.rejected), None)
    if rejected:
        return rejected.value
    return "quote_absent" if QUOTE in fact.qualifiers else statuses[0].value
