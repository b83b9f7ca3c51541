"""Which wider passage may state what a narrow citation does not? Source: the grounding page."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter

from openodke.model import Document, Evidence, Fact, GroundingVerdict, Span
from openodke.model.fact import qualified
from openodke.model.frozen import FrozenDict, FrozenList, replaced
from openodke.model.keys import WIDEN

Offsets = tuple[int, int]

KEYS = ("retried", "recovered")


def widened(start: int, end: int, text: str) -> Offsets | None:
    """Return the half-open offsets of the sentences a span crosses; None where it fills them.

    A sentence that adds nothing but punctuation is no wider.
    """
    from openodke.text.reading import read  # reads text, which an import need not pay for

    sentences = read(text).index.sentences
    first = max(0, bisect_right(sentences, (start, len(text))) - 1)
    if first < len(sentences) and sentences[first][1] <= start:
        first += 1  # the span begins in the white space after it
    after = bisect_left(sentences, (end, 0))
    if first >= after:
        return None
    low, high = min(start, sentences[first][0]), max(end, sentences[after - 1][1])
    added = text[low:start] + text[end:high]
    return (low, high) if any(character.isalnum() for character in added) else None


class Widening:
    """Counts second questions, and writes what came of each.

    Attributes:
        stats: `retried` and `recovered`.
    """

    def __init__(self) -> None:
        """Start at zero."""
        self.stats: Counter[str] = Counter(dict.fromkeys(KEYS, 0))

    def noted(self, fact: Fact, narrow: Offsets, wide: Offsets, verdict: GroundingVerdict) -> Fact:
        """Return the fact with the attempt under `odke.widen`, whatever came of it."""
        self.stats["retried"] += 1
        record = FrozenDict(
            {"from": FrozenList(narrow), "to": FrozenList(wide), "verdict": verdict.value}
        )
        return qualified(fact, WIDEN, record)

    def recovered(self, fact: Fact, cited: Evidence, wide: Offsets, doc: Document) -> Fact:
        """Return the fact resting on the wider span, its narrow citation kept as the mention."""
        self.stats["recovered"] += 1
        start, end = wide
        span = Span(doc_id=doc.id, start=start, end=end, quote=doc.text[start:end])
        wider = replaced(cited, span=span, mention=cited.mention or cited.span)
        evidence = tuple(wider if held is cited else held for held in fact.evidence)
        return replaced(fact, evidence=evidence)
