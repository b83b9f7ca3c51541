"""Which facts of a run does a gate let through?

A claim that was read in several texts is one claim: the gate is asked once, about the verdict that
all its texts give together.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from openodke.gate import reviewed
from openodke.ground.claim_texts import texts_key
from openodke.ground.review import marked
from openodke.interop.claim_verdicts import item_of
from openodke.interop.item_gate import ItemGate
from openodke.model import Fact
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


def gated(
    facts: Iterable[Fact], gate: Gate, *, ontology: Ontology | None = None, by_item: bool = False
) -> Gated:
    """Return the facts, those of one claim let through or refused together.

    Args:
        facts: settled facts.
        gate: asked once a claim, about the fact that speaks for it.
        ontology: what the gate is asked with.
        by_item: whether the facts are those of a native object, whose items stand and fall with
            all of their rows. Otherwise a claim's rows are those that say the same and whose ids
            differ in the text alone; any other row is a claim of its own.

    Raises:
        StageError: when the gate answers with anything but a GateVerdict.
    """
    asking = ItemGate(gate, ontology)
    given = list(facts)
    claims: dict[object, list[Fact]] = {}
    keys = [_claim(fact, at, by_item=by_item) for at, fact in enumerate(given)]
    for key, fact in zip(keys, given, strict=True):
        claims.setdefault(key, []).append(fact)
    answers = {key: asking.ask(parts) for key, parts in claims.items()}
    kept: list[Fact] = []
    refused: list[Fact] = []
    for key, fact in zip(keys, given, strict=True):
        answer = answers[key]
        if answer.action == "refuse":
            refused.append(marked(fact, answer.reason or "refused"))
        else:
            kept.append(reviewed(fact, answer))
    return Gated(tuple(kept), tuple(refused), dict(getattr(gate, "stats", {})))


def _claim(fact: Fact, at: int, *, by_item: bool) -> object:
    """Return what the facts of one claim share."""
    shared = item_of(fact.id) if by_item else texts_key(fact)
    return at if shared is None else shared
