"""What did a model mean that answered with the names of an extraction's fields?

Where the examples of a prompt are written as `{"extraction_class": …, "extraction_text": …}`, the
model answers so too, and LangExtract takes each field for an extraction of its own.
"""

from __future__ import annotations

from openodke_langextract.extraction_view import DocumentView, ExtractionView

_CLASS, _TEXT = "extraction_class", "extraction_text"
_FIELDS = frozenset({_CLASS, _TEXT, "attributes"})
_WHY = (
    "malformed: its class is the name of a field: the prompt's examples have to be "
    "lx.data.Extraction objects"
)


def mend(document: DocumentView) -> None:
    """Give each text back the class that stands beside it; the other fields are no extractions."""
    pieces = [view for view in document.extractions if view.name in _FIELDS]
    if not any(view.name == _TEXT for view in pieces):
        return
    for text, name in [(v, _beside(v, pieces)) for v in pieces if v.name == _TEXT]:
        if name is not None:
            text.name = name.text.strip()
    for view in pieces:
        if view.name in _FIELDS:
            view.problem = _WHY


def _beside(text: ExtractionView, pieces: list[ExtractionView]) -> ExtractionView | None:
    """Return the class of the same item of the answer: the nearest one, before or after."""
    near = [
        view
        for view in pieces
        if view.name == _CLASS
        and view.group == text.group
        and abs(view.position - text.position) < len(_FIELDS)
    ]
    return min(near, key=lambda view: abs(view.position - text.position), default=None)
