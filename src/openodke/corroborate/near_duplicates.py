"""Which texts are copies of each other, but for a few words?

Source: the resolution page, "Near-duplicate sources": the Jaccard similarity of 5-word shingles.
"""

from __future__ import annotations

import math
import re
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from openodke.corroborate.linked_sets import LinkedSets
from openodke.errors import InputError
from openodke.model.document import Document
from openodke.text.memo import Memo

SHINGLE_WORDS = 5
DEFAULT_THRESHOLD = 0.9

_WORD = re.compile(r"\w+")
_MOST_HELD = 2_000_000  # shingles: some 150 MB
_MOST_PAIRS = 1 << 20
_FEW = 8  # documents of which every pair is compared

Shingles = frozenset[int]
Group = tuple[str, ...]


def shingles(text: str) -> Shingles:
    """Return a number for each run of five words of a text, in any case; a shorter text has one."""
    words = _WORD.findall(text.casefold())
    if not words:
        return frozenset()
    runs = range(max(len(words) - SHINGLE_WORDS, 0) + 1)
    return frozenset(zlib.crc32(" ".join(words[at : at + SHINGLE_WORDS]).encode()) for at in runs)


def jaccard(one: Shingles, other: Shingles) -> float:
    """Return how much of two sets is in both, from 0 to 1."""
    shared = len(one & other)
    return shared / (len(one) + len(other) - shared) if shared else 0.0


class NearDuplicates:
    """Finds the near-duplicates among the documents behind one claim.

    Attributes:
        documents: the texts in hand, by id.
        threshold: the least similarity of near-duplicates, in (0, 1]; None finds none.
        compared: the pairs of documents compared so far.
        found: those of them that were near-duplicates.
    """

    def __init__(self, documents: Mapping[str, Document], threshold: float | None) -> None:
        """Take the texts and the threshold.

        Raises:
            InputError: for a threshold outside (0, 1].
        """
        if threshold is not None and not 0.0 < threshold <= 1.0:
            raise InputError(f"near_duplicates is {threshold!r}: give a number above 0, 1 at most")
        self.documents = documents
        self.threshold = threshold
        self.compared = 0
        self.found = 0
        self._shingles: dict[str, tuple[str, Shingles]] = {}
        self._held = 0
        self._answers: Memo[tuple[str, str], tuple[tuple[str, str], bool]] = Memo(_MOST_PAIRS)

    def groups(self, sources: Mapping[str, str], recorded: Sequence[Group] = ()) -> list[Group]:
        """Return the groups of near-duplicate documents, each sorted, in order.

        Args:
            sources: the documents behind one claim, by id, and the source of each. Documents of
                one source are not compared.
            recorded: groups found before. A group stands unless all of its texts are in hand.
        """
        known = self.documents
        links = LinkedSets(sources)
        for group in recorded:
            members = [doc_id for doc_id in group if doc_id in sources]
            if not all(doc_id in known for doc_id in members):
                for doc_id in members[1:]:
                    links.join(members[0], doc_id)
        texts = sorted(doc_id for doc_id in sources if doc_id in known)
        for one, other in self._candidates(texts):
            if sources[one] == sources[other] or links.joined(one, other):
                continue
            if self._alike(one, other):
                links.join(one, other)
        return links.groups()

    def _candidates(self, texts: list[str]) -> Iterator[tuple[str, str]]:
        """Yield the pairs that may be alike: all of a few, else those that share a rare shingle.

        Of two sets whose similarity reaches the threshold, the rarest `(1 − threshold) × size + 1`
        of each share one. Source: Chaudhuri, Ganti and Kaushik (2006), prefix filtering.
        """
        if len(texts) <= _FEW:
            for at, one in enumerate(texts):
                for other in texts[at + 1 :]:
                    yield one, other
            return
        same: dict[str, str] = {}
        firsts = []
        for doc_id in texts:
            first = same.setdefault(self.documents[doc_id].text, doc_id)
            if first is doc_id:
                firsts.append(doc_id)
            else:
                yield first, doc_id
        holders: dict[int, list[str]] = {}
        often = Counter(mark for doc_id in firsts for mark in self._of(doc_id))
        for doc_id in firsts:
            marks = sorted(self._of(doc_id), key=lambda mark: (often[mark], mark))
            prefix = marks[: len(marks) - math.ceil(len(marks) * (self.threshold or 1.0)) + 1]
            near = {other for mark in prefix for other in holders.get(mark, ())}
            for other in sorted(near):
                yield other, doc_id
            for mark in prefix:
                holders.setdefault(mark, []).append(doc_id)

    def _alike(self, one: str, other: str) -> bool:
        pair = (one, other) if one < other else (other, one)
        texts = self.documents[pair[0]].text, self.documents[pair[1]].text
        held = self._answers.get(pair)
        if held is None or held[0] != texts:  # a document may come back with another text
            held = self._answers[pair] = (texts, self._compare(one, other))
        return held[1]

    def _compare(self, one: str, other: str) -> bool:
        self.compared += 1
        alike = self.documents[one].text == self.documents[other].text or (
            jaccard(self._of(one), self._of(other)) >= (self.threshold or 1.0)
        )
        self.found += alike
        return alike

    def _of(self, doc_id: str) -> Shingles:
        text = self.documents[doc_id].text
        held = self._shingles.get(doc_id)
        if held is None or held[0] != text:
            held = (text, shingles(text))
            if self._held + len(held[1]) > _MOST_HELD:
                self._shingles.clear()
                self._held = 0
            self._shingles[doc_id] = held
            self._held += len(held[1])
        return held[1]
