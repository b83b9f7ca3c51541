"""Does the text name what the claim names?

Without a model the words of a text can refute a claim, never affirm it: a name or a value that
stands nowhere in the text was not taken from it. Two names in one sentence prove nothing, so the
rest stays unchecked, with what was seen and a suspicion to sort by.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from openodke.ground.mismatch import MismatchBreaker
from openodke.ground.span_check import SpanGrounder
from openodke.ground.stamp import LEXICAL, ground_record, place, reason_of, stamped, stands
from openodke.model import Document, Fact, GroundingVerdict

if TYPE_CHECKING:
    from openodke.ground.claim_reading import Look

_MISMATCH_SUSPICION = 0.5


class LexicalGrounder:
    """Refutes what a text does not name; says of the rest how suspicious it looks.

    The span check runs first. A fact it leaves unchecked becomes `not_found` when no significant
    part of a name, or no form of a value, stands in the document; `odke.ground` holds the reason
    (`subject_absent`, `object_absent`, `value_absent`, `unit_mismatch`, `prompt_example`, …).

    Attributes:
        stats: the span check's counts, and `looked`, `refuted`, `unchecked`, one count for each
            reason, all of this grounder's life.
        breaker: the mismatch breaker of the last run.
    """

    def __init__(self, *, examples: Iterable[str] = (), reground: bool = False) -> None:
        """Build a grounder.

        Args:
            examples: names in the examples of the extractor's prompt. One that is also absent from
                the text is refused as `prompt_example`; one that the text holds is not.
            reground: ask again also where a verdict stands.
        """
        from openodke.ground.claim_reading import ClaimReader  # reads text: not at import

        self.reground = reground
        self.spans = SpanGrounder(reground=reground)
        self.breaker = MismatchBreaker()
        self._reader = ClaimReader(examples)
        self._counts: Counter[str] = Counter(looked=0)
        self._reasons: Counter[str] = Counter()

    @property
    def stats(self) -> dict[str, object]:
        """The counts so far."""
        return {**self.spans.stats, **self._counts, "reasons": dict(self._reasons)}

    def ground(self, fact: Fact, doc: Document) -> Fact:
        """Return one fact grounded on its own; a run of one is too short for the breaker."""
        return self._counted(self.look(fact, doc))

    def ground_many(self, facts: Iterable[Fact], doc: Document) -> list[Fact]:
        """Return the facts of one document, grounded as one run, in order."""
        return self.ground_documents([(list(facts), doc)])[0]

    def ground_documents(self, pairs: Iterable[tuple[list[Fact], Document]]) -> list[list[Fact]]:
        """Return one list of facts a pair, grounded as one run, in order."""
        self.start()
        looked = [[self.look(fact, doc) for fact in facts] for facts, doc in pairs]
        return [[self.settle(fact) for fact in facts] for facts in looked]

    def start(self) -> None:
        """Begin a run: what the breaker has seen is forgotten."""
        self.breaker = MismatchBreaker()

    def look(self, fact: Fact, doc: Document) -> Fact:
        """Return the fact as its own text has it, before the run has been seen as a whole."""
        if not self.reground and stands(fact, LEXICAL):
            self.spans.stats["skipped"] += 1
            return fact
        checked = self.spans.ground(fact, doc)
        if checked.verdict is not GroundingVerdict.UNCHECKED or not checked.evidence:
            return checked
        self._counts["looked"] += 1
        look = self._reader.read(checked, doc)
        if look.names_looked_up:
            self.breaker.watch(doc.id, absent=look.absent, shares_script=look.shares_script)
        return _stamp(checked, doc, look)

    def settle(self, fact: Fact) -> Fact:
        """Return the fact as the whole run has it: unchecked where text and graph do not match."""
        doc_id = fact.evidence[0].doc_id if fact.evidence else ""
        if _is_lexical_refusal(fact) and self.breaker.mismatched(doc_id):
            record = ground_record(fact)
            fact = stamped(
                fact,
                GroundingVerdict.UNCHECKED,
                grounder=LEXICAL,
                reason="text_mismatch",
                suspicion=_MISMATCH_SUSPICION,
                seen=(*record["seen"], str(record["reason"])),
                looked_at=record["looked_at"],
            )
        return self._counted(fact)

    def _counted(self, fact: Fact) -> Fact:
        reason = reason_of(fact)
        if reason:
            self._reasons[reason] += 1
        return fact


def _is_lexical_refusal(fact: Fact) -> bool:
    if fact.verdict is not GroundingVerdict.NOT_FOUND:
        return False
    record = ground_record(fact)
    return record.get("grounder") == LEXICAL and record.get("reason") != "prompt_example"


def _stamp(fact: Fact, doc: Document, look: Look) -> Fact:
    verdict = GroundingVerdict.NOT_FOUND if look.refuted else GroundingVerdict.UNCHECKED
    return stamped(
        fact,
        verdict,
        grounder=LEXICAL,
        reason=look.reason,
        suspicion=look.suspicion,
        seen=look.seen,
        looked_at=place(doc.id, look.spans),
    )
