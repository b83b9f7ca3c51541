"""Does an adapter make nodes one that are one thing, and lose nothing on the way?

An adapter whose framework has no nodes has no method `merge`, and these laws are passed over.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest

from openodke.interop import (
    LITERAL_TYPES,
    MERGED_KEY,
    Adapter,
    Merged,
    MergingAdapter,
    NodeMerge,
    NodeName,
    TripleRow,
    ground_graph,
)
from openodke.testing.contract_claims import read
from openodke.testing.contract_fixtures import ContractFixtures
from openodke.testing.native_contents import differences, marks
from openodke.text.entity_key import entity_key

Said = tuple[object, str, object]


class MergingLaws(ContractFixtures):
    """What `merge` keeps to, of an adapter that has it."""

    @pytest.fixture
    def merging(self, adapter: Adapter[Any]) -> MergingAdapter[Any]:
        """Return the adapter as one that merges; without a method `merge` the laws are skipped."""
        if not isinstance(adapter, MergingAdapter):
            pytest.skip(f"the adapter {adapter.name!r} merges no nodes")
        return adapter

    @pytest.fixture
    def twins(self, adapter: Adapter[Any], native: Any) -> NodeMerge:
        """Return two nodes of `native` to be made one; by default, the last and the first of one.

        Both have one type. Give it where `native` has no such two.
        """
        names = list(dict.fromkeys(nodes_of(adapter.to_rows(native)[0])))
        for old in reversed(names):
            for new in names:
                if old != new and old.type == new.type and old.name != new.name:
                    return NodeMerge(old, new, "said by the test")
        pytest.skip("give the fixture `twins`: the fixture `native` has no two nodes of one type")

    def test_merging_nothing_changes_nothing(
        self, merging: MergingAdapter[Any], adapter: Adapter[Any], native: Any
    ) -> None:
        """A node that the object does not have is passed over, and so is no merge at all."""
        stranger = NodeMerge(NodeName("Nobody at all"), NodeName("Nobody else"), "of another graph")
        annotated = ground_graph(native, adapter=adapter).annotate()
        for merges in ([], [stranger]):
            merged = merging.merge(annotated, merges)
            assert self.contents(merged.native) == self.contents(annotated)
            assert merged.nodes == ()

    def test_the_node_that_stays_has_all(
        self, merging: MergingAdapter[Any], adapter: Adapter[Any], native: Any, twins: NodeMerge
    ) -> None:
        """Every claim is there under its name, and none is there that was not; the input is kept.

        Free text, such as a description, may have become one, or go where the node says more now.
        """
        before = self.contents(native)
        merged = merging.merge(native, [twins])
        assert type(merged.native) is type(native)
        assert self.contents(native) == before, "the input was changed"
        wanted = set(_said(adapter.to_rows(native)[0], twins))
        rows, _ = adapter.to_rows(merged.native)
        said, left = set(_said(rows)), set(nodes_of(rows))
        assert said <= wanted, f"merging made up {said - wanted}"
        lost = [claim for claim in wanted - said if claim[2] is not None or claim[0] not in left]
        assert lost == [], "merging lost these"
        assert twins.old not in left, f"{twins.old} still stands somewhere"

    def test_what_was_merged_can_be_traced(
        self, merging: MergingAdapter[Any], native: Any, twins: NodeMerge
    ) -> None:
        """Both ids are told with the reason, and the old one is found in the object."""
        merged: Merged[Any] = merging.merge(native, [twins])
        (node,) = merged.nodes
        assert node.old != node.new
        assert node.because == twins.because
        listed = [name for text in _values(self.contents(merged.native)) for name in _listed(text)]
        assert node.old in listed or node.name in listed, (
            f"{node.old} ({node.name}) stands in no {MERGED_KEY}: {listed}"
        )

    def test_merging_again_changes_nothing(
        self, merging: MergingAdapter[Any], native: Any, twins: NodeMerge
    ) -> None:
        """A node that is gone is merged no more."""
        once = merging.merge(native, [twins])
        again = merging.merge(once.native, [twins])
        assert self.contents(again.native) == self.contents(once.native)
        assert again.nodes == ()

    def test_verdicts_go_along(
        self, merging: MergingAdapter[Any], adapter: Adapter[Any], native: Any, twins: NodeMerge
    ) -> None:
        """An annotated object is merged as one without verdicts is, which stay flat texts."""
        annotated = ground_graph(native, adapter=adapter).annotate()
        merged = merging.merge(annotated, [twins]).native
        bare = merging.merge(native, [twins]).native
        assert list(differences(self.contents(bare), self.contents(merged))) == []
        found = list(marks(self.contents(merged)))
        assert found, "no verdict is left"
        for mark in found:
            for key, value in mark.values.items():
                assert (isinstance(value, str) and value) or (value is None and self.has_columns), (
                    f"{key} is {value!r}, and no text"
                )

    def test_what_was_merged_can_be_kept_and_annotated(
        self, merging: MergingAdapter[Any], adapter: Adapter[Any], native: Any, twins: NodeMerge
    ) -> None:
        """It is an object like any other: read twice the same, annotated without another change."""
        merged = merging.merge(native, [twins]).native
        assert read(adapter, merged) == read(adapter, merged)
        grounded = ground_graph(merged, adapter=adapter)
        annotated = grounded.annotate()
        assert list(differences(self.contents(merged), self.contents(annotated))) == []
        grounded.keep(force=True)

    def test_without_merge_no_node_changes(self, adapter: Adapter[Any], native: Any) -> None:
        """`annotate` writes names beside the items alone."""
        annotated = self.contents(ground_graph(native, adapter=adapter).annotate())
        assert MERGED_KEY not in _keys(annotated)


def nodes_of(rows: Iterable[TripleRow]) -> Iterable[NodeName]:
    """Yield the nodes that rows name, as a merge names them."""
    for row in rows:
        yield _name(row.subject, row.subject_type, row.subject_key)
        if isinstance(row.object, str) and (row.object_key or row.object_type not in LITERAL_TYPES):
            yield _name(row.object, row.object_type, row.object_key)


def _name(name: str, kind: str | None, key: str | None) -> NodeName:
    return NodeName(name, kind, None if kind and key == entity_key(kind, name) else key)


def _said(rows: Iterable[TripleRow], twins: NodeMerge | None = None) -> Iterable[Said]:
    """Yield what rows say, one node in place of another; of free text, that there is one."""

    def now(node: NodeName) -> NodeName:
        return twins.new if twins is not None and node == twins.old else node

    for row in rows:
        subject = now(_name(row.subject, row.subject_type, row.subject_key))
        if isinstance(row.object, str) and (row.object_key or row.object_type not in LITERAL_TYPES):
            obj = now(_name(row.object, row.object_type, row.object_key))
            yield subject, row.predicate, obj
        else:
            yield subject, row.predicate, None if row.object_type == "text" else row.object


def _values(contents: Any) -> Iterable[object]:
    """Yield what stands under MERGED_KEY, wherever it does."""
    if isinstance(contents, dict):
        for key, value in contents.items():
            if key == MERGED_KEY:
                yield from value if isinstance(value, list) else [value]
            else:
                yield from _values(value)
    elif isinstance(contents, list):
        for item in contents:
            yield from _values(item)


def _keys(contents: Any) -> set[str]:
    if isinstance(contents, dict):
        return set(contents).union(*map(_keys, contents.values()))
    return set().union(*map(_keys, contents)) if isinstance(contents, list) else set()


def _listed(text: object) -> list[str]:
    return list(json.loads(text)) if isinstance(text, str) else []
