"""Which texts contradict a claim that others support?

Such a text is no source for the claim. Its documents are recorded, so that a later merge leaves out
those texts alone. Source: the resolution page, "Merge by signature".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from openodke.model.evidence import Evidence
from openodke.model.fact import Fact
from openodke.model.frozen import FrozenDict
from openodke.model.keys import CONFLICT
from openodke.model.verdict import GroundingVerdict

CONTRADICTED_IN = "contradicted_in"
CONTRADICTED = GroundingVerdict.CONTRADICTED
SUPPORTED = GroundingVerdict.SUPPORTED
_NAMED = 5
"""Documents that a reason names; the record has them all."""


Telling = tuple[Fact, tuple[Evidence, ...]]
"""A member of a claim, and which of its evidence the claim rests on."""


class Tellings(NamedTuple):
    """The members that make a claim, the whole's verdict, and the documents that contradict it.

    `contradicted_in` is None where no text has to be told apart from the others.
    """

    members: Sequence[Telling]
    verdict: GroundingVerdict
    contradicted_in: tuple[str, ...] | None = None


def tellings(facts: Sequence[Fact]) -> Tellings:
    """Return what the members of one claim tell together."""
    verdict = whole_verdict(facts)
    for fact in facts:
        noted = CONFLICT in fact.qualifiers and recorded(fact) is not None
        if noted or fact.verdict is CONTRADICTED:
            break
    else:
        return Tellings([(fact, fact.evidence) for fact in facts], verdict)
    if verdict is SUPPORTED:
        return _supported(facts)
    against = {doc_id for fact in facts for doc_id in _contradicting(fact)}
    documents = {item.doc_id for fact in facts for item in fact.evidence}
    return Tellings(
        [(fact, fact.evidence) for fact in facts],
        verdict,
        None if against == documents else tuple(sorted(against)),
    )


def _supported(facts: Sequence[Fact]) -> Tellings:
    """Leave out the texts that contradict what another supports."""
    supporting = {
        item.doc_id for fact in facts if fact.verdict is SUPPORTED for item in fact.evidence
    }
    against = {doc_id for fact in facts for doc_id in _contradicting(fact)} - supporting
    members = []
    for fact in facts:
        out = against | _contradicting(fact) if fact.verdict is CONTRADICTED else against
        kept = tuple(item for item in fact.evidence if item.doc_id not in out)
        if kept or fact.verdict is not CONTRADICTED:
            members.append((fact, kept))
    return Tellings(members, SUPPORTED, tuple(sorted(against)) or None)


def contradiction(documents: tuple[str, ...]) -> FrozenDict:
    """Return the record of the texts that contradict a claim."""
    named = ", ".join(documents[:_NAMED]) or "a fact that cites no text"
    more = len(documents) - _NAMED
    return FrozenDict(
        status="contradicted",
        contradicted_in=documents,
        reason=f"Contradicted in {named}{f' and {more} more' if more > 0 else ''}.",
    )


def whole_verdict(facts: Sequence[Fact]) -> GroundingVerdict:
    """Return the verdict on a claim: supported if any text supports it, else contradicted if any.

    Else it is not found if no text holds it, and unchecked as long as one was not asked.
    """
    verdicts = [fact.verdict for fact in facts]
    if verdicts.count(verdicts[0]) == len(verdicts):
        return verdicts[0]
    for verdict in (SUPPORTED, CONTRADICTED, GroundingVerdict.UNCHECKED):
        if verdict in verdicts:
            return verdict
    return GroundingVerdict.NOT_FOUND


def recorded(fact: Fact) -> frozenset[str] | None:
    """Return the documents on record as contradicting the fact; None without a record."""
    if CONFLICT not in fact.qualifiers:
        return None
    stamp = fact.qualifiers[CONFLICT]
    held = stamp.get(CONTRADICTED_IN) if isinstance(stamp, Mapping) else None
    return frozenset(map(str, held)) if isinstance(held, list | tuple) else None


def _contradicting(fact: Fact) -> frozenset[str]:
    """Return the documents that contradict the fact: as recorded, else all it cites if any does."""
    held = recorded(fact)
    if held is not None:
        return held
    if fact.verdict is not CONTRADICTED:
        return frozenset()
    return frozenset(item.doc_id for item in fact.evidence)
