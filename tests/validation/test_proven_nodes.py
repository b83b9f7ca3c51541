"""Which nodes does a run prove to be one thing, and which are only similar?"""

from __future__ import annotations

import random
from typing import Any

import pytest

from openodke import Document, Entity, TripleRow, Validator
from openodke.corroborate import MemoryLookup, NativeResolver
from openodke.errors import AdapterError, InputError
from openodke.interop import Merged, MergedNode, MergingAdapter, NodeMerge, NodeName, merges_among

TEXT = Document(id="t", text="Ada met Bo at Acme.", uri="https://example.org/t")


class ListOfRows:
    """An adapter whose native object is a list of rows in a tuple."""

    name = "rows"
    carries = frozenset({"predicate"})
    examples = frozenset[str]()

    def accepts(self, native: object) -> bool:
        """Tell whether it is a tuple of rows."""
        return isinstance(native, tuple)

    def open(self, path: Any) -> Any:
        """There are no files of it."""
        raise AdapterError(f"{path}: no file")

    def to_rows(self, native: Any, documents: Any = ()) -> Any:
        """Return the rows as they are."""
        del documents
        return list(native), [TEXT]

    def left_out(self, native: Any) -> Any:
        """Nothing is left out."""
        del native
        return []

    def annotate(self, native: Any, facts: Any, *, graph: Any = None) -> Any:
        """Return the rows as they are: verdicts are not looked at here."""
        del facts, graph
        return native

    def keep(self, native: Any, facts: Any, **_: Any) -> Any:
        """Return the rows as they are."""
        return self.annotate(native, facts)

    def build(self, graph: Any, documents: Any) -> Any:
        """Nothing is built here."""
        raise NotImplementedError


class MergingRows(ListOfRows):
    """One that can rename."""

    def merge(self, native: Any, merges: Any) -> Merged[Any]:
        """Rename the subjects."""
        now = {merge.old.name: merge.new.name for merge in merges}
        renamed = tuple(
            row.model_copy(update={"subject": now.get(row.subject, row.subject)}) for row in native
        )
        return Merged(renamed, tuple(MergedNode(old, new) for old, new in now.items()))


def row(number: int, subject: str, **more: Any) -> TripleRow:
    """Return a row of a company, whose name the text holds or not."""
    return TripleRow(
        id=f"0/row/{number}",
        doc="t",
        subject=subject,
        predicate="named_in",
        object="Leeds",
        subject_type="Company",
        object_type="string",
        **more,
    )


def merges(*rows: TripleRow, adapter: Any = None, **options: Any) -> tuple[NodeMerge, ...]:
    """Return which nodes a run proves to be one."""
    _, report = Validator(**options).validate(rows, adapter=adapter or ListOfRows())
    return report.one_nodes


def test_a_domain_that_agrees_proves_it() -> None:
    """With the reason of the link, onto the node that has the canonical key."""
    (merge,) = merges(
        row(0, "Acme", subject_aliases=("acme.com",)),
        row(1, "Acme Holding", subject_aliases=("https://www.acme.com/",)),
    )
    assert (merge.old, merge.new) == (
        NodeName("Acme Holding", "Company"),
        NodeName("Acme", "Company"),
    )
    assert "domain" in merge.because


def test_names_that_are_only_similar_stay_two() -> None:
    """However alike they are; `normalize_batch` is the caller's word that they are one."""
    alike = (row(0, "Acme Widgets Limited"), row(1, "Acme Widget Limited"))
    assert merges(*alike) == ()
    (merge,) = merges(*alike, resolver=NativeResolver(normalize_batch=True))
    assert merge.because.startswith("in-batch merge")


def test_one_spelling_but_for_case_is_one_key() -> None:
    """As the graph has it: facts of both are about one entity."""
    (merge,) = merges(row(0, "ACME"), row(1, "Acme"), row(2, '"Acme"'))[:1]
    assert merge.because == "one key: Company:acme"
    assert len(merges(row(0, "ACME"), row(1, "Acme"), row(2, '"Acme"'))) == 2


