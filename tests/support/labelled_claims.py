"""Boats and their ports: labelled claims for tests of figures."""

from __future__ import annotations

from typing import Any

from openodke.evaluation import Label, LabelledFact
from openodke.model import Entity, Evidence, Fact, GroundingVerdict
from openodke.model.keys import GROUND


def claim(
    number: int,
    *,
    right: bool,
    document: str = "log",
    verdict: str = "unchecked",
    confidence: float = 0.5,
    kind: str = "",
    expected: tuple[str, ...] = (),
    **record: Any,
) -> LabelledFact:
    """Return a claim with its label; `record` is what `odke.ground` says of it."""
    fact = Fact(
        id=str(number),
        subject=Entity(key=f"b{number}", type="Boat", label=f"Boat {number}"),
        predicate="moored_at",
        object_entity=Entity(key="p", type="Port", label="Skail"),
        evidence=(Evidence(doc_id=document),),
        verdict=GroundingVerdict(verdict),
        confidence=confidence,
        qualifiers={GROUND: record} if record else {},
    )
    label = Label(
        right, f"labels.jsonl:{number + 1}", str(number), document, kind=kind,
        expected=frozenset(expected),
    )  # fmt: skip
    return LabelledFact(fact, (label,))
