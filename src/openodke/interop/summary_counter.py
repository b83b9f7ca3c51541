"""How are settled facts counted one by one, and the few worth reading kept?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from openodke.ground.examination import TOO_NARROW
from openodke.ground.stamp import (
    UNASKED,
    ground_record,
    judge_of,
    reason_of,
    seen_of,
    suspicion_of,
)
from openodke.ground.word_cascade import OVERRULED
from openodke.interop.claim_verdicts import ClaimVerdicts
from openodke.interop.examples import REFUSING, claim_of, example_of
from openodke.interop.span_origins import SPAN_ORIGINS, origin_of
from openodke.interop.summary import FailureShape, GroundSummary
from openodke.model import Document, Fact, GroundingVerdict
from openodke.model.keys import CHECK

EXAMPLES = 5
"""Claims shown of each kind; the counts are of all."""

_SHAPES = ("unsupported", "too_narrow", "not_in_text", "not_allowed")
_CHECKS = ("not_in_text", "predicate", "domain", "range")
_NOTHING_SEEN = frozenset(
    {"", "no_source", "no_text", "text_mismatch", "call_failed", "unparseable", UNASKED}
)
_SHOWN_ORDER = (
    GroundingVerdict.SUPPORTED,
    GroundingVerdict.CONTRADICTED,
    GroundingVerdict.NOT_FOUND,
    GroundingVerdict.UNCHECKED,
)


class SummaryCounter:
    """Counts settled facts one by one, and keeps the few worth reading."""

    def __init__(self, *, by_item: bool = False) -> None:
        """Start at zero; `by_item` counts the items of a native object by their rows together."""
        self._by_item = by_item
        self._facts = 0
        self._verdicts = Counter({verdict.value: 0 for verdict in _SHOWN_ORDER})
        self._reasons: Counter[str] = Counter()
        self._refused = Counter(dict.fromkeys(_CHECKS, 0))
        self._spans = Counter(dict.fromkeys(SPAN_ORIGINS, 0))
        self._claims = ClaimVerdicts()
        self._failures = {shape: _Failures() for shape in _SHAPES}
        self._disagreed = _Failures()
        self._suspicious: dict[object, Fact] = {}

    def counting(self, facts: Iterable[Fact]) -> Iterator[Fact]:
        """Yield the facts, each counted on its way."""
        for fact in facts:
            self.add(fact)
            yield fact

    def add(self, fact: Fact) -> None:
        """Count one fact."""
        self._facts += 1
        self._verdicts[fact.verdict.value] += 1
        shape = _shape(fact)
        self._count_reason(fact, shape)
        self._spans[origin_of(fact)] += 1
        if self._by_item:
            self._claims.add(fact.id, fact.verdict)
        if OVERRULED in seen_of(fact):
            self._disagreed.add(fact)
        if shape:
            self._failures[shape].add(fact)
        elif fact.verdict is GroundingVerdict.UNCHECKED and reason_of(fact) not in _NOTHING_SEEN:
            self._rank(fact)

    def _count_reason(self, fact: Fact, shape: str) -> None:
        check = fact.qualifiers.get(CHECK)
        if check:
            self._refused[check["check"]] += 1
            return
        record = ground_record(fact)
        if record:
            self._reasons[str(record["reason"])] += 1
        if shape == "not_in_text":
            self._refused["not_in_text"] += 1

    def _rank(self, fact: Fact) -> None:
        """Keep the most suspicious claims, each once, the earlier of two alike."""
        held = self._suspicious
        claim = claim_of(fact)
        if claim in held:
            if suspicion_of(fact) > suspicion_of(held[claim]):
                held[claim] = fact
        elif len(held) < EXAMPLES:
            held[claim] = fact
        else:
            least = min(reversed(held), key=lambda key: suspicion_of(held[key]))
            if suspicion_of(fact) > suspicion_of(held[least]):
                del held[least]
                held[claim] = fact

    def finish(self, find: Callable[[str], Document | None], **rest: Any) -> GroundSummary:
        """Return the summary; `find` gives a document by id, `rest` are the fields not counted."""
        matching = rest.get("matching", {})
        cited = matching.get("cited", 0) + matching.get("quoted", 0)
        failures = {shape: held.told(find) for shape, held in self._failures.items()}
        worst = sorted(self._suspicious.values(), key=suspicion_of, reverse=True)
        return GroundSummary(
            rows=self._facts,
            facts=self._facts,
            verdicts=dict(self._verdicts),
            reasons=dict(self._reasons.most_common()),
            refused=dict(self._refused),
            no_span=self._facts - cited,
            spans={"n": self._facts, **self._spans},
            claims=self._claims.counts(),
            unasked=self._reasons[UNASKED],
            unsupported=failures["unsupported"],
            too_narrow=failures["too_narrow"],
            not_in_text=failures["not_in_text"],
            disagreed=self._disagreed.told(find),
            not_allowed=failures["not_allowed"],
            suspicious=tuple(example_of(fact, find) for fact in worst),
            **rest,
        )


class _Failures:
    """Counts the claims that failed in one way, and keeps the first few, each once."""

    def __init__(self) -> None:
        self._count = 0
        self._first: dict[object, Fact] = {}

    def add(self, fact: Fact) -> None:
        self._count += 1
        if len(self._first) < EXAMPLES:
            self._first.setdefault(claim_of(fact), fact)

    def told(self, find: Callable[[str], Document | None]) -> FailureShape:
        shown = tuple(example_of(fact, find) for fact in self._first.values())
        return FailureShape(self._count, shown)


def _shape(fact: Fact) -> str:
    """Return in which way a claim failed; "" where it did not."""
    if CHECK in fact.qualifiers:
        return "not_allowed"
    if fact.verdict not in REFUSING:
        return ""
    if judge_of(fact) == "span":
        return "not_in_text"
    is_narrow = fact.verdict is GroundingVerdict.NOT_FOUND and TOO_NARROW in seen_of(fact)
    return "too_narrow" if is_narrow else "unsupported"
