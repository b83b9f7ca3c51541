"""Which entities do the facts of a batch name, and what do the facts say once resolved?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from openodke.corroborate.entity_merge import LINKER, EntityGroups, canonical_of, merged
from openodke.corroborate.entity_node import Node, NodeId
from openodke.model.entity import Entity, Resolution
from openodke.model.fact import Fact
from openodke.model.frozen import replaced

_COMPARED = Resolution(method="linker", linker=LINKER)


class BatchNodes:
    """The entities of a batch and of its index, one node for each key and type, in that order.

    Attributes:
        nodes: the batch's and the index's nodes, sorted; those of a store come after them.
        numbers: the number of each node.
    """

    def __init__(self, facts: Sequence[Fact], index: Mapping[str, Entity]) -> None:
        """Gather the nodes."""
        self._objects = _objects(facts)
        gathered: dict[NodeId, Node] = {}
        differing: dict[NodeId, dict[Entity, None]] = {}
        node_ids = [_gather(entity, gathered, differing) for entity in self._objects.values()]
        for node_id, entities in differing.items():
            gathered[node_id].entities += entities
        for entity in index.values():
            _add_known(entity, gathered)
        order = sorted(gathered)
        self.nodes = [gathered[node_id] for node_id in order]
        self.numbers = {node_id: at for at, node_id in enumerate(order)}
        # By the identity of an object that the facts hold: it is much faster to look up.
        self._of = dict(zip(self._objects, map(self.numbers.__getitem__, node_ids), strict=True))

    def number_of(self, entity: Entity) -> int:
        """Return the number of the node of an entity that a fact of the batch holds."""
        return self._of[id(entity)]

    def add_stored(self, found: Iterable[Entity]) -> list[int]:
        """Add stored entities that were looked up; return the numbers of their nodes.

        One whose key the batch states is the batch's own node, and no stored one.
        """
        numbers = []
        for entity in found:
            node_id = (entity.key, entity.type)
            number = self.numbers.get(node_id)
            if number is None:
                number = self.numbers[node_id] = len(self.nodes)
                self.nodes.append(Node(entity.key, entity.type, [entity], stored=True))
            elif not self.nodes[number].stored and not self.nodes[number].restated:
                self.nodes[number].restated = True
                self.nodes[number].known += (entity,)
            numbers.append(number)
        return numbers

    def resolved(
        self, groups: EntityGroups, typed: frozenset[str] = frozenset()
    ) -> tuple[dict[int, Entity], int]:
        """Return what each entity became, by its identity, and how many nodes were re-keyed."""
        became, rekeyed = self._became(groups, typed)
        entities = {
            object_id: became.get(self._of[object_id]) or _compared(entity)
            for object_id, entity in self._objects.items()
        }
        return entities, rekeyed

    def _became(self, groups: EntityGroups, typed: frozenset[str]) -> tuple[dict[int, Entity], int]:
        """Return what each node of a group of several became."""
        became: dict[int, Entity] = {}
        rekeyed = 0
        for group in groups.joined:
            numbers = groups.members(group)
            nodes = [self.nodes[number] for number in numbers]
            canonical = canonical_of(nodes, typed)
            if canonical.stored:
                entity = canonical.entities[0]
            else:
                batch = [node for node in nodes if not node.stored]
                entity = merged(canonical, batch, groups.joinings(group))
            for number, node in zip(numbers, nodes, strict=True):
                if not node.stored:
                    became[number] = entity
                    rekeyed += node is not canonical
        return became, rekeyed


def _objects(facts: Iterable[Fact]) -> dict[int, Entity]:
    """Return the entities that facts hold by their identity: facts share them."""
    objects: dict[int, Entity] = {}
    for fact in facts:
        fields = fact.__dict__  # read once: reading a field of a model costs as much
        subject, other = fields["subject"], fields["object_entity"]
        objects[id(subject)] = subject
        if other is not None:
            objects[id(other)] = other
    return objects


def _gather(
    entity: Entity, gathered: dict[NodeId, Node], differing: dict[NodeId, dict[Entity, None]]
) -> NodeId:
    """Put an entity under its node, which is returned."""
    fields = entity.__dict__
    node_id = fields["key"], fields["type"]
    node = gathered.get(node_id)
    if node is None:
        gathered[node_id] = Node(*node_id, [entity])
    elif node.entities[0].__dict__ != fields:
        differing.setdefault(node_id, {})[entity] = None
    return node_id


def _add_known(entity: Entity, gathered: dict[NodeId, Node]) -> None:
    node_id = (entity.key, entity.type)
    node = gathered.get(node_id)
    if node is None:
        gathered[node_id] = Node(entity.key, entity.type, [entity], indexed=True)
        return
    node.indexed = True
    same = any(entity is held or entity == held for held in node.entities)
    if not same and not _is_said(entity, node.entities):
        node.known += (entity,)


def _is_said(entity: Entity, held: Sequence[Entity]) -> bool:
    """Whether an entity says no more than several descriptions do, from which it was put together.

    It has one of their labels, and the others as aliases: which of them depends on the order of the
    facts, and a host is proof as an alias alone.
    """
    if len(held) == 1:
        return False
    names = {name for one in held for name in (one.label, *one.aliases)}
    ids = {one.external_id for one in held}
    return (
        names.issuperset((entity.label, *entity.aliases))
        and entity.external_id in ids
        and all(
            any(name in one.attributes and one.attributes[name] == value for one in held)
            for name, value in entity.attributes.items()
        )
    )


def _compared(entity: Entity) -> Entity:
    """Return an entity that keeps its key, stamped as compared unless that was decided before."""
    if entity.resolution is not None:
        return entity
    return replaced(entity, resolution=_COMPARED)


def with_entities(facts: Iterable[Fact], entities: Mapping[int, Entity]) -> list[Fact]:
    """Return the facts with what each of their entities became."""
    return [_with(fact, entities) for fact in facts]


def _with(fact: Fact, entities: Mapping[int, Entity]) -> Fact:
    fields = fact.__dict__
    subject, other = fields["subject"], fields["object_entity"]
    became = entities[id(subject)]
    if other is None:
        return fact if became is subject else replaced(fact, subject=became)
    object_became = entities[id(other)]
    if became is subject and object_became is other:
        return fact
    return replaced(fact, subject=became, object_entity=object_became)
