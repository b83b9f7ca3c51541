"""Which is the best-ranked rival of each contender?

Rivals are on different sides and overlap in time. All of them are found in `n log n` steps, since
one value may have thousands.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

FIRST = datetime.min.replace(tzinfo=UTC)
LAST = datetime.max.replace(tzinfo=UTC)


class Contender(NamedTuple):
    """Who stands for what, when (half-open), and how high; `order` settles equal ranks."""

    rank: float
    side: str
    order: str
    start: datetime = FIRST
    end: datetime = LAST


class _Best:
    """The best of some contenders, and the best of those on another side."""

    __slots__ = ("first", "second")

    def __init__(self) -> None:
        self.first: int | None = None
        self.second: int | None = None

    def take(self, index: int | None, contenders: Sequence[Contender]) -> None:
        """Take one more contender into account."""
        if index is None:
            return
        first, second = self.first, self.second
        if first is None:
            self.first = index
        elif contenders[index].side == contenders[first].side:
            self.first = _better(index, first, contenders)
        elif _better(index, first, contenders) == index:
            self.first, self.second = index, first
        elif second is None or _better(index, second, contenders) == index:
            self.second = index

    def against(self, side: str, contenders: Sequence[Contender]) -> int | None:
        """Return the best contender that is not on this side."""
        if self.first is not None and contenders[self.first].side != side:
            return self.first
        return self.second


def best_rivals(contenders: Sequence[Contender]) -> list[int | None]:
    """Return, a contender each, the index of its best-ranked rival, or None where it has none."""
    if all(held.start == FIRST and held.end == LAST for held in contenders):
        best = _Best()
        for index in range(len(contenders)):
            best.take(index, contenders)
        return [best.against(held.side, contenders) for held in contenders]
    return _overlapping(contenders)


def _overlapping(contenders: Sequence[Contender]) -> list[int | None]:
    """Find the rivals among those that begin before one's end and end after one's start.

    Contenders come in by their ends, latest first, into a Fenwick tree over their starts.
    """
    starts = sorted({held.start for held in contenders})
    tree = [_Best() for _ in range(len(starts) + 1)]
    incoming = sorted(range(len(contenders)), key=lambda at: contenders[at].end)
    found: list[int | None] = [None] * len(contenders)
    for asked in sorted(range(len(contenders)), key=lambda at: contenders[at].start, reverse=True):
        held = contenders[asked]
        while incoming and contenders[incoming[-1]].end > held.start:
            index = incoming.pop()
            place = bisect_left(starts, contenders[index].start) + 1
            while place < len(tree):
                tree[place].take(index, contenders)
                place += place & -place
        best = _Best()
        place = bisect_left(starts, held.end)
        while place:
            best.take(tree[place].first, contenders)
            best.take(tree[place].second, contenders)
            place -= place & -place
        found[asked] = best.against(held.side, contenders)
    return found


def _better(one: int, other: int, contenders: Sequence[Contender]) -> int:
    """Return the better of two: of equal ranks the one whose order comes first."""
    first, second = contenders[one], contenders[other]
    mine = (-first.rank, first.side, first.order, one)
    yours = (-second.rank, second.side, second.order, other)
    return one if mine < yours else other
