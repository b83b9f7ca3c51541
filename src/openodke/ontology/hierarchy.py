"""Which types does a type descend from, and so where may it stand?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from openodke.ontology.cycle import cycles
from openodke.ontology.term import EntityType


class Hierarchy:
    """The descent of every declared type, each computed once and safe from cycles."""

    def __init__(self, types: Mapping[str, EntityType]) -> None:
        """Take the declared types by name; a parent that is not declared counts for nothing."""
        self._types = types
        self._lineages: dict[str, frozenset[str]] = {}

    def lineage(self, name: str) -> frozenset[str]:
        """Return the type and all of its ancestors; of an undeclared type, only itself."""
        known = self._lineages.get(name)
        if known is None:
            known = self._walk(name)
            if name in self._types:
                self._lineages[name] = known
        return known

    def fits(self, name: str, domain: Iterable[str]) -> bool:
        """Tell whether a type or an ancestor of it is in `domain`; an empty one is every type."""
        allowed = domain if isinstance(domain, tuple | frozenset) else tuple(domain)
        return not allowed or not self.lineage(name).isdisjoint(allowed)

    def related(self, one: str, other: str) -> bool:
        """Tell whether one of two types is the other or descends from it."""
        return one in self.lineage(other) or other in self.lineage(one)

    def cycles(self) -> list[tuple[str, ...]]:
        """Return the groups of types that inherit from each other, in the order declared."""
        return cycles(
            {
                name: tuple(parent for parent in held.parents if parent in self._types)
                for name, held in self._types.items()
            }
        )

    def _walk(self, name: str) -> frozenset[str]:
        reached, waiting = {name}, [name]
        while waiting:
            declared = self._types.get(waiting.pop())
            parents = declared.parents if declared else ()
            fresh = [parent for parent in parents if parent in self._types]
            waiting.extend(parent for parent in fresh if parent not in reached)
            reached.update(fresh)
        return frozenset(reached)
