"""What would a run ask, before it asks anything?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass

from openodke.llm.judge import Question
from openodke.llm.message import estimated_tokens

_ANSWER_TOKENS = 10  # of {"verdict": "contradicted"}, as tokenizers cut JSON
_ENTRY_TOKENS = 18  # of {"id": "bcdf", "verdict": "contradicted"}


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run would ask of a model, if each question got its answer at the first try.

    Attributes:
        calls: questions. At least: a call that fails is made again, a doubtful answer to a joint
            question is asked for again alone, and `widen` asks once more where nothing was found.
        texts: documents of which a part, or the whole, is in a question.
        characters: of all messages together, instructions and claims included: what would leave
            the machine.
        prompt_tokens: of all messages, at four characters a token; a provider counts its own.
        completion_tokens: of the answers, at a verdict each; a model that thinks first says more.
        kept: questions whose answers a CachedClient has, which are none of the others.
        again: claims in joint questions, each of which may have to be asked about again alone: as
            many calls more, at most.
    """

    calls: int = 0
    texts: int = 0
    characters: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    kept: int = 0
    again: int = 0

    def plus(self, other: Estimate) -> Estimate:
        """Return both together; a text that is in both is counted twice."""
        return Estimate(*map(sum, zip(astuple(self), astuple(other), strict=True)))


def estimated(questions: Iterable[Question], texts: int, kept: int = 0) -> Estimate:
    """Return what questions, on parts of so many texts, come to; `kept` more need not be asked."""
    calls = characters = prompt_tokens = completion_tokens = again = 0
    for question in questions:
        contents = [message.content for message in question.messages]
        calls += 1
        characters += sum(map(len, contents))
        prompt_tokens += estimated_tokens(*contents)
        joint = question.claims > 1
        again += question.claims if joint else 0
        completion_tokens += question.claims * _ENTRY_TOKENS if joint else _ANSWER_TOKENS
    return Estimate(calls, texts, characters, prompt_tokens, completion_tokens, kept, again)
