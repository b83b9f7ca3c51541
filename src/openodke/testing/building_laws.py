"""Does an adapter build what it can read back, and say what it lost?"""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings

from openodke.interop import Adapter
from openodke.testing.annotation_laws import AnnotationLaws
from openodke.testing.contract_claims import claims_of_facts, claims_of_rows, needs_of, said
from openodke.testing.generated_graphs import PREDICATES, GeneratedGraph, generated_graphs

_TRIALS = settings(
    deadline=None,
    max_examples=30,
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,  # an adapter holds nothing that a graph could change
        HealthCheck.differing_executors,
        HealthCheck.too_slow,
    ],
)


class BuildingLaws(AnnotationLaws):
    """What `build` keeps to."""

    @_TRIALS
    @given(generated_graphs())
    def test_what_is_built_is_read_back(
        self, adapter: Adapter[Any], generated: GeneratedGraph
    ) -> None:
        """Law 3: each claim is read back, or is among the lost with a reason.

        Lost may only be what the adapter does not say it `carries`.
        """
        built = adapter.build(generated.graph, generated.documents)
        lost = {fact.id for fact, _ in built.lost}
        assert all(reason for _, reason in built.lost), "a lost fact has no reason"
        strangers = lost - {fact.id for fact in generated.graph.facts}
        assert not strangers, f"lost, and not in the graph: {strangers}"
        for fact in generated.graph.facts:
            if fact.id in lost:
                needs = needs_of(fact)
                assert set(needs) - adapter.carries, (
                    f"build lost {said(fact)}, which needs {needs or 'nothing special'}; "
                    f"`carries` says that the format holds that: {sorted(adapter.carries)}"
                )
        held = [fact for fact in generated.graph.facts if fact.id not in lost]
        strict = "literal" in adapter.carries
        given_back = claims_of_rows(*adapter.to_rows(built.native), strict=strict)
        wanted = claims_of_facts(held, generated.documents, strict=strict)
        missing = set(wanted) - set(given_back)
        assert not missing, f"build said it placed what to_rows does not give back: {missing}"
        made_up = {claim for claim in set(given_back) - set(wanted) if claim[1] in PREDICATES}
        lost_ones = claims_of_facts(generated.graph.facts, generated.documents, strict=strict)
        assert not made_up - set(lost_ones), f"build made up claims: {made_up}"

    @_TRIALS
    @given(generated_graphs(least=1))
    def test_what_is_built_can_be_annotated(
        self, adapter: Adapter[Any], generated: GeneratedGraph
    ) -> None:
        """Laws 1 and 4 hold of objects that the adapter built."""
        native = adapter.build(generated.graph, generated.documents).native
        if adapter.to_rows(native)[0]:
            self.check_annotation(adapter, native)
            self.check_places(adapter, native)
