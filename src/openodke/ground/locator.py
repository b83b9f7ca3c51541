"""Which sentence of a text states a claim that cites none? Source: the grounding page."""

from __future__ import annotations

from collections import Counter

from openodke.model import Document, Evidence, Fact, GroundingVerdict, Span, SpanOrigin
from openodke.model.frozen import replaced
from openodke.model.keys import QUOTE


def locate_span(fact: Fact, doc: Document) -> Span | None:
    """Return the narrowest window of one sentence, or two adjacent ones, that names both ends.

    One sentence beats two, then the narrower window, then the earlier. None where no window names
    the subject and, apart from it, the object.
    """
    from openodke.ground.window import find_window  # reads text, which an import need not pay for

    window = find_window(fact, doc.text)
    if window is None:
        return None
    start, end = window
    return Span(doc_id=doc.id, start=start, end=end, quote=doc.text[start:end])


def located(fact: Fact, doc: Document) -> Fact | None:
    """Return the fact citing the window that states it, None where there is none."""
    span = locate_span(fact, doc)
    if span is None:
        return None
    evidence = tuple(
        replaced(held, span=span, span_origin=SpanOrigin.LOCATED) if _is_open(held, doc) else held
        for held in fact.evidence
    )
    return replaced(fact, evidence=evidence)


class SpanLocator:
    """Gives a fact that cites no span the window that states it; touches no citation.

    Attributes:
        stats: `facts` that had no span of their own, `located` and `not_located`.
    """

    def __init__(self) -> None:
        """Start counting at zero."""
        self.stats: Counter[str] = Counter(facts=0, located=0, not_located=0)

    def locate(self, fact: Fact, doc: Document) -> Fact:
        """Return the fact with a located span, or as it is."""
        if fact.verdict is not GroundingVerdict.UNCHECKED or QUOTE in fact.qualifiers:
            return fact  # a quote that is not in the text is a citation, and a wrong one
        if not any(_is_open(evidence, doc) for evidence in fact.evidence):
            return fact
        self.stats["facts"] += 1
        found = located(fact, doc)
        self.stats["not_located" if found is None else "located"] += 1
        return fact if found is None else found


def _is_open(evidence: Evidence, doc: Document) -> bool:
    """Whether nobody chose a span: there is none, or it is the whole text."""
    if evidence.doc_id != doc.id:
        return False
    return evidence.span is None or evidence.span_origin is SpanOrigin.CONTEXT
