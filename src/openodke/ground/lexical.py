"""Does the text name what the claim names?

Without a model the words of a text can refute a claim, never affirm it: a name or a value that
stands nowhere in the text was not taken from it. Two names in one sentence prove nothing, so the
rest stays unchecked, with what was seen and a suspicion to sort by.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from copy import copy
from typing import TYPE_CHECKING

from openodke.garbage import FACTS_ALONE, rarely_collected
from openodke.ground.claim_texts import ClaimTexts, missing_parts
from openodke.ground.mismatch import MismatchBreaker
from openodke.ground.span_check import SpanGrounder
from openodke.ground.stamp import (
    ELSEWHERE,
    LEXICAL,
    OTHER_SCRIPT,
    PARTLY_ABSENT,
    ground_record,
    place,
    reason_of,
    stamped,
    stands,
)
from openodke.model import Document, Fact, GroundingVerdict, SpanOrigin

if TYPE_CHECKING:
    from openodke.ground.claim_reading import Look

_NOTHING: frozenset[str] = frozenset()
# Named, since to look a member up in its enumeration costs every fact ten times as much.
_UNCHECKED, _NOT_FOUND = GroundingVerdict.UNCHECKED, GroundingVerdict.NOT_FOUND
_CITED = SpanOrigin.CITED

_Window = tuple[int, int]
"""Half-open offsets into the raw text."""

_UNSETTLED = 0.5  # the suspicion of a claim of which a run can say nothing


class LexicalGrounder:
    """Refutes what a text does not name; says of the rest how suspicious it looks.

    The span check runs first. A fact it leaves unchecked becomes `not_found` when no significant
    part of a name, or no form of a value, stands in any text of the claim; `odke.ground` holds the
    reason (`subject_absent`, `object_absent`, `value_absent`, `unit_mismatch`, `prompt_example`).

    Attributes:
        stats: the span check's counts, `looked` (facts whose words were looked at), and `reasons`
            with one count a reason, of this grounder's whole life.
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
        self.spans = SpanGrounder(reground=True)  # what stands is decided here
        self.breaker = MismatchBreaker()
        self._texts = ClaimTexts()
        self._kept = False  # whether a verdict stood, on a text that is not looked at
        self._reader = ClaimReader(examples)
        self._counts: Counter[str] = Counter(looked=0)
        self._reasons: Counter[str] = Counter()

    @property
    def stats(self) -> dict[str, object]:
        """The counts so far."""
        return {**self.spans.stats, **self._counts, "reasons": dict(self._reasons)}

    @property
    def unsettled(self) -> bool:
        """Whether `settle` may change what `look` returned in this run."""
        return self._kept or self._texts.disagree or bool(self.breaker.explain())

    def ground(self, fact: Fact, doc: Document) -> Fact:
        """Return one fact grounded on its own; a run of one is too short for the breaker."""
        return self._counted(self.look(fact, doc))

    def ground_many(self, facts: Iterable[Fact], doc: Document) -> list[Fact]:
        """Return the facts of one document, grounded as one run, in order."""
        return self.ground_documents([(list(facts), doc)])[0]

    def ground_documents(self, pairs: Iterable[tuple[list[Fact], Document]]) -> list[list[Fact]]:
        """Return one list of facts a pair, grounded as one run, in order."""
        run = self.begun()
        with rarely_collected(FACTS_ALONE):
            looked = run.look_documents(pairs)
            if run.unsettled:
                return [[run.settle(fact) for fact in facts] for facts in looked]
            for facts in looked:
                run._count(facts)
            return looked

    def begun(self) -> LexicalGrounder:
        """Return this grounder for one run.

        It shares settings and counts, and remembers on its own what the run shows, so that runs
        may be under way at once.
        """
        run = copy(self)
        run._texts = ClaimTexts()
        run._kept = False
        run.breaker = self.breaker = MismatchBreaker()
        return run

    def apart(self) -> LexicalGrounder:
        """Return this grounder for one run, with counts of its own."""
        run = copy(self)
        run.spans = SpanGrounder(reground=True)
        run._counts, run._reasons = Counter(looked=0), Counter()
        return run.begun()

    def look_documents(self, pairs: Iterable[tuple[list[Fact], Document]]) -> list[list[Fact]]:
        """Return the facts as their own texts have them, before the run is seen as a whole."""
        with rarely_collected(FACTS_ALONE):  # what is found in a text goes with its reading
            return [[self.look(fact, doc) for fact in facts] for facts, doc in pairs]

    def look(self, fact: Fact, doc: Document) -> Fact:
        """Return the fact as its own text has it, before the run has been seen as a whole."""
        if not self.reground and stands(fact, LEXICAL):
            self.spans.skip()
            self._kept = True
            return fact
        checked = self.spans.ground(fact, doc)
        if checked.verdict is not _UNCHECKED or not checked.evidence:
            return checked
        self._counts["looked"] += 1
        look = self._reader.read(checked, doc)
        if look.names_looked_up:
            self.breaker.watch(doc.id, absent=look.absent, shares_script=look.shares_script)
        lacks = look.refuted or look.reason == PARTLY_ABSENT
        self._texts.note(fact, missing_parts(look.seen) if lacks else _NOTHING)
        return _stamp(checked, doc, look)

    def settle(self, fact: Fact) -> Fact:
        """Return the fact as the whole run has it.

        It is unchecked where another text of the claim holds what its own does not (`elsewhere`),
        and where text and graph do not match (`text_mismatch`).
        """
        return self._counted(self.weighed(fact))

    def weighed(self, fact: Fact) -> Fact:
        """Return the fact as what was looked at so far has it, without counting it."""
        if _is_refusal(fact) or reason_of(fact) == PARTLY_ABSENT:
            fact = self._resting(fact)
        reason = reason_of(fact)
        if reason == OTHER_SCRIPT or (_is_refusal(fact) and reason != "prompt_example"):
            doc_id = ground_record(fact)["looked_at"][0].rpartition(":")[0]
            if self.breaker.mismatched(doc_id):
                fact = _restamped(fact, "text_mismatch", unchecked=True)
        return fact

    def _resting(self, fact: Fact) -> Fact:
        """Return the fact, its reason resting only on what no text of the claim holds."""
        missing = missing_parts(ground_record(fact)["seen"])
        everywhere = self._texts.missing_everywhere(fact, missing)
        if everywhere == missing:
            return fact
        if not everywhere:
            return _restamped(fact, ELSEWHERE, unchecked=True)
        if not _is_refusal(fact):
            return fact
        return _restamped(fact, _reason_among(reason_of(fact), everywhere))

    def _counted(self, fact: Fact) -> Fact:
        self._count((fact,))
        return fact

    def _count(self, facts: Iterable[Fact]) -> None:
        self._reasons.update(filter(None, map(reason_of, facts)))


