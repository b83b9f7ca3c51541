"""How does one batch go through a resolver?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from openodke.corroborate.batch_merge import AlikePair, BatchMerge
from openodke.corroborate.batch_nodes import BatchNodes
from openodke.corroborate.entity_merge import EntityGroups, Joining
from openodke.corroborate.entity_node import describe
from openodke.corroborate.identifier_proofs import Pair, Proof, proofs
from openodke.corroborate.link_list import LinkList
from openodke.corroborate.memory_lookup import Embed
from openodke.corroborate.mention_context import MentionContexts
from openodke.corroborate.name_matches import NameMatches
from openodke.corroborate.pair_judge import PairDecision, PairJudge, PairQuestion
from openodke.corroborate.pair_prompt import Mention
from openodke.corroborate.resolver_rules import veto
from openodke.corroborate.rule_links import (
    NEIGHBOUR_BAND,
    RuleLink,
    acronym_links,
    neighbour_link,
    part_name_links,
    shared_neighbours,
)
from openodke.corroborate.weak_evidence import WeakEvidence, WeakScore
from openodke.errors import InputError
from openodke.model.document import Document
from openodke.model.entity import Entity, EntityLink, LinkKind
from openodke.model.fact import Fact
from openodke.model.frozen import replaced
from openodke.ontology import Ontology
from openodke.stages import StoreLookup

_NO_TYPES: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How a resolver resolves; see NativeResolver."""

    threshold: float
    nudges: tuple[float, float]
    max_block: int
    lookup: StoreLookup | None
    judge: PairJudge | None
    normalize_batch: bool
    embed: Embed | None
    context_floor: float
    ontology: Ontology | None
    rules: frozenset[str]
    shared_hosts: frozenset[str] | None
    run_at: datetime | None


def _counts(*names: str) -> Counter[str]:
    return Counter(dict.fromkeys(names, 0))


@dataclass(slots=True)
class Counts:
    """What a resolver counts over all its batches."""

    links: Counter[str] = field(
        default_factory=lambda: _counts(
            "entities", "same_as", "similar", "different", "rekeyed", "skipped_pairs", "two_types"
        )
    )
    store: Counter[str] = field(default_factory=lambda: _counts("candidates", "linked", "rekeyed"))
    batch: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)


