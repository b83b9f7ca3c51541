"""How is a block that has too many names to compare each with each cut into smaller ones?

First by country. What is still full is cut several ways at once, and two names are compared that
any cut leaves together: by the beginning of what they do not share, by its end, and an initial with
every name that begins with it. A typing error breaks one of these and seldom two. Cuts are counted,
so that what is compared in none of them is known.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

_MOST_INITIALS = 100  # names of an initial that are compared with every name of its letter


class Leaf(NamedTuple):
    """Names to compare: each with each, or where there are `others`, each with each of those."""

    names: list[int]
    others: list[int] | None = None


class Member(NamedTuple):
    """A name in a block.

    Attributes:
        number: the name's own number.
        rest: the name without the word that the block shares.
        country: the one country of all entities of the name; None where there are more, or none.
        weight: how many entities have the name.
    """

    number: int
    rest: str
    country: Any
    weight: int


@dataclass(slots=True)
class Cut:
    """A block in pieces: what to compare, and how many pairs of entities that leaves out."""

    leaves: list[Leaf]
    skipped: int = 0


def cut(block: Sequence[Member], most: int) -> Cut:
    """Return the pieces of a block, none of which has more than `most` names to compare all."""
    if len(block) <= most:
        return Cut([Leaf([member.number for member in block])])
    countries = _groups(block, lambda member: member.country)
    if None in countries:
        return _cut_by_name(block, most, _small(countries, most))
    leaves: list[Leaf] = []
    compared = 0
    for group in countries.values():
        piece = cut_group(group, most)
        leaves += piece.leaves
        compared += _pairs(group) - piece.skipped
    return Cut(leaves, _pairs(block) - compared)


def cut_group(group: Sequence[Member], most: int) -> Cut:
    """Return the pieces of a block whose names are all of one country."""
    if len(group) <= most:
        return Cut([Leaf([member.number for member in group])])
    return _cut_by_name(group, most, [])


def _small(countries: dict[Any, list[Member]], most: int) -> list[list[Member]]:
    """Return the countries whose names can be compared all, beside the cuts by name."""
    return [group for group in countries.values() if 1 < len(group) <= most]


def _cut_by_name(block: Sequence[Member], most: int, given: list[list[Member]]) -> Cut:
    beginnings = _deepened(block, most, lambda member, depth: member.rest[:depth])
    ends = _deepened(block, most, lambda member, depth: member.rest[-depth:])
    initials = list(_initials(block))
    partitions = [given, beginnings, ends] if given else [beginnings, ends]
    leaves = [
        Leaf([member.number for member in piece])
        for partition in partitions
        for piece in partition
        if len(piece) > 1
    ]
    leaves += [
        Leaf([one.number for one in few], [one.number for one in many]) for few, many in initials
    ]
    return Cut(leaves, _pairs(block) - _compared(partitions, initials))


def _groups(members: Iterable[Member], key: Callable[[Member], Any]) -> dict[Any, list[Member]]:
    groups: dict[Any, list[Member]] = {}
    for member in members:
        groups.setdefault(key(member), []).append(member)
    return groups


def _deepened(
    block: Sequence[Member], most: int, key: Callable[[Member, int], str]
) -> list[list[Member]]:
    """Group by ever more characters until no group has more than `most` names."""
    done: list[list[Member]] = []
    left: list[tuple[Sequence[Member], int]] = [(block, 1)]
    while left:
        group, depth = left.pop()
        pieces: dict[str, list[Member]] = {}
        for member in group:
            pieces.setdefault(key(member, depth), []).append(member)
        for piece in pieces.values():
            if len(piece) <= most or all(len(member.rest) <= depth for member in piece):
                done.append(piece)
            else:
                left.append((piece, depth + 1))
    return done


def _initials(block: Sequence[Member]) -> Iterator[tuple[list[Member], list[Member]]]:
    """Yield names whose rest begins with an initial, and all whose rest begins with its letter."""
    few: dict[str, list[Member]] = {}
    for member in block:
        if member.rest[1:2] in ("", " ") and member.rest:
            few.setdefault(member.rest[0], []).append(member)
    if not few:
        return
    many: dict[str, list[Member]] = {letter: [] for letter in few}
    for member in block:
        letter = member.rest[:1]
        if letter in many:
            many[letter].append(member)
    for letter, names in few.items():
        shortest = sorted(names, key=lambda member: (len(member.rest), member.rest))
        yield shortest[:_MOST_INITIALS], many[letter]


def _pairs(members: Iterable[Member]) -> int:
    """Count the pairs of entities that have two of the names."""
    weights = [member.weight for member in members]
    whole = sum(weights)
    return (whole * whole - sum(weight * weight for weight in weights)) // 2


def _compared(
    partitions: list[list[list[Member]]], initials: list[tuple[list[Member], list[Member]]]
) -> int:
    """Count the pairs that at least one cut compares, by inclusion and exclusion."""
    cells: list[dict[int, int]] = [
        {member.number: at for at, piece in enumerate(partition) for member in piece}
        for partition in partitions
    ]
    everyone = [member for piece in partitions[-1] for member in piece]
    total = _pairs(everyone) - _apart(everyone, cells)
    for (
        few,
        many,
    ) in initials:  # pairs with an initial are those of all, but for those of no initial
        short = {member.number for member in few}
        total += _apart(many, cells)
        total -= _apart([member for member in many if member.number not in short], cells)
    return total


def _apart(members: Sequence[Member], cells: Sequence[dict[int, int]]) -> int:
    """Count the pairs that no partition has in one cell."""
    weights = [member.weight for member in members]
    squares = sum(weight * weight for weight in weights)
    columns = [_column(members, held) for held in cells]
    pairs = (sum(weights) ** 2 - squares) // 2
    for width in range(1, len(columns) + 1):
        for chosen in combinations(columns, width):
            places: Iterable[Any] = chosen[0] if width == 1 else zip(*chosen, strict=True)
            whole: defaultdict[Any, int] = defaultdict(int)
            for place, weight in zip(places, weights, strict=True):
                whole[place] += weight
            together = sum(weight * weight for weight in whole.values()) - squares
            pairs += (-1) ** width * (together // 2)
    return pairs


def _column(members: Iterable[Member], cells: dict[int, int]) -> list[int]:
    """Return the cell of each member; one that is in none is in a cell of its own."""
    return [cells.get(member.number, -1 - member.number) for member in members]
