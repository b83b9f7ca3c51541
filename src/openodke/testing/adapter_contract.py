"""Does an adapter keep the laws that every adapter keeps?

A pytest class: inherit it in an adapter's tests, give it the two fixtures `adapter` and `native`,
and each law is a test. What is asked for at each point stands in its docstring.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from openodke.errors import InputError, OdkeError
from openodke.interop import (
    Adapter,
    GroundedGraph,
    TripleRow,
    aground_graph,
    ground_graph,
    load_adapter,
)
from openodke.model import Document, Entity, Fact, GroundingVerdict, KnowledgeGraph
from openodke.testing.contract_claims import (
    RefusingGate,
    claims_of_facts,
    claims_of_rows,
    items_of,
    judged,
    may_be_lost,
)
from openodke.testing.generated_graphs import GeneratedGraph, generated_graphs
from openodke.testing.native_contents import contents_of, differences, marks, shown

_CODED = re.compile(r"[a-z][a-z0-9_]*(: |$)")
_REFUTED = (GroundingVerdict.CONTRADICTED, GroundingVerdict.NOT_FOUND)
_TRIED = 40  # items of one native object whose verdicts are changed one by one
_SETTINGS = settings(
    deadline=None,
    max_examples=30,
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,  # an adapter holds nothing that a graph could change
        HealthCheck.differing_executors,
        HealthCheck.too_slow,
    ],
)


@dataclass(frozen=True)
class Malformed:
    """A native object with an item that is no claim.

    Attributes:
        native: the object.
        rows: how many rows its other items make.
    """

    native: Any
    rows: int


class AdapterContract:
    """The laws of an adapter, as tests.

    To be given by whoever inherits it:

    - the fixture `adapter`: the adapter, as `ground_graph` makes it;
    - the fixture `native`: a native object with claims and their texts. Give the fixture `params`,
      one for each class and form that the framework knows.

    What follows has a default, to be replaced where the framework knows more: the fixtures
    `malformed` (give it `params` too), `empty`, `sourceless` and `inferred`, and the method
    `contents`, for objects whose contents do not lie in their attributes.

    Attributes:
        recounts: whether `keep` counts anew what the framework counts, and mends what pointed
            nowhere before.
    """

    recounts = False

    @pytest.fixture
    def adapter(self) -> Adapter[Any]:
        """Return the adapter to be tried."""
        raise NotImplementedError("give the fixture `adapter`: return the adapter to be tried")

    @pytest.fixture
    def native(self) -> Any:
        """Return a native object with claims and their texts."""
        raise NotImplementedError("give the fixture `native`: return an object with claims")

    @pytest.fixture
    def malformed(self, adapter: Adapter[Any], native: Any) -> Malformed:
        """Return a native object with a malformed item; by default, a list with a stray number."""
        if not isinstance(native, list):
            pytest.fail(
                "give the fixture `malformed`: only a list can be spoilt without knowing it"
            )
        rows, _ = adapter.to_rows(native)
        middle = len(native) // 2
        return Malformed([*native[:middle], 42, *native[middle:]], len(rows))

    @pytest.fixture
    def empty(self, adapter: Adapter[Any]) -> Any:
        """Return a native object without a claim; by default, one built from an empty graph."""
        return adapter.build(KnowledgeGraph(), ()).native

    @pytest.fixture
    def sourceless(self, adapter: Adapter[Any]) -> Any:
        """Return a native object whose claims have no text; by default, a built one."""
        ends = [Entity(key=f"person:{name}", type="Person", label=name) for name in ("Ada", "Bo")]
        claim = Fact(id="bare", subject=ends[0], predicate="knows", object_entity=ends[1])
        return adapter.build(KnowledgeGraph(facts=(claim,)), ()).native

    @pytest.fixture
    def inferred(self, adapter: Adapter[Any]) -> Any:
        """Return a native object with what a model infers and no text holds word for word.

        Classes, types, descriptions, enumerations. By default, entities of a type that their text
        does not name.
        """
        text = Document(id="harbour", text="Ada met Bo at the harbour.")
        row = TripleRow(
            doc="harbour",
            subject="Ada",
            subject_type="Protagonist",
            predicate="met",
            object="Bo",
            object_type="Antagonist",
        )
        graph = ground_graph([row], [text]).facts
        return adapter.build(KnowledgeGraph(facts=graph), [text]).native

    def contents(self, native: Any) -> Any:
        """Return all that a native object holds as dicts, lists and scalars (`contents_of`)."""
        return contents_of(native)

    # ── what it is ───────────────────────────────────────────────────────────────────────────

    def test_it_is_found_by_its_name(self, adapter: Adapter[Any]) -> None:
        """Its distribution has an entry point in the group `openodke.adapters`."""
        assert type(load_adapter(adapter.name)) is type(adapter)
        assert isinstance(adapter, Adapter)

    def test_it_accepts_its_own(self, adapter: Adapter[Any], native: Any) -> None:
        """And `ground_graph` finds it without being told its name."""
        assert adapter.accepts(native)
        assert ground_graph(native).adapter is not None

    @pytest.mark.parametrize(
        "foreign",
        [None, 7, "", "a text", b"bytes", object(), {}, [7], [None], {"odd": 1}, object, lambda: 0],
        ids=repr,
    )
    def test_it_leaves_what_is_foreign(self, adapter: Adapter[Any], foreign: object) -> None:
        """It says no to anything else, and does not fail on it."""
        assert adapter.accepts(foreign) is False

    def test_a_path_of_nothing_is_refused_by_name(
        self, adapter: Adapter[Any], tmp_path: Path
    ) -> None:
        """`open` names the path of a file that is not there."""
        with pytest.raises(OdkeError, match="nowhere"):
            adapter.open(tmp_path / "nowhere.odd")

    # ── to_rows ──────────────────────────────────────────────────────────────────────────────

    def test_rows_lead_to_their_place(self, adapter: Adapter[Any], native: Any) -> None:
        """Each id is there once, has the form, and begins with the place of its document."""
        rows, documents = adapter.to_rows(native)
        assert rows, "the fixture `native` makes no row"
        ids = [row.id for row in rows]
        assert len(ids) == len(set(ids))
        items_of(rows)  # refuses an id of another form
        for row in rows:
            ordinal = int(str(row.id).partition("/")[0])
            if row.doc is None:
                assert ordinal == len(documents), f"{row.id}: a row without a text comes after all"
            else:
                assert documents[ordinal].id == row.doc, f"{row.id}: its text is {row.doc}"

    def test_chunks_are_no_sources(self, adapter: Adapter[Any], native: Any) -> None:
        """Each document has an id of its own and a URI."""
        _, documents = adapter.to_rows(native)
        ids = [document.id for document in documents]
        assert len(ids) == len(set(ids))
        assert [document.id for document in documents if not document.uri] == []

    def test_spans_lie_in_their_text(self, adapter: Adapter[Any], native: Any) -> None:
        """Offsets that the framework gave are inside the document; a quote is what stands there."""
        rows, documents = adapter.to_rows(native)
        texts = {document.id: document.text for document in documents}
        for row in rows:
            if row.start is not None and row.end is not None:
                assert row.doc is not None
                assert 0 <= row.start <= row.end <= len(texts[row.doc]), row.id
                held = texts[row.doc][row.start : row.end]
                assert row.quote in (None, held), row.id

    def test_reading_changes_nothing(self, adapter: Adapter[Any], native: Any) -> None:
        """Twice the same rows, and the native object as it was."""
        before = self.contents(native)
        assert _read(adapter, native) == _read(adapter, native)
        assert self.contents(native) == before

    # ── annotate ─────────────────────────────────────────────────────────────────────────────

    def test_annotating_changes_nothing_else(self, adapter: Adapter[Any], native: Any) -> None:
        """Law 1: without its `odke_*` keys the result equals the input, which is untouched."""
        self._check_annotation(adapter, native)

    def test_annotating_again_changes_nothing_more(
        self, adapter: Adapter[Any], native: Any
    ) -> None:
        """Law 2: the same verdicts change nothing, new ones replace the old."""
        facts = ground_graph(native, adapter=adapter).facts
        other = [judged(fact, GroundingVerdict.SUPPORTED) for fact in facts]
        once = adapter.annotate(native, facts)
        assert self.contents(adapter.annotate(once, facts)) == self.contents(once)
        replaced = self.contents(adapter.annotate(once, other))
        assert replaced == self.contents(adapter.annotate(native, other))

    def test_verdicts_are_no_claims(self, adapter: Adapter[Any], native: Any) -> None:
        """What was annotated makes the rows that it made before."""
        grounded = ground_graph(native, adapter=adapter)
        assert _read(adapter, grounded.annotate()) == _read(adapter, native)

    def test_the_order_of_the_facts_does_not_matter(
        self, adapter: Adapter[Any], native: Any
    ) -> None:
        """Each fact finds its place by its id."""
        facts = ground_graph(native, adapter=adapter).facts
        turned = adapter.annotate(native, tuple(reversed(facts)))
        assert self._verdicts(turned) == self._verdicts(adapter.annotate(native, facts))

    def test_verdicts_land_at_their_own_place(self, adapter: Adapter[Any], native: Any) -> None:
        """Law 4: an item's verdict stands at that item, among exact duplicates too."""
        self._check_places(adapter, native)

    def test_what_is_written_is_flat(self, adapter: Adapter[Any], native: Any) -> None:
        """A verdict key holds a text that is not empty, or it is not there."""
        annotated = self.contents(ground_graph(native, adapter=adapter).annotate())
        found = list(marks(annotated))
        assert found, "no verdict was written"
        for mark in found:
            for key, value in mark.values.items():
                assert value is None or (isinstance(value, str) and value), shown((*mark.path, key))

    def test_a_fact_of_something_else_is_refused(self, adapter: Adapter[Any], native: Any) -> None:
        """A fact whose id is no row's is an error that names it."""
        fact = ground_graph(native, adapter=adapter).facts[0]
        stranger = fact.model_copy(update={"id": "stranger"})
        with pytest.raises(InputError, match="stranger"):
            adapter.annotate(native, [stranger])

    # ── keep ─────────────────────────────────────────────────────────────────────────────────

    def test_a_gate_that_accepts_drops_nothing(self, adapter: Adapter[Any], native: Any) -> None:
        """Then every claim is there, and `keep` is `annotate`."""
        facts = ground_graph(native, adapter=adapter).facts
        kept = adapter.keep(native, facts, gate=RefusingGate(()))
        assert _read(adapter, kept) == _read(adapter, native)
        if not self.recounts:
            assert list(differences(self.contents(native), self.contents(kept))) == []

    def test_what_a_gate_refuses_goes(self, adapter: Adapter[Any], native: Any) -> None:
        """The refused item is gone; nothing is there that was not; the input is untouched."""
        before = self.contents(native)
        facts = ground_graph(native, adapter=adapter).facts
        claims = claims_of_rows(*adapter.to_rows(native))
        for name, ids in list(items_of(adapter.to_rows(native)[0]).items())[:_TRIED]:
            rows, documents = adapter.to_rows(adapter.keep(native, facts, gate=RefusingGate(ids)))
            left = claims_of_rows(rows, documents)
            refused = claims_of_rows(*_only(adapter, native, ids))
            assert not left - claims, f"{name} was refused: there is more than before"
            assert not (left + refused) - claims, f"{name} was refused and is still there"
        assert self.contents(native) == before

    def test_the_gate_is_asked_once_an_item(self, adapter: Adapter[Any], native: Any) -> None:
        """About a fact of each item, whatever the number of its texts."""
        gate = RefusingGate(())
        adapter.keep(native, ground_graph(native, adapter=adapter).facts, gate=gate)
        assert len(gate.asked) == len(items_of(adapter.to_rows(native)[0]))

    # ── build ────────────────────────────────────────────────────────────────────────────────

    @_SETTINGS
    @given(generated_graphs())
    def test_what_is_built_is_read_back(
        self, adapter: Adapter[Any], generated: GeneratedGraph
    ) -> None:
        """Law 3: each claim is read back, or is among the lost with a reason.

        Lost may only be what the adapter does not say it `carries`.
        """
        built = adapter.build(generated.graph, generated.documents)
        lost = {fact.id for fact, _ in built.lost}
        assert all(reason for _, reason in built.lost)
        assert lost <= {fact.id for fact in generated.graph.facts}
        for fact in generated.graph.facts:
            if fact.id in lost:
                assert may_be_lost(fact, adapter.carries), f"{fact.id} is lost: {adapter.carries}"
        held = [fact for fact in generated.graph.facts if fact.id not in lost]
        strict = "literal" in adapter.carries
        given_back = claims_of_rows(*adapter.to_rows(built.native), strict=strict)
        wanted = claims_of_facts(held, generated.documents, strict=strict)
        assert set(wanted) - set(given_back) == set()

    @_SETTINGS
    @given(generated_graphs(least=1))
    def test_what_is_built_can_be_annotated(
        self, adapter: Adapter[Any], generated: GeneratedGraph
    ) -> None:
        """Laws 1 and 4 hold of objects that the adapter built."""
        native = adapter.build(generated.graph, generated.documents).native
        if adapter.to_rows(native)[0]:
            self._check_annotation(adapter, native)
            self._check_places(adapter, native)

    # ── what is wrong or missing ─────────────────────────────────────────────────────────────

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

    # ── the checks that several tests make ───────────────────────────────────────────────────

    def _check_annotation(self, adapter: Adapter[Any], native: Any) -> None:
        before = self.contents(native)
        annotated = ground_graph(native, adapter=adapter).annotate()
        assert type(annotated) is type(native)
        assert list(differences(before, self.contents(annotated))) == []
        assert self.contents(native) == before, "the input was changed"

    def _check_places(self, adapter: Adapter[Any], native: Any) -> None:
        grounded = ground_graph(native, adapter=adapter, grounder=None)
        rows, _ = adapter.to_rows(native)
        items = items_of(rows)
        base = self._written(grounded, {})
        last: dict[str, int] = {}
        for name, ids in list(items.items())[:_TRIED]:
            changed = self._written(grounded, dict.fromkeys(ids, GroundingVerdict.CONTRADICTED))
            places = [path for path in changed if changed[path] != base.get(path)]
            assert len(places) == 1, f"the verdict of {name} stands at {list(map(shown, places))}"
            kind = name.partition("/")[0]
            order = list(changed).index(places[0])
            assert order >= last.get(kind, 0), f"{name} stands before an earlier {kind}"
            last[kind] = order
            self._check_surroundings(adapter, native, grounded, ids)

    def _check_surroundings(
        self, adapter: Adapter[Any], native: Any, grounded: GroundedGraph, ids: Iterable[str]
    ) -> None:
        """Check that where an item's verdict stands, the item's own names stand."""
        chosen = set(ids)
        row = next(row for row in adapter.to_rows(native)[0] if row.id in chosen)
        names = [row.subject, row.subject_key, str(row.object), *row.subject_aliases]
        facts = [
            judged(fact, GroundingVerdict.CONTRADICTED if fact.id in chosen else None)
            for fact in grounded.facts
        ]
        contents = self.contents(adapter.annotate(native, facts))
        refuted = [m for m in marks(contents) if "contradicted" in m.values.values()]
        there = [text for mark in refuted for text in mark.around]
        assert any(name and any(name in text for text in there) for name in names), (
            f"{row.id}: where its verdict stands, there is none of {names}"
        )

    def _written(
        self, grounded: GroundedGraph, verdicts: dict[str, GroundingVerdict]
    ) -> dict[Any, Any]:
        assert grounded.adapter is not None
        facts = [
            judged(fact, verdicts.get(fact.id, GroundingVerdict.SUPPORTED))
            for fact in grounded.facts
        ]
        annotated = grounded.adapter.annotate(grounded.native, facts)
        return self._verdicts(annotated)

    def _verdicts(self, native: Any) -> dict[Any, Any]:
        """Return the verdicts in a native object, by their place, in order."""
        return {mark.path: dict(mark.values) for mark in marks(self.contents(native))}


def _read(adapter: Adapter[Any], native: Any) -> tuple[Any, ...]:
    """Return the rows, and the documents without the moment at which they were made."""
    rows, documents = adapter.to_rows(native)
    return rows, [(d.id, d.text, d.uri, d.title, d.metadata) for d in documents]


def _only(
    adapter: Adapter[Any], native: Any, ids: Iterable[str]
) -> tuple[list[TripleRow], list[Document]]:
    chosen = set(ids)
    rows, documents = adapter.to_rows(native)
    return [row for row in rows if row.id in chosen], documents