class ResolutionRun:
    """One batch on its way through a resolver."""

    def __init__(
        self,
        settings: Settings,
        counts: Counts,
        facts: Sequence[Fact],
        index: Mapping[str, Entity],
        documents: Mapping[str, Document],
    ) -> None:
        """Take the batch."""
        self._set = settings
        self._counts = counts
        self._facts = facts
        self._batch = BatchNodes(facts, index)
        self._count = len(self._batch.nodes)
        self._documents = documents
        self._apart: set[Pair] = set()
        self._similar: set[Pair] = set()

    def result(self) -> tuple[dict[int, Entity], list[EntityLink]]:
        """Return what each entity that a fact holds became, by its identity; the links, sorted."""
        nodes, settings = self._batch.nodes, self._set
        self._spell_types()
        candidates = self._looked_up()
        self._spell_types()
        describe(nodes, settings.shared_hosts)
        self._evidence = WeakEvidence(*settings.nudges)
        self._groups = EntityGroups(nodes)
        self._links = LinkList(nodes, settings.run_at)
        self._prove()
        self._bound = self._groups.bound()
        matches = NameMatches(nodes, self._evidence, self._least(), settings.max_block)
        self._settle(matches.found(self._count, candidates))
        counts = {"skipped_pairs": matches.skipped, "two_types": matches.two_types}
        del matches  # by now all is said, and it is as large as the links
        self._follow_rules(candidates)
        entities, rekeyed = self._batch.resolved(self._groups, self._own_types())
        links = self._links.sorted()
        self._tell(links, rekeyed=rekeyed, **counts)
        return entities, links

    def _own_types(self) -> frozenset[str]:
        return frozenset(self._set.ontology.types) if self._set.ontology else _NO_TYPES

    def _spell_types(self) -> None:
        """Have a type's aliases be that type."""
        if self._set.ontology is not None:
            for node in self._batch.nodes:
                node.type = self._set.ontology.type_named(node.type) or node.type

    def _looked_up(self) -> dict[int, list[int]]:
        """Return, for each node of the batch, the stored nodes it may be."""
        lookup = self._set.lookup
        if lookup is None:
            return {}
        asked = [
            replaced(node.entities[0], type=node.type)
            if node.type != node.entities[0].type
            else node.entities[0]
            for node in self._batch.nodes
        ]
        found = [list(entities) for entities in lookup.candidates(asked)]
        if len(found) != len(asked):
            raise InputError(
                f"lookup.candidates returned {len(found)} lists for {len(asked)} entities: return "
                "one an entity, in order"
            )
        self._counts.store["candidates"] += sum(map(len, found))
        return {at: self._batch.add_stored(held) for at, held in enumerate(found) if held}

    def _least(self) -> float:
        """Return the score from which on a pair is looked at."""
        least = self._set.threshold
        if self._set.judge is not None:
            least = min(least, self._set.judge.low)
        return min(least, NEIGHBOUR_BAND) if "neighbours" in self._set.rules else least

    def _prove(self) -> None:
        """Join what shares an identifier, unless another one disagrees."""
        nodes, groups = self._batch.nodes, self._groups
        for proof in proofs(nodes, self._set.max_block):
            first, second = proof.pair
            differing = nodes[first].identifiers.disagreement(nodes[second].identifiers)
            if differing:
                self._differ(proof.pair, str(differing))
                continue
            differing = groups.disagreement(first, second)
            if differing:
                self._differ(proof.pair, f"{differing} (through another entity; {proof.reason})")
            else:
                self._join(proof)

    def _join(self, proof: Proof) -> None:
        first, second = proof.pair
        reason = proof.reason
        held = self._stored_in(first)
        if self._batch.nodes[second].stored and held is not None and held != second:
            reason += f" (re-keyed onto {self._batch.nodes[held].key})"
        else:
            self._groups.join(first, second, Joining(proof.kind))
        self._links.add(LinkKind.SAME_AS, first, second, 1.0, reason)

    def _stored_in(self, number: int) -> int | None:
        """Return the stored node of a node's group: two are never joined."""
        return self._groups.stored(self._groups.group(number))

    def _settle(self, open_pairs: dict[Pair, WeakScore]) -> None:
        """Say what alike names mean: different, vetoed, judged, merged or similar."""
        for pair in [p for p, score in open_pairs.items() if self._is_settled(p, score)]:
            del open_pairs[pair]
        decided = self._judged(open_pairs) if self._set.judge else {}
        alike = open_pairs
        if self._least() < self._set.threshold:
            alike = {p: s for p, s in open_pairs.items() if s.value >= self._set.threshold}
        if self._set.normalize_batch:
            alike = self._merged(alike, decided, open_pairs)
        if self._set.rules or self._set.normalize_batch:
            self._similar.update(alike)
        for (first, second), score in alike.items():
            self._links.add_similar(first, second, score)
        for pair, decision in decided.items():
            self._say_decided(pair, open_pairs[pair], decision)
        if "neighbours" in self._set.rules:
            self._note_neighbours(open_pairs)

    def _is_settled(self, pair: Pair, score: WeakScore) -> bool:
        """Whether an identifier or a veto settles a pair, which is said."""
        nodes, groups = self._batch.nodes, self._groups
        first, second = pair
        if first in self._bound and second in self._bound:
            if groups.group(first) == groups.group(second):
                return True
            differing = groups.disagreement(first, second)
            if differing is not None:
                own = nodes[first].identifiers.disagreement(nodes[second].identifiers)
                reason = f"{differing} (through another entity; {score.reason})"
                if score.value >= self._set.threshold:
                    self._differ(pair, str(own) if own else reason, score.value)
                self._apart.add(pair)
                return True
        if self._set.rules:
            rule, _ = veto(nodes[first], nodes[second], score, self._set.rules)
            if rule:
                self._counts.rules[rule] += 1
                self._apart.add(pair)
                return True
        return False

    def _differ(self, pair: Pair, reason: str, score: float | None = None) -> None:
        self._apart.add(pair)
        nodes = self._batch.nodes
        value = self._evidence.of(nodes[pair[0]], nodes[pair[1]]).value if score is None else score
        self._say(LinkKind.DIFFERENT, pair, value, reason)

    def _say(self, kind: LinkKind, pair: Pair, score: float, reason: str) -> None:
        if kind is LinkKind.SIMILAR and (self._set.rules or self._set.normalize_batch):
            self._similar.add(pair)
        self._links.add(kind, *pair, score, reason)

    def _judged(self, pairs: Mapping[Pair, WeakScore]) -> dict[Pair, PairDecision]:
        """Ask the judge about the pairs in its band."""
        judge = self._set.judge
        if judge is None:
            return {}
        band = sorted(p for p, s in pairs.items() if judge.low <= s.value < self._set.threshold)
        contexts = MentionContexts(self._facts, self._batch, judge.documents)
        questions = [
            PairQuestion(
                self._mention(first, contexts, judge),
                self._mention(second, contexts, judge),
                pairs[first, second].value,
            )
            for first, second in band
        ]
        decisions = judge.decide(questions)
        return {p: d for p, d in zip(band, decisions, strict=True) if d is not None}

    def _mention(self, number: int, contexts: MentionContexts, judge: PairJudge) -> Mention:
        node = self._batch.nodes[number]
        entity = node.entities[0]
        if not node.stored:
            context = contexts.sentence(number, around=1) or ""
            return Mention(node.key, entity.name, entity.type, context)
        told = judge.store_context(entity) if judge.store_context else None
        return Mention(node.key, entity.name, entity.type, told or "", entity.aliases)

    def _say_decided(self, pair: Pair, score: WeakScore, decision: PairDecision) -> None:
        """Propose what a judge or a person decided; a pair that was merged is said already."""
        groups = self._groups
        if decision.decision == "different":
            self._say(LinkKind.DIFFERENT, pair, score.value, decision.reason)
        elif decision.decision == "same" and groups.group(pair[0]) != groups.group(pair[1]):
            self._say(LinkKind.SIMILAR, pair, score.value, decision.reason)

    def _merged(
        self,
        alike: Mapping[Pair, WeakScore],
        decided: Mapping[Pair, PairDecision],
        scores: Mapping[Pair, WeakScore],
    ) -> dict[Pair, WeakScore]:
        """Merge the look-alikes of the batch; return the pairs that are no part of it."""
        held = [AlikePair(p, s) for p, s in sorted(alike.items()) if self._is_batch(p)]
        held += [
            AlikePair(p, scores[p], decided[p].reason)
            for p in sorted(decided)
            if decided[p].decision == "same" and self._is_batch(p)
        ]
        told = (p for p, d in decided.items() if d.decision == "different")
        contexts = MentionContexts(self._facts, self._batch, self._documents)
        merge = BatchMerge(self._groups, contexts, self._set.embed, self._set.context_floor)
        outcomes = merge.merge(held, [*self._apart, *told])
        for pair, outcome in outcomes.items():
            score = scores[pair]
            if outcome.merged:
                reason = f"in-batch merge: {outcome.reason}"
                self._say(LinkKind.SAME_AS, pair, score.value, reason)
            elif pair in alike:
                self._say(LinkKind.SIMILAR, pair, score.value, f"not merged: {outcome.reason}")
        self._counts.batch.update(merge.counts)
        return {pair: score for pair, score in alike.items() if pair not in outcomes}

    def _is_batch(self, pair: Pair) -> bool:
        """Whether both are mentions that the batch introduces: a store's keys are no part of it."""
        nodes = self._batch.nodes
        return all(
            not nodes[number].stored
            and not nodes[number].restated
            and self._stored_in(number) is None
            for number in pair
        )

    def _note_neighbours(self, pairs: Mapping[Pair, WeakScore]) -> None:
        """Propose pairs that are almost alike and have neighbours in common."""
        neighbours: dict[int, set[tuple[str, bool, int]]] = {}
        for fact in self._facts:
            if fact.object_entity is not None:
                one = self._groups.group(self._batch.number_of(fact.subject))
                other = self._groups.group(self._batch.number_of(fact.object_entity))
                neighbours.setdefault(one, set()).add((fact.predicate, True, other))
                neighbours.setdefault(other, set()).add((fact.predicate, False, one))
        for pair in sorted(pairs):
            if NEIGHBOUR_BAND <= pairs[pair].value < self._set.threshold:
                shared = shared_neighbours(neighbours, pair)
                link = neighbour_link(pair, shared)
                if link:
                    reason = f"{link.reason}; {pairs[pair].reason}"
                    self._say_rule(RuleLink(pair, link.rule, link.score, reason))

    def _follow_rules(self, candidates: Mapping[int, Iterable[int]]) -> None:
        """Propose what rules say of names that are not alike."""
        nodes, rules = self._batch.nodes, self._set.rules
        if "acronym" in rules:
            for link in acronym_links(nodes, self._count, candidates, self._set.max_block):
                self._say_rule(link)
        if "part_name" in rules:
            for link in list(part_name_links(nodes, self._count, self._scopes())):
                self._say_rule(link)

    def _scopes(self) -> Iterator[Iterable[int]]:
        """Yield the nodes of each document, or where a tenant's store is looked up, all."""
        if getattr(self._set.lookup, "tenant", None) is not None:
            yield range(len(self._batch.nodes))
            return
        contexts = MentionContexts(self._facts, self._batch, {})
        named: dict[str, list[int]] = {}
        for number in sorted(contexts.documents):
            for doc_id in contexts.documents[number]:
                named.setdefault(doc_id, []).append(number)
        yield from (named[doc_id] for doc_id in sorted(named))

    def _say_rule(self, link: RuleLink) -> None:
        """Propose what a rule says, unless more is known of the pair."""
        groups = self._groups
        first, second = link.pair
        known = link.pair in self._similar or link.pair in self._apart
        if known or groups.group(first) == groups.group(second):
            return
        if groups.disagreement(first, second) is None:
            self._counts.rules[link.rule] += 1
            self._say(LinkKind.SIMILAR, link.pair, link.score, link.reason)

    def _tell(self, links: Sequence[EntityLink], **counts: int) -> None:
        """Add up what happened."""
        nodes, groups = self._batch.nodes, self._groups
        self._counts.links.update(link.kind._value_ for link in links)  # `value` is slow
        self._counts.links.update(entities=self._count, **counts)
        stored = {node.key for node in nodes if node.stored}
        if not stored:
            return
        self._counts.store["linked"] += sum(link.target_key in stored for link in links)
        for group in groups.joined:
            members = [nodes[number] for number in groups.members(group)]
            if any(node.stored for node in members):
                self._counts.store["rekeyed"] += sum(
                    not node.stored and not node.is_callers for node in members
                )
