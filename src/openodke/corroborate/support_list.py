"""Which independent sources does a claim rest on?

Source: the resolution page, "Support lists".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from openodke.corroborate.interval_union import moment
from openodke.corroborate.linked_sets import LinkedSets
from openodke.corroborate.source_key import SourceKey, source_of
from openodke.model.document import SourceTier
from openodke.model.evidence import Evidence, Support

TIER_WEIGHTS = {tier: tier.weight for tier in SourceTier}


def support_of(
    evidence: Iterable[Evidence],
    groups: Iterable[Iterable[str]] = (),
    source: SourceKey = source_of,
) -> tuple[Support, ...]:
    """Return one Support for each independent source, sorted by source.

    Args:
        evidence: what the claim rests on.
        groups: the ids of documents that are near-duplicates of each other, a group each. The
            sources of a group are one, under the least of their keys.
        source: gives a piece of evidence the key of its source.
    """
    return SupportLists(source).of(evidence, groups)


class SupportLists:
    """The support lists of a run: claims that rest on one document alike share its Support."""

    def __init__(self, source: SourceKey) -> None:
        """Take what tells sources apart."""
        self.source = source
        self._lone: dict[tuple[str, str, SourceTier, datetime], tuple[Support, ...]] = {}

    def of(
        self, evidence: Iterable[Evidence], groups: Iterable[Iterable[str]] = ()
    ) -> tuple[Support, ...]:
        """Return what `support_of` does."""
        held: dict[str, list[Evidence]] = {}
        for item in evidence:
            source = self.source(item)
            if source in held:
                held[source].append(item)
            else:
                held[source] = [item]
        for least, *others in _joined_sources(held, groups) if groups else ():
            for other in others:
                held[least].extend(held.pop(other))
        keys = sorted(held) if len(held) > 1 else held
        return tuple([self._support(key, held[key]) for key in keys])

    def of_one(self, item: Evidence) -> tuple[Support, ...]:
        """Return the list of a single piece of evidence."""
        return self._lone_list(self.source(item), item)

    def _lone_list(self, source: str, item: Evidence) -> tuple[Support, ...]:
        asked = (source, item.doc_id, item.tier, item.retrieved_at)
        held = self._lone.get(asked)
        if held is None:
            held = self._lone[asked] = (_support(source, [item]),)
        return held

    def _support(self, source: str, items: list[Evidence]) -> Support:
        if len(items) == 1:
            return self._lone_list(source, items[0])[0]
        return _support(source, items)


def _joined_sources(
    held: Mapping[str, list[Evidence]], groups: Iterable[Iterable[str]]
) -> list[tuple[str, ...]]:
    """Return the sources that near-duplicate documents make one, each set sorted."""
    of_document: dict[str, set[str]] = {}
    for key, items in held.items():
        for item in items:
            of_document.setdefault(item.doc_id, set()).add(key)
    links = LinkedSets(held)
    for group in groups:
        keys = sorted({key for doc_id in group for key in of_document.get(doc_id, ())})
        for other in keys[1:]:
            links.join(keys[0], other)
    return links.groups()


def _support(source: str, items: list[Evidence]) -> Support:
    return Support(
        source=source,
        doc_ids=tuple(sorted({item.doc_id for item in items})),
        tier=max((item.tier for item in items), key=TIER_WEIGHTS.__getitem__),
        retrieved_at=max((item.retrieved_at for item in items), key=moment),
    )
