"""Does an adapter write each verdict at its own place, and change nothing else?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from openodke.errors import InputError
from openodke.interop import ITEM_KEYS, Adapter, GroundedGraph, ground_graph
from openodke.model import GroundingVerdict
from openodke.testing.contract_claims import TRIED, fully_told, items_of, judged, read
from openodke.testing.contract_fixtures import ContractFixtures
from openodke.testing.native_contents import contents_of, differences, marks, shown


class AnnotationLaws(ContractFixtures):
    """What `annotate` keeps to."""

    def test_annotating_changes_nothing_else(self, adapter: Adapter[Any], native: Any) -> None:
        """Law 1: without its `odke_*` keys the result equals the input, which is untouched."""
        self.check_annotation(adapter, native)

    def test_annotating_again_changes_nothing_more(
        self, adapter: Adapter[Any], native: Any
    ) -> None:
        """Law 2: the same verdicts change nothing, new ones replace the old.

        Nothing that an earlier run wrote survives: a mark for a person, a canonical name, a link.
        """
        facts = ground_graph(native, adapter=adapter).facts
        other = [judged(fact, GroundingVerdict.SUPPORTED) for fact in facts]
        once = adapter.annotate(native, facts)
        assert self.contents(adapter.annotate(once, facts)) == self.contents(once)
        replaced = self.contents(adapter.annotate(once, other))
        assert replaced == self.contents(adapter.annotate(native, other))
        full = adapter.annotate(native, list(map(fully_told, facts)))
        there = {key for mark in marks(self.contents(full)) for key in mark.values}
        assert there >= set(ITEM_KEYS), f"not written: {set(ITEM_KEYS) - there}"
        assert self.contents(adapter.annotate(full, other)) == replaced

    def test_verdicts_are_no_claims(self, adapter: Adapter[Any], native: Any) -> None:
        """What was annotated makes the rows that it made before."""
        grounded = ground_graph(native, adapter=adapter)
        again = contents_of(read(adapter, grounded.annotate()))
        assert list(differences(contents_of(read(adapter, native)), again)) == []

    def test_the_order_of_the_facts_does_not_matter(
        self, adapter: Adapter[Any], native: Any
    ) -> None:
        """Each fact finds its place by its id."""
        facts = ground_graph(native, adapter=adapter).facts
        turned = adapter.annotate(native, tuple(reversed(facts)))
        assert self.verdicts(turned) == self.verdicts(adapter.annotate(native, facts))

    def test_verdicts_land_at_their_own_place(self, adapter: Adapter[Any], native: Any) -> None:
        """Law 4: an item's verdict stands at that item, among exact duplicates too."""
        self.check_places(adapter, native)

    def test_what_is_written_is_flat(self, adapter: Adapter[Any], native: Any) -> None:
        """A verdict key holds a text that is not empty, or it is not there."""
        annotated = self.contents(ground_graph(native, adapter=adapter).annotate())
        found = list(marks(annotated))
        assert found, "no verdict was written"
        for mark in found:
            for key, value in mark.values.items():
                at = shown((*mark.path, key))
                if not (value is None and self.has_columns):
                    assert isinstance(value, str), f"{at} is {value!r}, and no text"
                    assert value, f"{at} is an empty text: leave the key out"

    def test_a_fact_of_something_else_is_refused(self, adapter: Adapter[Any], native: Any) -> None:
        """A fact whose id is no row's is an error that names it, of another object's rows too."""
        fact = ground_graph(native, adapter=adapter).facts[0]
        kind = fact.id.split("/")[1]
        for strange in ("stranger", "0/stranger/0", f"0/{kind}/987654"):
            stranger = fact.model_copy(update={"id": strange})
            with pytest.raises(InputError, match=strange):
                adapter.annotate(native, [stranger])

    def test_some_facts_are_enough(self, adapter: Adapter[Any], native: Any) -> None:
        """Any iterable of facts will do; an item of which there is none has no verdict."""
        facts = ground_graph(native, adapter=adapter).facts
        whole = self.verdicts(adapter.annotate(native, iter(facts)))
        assert whole == self.verdicts(adapter.annotate(native, facts))
        for some in ((), facts[:1], facts[1:]):
            annotated = self.contents(adapter.annotate(native, some))
            assert list(differences(self.contents(native), annotated)) == []

    def check_annotation(self, adapter: Adapter[Any], native: Any) -> None:
        """Check law 1."""
        before = self.contents(native)
        annotated = ground_graph(native, adapter=adapter).annotate()
        assert type(annotated) is type(native)
        assert list(differences(before, self.contents(annotated))) == []
        changed = list(differences(before, self.contents(native)))
        assert changed == [], "the input was changed"
        assert self.contents(native) == before, "verdicts were written into the input"

    def check_places(self, adapter: Adapter[Any], native: Any) -> None:
        """Check law 4: change the verdict of one item after the other, and see what changes."""
        grounded = ground_graph(native, adapter=adapter, grounder=None)
        rows, _ = adapter.to_rows(native)
        items = items_of(rows)
        base = self._written(grounded, {})
        last: dict[str, int] = {}
        for name, ids in list(items.items())[:TRIED]:
            changed = self._written(grounded, dict.fromkeys(ids, GroundingVerdict.CONTRADICTED))
            places = [path for path in changed if changed[path] != base.get(path)]
            assert len(places) == 1, (
                f"when {name} is contradicted, and all else supported, odke_* keys change at "
                f"{list(map(shown, places)) or 'no place'}: its own place is one; an item that "
                "makes several claims needs flat_verdicts"
            )
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
        return self.verdicts(annotated)
