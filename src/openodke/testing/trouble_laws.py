"""What does an adapter do with what is malformed, empty, without a text, or only inferred?"""

from __future__ import annotations

import asyncio
import re
from typing import Any

from openodke.interop import Adapter, aground_graph, ground_graph
from openodke.model import GroundingVerdict
from openodke.testing.contract_fixtures import ContractFixtures, Malformed
from openodke.testing.native_contents import differences

_CODED = re.compile(r"[a-z][a-z0-9_]*(: |$)")
_REFUTED = (GroundingVerdict.CONTRADICTED, GroundingVerdict.NOT_FOUND)


class TroubleLaws(ContractFixtures):
    """Nothing is lost, nothing is a pass that was not checked."""

    def test_a_malformed_item_costs_itself(
        self, adapter: Adapter[Any], malformed: Malformed
    ) -> None:
        """Law 5: it is reported with a reason code, and its neighbours go through."""
        assert adapter.accepts(malformed.native)
        grounded = ground_graph(malformed.native, adapter=adapter)
        assert len(grounded.facts) == malformed.rows
        assert grounded.problems
        for problem in grounded.problems:
            assert _CODED.match(problem.reason), f"no code: {problem}"
        annotated = self.contents(grounded.annotate())
        assert list(differences(self.contents(malformed.native), annotated)) == []

    def test_an_empty_graph_is_no_pass(self, adapter: Adapter[Any], empty: Any) -> None:
        """Law 6: a result without a claim is `no_claims`."""
        grounded = ground_graph(empty, adapter=adapter)
        assert grounded.summary.is_empty
        assert list(differences(self.contents(empty), self.contents(grounded.annotate()))) == []

    def test_without_a_text_nothing_is_refuted(
        self, adapter: Adapter[Any], sourceless: Any
    ) -> None:
        """Law 6: such a claim is unchecked, for the reason `no_source`."""
        facts = ground_graph(sourceless, adapter=adapter).facts
        assert facts, "the fixture `sourceless` makes no row"
        assert {fact.verdict for fact in facts} == {GroundingVerdict.UNCHECKED}
        assert {fact.qualifiers["odke.ground"]["reason"] for fact in facts} == {"no_source"}

    def test_what_a_model_infers_is_not_refuted(self, adapter: Adapter[Any], inferred: Any) -> None:
        """A class, a type, a description need not stand in the text."""
        facts = ground_graph(inferred, adapter=adapter).facts
        assert facts, "the fixture `inferred` makes no row"
        assert [fact.id for fact in facts if fact.verdict in _REFUTED] == []

    def test_it_can_be_awaited(self, adapter: Adapter[Any], native: Any) -> None:
        """`aground_graph` gives the same verdicts."""
        awaited = asyncio.run(aground_graph(native, adapter=adapter))
        assert [f.verdict for f in awaited.facts] == [
            f.verdict for f in ground_graph(native, adapter=adapter).facts
        ]
