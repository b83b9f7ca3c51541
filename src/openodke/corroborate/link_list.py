"""What does a resolver say of pairs of keys, and in which order?"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from openodke.corroborate.entity_node import Node
from openodke.corroborate.weak_evidence import WeakScore
from openodke.model.entity import EntityLink, LinkKind
from openodke.model.frozen import now, replaced

_DIGITS = 4


class LinkList:
    """Links, one a pair of keys and kind, all made at one time."""

    def __init__(self, nodes: Sequence[Node], made_at: datetime | None = None) -> None:
        """Take the nodes that links may be between, and when links are made; None is now."""
        self._keys = sorted({node.key for node in nodes})
        ranks = {key: rank for rank, key in enumerate(self._keys)}
        self._ranks = [ranks[node.key] for node in nodes]
        self._template = EntityLink(
            source_key="-", target_key="-", kind=LinkKind.SIMILAR, score=1.0, reason="-",
            created_at=made_at or now(), evidence=(),
        )  # fmt: skip
        self._places: list[int] = []
        self._links: list[EntityLink] = []
        self._score: WeakScore | None = None
        self._said = (0.0, "")

    def add(self, kind: LinkKind, source: int, target: int, score: float, reason: str) -> None:
        """Add a link between the nodes of two numbers."""
        first, second = self._ranks[source], self._ranks[target]
        count = len(self._keys)
        # A number to sort by: the proven ones last, then by source, target and kind.
        place = 2 * (first * count + second) + (kind is LinkKind.SIMILAR)
        if kind is LinkKind.SAME_AS:
            place += 2 * count * count
        self._places.append(place)
        self._links.append(
            replaced(
                self._template,
                source_key=self._keys[first],
                target_key=self._keys[second],
                kind=kind,
                score=round(score, _DIGITS),
                reason=reason,
            )
        )

    def add_scored(self, kind: LinkKind, source: int, target: int, score: WeakScore) -> None:
        """Add a link that rests on names; those of two names come one after the other."""
        if score is not self._score:
            self._score = score
            self._said = (score.value, score.reason)
        self.add(kind, source, target, *self._said)

    def sorted(self) -> list[EntityLink]:
        """Return the links by their keys, the proven ones last.

        Of several of one kind between two keys the first that was added stays.
        """
        places, last = self._places, -1
        links: list[EntityLink] = []
        for at in sorted(range(len(places)), key=places.__getitem__):
            if places[at] != last:
                last = places[at]
                links.append(self._links[at])
        return links
