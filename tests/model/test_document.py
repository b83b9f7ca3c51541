"""What may a document and a chunk hold?"""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from openodke import Chunk, Document, SourceTier


def test_defaults() -> None:
    """A document of a text alone has an id of its own, no source, and the time it was read."""
    before = datetime.now(UTC)
    document = Document(text="Acme sells anvils.")
    assert before <= document.retrieved_at <= before + timedelta(minutes=1)
    assert document.model_dump(exclude={"id", "retrieved_at"}) == {
        "text": "Acme sells anvils.",
        "uri": None,
        "title": None,
        "modality": "unstructured",
        "tier": "unverified",
        "metadata": {},
    }
    assert document.id != Document(text="Acme sells anvils.").id


@pytest.mark.parametrize(
    ("tier", "weight"),
    [("curated", 1.0), ("authoritative", 0.8), ("community", 0.5), ("unverified", 0.2)],
)
def test_the_tiers_weigh_what_the_page_says(tier: str, weight: float) -> None:
    """The four tiers and their weights; a plain string is taken for one."""
    document = Document(text="x", tier=tier)
    assert document.tier is SourceTier(tier)
    assert document.tier.weight == weight
    assert str(document.tier) == tier


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("id", ""),
        ("id", 7),
        ("text", None),
        ("text", 7),
        ("tier", "trusted"),
        ("modality", "prose"),
        ("metadata", []),
        ("metadata", {1: "one"}),
    ],
)
def test_what_a_document_may_not_hold(field: str, value: object) -> None:
    """A wrong value is refused by the field's name."""
    with pytest.raises(ValidationError) as caught:
        Document(**{"text": "x", field: value})
    assert caught.value.errors()[0]["loc"][0] == field


def test_a_text_is_required_and_may_be_empty() -> None:
    """A document without a text is refused, one with an empty text is a document."""
    with pytest.raises(ValidationError, match="text"):
        Document(id="d")
    assert Document(text="").text == ""


@given(st.text())
def test_a_text_is_kept_to_the_character(text: str) -> None:
    """No normalising, no stripping: spans index the text as it was given."""
    document = Document(text=text)
    assert document.text == text
    assert Document.model_validate_json(document.model_dump_json()).text == text


@pytest.mark.parametrize("field", ["start", "end", "index"])
@pytest.mark.parametrize("value", [True, "0", 0.0, None])
def test_a_chunk_counts_in_whole_numbers(field: str, value: object) -> None:
    """A truth, a text, a float and nothing are no offset."""
    with pytest.raises(ValidationError) as caught:
        Chunk(**{"doc_id": "d", "start": 0, "end": 1, "text": "A", "index": 0, field: value})
    assert caught.value.errors()[0]["loc"] == (field,)


@pytest.mark.parametrize("field", ["doc_id", "start", "end", "text", "index"])
def test_every_field_of_a_chunk_is_required(field: str) -> None:
    """A chunk without one of its fields is refused by the field's name."""
    fields = {"doc_id": "d", "start": 0, "end": 1, "text": "A", "index": 0}
    del fields[field]
    with pytest.raises(ValidationError, match=field):
        Chunk(**fields)
