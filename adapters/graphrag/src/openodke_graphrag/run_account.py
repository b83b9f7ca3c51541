"""What is said of one step of an indexing run, in numbers and in a line?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from openodke.interop import GroundSummary
from openodke_graphrag.leftovers import DroppedItem

_PLURALS = {"relationship": "relationships", "entity": "entities", "claim": "claims"}
_REFUTED = ("contradicted", "not_found")


@dataclass(frozen=True)
class RunAccount:
    """One step.

    Attributes:
        step: "gate", "annotate" or "update".
        summary: the counts of its grounding run.
        dropped: what was left out of the graph.
        taken: how many rows were judged before, and not again.
        told: the counts of claims that a person was told by the step before, kind by kind: those
            that are the same are not told again.
    """

    step: str
    summary: GroundSummary
    dropped: tuple[DroppedItem, ...]
    taken: int
    told: Mapping[str, Mapping[str, int]] = field(default_factory=dict)

    @property
    def counts(self) -> dict[str, Any]:
        """The counts, as JSON holds them."""
        summary = self.summary
        return {
            "status": "no_claims" if summary.is_empty else "ok",
            "rows": summary.rows,
            "remembered": self.taken,
            "claims": {kind: dict(counts) for kind, counts in summary.claims.items()},
            "left_out": len(summary.left_out),
            "rejected": dict(Counter(item.kind for item in self.dropped)),
            "mismatch": summary.mismatch,
            "calls": summary.calls,
            "failed": summary.failed,
            "unparseable": summary.unparseable,
            "tokens": summary.tokens,
        }

    @property
    def lines(self) -> list[str]:
        """What a person is told."""
        verdict = self._verdict()
        lines = [f"odke {self.step}: {verdict}"] if verdict else []
        if self.summary.mismatch:
            lines.append(f"odke {self.step}: nothing is dropped: {self.summary.mismatch}")
        if self.summary.unjudged:
            lines.append(f"odke {self.step}: {self.summary.unjudged}")
        return lines

    def _verdict(self) -> str:
        if self.summary.is_empty:
            return "no claims"
        told = ", ".join(
            f"{sum(counts.get(v, 0) for v in _REFUTED)} of {counts['n']} {_PLURALS[kind]}"
            for kind, counts in _in_order(self.summary.claims)
            if counts != self.told.get(kind)
        )
        said = f"not in their texts: {told}" if told else ""
        if self.dropped:
            rows = "1 row" if len(self.dropped) == 1 else f"{len(self.dropped)} rows"
            return f"{said}; left out: {rows}, now in odke_rejected"
        return said


def _in_order(claims: Mapping[str, Mapping[str, int]]) -> list[tuple[str, Mapping[str, int]]]:
    return [(kind, claims[kind]) for kind in _PLURALS if kind in claims]
