"""In which order are the cases of a run opened: as they come, or once all words were looked at?"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from openodke.ground.docket import Docket
from openodke.ground.inquiry import Inquirer
from openodke.ground.passage import passage_of
from openodke.ground.query import Inquiry
from openodke.ground.run_facts import At, RunFacts
from openodke.ground.span_check import SpanGrounder
from openodke.ground.stamp import UNASKED, reason_of, suspicion_of
from openodke.ground.word_cascade import WordCascade
from openodke.model import Document, Fact, GroundingVerdict

Put = Callable[[At, Fact], None]


class Filing:
    """Opens a case for each fact of a run that is not settled already, a step a fact."""

    def __init__(
        self,
        run: RunFacts,
        docket: Docket,
        inquirer: Inquirer,
        put: Put,
        *,
        stands: Callable[[Fact], bool],
        located: Callable[[Fact, Document], Fact],
    ) -> None:
        """File the facts of `run`; those whose verdict `stands` are put as they are."""
        self._run = run
        self._docket = docket
        self._inquirer = inquirer
        self._put = put
        self._stands = stands
        self._located = located

    def by_span(self, spans: SpanGrounder) -> Iterator[None]:
        """File each fact as it comes, once its span was checked."""
        for place, fact, doc in self._run.places:
            if self._stands(fact):
                self._put(place, fact)
            else:
                located = self._located(fact, doc)
                self._docket.open(place, self._inquirer.from_span(located, doc, spans))
            yield

    def by_words(self, words: WordCascade) -> Iterator[None]:
        """Look at the words of every fact, then file what they leave open.

        What one text lacks another text of the claim may hold, and graph and texts may not belong
        together: that is known once all was looked at.
        """
        looked = []
        for place, fact, doc in self._run.places:
            if self._stands(fact):
                self._put(place, fact)
            else:
                looked.append((place, words.look(self._located(fact, doc), doc), doc))
            yield
        for place, fact, doc in looked:
            self._file(place, fact, doc, words)
            yield

    def _file(self, place: At, looked: Fact, doc: Document, words: WordCascade) -> None:
        weighed = words.weighed(looked)
        if weighed.verdict is GroundingVerdict.UNCHECKED:
            inquiry = self._opened(looked, weighed, doc, words)
            suspicion = suspicion_of(weighed)
            self._docket.open(place, inquiry, fallback=weighed, suspicion=suspicion)
        elif words.is_rechecked(weighed):
            inquiry = self._rechecked(looked, doc, words)
            self._docket.open(place, inquiry, fallback=looked, late=True)
        else:
            self._put(place, looked)

    def _opened(self, looked: Fact, weighed: Fact, doc: Document, words: WordCascade) -> Inquiry:
        """Ask about a fact that the words leave open; what they say stays where nobody is asked."""
        judged = yield from self._inquirer.asked(looked, doc)
        return words.unasked(weighed) if reason_of(judged) == UNASKED else judged

    def _rechecked(self, refuted: Fact, doc: Document, words: WordCascade) -> Inquiry:
        """Ask about a fact that the words refute."""
        passage = passage_of(refuted, doc, whole=self._inquirer.whole)
        if passage is None:
            return refuted
        judged = yield from self._inquirer.judged(refuted, doc, passage)
        return words.compared(refuted, judged)
