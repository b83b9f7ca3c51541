"""What is written on each relation, from the facts of its rows?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from openodke.errors import InputError
from openodke.interop import REVIEW_KEY, ItemVerdict, RowPlace, deciding, reason_code, whole_verdict
from openodke.model import Fact, GroundingVerdict
from openodke_llama_index.graph_reading import KINDS, ClaimPlace, GraphReading
from openodke_llama_index.node_documents import METADATA

METADATA_ONLY = "metadata_only"
"""The reason of a claim that is taken from a node's metadata and not from its text."""

Values = Mapping[int, Mapping[str, str]]
"""For some places, by their index, what is written there."""


def facts_by_place(reading: GraphReading, facts: Iterable[Fact]) -> dict[int, list[Fact]]:
    """Return the facts of each place.

    Raises:
        InputError: for a fact that was not made from the rows of these items.
    """
    held: dict[int, list[Fact]] = {}
    for fact in facts:
        place = RowPlace.parse(fact.id, KINDS)
        if place.index >= len(reading.places) or reading.places[place.index].kind != place.kind:
            raise InputError(
                f"the fact {fact.id!r} is of another graph: this one has {len(reading.places)} "
                "relations"
            )
        held.setdefault(place.index, []).append(fact)
    return held


def written_values(
    reading: GraphReading, placed: Mapping[int, Sequence[Fact]]
) -> dict[int, dict[str, str]]:
    """Return what is written at each place; what joins nodes of the index is left as it is."""
    values: dict[int, dict[str, str]] = {}
    for place in reading.places:
        parts = placed.get(place.index)
        if parts:
            values[place.index] = _values(parts)
        elif place.problem and not place.problem.startswith("not_a_claim"):
            values[place.index] = left_out_values(place)
        else:
            values[place.index] = {}
    return values


def left_out_values(place: ClaimPlace) -> dict[str, str]:
    """Return what is written on a relation that makes no claim."""
    return ItemVerdict.left_out(place.problem.partition(":")[0]).values()


def _values(parts: Sequence[Fact]) -> dict[str, str]:
    values = ItemVerdict.of(parts).values()
    if len(parts) > 1 and _from_metadata(parts):
        values["odke_reason"] = METADATA_ONLY
    return values


def _from_metadata(parts: Sequence[Fact]) -> bool:
    """Tell whether only a node's metadata lets a claim stand: its text alone would refute it."""
    in_text = [part for part in parts if not on_metadata(part)]
    if not in_text or len(in_text) == len(parts):
        return False
    verdict = deciding(in_text)[0].verdict
    if all(reason_code(part) == "elsewhere" for part in deciding(in_text)):
        return True
    whole = deciding(parts)[0].verdict
    refuted = (GroundingVerdict.NOT_FOUND, GroundingVerdict.CONTRADICTED)
    return verdict is not whole and (
        verdict in refuted or whole_verdict(verdict, whole) is GroundingVerdict.SUPPORTED
    )


def on_metadata(fact: Fact) -> bool:
    """Tell whether a fact was checked against a node's metadata above its text."""
    return any(evidence.doc_id.endswith(METADATA) for evidence in fact.evidence)


def with_review(values: dict[str, str], reason: str | None) -> dict[str, Any]:
    """Return values with why a person should look at the relation."""
    return {**values, REVIEW_KEY: reason} if reason else values
