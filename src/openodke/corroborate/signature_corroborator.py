"""Which facts are one claim, how many sources tell it, and which claim stands against another?

Source: the resolution page, "Corroborate".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from openodke.corroborate.batch_figures import BatchFigures, dates_of
from openodke.corroborate.claim_merge import ClaimMerger
from openodke.corroborate.contest import Claim, Contest, decisions
from openodke.corroborate.contest_reason import Standing
from openodke.corroborate.contradicting_texts import CONTRADICTED_IN
from openodke.corroborate.interval_union import (
    DEFAULT_INTERVALS,
    Bound,
    checked_intervals,
    moment,
)
from openodke.corroborate.near_duplicates import DEFAULT_THRESHOLD, NearDuplicates
from openodke.corroborate.source_count import SourceCounter
from openodke.corroborate.source_key import SourceKey, source_of
from openodke.corroborate.source_rank import Freshness, SourceRank
from openodke.garbage import FACTS_ALONE, rarely_collected
from openodke.inverse import derived_from
from openodke.model.document import Document
from openodke.model.fact import Fact, Signature
from openodke.model.frozen import FrozenDict, now, replaced
from openodke.model.keys import CONFLICT, DERIVED, NEAR_DUPLICATES, SCORE
from openodke.ontology import Ontology
from openodke.stages import FactLookup

_STAMPS = frozenset({CONFLICT, NEAR_DUPLICATES, SCORE})


class SignatureCorroborator:
    """Merges the facts that share a signature, counts their sources, and contests values.

    Corroborating twice changes nothing, and facts in any order give the same claims.

    Attributes:
        documents: the texts in hand, by id: documents that are copies of each other count once.
        stats: what came in and went out, over all calls.
        rivals: the stored claims that contested a claim of the last batch, as they stand now; a
            store's writer writes them again.
    """

    def __init__(
        self,
        ontology: Ontology | None = None,
        *,
        source: SourceKey = source_of,
        half_life_days: float = 365.0,
        freshness_floor: float = 0.5,
        intervals: Mapping[str, Bound] = DEFAULT_INTERVALS,
        documents: Mapping[str, Document] | Iterable[Document] | None = None,
        near_duplicates: float | None = DEFAULT_THRESHOLD,
        store: FactLookup | Iterable[FactLookup] | None = None,
        run_at: datetime | None = None,
    ) -> None:
        """Take what claims are merged and contested by.

        Args:
            ontology: says which predicates have a single value; without one none is contested.
            source: gives a piece of evidence the key of its source.
            half_life_days: the days in which what a source has above the floor halves.
            freshness_floor: what the oldest evidence keeps of its trust.
            intervals: the qualifiers of which the earliest ("min") or latest ("max") is kept.
            documents: the texts, by id or one after the other, to find copies among them.
            near_duplicates: the least similarity of two copies, above 0; None looks for none.
            store: looks up the claims of a batch that a store holds, or several that do.
            run_at: the time of the run, after which no date is trusted; None is the time of the
                call.

        Raises:
            InputError: for a figure or a bound that is out of range.
        """
        self.ontology = Ontology() if ontology is None else ontology
        self.source = source
        self.freshness = Freshness(half_life_days, freshness_floor)
        self.intervals = checked_intervals(intervals)
        self.documents = _by_id(documents)
        self.stores = _stores(store)
        self.run_at = run_at
        self.rivals: list[Fact] = []
        self.stats: dict[str, Any] = {
            "facts": 0,
            "claims": 0,
            "merged": 0,
            "contradicted": 0,
            "conflicts": {"lost": 0, "tied": 0, "won": 0},
            "near_duplicates": {"compared": 0, "found": 0},
        }
        if self.stores:
            self.stats["store"] = {"found": 0, "merged": 0, "rivals": 0}
        self._near = NearDuplicates(self.documents, near_duplicates)

    def corroborate(
        self, facts: Iterable[Fact], *, figures: BatchFigures | None = None
    ) -> list[Fact]:
        """Return one fact a claim, in the order in which claims are first stated.

        Args:
            facts: the batch.
            figures: those of the whole batch, when `facts` is a part of it in which every fact of
                a subject's predicate is (see `figures`).
        """
        with rarely_collected(FACTS_ALONE):
            return self._corroborated(list(facts), figures)

    def figures(self, facts: Iterable[Fact]) -> BatchFigures:
        """Return what a contest needs to know of a batch; the figures of its parts add up.

        Parts must not share a signature.
        """
        batch = list(facts)
        groups = _grouped(batch)
        run_at = moment(self.run_at or now())
        dates = dates_of(batch, groups.values(), run_at)
        claims = self._merged(groups, SourceRank(self.freshness, dates, run_at))
        return _counted(dates, claims)

    def _corroborated(self, batch: list[Fact], figures: BatchFigures | None) -> list[Fact]:
        run_at = moment(self.run_at or now())
        groups = _grouped(batch)
        dates = figures or dates_of(batch, groups.values(), run_at)
        rank = SourceRank(self.freshness, dates, run_at)
        claims = self._merged(groups, rank)
        claims, stored = self._with_stored(claims, groups, rank)
        _share_support(claims)
        self._contest(claims, stored, rank, figures or dates)
        self.rivals = [claim.fact for claim in stored]
        self._count(batch, claims)
        return [claim.fact for claim in claims]

    def _merged(self, groups: Mapping[Signature, list[Fact]], rank: SourceRank) -> list[Claim]:
        """Return each group as one claim."""
        counter = SourceCounter(self.source, self._near)
        merger = ClaimMerger(self.intervals, rank.trust, counter)
        claims = []
        for signature, facts in groups.items():
            fact = facts[0]
            lone = len(facts) == 1 and len(fact.evidence) <= 1
            if lone and (not fact.qualifiers or _STAMPS.isdisjoint(fact.qualifiers)):
                claims.append(Claim(signature, counter.counted(fact)))
            else:
                claims.append(Claim(signature, merger.merged(signature, facts)))
        return claims

    def _with_stored(
        self, claims: list[Claim], groups: dict[Signature, list[Fact]], rank: SourceRank
    ) -> tuple[list[Claim], list[Claim]]:
        """Return the claims merged with their stored selves, and the stored claims they contest."""
        asked = [claim.fact for claim in claims]
        found = [
            fact
            for store in self.stores
            for fact in store.stored(asked)
            if fact.retired_at is None  # its sources are gone: it tells nothing
        ]
        if not found:
            return claims, []
        stored = _grouped(found)
        known = {signature: facts for signature, facts in stored.items() if signature in groups}
        both = {signature: [*groups[signature], *facts] for signature, facts in known.items()}
        again = {claim.signature: claim for claim in self._merged(both, rank)}
        others = {key: facts for key, facts in stored.items() if key not in known}
        rivals = self._merged(others, rank)
        self.stats["store"]["found"] += len(found)
        self.stats["store"]["merged"] += len(known)
        return [again.get(claim.signature, claim) for claim in claims], rivals

    def _contest(
        self,
        claims: list[Claim],
        stored: list[Claim],
        rank: SourceRank,
        figures: BatchFigures,
    ) -> None:
        """Stamp the claims that have a rival with how they stand; keep of the stored only those."""
        arenas = Contest(self.ontology).arenas([*claims, *stored])
        if not arenas:
            stored.clear()
            return
        if not figures.claims:
            figures = _counted(figures, claims)
        contested = {claim.signature: claim for arena in arenas for claim in arena}
        standings = {
            signature: self._standing(claim.fact, rank, figures)
            for signature, claim in contested.items()
        }
        decided = decisions(arenas, standings)
        for signature, decision in decided.items():
            claim = contested[signature]
            claim.fact = _decided(claim.fact, decision)
        for claim in claims:
            if claim.signature in decided:
                self.stats["conflicts"][decided[claim.signature]["status"]] += 1
        stored[:] = [claim for claim in stored if claim.signature in decided]
        if stored:
            self.stats["store"]["rivals"] += len(stored)

    def _standing(self, fact: Fact, rank: SourceRank, figures: BatchFigures) -> Standing:
        sources = self._sources(fact)
        trust = rank.trust(fact.evidence)
        uncited = [""] * max(fact.support - len(sources), 0)
        return Standing(
            rank=rank.rank(trust, [*sources, *uncited], figures.claims),
            sources=fact.support,
            best=rank.best(fact.evidence),
        )

    def _sources(self, fact: Fact) -> list[str]:
        if fact.supported_by:
            return [held.source for held in fact.supported_by]
        return sorted({self.source(item) for item in fact.evidence})

    def _count(self, batch: Sequence[Fact], claims: Sequence[Claim]) -> None:
        stats = self.stats
        stats["facts"] += len(batch)
        stats["claims"] += len(claims)
        stats["merged"] += len(batch) - len(claims)
        stats["contradicted"] += sum(
            CONTRADICTED_IN in claim.fact.qualifiers[CONFLICT]
            for claim in claims
            if CONFLICT in claim.fact.qualifiers
        )
        stats["near_duplicates"] = {"compared": self._near.compared, "found": self._near.found}


def _grouped(facts: Iterable[Fact]) -> dict[Signature, list[Fact]]:
    groups: dict[Signature, list[Fact]] = {}
    for fact in facts:
        groups.setdefault(fact.signature, []).append(fact)
    return groups


def _decided(fact: Fact, decision: FrozenDict) -> Fact:
    """Return the fact with the outcome of its contest, beside the texts that contradict it."""
    held = fact.qualifiers.get(CONFLICT)
    if held is not None:
        decision = FrozenDict({**decision, CONTRADICTED_IN: held[CONTRADICTED_IN]})
    changes: dict[str, Any] = {"qualifiers": FrozenDict({**fact.qualifiers, CONFLICT: decision})}
    if decision["status"] == "lost":
        changes["confidence"] = fact.confidence * decision["ratio"]
    return replaced(fact, **changes)


def _share_support(claims: Sequence[Claim]) -> None:
    """Give each derived claim the sources of the one it was derived from, where that is here."""
    derived = [claim for claim in claims if DERIVED in claim.fact.qualifiers]
    if not derived:
        return
    stated = {claim.signature: claim.fact for claim in claims}
    for claim in derived:
        parent = stated.get(derived_from(claim.fact) or claim.signature)
        if parent is not None and parent is not claim.fact:
            claim.fact = replaced(
                claim.fact, support=parent.support, supported_by=parent.supported_by
            )


def _counted(dates: BatchFigures, claims: Iterable[Claim]) -> BatchFigures:
    """Return the figures with the claims each source backs; a derived claim is no other one."""
    stated = [claim.fact for claim in claims if DERIVED not in claim.fact.qualifiers]
    listed = [held for fact in stated for held in fact.supported_by]
    times = Counter(map(id, listed))  # claims that rest on one document alike share its Support
    backed: Counter[str] = Counter()
    for held in {id(held): held for held in listed}.values():
        backed[held.source] += times[id(held)]
    return BatchFigures(newest=dates.newest, claims=FrozenDict(backed), ahead=dates.ahead)


def _by_id(
    documents: Mapping[str, Document] | Iterable[Document] | None,
) -> dict[str, Document]:
    if documents is None:
        return {}
    if isinstance(documents, Mapping):
        return dict(documents)
    return {doc.id: doc for doc in documents}


def _stores(store: FactLookup | Iterable[FactLookup] | None) -> tuple[FactLookup, ...]:
    if store is None:
        return ()
    return (store,) if isinstance(store, FactLookup) else tuple(store)
