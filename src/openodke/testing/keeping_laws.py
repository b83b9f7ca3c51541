"""Does an adapter drop what a gate refuses, and nothing else?"""

from __future__ import annotations

from typing import Any

from openodke.interop import Adapter, ground_graph
from openodke.testing.contract_claims import (
    TRIED,
    RefusingGate,
    claims_of_rows,
    items_of,
    read,
)
from openodke.testing.contract_fixtures import ContractFixtures
from openodke.testing.native_contents import differences


class KeepingLaws(ContractFixtures):
    """What `keep` keeps to."""

    def test_a_gate_that_accepts_drops_nothing(self, adapter: Adapter[Any], native: Any) -> None:
        """Then every claim is there, and `keep` is `annotate`."""
        facts = ground_graph(native, adapter=adapter).facts
        kept = adapter.keep(native, facts, gate=RefusingGate(()))
        assert read(adapter, kept) == read(adapter, native)
        if not self.recounts:
            assert list(differences(self.contents(native), self.contents(kept))) == []

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
            assert not left - claims, f"{name} was refused: there is more than before"
            assert not (left + refused) - claims, f"{name} was refused and is still there"
        assert self.contents(native) == before

    def test_the_gate_is_asked_once_an_item(self, adapter: Adapter[Any], native: Any) -> None:
        """About a fact of each item, whatever the number of its texts."""
        gate = RefusingGate(())
        adapter.keep(native, ground_graph(native, adapter=adapter).facts, gate=gate)
        assert len(gate.asked) == len(items_of(adapter.to_rows(native)[0]))
