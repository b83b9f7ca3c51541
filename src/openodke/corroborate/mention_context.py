"""In which sentence is an entity mentioned, and what stands around it?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from openodke.corroborate.batch_nodes import BatchNodes
from openodke.model.document import Document
from openodke.model.evidence import Span
from openodke.model.fact import Fact
from openodke.text.sentences import sentences


class MentionContexts:
    """Where the entities of a batch are mentioned: the first span that cites each."""

    def __init__(
        self, facts: Iterable[Fact], batch: BatchNodes, documents: Mapping[str, Document]
    ) -> None:
        """Find the first span of each node, and the documents that its facts cite."""
        self.documents: dict[int, set[str]] = {}
        self._texts = documents
        self._spans: dict[int, Span] = {}
        for fact in facts:
            ends = (fact.subject, fact.object_entity)
            numbers = {batch.number_of(entity) for entity in ends if entity is not None}
            for evidence in fact.evidence:
                for number in numbers:
                    self.documents.setdefault(number, set()).add(evidence.doc_id)
                    span = evidence.span
                    if span is not None and _before(span, self._spans.get(number)):
                        self._spans[number] = span

    def sentence(self, number: int, around: int = 0) -> str | None:
        """Return the sentence that mentions a node, with so many on either side; None without one.

        Where the document is not at hand, or does not hold the span, it is the span's quote.
        """
        span = self._spans.get(number)
        if span is None:
            return None
        document = self._texts.get(span.doc_id)
        if document is not None and 0 <= span.start <= span.end <= len(document.text):
            found = _around(document.text, span.start, span.end, around)
            if found:
                return found
        return span.quote or None


class _Place(NamedTuple):
    doc_id: str
    start: int
    end: int


def _before(span: Span, held: Span | None) -> bool:
    """Whether a span comes before another: by document, then by place."""
    if held is None:
        return True
    return _Place(span.doc_id, span.start, span.end) < _Place(held.doc_id, held.start, held.end)


@lru_cache(maxsize=64)
def _sentences(text: str) -> list[tuple[int, int]]:
    return sentences(text)


def _around(text: str, start: int, end: int, around: int) -> str:
    """Return the sentences that a span lies in, and so many before and after."""
    held = _sentences(text)
    crossed = [
        at for at, (first, last) in enumerate(held) if first < max(end, start + 1) and start < last
    ]
    if not crossed:
        return ""
    low, high = max(0, crossed[0] - around), min(len(held) - 1, crossed[-1] + around)
    return " ".join(text[held[low][0] : held[high][1]].split())
