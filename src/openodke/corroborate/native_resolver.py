"""Which keys of a batch name one thing?

Identifiers prove it, names only propose it. Source: the resolution page, "Resolve" and "Resolving
against the store".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from openodke.corroborate.batch_merge import BATCH_COUNTS
from openodke.corroborate.batch_nodes import with_entities
from openodke.corroborate.entity_blocks import MAX_BLOCK
from openodke.corroborate.memory_lookup import Embed
from openodke.corroborate.pair_judge import PairJudge
from openodke.corroborate.resolution_run import Counts, ResolutionRun, Settings
from openodke.corroborate.resolver_rules import rules_named
from openodke.corroborate.shared_hosts import SHARED_HOSTS
from openodke.errors import InputError
from openodke.garbage import FACTS_ALONE, rarely_collected
from openodke.model.document import Document
from openodke.model.entity import EntityLink
from openodke.model.fact import Fact
from openodke.ontology import Ontology
from openodke.stages import EntityIndex, StoreLookup


class NativeResolver:
    """Proposes links between the entities of a batch, and re-keys facts on proof alone.

    Attributes:
        documents: the texts that mentions stand in, by id, for `embed`; a judge has its own.
    """

    def __init__(
        self,
        *,
        threshold: float = 0.9,
        nudge_up: float = 0.05,
        nudge_down: float = 0.15,
        max_block: int = MAX_BLOCK,
        lookup: StoreLookup | None = None,
        judge: PairJudge | None = None,
        normalize_batch: bool = False,
        embed: Embed | None = None,
        context_floor: float = 0.5,
        ontology: Ontology | None = None,
        rules: str | Iterable[str] | None = None,
        shared_hosts: Iterable[str] | None = SHARED_HOSTS,
        run_at: datetime | None = None,
    ) -> None:
        """Build a resolver.

        Args:
            threshold: the score from which on two entities are proposed to be one, in (0, 1].
            nudge_up: what an attribute that agrees adds to a score.
            nudge_down: what one that differs takes away.
            max_block: names that are compared each with each; a block with more is cut.
            lookup: finds what a store already has.
            judge: is asked about pairs between its `low` and the threshold.
            normalize_batch: make look-alikes of the batch that nothing keeps apart one entity.
            embed: gives a vector a text, so that the sentences of look-alikes are compared.
            context_floor: the cosine below which those sentences keep two mentions apart.
            ontology: has a type's aliases be that type.
            rules: further rules by name, see `RULES`; "vetoes" are four of them.
            shared_hosts: hosts that are no proof, beside those that a batch shows to be shared;
                None has every host be proof, as the page has it.
            run_at: the time of the run, at which links are made; None is the time of the call.

        Raises:
            InputError: for a value an argument does not take.
        """
        _check_numbers(threshold, nudge_up, nudge_down, max_block, context_floor)
        if lookup is not None and not callable(getattr(lookup, "candidates", None)):
            raise InputError(f"lookup={lookup!r} has no method candidates(entities)")
        if judge is not None and not isinstance(judge, PairJudge):
            raise InputError(f"judge={judge!r}: pass a PairJudge")
        self.documents: dict[str, Document] = {}
        self._settings = Settings(
            threshold=threshold,
            nudges=(nudge_up, nudge_down),
            max_block=max_block,
            lookup=lookup,
            judge=judge,
            normalize_batch=bool(normalize_batch),
            embed=embed,
            context_floor=context_floor,
            ontology=ontology,
            rules=rules_named(rules),
            shared_hosts=None if shared_hosts is None else frozenset(shared_hosts),
            run_at=run_at,
        )
        self._counts = Counts()
        self._counts.batch.update(dict.fromkeys(BATCH_COUNTS, 0))

    @property
    def stats(self) -> dict[str, Any]:
        """The counts of this resolver's whole life.

        `entities`, links by kind, entities that were `rekeyed`, `skipped_pairs`, which share a word
        of a name and were not compared, and names that stand under `two_types`; `store`, `judge`,
        `batch` and `rules` where those are on.
        """
        counts, settings = self._counts, self._settings
        held: dict[str, Any] = dict(counts.links)
        if settings.lookup is not None:
            held["store"] = dict(counts.store)
        if settings.judge is not None:
            held["judge"] = settings.judge.stats
        if settings.normalize_batch:
            held["batch"] = dict(counts.batch)
        if settings.rules:
            held["rules"] = {rule: counts.rules[rule] for rule in sorted(settings.rules)}
        return held

    def resolve(
        self, facts: Iterable[Fact], index: EntityIndex | None = None
    ) -> tuple[list[Fact], list[EntityLink]]:
        """Return one fact a fact, in order, and the links, sorted.

        `index` holds entities by key: the batch's own, or others to compare them with.
        """
        batch = list(facts)
        with rarely_collected(FACTS_ALONE):
            entities, links = self._run(batch, index or {}).result()
            # By now the run is gone, with all that it knew: that is as large as the new facts.
            return with_entities(batch, entities), links

    def _run(self, facts: Sequence[Fact], index: EntityIndex) -> ResolutionRun:
        return ResolutionRun(self._settings, self._counts, facts, index, self.documents)


def _check_numbers(
    threshold: float, nudge_up: float, nudge_down: float, max_block: int, context_floor: float
) -> None:
    """Refuse settings that have no meaning."""
    if not _is_number(threshold) or not 0 < threshold <= 1:
        raise InputError(f"threshold={threshold!r}: give a number above 0, at most 1")
    for name, value in (("nudge_up", nudge_up), ("nudge_down", nudge_down)):
        if not _is_number(value) or not 0 <= value <= 1:
            raise InputError(f"{name}={value!r}: give a number in [0, 1]")
    if not _is_number(context_floor) or not -1 <= context_floor <= 1:
        raise InputError(f"context_floor={context_floor!r}: a cosine lies in [-1, 1]")
    if isinstance(max_block, bool) or not isinstance(max_block, int) or max_block < 2:
        raise InputError(f"max_block={max_block!r}: two names are the least to compare")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
