"""Stores that keep a graph in memory and behave, towards a caller, as those of servers do."""

from __future__ import annotations

from typing import Any

from llama_index.core.graph_stores import SimplePropertyGraphStore
from llama_index.core.graph_stores.types import PropertyGraphStore, Relation


class _Served(SimplePropertyGraphStore):
    """A store whose graph is out of the caller's reach."""

    def __init__(self) -> None:
        """Begin empty."""
        super().__init__()
        self._held = self.__dict__.pop("graph")

    def __getattr__(self, name: str) -> Any:
        """Give the graph to the store's own methods only, which call `_own`."""
        raise AttributeError(name)

    def _own(self) -> SimplePropertyGraphStore:
        return SimplePropertyGraphStore(self._held)

    def get_schema(self, refresh: bool = False) -> Any:  # noqa: ARG002
        """Have none to tell."""
        return {}

    def get(self, properties: Any = None, ids: Any = None) -> Any:
        """As the simple store."""
        return self._own().get(properties, ids)

    def upsert_nodes(self, nodes: Any) -> None:
        """As the simple store."""
        self._own().upsert_nodes(nodes)

    def upsert_relations(self, relations: list[Relation]) -> None:
        """As the simple store: the first copy of a relation stays."""
        self._own().upsert_relations(relations)

    def get_triplets(self, entity_names: Any = None, **_: Any) -> Any:
        """Return each triplet as a list, from both of its ends, without false values."""
        found = []
        for first, relation, last in self._held.get_triplets():
            if not (hasattr(first, "name") and hasattr(last, "name")):
                continue
            if entity_names and not {first.id, last.id} & set(entity_names):
                continue
            kept = {key: held for key, held in relation.properties.items() if held}
            found += [[first, relation.model_copy(update={"properties": kept}), last]] * 2
        return found


class CypherStore(_Served):
    """As Neo4j's: a repeated relation is ignored, a statement sets properties."""

    supports_structured_queries = True

    def __init__(self) -> None:
        """Begin with no statement."""
        super().__init__()
        self.statements: list[str] = []

    def structured_query(self, query: str, param_map: Any = None) -> Any:
        """Do what the one statement says that sets values on relations."""
        self.statements.append(query)
        assert "SET r += row.values" in query
        for row in param_map["rows"]:
            for relation in self._held.relations.values():
                ends = (relation.source_id, relation.label, relation.target_id)
                if ends == (row["source"], row["label"], row["target"]):
                    values = {**relation.properties, **row["values"]}
                    relation.properties = {k: v for k, v in values.items() if v is not None}


class ReadOnlyStore(CypherStore):
    """A store whose user may not write."""

    def structured_query(self, query: str, param_map: Any = None) -> Any:  # noqa: ARG002
        """Refuse."""
        raise PermissionError("writing is not allowed")


class LastWriteStore(_Served):
    """As FalkorDB's would be without Cypher: a repeated relation replaces the properties."""

    def upsert_relations(self, relations: list[Relation]) -> None:
        """Replace."""
        for relation in relations:
            self._held.relations.pop(
                f"{relation.source_id}_{relation.label}_{relation.target_id}", None
            )
            self._held.triplets.discard((relation.source_id, relation.label, relation.target_id))
        self._own().upsert_relations(relations)


class FirstWriteStore(_Served):
    """A store that understands no Cypher and ignores a repeated relation."""


class ColumnStore(_Served):
    """As Kuzu's: fixed columns, so that a relation has no properties at all."""

    supports_structured_queries = True

    def upsert_relations(self, relations: list[Relation]) -> None:
        """Keep label and ends."""
        bare = [relation.model_copy(update={"properties": {}}) for relation in relations]
        super().upsert_relations(bare)


SERVED: tuple[type[PropertyGraphStore], ...] = (CypherStore, LastWriteStore)
"""The stores that can be written on."""
