"""Which sentences do two things share, and in which do they stand side by side?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

_BITS = 10
_WIDTH = 1 << _BITS  # sentences a page
_LAST = _WIDTH - 1
_FULL = (1 << _WIDTH) - 1


class SentenceSet:
    """Numbers of sentences, a bit each, on pages of 1,024.

    Two sets are compared a page at a time: two names that a long text mentions everywhere and
    never together would else cost a look at every mention.
    """

    __slots__ = ("_pages",)

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        """Hold the numbers, in any order."""
        pages: dict[int, int] = {}
        for number in numbers:
            page = number >> _BITS
            pages[page] = pages.get(page, 0) | 1 << (number & _LAST)
        self._pages = dict(sorted(pages.items())) if len(pages) > 1 else pages

    def __contains__(self, number: int) -> bool:
        """Whether a number is held."""
        return bool(self._pages.get(number >> _BITS, 0) >> (number & _LAST) & 1)

    def shared(self, other: SentenceSet) -> Iterator[int]:
        """Yield the numbers that both hold, ascending."""
        few, many = sorted((self._pages, other._pages), key=len)
        for page, bits in few.items():
            both = bits & many.get(page, 0)
            while both:
                lowest = both & -both
                yield page << _BITS | lowest.bit_length() - 1
                both ^= lowest

    def beside(self, openers: SentenceSet) -> SentenceSet:
        """Return the sentences before and after those held, within their paragraphs.

        Args:
            openers: the first sentence of each paragraph.
        """
        found = SentenceSet()
        pages, first = found._pages, openers._pages
        for page, bits in self._pages.items():
            led = bits & ~first.get(page, 0)  # those with one before them
            near = bits << 1 & _FULL & ~first.get(page, 0) | led >> 1
            pages[page] = pages.get(page, 0) | near
            if bits >> _LAST and not first.get(page + 1, 0) & 1:
                pages[page + 1] = pages.get(page + 1, 0) | 1
            if led & 1:
                pages[page - 1] = pages.get(page - 1, 0) | 1 << _LAST
        found._pages = dict(sorted(pages.items()))
        return found
