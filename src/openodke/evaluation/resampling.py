"""How far would a figure move, had other documents been labelled?

The documents, not the claims, are drawn again: claims of one document share its style and its
trouble. Source: B. Efron and R. J. Tibshirani, An Introduction to the Bootstrap (1993), chapters 8
and 13 (percentile intervals).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from operator import mul

RESAMPLES = 1000
SEED = 20_07
"""The seed of every draw: the same labels give the same interval."""

_BLOCKS = 1000  # more documents than these are drawn in fixed groups, so that time is bounded

Sums = tuple[float, ...]
Statistic = Callable[[Sequence[float]], float]


@dataclass(frozen=True)
class Figure:
    """A figure with its 95 % interval.

    None is what cannot be computed: a figure of nothing, and the interval of a single document.
    """

    value: float | None = None
    low: float | None = None
    high: float | None = None

    def __str__(self) -> str:
        """Return the figure with its interval."""
        if self.value is None:
            return "–"
        if self.low is None or self.high is None:
            return f"{self.value:.3f} [no interval: one document]"
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"


class Resampler:
    """Draws documents again and again; every figure is computed on the same draws."""

    def __init__(self, claims: Iterable[tuple[str, Sums]]) -> None:
        """Take, of each claim, its document and the numbers of which figures are made.

        A figure is a function of their sums over all claims.
        """
        documents: dict[str, list[Sums]] = {}
        for document, numbers in claims:
            documents.setdefault(document, []).append(numbers)
        self._columns = _columns([_added(rows) for rows in _blocks(documents)])
        self._draws: list[list[float]] | None = None

    def figure(self, statistic: Statistic) -> Figure:
        """Return the figure of all claims and the interval of those of the draws.

        A draw for which the figure is not defined (ZeroDivisionError) is left out. The interval is
        widened to hold the figure where the draws lie beside it, as those of an error that cannot
        be less than 0 do.
        """
        if not self._columns:
            return Figure()
        try:
            value = statistic([sum(column) for column in self._columns])
        except ZeroDivisionError:
            return Figure()
        if len(self._columns[0]) == 1:
            return Figure(value)
        drawn = sorted(_defined(statistic, self._drawn())) or [value]
        tail = int(len(drawn) * 0.025)
        return Figure(value, min(value, drawn[tail]), max(value, drawn[-1 - tail]))

    def _drawn(self) -> list[list[float]]:
        if self._draws is None:
            size = len(self._columns[0])
            chance = random.Random(SEED)
            self._draws = []
            for _ in range(RESAMPLES):
                times = [0] * size
                for at in chance.choices(range(size), k=size):
                    times[at] += 1
                self._draws.append([sum(map(mul, times, column)) for column in self._columns])
        return self._draws


def _blocks(documents: dict[str, list[Sums]]) -> list[list[Sums]]:
    """Return the claims of each document, in an order that only the documents' names decide."""
    if len(documents) <= _BLOCKS:
        return [documents[name] for name in sorted(documents)]
    blocks: list[list[Sums]] = [[] for _ in range(_BLOCKS)]
    for at, name in enumerate(sorted(documents, key=_digest)):
        blocks[at % _BLOCKS].extend(documents[name])
    return blocks


def _digest(name: str) -> bytes:
    return blake2b(name.encode(), digest_size=8).digest()


def _added(rows: list[Sums]) -> list[float]:
    # Sorted, since the sum of floats depends on their order and that of the lines is to count for
    # nothing.
    return [sum(sorted(column)) for column in zip(*rows, strict=True)]


def _columns(blocks: list[list[float]]) -> list[tuple[float, ...]]:
    return list(zip(*blocks, strict=True))


def _defined(statistic: Statistic, draws: list[list[float]]) -> Iterable[float]:
    for sums in draws:
        try:
            yield statistic(sums)
        except ZeroDivisionError:
            continue
