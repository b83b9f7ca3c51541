"""Which links do rules propose that the likeness of names does not?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from openodke.corroborate.entity_node import Node
from openodke.corroborate.identifier_proofs import Pair
from openodke.corroborate.resolver_rules import acronym_of, initials_of, is_part_of, is_person
from openodke.corroborate.weak_evidence import cut_name
from openodke.text.name_keys import name_key

ACRONYM_SCORE = 0.9
PART_NAME_SCORE = 0.85
NEIGHBOURS_SCORE = 0.85
NEIGHBOUR_BAND = 0.7
"""How alike names have to be before neighbours are looked at."""

_LEAST_SHARED = 2
_LONGEST_PART = 3  # words of a part
_MOST_PEOPLE = 2000  # of one document that are looked at


class RuleLink(NamedTuple):
    """A link that a rule proposes."""

    pair: Pair
    rule: str
    score: float
    reason: str


def acronym_links(
    nodes: Sequence[Node], batch: int, candidates: Mapping[int, Iterable[int]], most: int
) -> Iterator[RuleLink]:
    """Yield the pairs of which one name is the initials of the other's; one a document's worth."""
    short: dict[tuple[str, str], list[int]] = {}
    long: dict[tuple[str, str], list[int]] = {}
    for number, node in enumerate(nodes):
        for name in _written(node):
            letters = acronym_of(name)
            if letters:
                short.setdefault((node.type, letters), []).append(number)
            else:
                for initials in initials_of(name):
                    long.setdefault((node.type, initials), []).append(number)
    related = {number: set(held) for number, held in candidates.items()}
    for place, numbers in short.items():
        for one in numbers[:most]:
            for other in long.get(place, ())[:most]:
                pair = (min(one, other), max(one, other))
                if one != other and _met(pair, batch, related):
                    yield RuleLink(
                        pair, "acronym", ACRONYM_SCORE, f'acronym: "{place[1]}" by initials'
                    )


def part_name_links(
    nodes: Sequence[Node], batch: int, scopes: Iterable[Iterable[int]]
) -> Iterator[RuleLink]:
    """Yield the pairs of which one name is a part of a person's, the only one in its scope.

    A scope is what one document, or one tenant, names. Where a store was looked up, who it holds
    are the candidates, else who the batch names.
    """
    for scope in scopes:
        people = [number for number in scope if is_person(nodes[number].type)][:_MOST_PEOPLE]
        stored = any(nodes[number].stored for number in people)
        words: dict[str, list[int]] = {}
        for number in people:
            if stored and not nodes[number].stored:
                continue
            for word in {word for name in nodes[number].names for word in name.split()}:
                words.setdefault(word, []).append(number)
        for number in people:
            if number < batch:
                yield from _only_whole(number, nodes, words)


def _only_whole(
    number: int, nodes: Sequence[Node], words: Mapping[str, Sequence[int]]
) -> Iterator[RuleLink]:
    node = nodes[number]
    part = _untitled(node.names[0]) if node.names else ""
    if not part or len(part.split()) > _LONGEST_PART:
        return
    found: dict[int, str] = {}
    for other in words.get(part.split()[-1], ()):
        if other != number and nodes[other].type == node.type:
            if part in nodes[other].names:
                return  # it is somebody's whole name, or is said to be
            whole = next((name for name in nodes[other].names if is_part_of(part, name)), None)
            if whole:
                found[other] = whole
    if found and _one_person(list(found), nodes):
        for other, whole in found.items():
            reason = (
                f'part of name, only candidate in scope: "{cut_name(part)}" of "{cut_name(whole)}"'
            )
            yield RuleLink(
                (min(number, other), max(number, other)), "part_name", PART_NAME_SCORE, reason
            )


def _untitled(name: str) -> str:
    """Return a person's name without the titles before it: Mr. Holmes is a Holmes."""
    bare = name_key(name, person=True)
    return bare if name.endswith(f" {bare}") else name


def _one_person(numbers: Sequence[int], nodes: Sequence[Node]) -> bool:
    """Whether several entities share a name: one person, stored and mentioned again."""
    first = set(nodes[numbers[0]].names)
    return all(not first.isdisjoint(nodes[number].names) for number in numbers[1:])


def shared_neighbours(neighbours: Mapping[int, set[tuple[str, bool, int]]], pair: Pair) -> int:
    """Count what two nodes are connected to by the same relation, in the same direction."""
    first, second = (neighbours.get(number, set()) for number in pair)
    return len(first & second)


def neighbour_link(pair: Pair, shared: int) -> RuleLink | None:
    """Return the link of two nodes with so many neighbours in common."""
    if shared < _LEAST_SHARED:
        return None
    return RuleLink(pair, "neighbours", NEIGHBOURS_SCORE, f"{shared} neighbours in common")


def _written(node: Node) -> Iterator[str]:
    for entity in node.every:
        yield entity.name
        yield from entity.aliases


def _met(pair: Pair, batch: int, related: Mapping[int, set[int]]) -> bool:
    """Whether two nodes may be compared: both of the batch, or one was looked up for the other."""
    first, second = pair
    return second < batch or (first < batch and second in related.get(first, ()))