def _is_refusal(fact: Fact) -> bool:
    """Whether this grounder refuted the fact."""
    is_not_found = fact.verdict is _NOT_FOUND
    return is_not_found and ground_record(fact).get("grounder") == LEXICAL


def _reason_among(reason: str, missing: frozenset[str]) -> str:
    """Return the reason, or the one that what is missing still gives."""
    names = [side for side in ("subject", "object") if f"{side}:absent" in missing]
    if names:
        still = f"{names[0]}_absent"
        return reason if reason in (still, "prompt_example", "unit_mismatch") else still
    return reason if reason == "unit_mismatch" else "value_absent"


def _restamped(fact: Fact, reason: str, *, unchecked: bool = False) -> Fact:
    """Return the fact with another reason, and the first one kept among what was seen."""
    record = ground_record(fact)
    return stamped(
        fact,
        _UNCHECKED if unchecked else fact.verdict,
        grounder=LEXICAL,
        reason=reason,
        suspicion=_UNSETTLED if unchecked else record["suspicion"],
        seen=(*record["seen"], str(record["reason"])),
        looked_at=record["looked_at"],
    )


def _stamp(fact: Fact, doc: Document, look: Look) -> Fact:
    return stamped(
        fact,
        _NOT_FOUND if look.refuted else _UNCHECKED,
        grounder=LEXICAL,
        reason=look.reason,
        suspicion=look.suspicion,
        seen=look.seen,
        looked_at=place(doc.id, _with_cited(fact, doc, look.spans)),
    )


def _with_cited(fact: Fact, doc: Document, spans: tuple[_Window, ...]) -> tuple[_Window, ...]:
    """Return what was looked at, after the spans that the fact cites: the span check read those.

    Of a span that lies inside another the wider is named.
    """
    cited = [
        (one.span.start, one.span.end)
        for one in fact.evidence
        if one.span is not None
        and one.span_origin is _CITED
        and one.doc_id == doc.id
        and one.span.end - one.span.start < len(doc.text)
    ]
    if not cited:
        return spans
    cited = [place for place in cited if not _lies_in(place, spans)]
    return (*cited, *(span for span in spans if not _lies_in(span, cited)))


def _lies_in(place: _Window, wider: Iterable[_Window]) -> bool:
    return any(start <= place[0] and place[1] <= end for start, end in wider)
