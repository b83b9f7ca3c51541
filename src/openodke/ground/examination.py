"""What is a judge asked of one fact, and what does its answer make of the fact?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from openodke.ground.claim_line import claim_words, is_cut, one_line
from openodke.ground.claim_sentences import seen_sentences, together
from openodke.ground.joint_answer import joint_verdicts
from openodke.ground.joint_prompt import JOINT_PROMPT, LONGEST_JOINT, claim_ids
from openodke.ground.judge_address import INSTRUCTION
from openodke.ground.judge_prompts import JudgePrompt
from openodke.ground.passage import Passage, PassageAddresses, PassageKeys
from openodke.ground.query import Answer, Query
from openodke.ground.review import marked
from openodke.ground.stamp import (
    MODEL,
    MODEL_SUSPICION,
    SPAN,
    UNASKED,
    ground_record,
    place,
    reason_of,
    seen_of,
    stamped,
)
from openodke.llm.completion_fields import unfinished
from openodke.llm.judge import Question, Reply
from openodke.model import Document, Fact, GroundingVerdict, SpanOrigin
from openodke.model.fact import qualified
from openodke.model.frozen import FrozenDict, FrozenList
from openodke.model.keys import CLAIM, GROUND

TOO_NARROW = "too_narrow"
"""What was seen of a claim whose citation does not name both of its ends."""

CUT = "claim_cut"
"""What was seen of a claim so long that the judge was shown its beginning alone."""

_OF_CLAIMS = re.compile(r"\b(?:claim|verdict|answer|id)s?\b", re.IGNORECASE)
_OF_VERDICTS = re.compile(r"supported|contradicted|not[\s_-]found", re.IGNORECASE)
_ANSWER = 120  # characters kept of an answer that gave no verdict
_FOR_REVIEW = {
    INSTRUCTION: "the passage or the claim speaks to the judge",
    CUT: "the judge was shown the beginning of the claim alone",
}


class Examiner:
    """Writes questions of one prompt, reads the replies, and writes the answers into facts.

    Attributes:
        prompt: the prompt of a claim that is asked about alone.
        sent: the keys of the prompts that questions were written by, the first first.
        unparseable: how many answers gave no verdict.
        first_failure: what went wrong with the first call that failed, "" for none.
        first_unparseable: why the first answer gave no verdict, "" where it only named none.
    """

    def __init__(self, prompt: JudgePrompt, *, whole: bool, model: str) -> None:
        """Ask by `prompt`, on `whole` texts or on spans; `model` stands for one an answer lacks."""
        self.prompt = prompt
        self.sent: dict[str, None] = {}
        self.unparseable = 0
        self.first_failure = ""
        self.first_unparseable = ""
        self._whole = whole
        self._model = model
        self._addresses = PassageAddresses()
        self._passages = PassageKeys()

    def claim(self, fact: Fact) -> str:
        """Return the line in which a fact's claim is asked."""
        return self.prompt.render(fact)

    def passage_key(self, query: Query) -> bytes:
        """Return what the same passage has, and no other, in whichever text it stands."""
        return self._passages.of(query.doc, query.passage)

    def is_alone(self, claim: str, query: Query) -> bool:
        """Tell whether a claim is not to be asked beside others: it may lead a judge astray."""
        return (
            query.widened
            or len(claim) > LONGEST_JOINT
            or is_cut(query.fact)
            or self._addresses.found(query.doc, query.passage)
            or self._addresses.in_claim(claim_words(query.fact))
            or (_OF_CLAIMS.search(claim) is not None and _OF_VERDICTS.search(claim) is not None)
        )

    def question(self, claim: str, query: Query) -> Question:
        """Return what is asked about one claim."""
        self.sent[self.prompt.key] = None
        messages = self.prompt.asked(claim, _read(query))
        return Question(messages, self.prompt.schema, query.widened)

    def joint_question(self, claims: list[str], query: Query) -> Question:
        """Return what is asked about several claims, of which `query` is one."""
        self.sent[JOINT_PROMPT.key] = None
        messages = JOINT_PROMPT.messages(claims, _read(query))
        return Question(messages, JOINT_PROMPT.schema, claims=len(claims))

    def answer(self, reply: Reply) -> Answer:
        """Return what a reply says of the one claim that was asked about."""
        if reply.completion is None:
            return self._failed(reply, self.prompt.key)
        verdict = self.prompt.read(reply.completion)
        said = ""
        if verdict is None:
            why = unfinished(reply.completion)
            self.unparseable += 1
            self.first_unparseable = self.first_unparseable or why
            said = ": ".join(filter(None, (why, one_line(reply.completion.text)[:_ANSWER])))
        return Answer(verdict, self.prompt.key, reply.completion.model or self._model, said=said)

    def joint_answers(self, claims: list[str], reply: Reply) -> list[Answer | None]:
        """Return what a reply says of each claim; None of one that is to be asked about alone.

        So is each of them where the server would not take the question, which may be too long.
        """
        if reply.completion is None:
            if reply.is_unfit:
                return [None] * len(claims)
            return [self._failed(reply, JOINT_PROMPT.key)] * len(claims)
        verdicts = joint_verdicts(reply.completion, claim_ids(claims))
        model = reply.completion.model or self._model
        return [Answer(v, JOINT_PROMPT.key, model) if v else None for v in verdicts]

    def _failed(self, reply: Reply, key: str) -> Answer:
        self.first_failure = self.first_failure or reply.failure
        asked = not reply.unasked
        return Answer(None, key, self._model, failure=reply.failure, asked=asked)

    def judged(self, query: Query, answer: Answer) -> Fact:
        """Return the fact with what an answer says of it; unchecked where nobody was asked."""
        if not answer.asked:
            return stamped(query.fact, GroundingVerdict.UNCHECKED, grounder=SPAN, reason=UNASKED)
        verdict, (fact, doc, passage, _) = answer.verdict, query
        open_reason = "call_failed" if answer.failure else "unparseable"
        judged = stamped(
            fact,
            verdict or GroundingVerdict.UNCHECKED,
            grounder=MODEL,
            model=answer.model,
            prompt=answer.prompt,
            reason=verdict.value if verdict else open_reason,
            suspicion=MODEL_SUSPICION.get(verdict) if verdict else None,
            seen=[*self._seen(fact, doc, passage, verdict), *_left_open(answer)],
            looked_at=place(doc.id, [(passage.start, passage.end)]),
        )
        return for_review(judged)

    def _seen(
        self, fact: Fact, doc: Document, passage: Passage, verdict: GroundingVerdict | None
    ) -> Iterator[str]:
        if self._addresses.found(doc, passage) or self._addresses.in_claim(claim_words(fact)):
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


def _read(query: Query) -> str:
    """Return the passage as the judge reads it."""
    return query.doc.text[query.passage.start : query.passage.end]


def _left_open(answer: Answer) -> list[str]:
    """Return what a record says where there is no verdict: the error, or the answer's start."""
    if answer.failure:
        return [f"error:{answer.failure}"]
    return [f"answer:{answer.said}"] if answer.said else []
