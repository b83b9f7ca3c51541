"""Which further rules can a resolver be asked to follow, and what does each say?

Vetoes keep alike names apart; the others propose links that the likeness of names does not. None is
on by default: each was measured (docs/resolution.md), and each is right more often than not, not
always.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from openodke.corroborate.entity_node import Node
from openodke.corroborate.name_conflicts import numbers_in, raw_name, told
from openodke.corroborate.weak_evidence import WeakScore
from openodke.errors import InputError
from openodke.text.name_keys import name_key
from openodke.text.word_lists import PERSON_TYPES

RULES: Final = {
    "numbers": "veto: the names carry different numbers, or one carries one and the other none",
    "opposites": "veto: the names differ in words such as east and west, old and new, Mr. and Mrs.",
    "generation": "veto: the names of two people differ in junior, senior or a number",
    "reordered": "veto: the names of two people have the same words in another order",
    "acronym": "link: one name is the initials of the other, in capitals (0.9)",
    "part_name": "link: one name is a part of a person's, who is the only candidate (0.85)",
    "neighbours": "link: names almost alike, with two or more neighbours in common (0.85)",
}
"""The rules by name, and what each does."""

VETOES: Final = ("numbers", "opposites", "generation", "reordered")

_OPPOSITES = tuple(
    frozenset(line.split())
    for line in """
        north south east west northern southern eastern western northeast northwest southeast \
            southwest northeastern northwestern southeastern southwestern central
        upper lower middle
        old new
        inner outer
        great little greater lesser
        big small
        first second third fourth fifth sixth seventh eighth ninth tenth
        male female
        men women boys girls
        mens womens
        king queen
        prince princess
        before after
        black white red blue green yellow
        pre post
        anti pro
        senior junior
        left right
        high low
        import export
        summer winter
        day night
        father mother son daughter
        husband wife brother sister uncle aunt
        mr mrs ms miss
        sir lord lady dame
    """.strip().splitlines()
)
_GENERATIONS = {
    "jr": "jr", "jnr": "jr", "junior": "jr", "sr": "sr", "snr": "sr", "senior": "sr",
    "ii": "ii", "iii": "iii", "iv": "iv",
}  # fmt: skip


def rules_named(names: str | Iterable[str] | None) -> frozenset[str]:
    """Return the rules of some names; `vetoes` are all four of them.

    Raises:
        InputError: for a rule that there is not.
    """
    if names is None:
        return frozenset()
    found: set[str] = set()
    for name in (names,) if isinstance(names, str) else names:
        if name == "vetoes":
            found.update(VETOES)
        elif name in RULES:
            found.add(name)
        else:
            raise InputError(f"rules={name!r}: there are vetoes, {', '.join(RULES)}")
    return frozenset(found)


def is_person(type_name: str) -> bool:
    """Whether a type is one of people."""
    words = type_name.replace("_", " ").replace("-", " ").casefold().split()
    return any(word in PERSON_TYPES for word in words)


def veto(first: Node, second: Node, score: WeakScore, rules: frozenset[str]) -> tuple[str, str]:
    """Return the rule that keeps two alike names apart and what differs; "" where none does."""
    mine, theirs = score.names
    if mine == theirs and not rules & {"numbers", "generation", "opposites"}:
        return "", ""
    raw = raw_name(first, mine), raw_name(second, theirs)
    if "generation" in rules and is_person(first.type):
        held = _generation(raw[0]), _generation(raw[1])
        if held[0] != held[1] and all(held):
            return "generation", told("generations", [held[0]], [held[1]])
    if "numbers" in rules:
        numbers = numbers_in(raw[0]), numbers_in(raw[1])
        if numbers[0] != numbers[1]:
            return "numbers", told("numbers", numbers[0] or {"none"}, numbers[1] or {"none"})
    if "opposites" in rules:
        words = _written(mine, raw[0]), _written(theirs, raw[1])
        for group in _OPPOSITES:
            ours, yours = (words[0] - words[1]) & group, (words[1] - words[0]) & group
            if ours and yours:
                return "opposites", told("words", ours, yours)
    if "reordered" in rules and mine != theirs and is_person(first.type):
        reordered = sorted(mine.split()) == sorted(theirs.split())
        if reordered and "," not in "".join(raw):
            return "reordered", f'the words are in another order ("{mine}" vs "{theirs}")'
    return "", ""


def _written(key: str, name: str) -> set[str]:
    """Return the words of a name and of its key, which has no honorific: Mr. is not Mrs."""
    return {*key.split(), *name.casefold().replace(".", " ").split()}


def _generation(name: str) -> str:
    words = name.replace(",", " ").replace(".", " ").casefold().split()
    return _GENERATIONS.get(words[-1], "") if len(words) > 1 else ""


def is_part_of(part: str, whole: str) -> bool:
    """Whether a name is some words of another, in order; an initial needs the last word to agree.

    A single letter that is no initial of a longer word says nothing.
    """
    few, many = part.split(), whole.split()
    if not few or len(few) > len(many) or few == many:
        return False
    if any(len(word) == 1 for word in few):
        if few[-1] != many[-1] or len(few[-1]) == 1 or len(few) < 2:
            return False
    elif len(few) == len(many):
        return False
    place = 0
    for word in few:
        while place < len(many) and not _stands_for(word, many[place]):
            place += 1
        if place == len(many):
            return False
        place += 1
    return True


def _stands_for(word: str, other: str) -> bool:
    return word == other or (len(word) == 1 and other.startswith(word))


def acronym_of(name: str) -> str | None:
    """Return the letters of a name that is an acronym as it is written, such as U.S.; else None."""
    letters = name.replace(".", "").replace(" ", "")
    plain = letters.isascii() and letters.isalpha() and letters.isupper()
    return letters.casefold() if plain and 2 <= len(letters) <= 6 and " " not in name else None


_SMALL = frozenset("a and de del der des di du for in la of on the to und van von".split())


def initials_of(name: str) -> frozenset[str]:
    """Return the initials of a name of several words, with small words and without."""
    words = name_key(name).split()
    found = set()
    for kept in (words, [word for word in words if word not in _SMALL]):
        if 2 <= len(kept) <= 6:
            found.add("".join(word[0] for word in kept))
    return frozenset(found)
