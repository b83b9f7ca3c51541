"""What of an extraction is shown to a person: its verdict, and where its text stands?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from openodke.model import Document
from openodke_langextract.extraction_view import DocumentView, ExtractionView
from openodke_langextract.native_forms import field_of
from openodke_langextract.text_places import TextPlaces

VERDICTS = ("contradicted", "not_found", "unchecked", "supported")
"""The verdicts, the worst first."""

_CLAIM = "odke_verdict__"

UNVERIFIED = "unverified"
"""What an extraction is that nobody has looked at."""


@dataclass(frozen=True, slots=True)
class ShownExtraction:
    """One extraction.

    Attributes:
        view: the extraction.
        verdict: one of VERDICTS, or UNVERIFIED.
        reason: the code of the reason, "" for none.
        span: where its text stands, half-open; None for nowhere.
    """

    view: ExtractionView
    verdict: str
    reason: str
    span: tuple[int, int] | None

    @property
    def label(self) -> str:
        """Its class and verdict, `relationship [supported]`."""
        return f"{self.view.name or 'malformed'} [{self.verdict}]"


def shown(document: DocumentView) -> Iterator[ShownExtraction]:
    """Yield the extractions of a document, in order, each where its text is found now."""
    text = document.text or ""
    places = TextPlaces(Document(id="shown", text=text)) if text.strip() else None
    for view in document.extractions:
        attributes = field_of(view.native, "attributes")
        held: Mapping[str, Any] = attributes if isinstance(attributes, Mapping) else {}
        verdict = held.get("odke_verdict")
        place = places.of(view) if places and not view.problem else None
        yield ShownExtraction(
            view,
            verdict if verdict in VERDICTS else UNVERIFIED,
            _reason(held, verdict),
            (place.start, place.end) if place and place.start is not None and place.end else None,
        )


def _reason(held: Mapping[str, Any], verdict: object) -> str:
    """Return the code of the reason, with the claims it is true of where there are several."""
    reason = str(held.get("odke_reason") or "")
    claims = {
        str(key).removeprefix(_CLAIM): value
        for key, value in held.items()
        if str(key).startswith(_CLAIM)
    }
    such = [name for name, value in claims.items() if value == verdict]
    return f"{reason} ({', '.join(such)})" if reason and 0 < len(such) < len(claims) else reason