def test_nodes_that_their_framework_keeps_apart_stay_two() -> None:
    """Two keys for one name; one key for two names is the caller's proof."""
    assert merges(row(0, "Acme", subject_key="c:1"), row(1, "Acme", subject_key="c:2")) == ()
    (merge,) = merges(row(0, "Acme", subject_key="c:1"), row(1, "Acme Inc", subject_key="c:1"))
    assert {merge.old.key, merge.new.key} == {"c:1"}
    own = row(0, "Acme", subject_key="Company:acme")
    assert merges(own, row(1, "Acme")) == ()  # the key says no more than the name


def test_another_type_is_another_thing() -> None:
    """Mercury the planet and Mercury the metal."""
    planet = row(0, "Mercury").model_copy(update={"subject_type": "Planet"})
    metal = row(1, "Mercury").model_copy(update={"subject_type": "Metal"})
    assert merges(planet, metal) == ()


def test_one_node_that_a_store_knows_stays_as_it_is() -> None:
    """There is nothing to merge it with; two that are the stored one are one."""
    stored = Entity(key="c:9", type="Company", label="Acme plc", aliases=("acme.com",))
    lookup = MemoryLookup({"c:9": stored})
    one = row(0, "Acme", subject_aliases=("acme.com",))
    assert merges(one, lookup=lookup) == ()
    (merge,) = merges(one, row(1, "Acme Holding", subject_aliases=("acme.com",)), lookup=lookup)
    assert {merge.old.name, merge.new.name} == {"Acme", "Acme Holding"}


def test_the_order_of_the_rows_does_not_matter() -> None:
    """The same merges, with the same reasons."""
    held = [row(n, name) for n, name in enumerate(["ACME", "Acme", "acme", "Bo", "BO"])]
    wanted = set(merges(*held))
    for seed in range(5):
        random.Random(seed).shuffle(held)
        assert set(merges(*held)) == wanted


def test_the_native_object_comes_back_merged_on_request() -> None:
    """And as it was without; the ids are told."""
    rows = (row(0, "ACME"), row(1, "Acme"))
    _, report = Validator().validate(rows, adapter=MergingRows())
    assert isinstance(report.adapter, MergingAdapter)
    assert {each.subject for each in report.annotate()} == {"ACME", "Acme"}
    assert len({each.subject for each in report.annotate(merge=True)}) == 1
    assert len({each.subject for each in report.keep(merge=True)}) == 1
    (node,) = report.merge_nodes(report.annotate()).nodes
    assert {node.old, node.new} == {"ACME", "Acme"}


def test_an_adapter_that_cannot_merge_says_so() -> None:
    """By its name and with its reason; rows have no nodes of a framework."""
    _, report = Validator().validate((row(0, "Acme"),), adapter=ListOfRows())
    with pytest.raises(AdapterError, match=r"'rows' merges no nodes: it has no method merge\(\)"):
        report.annotate(merge=True)
    with pytest.raises(AdapterError, match="merges no nodes"):
        report.keep(merge=True)
    _, report = Validator().validate([row(0, "Acme")], [TEXT])
    with pytest.raises(InputError, match="rows have no native object"):
        report.annotate(merge=True)
    _, report = Validator().validate([])
    assert report.annotate(merge=True) == []


def test_merges_among_what_is_there() -> None:
    """Who is gone is not merged; if the one that was to stay is, the first of the others does."""
    a, b, c = (NodeName(name) for name in "abc")
    given = [NodeMerge(a, c, "x"), NodeMerge(b, c, "y")]
    assert merges_among(given, {a, b, c}) == {a: given[0], b: given[1]}
    assert merges_among(given, {b, c}) == {b: given[1]}
    assert merges_among(given, {a, b}) == {b: NodeMerge(b, a, "y")}
    assert merges_among(given, {a}) == {}
    assert merges_among([NodeMerge(a, a)], {a}) == {}
