"""Which rows do the claims of annotated documents make?"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from openodke.interop import RowPlace, TripleRow
from openodke.model import Document
from openodke_langextract.claims_made import ClaimsMade
from openodke_langextract.extraction_claim import MENTION, ExtractionClaim
from openodke_langextract.extraction_texts import ExtractionTexts
from openodke_langextract.extraction_view import DocumentView, ExtractionView
from openodke_langextract.text_places import TextPlace, TextPlaces

PLACE, SPAN = "odke.place", "odke.span"
INTERVAL, STATUS = "odke.char_interval", "odke.alignment_status"
"""The qualifiers that say where an extraction's text stands, and where the framework says so."""

_NOWHERE = TextPlace("no_text")
_WORD = re.compile(r"\w+(?:['’.-]\w+)*")
_NAME = 3  # words; a longer text in small letters is a phrase
_AMOUNT = 4  # words
_AROUND = 1500  # characters on either side; LangExtract reads 1,000 at once unless it is told
_UNSPACED = 16  # characters of a phrase in a script without spaces


def rows_of(
    views: Iterable[DocumentView],
    texts: ExtractionTexts,
    made: ClaimsMade,
    is_example: Callable[[str], bool],
) -> Iterator[TripleRow]:
    """Yield one row a claim, in the order of documents and extractions.

    Args:
        views: the documents.
        texts: the texts they stand on.
        made: reads their claims.
        is_example: tells a text that is in the examples of the prompt.
    """
    for document in views:
        ordinal = texts.ordinal(document)
        text = None if ordinal is None else texts.documents[ordinal]
        if ordinal is None:
            ordinal = len(texts.documents)
        rows = _Rows(ordinal, text, is_example)
        for claim in made.of(document):
            row = rows.of(claim)
            if row is not None:
                yield row


class _Rows:
    """The rows of one document."""

    def __init__(
        self, ordinal: int, document: Document | None, is_example: Callable[[str], bool]
    ) -> None:
        self._ordinal = ordinal
        self._doc = document.id if document else None
        self._places = TextPlaces(document) if document and document.text.strip() else None
        self._length = len(document.text) if document else 0
        self._is_example = is_example
        self._looked: tuple[ExtractionView, TextPlace, dict[str, str]] | None = None

    def of(self, claim: ExtractionClaim) -> TripleRow | None:
        """Return the row of a claim, None for one that is not made of a text that is there."""
        place, said = self._look(claim.view)
        if claim.if_unplaced and (place.is_there or self._places is None):
            return None
        stand_in = "" if place.is_there else claim.stand_in
        start, end = self._window(claim, place)
        return TripleRow(
            id=str(RowPlace(self._ordinal, claim.kind, claim.index)),
            doc=self._doc,
            subject=stand_in or claim.subject,
            predicate=claim.predicate,
            object=claim.object,
            subject_type=None if stand_in else claim.subject_type,
            object_type=claim.object_type,
            polarity=claim.polarity,
            qualifiers={**claim.qualifiers, **said} if claim.qualifiers else said,
            quote=self._quote(claim, place),
            start=start,
            end=end,
        )

    def _window(self, claim: ExtractionClaim, place: TextPlace) -> tuple[int | None, int | None]:
        """Return what of a long text a claim about one extraction rests on: what is around it.

        The extractor read no more than a part of the text either. A relationship is located by the
        names of its ends, wherever they stand.
        """
        if claim.subject != claim.view.text or place.start is None or place.end is None:
            return None, None
        start, end = max(0, place.start - _AROUND), min(self._length, place.end + _AROUND)
        return (start, end) if end - start < self._length else (None, None)

    def _quote(self, claim: ExtractionClaim, place: TextPlace) -> str | None:
        """Return a phrase that its text does not hold: it was to be quoted, and is refuted so.

        A name is not, since a text may write it in many ways, and neither is an amount.
        """
        text = claim.view.text
        if claim.kind != MENTION or place.is_there or self._places is None or is_amount(text):
            return None
        return text if is_phrase(text) and not self._is_example(text) else None

    def _look(self, view: ExtractionView) -> tuple[TextPlace, dict[str, str]]:
        """Return where the extraction's text stands, and the qualifiers that say so."""
        held = self._looked
        if held is None or held[0] is not view:
            place = self._places.of(view) if self._places else _NOWHERE
            held = self._looked = view, place, _said(view, place)
        return held[1], held[2]


def is_amount(text: str) -> bool:
    """Tell a figure with its unit, `4,500 a year`, which a text may write as `4500 a year`."""
    return any(map(str.isdigit, text)) and len(_WORD.findall(text)) <= _AMOUNT


def is_phrase(text: str) -> bool:
    """Tell a phrase, which can only be quoted, from a name or a value, which can be respelled."""
    words = _WORD.findall(text)
    if len(words) <= _NAME - 1:
        return len(text) > _UNSPACED and not text.isascii() and not any(map(_is_cased, words))
    return any(word[0].islower() for word in words)


def _is_cased(word: str) -> bool:
    return word.lower() != word.upper()


def _said(view: ExtractionView, place: TextPlace) -> dict[str, str]:
    said = {PLACE: place.how}
    if place.is_there:
        said[SPAN] = f"{place.start}-{place.end}"
    if view.interval is not None:
        said[INTERVAL] = f"{view.interval[0]}-{view.interval[1]}"
    if view.status:
        said[STATUS] = view.status
    return said
