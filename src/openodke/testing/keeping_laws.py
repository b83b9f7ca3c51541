"""Does an adapter drop what a gate refuses, and nothing else?"""

from __future__ import annotations

from typing import Any

from openodke.interop import Adapter, ground_graph
from openodke.model import GroundingVerdict
from openodke.testing.contract_claims import (
    TRIED,
    RefusingGate,
    claims_of_rows,
    items_of,
    judged,
    read,
    repeated,
)
from openodke.testing.contract_fixtures import ContractFixtures
from openodke.testing.native_contents import differences


class KeepingLaws(ContractFixtures):
    """What `keep` keeps to."""

    def test_a_gate_that_accepts_drops_nothing(self, adapter: Adapter[Any], native: Any) -> None:
        """Then every claim is there with its verdict, and `keep` is `annotate`."""
        facts = ground_graph(native, adapter=adapter).facts
        kept = adapter.keep(native, facts, gate=RefusingGate(()))
        assert read(adapter, kept) == read(adapter, native)
        annotated = adapter.annotate(native, facts)
        assert _unmarked(self.verdicts(kept)) == _unmarked(self.verdicts(annotated))
        if not self.recounts:
            assert list(differences(self.contents(native), self.contents(kept))) == []

    def test_left_out_the_gate_is_strict(self, adapter: Adapter[Any], native: Any) -> None:
        """What is contradicted or not found is dropped, and nothing else."""
        facts = ground_graph(native, adapter=adapter).facts
        items = items_of(adapter.to_rows(native)[0])
        for verdict in (GroundingVerdict.CONTRADICTED, GroundingVerdict.NOT_FOUND):
            for name, ids in list(items.items())[:TRIED]:
                chosen = set(ids)
                told = [
                    judged(fact, verdict if fact.id in chosen else GroundingVerdict.UNCHECKED)
                    for fact in facts
                ]
                kept = adapter.keep(native, told)
                refused = adapter.keep(native, told, gate=RefusingGate(ids))
                assert self.contents(kept) == self.contents(refused), f"{name} is {verdict.value}"

    def test_what_a_gate_refuses_goes(self, adapter: Adapter[Any], native: Any) -> None:
        """The refused item is gone; nothing is there that was not; the input is untouched."""
        before = self.contents(native)
        facts = ground_graph(native, adapter=adapter).facts
        before_rows, texts = adapter.to_rows(native)
        claims = claims_of_rows(before_rows, texts)
        for name, ids in list(items_of(before_rows).items())[:TRIED]:
            rows, documents = adapter.to_rows(adapter.keep(native, facts, gate=RefusingGate(ids)))
            left = claims_of_rows(rows, documents)
            refused = claims_of_rows((row for row in before_rows if row.id in ids), texts)
            assert not left - claims, f"{name} was refused, and there is more: {left - claims}"
            for claim, times in refused.items():
                assert left[claim] == claims[claim] - times, (
                    f"{name} was refused: of {claims[claim]} items that say so, {left[claim]} are "
                    f"left: {claim}"
                )
        assert self.contents(native) == before

    def test_the_gate_is_asked_once_an_item(self, adapter: Adapter[Any], native: Any) -> None:
        """About a fact of each item, whatever the number of its texts and parts.

        An item is what the ids of its rows share: kind and index. Give a further claim of an item a
        kind of its own, not a part.
        """
        gate = RefusingGate(())
        adapter.keep(native, ground_graph(native, adapter=adapter).facts, gate=gate)
        asked = ["/".join(row_id.split("/")[1:3]) for row_id in gate.asked]
        items = items_of(adapter.to_rows(native)[0])
        assert repeated(asked) == [], "the gate was asked more than once about these"
        assert set(items) - set(asked) == set(), "the gate was not asked about these"


def _unmarked(verdicts: dict[Any, dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the verdicts without the marks that a gate may leave."""
    return [
        {key: value for key, value in values.items() if key != "odke_review"}
        for values in verdicts.values()
    ]
