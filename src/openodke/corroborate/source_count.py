"""How many independent sources does a claim have, and which are listed?

Source: the resolution page, "Merge by signature", "Near-duplicate sources" and "Support lists".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from openodke.corroborate.contradicting_texts import Telling
from openodke.corroborate.near_duplicates import Group, NearDuplicates
from openodke.corroborate.source_key import SourceKey
from openodke.corroborate.support_list import SupportLists
from openodke.model.evidence import Evidence, Support
from openodke.model.fact import Fact
from openodke.model.frozen import replaced
from openodke.model.keys import NEAR_DUPLICATES, ROWS


class Sources(NamedTuple):
    """What a claim rests on.

    Attributes:
        support: the number of independent sources, 1 at least.
        supported_by: the support list; empty when members count sources that they do not cite.
        groups: the near-duplicate documents among those cited.
    """

    support: int
    supported_by: tuple[Support, ...]
    groups: tuple[Group, ...] = ()


class SourceCounter:
    """Counts the sources of claims; near-duplicate texts count once."""

    def __init__(self, source: SourceKey, near: NearDuplicates) -> None:
        """Take what tells sources apart, and what finds copies."""
        self._source = source
        self._near = near
        self._lists = SupportLists(source)

    def counted(self, fact: Fact) -> Fact:
        """Return a fact that no other is merged with, its sources counted and listed."""
        evidence = fact.evidence
        if len(evidence) == 1:
            listed = self._lists.of_one(evidence[0])
            if fact.support == 1:
                if fact.supported_by == listed:
                    return fact
                return replaced(fact, supported_by=listed)
        held = self.of([(fact, evidence)], evidence)
        if held.support == fact.support and held.supported_by == fact.supported_by:
            return fact
        return replaced(fact, support=held.support, supported_by=held.supported_by)

    def of(self, members: Sequence[Telling], evidence: tuple[Evidence, ...]) -> Sources:
        """Return the sources of a claim: of its members, and of their evidence together."""
        groups = self._groups(members, evidence) if len(evidence) > 1 else []
        listed = self._lists.of(evidence, groups)
        counting = [
            fact
            for fact, _ in members
            if fact.support != 1 or not fact.evidence  # else it cites what it counts
        ]
        if len(counting) > 1:
            counting = _once(counting)
        uncited = sum(self._uncited(fact, groups) for fact in counting)
        count = max(len(listed) + uncited, 1)
        return Sources(count, () if uncited else listed, tuple(groups))

    def _groups(self, members: Sequence[Telling], evidence: tuple[Evidence, ...]) -> list[Group]:
        if self._near.threshold is None:
            return []
        recorded = [
            tuple(map(str, group))
            for fact, _ in members
            if NEAR_DUPLICATES in fact.qualifiers
            for group in fact.qualifiers[NEAR_DUPLICATES]
        ]
        if not (recorded or self._near.documents):
            return []
        sources = {item.doc_id: self._source(item) for item in evidence}
        if len(set(sources.values())) < 2:
            return []
        return self._near.groups(sources, recorded)

    def _uncited(self, fact: Fact, groups: Sequence[Group]) -> int:
        """Return how many sources a member counts beyond those that it cites."""
        if not fact.evidence:
            return max(fact.support, 1)
        if fact.support <= 1 or fact.supported_by:
            return 0
        return max(fact.support - len(self._lists.of(fact.evidence, groups)), 0)


def _once(facts: list[Fact]) -> list[Fact]:
    """Return the facts without those all of whose rows another one was merged from.

    A batch that is handed in again finds its own rows in the store.
    """
    rows = [frozenset(fact.qualifiers.get(ROWS) or (fact.id,)) for fact in facts]
    found: list[Fact] = []
    seen: set[object] = set()
    for at in sorted(range(len(facts)), key=lambda at: -len(rows[at])):
        if not seen.issuperset(rows[at]):
            found.append(facts[at])
            seen |= rows[at]
    return found
