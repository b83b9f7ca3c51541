"""Does a confidence of 0.8 mean that four in five are right?

Sources: G. W. Brier, Verification of forecasts expressed in terms of probability (Monthly Weather
Review 78, 1950), in the form for two outcomes that is common today, half of Brier's own figure;
M. P. Naeini, G. F. Cooper and M. Hauskrecht, Obtaining well calibrated probabilities using Bayesian
binning (AAAI 2015) and C. Guo and others, On calibration of modern neural networks (ICML 2017) for
the bins and the expected calibration error.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from openodke.errors import InputError

BINS = 10

Judged = tuple[float, bool]
"""A confidence in [0, 1] and whether the claim is right."""


@dataclass(frozen=True)
class Bin:
    """The claims whose confidence lies in (low, high], of the first bin in [low, high].

    Attributes:
        low, high: the edges.
        n: the claims.
        confidence: their mean confidence, None of none.
        right: the share that is right, None of none.
    """

    low: float
    high: float
    n: int = 0
    confidence: float | None = None
    right: float | None = None

    @property
    def gap(self) -> float:
        """How far mean confidence and share of right claims lie apart; 0 of no claims."""
        if self.confidence is None or self.right is None:
            return 0.0
        return abs(self.confidence - self.right)


def brier_score(judged: Iterable[Judged]) -> float:
    """Return the mean squared distance of confidence and truth: 0 is perfect, 1 the worst.

    Raises:
        InputError: for no claims, and for a confidence outside [0, 1].
    """
    claims = _checked(judged)
    return math.fsum((confidence - right) ** 2 for confidence, right in claims) / len(claims)


def reliability(judged: Iterable[Judged], *, bins: int = BINS) -> list[Bin]:
    """Return the reliability diagram as bins of equal width, empty ones included.

    Raises:
        InputError: for no claims, fewer than one bin, and a confidence outside [0, 1].
    """
    held: list[list[Judged]] = [[] for _ in range(checked_bins(bins))]
    for claim in _checked(judged):
        held[bin_of(claim[0], bins)].append(claim)
    return [_bin(at, claims, bins) for at, claims in enumerate(held)]


def calibration_error(judged: Iterable[Judged], *, bins: int = BINS) -> float:
    """Return the expected calibration error: the gaps of the bins, weighted by their claims.

    Raises:
        InputError: as `reliability`.
    """
    found = reliability(judged, bins=bins)
    return math.fsum(held.n * held.gap for held in found) / sum(held.n for held in found)


def chance_error(judged: Iterable[Judged], *, bins: int = BINS) -> float:
    """Return the error that a perfectly calibrated confidence would show on so few claims.

    Were every confidence the claim's chance to be right, the gap of a bin would be about normal
    with the variance of its sum, whose mean size is the standard deviation times √(2/π).
    """
    spread = [0.0] * checked_bins(bins)
    claims = _checked(judged)
    for confidence, _ in claims:
        spread[bin_of(confidence, bins)] += confidence * (1 - confidence)
    return math.sqrt(2 / math.pi) * math.fsum(map(math.sqrt, spread)) / len(claims)


def bin_of(confidence: float, bins: int) -> int:
    """Return the number of the bin, counted from 0: the first whose upper edge is not below it."""
    return max(0, bisect_left(range(bins + 1), confidence, key=lambda edge: edge / bins) - 1)


def checked_bins(bins: int) -> int:
    """Return the number of bins.

    Raises:
        InputError: for fewer than one, and for more than 1,000.
    """
    if not 1 <= bins <= 1000:
        raise InputError(f"bins={bins}: give a number from 1 to 1000")
    return bins


def _bin(at: int, claims: Sequence[Judged], bins: int) -> Bin:
    low, high, n = at / bins, (at + 1) / bins, len(claims)
    if not n:
        return Bin(low, high)
    confidence = math.fsum(confidence for confidence, _ in claims) / n
    return Bin(low, high, n, confidence, sum(right for _, right in claims) / n)


def _checked(judged: Iterable[Judged]) -> list[Judged]:
    claims = list(judged)
    if not claims:
        raise InputError("there is no labelled claim to score")
    for confidence, _ in claims:
        if not 0.0 <= confidence <= 1.0:
            raise InputError(f"the confidence {confidence!r}: is not a number from 0 to 1")
    return claims
