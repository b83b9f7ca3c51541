"""How far is one fact to be believed?

Source: the resolution page, "Score".
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from openodke.corroborate.extractor_confidence import reported_confidence
from openodke.corroborate.source_key import SourceKey, source_of
from openodke.errors import InputError
from openodke.model.fact import Fact
from openodke.model.frozen import FrozenDict, replaced
from openodke.model.keys import CONFLICT, SCORE
from openodke.model.verdict import GroundingVerdict
from openodke.text.memo import Memo

DEFAULT_VERDICT_WEIGHTS: Mapping[GroundingVerdict, float] = {
    GroundingVerdict.SUPPORTED: 1.0,
    GroundingVerdict.UNCHECKED: 0.6,
    GroundingVerdict.NOT_FOUND: 0.25,
    GroundingVerdict.CONTRADICTED: 0.05,
}
"""How much each verdict leaves of a confidence."""

_SCORES = 1 << 16
_Inputs = tuple[float, GroundingVerdict, int, float]


def combine(extractor: float, verdict_weight: float, support: int, conflict: float = 1.0) -> float:
    """Return the confidence in [0, 1] that follows from four figures.

    `verdict_weight × (1 − (1 − extractor) ^ (1 + ln support)) × conflict`, the extractor's
    confidence clamped to [0, 1] and the support to 1 or more. Source: the resolution page, "Score".
    """
    doubt = 1.0 - min(max(extractor, 0.0), 1.0)
    agreed = 1.0 - doubt if support <= 1 else 1.0 - doubt ** (1.0 + math.log(support))
    return min(max(verdict_weight * agreed * conflict, 0.0), 1.0)


class EvidenceScorer:
    """Gives a fact its confidence, from the extractor's, the verdict, the sources and a contest.

    The inputs are kept under `odke.score`. Scoring twice gives the same number.
    """

    def __init__(
        self,
        *,
        prior: float = 0.5,
        verdict_weights: Mapping[GroundingVerdict, float] = DEFAULT_VERDICT_WEIGHTS,
        source: SourceKey = source_of,
    ) -> None:
        """Take the weights.

        Args:
            prior: stands in for an extractor that reported no confidence: 0 exactly, or less.
            verdict_weights: a weight in [0, 1] for each of the four verdicts.
            source: tells the sources of a fact apart that no corroborator counted.

        Raises:
            InputError: for a prior or a weight outside [0, 1], and for a verdict without a weight.
        """
        self.prior = _share(prior, "prior")
        given = {GroundingVerdict(verdict): weight for verdict, weight in verdict_weights.items()}
        missing = [verdict.value for verdict in GroundingVerdict if verdict not in given]
        if missing:
            raise InputError(f"verdict_weights has no weight for {', '.join(missing)}")
        self.verdict_weights = {
            verdict: _share(weight, f"verdict_weights[{verdict.value!r}]")
            for verdict, weight in given.items()
        }
        self.source = source
        self._scores: Memo[_Inputs, tuple[float, FrozenDict]] = Memo(_SCORES)

    def score(self, fact: Fact) -> Fact:
        """Return the fact with its confidence, and what it was made of under `odke.score`."""
        held = fact.qualifiers
        lost = held.get(CONFLICT) if held else None
        inputs = (
            reported_confidence(fact),
            fact.verdict,
            self._support(fact),
            1.0 if lost is None else _conflict_ratio(lost),
        )
        scored = self._scores.get(inputs)
        if scored is None:
            scored = self._scores[inputs] = self._scored(*inputs)
        confidence, stamp = scored
        if not held:
            return replaced(fact, qualifiers=stamp, confidence=confidence)
        if fact.confidence == confidence and held.get(SCORE) == stamp[SCORE]:
            return fact
        return replaced(fact, qualifiers=FrozenDict({**held, **stamp}), confidence=confidence)

    def _scored(
        self, extractor: float, verdict: GroundingVerdict, support: int, conflict: float
    ) -> tuple[float, FrozenDict]:
        """Return the confidence, and qualifiers with the stamp alone, which many facts share."""
        prior_used = extractor <= 0.0
        weight = self.verdict_weights[verdict]
        used = self.prior if prior_used else extractor
        stamp = FrozenDict(
            extractor=extractor,
            prior_used=prior_used,
            verdict=weight,
            support=support,
            conflict=conflict,
        )
        return combine(used, weight, support, conflict), FrozenDict({SCORE: stamp})

    def _support(self, fact: Fact) -> int:
        """Return the number of sources: as listed, else the larger of the fact's and our count."""
        support = max(fact.support, 1)
        if fact.supported_by or len(fact.evidence) <= 1:
            return support
        return max(support, len({self.source(held) for held in fact.evidence}))


def _conflict_ratio(stamp: Any) -> float:
    """Return a contest loser's ratio, and 1 for any other fact."""
    ratio = stamp.get("ratio") if isinstance(stamp, Mapping) else None
    return float(ratio) if isinstance(ratio, int | float) else 1.0


def _share(value: float, name: str) -> float:
    if not 0.0 <= value <= 1.0:
        raise InputError(f"{name} is {value!r}: give a number from 0 to 1")
    return float(value)
