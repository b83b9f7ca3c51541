"""Which keys of a batch name one thing?

Identifiers prove it, names only propose it. Source: the resolution page, "Resolve" and "Resolving
against the store".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from openodke.corroborate.batch_nodes import BatchNodes
from openodke.corroborate.entity_blocks import MAX_BLOCK
from openodke.corroborate.entity_merge import EntityGroups, Joining
from openodke.corroborate.entity_node import describe
from openodke.corroborate.identifier_proofs import Pair, Proof, proofs
from openodke.corroborate.link_list import LinkList
from openodke.corroborate.name_matches import NameMatches
from openodke.corroborate.shared_hosts import SHARED_HOSTS
from openodke.corroborate.weak_evidence import WeakEvidence, WeakScore
from openodke.errors import InputError
from openodke.garbage import rarely_collected
from openodke.model.entity import Entity, EntityLink, LinkKind
from openodke.model.fact import Fact
from openodke.stages import EntityIndex, StoreLookup


class NativeResolver:
    """Proposes links between the entities of a batch, and re-keys facts on proof alone.

    Attributes:
        stats: the counts of this resolver's whole life: `entities`, links by kind, nodes that were
            `rekeyed`, and `skipped_pairs`, which share a word of a name and were not compared;
            `store` where there is a lookup.
    """

    def __init__(
        self,
        *,
        threshold: float = 0.9,
        nudge_up: float = 0.05,
        nudge_down: float = 0.15,
        max_block: int = MAX_BLOCK,
        lookup: StoreLookup | None = None,
        shared_hosts: Iterable[str] | None = SHARED_HOSTS,
    ) -> None:
        """Build a resolver.

        Args:
            threshold: the score from which on two entities are proposed to be one, in (0, 1].
            nudge_up: what an attribute that agrees adds to a score.
            nudge_down: what one that differs takes away.
            max_block: names that are compared each with each; a block with more is cut.
            lookup: finds what a store already has.
            shared_hosts: hosts that are no proof, beside those that a batch shows to be shared;
                None has every host be proof, as the page has it.

        Raises:
            InputError: for a value an argument does not take.
        """
        _check(threshold, nudge_up, nudge_down, max_block)
        if lookup is not None and not callable(getattr(lookup, "candidates", None)):
            raise InputError(f"lookup={lookup!r} has no method candidates(entities)")
        self.threshold = threshold
        self.max_block = max_block
        self.lookup = lookup
        self._nudges = (nudge_up, nudge_down)
        self._shared_hosts = None if shared_hosts is None else frozenset(shared_hosts)
        self._counts: Counter[str] = Counter(
            entities=0, same_as=0, similar=0, different=0, rekeyed=0, skipped_pairs=0
        )
        self._store: Counter[str] = Counter(candidates=0, linked=0, rekeyed=0)

    @property
    def stats(self) -> dict[str, Any]:
        """The counts of this resolver's whole life."""
        held: dict[str, Any] = dict(self._counts)
        if self.lookup is not None:
            held["store"] = dict(self._store)
        return held

    def resolve(
        self, facts: Iterable[Fact], index: EntityIndex | None = None
    ) -> tuple[list[Fact], list[EntityLink]]:
        """Return one fact a fact, in order, and the links, sorted.

        `index` holds entities by key: the batch's own, or others to compare them with.
        """
        with rarely_collected():
            return _Resolution(self, list(facts), index or {}).run()


