"""Are the rows of a real data frame read? pandas comes with GraphRAG, not with the core."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from openodke import Document, Fact, LexicalGrounder, ground_graph

pd: Any = pytest.importorskip("pandas")

QUAY = Document(id="quay", text="Brask Marine has run the ferry to Ulvholm since 3 May 1998.")


def test_a_data_frame_with_gaps_gives_every_row() -> None:
    """Columns of floats, dates and flags with gaps leave fields out, and cost no row."""
    frame = pd.DataFrame(
        [
            {
                "object": "Ulvholm",
                "start": 0,
                "end": 12,
                "confidence": 0.5,
                "quote": "Brask Marine",
            },
            {"object": 1998, "polarity": "asserted"},
            {"object": pd.Timestamp("1998-05-03"), "id": "third"},
        ]
    )
    frame = frame.assign(doc="quay", subject="Brask Marine", predicate="runs_ferry_to")
    for made in (frame, frame.convert_dtypes()):
        grounded = ground_graph(made.to_dict("records"), [QUAY], grounder=LexicalGrounder())
        assert grounded.problems == ()
        assert [fact.verdict.value for fact in grounded.facts] == ["unchecked"] * 3
        assert [fact.object_name for fact in grounded.facts] == [
            "Ulvholm",
            "1998",
            "1998-05-03T00:00:00",
        ]
        again = [Fact.model_validate_json(fact.model_dump_json()) for fact in grounded.facts]
        assert tuple(again) == grounded.facts == pickle.loads(pickle.dumps(grounded.facts))


def test_numpy_values_are_read() -> None:
    """A number of each kind is Python's own afterwards."""
    numpy = pytest.importorskip("numpy")
    given = [numpy.int64(1998), numpy.float32(0.5), numpy.bool_(True), numpy.str_("Ulvholm")]
    row = {"doc": "quay", "subject": "Brask Marine", "predicate": "p"}
    rows = [{**row, "object": value, "object_type": "string"} for value in given]
    stamp = numpy.datetime64("1998-05-03T00:00:00", "ns")
    rows.append({**row, "object": stamp, "subject_aliases": numpy.array(["Brask"])})
    grounded = ground_graph(rows, [QUAY])
    held = [fact.object_value for fact in grounded.facts[:4]]
    assert held == [1998, 0.5, True, "Ulvholm"]
    assert [type(value) for value in held] == [int, float, bool, str]
    assert grounded.facts[4].object_name == "1998-05-03T00:00:00"
    assert grounded.facts[4].subject.aliases == ("Brask",)
