"""Which entities are compared at all?

Those of one type that share the first or last word of a name, a host or an external id. Source: the
resolution page, "Blocking". Entities of one name are one name to compare, however many they are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

from openodke.corroborate.block_split import Leaf, Member, cut
from openodke.corroborate.entity_node import Node, described
from openodke.corroborate.resolver_rules import acronym_of, initials_of
from openodke.corroborate.strong_identifiers import domain_of, scheme_and_id
from openodke.model.entity import Entity

MAX_BLOCK = 100


def block_keys(entity: Entity) -> frozenset[str]:
    """Return the keys under which an entity is looked up: two entities may match that share one.

    `name:<word>` for the first and the last word of each name, `host:<host>` for a host among the
    aliases, `id:<scheme>:<id>` for the external id, all folded, and `initials:<letters>` for an
    acronym and for the names that it may stand for.
    """
    names, hosts = described(entity)
    keys = {f"name:{word}" for name in names for word in end_words(name)}
    keys.update(f"host:{host}" for host in hosts)
    if entity.external_id:
        scheme, plain = scheme_and_id(entity.external_id)
        keys.add(f"id:{scheme}:{plain}")
    for name in (entity.name, *entity.aliases):
        if domain_of(name):
            continue
        acronym = acronym_of(name)
        letters = initials_of(name) if acronym is None else (acronym,)
        keys.update(f"initials:{each}" for each in letters)
    return frozenset(keys)


def end_words(name: str) -> tuple[str, ...]:
    """Return the first and the last word of a name, one where they are the same."""
    first, space, _ = name.partition(" ")
    if not space:
        return (name,)
    last = name[name.rindex(" ") + 1 :]
    return (first, last) if first != last else (first,)


@dataclass(slots=True)
class NameTable:
    """The names of the entities of one type, each once.

    Attributes:
        texts: the names.
        holders: for each name the numbers of the nodes that have it, ascending.
        countries: the one country of all those; None where there are more, or none.
    """

    texts: list[str] = field(default_factory=list)
    holders: list[list[int]] = field(default_factory=list)
    countries: list[Any] = field(default_factory=list)
    _numbers: dict[str, int] = field(default_factory=dict)

    @property
    def names(self) -> Set[str]:
        """The names, to search in."""
        return self._numbers.keys()

    def add(self, number: int, node: Node) -> None:
        """Add the names of a node."""
        country = node.country
        for name in node.names:
            place = self._numbers.get(name)
            if place is None:
                self._numbers[name] = len(self.texts)
                self.texts.append(name)
                self.holders.append([number])
                self.countries.append(country)
            else:
                self.holders[place].append(number)
                if self.countries[place] != country:
                    self.countries[place] = None


@dataclass(slots=True)
class Blocks:
    """What of the entities of one type is compared by name.

    Attributes:
        table: their names.
        leaves: the names to compare.
        reordered: groups of names that have the same words, in different orders.
        skipped: pairs of entities that share a word and are not compared.
    """

    table: NameTable
    leaves: list[Leaf]
    reordered: list[list[int]]
    skipped: int


def tables_of(nodes: Sequence[Node]) -> dict[str, NameTable]:
    """Return the names of each type."""
    tables: dict[str, NameTable] = {}
    for number, node in enumerate(nodes):
        table = tables.get(node.type)
        if table is None:
            table = tables[node.type] = NameTable()
        table.add(number, node)
    return tables


def names_of_several(tables: Iterable[NameTable]) -> int:
    """Count the names that are in several tables."""
    seen: set[str] = set()
    found: set[str] = set()
    for table in tables:
        found |= seen & table.names
        seen |= table.names
    return len(found)


def blocks_of(table: NameTable, max_block: int) -> Blocks:
    """Return the blocks of one type's names, full ones cut."""
    words: defaultdict[str, list[int]] = defaultdict(list)
    for number, text in enumerate(table.texts):
        for word in end_words(text):
            words[word].append(number)
    leaves: list[Leaf] = []
    skipped = 0
    for word, numbers in words.items():
        if len(numbers) > max_block:
            pieces = cut(_members(word, numbers, table), max_block)
            leaves += pieces.leaves
            skipped += pieces.skipped
        elif len(numbers) > 1:
            leaves.append(Leaf(numbers))
    reordered = reordered_names(table.texts)
    leaves += [
        Leaf(numbers[:max_block])
        for group in reordered
        for numbers in _by_end_word(group, table.texts)
    ]
    return Blocks(table, leaves, reordered, skipped)


def reordered_names(texts: Iterable[str]) -> list[list[int]]:
    """Return the groups of names that have the same words, each in another order."""
    first: dict[tuple[str, ...], int] = {}
    groups: dict[int, list[int]] = {}
    for number, text in enumerate(texts):
        if " " in text:
            other = first.setdefault(tuple(sorted(text.split())), number)
            if other != number:
                groups.setdefault(other, [other]).append(number)
    return [groups[number] for number in sorted(groups)]


def _by_end_word(numbers: Iterable[int], texts: Sequence[str]) -> Iterator[list[int]]:
    """Yield those of some names that share an end word."""
    words: defaultdict[str, list[int]] = defaultdict(list)
    for number in numbers:
        ends = end_words(texts[number])
        for word in ends if len(ends) > 1 else ():
            words[word].append(number)
    yield from (sharing for sharing in words.values() if len(sharing) > 1)


def _members(word: str, numbers: Iterable[int], table: NameTable) -> list[Member]:
    """Return the names of a block as members of it."""
    start = word + " "
    size = len(start)
    members = []
    for number in numbers:
        text = table.texts[number]
        rest = text[size:] if text.startswith(start) else text[:-size]
        members.append(Member(number, rest, table.countries[number], len(table.holders[number])))
    return members


def meetings(holders: Sequence[int], nodes: Sequence[Node], most: int) -> Iterator[Sequence[int]]:
    """Yield groups of entities of one name to compare each with each.

    More than `most` are split by country. Where that is not enough each is compared with the first
    alone, in a group of two.
    """
    if len(holders) <= most:
        yield holders
        return
    countries: dict[object, list[int]] = {}
    for holder in holders:
        countries.setdefault(nodes[holder].country, []).append(holder)
    for group in countries.values():
        if len(group) <= most:
            yield group
        else:
            yield from ((group[0], other) for other in group[1:])


def spokesmen(holders: Sequence[int], nodes: Sequence[Node], most: int) -> Sequence[int]:
    """Return who of the entities of one name is compared with those of another name.

    All, or where there are more than `most` the first of each country.
    """
    if len(holders) <= most:
        return holders
    first: dict[object, int] = {}
    for holder in holders:
        first.setdefault(nodes[holder].country, holder)
    return list(first.values())[:most]
