"""A store of a graph on disk, in SQLite: a sink, and what later batches are held against."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

from openodke import Entity, Fact, KnowledgeGraph
from openodke.corroborate import block_keys

_TABLES = """
create table if not exists entity (
    key text, type text, tenant text, json text, primary key (key, type, tenant));
create table if not exists block (name text, key text, type text, tenant text);
create table if not exists fact (
    signature text, tenant text, subject text, predicate text, json text,
    primary key (signature, tenant));
create index if not exists by_block on block (name, type, tenant);
create index if not exists by_subject on fact (subject, predicate, tenant);
"""


class SqliteGraph:
    """Stores graphs of several tenants; `tenant` is whose it reads."""

    def __init__(self, path: Path, tenant: str = "") -> None:
        """Open a file, or make it."""
        self.tenant = tenant
        self._db = sqlite3.connect(path)
        self._db.executescript(_TABLES)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def write(self, kg: KnowledgeGraph) -> None:
        """Store entities and facts; what is there is written over."""
        with self._db:
            for entity in kg.entities:
                tenant = str(entity.attributes.get("tenant", ""))
                place = (entity.key, entity.type, tenant)
                self._db.execute(
                    "insert or replace into entity values (?, ?, ?, ?)",
                    (*place, entity.model_dump_json()),
                )
                self._db.executemany(
                    "insert into block values (?, ?, ?, ?)",
                    [(name, *place) for name in block_keys(entity)],
                )
            for fact in kg.facts:
                tenant = str(fact.subject.attributes.get("tenant", ""))
                self._db.execute(
                    "insert or replace into fact values (?, ?, ?, ?, ?)",
                    (
                        repr(fact.signature),
                        tenant,
                        fact.subject.key,
                        fact.predicate,
                        fact.model_dump_json(),
                    ),
                )

    def candidates(self, entities: Sequence[Entity]) -> list[list[Entity]]:
        """Return the stored entities of each one's type that share a block key with it."""
        return [self._alike(entity) for entity in entities]

    def stored(self, facts: Iterable[Fact]) -> list[Fact]:
        """Return the stored facts about the subjects and predicates of a batch."""
        asked = dict.fromkeys((fact.subject.key, fact.predicate) for fact in facts)
        return [
            Fact.model_validate_json(held)
            for place in asked
            for (held,) in self._db.execute(
                "select json from fact where subject = ? and predicate = ? and tenant = ?",
                (*place, self.tenant),
            )
        ]

    def _alike(self, entity: Entity) -> list[Entity]:
        found: dict[str, Entity] = {}
        for name in sorted(block_keys(entity)):
            rows = self._db.execute(
                "select distinct entity.json from block join entity using (key, type, tenant) "
                "where name = ? and type = ? and tenant = ?",
                (name, entity.type, self.tenant),
            )
            for (held,) in rows:
                stored = Entity.model_validate_json(held)
                found[stored.key] = stored
        return list(found.values())
