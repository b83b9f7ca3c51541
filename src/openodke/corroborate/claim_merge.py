"""What does one claim say, when several facts make it?

Source: the resolution page, "Merge by signature".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from openodke.corroborate.contradicting_texts import Telling
from openodke.corroborate.extractor_confidence import reported_confidence
from openodke.corroborate.interval_union import Bound, moment, united
from openodke.model.description import described
from openodke.model.entity import Entity
from openodke.model.evidence import Evidence
from openodke.model.fact import Fact, Signature
from openodke.model.frozen import FrozenDict, replaced
from openodke.model.keys import (
    CONFLICT,
    DERIVED,
    GROUND,
    NEAR_DUPLICATES,
    ROWS,
    SCORE,
    SOURCE_FORM,
    WIDEN,
)
from openodke.model.verdict import GroundingVerdict

_REDECIDED = frozenset({CONFLICT, NEAR_DUPLICATES, SCORE})
"""What the corroborator and the scorer decide anew."""

_OF_THE_VERDICT = (GROUND, WIDEN)
_JOIN = "+"
_ORDER = {
    GroundingVerdict.SUPPORTED: 0,
    GroundingVerdict.UNCHECKED: 1,
    GroundingVerdict.NOT_FOUND: 2,
    GroundingVerdict.CONTRADICTED: 3,
}


class ClaimMerger:
    """Makes one fact of the members of a claim; what is decided over the batch comes after."""

    def __init__(
        self, intervals: Mapping[str, Bound], trust: Callable[[Iterable[Evidence]], float]
    ) -> None:
        """Take the interval qualifiers, and what ranks a member by its evidence."""
        self._intervals = intervals
        self._trust = trust

    def merged(
        self,
        signature: Signature,
        facts: Sequence[Fact],
        members: Sequence[Telling],
        verdict: GroundingVerdict,
    ) -> Fact:
        """Return the claim as its members tell it, the best-ranked first.

        Args:
            signature: the one all facts share.
            facts: every fact of the claim: their rows and spellings are kept.
            members: those whose texts do not contradict the claim, with their evidence.
            verdict: the whole's.
        """
        ordered = self._ranked(members)
        best = ordered[0].fact
        told = [member.fact for member in ordered]
        return replaced(
            best,
            subject=_entity([fact.subject for fact in told]),
            object_entity=_object(told),
            qualifiers=self._qualifiers(facts, ordered, verdict),
            identity_keys=_identity_keys(signature, told),
            valid_from=_bound(min, [fact.valid_from for fact in told]),
            valid_to=_bound(max, [fact.valid_to for fact in told]),
            evidence=united_evidence(ordered),
            extractor=_extractors(told),
            confidence=max(map(reported_confidence, told)),
            verdict=verdict,
            retired_at=None if any(f.retired_at is None for f in told) else best.retired_at,
        )

    def _ranked(self, members: Sequence[Telling]) -> list[Telling]:
        """Return the members by trust, then verdict, confidence and id: in any order the same."""
        if len(members) == 1:
            return list(members)
        keyed = [(self._rank(member), member) for member in members]
        if len({key for key, _ in keyed}) < len(keyed):  # not even their ids differ
            keyed = [((*key, repr(member.fact)), member) for key, member in keyed]
        return [member for _, member in sorted(keyed, key=lambda pair: pair[0])]

    def _rank(self, member: Telling) -> tuple[Any, ...]:
        fact = member.fact
        return (
            -self._trust(member.evidence),
            _ORDER[fact.verdict],
            -reported_confidence(fact),
            fact.id,
        )

    def _qualifiers(
        self, facts: Sequence[Fact], ordered: Sequence[Telling], verdict: GroundingVerdict
    ) -> FrozenDict:
        told = [member.fact for member in ordered]
        held: dict[str, Any] = {}
        for fact in reversed(told):  # the best-ranked has the last word
            held.update(fact.qualifiers)
        for key in self._intervals.keys() & held.keys():
            held[key] = self._interval(key, told, held[key])
        for key in _REDECIDED & held.keys():
            del held[key]
        if DERIVED in held and not all(DERIVED in fact.qualifiers for fact in told):
            del held[DERIVED]
        for key in _OF_THE_VERDICT:
            _keep_as_judged(key, held, told, verdict)
        forms = _source_forms(facts)
        if forms:
            held[SOURCE_FORM] = forms
        rows = _rows(facts)
        if rows:
            held[ROWS] = rows
        return FrozenDict(held)

    def _interval(self, key: str, told: Sequence[Fact], best: Any) -> Any:
        given = [fact.qualifiers[key] for fact in told if key in fact.qualifiers]
        bound = united(given, self._intervals[key])
        return best if bound is None else bound


def united_evidence(members: Sequence[Telling]) -> tuple[Evidence, ...]:
    """Return the evidence of all members, in their order, each once."""
    every = [item for member in members for item in member.evidence]
    if len({item.doc_id for item in every}) == len(every):
        return tuple(every)
    return tuple(dict.fromkeys(every))


def _keep_as_judged(
    key: str, held: dict[str, Any], told: Sequence[Fact], verdict: GroundingVerdict
) -> None:
    """Keep the record of the best-ranked member that was judged as the whole is."""
    if key not in held:
        return
    judged = (fact.qualifiers.get(key) for fact in told if fact.verdict is verdict)
    record = next((record for record in judged if record is not None), None)
    if record is None:
        del held[key]
    else:
        held[key] = record


def _source_forms(facts: Sequence[Fact]) -> FrozenDict:
    """Return every spelling of each rewritten value."""
    stamps = [stamp for fact in facts if (stamp := fact.qualifiers.get(SOURCE_FORM))]
    if not stamps or all(stamp == stamps[0] for stamp in stamps):
        return stamps[0] if stamps else FrozenDict()
    forms: dict[str, dict[str, Any]] = {}
    for stamp in stamps:
        for field, spellings in stamp.items():
            forms.setdefault(field, {}).update((repr(spelling), spelling) for spelling in spellings)
    return FrozenDict(
        {field: tuple(held[shown] for shown in sorted(held)) for field, held in forms.items()}
    )


def _rows(facts: Sequence[Fact]) -> tuple[str, ...]:
    """Return the ids of the rows behind a claim: each fact is one, but for a derived one."""
    if len(facts) == 1:
        given = facts[0].qualifiers.get(ROWS)
        return given if given is not None else ()
    rows: set[str] = set()
    for fact in facts:
        held = fact.qualifiers.get(ROWS)
        if held is not None:
            rows.update(held)
        elif DERIVED not in fact.qualifiers:
            rows.add(fact.id)
    return tuple(sorted(rows))


def _entity(entities: Sequence[Entity]) -> Entity:
    """Return the best-ranked description of an entity, and what the others add."""
    first = entities[0]
    others = [held for held in entities[1:] if held is not first and held != first]
    return described([first, *dict.fromkeys(others)]) if others else first


def _object(told: Sequence[Fact]) -> Entity | None:
    entities = [fact.object_entity for fact in told if fact.object_entity is not None]
    return _entity(entities) if entities else None


def _identity_keys(signature: Signature, told: Sequence[Fact]) -> tuple[str, ...]:
    """Return the keys that bear identity, so that the merged qualifiers add none to them."""
    first = told[0].identity_keys
    if all(fact.identity_keys == first for fact in told) and (len(told) == 1 or not first):
        return first
    return tuple(key for key, _ in signature[5])


def _bound(best: Callable[..., datetime], given: Iterable[datetime | None]) -> datetime | None:
    told = [when for when in given if when is not None]
    return best(told, key=lambda when: (moment(when), when.isoformat())) if told else None


def _extractors(told: Sequence[Fact]) -> str:
    first = told[0].extractor
    if all(fact.extractor == first for fact in told):
        return first
    parts = {part for fact in told for part in fact.extractor.split(_JOIN) if part}
    return _JOIN.join(sorted(parts))
