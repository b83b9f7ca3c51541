"""Which graph documents does a graph make that comes from elsewhere?

One for each text, with what that text states; a claim on several texts stands in each of them. A
claim without a text is in one of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from openodke.interop import THING, Built, ItemVerdict, flat_verdicts
from openodke.model import CLAIM, Document, Entity, Fact, KnowledgeGraph, Polarity
from openodke_langchain.carried_properties import OURS
from openodke_langchain.claim_names import UNTYPED
from openodke_langchain.graph_classes import GraphClasses
from openodke_langchain.graph_rows import CLAIM as CLAIM_KEY
from openodke_langchain.graph_rows import ENTITY, IS_A, qualified_predicate

_NodeKey = tuple[str, str]


def built_graphs(
    graph: KnowledgeGraph, documents: Iterable[Document], classes: GraphClasses
) -> Built[list[Any]]:
    """Return a list of graph documents, and each fact that has no place, or not all of one."""
    return _Building(list(documents), classes).built(graph)


class _Held:
    """One node on its way."""

    def __init__(self, entity: Entity) -> None:
        self.entity = entity
        self.properties: dict[str, list[tuple[Any, Fact]]] = {}
        self.bare: Fact | None = None
        self.is_related = False

    def stated(self) -> Iterator[tuple[str, Fact]]:
        """Yield each fact that the node states, by the name that its verdict has."""
        if self.bare is not None:
            yield "", self.bare
        for key, held in self.properties.items():
            for at, (_, fact) in enumerate(held):
                yield key if len(held) == 1 else f"{key}_{at}", fact


class _Relation:
    """One relationship on its way."""

    def __init__(self, fact: Fact, said: dict[str, Any]) -> None:
        self.fact = fact
        self.said = said
        self.stated: dict[str, Fact] = {"": fact}


class _Text:
    """One graph document on its way."""

    def __init__(self, document: Document | None) -> None:
        self.document = document
        self.nodes: dict[_NodeKey, _Held] = {}
        self.relations: list[_Relation] = []
        self.qualified: dict[tuple[_NodeKey, str], tuple[_Relation, str]] = {}

    def node(self, entity: Entity) -> _Held:
        key = entity.name, entity.type
        held = self.nodes.get(key)
        if held is None:
            held = self.nodes[key] = _Held(entity)
        return held

    def relate(self, fact: Fact, target: Entity, said: dict[str, Any]) -> None:
        """Take a relationship, and note by which predicates its properties may be stated."""
        relation = _Relation(fact, said)
        self.relations.append(relation)
        subject = fact.subject.name, fact.subject.type
        for key in said:
            predicate = qualified_predicate(fact.predicate, target.name, key)
            self.qualified.setdefault((subject, predicate), (relation, key))

    def is_stated(self, fact: Fact) -> bool:
        """Whether a fact is what a property of a relationship states, which then has its verdict.

        It is what a graph document's own rows have made of it.
        """
        subject = fact.subject.name, fact.subject.type
        relation, key = self.qualified.get((subject, fact.predicate), (None, ""))
        if relation is None or relation.said[key] != fact.object_value or key in relation.stated:
            return False
        relation.stated[key] = fact
        return True

    def problem(self, entity: Entity) -> str:
        """Return why an entity cannot be a node here: another one is already it."""
        held = self.nodes.get((entity.name, entity.type))
        if held is None or held.entity.key == entity.key:
            return ""
        return (
            f"two entities are called {entity.name!r}: the node is {held.entity.key!r}, and "
            f"{entity.key!r} has none"
        )


class _Building:
    def __init__(self, documents: list[Document], classes: GraphClasses) -> None:
        self._classes = classes
        self._texts: dict[str | None, _Text] = {doc.id: _Text(doc) for doc in documents}
        self._lost: list[tuple[Fact, str]] = []

    def built(self, graph: KnowledgeGraph) -> Built[list[Any]]:
        # relationships first: a node that has none needs no property to claim that it is there
        for fact in sorted(graph.facts, key=lambda fact: fact.object_entity is None):
            problem = _problem(fact)
            for text in [] if problem else self._texts_of(fact):
                problem = problem or self._place(fact, text)
            if problem:
                self._lost.append((fact, problem))
        native = [self._graph(text) for text in self._texts.values()]
        return Built([each for each in native if each is not None], tuple(self._lost))

    def _texts_of(self, fact: Fact) -> list[_Text]:
        names: list[str | None] = list(dict.fromkeys(e.doc_id for e in fact.evidence))
        found = []
        for name in names or [None]:
            if name not in self._texts:
                self._texts[name] = _Text(None)
            found.append(self._texts[name])
        return found

    def _place(self, fact: Fact, text: _Text) -> str:
        """Put a fact into a text's graph; return why it is not there, or not all of it."""
        ends = [fact.subject, *([fact.object_entity] if fact.object_entity else [])]
        if problem := next(filter(None, map(text.problem, ends)), ""):
            return problem
        if fact.object_entity is None:
            return self._put_property(fact, text)
        for entity in ends:
            text.node(entity).is_related = True
        said = {k: _held(v) for k, v in fact.qualifiers.items() if not k.startswith("odke.")}
        lost = sorted(key for key in said if key.startswith(OURS))
        text.relate(fact, ends[1], {k: v for k, v in said.items() if k not in lost})
        if fact.valid_from is not None or fact.valid_to is not None:
            lost.append("valid_from, valid_to")
        return f"it is placed without {', '.join(lost)}" if lost else ""

    def _put_property(self, fact: Fact, text: _Text) -> str:
        if text.is_stated(fact):
            return ""
        node, value = text.node(fact.subject), fact.object_value
        if _is_bare(fact) and not node.is_related and node.bare is None:
            node.bare = fact
            return _lacks(fact)
        key = fact.predicate
        if key.startswith(OURS):
            return f"a property {key!r} would be taken for a verdict"
        node.properties.setdefault(key, []).append((value, fact))
        return _lacks(fact)

    def _graph(self, text: _Text) -> Any:
        if not text.nodes:
            return None
        classes = self._classes
        nodes = {key: self._node(held) for key, held in text.nodes.items()}
        relations = [
            classes.relationship(
                source=self._end(held.fact.subject),
                target=self._end(held.fact.object_entity or held.fact.subject),
                type=held.fact.predicate,
                properties={**held.said, **_claim(held.fact), **_verdicts(held.stated)},
            )
            for held in text.relations
        ]
        return classes.graph(
            nodes=list(nodes.values()), relationships=relations, source=self._source(text.document)
        )

    def _node(self, held: _Held) -> Any:
        values = {key: [value for value, _ in each] for key, each in held.properties.items()}
        said = {key: each if len(each) > 1 else each[0] for key, each in values.items()}
        properties = {**said, **_verdicts(dict(held.stated()))}
        return self._classes.node(
            id=held.entity.name, type=_type(held.entity), properties=properties
        )

    def _end(self, entity: Entity) -> Any:
        return self._classes.node(id=entity.name, type=_type(entity))

    def _source(self, document: Document | None) -> Any:
        from langchain_core.documents import Document as Source

        if document is None:
            declared = getattr(self._classes.graph, "model_fields", {}).get("source")
            is_required = declared is not None and declared.is_required()
            return Source(page_content="") if is_required else None
        metadata = {"source": document.uri} if document.uri else {}
        if document.title:
            metadata["title"] = document.title
        return Source(id=document.id, page_content=document.text, metadata=metadata)


