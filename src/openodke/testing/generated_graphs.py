"""Which graphs is an adapter tried with, beside those that its author thought of?"""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st

from openodke.interop import TripleRow, says_nothing, to_fact
from openodke.model import Document, Fact, KnowledgeGraph, Polarity

_NAMES = (
    "Mara Ostrel", "mara ostrel", "Fenwick Mill & Sons", "O'Hara \"the ferry\" Lant", "東京製粉",
    "Ödön Straße", "İzmir", "A|B", "7", "x -> y", "R&amp;D", "_odke_", "C++", "née Okoye", "zz  z",
)  # fmt: skip
PREDICATES = ("runs", "WORKS FOR", "lies in", "born-in", "`member of`", "and/or", "由")
_TYPES = ("Person", "Company", "THING", "Größe")
_SENTENCES = (
    "Mara Ostrel runs Fenwick Mill & Sons in Tolby.",
    "東京製粉は1912年に設立された。",
    "Nobody owns the ferry at Skerry.",
    "Ödön Straße was born in İzmir.",
)


class Word(str):
    """A text that is a value, and no name."""

    __slots__ = ()


names = st.one_of(
    st.sampled_from(_NAMES),
    st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=12),
).filter(lambda name: not says_nothing(name))
"""Names of entities: words of several scripts, marks that formats use themselves, any letters."""

literals = st.one_of(
    st.integers(-(10**9), 10**9),
    st.floats(-1e9, 1e9, allow_nan=False).filter(lambda number: not number.is_integer()),
    st.booleans(),
    st.sampled_from([Word("1912"), Word("a red hull")]),
)
"""Objects that are values; a Word is one that is a text."""


@dataclass(frozen=True)
class GeneratedGraph:
    """A graph and the documents that its facts cite; some facts cite none."""

    graph: KnowledgeGraph
    documents: tuple[Document, ...]


@st.composite
def generated_graphs(draw: st.DrawFn, *, least: int = 0) -> GeneratedGraph:
    """Return graphs of `least` to 8 facts on up to 3 documents: edges and values, of any polarity.

    A fact cites none, one or several documents, and may be there twice.
    """
    documents = _documents(draw(st.integers(1, 3)))
    facts = [_fact(draw, at, documents) for at in range(draw(st.integers(least, 6)))]
    again: bool = draw(st.booleans())
    if facts and again:
        facts.append(facts[0].model_copy(update={"id": "again"}))
    return GeneratedGraph(KnowledgeGraph(facts=tuple(facts)), documents)


def _documents(count: int) -> tuple[Document, ...]:
    """Return documents of which the first two are chunks of one."""
    uris = ("https://mill.example/a#1", "https://mill.example/a#2", None)
    return tuple(
        Document(id=f"text-{at}", text=" ".join(_SENTENCES[at:]), uri=uris[at])
        for at in range(count)
    )


def _fact(draw: st.DrawFn, at: int, documents: tuple[Document, ...]) -> Fact:
    subject = draw(names)
    value = draw(st.one_of(names, names, literals))
    row = TripleRow(
        doc=None,
        id=f"fact-{at}",
        subject=subject,
        subject_type=_type_of(subject),
        predicate=draw(st.sampled_from(PREDICATES)),
        object=str(value) if isinstance(value, Word) else value,
        object_type=_object_type(value),
        polarity=draw(st.sampled_from([Polarity.ASSERTED, *Polarity])),
    )
    cited = draw(st.lists(st.sampled_from(documents), max_size=2, unique_by=lambda d: d.id))
    made = [to_fact(row.model_copy(update={"doc": d.id}), d) for d in cited] or [to_fact(row)]
    evidence = tuple(e for fact in made for e in fact.evidence)
    return made[0].model_copy(update={"evidence": evidence})


def _object_type(value: object) -> str | None:
    if isinstance(value, Word):
        return "string"
    return _type_of(value) if isinstance(value, str) else None


def _type_of(name: str) -> str:
    """Return one type for a name, in any case: many formats know an entity by its name alone."""
    return _TYPES[len(name.casefold()) % len(_TYPES)]
