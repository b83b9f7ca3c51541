"""What does a resolver see of an entity: its names, its identifiers, what else is known of it?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from openodke.corroborate.shared_hosts import is_own, shared_in_batch
from openodke.corroborate.strong_identifiers import (
    NO_IDENTIFIERS,
    Identifiers,
    domain_of,
    identifiers_of,
    without_scheme,
)
from openodke.model.entity import Entity
from openodke.model.keys import NAME_KEY
from openodke.text.name_keys import name_key

_OURS = "odke."
COUNTRY = "country"

NodeId = tuple[str, str]
"""The key and the type of an entity: two types are never one node."""


class Description(NamedTuple):
    """The names of one entity, compared by, and its hosts."""

    names: tuple[str, ...]
    hosts: tuple[str, ...]


def described(entity: Entity) -> Description:
    """Return the name keys of an entity, the label's first, and the hosts among its aliases.

    The label's key is the one that the normaliser stamped, where it has.
    """
    stamp = entity.attributes.get(NAME_KEY)
    if not entity.aliases:
        return Description((stamp,) if isinstance(stamp, str) and stamp else _named(entity), ())
    label = (stamp,) if isinstance(stamp, str) and stamp else _named(entity)
    person = label != _named(entity)  # only a person's name has another key than an organisation's
    names: dict[str, None] = dict.fromkeys(label)
    hosts: dict[str, None] = {}
    for alias in entity.aliases:
        host = domain_of(alias)
        if host:
            hosts[host] = None
        else:
            names[name_key(without_scheme(alias), person=person)] = None
    names.pop("", None)
    return Description(tuple(names), tuple(hosts))


def _named(entity: Entity) -> tuple[str, ...]:
    key = name_key(entity.name)
    return (key,) if key else ()


@dataclass(slots=True, eq=False)
class Node:
    """One entity of a batch, of an index or of a store.

    Attributes:
        key: its key.
        type: its type.
        entities: its descriptions, as different facts have them.
        known: how the index or the store describes it, beside those.
        names: the keys of its names.
        hosts: the hosts among its aliases, shared ones too.
        identifiers: its strong identifiers, without hosts that are no proof.
        attributes: what is known of it otherwise, texts folded; no identifiers.
        indexed: whether the index holds its key.
        stored: whether it was looked up, and is not the batch's.
        restated: whether it is the batch's, under a key that the store has.
        documents: the documents that its facts cite, where that is asked for.
    """

    key: str
    type: str
    entities: list[Entity]
    known: list[Entity] = field(default_factory=list)
    names: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    identifiers: Identifiers = NO_IDENTIFIERS
    attributes: dict[str, Any] = field(default_factory=dict)
    indexed: bool = False
    stored: bool = False
    restated: bool = False
    documents: frozenset[str] = frozenset()

    @property
    def every(self) -> list[Entity]:
        """All descriptions, its own first."""
        return [*self.entities, *self.known] if self.known else self.entities

    @property
    def is_callers(self) -> bool:
        """Whether the caller decided the key."""
        return any(e.resolution and e.resolution.method == "caller" for e in self.entities)

    @property
    def has_id(self) -> bool:
        """Whether it has an external id."""
        return any(entity.external_id for entity in self.every)

    @property
    def country(self) -> Any:
        """The folded country, None where none is known."""
        return self.attributes.get(COUNTRY)


def describe(nodes: Iterable[Node], shared_hosts: frozenset[str] | None) -> None:
    """Fill in names, identifiers and attributes of nodes; the order of descriptions is no matter.

    `shared_hosts` are no proof, and neither are hosts that these nodes show to be shared; None has
    every host be proof.
    """
    carrying: list[Node] = []
    for node in nodes:
        if len(node.entities) > 1:
            node.entities.sort(key=_order)
        _name(node)
        node.attributes = _attributes(node.every)
        if node.hosts or node.has_id:
            carrying.append(node)
    no_proof = _no_proof(carrying, shared_hosts)
    for node in carrying:
        ids = [entity.external_id for entity in node.every if entity.external_id]
        theirs = frozenset(host for host in node.hosts if not is_own(host, node.names))
        node.identifiers = identifiers_of(ids, node.hosts, no_proof & theirs)


def _name(node: Node) -> None:
    if len(node.entities) == 1 and not node.known:
        node.names, node.hosts = described(node.entities[0])
        return
    all_of_them = [described(entity) for entity in node.every]
    node.names = tuple(dict.fromkeys(name for names, _ in all_of_them for name in names))
    node.hosts = tuple(dict.fromkeys(host for _, hosts in all_of_them for host in hosts))


def _order(entity: Entity) -> tuple[str, ...]:
    """Order descriptions of one key: any order will do that is the same for any order of facts."""
    rest = (repr(sorted(entity.attributes.items(), key=repr)), repr(entity.resolution))
    return (
        entity.label or "\U0010ffff",
        entity.external_id or "\U0010ffff",
        *entity.aliases,
        *rest,
    )


def _attributes(entities: Sequence[Entity]) -> dict[str, Any]:
    """Return what is not an identifier, a text folded; the first description's value stands."""
    held: dict[str, Any] = {}
    for entity in reversed(entities):
        for name, value in entity.attributes.items():
            if not name.startswith(_OURS) and value is not None and value != "":
                held[name] = value.strip().casefold() if isinstance(value, str) else value
    return held


def _no_proof(nodes: Iterable[Node], shared_hosts: frozenset[str] | None) -> frozenset[str]:
    if shared_hosts is None:
        return frozenset()
    holders: dict[tuple[str, str], list[tuple[str, ...]]] = {}
    for node in nodes:
        for host in node.hosts:
            holders.setdefault((host, node.type), []).append(node.names)
    found = shared_in_batch(holders)
    return shared_hosts | {host for host, _ in found}
