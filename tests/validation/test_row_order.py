"""Is what a run finds the same whatever the order of the rows?"""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import permutations
from typing import Any

import pytest

from openodke import Validator

CLOCK = datetime(2026, 3, 1, tzinfo=UTC)
KEYED = {"doc": "log", "subject_key": "yard:1", "predicate": "runs"}


def found(rows: list[dict[str, Any]]) -> tuple[object, ...]:
    """Return the claims and the links of a run, sorted."""
    graph, _ = Validator(run_at=CLOCK).validate(rows)
    claims = sorted(repr((f.signature, f.support, f.verdict.value)) for f in graph.facts)
    links = sorted((li.kind.value, li.source_key, li.target_key, li.reason) for li in graph.links)
    return tuple(claims), tuple(links)


@pytest.mark.parametrize(
    "other",
    [
        {"subject": "Tamm Yard", "subject_aliases": ["tammyard.example"]},
        {"subject": "tammyard.example/ships", "subject_type": "Thing"},
    ],
)
def test_several_names_of_one_key_are_one_entity_in_any_order(other: dict[str, Any]) -> None:
    """A name that is a host is no proof where the key's other name happens to come first."""
    rows = [
        {"id": "a", **KEYED, "subject": "tammyard.example", "object": "Skua"},
        {"id": "b", **KEYED, "subject": "The Yard", "object": "Tern"},
        {"id": "c", "doc": "log", "predicate": "launched", "object": "Gull", **other},
    ]
    assert len({found(list(order)) for order in permutations(rows)}) == 1


def test_one_key_under_two_types_is_the_same_in_any_order() -> None:
    """Which of the two an index holds is not which came last."""
    rows = [
        {"id": "a", **KEYED, "subject": "Tamm", "subject_type": "Yard", "object": "Skua"},
        {"id": "b", **KEYED, "subject": "Tamm", "subject_type": "Person", "object": "Tern"},
        {
            "id": "c",
            "doc": "log",
            "predicate": "launched",
            "object": "Gull",
            "subject": "Tamm Yard",
            "subject_type": "Yard",
            "subject_aliases": ["tammyard.example"],
        },
        {
            "id": "d",
            "doc": "log",
            "predicate": "launched",
            "object": "Skua",
            "subject": "Tamm",
            "subject_type": "Yard",
            "subject_key": "yard:1",
            "subject_aliases": ["tammyard.example"],
        },
    ]
    assert len({found(list(order)) for order in permutations(rows)}) == 1
