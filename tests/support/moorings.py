"""Vessels and ports: texts, an ontology and stages for tests of the pipeline."""

# ruff: noqa: ARG002 - the arguments of a stage's methods are given

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from openodke.model import Chunk, Document, Entity, Evidence, Fact
from openodke.ontology import Ontology

PORTS = Ontology.from_dict(
    {
        "name": "ports",
        "types": {"Vessel": {}, "Port": {}},
        "predicates": {
            "moored_in": {"domain": ["Vessel"], "range": "Port", "inverse_of": "berths"},
            "berths": {"domain": ["Port"], "range": "Vessel"},
        },
    }
)
LOG = Document(id="log", text="Aurora Bergen\nBoreas Narvik\n\nnothing")
MAIL = Document(id="mail", text="Aurora Bergen")


def moored(line: str, doc_id: str = "log") -> Fact:
    """Return the claim of a line of two names."""
    vessel, port = line.split()
    return Fact(
        subject=Entity(key=vessel.lower(), type="Vessel", label=vessel),
        predicate="moored_in",
        object_entity=Entity(key=port.lower(), type="Port", label=port),
        evidence=(Evidence(doc_id=doc_id),),
    )


class Lines:
    """Cuts a document into its lines."""

    def chunk(self, doc: Document) -> Iterator[Chunk]:
        """Yield one chunk a line."""
        start = 0
        for index, line in enumerate(doc.text.split("\n")):
            yield Chunk(doc_id=doc.id, start=start, end=start + len(line), text=line, index=index)
            start += len(line) + 1


class Moorings:
    """Reads `vessel port` lines."""

    def extract(self, chunk: Chunk, ontology: Ontology) -> list[Fact]:
        """Return one fact for a chunk of two words."""
        lines = [line for line in chunk.text.split("\n") if len(line.split()) == 2]
        return [moored(line, chunk.doc_id) for line in lines]


def made(**methods: Callable[..., Any]) -> Any:
    """Return an object with these functions as its methods."""
    return type("Made", (), {name: staticmethod(method) for name, method in methods.items()})()


def failing(*_: object) -> Any:
    """Raise, as a stage does that must not be called."""
    raise AssertionError("called")


def triples(facts: Iterable[Fact]) -> list[tuple[str, str, str]]:
    """Return subject key, predicate and object key of each edge."""
    return [
        (fact.subject.key, fact.predicate, fact.object_entity.key)
        for fact in facts
        if fact.object_entity is not None
    ]
