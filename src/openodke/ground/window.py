"""Which window of a text names both ends of a claim?

The match is strict, since a wrong sentence would be read in place of the whole text. Source: the
grounding page, "Locating spans".
"""

from __future__ import annotations

from collections.abc import Iterator

from openodke.ground.strict_mentions import Place, StrictFinder, StrictMentions
from openodke.model import Fact
from openodke.text.memo import Memo
from openodke.text.reading import Reading, read

_MENTIONS = 64  # mentions of each name looked at in one window
_PAIRS = 4096  # pairs of names remembered of one text

Window = tuple[int, int]
"""Half-open offsets into the raw text."""


def find_window(fact: Fact, text: str) -> Window | None:
    """Return the half-open offsets of the narrowest window that names both ends, apart.

    One sentence beats two adjacent ones of a paragraph, then the narrower, then the earlier wins.
    """
    return read(text).part(_WindowFinder).find(fact)


def names_both(fact: Fact, text: str) -> bool:
    """Tell whether a text names the subject and the object of a claim, wherever in it."""
    ends = read(text).part(StrictFinder)
    return bool(ends.entity(fact.subject)) and bool(ends.obj(fact))


class _WindowFinder:
    """Finds windows in one text; each pair of things is compared once."""

    def __init__(self, reading: Reading) -> None:
        self._index = reading.index
        self._openers = reading.proximity.openers
        self._ends = reading.part(StrictFinder)
        self._found: Memo[tuple[StrictMentions, StrictMentions], tuple[Window | None]]
        self._found = Memo(_PAIRS)

    def find(self, fact: Fact) -> Window | None:
        subject = self._ends.entity(fact.subject)
        obj = self._ends.obj(fact) if subject else subject
        if not obj:
            return None
        found = self._found.get((subject, obj))
        if found is None:
            found = self._found[subject, obj] = (self._narrowest(subject, obj),)
        return found[0]

    def _narrowest(self, subject: StrictMentions, obj: StrictMentions) -> Window | None:
        few, many = sorted((subject, obj), key=len)
        for width, firsts in ((1, self._shared(few, many)), (2, self._adjacent(few, many))):
            windows = [
                self._offsets(first, width)
                for first in firsts
                if self._names_both(few, many, first, width)
            ]
            if windows:
                return min(windows, key=lambda window: (window[1] - window[0], window[0]))
        return None

    def _shared(self, few: StrictMentions, many: StrictMentions) -> Iterator[int]:
        """Yield the sentences that name both."""
        return few.sentences.shared(many.sentences)

    def _adjacent(self, few: StrictMentions, many: StrictMentions) -> Iterator[int]:
        """Yield the first of each two sentences of a paragraph of which each names one of both."""
        for number in few.sentences.shared(many.sentences.beside(self._openers)):
            if number not in self._openers and number - 1 in many.sentences:
                yield number - 1
            if number + 1 not in self._openers and number + 1 in many.sentences:
                yield number

    def _names_both(
        self, few: StrictMentions, many: StrictMentions, first: int, width: int
    ) -> bool:
        """Whether a window names both, in different words."""
        low = self._index.sentence_places(first)[0]
        high = self._index.sentence_places(first + width - 1)[1]
        return _apart(few.within(low, high, _MENTIONS), many.within(low, high, _MENTIONS))

    def _offsets(self, first: int, width: int) -> Window:
        sentences = self._index.sentences
        return sentences[first][0], sentences[first + width - 1][1]


def _apart(some: list[Place], others: list[Place]) -> bool:
    return any(a[1] <= b[0] or b[1] <= a[0] for a in some for b in others)
