"""Annotated documents for the tests, as dicts of the saved form: no LangExtract is needed."""

from __future__ import annotations

from typing import Any

TEXT = (
    "Mara Ostrel founded Ostrel Marine in Tolby in 1998. Her brother Ivo keeps the books. "
    "The firm does not own the ferry Kittiwake."
)


def extraction(
    name: str, text: str, at: tuple[int, int] | None = None, **fields: Any
) -> dict[str, Any]:
    """Return an extraction in the saved form; further keywords are its attributes."""
    return {
        "extraction_class": name,
        "extraction_text": text,
        "char_interval": {"start_pos": at[0], "end_pos": at[1]} if at else None,
        "alignment_status": "match_exact" if at else None,
        "extraction_index": 1,
        "group_index": 0,
        "description": None,
        "attributes": fields or None,
    }


def relationship(
    text: str, subject: str, predicate: str, obj: Any, **fields: Any
) -> dict[str, Any]:
    """Return an extraction of the class `relationship`."""
    parts = {"subject": subject, "predicate": predicate, "object": obj}
    return extraction("relationship", text, **parts, **fields)


def document(
    *extractions: Any, text: str | None = TEXT, doc_id: str | None = "firm"
) -> dict[str, Any]:
    """Return an annotated document in the saved form."""
    return {"extractions": list(extractions), "text": text, "document_id": doc_id}


def firm() -> dict[str, Any]:
    """Return a document with an extraction of every kind, some of them made up."""
    return document(
        extraction("person", "Mara Ostrel", (0, 11), role="founder", towns=["Tolby", "Skerry"]),
        relationship(
            "founded Ostrel Marine", "Mara Ostrel", "founded", "Ostrel Marine", year="1998"
        ),
        relationship("sold Fenwick Mill", "Mara Ostrel", "sold", "Fenwick Mill"),
        extraction("person", "Ivo"),
        extraction("person", "Ivo"),
        extraction("vessel", "Kittiwake", (118, 127), vessel_group="Kittiwake"),
        extraction("kind", "ferry", vessel_group="Kittiwake"),
        extraction("person", "Odd Fenn"),
        relationship("Ostrel Marine", "Ostrel Marine", "founded_in", ["1998", "1889"]),
    )
