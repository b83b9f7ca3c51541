"""What does a resolver say of pairs of keys, and in which order?"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from openodke.corroborate.entity_node import Node
from openodke.corroborate.weak_evidence import WeakScore
from openodke.model.entity import EntityLink, LinkKind
from openodke.model.frozen import now, replaced

_DIGITS = 4


class Said(NamedTuple):
    """What a link says of two keys; many links say the same, of entities of the same names."""

    kind: LinkKind
    score: float
    reason: str


class LinkList:
    """Links, one a pair of keys and kind, all made at one time.

    Until they are all known a link is two entries in lists: it is made at the end, when what led to
    it is gone.
    """

    def __init__(self, nodes: Sequence[Node], made_at: datetime | None = None) -> None:
        """Take the nodes that links may be between, and when links are made; None is now."""
        self._keys = list(dict.fromkeys(sorted(node.key for node in nodes)))
        ranks = {key: rank for rank, key in enumerate(self._keys)}
        self._ranks = [ranks[node.key] for node in nodes]
        self._made_at = made_at or now()
        self._places: list[int] = []
        self._said: list[Said] = []
        self._score: WeakScore | None = None

    def add(self, kind: LinkKind, source: int, target: int, score: float, reason: str) -> None:
        """Add a link between the nodes of two numbers."""
        self._score = None
        self._add(source, target, Said(kind, round(score, _DIGITS), reason))

    def add_similar(self, source: int, target: int, score: WeakScore) -> None:
        """Add a link that rests on names; those of two names come one after the other."""
        if score is self._score:
            said = self._said[-1]
        else:
            self._score = score
            said = Said(LinkKind.SIMILAR, round(score.value, _DIGITS), score.reason)
        self._add(source, target, said)

    def _add(self, source: int, target: int, said: Said) -> None:
        count = len(self._keys)
        # A number to sort by: the proven ones last, then by source, target and kind.
        place = 2 * (self._ranks[source] * count + self._ranks[target])
        if said.kind is LinkKind.SIMILAR:
            place += 1
        elif said.kind is LinkKind.SAME_AS:
            place += 2 * count * count
        self._places.append(place)
        self._said.append(said)

    def sorted(self) -> list[EntityLink]:
        """Return the links by their keys, the proven ones last.

        Of several of one kind between two keys the first that was added stays.
        """
        template = EntityLink(
            source_key="-", target_key="-", kind=LinkKind.SIMILAR, score=1.0, reason="-",
            created_at=self._made_at, evidence=(),
        )  # fmt: skip
        places, keys, last = self._places, self._keys, -1
        count = len(keys)
        links: list[EntityLink] = []
        for at in sorted(range(len(places)), key=places.__getitem__):
            place = places[at]
            if place == last:
                continue
            last = place
            source, target = divmod(place // 2, count)
            kind, score, reason = self._said[at]
            links.append(
                replaced(
                    template,
                    source_key=keys[source % count],  # those of the proven ones begin anew
                    target_key=keys[target],
                    kind=kind,
                    score=score,
                    reason=reason,
                )
            )
        return links
