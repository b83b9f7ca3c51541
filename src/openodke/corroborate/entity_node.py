"""What does a resolver see of an entity: its names, its identifiers, what else is known of it?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from openodke.corroborate.shared_hosts import is_own, shared_in_batch
from openodke.corroborate.strong_identifiers import (
    NO_IDENTIFIERS,
    Identifiers,
    domain_of,
    identifiers_of,
    without_scheme,
)
from openodke.model.entity import Entity
from openodke.model.frozen import NOTHING
from openodke.model.keys import NAME_KEY
from openodke.text.name_keys import name_key

_OURS = "odke."
_external_id = attrgetter("external_id")
COUNTRY = "country"

NodeId = tuple[str, str]
"""The key and the type of an entity: two types are never one node."""


Texts = tuple[str, ...]


def described(entity: Entity) -> tuple[Texts, Texts]:
    """Return the name keys of an entity, the label's first, and the hosts among its aliases.

    The label's key is the one that the normaliser stamped, where it has.
    """
    fields = entity.__dict__
    stamp = fields["attributes"].get(NAME_KEY)
    label = (stamp,) if isinstance(stamp, str) and stamp else _named(entity)
    aliases = fields["aliases"]
    if not aliases:
        return label, ()
    person = label != _named(entity)  # only a person's name has another key than an organisation's
    names: dict[str, None] = dict.fromkeys(label)
    hosts: dict[str, None] = {}
    for alias in aliases:
        host = domain_of(alias)
        if host:
            hosts[host] = None
        else:
            names[name_key(without_scheme(alias), person=person)] = None
    names.pop("", None)
    return tuple(names), tuple(hosts)


def _named(entity: Entity) -> Texts:
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
        has_id: whether it has an external id.
        is_callers: whether the caller decided its key.
        stored: whether it was looked up, and is not the batch's.
        restated: whether it is the batch's, under a key that the store has.
        documents: the documents that its facts cite, where that is asked for.
    """

    key: str
    type: str
    entities: list[Entity]
    known: tuple[Entity, ...] = ()
    names: Texts = ()
    hosts: Texts = ()
    identifiers: Identifiers = NO_IDENTIFIERS
    attributes: Mapping[str, Any] = NOTHING
    indexed: bool = False
    has_id: bool = False
    is_callers: bool = False
    stored: bool = False
    restated: bool = False
    documents: frozenset[str] = frozenset()

    @property
    def every(self) -> list[Entity]:
        """All descriptions, its own first."""
        return [*self.entities, *self.known] if self.known else self.entities

    @property
    def country(self) -> Any:
        """The folded country, None where none is known."""
        return self.attributes.get(COUNTRY)


def describe(nodes: Iterable[Node], shared_hosts: frozenset[str] | None) -> None:
    """Fill in what descriptions say of nodes; the order of descriptions is no matter.

    `shared_hosts` are no proof, and neither are hosts that these nodes show to be shared; None has
    every host be proof.
    """
    carrying: list[Node] = []
    for node in nodes:
        if len(node.entities) > 1:
            node.entities.sort(key=_order)
        _fill(node)
        if node.hosts or node.has_id:
            carrying.append(node)
    no_proof = _no_proof(carrying, shared_hosts)
    for node in carrying:
        ids = [entity.external_id for entity in node.every if entity.external_id]
        theirs = frozenset(host for host in node.hosts if not is_own(host, node.names))
        node.identifiers = identifiers_of(ids, node.hosts, no_proof & theirs)


def _fill(node: Node) -> None:
    """Fill in all but the identifiers of a node."""
    every = node.every
    node.names, node.hosts = described(every[0]) if len(every) == 1 else _described(every)
    node.attributes = _attributes(every)
    node.has_id = any(map(_external_id, every))  # a generator would cost four times as much
    node.is_callers = any(map(_is_callers, node.entities))


def _is_callers(entity: Entity) -> bool:
    resolution = entity.resolution
    return resolution is not None and resolution.method == "caller"


def _described(entities: Iterable[Entity]) -> tuple[Texts, Texts]:
    """Return the names and the hosts of several descriptions, each once."""
    found = [described(entity) for entity in entities]
    names = dict.fromkeys(name for held, _ in found for name in held)
    hosts = dict.fromkeys(host for _, held in found for host in held)
    return tuple(names), tuple(hosts)


def _order(entity: Entity) -> tuple[str, ...]:
    """Order descriptions of one key: any order will do that is the same for any order of facts."""
    rest = (repr(sorted(entity.attributes.items(), key=repr)), repr(entity.resolution))
    return (
        entity.label or "\U0010ffff",
        entity.external_id or "\U0010ffff",
        *entity.aliases,
        *rest,
    )


def _attributes(entities: Sequence[Entity]) -> Mapping[str, Any]:
    """Return what is not an identifier, a text folded; the first description's value stands."""
    held: dict[str, Any] = {}
    for entity in reversed(entities):
        for name, value in entity.attributes.items():
            if not name.startswith(_OURS) and value is not None and value != "":
                held[name] = value.strip().casefold() if isinstance(value, str) else value
    return held or NOTHING  # which is one for all: most have none


def _no_proof(nodes: Iterable[Node], shared_hosts: frozenset[str] | None) -> frozenset[str]:
    if shared_hosts is None:
        return frozenset()
    holders: dict[tuple[str, str], list[tuple[str, ...]]] = {}
    for node in nodes:
        for host in node.hosts:
            holders.setdefault((host, node.type), []).append(node.names)
    found = shared_in_batch(holders)
    return shared_hosts | {host for host, _ in found}
