"""Which nodes, entities and relations does LlamaIndex need of a graph that was made elsewhere?"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from llama_index.core.graph_stores.types import EntityNode, Relation
from llama_index.core.schema import NodeRelationship, RelatedNodeInfo, TextNode

from openodke.ground import ground_record
from openodke.interop import THING, Built, ItemVerdict
from openodke.model import (
    CLAIM,
    OBJECT_TYPE,
    QUOTE,
    Document,
    Entity,
    Fact,
    GroundingVerdict,
    KnowledgeGraph,
    Polarity,
    Span,
    SpanOrigin,
)
from openodke_llama_index import relation_claim as key
from openodke_llama_index.native_shapes import KG_NODES, KG_RELATIONS, entity_id

_URL = "url"


def built_nodes(graph: KnowledgeGraph, documents: Iterable[Document]) -> Built[list[Any]]:
    """Return one node a document, and each fact that has no place, or not all of one."""
    return _Building(graph, documents).built()


class _Building:
    """The nodes of one graph, on the way."""

    def __init__(self, graph: KnowledgeGraph, documents: Iterable[Document]) -> None:
        self._nodes = {doc.id: _text_node(doc) for doc in documents}
        self._entities: dict[str, dict[str, EntityNode]] = {name: {} for name in self._nodes}
        self._known: dict[str, Entity] = {}
        self._lost: list[tuple[Fact, str]] = []
        for fact in graph.facts:
            problem = self._problem(fact)
            if problem:
                self._lost.append((fact, problem))
            else:
                self._place(fact)

    def built(self) -> Built[list[Any]]:
        for name, entities in self._entities.items():
            self._nodes[name].metadata[KG_NODES] = list(entities.values())
        return Built(list(self._nodes.values()), tuple(self._lost))

    def _problem(self, fact: Fact) -> str:
        """Return why a fact has no place, "" where it has one."""
        if fact.retired_at is not None:
            return "it was retired, and a relation states what is claimed now"
        if not fact.evidence:
            return "it has no text, and a relation lies in the node of its text"
        if not any(evidence.doc_id in self._nodes for evidence in fact.evidence):
            return f"its text {fact.evidence[0].doc_id!r} is not among the documents"
        ends = [fact.subject, *([fact.object_entity] if fact.object_entity else [])]
        return next(filter(None, map(self._taken, ends)), "")

    def _taken(self, entity: Entity) -> str:
        """Return why an entity has no node: LlamaIndex knows one by its name alone."""
        held = self._known.setdefault(entity_id(entity.name), entity)
        if held.key == entity.key and held.name == entity.name:
            return ""
        return (
            f"the id {entity_id(entity.name)!r} is that of another entity, {held.key!r}: "
            f"LlamaIndex knows an entity by its name, and {entity.key!r} has no node"
        )

    def _place(self, fact: Fact) -> None:
        there = [evidence.doc_id for evidence in fact.evidence if evidence.doc_id in self._nodes]
        host = there[0]
        subject = self._entity(host, fact.subject.name, fact.subject.type)
        obj = fact.object_entity
        label = obj.type if obj else str(fact.qualifiers.get(OBJECT_TYPE) or THING)
        target = self._entity(host, fact.object_name, label)
        properties = self._properties(fact, there)
        if target.label != _label(label):  # an entity and a value may have one name
            properties[key.OBJECT_TYPE] = label
        self._nodes[host].metadata[KG_RELATIONS].append(
            Relation(
                label=fact.predicate,
                source_id=subject.id,
                target_id=target.id,
                properties=properties | _verdict(fact),
            )
        )
        if lacking := len({e.doc_id for e in fact.evidence}) - len(set(there)):
            self._lost.append((fact, f"{lacking} of its texts are not among the documents"))

    def _entity(self, host: str, name: str, label: str) -> EntityNode:
        node = EntityNode(name=name, label=_label(label))
        return self._entities[host].setdefault(node.id, node)

    def _properties(self, fact: Fact, there: list[str]) -> dict[str, Any]:
        """Return what of a fact stands in its relation's properties: flat texts and numbers."""
        said: dict[str, Any] = {}
        lost = []
        for name, value in fact.qualifiers.items():
            if name.startswith("odke"):
                continue
            if isinstance(value, str | bool | int | float):
                said[name] = value
            else:
                lost.append(name)
        if lost:
            self._lost.append((fact, f"it is placed without its qualifiers: {', '.join(lost)}"))
        if fact.predicate != key.without_marks(fact.predicate):
            said[key.PREDICATE] = fact.predicate
        if fact.polarity is not Polarity.ASSERTED:
            said[key.POLARITY] = fact.polarity.value
        if fact.object_value is not None:
            said[key.OBJECT] = json.dumps(fact.object_value, ensure_ascii=False)
            said[key.OBJECT_TYPE] = str(fact.qualifiers.get(OBJECT_TYPE) or _kind(fact))
        for name, where in ((CLAIM, key.CLAIM), (QUOTE, key.QUOTE)):
            if text := fact.qualifiers.get(name):
                said[where] = str(text)
        span = _span(fact, there[0])
        if span is not None:
            said[key.SPAN] = f"{span.start}-{span.end}"
            if span.quote:
                said.setdefault(key.QUOTE, span.quote)
        if len(set(there)) > 1:
            said[key.TEXTS] = json.dumps(list(dict.fromkeys(there)), ensure_ascii=False)
        return said


def _verdict(fact: Fact) -> dict[str, str]:
    """Return what is written of the verdict; of a claim that nobody judged nothing."""
    judged = fact.verdict is not GroundingVerdict.UNCHECKED or ground_record(fact)
    return ItemVerdict.of([fact]).values() if judged else {}


def _label(entity_type: str) -> str:
    return "entity" if entity_type == THING else entity_type


def _span(fact: Fact, host: str) -> Span | None:
    for evidence in fact.evidence:
        if evidence.doc_id == host and evidence.span_origin is not SpanOrigin.CONTEXT:
            return evidence.span
    return None


def _kind(fact: Fact) -> str:
    """Return the type of a value by what it is."""
    kinds: dict[type, str] = {bool: "boolean", int: "integer", float: "number"}
    return kinds.get(type(fact.object_value), "string")


def _text_node(doc: Document) -> TextNode:
    """Return the node of a document, which names its parent as its source."""
    parent = (doc.uri or doc.id).partition("#")[0]
    ours = "urn:odke:llama-index:"
    metadata: dict[str, Any] = {KG_NODES: [], KG_RELATIONS: []}
    if doc.uri and not doc.uri.startswith(ours):
        metadata = {_URL: parent, **metadata}
    hidden = [_URL, KG_NODES, KG_RELATIONS]
    source = RelatedNodeInfo(node_id=parent.removeprefix(ours) or doc.id)
    return TextNode(
        id_=doc.id,
        text=doc.text,
        metadata=metadata,
        relationships={NodeRelationship.SOURCE: source},
        excluded_llm_metadata_keys=hidden,
        excluded_embed_metadata_keys=hidden,
    )