def _verdicts(stated: dict[str, Fact]) -> dict[str, str]:
    return flat_verdicts({name: ItemVerdict.of([fact]) for name, fact in stated.items()})


def _problem(fact: Fact) -> str:
    """Return why a fact has no place at all, "" where it has one."""
    if fact.retired_at is not None:
        return "it was retired, and the graph holds what is claimed now"
    if fact.polarity is not Polarity.ASSERTED:
        return f"it is {fact.polarity.value}, and a relationship cannot say so"
    return ""


def _is_bare(fact: Fact) -> bool:
    """Whether a fact says no more than that a node of its type is there."""
    kind = ENTITY if fact.subject.type in (THING, UNTYPED) else fact.subject.type
    return fact.predicate == IS_A and fact.object_value == kind


def _lacks(fact: Fact) -> str:
    said = [k for k in fact.qualifiers if not k.startswith("odke.")]
    if fact.qualifiers.get(CLAIM) not in (None, fact.object_value):
        said.append("the sentence of its claim")
    return f"it is placed without {', '.join(sorted(said))}" if said else ""


def _claim(fact: Fact) -> dict[str, str]:
    claim = fact.qualifiers.get(CLAIM)
    return {CLAIM_KEY: claim} if isinstance(claim, str) and claim else {}


def _held(value: Any) -> Any:
    """Return a frozen value as plain lists and dicts."""
    if isinstance(value, dict):
        return {key: _held(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_held(item) for item in value]
    return value


def _type(entity: Entity) -> str:
    return UNTYPED if entity.type == THING else entity.type
