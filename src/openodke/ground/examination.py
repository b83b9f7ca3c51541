"""What is a judge asked of one fact, and what does its answer make of the fact?"""

from __future__ import annotations

from collections.abc import Iterator

from openodke.ground.claim_line import claim_words, is_cut, one_line
from openodke.ground.claim_sentences import seen_sentences, together
from openodke.ground.judge_address import INSTRUCTION, speaks_to_judge
from openodke.ground.judge_prompts import JudgePrompt
from openodke.ground.passage import Passage, PassageAddresses
from openodke.ground.review import marked
from openodke.ground.stamp import (
    MODEL,
    MODEL_SUSPICION,
    ground_record,
    place,
    reason_of,
    seen_of,
    stamped,
)
from openodke.llm.judge import Question, Reply
from openodke.model import Document, Fact, GroundingVerdict, SpanOrigin
from openodke.model.fact import qualified
from openodke.model.frozen import FrozenDict, FrozenList
from openodke.model.keys import CLAIM, GROUND

TOO_NARROW = "too_narrow"
"""What was seen of a claim whose citation does not name both of its ends."""

CUT = "claim_cut"
"""What was seen of a claim so long that the judge was shown its beginning alone."""

_ANSWER = 120  # characters kept of an answer that gave no verdict
_FOR_REVIEW = {
    INSTRUCTION: "the passage or the claim speaks to the judge",
    CUT: "the judge was shown the beginning of the claim alone",
}


class Examiner:
    """Writes questions of one prompt, and reads the replies into facts.

    Attributes:
        prompt: the prompt.
        sent: whether any question was written.
        unparseable: how many answers gave no verdict.
        first_failure: what went wrong with the first call that failed, "" for none.
    """

    def __init__(self, prompt: JudgePrompt, *, whole: bool, model: str) -> None:
        """Ask by `prompt`, on `whole` texts or on spans; `model` stands for one an answer lacks."""
        self.prompt = prompt
        self.sent = False
        self.unparseable = 0
        self.first_failure = ""
        self._whole = whole
        self._model = model
        self._addresses = PassageAddresses()

    def question(
        self, fact: Fact, doc: Document, passage: Passage, *, widened: bool = False
    ) -> Question:
        """Return what is asked about a fact on a passage of its document."""
        self.sent = True
        text = doc.text[passage.start : passage.end]
        return Question(self.prompt.messages(fact, text), self.prompt.schema, widened)

    def judged(self, fact: Fact, doc: Document, passage: Passage, reply: Reply) -> Fact:
        """Return the fact with what a reply says of it."""
        verdict = self.prompt.read(reply.completion) if reply.completion else None
        if reply.completion and verdict is None:
            self.unparseable += 1
        self.first_failure = self.first_failure or reply.failure
        reason = verdict.value if verdict else "unparseable" if reply.completion else "call_failed"
        judged = stamped(
            fact,
            verdict or GroundingVerdict.UNCHECKED,
            grounder=MODEL,
            model=(reply.completion and reply.completion.model) or self._model,
            prompt=self.prompt.key,
            reason=reason,
            suspicion=MODEL_SUSPICION.get(verdict) if verdict else None,
            seen=[*self._seen(fact, doc, passage, verdict), *_left_open(reply, verdict)],
            looked_at=place(doc.id, [(passage.start, passage.end)]),
        )
        return for_review(judged)

    def _seen(
        self, fact: Fact, doc: Document, passage: Passage, verdict: GroundingVerdict | None
    ) -> Iterator[str]:
        if self._addresses.found(doc, passage) or speaks_to_judge(claim_words(fact)):
            yield INSTRUCTION
        if is_cut(fact):
            yield CUT
        if verdict is GroundingVerdict.NOT_FOUND and self._is_narrow(fact, doc, passage):
            yield TOO_NARROW

    def _is_narrow(self, fact: Fact, doc: Document, passage: Passage) -> bool:
        """Whether the citation, and not the text, is what does not name both ends."""
        if self._whole or passage.evidence.span_origin is not SpanOrigin.CITED:
            return False
        from openodke.ground.window import names_both  # reads text: not at import

        return not names_both(fact, doc.text[passage.start : passage.end])


def about_sentence(fact: Fact, sentence: str) -> Fact:
    """Return the fact as one sentence of its description states it.

    On its own a sentence need not say whom it is about ("It owns the mill."): one that does not
    name the subject is asked as said of it, and of the object where that is an entity.
    """
    subject, obj = fact.subject.name, fact.object_entity
    if subject.casefold() not in sentence.casefold():
        about = one_line(subject) + (f" and {one_line(obj.name)}" if obj else "")
        sentence = f"Said of {about}: {sentence}"
    return qualified(fact, CLAIM, sentence)


def joined(fact: Fact, judged: list[Fact]) -> Fact:
    """Return the fact with what its judged sentences say of it together."""
    verdicts = [part.verdict for part in judged]
    verdict, reason = together(verdicts)
    worst = next(part for part in judged if part.verdict is verdict)
    if verdict is GroundingVerdict.UNCHECKED:
        reason = reason_of(worst)
    flags = dict.fromkeys(code for part in judged for code in seen_of(part))
    seen = FrozenList([*flags, *seen_sentences(verdicts)])
    record = FrozenDict({**ground_record(worst), "reason": reason, "seen": seen})
    return for_review(qualified(fact, GROUND, record, verdict=verdict))


def for_review(fact: Fact) -> Fact:
    """Return a fact, marked where it is supported on grounds that a person should look at."""
    if fact.verdict is not GroundingVerdict.SUPPORTED:
        return fact
    for code in seen_of(fact):
        if code in _FOR_REVIEW:
            fact = marked(fact, f"{code}: {_FOR_REVIEW[code]}")
    return fact


def _left_open(reply: Reply, verdict: GroundingVerdict | None) -> list[str]:
    """Return what a record says of a reply without a verdict: the error, or the answer's start."""
    if reply.failure:
        return [f"error:{reply.failure}"]
    if verdict is not None or reply.completion is None:
        return []
    said = one_line(reply.completion.text)[:_ANSWER]
    return [f"answer:{said}"] if said else []