class _Resolution:
    """One batch on its way through a resolver."""

    def __init__(self, resolver: NativeResolver, facts: Sequence[Fact], index: EntityIndex) -> None:
        self._resolver = resolver
        self._batch = BatchNodes(facts, index)
        self._count = len(self._batch.nodes)
        self._links = LinkList()

    def run(self) -> tuple[list[Fact], list[EntityLink]]:
        resolver, nodes = self._resolver, self._batch.nodes
        candidates = self._looked_up()
        describe(nodes, resolver._shared_hosts)
        self._evidence = WeakEvidence(*resolver._nudges)
        self._groups = EntityGroups(nodes)
        self._prove()
        matches = NameMatches(nodes, self._evidence, resolver.threshold, resolver.max_block)
        for pair, score in matches.found(self._count, candidates).items():
            self._propose(pair, score)
        resolved, rekeyed = self._batch.resolved(self._groups)
        links = self._links.sorted()
        self._tell(links, rekeyed, matches.skipped)
        return resolved, links

    def _looked_up(self) -> dict[int, list[int]]:
        """Return, for each node of the batch, the stored nodes it may be."""
        lookup = self._resolver.lookup
        if lookup is None:
            return {}
        asked: list[Entity] = [node.entities[0] for node in self._batch.nodes]
        found = [list(entities) for entities in lookup.candidates(asked)]
        if len(found) != len(asked):
            raise InputError(
                f"lookup.candidates returned {len(found)} lists for {len(asked)} entities: return "
                "one an entity, in order"
            )
        self._resolver._store["candidates"] += sum(map(len, found))
        return {at: self._batch.add_stored(held) for at, held in enumerate(found) if held}

    def _prove(self) -> None:
        """Join what shares an identifier, unless another one disagrees."""
        nodes, groups = self._batch.nodes, self._groups
        for proof in proofs(nodes, self._resolver.max_block):
            first, second = proof.pair
            differing = nodes[first].identifiers.disagreement(nodes[second].identifiers)
            if differing:
                self._differ(proof.pair, str(differing))
                continue
            differing = groups.disagreement(first, second)
            if differing:
                self._differ(proof.pair, f"{differing} (through another entity; {proof.reason})")
            else:
                self._join(proof)

    def _join(self, proof: Proof) -> None:
        first, second = (self._batch.nodes[number] for number in proof.pair)
        reason = proof.reason
        held = self._stored_in(proof.pair[0])
        if second.stored and held not in (None, proof.pair[1]):
            assert held is not None
            reason += f" (re-keyed onto {self._batch.nodes[held].key})"
        else:
            self._groups.join(*proof.pair, Joining(proof.kind))
        self._links.add(LinkKind.SAME_AS, first, second, 1.0, reason)

    def _stored_in(self, number: int) -> int | None:
        """Return the stored node of a node's group: two are never joined."""
        members = self._groups.members(self._groups.group(number))
        return next((held for held in members if self._batch.nodes[held].stored), None)

    def _differ(self, pair: Pair, reason: str, score: float | None = None) -> None:
        first, second = (self._batch.nodes[number] for number in pair)
        value = self._evidence.of(first, second).value if score is None else score
        self._links.add(LinkKind.DIFFERENT, first, second, value, reason)

    def _propose(self, pair: Pair, score: WeakScore) -> None:
        """Say that names are alike, or that they are and an identifier tells them apart."""
        nodes, groups = self._batch.nodes, self._groups
        first, second = pair
        if groups.is_bare(first) or groups.is_bare(second):
            differing = None
        elif groups.group(first) == groups.group(second):
            return
        else:
            differing = groups.disagreement(first, second)
        if differing is None:
            self._links.add(
                LinkKind.SIMILAR, nodes[first], nodes[second], score.value, score.reason
            )
            return
        own = nodes[first].identifiers.disagreement(nodes[second].identifiers)
        reason = str(own) if own else f"{differing} (through another entity; {score.reason})"
        self._differ(pair, reason, score.value)

    def _tell(self, links: Sequence[EntityLink], rekeyed: int, skipped: int) -> None:
        """Add up what happened."""
        counts = self._resolver._counts
        counts.update(link.kind.value for link in links)
        counts.update(entities=self._count, rekeyed=rekeyed, skipped_pairs=skipped)
        nodes, groups = self._batch.nodes, self._groups
        stored = {node.key for node in nodes if node.stored}
        self._resolver._store.update(
            linked=sum(link.target_key in stored for link in links),
            rekeyed=sum(
                nodes[number].stored is False
                and any(nodes[m].stored for m in groups.members(group))
                for group in groups.joined
                for number in groups.members(group)
            ),
        )


def _check(threshold: float, nudge_up: float, nudge_down: float, max_block: int) -> None:
    """Refuse settings that have no meaning."""
    if not _is_number(threshold) or not 0 < threshold <= 1:
        raise InputError(f"threshold={threshold!r}: give a number above 0, at most 1")
    for name, value in (("nudge_up", nudge_up), ("nudge_down", nudge_down)):
        if not _is_number(value) or not 0 <= value <= 1:
            raise InputError(f"{name}={value!r}: give a number in [0, 1]")
    if isinstance(max_block, bool) or not isinstance(max_block, int) or max_block < 2:
        raise InputError(f"max_block={max_block!r}: two names are the least to compare")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
