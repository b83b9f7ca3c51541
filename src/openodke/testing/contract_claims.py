"""What does a native object claim, and with which verdicts is it annotated?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from openodke.interop import LITERAL_TYPES, Adapter, RowPlace, TripleRow
from openodke.model import (
    CANONICAL,
    GROUND,
    REVIEW,
    SCORE,
    Document,
    Fact,
    GateVerdict,
    GroundingVerdict,
    Polarity,
)
from openodke.ontology import Ontology

TRIED = 40
"""How many items of one native object are tried one by one."""

Items = dict[str, list[str]]
"""The ids of the rows of each item, by `<kind>/<index>`, in order of the kind and the index."""


def items_of(rows: Iterable[TripleRow]) -> Items:
    """Return the rows' ids by item.

    Raises:
        InputError: for an id that is not `<document ordinal>/<kind>/<index>[/<part>]`.
    """
    found: dict[tuple[str, int], list[str]] = {}
    for row in rows:
        kind = str(row.id).split("/")[1] if str(row.id).count("/") in (2, 3) else "item"
        place = RowPlace.parse(str(row.id), (kind,))
        found.setdefault((place.kind, place.index), []).append(str(row.id))
    return {f"{kind}/{index}": found[kind, index] for kind, index in sorted(found)}


def judged(fact: Fact, verdict: GroundingVerdict | None) -> Fact:
    """Return the fact with a verdict that nobody signed; None leaves it as it is."""
    if verdict is None:
        return fact
    unsigned = {key: value for key, value in fact.qualifiers.items() if key != GROUND}
    return fact.model_copy(update={"verdict": verdict, "qualifiers": unsigned})


def fully_told(fact: Fact) -> Fact:
    """Return the fact with something to say under every key that may be written on an item."""
    told = {
        REVIEW: "a person should look at it",
        CANONICAL: {
            "subject": "Another name",
            "object": "One more",
            "links": "similar:Thing:other",
        },
        SCORE: {"support": 3},
    }
    ground = {**fact.qualifiers.get(GROUND, {}), "reason": "told", "looked_at": ["a text:0-1"]}
    qualifiers = {**fact.qualifiers, **told, GROUND: ground}
    return fact.model_copy(update={"qualifiers": qualifiers, "support": 3, "confidence": 0.5})


Claim = tuple[Any, ...]


def claims_of_rows(
    rows: Iterable[TripleRow], documents: Iterable[Document], *, strict: bool = False
) -> Counter[Claim]:
    """Return what rows claim, each on its text; `strict` tells a value from a name."""
    texts = {document.id: document.text for document in documents}
    return Counter(
        (
            row.subject,
            row.predicate,
            _value(row.object, strict, _is_name(row)),
            row.polarity,
            texts.get(row.doc or ""),
        )
        for row in rows
    )


def _is_name(row: TripleRow) -> bool:
    return isinstance(row.object, str) and row.object_type not in LITERAL_TYPES


def claims_of_facts(
    facts: Iterable[Fact], documents: Iterable[Document], *, strict: bool = False
) -> Counter[Claim]:
    """Return what facts claim, once on each text that they cite, or on none."""
    texts = {document.id: document.text for document in documents}
    found: Counter[Claim] = Counter()
    for fact in facts:
        held = fact.object_name if fact.is_edge else fact.object_value
        for doc in {e.doc_id for e in fact.evidence} or {""}:
            claim = (
                fact.subject.name,
                fact.predicate,
                _value(held, strict, fact.is_edge),
                fact.polarity,
            )
            found[(*claim, texts.get(doc))] += 1
    return found


def _value(value: object, strict: bool, is_name: bool) -> object:
    return (type(value).__name__, value, is_name) if strict else str(value).casefold()


def needs_of(fact: Fact) -> list[str]:
    """Return what a format has to carry to hold a fact, in the words of `carries`."""
    needs: Mapping[str, bool] = {
        "literal": not fact.is_edge,
        "polarity": fact.polarity is Polarity.DENIED,
        "partial": fact.polarity is Polarity.PARTIAL,
        "several texts": len({e.doc_id for e in fact.evidence}) > 1,
        "no text": not fact.evidence,
    }
    return [name for name, needed in needs.items() if needed]


def said(fact: Fact) -> str:
    """Return what a fact says, and on which texts, on one line."""
    cited = ", ".join(e.doc_id for e in fact.evidence) or "no text"
    return f"{fact.id} ({fact.subject.name} {fact.predicate} {fact.object_name}, on {cited})"


def repeated(names: Iterable[str]) -> list[str]:
    """Return the names that are there more than once."""
    return [name for name, times in Counter(names).items() if times > 1]


class RefusingGate:
    """A gate that refuses the items of these rows, and notes what it was asked."""

    def __init__(self, ids: Iterable[str]) -> None:
        """Take the ids of the rows to be refused."""
        self._items = {_item(row_id) for row_id in ids}
        self.asked: list[str] = []

    def validate(self, fact: Fact, ontology: Ontology) -> GateVerdict:  # noqa: ARG002
        """Return `refuse` for a fact of one of the items, else `accept`."""
        self.asked.append(fact.id)
        if _item(fact.id) in self._items:
            return GateVerdict(action="refuse", reason="refused by the test")
        return GateVerdict(action="accept")


def _item(row_id: str) -> tuple[str, ...]:
    return tuple(row_id.split("/")[1:3])


def read(adapter: Adapter[Any], native: Any) -> tuple[Any, ...]:
    """Return the rows, and the documents without the moment at which they were made."""
    rows, documents = adapter.to_rows(native)
    return rows, [(d.id, d.text, d.uri, d.title, d.metadata) for d in documents]
