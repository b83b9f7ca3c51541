"""What does a resolver say of pairs of keys, and in which order?"""

from __future__ import annotations

from datetime import datetime

from openodke.corroborate.entity_node import Node
from openodke.model.entity import EntityLink, LinkKind
from openodke.model.frozen import now, replaced

_DIGITS = 4


class LinkList:
    """Links, one a pair of keys and kind, all made at one time."""

    def __init__(self, made_at: datetime | None = None) -> None:
        """Begin with none; `made_at` is when they are made, None for now."""
        self._template = EntityLink(
            source_key="-", target_key="-", kind=LinkKind.SIMILAR, score=1.0, reason="-",
            created_at=made_at or now(), evidence=(),
        )  # fmt: skip
        self._links: dict[tuple[bool, str, str, str], EntityLink] = {}

    def add(self, kind: LinkKind, source: Node, target: Node, score: float, reason: str) -> None:
        """Add a link; of several of one kind between two keys the first stays."""
        place = (kind is LinkKind.SAME_AS, source.key, target.key, kind.value)
        if place not in self._links:
            self._links[place] = replaced(
                self._template,
                source_key=source.key,
                target_key=target.key,
                kind=kind,
                score=round(score, _DIGITS),
                reason=reason,
            )

    def sorted(self) -> list[EntityLink]:
        """Return the links by their keys, the proven ones last."""
        links = self._links
        return [links[place] for place in sorted(links)]
