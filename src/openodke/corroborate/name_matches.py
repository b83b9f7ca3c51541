"""Which pairs of entities have names so alike that they may be one?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from openodke.corroborate.block_split import Leaf
from openodke.corroborate.entity_blocks import (
    NameTable,
    blocks_of,
    meetings,
    names_of_several,
    reordered_names,
    spokesmen,
    tables_of,
)
from openodke.corroborate.entity_node import COUNTRY, Node
from openodke.corroborate.identifier_proofs import Pair
from openodke.corroborate.name_comparison import NameComparison
from openodke.corroborate.name_similarity import name_similarity
from openodke.corroborate.weak_evidence import (
    NOTHING_SHARED,
    SharedAttributes,
    WeakEvidence,
    WeakScore,
    shared_attributes,
)

Candidates = Mapping[int, Iterable[int]]
"""For the number of a batch's node, the numbers of the stored ones to compare it with."""


class NameMatches:
    """Compares the names of a batch, and of what was looked up for it.

    Attributes:
        skipped: pairs of entities that share a word of a name and were not compared.
        two_types: names that entities of two types or more have.
    """

    def __init__(
        self, nodes: Sequence[Node], evidence: WeakEvidence, threshold: float, max_block: int
    ) -> None:
        """Find the pairs whose score reaches `threshold`."""
        self.skipped = 0
        self.two_types = 0
        self._nodes = nodes
        self._evidence = evidence
        self._threshold = threshold
        self._most = max_block
        self._best: dict[Pair, WeakScore] = {}

    def found(self, batch: int, candidates: Candidates) -> dict[Pair, WeakScore]:
        """Return the scores of the first `batch` nodes among themselves, and with candidates.

        Only those that reach the threshold, and a pair's best names.
        """
        tables = tables_of(self._nodes[:batch])
        self.two_types = names_of_several(tables.values())
        for table in tables.values():
            self._within(table)
        if candidates:
            self._across(candidates)
        return self._best

    def _within(self, table: NameTable) -> None:
        blocks = blocks_of(table, self._most)
        self.skipped += blocks.skipped
        for text, holders in zip(table.texts, table.holders, strict=True):
            if len(holders) > 1:
                self._namesakes(text, holders)
        compared = NameComparison(table.texts, blocks.reordered)
        attributes = self._attributes(table)
        countries = self._countries(table)
        for leaf in blocks.leaves:
            most = max(attributes[name] for name in leaf.names) if attributes else 0
            least = self._evidence.least_similarity(self._threshold, most)
            parts = self._by_country(leaf, countries) if self._is_kept_apart(most) else [leaf]
            for part in parts:
                for first, second in compared.alike(part, least):
                    self._note_names(table, first, second, least)

    def _attributes(self, table: NameTable) -> list[int]:
        """Count the attributes that the entities of each name have at most."""
        counts = [len(node.attributes) for node in self._nodes]
        if not any(counts):
            return []
        return [
            counts[holders[0]] if len(holders) == 1 else max(map(counts.__getitem__, holders))
            for holders in table.holders
        ]

    def _countries(self, table: NameTable) -> list[Any]:
        """Return the country of each name; None too where its pairs have to be counted."""
        return [
            country if len(holders) <= self._most else None
            for holders, country in zip(table.holders, table.countries, strict=True)
        ]

    def _is_kept_apart(self, most: int) -> bool:
        """Whether entities of so many attributes, one of which differs, are apart for certain."""
        best = SharedAttributes(("",) * (most - 1), (COUNTRY,))
        return most > 0 and not self._may_pass(best)

    def _by_country(self, leaf: Leaf, countries: Sequence[Any]) -> Iterator[Leaf]:
        """Cut a leaf so that names of two countries, who are known to be apart, do not meet."""
        if leaf.others is not None:
            yield leaf
            return
        groups: defaultdict[Any, list[int]] = defaultdict(list)
        for name in leaf.names:
            groups[countries[name]].append(name)
        open_names = groups.pop(None, [])
        yield from (Leaf(names) for names in groups.values() if len(names) > 1)
        if len(open_names) > 1:
            yield Leaf(open_names)
        if open_names and groups:
            yield Leaf(open_names, [name for names in groups.values() for name in names])

    def _namesakes(self, text: str, holders: Sequence[int]) -> None:
        """Note that entities have one name."""
        met = 0
        same = _score((text, text), 1.0)
        for group in meetings(holders, self._nodes, self._most):
            met += len(group) * (len(group) - 1) // 2
            for pair in combinations(group, 2):
                self._note(pair, same, self._shared(*pair))
        self.skipped += len(holders) * (len(holders) - 1) // 2 - met

    def _note_names(self, table: NameTable, first: int, second: int, least: float) -> None:
        """Note how alike the entities of one name and those of another are."""
        mine: Sequence[int] = table.holders[first]
        theirs: Sequence[int] = table.holders[second]
        if len(mine) > self._most or len(theirs) > self._most:
            pairs = len(mine) * len(theirs)
            mine = spokesmen(mine, self._nodes, self._most)
            theirs = spokesmen(theirs, self._nodes, self._most)
            self.skipped += pairs - len(mine) * len(theirs)
        self._note_pairs(mine, theirs, (table.texts[first], table.texts[second]), least)

    def _note_pairs(
        self, mine: Sequence[int], theirs: Sequence[int], texts: tuple[str, str], least: float
    ) -> None:
        """Note pairs whose names may be alike enough; the lower number is the first.

        Which name is the first may change how alike they are. What is kept apart by attributes
        whatever its name is not asked how alike that is: that costs most.
        """
        straight = turned = None
        nodes = self._nodes
        for one in mine:
            attributes = nodes[one].attributes
            for other in theirs:
                if one == other:
                    continue
                shared = shared_attributes(attributes, nodes[other].attributes)
                if shared is not NOTHING_SHARED and not self._may_pass(shared):
                    continue
                if one < other:
                    score = straight = straight or _score(texts)
                    pair = (one, other)
                else:
                    score = turned = turned or _score(texts[::-1])
                    pair = (other, one)
                if score.similarity >= least:
                    self._note(pair, score, shared)

    def _shared(self, one: int, other: int) -> SharedAttributes:
        nodes = self._nodes
        return shared_attributes(nodes[one].attributes, nodes[other].attributes)

    def _may_pass(self, shared: SharedAttributes) -> bool:
        """Whether attributes let two entities of one name reach the threshold."""
        return self._evidence.value(1.0, shared) >= self._threshold

    def _note(self, pair: Pair, names: WeakScore, shared: SharedAttributes) -> None:
        score = self._evidence.of_names(names, shared)
        if score.value < self._threshold:
            return
        held = self._best.get(pair)
        if held is None or (score.similarity, held.names) > (held.similarity, score.names):
            self._best[pair] = score

    def _across(self, candidates: Candidates) -> None:
        """Compare nodes of the batch with what was looked up for each."""
        evidence, nodes = self._evidence, self._nodes
        for one, others in candidates.items():
            mine = nodes[one]
            table = NameTable()
            table.add(one, mine)
            own = list(range(len(table.texts)))
            for other in others:
                if nodes[other].stored and nodes[other].type == mine.type:
                    table.add(other, nodes[other])
            attributes = len(mine.attributes)
            least = evidence.least_similarity(self._threshold, attributes)
            compared = NameComparison(table.texts, reordered_names(table.texts))
            for name in own:
                for other in table.holders[name][1:]:
                    same = _score((table.texts[name],) * 2, 1.0)
                    self._note((one, other), same, self._shared(one, other))
            leaf = Leaf(own, list(range(len(table.texts))))
            for first, second in compared.alike(leaf, least):
                self._note_stored(one, table, (first, second), least)

    def _note_stored(self, one: int, table: NameTable, names: Pair, least: float) -> None:
        """Note a pair of names of which the first is the batch's; a name may be both sides'."""
        for mine, theirs in (names, names[::-1]):
            if table.holders[mine][0] == one:
                texts = (table.texts[mine], table.texts[theirs])
                self._note_pairs((one,), table.holders[theirs], texts, least)


def _score(texts: tuple[str, str], similarity: float | None = None) -> WeakScore:
    """Return the score of two names alone, compared where it is not known how alike they are."""
    found = name_similarity(*texts) if similarity is None else similarity
    return WeakScore(found, texts, found)
