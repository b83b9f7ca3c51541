"""What is asked of a judge, and what has it answered?"""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

from openodke.ground.passage import Passage
from openodke.model import Document, Fact, GroundingVerdict


class Query(NamedTuple):
    """One claim on one passage.

    Attributes:
        fact: who makes the claim.
        doc: the passage's document.
        passage: what is read.
        widened: whether a wider passage is read for a second time of asking.
    """

    fact: Fact
    doc: Document
    passage: Passage
    widened: bool = False


class Answer(NamedTuple):
    """What a judge said to one query.

    Attributes:
        verdict: None where the call failed or the answer gave none.
        prompt: the key of the prompt that was answered.
        model: who answered.
        failure: what went wrong with the call, "" for nothing.
        said: the beginning of an answer that gave no verdict.
        asked: False where a budget was spent, say, before the question's turn came.
    """

    verdict: GroundingVerdict | None
    prompt: str
    model: str
    failure: str = ""
    said: str = ""
    asked: bool = True


Inquiry = Generator[list[Query], list[Answer], Fact]
"""How one fact is settled: it yields what is to be asked, is sent an answer each, and returns."""
