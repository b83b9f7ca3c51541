"""Which entities are proven to be one, and which proof does another identifier contradict?

Proofs join entities into groups. A group has the identifiers of all its members, so one that
disagrees keeps two entities apart also when they would be joined through a third. Source: the
resolution page, "The disagreement rule".
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from openodke.corroborate.entity_node import Node
from openodke.corroborate.strong_identifiers import NO_IDENTIFIERS, Disagreement, Identifiers
from openodke.model.entity import Entity, Resolution
from openodke.model.frozen import FrozenDict, replaced

LINKER = "odke.native"
"""Who resolved an entity, in its `Resolution.linker`."""


@dataclass(frozen=True, slots=True)
class Joining:
    """Why two groups were joined: `external_id`, `domain` or `batch`, and how sure that is."""

    method: str
    score: float = 1.0


class EntityGroups:
    """Groups of nodes that are one entity."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        """Begin with every node on its own."""
        self.nodes = nodes
        self._parent = list(range(len(nodes)))
        self._identifiers: dict[int, Identifiers] = {}
        self._members: dict[int, list[int]] = {}
        self._joinings: dict[int, set[Joining]] = {}
        self._stored = {at: at for at, node in enumerate(nodes) if node.stored}
        self._callers = {
            at: [at] for at, node in enumerate(nodes) if not node.stored and node.is_callers
        }

    def group(self, node: int) -> int:
        """Return the number of a node's group."""
        parent = self._parent
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    def bound(self) -> set[int]:
        """Return the nodes that are joined or have identifiers: the others may be any other."""
        carrying = {
            at for at, node in enumerate(self.nodes) if node.identifiers is not NO_IDENTIFIERS
        }
        return carrying.union(*self._members.values())

    def members(self, group: int) -> list[int]:
        """Return the nodes of a group."""
        return self._members.get(group) or [group]

    def joinings(self, group: int) -> frozenset[Joining]:
        """Return why the group is one."""
        return frozenset(self._joinings.get(group, ()))

    def stored(self, group: int) -> int | None:
        """Return the stored node of a group, of which there is one at most."""
        return self._stored.get(group)

    def callers(self, group: int) -> list[int]:
        """Return the nodes of a group whose keys the caller decided."""
        return self._callers.get(group, [])

    def identifiers(self, group: int) -> Identifiers:
        """Return the strong identifiers of all members."""
        held = self._identifiers.get(group)
        return self.nodes[group].identifiers if held is None else held

    def disagreement(self, first: int, second: int) -> Disagreement | None:
        """Return the identifiers that keep the groups of two nodes apart, if any do."""
        return self.identifiers(self.group(first)).disagreement(
            self.identifiers(self.group(second))
        )

    def join(self, first: int, second: int, why: Joining) -> None:
        """Make the groups of two nodes one."""
        mine, theirs = self.group(first), self.group(second)
        if mine == theirs:
            return
        if len(self.members(mine)) < len(self.members(theirs)):
            mine, theirs = theirs, mine
        self._identifiers[mine] = self.identifiers(mine).joined(self.identifiers(theirs))
        self._members.setdefault(mine, [mine]).extend(self._members.pop(theirs, [theirs]))
        self._joinings.setdefault(mine, set()).update({why}, self._joinings.pop(theirs, ()))
        if theirs in self._callers:
            self._callers.setdefault(mine, []).extend(self._callers.pop(theirs))
        if theirs in self._stored:
            self._stored.setdefault(mine, self._stored.pop(theirs))
        self._parent[theirs] = mine

    @property
    def joined(self) -> list[int]:
        """The groups of more than one node."""
        return list(self._members)


def canonical_of(nodes: Sequence[Node], typed: frozenset[str] = frozenset()) -> Node:
    """Return the node whose key the others get.

    The caller's, then one in the store or the index, then one with an external id, then one of the
    types named, then the smallest key.
    """
    return min(
        nodes,
        key=lambda node: (
            not node.is_callers or node.stored,
            not node.stored and not node.restated,
            not node.indexed,
            not node.has_id,
            node.entities[0].type not in typed,
            node.key,
        ),
    )


def merged(canonical: Node, others: Sequence[Node], joinings: Collection[Joining]) -> Entity:
    """Return the one entity of a group, with the others' keys, labels and aliases as its aliases.

    What it leaves open is filled in from the others; how its key was decided stays, where somebody
    else decided it.
    """
    parts = sorted((node for node in others if node is not canonical), key=lambda node: node.key)
    every = [*canonical.entities, *(entity for node in parts for entity in node.entities)]
    own = every[0]
    label = next((entity.label for entity in every if entity.label), None)
    aliases = dict.fromkeys(own.aliases)
    for entity in every[1:]:
        names = (entity.key, entity.label, *entity.aliases)
        aliases.update(dict.fromkeys(name for name in names if name and name != own.key))
    if label not in own.aliases:
        aliases.pop(label or "", None)
    attributes: dict[str, object] = {}
    for entity in reversed(every):
        attributes |= entity.attributes
    return replaced(
        own,
        label=label,
        aliases=tuple(aliases),
        external_id=next((entity.external_id for entity in every if entity.external_id), None),
        attributes=FrozenDict(attributes),
        resolution=_resolution(own, joinings),
    )


def _resolution(own: Entity, joinings: Collection[Joining]) -> Resolution:
    if is_decided(own.resolution):
        assert own.resolution is not None
        return own.resolution
    if any(joining.method == "external_id" for joining in joinings):
        return Resolution(method="external_id")
    score = min((joining.score for joining in joinings), default=1.0)
    return Resolution(method="linker", linker=LINKER, score=score)


def is_decided(resolution: Resolution | None) -> bool:
    """Whether somebody else decided how a key stands."""
    return resolution is not None and resolution.linker != LINKER
