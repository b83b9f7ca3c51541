"""Which facts are written, given what their text says of them?

Source: the grounding page, "The gate: VerdictGate".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from openodke.errors import InputError
from openodke.ground.review import marked
from openodke.ground.schema_check import schema_problem
from openodke.ground.stamp import MEASURED, ground_record, judge_of, reason_of
from openodke.model import Fact, GateVerdict, GroundingVerdict
from openodke.model.keys import CONFLICT
from openodke.ontology import Ontology

if TYPE_CHECKING:
    from openodke.ground.calibration_card import CalibrationCard, Cards

REFUSED_FILE = "refused.jsonl"
"""Where the facts that a gate refused are written, each with the reason under `odke.review`."""

OnRefusal = Literal["drop", "mark"]

_CONTRADICTED = frozenset({GroundingVerdict.CONTRADICTED})
_BOTH = _CONTRADICTED | {GroundingVerdict.NOT_FOUND}
_ACCEPTED = GateVerdict(action="accept")


class VerdictGate:
    """Refuses what the text contradicts; on request what it does not hold, or the ontology forbids.

    A refusal is dropped or marked. An answer of `accept` with a reason is a mark: the fact is
    written with that reason under `odke.review` (see `reviewed`). A refusal by the ontology is
    always dropped.

    Attributes:
        refused: the verdicts that it refuses.
        schema: whether the ontology is asked too.
        on_refusal: "drop", "mark", or None where the judge decides.
        cards: the calibration cards that decide for the judges that they are of.
    """

    def __init__(
        self,
        *,
        refuse_not_found: bool = False,
        schema: bool = False,
        on_refusal: OnRefusal | None = None,
        card: Cards | None = None,
    ) -> None:
        """Build a gate.

        Args:
            refuse_not_found: also refuse what the text does not settle.
            schema: also refuse an undeclared predicate and a type outside its domain or range.
            on_refusal: drop or mark what is refused on its verdict. Left out, a judge whose error
                was measured is taken at its word (the span check, the lexical grounder), and so is
                a verdict that nobody signed, since the caller gave it; a model without a
                calibration card that passes the bar only marks.
            card: calibration cards, or the path of a file of them (`odke eval ground --card`). A
                verdict whose judge has one is dropped where the card passes the bar, and marked
                where it does not. A card of another grounder, model or prompt does not count.

        Raises:
            InputError: when `on_refusal` is anything else or given beside `card`, and when `card`
                cannot be read.
        """
        if on_refusal not in (None, "drop", "mark"):
            raise InputError(f"on_refusal={on_refusal!r}: it is 'drop', 'mark', or left out")
        if card is not None and on_refusal is not None:
            raise InputError(
                f"card= would be ignored beside on_refusal={on_refusal!r}: leave out one of them"
            )
        self.cards = _cards(card)
        self.refused = _BOTH if refuse_not_found else _CONTRADICTED
        self.schema = schema
        self.on_refusal = on_refusal
        self._accepted = 0
        self._refused: dict[str, int] = {}
        self._marked: dict[str, int] = {}

    @property
    def stats(self) -> dict[str, object]:
        """`accepted`, `refused` by verdict or check, and `marked` by verdict where any was."""
        marked = {"marked": dict(self._marked)} if self._marked else {}
        return {"accepted": self._accepted, "refused": dict(self._refused), **marked}

    def validate(self, fact: Fact, ontology: Ontology) -> GateVerdict:
        """Return `accept` or `conflict`, both written, or `refuse`, with the reason."""
        problem = schema_problem(fact, ontology) if self.schema else None
        if problem:
            check, reason = problem
            return self._refusal(check, f"schema: {reason}")
        if fact.verdict in self.refused:
            return self._on_verdict(fact)
        self._accepted += 1
        conflict = fact.qualifiers.get(CONFLICT)
        if conflict:
            return GateVerdict(action="conflict", reason=_reason_in(conflict))
        return _ACCEPTED

    def _on_verdict(self, fact: Fact) -> GateVerdict:
        verdict = fact.verdict.value
        reason = f"{verdict}: {_told(fact)}"
        if self._drops(fact):
            return self._refusal(verdict, reason)
        self._accepted += 1
        self._marked[verdict] = self._marked.get(verdict, 0) + 1
        return GateVerdict(action="accept", reason=reason)

    def _drops(self, fact: Fact) -> bool:
        if self.on_refusal is not None:
            return self.on_refusal == "drop"
        measured = self._measured(fact)
        if measured is not None:
            return measured
        judge = judge_of(fact)
        return not judge or judge in MEASURED

    def _measured(self, fact: Fact) -> bool | None:
        """Return what the cards of the fact's judge say; all have to let it drop."""
        if not self.cards:
            return None
        record = ground_record(fact)
        said = [card.drops(fact.verdict) for card in self.cards if card.is_of(record)]
        known = [drops for drops in said if drops is not None]
        return all(known) if known else None

    def _refusal(self, key: str, reason: str) -> GateVerdict:
        self._refused[key] = self._refused.get(key, 0) + 1
        return GateVerdict(action="refuse", reason=reason)


def strict_gate(card: Cards | None = None) -> VerdictGate:
    """Return the gate that drops whatever is contradicted, not found, or against the ontology.

    With `card` the judge's card decides whether a verdict drops or marks, as in `VerdictGate`.
    """
    if card is not None:
        return VerdictGate(refuse_not_found=True, schema=True, card=card)
    return VerdictGate(refuse_not_found=True, schema=True, on_refusal="drop")


def reviewed(fact: Fact, verdict: GateVerdict) -> Fact:
    """Return the fact with the gate's reason under `odke.review`, beside one that is there."""
    if verdict.reason is None or verdict.action == "conflict":
        return fact
    return marked(fact, verdict.reason)


def _cards(card: Cards | None) -> tuple[CalibrationCard, ...]:
    if card is None:
        return ()
    from openodke.ground.calibration_card import cards_of  # rarely asked for

    return cards_of(card)


def _told(fact: Fact) -> str:
    """Return who gave the verdict and why, as far as the fact says."""
    record = ground_record(fact)
    if not record:
        return "the verdict came with the fact"
    who = record.get("model") or record.get("grounder")
    places = ", ".join(map(str, record.get("looked_at") or ()))
    on = f" on {places}" if places else ""
    return f"{reason_of(fact)}, by {who}{on}"


def _reason_in(conflict: object) -> str | None:
    reason = conflict.get("reason") if isinstance(conflict, dict) else None
    return reason if isinstance(reason, str) else None
