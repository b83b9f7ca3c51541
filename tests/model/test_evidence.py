"""What does a span point at, and what may evidence hold?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from openodke import Document, Evidence, SourceTier, Span, SpanOrigin, Support

DOC = Document(id="d1", text="Acme was founded in 1999. It sells anvils.")


def test_the_pages_span() -> None:
    """The example of the concepts page."""
    start = DOC.text.index("anvils")
    span = Span(doc_id="d1", start=start, end=start + 6, quote="anvils")
    assert span.resolve(DOC) == "anvils"
    assert span.is_faithful(DOC)
    assert not Span(doc_id="d1", start=0, end=4, quote="Acme Corp").is_faithful(DOC)
    assert Evidence(doc_id="d1", span=span).span_origin is SpanOrigin.CITED


def test_defaults() -> None:
    """Evidence of a document alone is cited, unverified and without a span."""
    assert Evidence(doc_id="d1").model_dump(exclude={"retrieved_at"}) == {
        "doc_id": "d1",
        "span": None,
        "mention": None,
        "span_origin": "cited",
        "uri": None,
        "tier": "unverified",
    }


@given(st.integers(-60, 60), st.integers(-60, 60))
def test_any_two_integers_make_a_span(start: int, end: int) -> None:
    """A span is built whatever its offsets; it resolves exactly where they lie in the text."""
    span = Span(doc_id="d1", start=start, end=end)
    inside = 0 <= start <= end <= len(DOC.text)
    assert span.is_faithful(DOC) is inside
    if inside:
        assert span.resolve(DOC) == DOC.text[start:end]
    else:
        with pytest.raises(ValueError, match=r"lies outside the 42 characters of 'd1'"):
            span.resolve(DOC)


@given(st.integers(0, 42), st.integers(0, 42), st.text())
def test_a_span_is_faithful_to_its_own_words_alone(start: int, end: int, other: str) -> None:
    """The quote has to be what stands at the offsets, to the character."""
    start, end = sorted((start, end))
    there = DOC.text[start:end]
    assert Span(doc_id="d1", start=start, end=end, quote=there).is_faithful(DOC)
    held = Span(doc_id="d1", start=start, end=end, quote=other).is_faithful(DOC)
    assert held is (other == there)


def test_a_span_of_another_document_does_not_resolve() -> None:
    """Offsets into another text say nothing of this one; both documents are named."""
    span = Span(doc_id="d2", start=0, end=4, quote="Acme")
    assert not span.is_faithful(DOC)
    with pytest.raises(ValueError, match=r"'d2', the document is 'd1'"):
        span.resolve(DOC)


@pytest.mark.parametrize("field", ["start", "end"])
@pytest.mark.parametrize("value", [True, False, "0", 0.0, None])
def test_an_offset_is_a_whole_number(field: str, value: object) -> None:
    """A truth, a text, a float and nothing are no offset."""
    with pytest.raises(ValidationError) as caught:
        Span(**{"doc_id": "d1", "start": 0, "end": 1, field: value})
    assert caught.value.errors()[0]["loc"] == (field,)


@pytest.mark.parametrize("origin", ["cited", "located", "context"])
def test_a_plain_string_is_taken_for_an_origin(origin: str) -> None:
    """Each origin of the page may be written as a string."""
    assert Evidence(doc_id="d1", span_origin=origin).span_origin is SpanOrigin(origin)


@pytest.mark.parametrize(
    ("field", "value"),
    [("doc_id", ""), ("span_origin", "guessed"), ("tier", "trusted"), ("span", "0-4")],
)
def test_what_evidence_may_not_hold(field: str, value: object) -> None:
    """A wrong value is refused by the field's name."""
    with pytest.raises(ValidationError) as caught:
        Evidence(**{"doc_id": "d1", field: value})
    assert caught.value.errors()[0]["loc"] == (field,)


def test_a_span_needs_a_document() -> None:
    """A span into a document without an id is refused."""
    with pytest.raises(ValidationError, match="doc_id"):
        Span(doc_id="", start=0, end=1)


def test_support_names_a_source_and_its_documents() -> None:
    """One independent source, the documents it spoke in, and how far it is trusted."""
    support = Support(
        source="example.org",
        doc_ids=["d1", "d2"],
        retrieved_at="2026-03-14T15:09:00Z",
    )
    assert support.doc_ids == ("d1", "d2")
    assert support.tier is SourceTier.UNVERIFIED
    for wrong in ({"source": ""}, {"doc_ids": ("",)}, {"retrieved_at": None}):
        with pytest.raises(ValidationError, match=next(iter(wrong))):
            support.model_copy(update=wrong)
