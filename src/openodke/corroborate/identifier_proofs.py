"""Which pairs of entities share a strong identifier?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from openodke.corroborate.entity_node import Node
from openodke.corroborate.strong_identifiers import DOMAIN, EXTERNAL_ID

Pair = tuple[int, int]
"""The numbers of two nodes, the source of a link first: a looked up entity is never the source."""


class Proof(NamedTuple):
    """Two entities that share an identifier.

    Attributes:
        pair: the entities.
        kind: `external_id` or `domain`.
        shown: the identifier, as the first entity writes it.
    """

    pair: Pair
    kind: str
    shown: str

    @property
    def reason(self) -> str:
        """Render as `external_id match: de-114322`."""
        return f"{self.kind} match: {self.shown}"


def proofs(nodes: Sequence[Node], max_block: int) -> Iterator[Proof]:
    """Yield one proof a pair, the ones by external id first, in the order of the nodes.

    Where more than `max_block` entities share an identifier, each is paired with the first alone.
    """
    ids: dict[tuple[str, str, str], list[int]] = {}
    hosts: dict[tuple[str, str], list[int]] = {}
    for number, node in enumerate(nodes):
        for scheme, held in node.identifiers.ids.items():
            for plain in held:
                ids.setdefault((node.type, scheme, plain), []).append(number)
        for host in node.identifiers.hosts:
            hosts.setdefault((node.type, host), []).append(number)
    by_id: dict[Pair, str] = {}
    for (_, scheme, plain), numbers in ids.items():
        for pair in _pairs(numbers, nodes, max_block):
            by_id.setdefault(pair, nodes[pair[0]].identifiers.ids[scheme][plain])
    by_host: dict[Pair, str] = {}
    for (_, host), numbers in hosts.items():
        for pair in _pairs(numbers, nodes, max_block):
            if pair not in by_id:
                by_host[pair] = min(host, by_host.get(pair, host))
    for pair in sorted(by_id):
        yield Proof(pair, EXTERNAL_ID, by_id[pair])
    for pair in sorted(by_host):
        yield Proof(pair, DOMAIN, by_host[pair])


def _pairs(numbers: list[int], nodes: Sequence[Node], max_block: int) -> Iterable[Pair]:
    if len(numbers) <= max_block:
        pairs: Iterable[Pair] = combinations(numbers, 2)
    else:
        pairs = ((numbers[0], other) for other in numbers[1:])
    return (pair for pair in pairs if not nodes[pair[0]].stored or not nodes[pair[1]].stored)
