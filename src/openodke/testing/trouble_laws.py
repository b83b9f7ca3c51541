"""What does an adapter do with what is malformed, empty, without a text, or only inferred?"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from openodke.errors import OdkeError
from openodke.ground import reason_of
from openodke.interop import Adapter, aground_graph, ground_graph
from openodke.model import GroundingVerdict
from openodke.testing.annotation_laws import AnnotationLaws
from openodke.testing.contract_claims import RefusingGate, said
from openodke.testing.contract_fixtures import Malformed
from openodke.testing.native_contents import differences

_CODED = re.compile(r"[a-z][a-z0-9_]*(: |$)")
_REFUTED = (GroundingVerdict.CONTRADICTED, GroundingVerdict.NOT_FOUND)


class TroubleLaws(AnnotationLaws):
    """Nothing is lost, nothing is a pass that was not checked."""

    def test_a_malformed_item_costs_itself(
        self, adapter: Adapter[Any], malformed: Malformed
    ) -> None:
        """Law 5: it is reported with a reason code, and its neighbours go through.

        Each neighbour's verdict stands at its own place, and `keep` drops nothing unasked.
        """
        native = malformed.native
        assert adapter.accepts(native)
        grounded = ground_graph(native, adapter=adapter)
        assert len(grounded.facts) == malformed.rows, "rows of the items beside the malformed one"
        assert len(adapter.left_out(native)) == malformed.problems, (
            f"left_out is to report {malformed.problems} item(s), each with a reason code"
        )
        for problem in grounded.problems:
            assert _CODED.match(problem.reason), f"a reason is `code: …`, and not: {problem.reason}"
        self.check_annotation(adapter, native)
        self.check_places(adapter, native)
        kept = self.contents(adapter.keep(native, grounded.facts, gate=RefusingGate(())))
        if not self.recounts:
            assert list(differences(self.contents(native), kept)) == []

    def test_what_is_well_formed_is_not_left_out(self, adapter: Adapter[Any], native: Any) -> None:
        """An item that makes a row is not among those that do not."""
        rows, _ = adapter.to_rows(native)
        assert not (set(map(str, adapter.left_out(native))) & {str(row.id) for row in rows})
        expected = self.expected(native)
        if expected is None:
            pytest.skip("give the method `expected` to have the claims of `native` compared")
        assert {(row.subject, row.predicate, row.object) for row in rows} == set(expected)

    def test_a_file_of_something_else_is_refused(
        self, adapter: Adapter[Any], tmp_path: Path
    ) -> None:
        """It is not accepted, or the error of `open` names it."""
        for name in ("odd.jsonl", "odd.json", "odd.csv", "odd.bin"):
            path = tmp_path / name
            path.write_bytes(b'{"odd": [\xff\n')
            with pytest.raises(OdkeError, match=re.escape(path.name)):
                adapter.open(path)

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
        assert {reason_of(fact) for fact in facts} == {"no_source"}
        self.check_places(adapter, sourceless)

    def test_what_a_model_infers_is_not_refuted(self, adapter: Adapter[Any], inferred: Any) -> None:
        """A class, a type, a description need not stand in the text."""
        facts = ground_graph(inferred, adapter=adapter).facts
        assert facts, "the fixture `inferred` makes no row"
        refuted = [said(fact) for fact in facts if fact.verdict in _REFUTED]
        assert refuted == [], 'these are no names: give their rows object_type="text"'

    def test_it_can_be_awaited(self, adapter: Adapter[Any], native: Any) -> None:
        """`aground_graph` gives the same verdicts."""
        awaited = asyncio.run(aground_graph(native, adapter=adapter))
        assert [f.verdict for f in awaited.facts] == [
            f.verdict for f in ground_graph(native, adapter=adapter).facts
        ]
