"""Which look-alikes of one batch are made one entity, when somebody asked for that?

Those that nothing keeps apart, the strongest first. Source: the resolution page, "Normalising
mentions in a batch".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from openodke.corroborate.entity_merge import EntityGroups, Joining
from openodke.corroborate.identifier_proofs import Pair
from openodke.corroborate.memory_lookup import Embed
from openodke.corroborate.mention_context import MentionContexts
from openodke.corroborate.name_conflicts import (
    forms_differ,
    legal_form,
    numbers_differ,
    numbers_in,
    raw_name,
    told,
)
from openodke.corroborate.weak_evidence import WeakScore
from openodke.errors import InputError

BATCH_COUNTS = (
    "alike", "merged", "groups", "mentions", "numbers", "forms", "context", "ambiguous", "refused",
    "embedded",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class AlikePair:
    """Two mentions that may be one.

    Attributes:
        pair: their nodes.
        score: how alike they are.
        judged: what a judge or a person said, where the score alone is too low.
    """

    pair: Pair
    score: WeakScore
    judged: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a pair: merged or not, and why."""

    merged: bool
    reason: str


class BatchMerge:
    """Merges the look-alikes of one batch.

    Attributes:
        counts: what `stats["batch"]` says of this batch.
    """

    def __init__(
        self,
        groups: EntityGroups,
        contexts: MentionContexts,
        embed: Embed | None,
        floor: float,
    ) -> None:
        """Take what may be joined, and how contexts are compared."""
        self.counts: Counter[str] = Counter(dict.fromkeys(BATCH_COUNTS, 0))
        self._groups = groups
        self._contexts = contexts
        self._embed = embed
        self._floor = floor
        self._vectors: dict[int, Sequence[float]] = {}
        self._apart: set[Pair] = set()
        self._kept_from: dict[int, set[int]] = {}

    def merge(self, alike: Sequence[AlikePair], apart: Iterable[Pair]) -> dict[Pair, Outcome]:
        """Return what became of each pair; `apart` are pairs that a judge or an id keeps apart."""
        self.counts["alike"] += sum(not held.judged for held in alike)
        self._apart = {_ordered(pair) for pair in apart}
        self._embed_all(alike)
        outcomes: dict[Pair, Outcome] = {}
        open_pairs: list[AlikePair] = []
        for held in alike:
            kind, reason = self._conflict(held)
            if reason:
                self.counts[kind] += 1
                self._apart.add(held.pair)
                outcomes[held.pair] = Outcome(False, reason)
            else:
                open_pairs.append(held)
        for first, second in self._apart:
            self._kept_from.setdefault(first, set()).add(second)
            self._kept_from.setdefault(second, set()).add(first)
        ambiguous = self._ambiguous(open_pairs)
        grouped: set[int] = set()
        for held in sorted(open_pairs, key=lambda held: (-held.score.value, held.pair)):
            outcome = self._joined(held, ambiguous)
            outcomes[held.pair] = outcome
            if outcome.merged:
                grouped.update(held.pair)
        self.counts["mentions"] += len(grouped)
        self.counts["groups"] += len({self._groups.group(number) for number in grouped})
        return outcomes

    def _conflict(self, held: AlikePair) -> tuple[str, str]:
        """Return what keeps two mentions apart, and how that is said; "" where nothing does."""
        nodes = self._groups.nodes
        first, second = (
            raw_name(nodes[number], name)
            for number, name in zip(held.pair, held.score.names, strict=True)
        )
        if numbers_differ(first, second):
            return "numbers", told("numbers", numbers_in(first), numbers_in(second))
        if forms_differ(first, second):
            return "forms", told("legal forms", [legal_form(first)], [legal_form(second)])
        likeness = None if held.judged else self._likeness(held.pair)
        if likeness is not None and likeness < self._floor:
            return "context", f"the contexts differ ({likeness:.4f} < {self._floor})"
        return "", ""

    def _ambiguous(self, pairs: Iterable[AlikePair]) -> dict[int, Pair]:
        """Return the mentions that are alike to two others which are kept apart, and those two."""
        partners: dict[int, list[int]] = {}
        for held in pairs:
            first, second = held.pair
            partners.setdefault(first, []).append(second)
            partners.setdefault(second, []).append(first)
        found: dict[int, Pair] = {}
        for first, second in sorted(self._apart):
            for number in sorted(set(partners.get(first, ())) & set(partners.get(second, ()))):
                found.setdefault(number, (first, second))
        return found

    def _joined(self, held: AlikePair, ambiguous: Mapping[int, Pair]) -> Outcome:
        nodes, groups = self._groups.nodes, self._groups
        for number in held.pair:
            if number in ambiguous:
                first, second = (nodes[at].key for at in ambiguous[number])
                self.counts["ambiguous"] += 1
                why = f"{nodes[number].key} is alike to {first} and {second}, which are kept apart"
                return Outcome(False, why)
        why = self._refusal(*held.pair)
        if why:
            self.counts["refused"] += 1
            return Outcome(False, why)
        groups.join(*held.pair, Joining("batch", round(held.score.value, 4)))
        self.counts["merged"] += 1
        reason = held.judged or f"names {round(held.score.value, 4)}"
        likeness = None if held.judged else self._likeness(held.pair)
        return Outcome(True, reason if likeness is None else f"{reason}, contexts {likeness:.4f}")

    def _refusal(self, first: int, second: int) -> str:
        """Return why two groups may not be one; "" where they may."""
        groups = self._groups
        if groups.group(first) == groups.group(second):
            return ""
        differing = groups.disagreement(first, second)
        if differing:
            return f"it would join two disagreeing ids ({differing})"
        mine, theirs = groups.group(first), groups.group(second)
        callers = groups.callers(mine) + groups.callers(theirs)
        if len(callers) > 1:
            keys = " and ".join(groups.nodes[at].key for at in callers[:2])
            return f"it would join two keys that the caller decided ({keys})"
        if len(groups.members(mine)) > len(groups.members(theirs)):
            mine, theirs = theirs, mine
        for one in groups.members(mine):
            for other in self._kept_from.get(one, ()):
                if groups.group(other) == theirs:
                    keys = " and ".join(sorted((groups.nodes[one].key, groups.nodes[other].key)))
                    return f"it would join {keys}, which are kept apart"
        return ""

    def _embed_all(self, alike: Sequence[AlikePair]) -> None:
        """Embed the sentence of each mention that is alike to another, each once."""
        if self._embed is None:
            return
        numbers = sorted({number for held in alike if not held.judged for number in held.pair})
        told = {
            number: sentence for number in numbers if (sentence := self._contexts.sentence(number))
        }
        if not told:
            return
        vectors = self._embed(list(told.values()))
        if len(vectors) != len(told):
            raise InputError(f"embed returned {len(vectors)} vectors for {len(told)} texts")
        self.counts["embedded"] += len(told)
        self._vectors = dict(zip(told, vectors, strict=True))

    def _likeness(self, pair: Pair) -> float | None:
        """Return the cosine of the sentences of two mentions; None where one has no vector."""
        first, second = (self._vectors.get(number) for number in pair)
        return None if first is None or second is None else _cosine(first, second)


def _ordered(pair: Pair) -> Pair:
    return (min(pair), max(pair))


def _cosine(first: Sequence[float], second: Sequence[float]) -> float:
    product = sum(float(a) * float(b) for a, b in zip(first, second, strict=True))
    lengths = sqrt(sum(float(a) ** 2 for a in first)) * sqrt(sum(float(b) ** 2 for b in second))
    return product / lengths if lengths else 0.0
