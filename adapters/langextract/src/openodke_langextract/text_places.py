"""Where in its document does an extraction's text stand?

What the framework says of it is compared, never believed: an interval of `match_lesser` may hold
one word of many, that of `match_exact` may hold other letters, and text in a script without spaces
has often none.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from openodke.interop import RowConverter, TripleRow
from openodke.model import Document
from openodke_langextract.extraction_view import ExtractionView
from openodke_langextract.letter_index import LetterIndex
from openodke_langextract.written_figures import cuts_number, respelled

_SPACED = "\u0e00"  # scripts before Thai put spaces between words
_ACRONYM = 3  # letters


@dataclass(frozen=True, slots=True)
class TextPlace:
    """What came of looking.

    Attributes:
        how: "verbatim", the text stands there to the letter; "normalised", in the same words with
            other case, spacing, quotes or accents, figures or initials written otherwise;
            "moved", it stands elsewhere than the framework says; "partial", it stands nowhere, and
            the framework's interval holds something else; "absent", it stands nowhere.
        start: where it stands, half-open, None for nowhere.
        end: where it ends.
    """

    how: str
    start: int | None = None
    end: int | None = None

    @property
    def is_there(self) -> bool:
        """Whether the document holds the extraction's text."""
        return self.start is not None


class TextPlaces:
    """Looks for extractions in one document; the same text is looked for once."""

    def __init__(self, document: Document) -> None:
        """Take a document."""
        self._document = document
        self._converter = RowConverter()
        self._found: dict[str, tuple[int, int] | None] = {}

    @cached_property
    def _letters(self) -> LetterIndex:
        return LetterIndex(self._document.text)

    def of(self, view: ExtractionView) -> TextPlace:
        """Return where the text of an extraction stands."""
        text, claimed = self._document.text, view.interval
        if claimed and not 0 <= claimed[0] < claimed[1] <= len(text):
            claimed = None
        there = text[claimed[0] : claimed[1]] if claimed else ""
        if claimed and there == view.text and not self._is_cut(there, *claimed):
            return TextPlace("verbatim", *claimed)
        found = self.find(view.text)
        if found is None:
            return TextPlace("partial" if claimed else "absent")
        is_exact = text[found[0] : found[1]] == view.text.strip()
        if claimed and not is_exact and _folded(there) == _folded(view.text):
            return TextPlace("normalised", *claimed)
        if view.interval is not None and not _holds(claimed, found):
            return TextPlace("moved", *found)
        return TextPlace("verbatim" if is_exact else "normalised", *found)

    def find(self, text: str) -> tuple[int, int] | None:
        """Return the first place that holds a text, in whatever case and spacing; None for none."""
        if text not in self._found:
            self._found[text] = self._searched(text)
        return self._found[text]

    def _searched(self, text: str) -> tuple[int, int] | None:
        quoted = TripleRow(
            doc=self._document.id, subject=text, predicate="is", object="there", quote=text.strip()
        )
        span = self._converter.fact(quoted, self._document).evidence[0].span
        found = None if span is None else (span.start, span.end)
        if found is None or self._is_cut(text, *found):
            found = self._letters.find(text)
        if found is None or self._is_cut(text, *found):
            found = self._written_otherwise(text)
        if found and _is_other_word(text, self._document.text[slice(*found)]):
            return None
        return found

    def _written_otherwise(self, text: str) -> tuple[int, int] | None:
        """Return the first place that holds a text with its figures or initials written otherwise.

        It begins and ends where words and numbers do.
        """
        pattern = respelled(text) if self._letters.holds(text) else None
        if pattern is None:
            return None
        for match in pattern.finditer(self._document.text):
            if not self._is_cut(text, *match.span(), words=True):
                return match.span()
        return None

    def _is_cut(self, text: str, start: int, end: int, *, words: bool = False) -> bool:
        """Whether a place begins or ends inside a number, or that of one word inside a word."""
        held = self._document.text
        if cuts_number(held, start, end):
            return True
        words = words or " " not in text
        return words and (_goes_on(held, start) or _goes_on(held, end))


def _holds(claimed: tuple[int, int] | None, found: tuple[int, int]) -> bool:
    """Whether the framework's interval is the place, but for punctuation at its ends."""
    if claimed is None:
        return False
    return abs(claimed[0] - found[0]) <= 1 and abs(claimed[1] - found[1]) <= 1


def _is_other_word(text: str, there: str) -> bool:
    """Tell us, it and who from US, IT and WHO, and am from A.M.; `b.i.d.` is BID."""
    bare = text.replace(".", "")
    is_acronym = len(bare) <= _ACRONYM and (bare.isupper() or "." in text.rstrip("."))
    return is_acronym and bare.isalpha() and text != there and there.isalpha() and there.islower()


def _goes_on(text: str, at: int) -> bool:
    """Whether a word goes on across a place, in a script that puts spaces between words.

    A unit may follow its figure without one.
    """
    before, after = text[at - 1 : at] if at else "", text[at : at + 1]
    if not (before.isalnum() and after.isalnum() and before < _SPACED and after < _SPACED):
        return False
    return not (before.isdigit() and after.isalpha())


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
