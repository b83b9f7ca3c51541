"""What does a store that lies in memory hold that a batch may name?

Source: the resolution page, "Resolving against the store".
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import sqrt

from rapidfuzz.distance import Indel

from openodke.corroborate.entity_blocks import block_keys
from openodke.corroborate.entity_node import described
from openodke.errors import InputError
from openodke.model.entity import Entity

Embed = Callable[[Sequence[str]], Sequence[Sequence[float]]]
"""Gives one vector a text."""


class MemoryLookup:
    """Finds, among entities in memory, those that share a block key with one of a batch."""

    def __init__(
        self,
        index: Mapping[str, Entity],
        *,
        tenant: str | None = None,
        tenant_property: str = "tenant",
        limit: int = 100,
        embed: Embed | None = None,
        vector_k: int = 5,
    ) -> None:
        """Take the entities.

        Args:
            index: the stored entities by key.
            tenant: keep those alone whose attribute `tenant_property` equals it; None keeps all.
            tenant_property: the name of that attribute.
            limit: entities found a key, at most; the ones with the most alike names are.
            embed: where given, the stored labels of the type that are nearest to the entity's own
                are candidates too.
            vector_k: how many of those.

        Raises:
            InputError: for a limit or a number of neighbours that finds nothing.
        """
        for name, value in (("limit", limit), ("vector_k", vector_k)):
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise InputError(f"{name}={value!r}: one is the least")
        self.tenant = tenant
        self._limit = limit
        self._k = vector_k
        self._embed = embed
        held = (
            entity
            for entity in index.values()
            if tenant is None or entity.attributes.get(tenant_property) == tenant
        )
        self._entities = sorted(held, key=lambda entity: (entity.key, entity.type))
        self._places: dict[tuple[str, str], list[int]] = {}
        for place, entity in enumerate(self._entities):
            for key in block_keys(entity):
                self._places.setdefault((entity.type, key), []).append(place)
        self._vectors: dict[str, list[tuple[int, list[float]]]] | None = None

    def candidates(self, entities: Iterable[Entity]) -> list[list[Entity]]:
        """Return, for each entity, the stored ones of its type that it may be, by their keys."""
        batch = list(entities)
        near = self._nearest(batch) if self._embed else [()] * len(batch)
        return [
            [self._entities[place] for place in sorted({*self._sharing(entity), *places})]
            for entity, places in zip(batch, near, strict=True)
        ]

    def _sharing(self, entity: Entity) -> set[int]:
        """Return where the stored entities are that share a block key."""
        found: set[int] = set()
        for key in block_keys(entity):
            places = self._places.get((entity.type, key), [])
            if len(places) > self._limit:
                places = self._most_alike(entity, places)
            found.update(places)
        return found

    def _most_alike(self, entity: Entity, places: Sequence[int]) -> list[int]:
        name = next(iter(described(entity)[0]), "")

        def likeness(place: int) -> float:
            names, _ = described(self._entities[place])
            return max((Indel.normalized_similarity(name, other) for other in names), default=0.0)

        return heapq.nlargest(self._limit, places, key=likeness)

    def _nearest(self, batch: Sequence[Entity]) -> list[list[int]]:
        """Return where the stored labels are that are nearest to each entity's own."""
        stored = self._stored_vectors()
        asked = [entity for entity in batch if stored.get(entity.type)]
        vectors = iter(_units(self._asked([entity.name for entity in asked])))
        return [
            self._neighbours(next(vectors), stored[entity.type]) if stored.get(entity.type) else []
            for entity in batch
        ]

    def _neighbours(
        self, vector: Sequence[float], stored: Sequence[tuple[int, list[float]]]
    ) -> list[int]:
        nearest = heapq.nlargest(
            self._k, stored, key=lambda held: (_dot(vector, held[1]), -held[0])
        )
        return [place for place, _ in nearest]

    def _stored_vectors(self) -> dict[str, list[tuple[int, list[float]]]]:
        if self._vectors is None:
            vectors = _units(self._asked([entity.name for entity in self._entities]))
            self._vectors = {}
            for place, (entity, vector) in enumerate(zip(self._entities, vectors, strict=True)):
                self._vectors.setdefault(entity.type, []).append((place, vector))
        return self._vectors

    def _asked(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        if not texts or self._embed is None:
            return []
        vectors = self._embed(texts)
        if len(vectors) != len(texts):
            raise InputError(f"embed returned {len(vectors)} vectors for {len(texts)} texts")
        return vectors


def _units(vectors: Iterable[Sequence[float]]) -> list[list[float]]:
    """Return the vectors at length 1, so that a dot product is their cosine."""
    units = []
    for vector in vectors:
        length = sqrt(_dot(vector, vector))
        units.append([value / length for value in vector] if length else list(vector))
    return units


def _dot(first: Sequence[float], second: Sequence[float]) -> float:
    return sum(map(float.__mul__, map(float, first), map(float, second)))
