"""Where in a text does a claim stand, and who says so?"""

from datetime import datetime
from enum import StrEnum

from pydantic import Field, StrictInt

from openodke.model.document import Document, SourceTier
from openodke.model.frozen import FrozenModel, Name, Text, now


class Span(FrozenModel):
    """Half-open character offsets `[start, end)` into a document's text, with an optional quote.

    Any two integers make a span: whether it holds is what `openodke.ground.check_span` judges.
    """

    doc_id: Name
    start: StrictInt
    end: StrictInt
    quote: Text | None = None

    def resolve(self, doc: Document) -> str:
        """Return the document's text at the offsets.

        Raises:
            ValueError: when the span points into another document, or outside the text.
        """
        if doc.id != self.doc_id:
            raise ValueError(f"the span points into {self.doc_id!r}, the document is {doc.id!r}")
        if not 0 <= self.start <= self.end <= len(doc.text):
            raise ValueError(
                f"the span [{self.start}, {self.end}) lies outside the {len(doc.text)} characters "
                f"of {doc.id!r}"
            )
        return doc.text[self.start : self.end]

    def is_faithful(self, doc: Document) -> bool:
        """Tell whether the span lies inside `doc` and holds its quote, if it has one."""
        if doc.id != self.doc_id or not 0 <= self.start <= self.end <= len(doc.text):
            return False
        return self.quote is None or doc.text[self.start : self.end] == self.quote


class SpanOrigin(StrEnum):
    """Who chose the span. Source: the concepts page."""

    CITED = "cited"
    LOCATED = "located"
    CONTEXT = "context"


class Evidence(FrozenModel):
    """A document that a claim rests on, and the span of it that states the claim."""

    doc_id: Name
    span: Span | None = None
    mention: Span | None = None
    span_origin: SpanOrigin = SpanOrigin.CITED
    uri: Text | None = None
    tier: SourceTier = SourceTier.UNVERIFIED
    retrieved_at: datetime = Field(default_factory=now)


class Support(FrozenModel):
    """One independent source of a claim. Source: the resolution page, "Support lists"."""

    source: Name
    doc_ids: tuple[Name, ...] = ()
    tier: SourceTier = SourceTier.UNVERIFIED
    retrieved_at: datetime
