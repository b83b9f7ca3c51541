"""Which of very many pairs of names can be alike enough, and how alike are they?

rapidfuzz decides who can pass: its Indel ratio is never below difflib's, since a longest common
subsequence is never shorter than matching blocks. Who passes is scored as difflib scores. So links
and scores are those of comparing every pair, at a hundredth of the cost.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import ceil, floor

from rapidfuzz.distance import Indel
from rapidfuzz.process import extract

from openodke.corroborate.block_split import Leaf
from openodke.corroborate.name_similarity import LONGEST

_SLACK = 1e-4  # rapidfuzz rounds where a score meets its cutoff; who passes is scored again
_MOST_WORDS = 0x10000  # numbers of words that one character can write


class NameComparison:
    """Compares the names of one type; each pair is yielded once, the lower number first."""

    def __init__(self, texts: Sequence[str], reordered: Iterable[Sequence[int]]) -> None:
        """Take the names, and the groups of them that have the same words in different orders."""
        self._texts = texts
        self._lengths = [len(text) if len(text) <= LONGEST else 0 for text in texts]
        self._spaces = [text.count(" ") if len(text) <= LONGEST else -1 for text in texts]
        self._orders = {  # for each name of a group the first of it
            name: group[0] for group in reordered for name in group if len(texts[name]) <= LONGEST
        }
        self._seen: set[int] = set()
        self._words: dict[str, int] = {}

    def alike(self, leaf: Leaf, least: float) -> Iterator[tuple[int, int]]:
        """Yield the pairs of a leaf that may be at least `least` alike; above 0."""
        if leaf.others is None:
            yield from self._new(self._within(leaf.names, least))
        else:
            yield from self._new(self._across(leaf.names, leaf.others, least))
        if self._orders:
            yield from self._new(self._reordered(leaf))
        wordy = self._wordy(leaf.names, least)
        others = None if leaf.others is None else self._wordy(leaf.others, least)
        if wordy and (others is None or others):
            yield from self._new(self._by_words(wordy, others, least))

    def _new(self, pairs: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        for first, second in pairs:
            if first > second:
                first, second = second, first
            code = first * len(self._texts) + second
            if code not in self._seen and first != second:
                self._seen.add(code)
                yield first, second

    def _within(self, names: Sequence[int], least: float) -> Iterator[tuple[int, int]]:
        """Compare each with each, those of about one length: a longer one cannot be alike."""
        lengths = self._lengths
        order = sorted(names, key=lengths.__getitem__)
        sizes = [lengths[name] for name in order]
        texts = [self._texts[name] for name in order]
        least -= _SLACK
        stretch = (2.0 - least) / least
        for at, text in enumerate(texts):
            end = bisect_right(sizes, floor(sizes[at] * stretch + _SLACK), at + 1)
            if sizes[at] and end > at + 1:
                name = order[at]
                found = extract(
                    text,
                    texts[at + 1 : end],
                    scorer=Indel.normalized_similarity,
                    score_cutoff=least,
                    limit=None,
                )
                for _, _, place in found:
                    yield name, order[at + 1 + place]

    def _across(
        self, few: Iterable[int], many: Sequence[int], least: float
    ) -> Iterator[tuple[int, int]]:
        kept = [name for name in many if self._lengths[name]]
        texts = [self._texts[name] for name in kept]
        for name in few:
            if self._lengths[name]:
                found = extract(
                    self._texts[name],
                    texts,
                    scorer=Indel.normalized_similarity,
                    score_cutoff=least - _SLACK,
                    limit=None,
                )
                for _, _, place in found:
                    yield name, kept[place]

    def _reordered(self, leaf: Leaf) -> Iterator[tuple[int, int]]:
        """Yield the names of the same words in another order: in words they are alike wholly."""
        groups: dict[int, list[int]] = {}
        for name in leaf.names if leaf.others is None else [*leaf.names, *leaf.others]:
            order = self._orders.get(name)
            if order is not None:
                groups.setdefault(order, []).append(name)
        for group in groups.values():
            yield from combinations(group, 2)

    def _wordy(self, names: Iterable[int], least: float) -> list[int]:
        """Return the names of so many words that other words, or an initial, may still pass.

        With fewer, a word overlap of `least` needs the same words, in whatever order. n words of
        n + 1 are an overlap of n / (n + 1).
        """
        spaces = max(0, ceil(least / (1.0 - least + _SLACK) - _SLACK) - 1)
        held = self._spaces
        return [name for name in names if held[name] >= spaces]

    def _by_words(
        self, names: Sequence[int], others: Sequence[int] | None, least: float
    ) -> Iterator[tuple[int, int]]:
        """Compare words as characters: sorted, their Indel ratio is the share of equal words.

        With initials at half, an overlap of c needs a share of (3c - 1) / (1 + c) at least.
        """
        cutoff = max(0.0, (3.0 * least - 1.0) / (1.0 + least) - _SLACK)
        many = names if others is None else others
        coded = [self._coded(name) for name in many]
        for at, name in enumerate(names):
            start = at + 1 if others is None else 0
            text = coded[at] if others is None else self._coded(name)
            found = extract(
                text,
                coded[start:],
                scorer=Indel.normalized_similarity,
                score_cutoff=cutoff,
                limit=None,
            )
            for _, _, place in found:
                yield name, many[start + place]

    def _coded(self, name: int) -> str:
        """Return a name with one character a word, sorted; two words may share one."""
        words = self._words
        codes = (words.setdefault(w, len(words)) % _MOST_WORDS for w in self._texts[name].split())
        return "".join(map(chr, sorted(codes)))
