"""What became of each claim, from the row it was read from to the fact that was written?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from openodke.errors import InputError
from openodke.ground import ground_record, reason_of
from openodke.interop.item_verdict import looked_at
from openodke.model import EntityLink, Fact
from openodke.model.fact import qualified
from openodke.model.frozen import FrozenDict, replaced
from openodke.model.keys import (
    CANONICAL,
    CHECK,
    CLAIM,
    CONFLICT,
    DERIVED,
    NEAR_DUPLICATES,
    REVIEW,
    ROWS,
    SCORE,
    SOURCE_FORM,
)
from openodke.refinement import Refined

_OF_THE_CLAIM = (CONFLICT, NEAR_DUPLICATES, SCORE)
"""What the merged claim says of each of its rows."""


class ValidationTrail:
    """Remembers what every stage made of the claims, one for one, in row order.

    Attributes:
        grounded: the facts with their verdicts, one a row.
        resolved: the same facts normalised and re-keyed.
    """

    def __init__(self, grounded: Sequence[Fact]) -> None:
        """Begin with grounded facts, each with an id of its own."""
        self.grounded = tuple(grounded)
        self.resolved: tuple[Fact, ...] = ()
        self._refined = Refined((), (), (), 0, 0)
        self._links: Links = {}
        self._owners: dict[str, Fact] = {}

    def resolved_as(self, facts: list[Fact], derived: list[Fact]) -> None:  # noqa: ARG002
        """Note what normalising and resolving made of the facts."""
        self.resolved = tuple(facts)

    def refined_as(self, refined: Refined) -> None:
        """Note what was written and what was refused, and which rows each rests on."""
        self._refined = refined
        self._links = _links_by_key(refined.links)
        for fact in (*refined.facts, *refined.refused):
            for row in rows_of(fact):
                self._owners[row] = fact

    def claim_of(self, row_id: str) -> Fact | None:
        """Return the merged claim that a row went into, written or refused."""
        return self._owners.get(row_id)

    @property
    def rows(self) -> dict[str, str]:
        """The id of the fact that each row went into, by the row's id."""
        return {row: fact.id for row, fact in self._owners.items()}

    def told(self) -> Iterator[Fact]:
        """Yield one fact a row: its own verdict, and what its merged claim rests on.

        It has the claim's support, confidence and contest, its canonical names, and under
        `odke.canonical` those names of its ends that were written otherwise.
        """
        for fact, resolved in zip(self.grounded, self.resolved, strict=True):
            yield _told(fact, resolved, self._owners.get(fact.id), self._links)

    def explain(self, claim_id: str) -> str:
        """Return everything that was decided about one claim, in order, a line each.

        Args:
            claim_id: the id of a row or of a fact.

        Raises:
            InputError: when nothing has the id.
        """
        at = {fact.id: number for number, fact in enumerate(self.grounded)}
        if claim_id in at:
            number = at[claim_id]
            lines = list(self._row(number))
            owner = self._owners.get(claim_id)
            return "\n".join([*lines, *(self._claim(owner) if owner else ())])
        for fact in (*self._refined.facts, *self._refined.refused):
            if fact.id == claim_id:
                rows = (line for row in rows_of(fact) for line in self._row(at[row]))
                return "\n".join([*rows, *self._claim(fact)])
        raise InputError(
            f"no claim has the id {claim_id!r}: name a row's or a fact's, such as "
            f"{self.grounded[0].id!r}"
            if self.grounded
            else f"no claim has the id {claim_id!r}: there were no claims"
        )

    def _row(self, number: int) -> Iterator[str]:
        fact, resolved = self.grounded[number], self.resolved[number]
        yield f"row       {fact.id}: {said(fact)}"
        if CLAIM in fact.qualifiers:
            yield f"          stated as: {fact.qualifiers[CLAIM]}"
        yield from _grounding(fact)
        yield from _spelling(resolved)
        yield from self._names(fact, resolved)

    def _names(self, fact: Fact, resolved: Fact) -> Iterator[str]:
        ends = [(fact.subject, resolved.subject)]
        if fact.object_entity and resolved.object_entity:
            ends.append((fact.object_entity, resolved.object_entity))
        for before, after in ends:
            if before.key != after.key:
                yield f"resolved  {before.name} ({before.key}) is {after.name} ({after.key})"
            for link in self._links.get(before.key, ()):
                score = "" if link.score is None else f" {link.score}"
                yield (
                    f"link      {link.kind.value} {link.source_key} {link.target_key}{score}: "
                    f"{link.reason or 'no reason given'}"
                )

    def _claim(self, fact: Fact) -> Iterator[str]:
        rows = rows_of(fact)
        if DERIVED in fact.qualifiers:
            yield f"derived   {fact.id}: {said(fact)}, {fact.qualifiers[DERIVED]['rule']}"
        if len(rows) > 1:
            yield f"merged    {', '.join(rows)} are one claim: {said(fact)}"
        sources = ", ".join(entry.source for entry in fact.supported_by)
        yield f"support   {fact.support}" + (f": {sources}" if sources else "")
        if CONFLICT in fact.qualifiers:
            conflict = fact.qualifiers[CONFLICT]
            yield f"contest   {conflict.get('status', '')}: {conflict.get('reason', '')}"
        score = fact.qualifiers.get(SCORE)
        inputs = "" if score is None else " from " + ", ".join(f"{k} {v}" for k, v in score.items())
        yield f"score     {fact.confidence:.4f}{inputs}"
        refused = any(fact is other for other in self._refined.refused)
        why = fact.qualifiers.get(REVIEW)
        yield f"gate      {'refused' if refused else 'written'}" + (f": {why}" if why else "")


