"""Which nodes that a graph keeps apart did a run prove to be one thing?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from openodke.interop.conversion import Claim
from openodke.interop.node_merging import NodeMerge, NodeName
from openodke.interop.row import TripleRow
from openodke.model import Entity, EntityLink, Fact, LinkKind
from openodke.text.entity_key import entity_key

Links = Mapping[str, Sequence[EntityLink]]
"""The links that speak of a key, by the key."""


@dataclass(slots=True)
class _Named:
    """How a native object names an entity, how often, and which it was before it was resolved."""

    node: NodeName
    before: Entity
    times: int = 0


def proven_nodes(
    rows: Iterable[Claim], grounded: Iterable[Fact], resolved: Iterable[Fact], links: Links
) -> tuple[NodeMerge, ...]:
    """Return each node that is proven to be another one, in the order first named.

    Rows whose entities have one key are one thing: the resolver gave it to them on a proof, or they
    are spelled alike but for case, spacing and what surrounds a name. Of the nodes of one thing the
    one stays that has its key and its name.

    Args:
        rows: the rows; a fact names no node of a native object.
        grounded: their facts, before they were resolved.
        resolved: the same facts as they were resolved.
        links: what proves it, and what is only proposed.
    """
    groups: dict[tuple[str, str], dict[NodeName, _Named]] = {}
    entities: dict[tuple[str, str], Entity] = {}
    for row, before, after in zip(rows, grounded, resolved, strict=True):
        if not isinstance(row, TripleRow):
            continue
        for node, was, now in _ends(row, before, after):
            thing = (now.key, now.type)
            entities.setdefault(thing, now)
            groups.setdefault(thing, {}).setdefault(node, _Named(node, was)).times += 1
    return tuple(
        merge
        for thing, named in groups.items()
        if len(named) > 1
        for merge in _merges(list(named.values()), entities[thing], links)
    )


def _ends(row: TripleRow, before: Fact, after: Fact) -> Iterable[tuple[NodeName, Entity, Entity]]:
    subject = NodeName(row.subject, row.subject_type, _own_key(row.subject_key, before.subject))
    yield subject, before.subject, after.subject
    if before.object_entity is not None and after.object_entity is not None:
        key = _own_key(row.object_key, before.object_entity)
        obj = NodeName(str(row.object), row.object_type, key)
        yield obj, before.object_entity, after.object_entity


def _own_key(key: str | None, entity: Entity) -> str | None:
    """Return the key of a row, None where it says no more than type and name do."""
    return None if key == entity_key(entity.type, entity.name) else key


def _merges(named: list[_Named], entity: Entity, links: Links) -> Iterable[NodeMerge]:
    are_joined = len({one.before.key for one in named}) > 1

    def rank(one: _Named) -> tuple[bool, bool, int, bool, str, str, str]:
        node = one.node
        has_another_name = are_joined and node.name != entity.name
        is_in_one_case = node.name in (node.name.upper(), node.name.lower())
        last = (is_in_one_case, node.name, node.type or "", node.key or "")
        return one.before.key != entity.key, has_another_name, -one.times, *last

    stays = min(named, key=rank)
    for one in named:
        if one is not stays:
            yield NodeMerge(one.node, stays.node, _because(one.before, stays.before, links))


def _because(old: Entity, new: Entity, links: Links) -> str:
    """Return what proved it: the link between the two, else one that made either what it is."""
    if old.key == new.key:
        return f"one key: {new.key}"
    proofs = [link for link in links.get(old.key, ()) if link.kind is LinkKind.SAME_AS]
    between = (link for link in proofs if new.key in (link.source_key, link.target_key))
    # As many as there are nodes where all are this one: of those the first alone is looked at.
    further = (link for link in links.get(new.key, ()) if link.kind is LinkKind.SAME_AS)
    link = next(chain(between, proofs, further), None)
    return link.reason or "same_as" if link else "one key after resolution"
