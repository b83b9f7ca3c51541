"""What became of each claim, from the row it was read from to the fact that was written?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from openodke.errors import InputError
from openodke.interop.conversion import Claim
from openodke.interop.node_merging import NodeMerge
from openodke.model import Fact
from openodke.model.fact import qualified
from openodke.model.frozen import FrozenDict, replaced
from openodke.model.keys import CANONICAL, CONFLICT, NEAR_DUPLICATES, SCORE
from openodke.refinement import Refined
from openodke.validation.claim_story import Links, claim_story, links_by_key, row_story, rows_of
from openodke.validation.proven_nodes import proven_nodes
from openodke.validation.row_changes import ends_of, with_changes

_OF_THE_CLAIM = (CONFLICT, NEAR_DUPLICATES, SCORE)
"""What the merged claim says of each of its rows."""


class ValidationTrail:
    """Remembers what every stage made of the claims, one for one, in row order.

    Attributes:
        grounded: the facts with their verdicts, one a row.
        resolved: the same facts normalised and re-keyed.
    """

    def __init__(self, grounded: Sequence[Fact], claims: Sequence[Claim] = ()) -> None:
        """Begin with grounded facts, each with an id of its own, and the claims they were."""
        self.grounded = tuple(grounded)
        self._claims = claims
        self.resolved: tuple[Fact, ...] = ()
        self._refined = Refined((), (), (), 0, 0)
        self._links: Links = {}
        self._owners: dict[str, Fact] = {}

    def resolved_as(self, facts: list[Fact], derived: list[Fact]) -> None:  # noqa: ARG002
        """Note what normalising and resolving made of the facts."""
        self.resolved = tuple(facts)

    def refined_as(self, refined: Refined) -> None:
        """Note what was written and what was refused, and which rows each rests on."""
        self._refined = refined
        self._links = links_by_key(refined.links)
        own = {fact.id: fact for fact in self.resolved}
        for fact in (*refined.facts, *refined.refused):
            for row in rows_of(fact):
                if row in own and self._is_owner(fact, own[row]):
                    self._owners[row] = fact

    def _is_owner(self, fact: Fact, row: Fact) -> bool:
        """Whether a claim that names a row is the one that the row went into.

        A claim that was merged with its stored self names the rows of earlier runs as well, and
        those may have had the same ids.
        """
        held = self._owners.get(row.id)
        return held is None or fact.signature == row.signature

    def claim_of(self, row_id: str) -> Fact | None:
        """Return the merged claim that a row went into, written or refused."""
        return self._owners.get(row_id)

    @property
    def rows(self) -> dict[str, str]:
        """The id of the fact that each row went into, by the row's id."""
        return {row: fact.id for row, fact in self._owners.items()}

    def told(self) -> Iterator[Fact]:
        """Yield one fact a row: its own verdict, and what its merged claim rests on.

        It has the claim's support, confidence and contest, its canonical names, and under
        `odke.canonical` those names of its ends that were written otherwise.
        """
        for fact, resolved in zip(self.grounded, self.resolved, strict=True):
            yield _told(fact, resolved, self._owners.get(fact.id), self._links)

    def noted(self) -> Iterator[Fact]:
        """Yield one fact a row as its text has it, and what later stages made of it beside it."""
        for fact, resolved in zip(self.grounded, self.resolved, strict=True):
            yield with_changes(fact, resolved)

    def one_nodes(self) -> tuple[NodeMerge, ...]:
        """Return each node of the native object that is proven to be another one of it."""
        if len(self._claims) != len(self.resolved):
            return ()
        return proven_nodes(self._claims, self.grounded, self.resolved, self._links)

    def linked(self, kind: str) -> Iterator[tuple[str, str]]:
        """Yield the two names that each link of a kind joins: their keys, where both have one name.

        A key that no row has, as one of a store, stands for itself.
        """
        names: dict[str, str] = {}
        for fact in (*self.grounded, *self.resolved):
            for end in ends_of(fact).values():
                names.setdefault(end.key, end.name)
        for link in self._refined.links:
            if link.kind == kind:
                keys = link.source_key, link.target_key
                one, other = (names.get(key, key) for key in keys)
                yield keys if one == other else (one, other)

    def explain(self, claim_id: str) -> str:
        """Return everything that was decided about one claim, in order, a line each.

        Args:
            claim_id: the id of a row or of a fact.

        Raises:
            InputError: when nothing has the id.
        """
        at = {fact.id: number for number, fact in enumerate(self.grounded)}
        if claim_id in at:
            owner = self._owners.get(claim_id)
            lines = [*self._row(at[claim_id]), *(self._claim(owner) if owner else ())]
            return "\n".join(lines)
        for fact in (*self._refined.facts, *self._refined.refused):
            if fact.id == claim_id:
                rows = [row for row in rows_of(fact) if self._owners.get(row) is fact]
                lines = [line for row in rows for line in self._row(at[row])]
                return "\n".join([*lines, *self._claim(fact)])
        raise InputError(
            f"no claim has the id {claim_id!r}: name a row's or a fact's, such as "
            f"{self.grounded[0].id!r}"
            if self.grounded
            else f"no claim has the id {claim_id!r}: there were no claims"
        )

    def _row(self, number: int) -> Iterator[str]:
        row = with_changes(self.grounded[number], self.resolved[number])
        return row_story(row, self._links)

    def _claim(self, fact: Fact) -> Iterator[str]:
        refused = any(fact is other for other in self._refined.refused)
        return claim_story(fact, refused=refused)


def _told(fact: Fact, resolved: Fact, claim: Fact | None, links: Links) -> Fact:
    """Return a row's fact with its own verdict and what its merged claim says."""
    canonical = _canonical(fact, resolved, links)
    if canonical:
        fact = qualified(fact, CANONICAL, FrozenDict(canonical))
    if claim is None:
        return fact
    shared = {key: claim.qualifiers[key] for key in _OF_THE_CLAIM if key in claim.qualifiers}
    return replaced(
        fact,
        subject=resolved.subject,
        object_entity=resolved.object_entity,
        support=claim.support,
        supported_by=claim.supported_by,
        confidence=claim.confidence,
        qualifiers=FrozenDict({**fact.qualifiers, **shared}),
    )


def _canonical(fact: Fact, resolved: Fact, links: Links) -> dict[str, str]:
    """Return the names of the ends that were written otherwise, and the links of both."""
    found = {}
    ends = [("subject", fact.subject, resolved.subject)]
    if fact.object_entity and resolved.object_entity:
        ends.append(("object", fact.object_entity, resolved.object_entity))
    for end, before, after in ends:
        if before.key != after.key and before.name != after.name:
            found[end] = after.name
    told = dict.fromkeys(
        f"{link.kind.value}:{link.target_key if link.source_key == before.key else link.source_key}"
        for _, before, _ in ends
        for link in links.get(before.key, ())
    )
    if told:
        found["links"] = "|".join(told)
    return found
