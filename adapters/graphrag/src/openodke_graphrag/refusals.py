"""Which items does a gate refuse, which does it mark, and why?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from openodke.interop import ItemGate, RowPlace
from openodke.model import Fact
from openodke_graphrag.row_kinds import KINDS

ByIndex = Mapping[int, str]
"""For some rows of a table, by their index, why something is done to them."""


@dataclass(frozen=True)
class Refusals:
    """What a gate said of the items of an export, by kind: "relationship", "entity", "claim".

    Attributes:
        refused: why each item that it refused has to go.
        marked: why a person should look at an item that stays.
    """

    refused: Mapping[str, ByIndex]
    marked: Mapping[str, ByIndex]


def asked(gate: ItemGate, placed: Iterable[tuple[RowPlace, Fact]]) -> Refusals:
    """Ask a gate about each item of which there is a fact, in the order of the facts."""
    items: dict[tuple[str, int], list[Fact]] = defaultdict(list)
    for place, fact in placed:
        items[place.kind, place.index].append(fact)
    refused: dict[str, dict[int, str]] = {kind: {} for kind in KINDS}
    marked: dict[str, dict[int, str]] = {kind: {} for kind in KINDS}
    for (kind, index), parts in items.items():
        answer = gate.ask(parts)
        if answer.action == "refuse":
            refused[kind][index] = answer.reason or "the gate refused it"
        elif answer.reason:
            marked[kind][index] = answer.reason
    return Refusals(refused, marked)
