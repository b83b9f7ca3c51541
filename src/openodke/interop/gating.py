"""Which facts of a run does a gate let through?

A claim that was read in several texts is one claim: the gate is asked once, about the verdict that
all its texts give together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from openodke.gate import reviewed
from openodke.ground.review import marked
from openodke.interop.claim_verdicts import item_of, representative
from openodke.model import Fact, GateVerdict
from openodke.ontology import Ontology
from openodke.stages import Gate


@dataclass(frozen=True)
class Gated:
    """What a gate let through, and what it refused.

    Attributes:
        kept: the facts to write, in order; a marked one has its reason under `odke.review`.
        refused: the facts that were dropped, in order, each with the reason under `odke.review`.
        stats: the gate's counts, one for each claim.
    """

    kept: tuple[Fact, ...]
    refused: tuple[Fact, ...]
    stats: dict[str, object] = field(default_factory=dict)


def gated(facts: Iterable[Fact], gate: Gate, *, ontology: Ontology | None = None) -> Gated:
    """Return the facts, those of one claim let through or refused together."""
    given = list(facts)
    answers = _answers(given, gate, ontology or Ontology())
    kept: list[Fact] = []
    refused: list[Fact] = []
    for fact in given:
        answer = answers[_claim(fact)]
        if answer.action == "refuse":
            refused.append(marked(fact, answer.reason or "refused"))
        else:
            kept.append(reviewed(fact, answer))
    return Gated(tuple(kept), tuple(refused), dict(getattr(gate, "stats", {})))


def _answers(facts: list[Fact], gate: Gate, ontology: Ontology) -> dict[str, GateVerdict]:
    """Return what the gate says of each claim, asked once, in the order of the claims."""
    claims: dict[str, list[Fact]] = {}
    for fact in facts:
        claims.setdefault(_claim(fact), []).append(fact)
    return {
        claim: gate.validate(representative(parts), ontology) for claim, parts in claims.items()
    }


def _claim(fact: Fact) -> str:
    return item_of(fact.id) or fact.id
