"""Which things hang together, when some pairs of them do?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

Item = TypeVar("Item", str, int)


class LinkedSets(Generic[Item]):
    """Items that are joined pair by pair. Source: the disjoint-set forest of Tarjan (1975)."""

    def __init__(self, items: Iterable[Item]) -> None:
        """Take the items, none joined with another."""
        self._parents: dict[Item, Item] = {item: item for item in items}

    def least(self, item: Item) -> Item:
        """Return the least of the items that this one is joined with."""
        parents = self._parents
        while parents[item] != item:
            parents[item] = item = parents[parents[item]]
        return item

    def joined(self, one: Item, other: Item) -> bool:
        """Tell whether two items are joined, directly or through others."""
        return self.least(one) == self.least(other)

    def join(self, one: Item, other: Item) -> None:
        """Join two items."""
        first, last = sorted((self.least(one), self.least(other)))
        self._parents[last] = first

    def groups(self) -> list[tuple[Item, ...]]:
        """Return the sets of two items or more, each sorted, in order."""
        held: dict[Item, list[Item]] = {}
        for item in self._parents:
            held.setdefault(self.least(item), []).append(item)
        return sorted(tuple(sorted(group)) for group in held.values() if len(group) > 1)
