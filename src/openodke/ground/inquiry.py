"""In which steps is one fact settled by a model: what stands, its span, what is asked in turn?

Source: the grounding page, "The second model" and "Widen and retry".
"""

from __future__ import annotations

from openodke.ground.claim_sentences import sentences_of
from openodke.ground.examination import Examiner, about_sentence, joined
from openodke.ground.passage import Passage, passage_of
from openodke.ground.query import Inquiry, Query
from openodke.ground.span_check import SpanGrounder
from openodke.ground.widening import Widening, widened
from openodke.model import Document, Fact, GroundingVerdict


class Inquirer:
    """Settles facts one by one: each inquiry yields what it has to ask.

    Attributes:
        whole: whether whole texts are read, and not spans.
    """

    def __init__(self, examiner: Examiner, *, whole: bool, widening: Widening | None) -> None:
        """Ask as `examiner` writes it, of `whole` texts or of spans, once more with a widening."""
        self._examiner = examiner
        self.whole = whole
        self._widening = widening

    def from_span(self, fact: Fact, doc: Document, spans: SpanGrounder) -> Inquiry:
        """Check the fact's span, then ask."""
        checked = spans.ground(fact, doc)
        is_open = checked.verdict is GroundingVerdict.UNCHECKED
        return (yield from self.asked(checked, doc)) if is_open else checked

    def asked(self, fact: Fact, doc: Document) -> Inquiry:
        """Ask about a fact that is open, as long as there is something to read."""
        passage = passage_of(fact, doc, whole=self.whole)
        return fact if passage is None else (yield from self.judged(fact, doc, passage))

    def judged(self, fact: Fact, doc: Document, passage: Passage) -> Inquiry:
        """Ask about a fact on a passage, whatever is known of it."""
        stated = sentences_of(fact)
        if len(stated) > 1:
            return (yield from self._by_sentence(fact, doc, passage, stated))
        query = Query(fact, doc, passage)
        (answer,) = yield [query]
        judged = self._examiner.judged(query, answer)
        if self._widening and judged.verdict is GroundingVerdict.NOT_FOUND:
            wide = widened(passage.start, passage.end, doc.text)
            if wide:
                return (yield from self._wider(judged, doc, passage, wide, self._widening))
        return judged

    def _by_sentence(
        self, fact: Fact, doc: Document, passage: Passage, stated: tuple[str, ...]
    ) -> Inquiry:
        """Ask about each sentence of a description: it may hold more than one text says."""
        queries = [Query(about_sentence(fact, said), doc, passage) for said in stated]
        answers = yield queries
        pairs = zip(queries, answers, strict=True)
        return joined(fact, [self._examiner.judged(query, answer) for query, answer in pairs])

    def _wider(
        self,
        fact: Fact,
        doc: Document,
        passage: Passage,
        wide: tuple[int, int],
        widening: Widening,
    ) -> Inquiry:
        """Ask once more, on the whole sentence; only an answer in the claim's favour changes it."""
        query = Query(fact, doc, Passage(passage.evidence, *wide), widened=True)
        (answer,) = yield [query]
        second = self._examiner.judged(query, answer)
        narrow = (passage.start, passage.end)
        if second.verdict is GroundingVerdict.SUPPORTED:
            found = widening.recovered(second, passage.evidence, wide, doc)
            return widening.noted(found, narrow, wide, second.verdict)
        return widening.noted(fact, narrow, wide, second.verdict)
