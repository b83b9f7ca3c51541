"""Which of two claims is told by the better sources?

Source: the resolution page, "Contest"; the discount on a source that asserts much is the
Average·Log of Pasternack and Roth (2010).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from openodke.corroborate.batch_figures import BatchFigures
from openodke.corroborate.interval_union import moment
from openodke.corroborate.support_list import TIER_WEIGHTS
from openodke.errors import InputError
from openodke.model.document import SourceTier
from openodke.model.evidence import Evidence

_DAY = timedelta(days=1)
_DIGITS = 12
"""Ranks that differ behind it are equal: the order of an addition must not win a contest."""


class Freshness:
    """How much of its trust a source keeps as its evidence grows old."""

    def __init__(self, half_life_days: float, floor: float) -> None:
        """Take the days in which what is above the floor halves, and the floor.

        Raises:
            InputError: for days that are not above 0, or a floor outside [0, 1].
        """
        if not half_life_days > 0.0:
            raise InputError(f"half_life_days is {half_life_days!r}: give a number above 0")
        if not 0.0 <= floor <= 1.0:
            raise InputError(f"freshness_floor is {floor!r}: give a number from 0 to 1")
        self.half_life_days = half_life_days
        self.floor = floor

    def at(self, when: datetime, reference: datetime, run_at: datetime) -> float:
        """Return `floor + (1 − floor) × 0.5 ^ (age / half life)`, and the floor after the run."""
        if when > max(reference, run_at):
            return self.floor
        age = max((reference - when) / _DAY, 0.0)
        left: float = 0.5 ** (age / self.half_life_days)
        return self.floor + (1.0 - self.floor) * left


class SourceRank:
    """The trust in the evidence of a batch, and the rank of its claims."""

    def __init__(self, freshness: Freshness, figures: BatchFigures, run_at: datetime) -> None:
        """Take the figures of the batch and the time of the run."""
        self.freshness = freshness
        self.run_at = run_at
        self.reference = figures.reference
        # Where every date is after the run, it is the run's clock that is wrong.
        self._last = run_at if figures.newest is not None else (figures.ahead or run_at)
        self._fresh: dict[datetime, float] = {}
        self._votes: dict[int, float] = {}

    def trust(self, evidence: Sequence[Evidence]) -> float:
        """Return the best tier's weight × freshness; of no evidence, that of an unknown old one."""
        if len(evidence) == 1:
            return self._trust(evidence[0])
        return max(map(self._trust, evidence), default=self._unknown)

    def best(self, evidence: Iterable[Evidence]) -> Evidence | None:
        """Return the evidence that is trusted most: of equals the newest, then by its document."""
        return min(
            evidence,
            key=lambda item: (
                -self._trust(item),
                -moment(item.retrieved_at).timestamp(),
                item.doc_id,
            ),
            default=None,
        )

    def rank(self, trust: float, sources: Iterable[str], claims: Mapping[str, int]) -> float:
        """Return trust × agreement, a source counted less the more claims it backs in the batch."""
        votes = math.fsum(self._vote(claims.get(source, 1)) for source in sources)
        return round(trust * (1.0 + math.log1p(votes)), _DIGITS)

    @property
    def _unknown(self) -> float:
        return SourceTier.UNVERIFIED.weight * self.freshness.floor

    def _trust(self, item: Evidence) -> float:
        when = item.retrieved_at
        fresh = self._fresh.get(when)
        if fresh is None:
            told = moment(when)
            fresh = self.freshness.at(told, self.reference or told, self._last)
            self._fresh[when] = fresh
        return TIER_WEIGHTS[item.tier] * fresh

    def _vote(self, claims: int) -> float:
        held = self._votes.get(claims)
        if held is None:
            held = self._votes[claims] = 1.0 / (1.0 + math.log(max(claims, 1)))
        return held
