"""How many independent sources does a claim have, and which are listed?

Source: the resolution page, "Merge by signature", "Near-duplicate sources" and "Support lists".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from openodke.corroborate.contradicting_texts import Telling
from openodke.corroborate.near_duplicates import Group, NearDuplicates
from openodke.corroborate.source_key import SourceKey
from openodke.corroborate.support_list import SupportLists
from openodke.model.evidence import Evidence, Support
from openodke.model.fact import Fact
from openodke.model.keys import NEAR_DUPLICATES


@dataclass(frozen=True, slots=True)
class Sources:
    """What a claim rests on.

    Attributes:
        supports: a Support for each source that its evidence names.
        uncited: the sources that members count and do not cite; with any, nothing is listed.
        groups: the near-duplicate documents among those cited.
    """

    supports: tuple[Support, ...]
    uncited: int = 0
    groups: tuple[Group, ...] = ()

    @property
    def count(self) -> int:
        """The number of independent sources, 1 at least."""
        return max(len(self.supports) + self.uncited, 1)

    @property
    def listed(self) -> tuple[Support, ...]:
        """The support list: empty when it would not name every source."""
        return () if self.uncited else self.supports


class SourceCounter:
    """Counts the sources of claims; near-duplicate texts count once."""

    def __init__(self, source: SourceKey, near: NearDuplicates) -> None:
        """Take what tells sources apart, and what finds copies."""
        self._source = source
        self._near = near
        self._lists = SupportLists(source)

    def of_one(self, fact: Fact) -> Sources:
        """Return the sources of a fact on its own."""
        evidence = fact.evidence
        if len(evidence) == 1:
            supports = self._lists.of(evidence)
            return Sources(supports, _excess(fact, 1))
        return self.of([Telling(fact, evidence)], evidence)

    def of(self, members: Sequence[Telling], evidence: tuple[Evidence, ...]) -> Sources:
        """Return the sources of a claim: of its members, and of their evidence together."""
        recorded = [
            tuple(map(str, group))
            for member in members
            for group in member.fact.qualifiers.get(NEAR_DUPLICATES, ())
        ]
        groups = self._groups(evidence, recorded)
        uncited = sum(self._uncited(member, groups) for member in members)
        return Sources(self._lists.of(evidence, groups), uncited, tuple(groups))

    def _groups(self, evidence: tuple[Evidence, ...], recorded: Sequence[Group]) -> list[Group]:
        if not recorded and not self._near.documents:
            return []
        sources = {item.doc_id: self._source(item) for item in evidence}
        if len(set(sources.values())) < 2:
            return []
        return self._near.groups(sources, recorded)

    def _uncited(self, member: Telling, groups: Sequence[Group]) -> int:
        """Return how many sources a member counts beyond those that it cites."""
        fact = member.fact
        if fact.supported_by:
            return 0
        if not fact.evidence:
            return max(fact.support, 1)
        if fact.support <= 1:
            return 0
        return _excess(fact, len(self._lists.of(fact.evidence, groups)))


def _excess(fact: Fact, cited: int) -> int:
    return 0 if fact.supported_by else max(fact.support - cited, 0)
