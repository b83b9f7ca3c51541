"""Which of the claims that cannot all be true is kept?

Two claims conflict when they share subject and predicate, the predicate has a single value, they
agree on its scope, their objects differ and their times overlap; and a denial conflicts with the
assertion it denies. Source: the resolution page, "Contest".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from openodke.corroborate.contest_reason import Standing, kept_over, named, undecided
from openodke.corroborate.interval_union import moment, period
from openodke.corroborate.rivals import FIRST, LAST, Contender, best_rivals
from openodke.model.fact import Fact, Polarity, Signature, ordered_repr
from openodke.model.frozen import FrozenDict
from openodke.ontology import Ontology

Key = tuple[Any, ...]

_MOMENT = timedelta(microseconds=1)


@dataclass(slots=True)
class Claim:
    """A merged fact and its signature; one from a store takes part and is not handed on."""

    signature: Signature
    fact: Fact
    stored: bool = False


class Contest:
    """Finds what conflicts among the claims of a batch."""

    def __init__(self, ontology: Ontology) -> None:
        """Take the ontology: of a predicate it does not declare no value is contested."""
        self._scopes: dict[str, tuple[str, ...] | None] = {}
        self._ontology = ontology

    def arenas(self, claims: Sequence[Claim]) -> list[list[Claim]]:
        """Return the groups of claims, two or more each, in which each may conflict with each."""
        found: dict[Key, list[Claim]] = {}
        denials: dict[Key, list[Claim]] = {}
        for claim in claims:
            fact = claim.fact
            polarity = fact.polarity
            if polarity is Polarity.ASSERTED:
                scope = self._scope(fact.predicate)
                if scope is not None:
                    found.setdefault(_place(claim, scope), []).append(claim)
            elif polarity is Polarity.DENIED:
                denials.setdefault(self._denied(claim), []).append(claim)
        if denials:
            for claim in claims:
                if claim.fact.polarity is Polarity.ASSERTED:
                    denied = denials.get(self._denied(claim))
                    if denied is not None:
                        denied.append(claim)
        return [arena for arena in (*found.values(), *denials.values()) if len(arena) > 1]

    def _scope(self, predicate: str) -> tuple[str, ...] | None:
        """Return the qualifiers that scope a predicate's value; None when it may have several."""
        if predicate not in self._scopes:
            declared = self._ontology.predicates.get(predicate)
            single = declared is not None and declared.cardinality == "single"
            self._scopes[predicate] = declared.scope_keys if declared and single else None
        return self._scopes[predicate]

    def _denied(self, claim: Claim) -> Key:
        """Return what a denial and the assertion of one thing have in common."""
        declared = self._ontology.predicates.get(claim.fact.predicate)
        signature = claim.signature
        return (
            *_place(claim, declared.scope_keys if declared else ()),
            signature[3],
            signature[5],
        )


def _place(claim: Claim, scope: Iterable[str]) -> Key:
    """Return subject, predicate, and the values of the scope; one that is absent is None."""
    held = claim.fact.qualifiers
    scoped = tuple(ordered_repr(held[key]) if key in held else None for key in scope)
    return (*claim.signature[:3], scoped)


def decisions(
    arenas: Iterable[Sequence[Claim]], standings: Mapping[Signature, Standing]
) -> dict[Signature, FrozenDict]:
    """Return how each claim with a rival stands against its best-ranked one: won, lost or tied."""
    best: dict[Signature, Claim] = {}
    facts: dict[Signature, Fact] = {}
    for arena in arenas:
        contenders = [_contender(claim, standings[claim.signature].rank) for claim in arena]
        for claim, index in zip(arena, best_rivals(contenders), strict=True):
            if index is None:
                continue
            facts[claim.signature] = claim.fact
            rival, held = arena[index], best.get(claim.signature)
            if held is None or _above(rival, held, standings):
                best[claim.signature] = rival
    return {
        signature: _decision(facts[signature], rival, standings[signature], standings)
        for signature, rival in best.items()
    }


def _above(one: Claim, other: Claim, standings: Mapping[Signature, Standing]) -> bool:
    mine, yours = standings[one.signature].rank, standings[other.signature].rank
    return (-mine, one.signature) < (-yours, other.signature)


def _decision(
    fact: Fact, rival: Claim, mine: Standing, standings: Mapping[Signature, Standing]
) -> FrozenDict:
    yours = standings[rival.signature]
    if mine.rank == yours.rank:
        return FrozenDict(status="tied", reason=undecided(fact, rival.fact, mine.rank))
    if mine.rank > yours.rank:
        return FrozenDict(status="won", reason=kept_over(fact, mine, rival.fact, yours))
    return FrozenDict(
        status="lost",
        to=named(rival.fact, fact),
        ratio=round(mine.rank / yours.rank, 4),
        confidence_before=fact.confidence,
        reason=kept_over(rival.fact, yours, fact, mine),
    )


def _contender(claim: Claim, rank: float) -> Contender:
    start, end = valid_time(claim.fact)
    side = f"{claim.fact.polarity.value} {claim.signature[3]}"
    return Contender(rank, side, claim.fact.id, start, end)


def valid_time(fact: Fact) -> tuple[datetime, datetime]:
    """Return when the claim holds, half-open: by its valid time, else by its interval qualifiers.

    A bound that is not told is open. What ends in 2012 does not overlap what starts in 2012; what
    ends where it starts is that moment, day, month or year.
    """
    start, _ = _told(fact.valid_from, fact, ("start_time", "start")) or (FIRST, FIRST)
    end, ended = _told(fact.valid_to, fact, ("end_time", "end")) or (LAST, LAST)
    if end <= start:
        end = max(ended, start + _MOMENT) if start < LAST else LAST
    return start, end


def _told(
    valid: datetime | None, fact: Fact, keys: Iterable[str]
) -> tuple[datetime, datetime] | None:
    """Return the first and the last moment of a bound."""
    if valid is not None:
        return moment(valid), moment(valid)
    if not fact.qualifiers:
        return None
    spans = (period(fact.qualifiers.get(key)) for key in keys)
    return next((span for span in spans if span is not None), None)
