"""How can LangExtract's own page show verdicts, and show anybody's text safely?"""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import Any

from openodke.errors import InputError, MissingExtraError
from openodke_langextract.extraction_view import DocumentView, views_of
from openodke_langextract.field_names import mend
from openodke_langextract.native_forms import field_of, is_document
from openodke_langextract.shown_extraction import ShownExtraction, shown

_BRACKETS = str.maketrans({"<": "‹", ">": "›", "&": "＆"})


def labelled(document: Any) -> Any:
    """Return a copy of a document for `lx.visualize`, its verdicts in the classes.

    LangExtract colours by class, so an extraction's class becomes `relationship [supported]`. Its
    interval is where its text is found; of two that overlap the later one begins where the earlier
    ends, since LangExtract closes the wrong one else. Classes and texts of extractions, which it
    writes into a script, have no angle brackets.

    Args:
        document: one annotated document, an object or a dict of the saved form.

    Returns:
        An AnnotatedDocument with the extractions that its text holds: the page can show no others.

    Raises:
        InputError: when it is no annotated document, or has no text.
        MissingExtraError: when LangExtract is not installed.
    """
    if not is_document(document) or field_of(document, "text") is None:
        raise InputError(
            f"labelled() takes one annotated document with a text, not {document!r:.80}"
        )
    try:
        from langextract import data
    except ImportError as error:
        raise MissingExtraError(
            "LangExtract's page needs LangExtract. Run: pip install langextract"
        ) from error
    (view,) = views_of(document)
    mend(view)
    return data.AnnotatedDocument(
        document_id=view.id or None,
        text=view.text,
        extractions=[
            data.Extraction(
                extraction_class=item.label.translate(_BRACKETS),
                extraction_text=item.view.text.translate(_BRACKETS),
                char_interval=data.CharInterval(start, end),
                attributes=dict(field_of(item.view.native, "attributes") or {}) or None,
            )
            for item, start, end in _side_by_side(view)
        ],
    )


def _side_by_side(document: DocumentView) -> list[tuple[ShownExtraction, int, int]]:
    """Return the extractions in the order of their spans, none of which crosses another."""
    items = list(shown(document))
    waiting = [(item.span[0], -item.span[1], at) for at, item in enumerate(items) if item.span]
    heapify(waiting)
    open_ends: list[int] = []
    found = []
    while waiting:
        start, negative_end, at = heappop(waiting)
        while open_ends and open_ends[-1] <= start:
            open_ends.pop()
        if open_ends and open_ends[-1] < -negative_end:
            heappush(waiting, (open_ends[-1], negative_end, at))  # it begins where that one ends
        else:
            open_ends.append(-negative_end)
            found.append((items[at], start, -negative_end))
    return found
