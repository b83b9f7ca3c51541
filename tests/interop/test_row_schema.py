"""Does the published JSON Schema of a row say what a row is?"""

from __future__ import annotations

import json
from pathlib import Path

from openodke.interop import SCHEMA_VERSION, TripleRow, row_schema

SCHEMAS = Path(__file__).resolve().parents[2] / "docs" / "schemas"


def test_the_published_schema_is_the_one_returned() -> None:
    """`docs/schemas` holds this version's schema; write it anew when a row changes."""
    published = SCHEMAS / f"row-{SCHEMA_VERSION}.schema.json"
    assert json.loads(published.read_text(encoding="utf-8")) == row_schema()


def test_the_schema_names_every_field_and_refuses_others() -> None:
    """Every field of a row is in it, what has no default is required, no other is allowed."""
    schema = row_schema()
    assert list(schema["properties"]) == list(TripleRow.model_fields)
    assert schema["required"] == [n for n, f in TripleRow.model_fields.items() if f.is_required()]
    assert schema["additionalProperties"] is False


def test_the_schema_says_which_draft_and_version_it_is() -> None:
    """A reader knows it by its draft and its title."""
    schema = row_schema()
    assert schema["$schema"].endswith("/draft/2020-12/schema")
    assert SCHEMA_VERSION in schema["title"]
