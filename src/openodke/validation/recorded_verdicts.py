"""Which verdicts did a model give in an earlier run, so that nobody has to be asked again?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from openodke.ground import SpanGrounder, ground_record, reason_of
from openodke.ground.stamp import UNASKED
from openodke.model import Document, Fact, GroundingVerdict
from openodke.model.frozen import FrozenDict, replaced
from openodke.model.keys import GROUND, REVIEW, WIDEN

_TAKEN = (GROUND, REVIEW, WIDEN)
_FREE = "span@"


class RecordedVerdicts:
    """Gives each claim the verdict that an earlier run wrote, where a model had to be asked for it.

    What the span check settles is settled by it again, and is not taken from the record.

    Attributes:
        taken: how many verdicts were taken as they were written.
    """

    def __init__(self, written: Iterable[Fact]) -> None:
        """Take the facts that a run wrote, one a row."""
        self.taken = 0
        self._spans = SpanGrounder(reground=True)
        self._times: Counter[str] = Counter()
        self._told: dict[tuple[str, int], Fact] = {}
        seen: Counter[str] = Counter()
        for fact in written:
            if _was_asked(fact):
                self._told[fact.id, seen[fact.id]] = _slim(fact)
            seen[fact.id] += 1

    @property
    def stats(self) -> dict[str, Any]:
        """Nothing: no model was asked."""
        return {}

    @property
    def unsettled(self) -> bool:
        """Whether `settle` changes anything: what is written was settled."""
        return False

    def begun(self) -> RecordedVerdicts:
        """Return this grounder: there is one run."""
        return self

    def look_documents(self, pairs: Iterable[tuple[list[Fact], Document]]) -> list[list[Fact]]:
        """Return one list of facts a pair, each with its verdict."""
        return [[self.ground(fact, doc) for fact in facts] for facts, doc in pairs]

    def settle(self, fact: Fact) -> Fact:
        """Return the fact."""
        return fact

    def ground(self, fact: Fact, doc: Document) -> Fact:
        """Return the fact with the verdict of the span check, else the one that was written."""
        place = fact.id, self._times[fact.id]
        self._times[fact.id] += 1
        checked = self._spans.ground(fact, doc)
        told = self._told.get(place)
        if told is None or checked.verdict is not GroundingVerdict.UNCHECKED:
            return checked
        self.taken += 1
        base = fact if reason_of(told) == UNASKED else checked
        kept = {key: value for key, value in base.qualifiers.items() if key not in _TAKEN}
        return replaced(
            base,
            verdict=told.verdict,
            qualifiers=FrozenDict({**kept, **told.qualifiers}),
            evidence=told.evidence or base.evidence,
        )


def _was_asked(fact: Fact) -> bool:
    """Whether more than the span check had to do with the verdict."""
    judge = str(ground_record(fact).get("grounder") or "")
    return reason_of(fact) == UNASKED or bool(judge and not judge.startswith(_FREE))


def _slim(fact: Fact) -> Fact:
    """Return what is taken of a fact: its verdict, and the evidence of a second question."""
    taken = {key: fact.qualifiers[key] for key in _TAKEN if key in fact.qualifiers}
    evidence = fact.evidence if WIDEN in taken else ()
    return replaced(fact, qualifiers=FrozenDict(taken), evidence=evidence)
