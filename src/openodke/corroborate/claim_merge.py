"""What does one claim say, when several facts make it?

Source: the resolution page, "Merge by signature".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any

from openodke.corroborate.contradicting_texts import Telling, contradiction, tellings
from openodke.corroborate.extractor_confidence import reported_confidence
from openodke.corroborate.interval_union import Bound, moment, united
from openodke.corroborate.source_count import SourceCounter
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
_Ranked = tuple[float, int, float, str, int]
_JOIN = "+"
_ORDER = {
    GroundingVerdict.SUPPORTED: 0,
    GroundingVerdict.UNCHECKED: 1,
    GroundingVerdict.NOT_FOUND: 2,
    GroundingVerdict.CONTRADICTED: 3,
}


class ClaimMerger:
    """Makes one fact of the facts of a claim; what is decided over the batch comes after."""

    def __init__(
        self,
        intervals: Mapping[str, Bound],
        trust: Callable[[Sequence[Evidence]], float],
        counter: SourceCounter,
    ) -> None:
        """Take the interval qualifiers, what ranks a member by its evidence, and the counter."""
        self._intervals = intervals
        self._trust = trust
        self._counter = counter

    def merged(self, signature: Signature, facts: Sequence[Fact]) -> Fact:
        """Return the facts of one signature as one, the best-ranked having the first word.

        The rows and spellings of all are kept; all else is told by those whose texts do not
        contradict what another supports.
        """
        members, verdict, contradicted_in = tellings(facts)
        ordered = self._ranked(members)
        tellers = [fact for fact, _ in ordered]
        evidence = united_evidence(ordered)
        support, supported_by, groups = self._counter.of(ordered, evidence)
        qualifiers = self._qualifiers(facts, tellers, verdict)
        if contradicted_in is not None:
            qualifiers[CONFLICT] = contradiction(contradicted_in)
        if groups:
            qualifiers[NEAR_DUPLICATES] = groups
        return replaced(
            tellers[0],
            qualifiers=FrozenDict(qualifiers),
            evidence=evidence,
            confidence=max(map(reported_confidence, tellers)),
            verdict=verdict,
            support=support,
            supported_by=supported_by,
            **({} if _alike(tellers) else _told_together(signature, tellers)),
        )

    def _ranked(self, members: Sequence[Telling]) -> Sequence[Telling]:
        """Return the members by trust, then verdict, confidence and id: in any order the same."""
        if len(members) == 1:
            return members
        trust = self._trust
        keyed: list[_Ranked] = [
            (-trust(evidence), _ORDER[fact.verdict], -reported_confidence(fact), fact.id, at)
            for at, (fact, evidence) in enumerate(members)
        ]
        keyed.sort()
        if _tied(keyed):  # one id, different facts
            keyed.sort(key=lambda rank: (*rank[:4], repr(members[rank[4]][0])))
        return [members[rank[4]] for rank in keyed]

    def _qualifiers(
        self, facts: Sequence[Fact], tellers: Sequence[Fact], verdict: GroundingVerdict
    ) -> dict[str, Any]:
        held: dict[str, Any] = {}
        for fact in reversed(tellers):  # the best-ranked has the last word
            held.update(fact.qualifiers)
        rows = _rows(facts)
        if not held:
            return {ROWS: rows} if rows else held
        for key in self._intervals:
            if key in held:
                held[key] = self._interval(key, tellers, held[key])
        for key in _REDECIDED:
            held.pop(key, None)
        if DERIVED in held and not all(DERIVED in fact.qualifiers for fact in tellers):
            del held[DERIVED]
        for key in _OF_THE_VERDICT:
            if key in held:
                _keep_as_judged(key, held, tellers, verdict)
        if forms := _source_forms(facts):
            held[SOURCE_FORM] = forms
        if rows:
            held[ROWS] = rows
        return held

    def _interval(self, key: str, told: Sequence[Fact], best: Any) -> Any:
        given = [fact.qualifiers[key] for fact in told if key in fact.qualifiers]
        bound = united(given, self._intervals[key])
        return best if bound is None else bound


def _tied(keyed: Sequence[_Ranked]) -> bool:
    """Tell whether only the order of two members tells them apart; their ids seldom are equal."""
    if len({rank[3] for rank in keyed}) == len(keyed):
        return False
    return any(one[:4] == other[:4] for one, other in pairwise(keyed))


def _alike(tellers: Sequence[Fact]) -> bool:
    """Tell whether nothing of `_told_together` has to be put together, as is usual."""
    best = tellers[0]
    subject, entity, extractor = best.subject, best.object_entity, best.extractor
    for fact in tellers:
        if (
            fact.subject is not subject
            or fact.object_entity is not entity
            or fact.extractor != extractor
            or fact.identity_keys
            or fact.valid_from is not None
            or fact.valid_to is not None
            or fact.retired_at is not None
        ):
            return False
    return True


def _told_together(signature: Signature, tellers: Sequence[Fact]) -> dict[str, Any]:
    """Return the fields that are more than what the best-ranked says."""
    live = any(fact.retired_at is None for fact in tellers)
    return {
        "subject": _entity([fact.subject for fact in tellers]),
        "object_entity": _object(tellers),
        "identity_keys": _identity_keys(signature, tellers),
        "valid_from": _bound(min, [fact.valid_from for fact in tellers]),
        "valid_to": _bound(max, [fact.valid_to for fact in tellers]),
        "extractor": _extractors(tellers),
        "retired_at": None if live else tellers[0].retired_at,
    }


def united_evidence(members: Sequence[Telling]) -> tuple[Evidence, ...]:
    """Return the evidence of all members, in their order, each once."""
    every = [item for _, evidence in members for item in evidence]
    if len({item.doc_id for item in every}) == len(every):
        return tuple(every)
    return tuple(dict.fromkeys(every))


def _keep_as_judged(
    key: str, held: dict[str, Any], told: Sequence[Fact], verdict: GroundingVerdict
) -> None:
    """Keep the record of the best-ranked member that was judged as the whole is."""
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
