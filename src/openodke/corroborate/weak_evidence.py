"""How likely are two entities one, when no identifier says so?

Their most alike names, nudged by what else is known of both. Source: the resolution page, "Weak
evidence".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from openodke.corroborate.entity_node import Node
from openodke.corroborate.name_similarity import name_similarity

_SHOWN = 80  # characters of a name in a reason


class WeakScore(NamedTuple):
    """A score in [0, 1], and what it rests on.

    Attributes:
        value: the score.
        names: the most alike names, the first entity's first.
        similarity: how alike they are.
        agreeing: attributes that both have, with one value.
        differing: attributes that both have, with different values.
    """

    value: float
    names: tuple[str, str]
    similarity: float
    agreeing: tuple[str, ...] = ()
    differing: tuple[str, ...] = ()

    @property
    def reason(self) -> str:
        """Say what the score rests on, as `names 0.9565: "acme widget", "acme widgets"`."""
        first, second = self.names
        if len(first) + len(second) > _SHOWN:
            first, second = cut_name(first), cut_name(second)
        said = f'names {round(self.similarity, 4)}: "{first}", "{second}"'
        if self.agreeing:
            said += f"; {', '.join(self.agreeing)} agree"
        if self.differing:
            said += f"; {', '.join(self.differing)} differ"
        return said


def cut_name(name: str) -> str:
    """Return a name as a reason shows it."""
    return name if len(name) <= _SHOWN else name[: _SHOWN - 1] + "…"


class SharedAttributes(NamedTuple):
    """The attributes that two entities both have: those that agree, and those that differ."""

    agreeing: tuple[str, ...] = ()
    differing: tuple[str, ...] = ()


NOTHING_SHARED = SharedAttributes()


class WeakEvidence:
    """Scores pairs of entities."""

    def __init__(self, nudge_up: float, nudge_down: float) -> None:
        """Take what an agreeing attribute adds, and what a differing one takes away."""
        self._up = nudge_up
        self._down = nudge_down

    def least_similarity(self, threshold: float, attributes: int) -> float:
        """Return how alike names have to be where so many attributes may agree; at least 0.01."""
        return max(0.01, threshold - self._up * attributes)

    def value(self, similarity: float, shared: SharedAttributes) -> float:
        """Return the score of names so alike, beside attributes that say so much."""
        nudged = similarity + self._up * len(shared.agreeing) - self._down * len(shared.differing)
        return min(1.0, max(0.0, nudged))

    def of_names(self, names: WeakScore, shared: SharedAttributes) -> WeakScore:
        """Return the score of two entities of which the names' score is known: often that one."""
        if shared is NOTHING_SHARED:
            return names
        value = self.value(names.similarity, shared)
        return WeakScore(value, names.names, names.similarity, *shared)

    def of(self, first: Node, second: Node) -> WeakScore:
        """Return the score of two entities, all their names compared."""
        best, names = 0.0, ("", "")
        for mine in first.names:
            for theirs in second.names:
                found = name_similarity(mine, theirs)
                if found > best or not names[0]:
                    best, names = found, (mine, theirs)
        shared = shared_attributes(first.attributes, second.attributes)
        return self.of_names(WeakScore(best, names, best), shared)


def shared_attributes(mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> SharedAttributes:
    """Return what the attributes of two entities say."""
    if not mine or not theirs or mine.keys().isdisjoint(theirs):
        return NOTHING_SHARED
    agreeing: list[str] = []
    differing: list[str] = []
    for name, value in mine.items():
        if name in theirs:
            (agreeing if theirs[name] == value else differing).append(name)
    return SharedAttributes(tuple(sorted(agreeing)), tuple(sorted(differing)))
