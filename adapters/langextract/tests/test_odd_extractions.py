"""Does anything at all that a file may hold end a run?"""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from openodke import ground_graph
from openodke_langextract import LangExtractAdapter, Reading, SavedDocuments, verify, visualize

words = st.text(max_size=8) | st.sampled_from(
    ["subject", "object", "type", "x_group", "odke_verdict", "odke_predicate", "\ud83d", "a --> b"]
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=5,
)
attributes = values | st.dictionaries(
    st.sampled_from(["subject", "predicate", "object", "type", "x_group", "source", "to", "y"])
    | words,
    values,
    max_size=4,
)
extractions = values | st.fixed_dictionaries(
    {
        "extraction_class": st.sampled_from(["x", "extraction_text", "extraction_class"]) | values,
        "extraction_text": st.sampled_from(["Ivo", "x", "keeps the books here"]) | values,
        "char_interval": values
        | st.fixed_dictionaries({"start_pos": st.integers() | values, "end_pos": values}),
        "alignment_status": values,
        "group_index": values,
        "attributes": attributes,
    }
)
documents = values | st.fixed_dictionaries(
    {
        "extractions": st.lists(extractions, max_size=4) | values,
        "text": st.sampled_from(["Ivo keeps the books here.", ""]) | words | st.none(),
        "document_id": values,
    }
)


def without_ours(native: Any) -> Any:
    """Return documents without what we write; scalars as text, in which NaN equals itself."""
    if isinstance(native, dict):
        rest = {k: without_ours(v) for k, v in native.items() if not k.startswith("odke_")}
        return {k: v for k, v in rest.items() if k != "attributes" or v not in ({}, "None")}
    return [without_ours(item) for item in native] if isinstance(native, list) else repr(native)


@settings(max_examples=300)
@example(
    [
        {
            "extractions": [
                {
                    "extraction_class": "x",
                    "extraction_text": "Ivo",
                    "attributes": {"\ud83d": False},
                },
                {
                    "extraction_class": "x",
                    "extraction_text": "Ivo",
                    "attributes": {"subject": "a", "object": "b", "\ud83d": "\ud83d"},
                },
            ],
            "text": "Ivo",
        }
    ]
)
@given(st.lists(documents, max_size=3))
def test_whatever_a_file_holds_is_checked_and_handed_back(native: list[Any]) -> None:
    """What is no claim is reported; nothing is changed but by our keys."""
    before = deepcopy(native)
    saved = SavedDocuments(tuple(native))
    checked = verify(saved)
    assert repr(native) == repr(before)
    assert without_ours(list(checked.documents)) == without_ours(native)
    again = verify(checked)
    assert repr(again) == repr(checked)
    verify(saved, keep=True)
    visualize(checked)
    json.dumps(checked.documents)


@pytest.mark.parametrize("by", ["attributes", "relationships", "groups", "mentions"])
@settings(max_examples=60)
@given(native=st.lists(documents, max_size=2))
def test_every_reading_leads_back_to_its_places(by: Any, native: list[Any]) -> None:
    """One fact a row, and no verdict on another's place."""
    adapter = LangExtractAdapter(reading=Reading(by=by, names=["y", "object"]))
    saved = SavedDocuments(tuple(native))
    facts = ground_graph(saved, adapter=adapter).facts
    ids = [row.id for row in adapter.to_rows(saved)[0]]
    assert [fact.id for fact in facts] == ids
    assert len(set(ids)) == len(ids)
    adapter.annotate(saved, facts)
    adapter.keep(saved, facts)
