"""Which pairs of entities does blocking let through?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from itertools import chain
from typing import Any

from openodke.corroborate.entity_blocks import MAX_BLOCK, blocks_of, meetings, spokesmen, tables_of
from openodke.corroborate.entity_node import Node, NodeId, describe
from openodke.corroborate.identifier_proofs import proofs
from openodke.garbage import FACTS_ALONE, rarely_collected
from openodke.model.entity import Entity


class CandidatePairs(Set[tuple[str, str]]):
    """A set of pairs of keys, the smaller key first, that is not written out: it may be very large.

    It is counted, searched and iterated over as a set is.
    """

    def __init__(self, nodes: list[Node], max_block: int) -> None:
        """Find the groups of nodes that are compared."""
        self._nodes = nodes
        self._numbers: dict[str, list[int]] = {}
        for number, node in enumerate(nodes):
            self._numbers.setdefault(node.key, []).append(number)
        self._groups: list[frozenset[int]] = []
        self._of: list[list[int]] = [[] for _ in nodes]  # the groups that each is compared with
        for proof in proofs(nodes, max_block):
            self._add(proof.pair)
        for table in tables_of(nodes).values():
            for holders in table.holders:
                if len(holders) > 1:
                    for group in meetings(holders, nodes, max_block):
                        self._add(group)
            spoken = [spokesmen(holders, nodes, max_block) for holders in table.holders]
            for leaf in blocks_of(table, max_block).leaves:
                names = chain.from_iterable(spoken[name] for name in leaf.names)
                others = leaf.others
                self._add(
                    names,
                    None if others is None else chain.from_iterable(spoken[n] for n in others),
                )

    def _add(self, members: Iterable[int], others: Iterable[int] | None = None) -> None:
        """Have members be compared with each other, or with others alone."""
        group = frozenset(members)
        if others is None:
            self._compare(group, group)
        else:
            second = frozenset(others)
            self._compare(group, second)
            self._compare(second, group)

    def _compare(self, members: frozenset[int], group: frozenset[int]) -> None:
        number = len(self._groups)
        self._groups.append(group)
        for member in members:
            self._of[member].append(number)

    def __contains__(self, pair: object) -> bool:
        """Tell whether two keys are compared; the smaller one comes first."""
        if not isinstance(pair, tuple) or len(pair) != 2 or not pair[0] < pair[1]:
            return False
        return any(
            other in self._partners(number)
            for number in self._numbers.get(pair[0], ())
            for other in self._numbers.get(pair[1], ())
        )

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Yield the pairs, by their first key."""
        for number, node in enumerate(self._nodes):
            found = {self._nodes[other].key for other in self._partners(number) if other > number}
            for key in sorted(found):
                yield node.key, key

    def __len__(self) -> int:
        """Count the pairs; entities that are compared with the same groups are counted at once."""
        alike: dict[tuple[int, ...], list[int]] = {}
        for number, groups in enumerate(self._of):
            alike.setdefault(tuple(groups), []).append(number)
        count = 0
        alike.pop((), None)
        for shared, numbers in alike.items():
            # What the largest group lacks is mostly little, so their union is never made.
            largest, *smaller = sorted((self._groups[at] for at in shared), key=len, reverse=True)
            rest = set().union(*smaller).difference(largest)
            themselves = len(largest.intersection(numbers)) + len(rest.intersection(numbers))
            count += (len(largest) + len(rest)) * len(numbers) - themselves
        return count // 2

    def _partners(self, number: int) -> set[int]:
        """Return the nodes that a node is compared with."""
        found = set().union(*(self._groups[at] for at in self._of[number]))
        found.discard(number)
        return found

    @classmethod
    def _from_iterable(cls, it: Iterable[Any]) -> set[Any]:
        """Make what set operations return: a plain set."""
        return set(it)


def candidate_pairs(entities: Iterable[Entity], *, max_block: int = MAX_BLOCK) -> CandidatePairs:
    """Return the pairs of keys that are compared: what blocking lets through.

    Pairs of one type that share the first or last word of a name, a host or an external id, as far
    as no block of more than `max_block` names was cut between them. Source: the resolution page.
    """
    with rarely_collected(FACTS_ALONE):
        nodes: dict[NodeId, Node] = {}
        for entity in entities:
            node_id = (entity.key, entity.type)
            node = nodes.get(node_id)
            if node is None:
                nodes[node_id] = Node(*node_id, [entity])
            else:
                node.entities.append(entity)
        held = [nodes[node_id] for node_id in sorted(nodes)]
        describe(held, None)
        return CandidatePairs(held, max_block)