def rows_of(fact: Fact) -> tuple[str, ...]:
    """Return the ids of the rows behind a claim; a derived one has none of its own."""
    held = fact.qualifiers.get(ROWS)
    if held is not None:
        return tuple(map(str, held))
    return () if DERIVED in fact.qualifiers else (fact.id,)


def said(fact: Fact) -> str:
    """Return what a fact says, on one line."""
    denied = "" if fact.polarity.value == "asserted" else f" [{fact.polarity.value}]"
    return f"{fact.subject.name} —{fact.predicate}→ {fact.object_name}{denied}"


def _grounding(fact: Fact) -> Iterator[str]:
    check = fact.qualifiers.get(CHECK)
    if check:
        yield f"check     {check['check']}: {check['reason']}"
    record = ground_record(fact)
    where = ", ".join(looked_at(fact)) or "no text"
    judge = record.get("grounder") or "nobody"
    suspicion = record.get("suspicion")
    doubt = "" if suspicion is None else f", suspicion {suspicion}"
    yield (
        f"grounded  {fact.verdict.value}: {reason_of(fact) or 'no reason'}, by {judge} on "
        f"{where}{doubt}"
    )


def _spelling(fact: Fact) -> Iterator[str]:
    forms = fact.qualifiers.get(SOURCE_FORM) or {}
    for field, spellings in forms.items():
        value = fact.object_name if field == "object_value" else fact.qualifiers.get(field)
        yield f"spelled   {field} {', '.join(map(repr, spellings))} as {value!r}"


Links = dict[str, list[EntityLink]]


def _links_by_key(links: Iterable[EntityLink]) -> Links:
    found: Links = {}
    for link in links:
        for key in dict.fromkeys((link.source_key, link.target_key)):
            found.setdefault(key, []).append(link)
    return found


def _told(fact: Fact, resolved: Fact, claim: Fact | None, links: Links) -> Fact:
    """Return a row's fact with its own verdict and what its merged claim says."""
    canonical = _canonical(fact, resolved, links)
    if canonical:
        fact = qualified(fact, CANONICAL, FrozenDict(canonical))
    if claim is None:
        return fact
    shared = {key: claim.qualifiers[key] for key in _OF_THE_CLAIM if key in claim.qualifiers}
    return replaced(
        fact,
        subject=resolved.subject,
        object_entity=resolved.object_entity,
        support=claim.support,
        supported_by=claim.supported_by,
        confidence=claim.confidence,
        qualifiers=FrozenDict({**fact.qualifiers, **shared}),
    )


def _canonical(fact: Fact, resolved: Fact, links: Links) -> dict[str, str]:
    """Return the names of the ends that were written otherwise, and the links of both."""
    found = {}
    ends = [("subject", fact.subject, resolved.subject)]
    if fact.object_entity and resolved.object_entity:
        ends.append(("object", fact.object_entity, resolved.object_entity))
    for end, before, after in ends:
        if before.key != after.key and before.name != after.name:
            found[end] = after.name
    told = dict.fromkeys(
        f"{link.kind.value}:{link.target_key if link.source_key == before.key else link.source_key}"
        for _, before, _ in ends
        for link in links.get(before.key, ())
    )
    if told:
        found["links"] = "|".join(told)
    return found
