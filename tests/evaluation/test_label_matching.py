"""Does a label find its fact, through a merge and another spelling?"""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from openodke import Document, Entity, Evidence, Fact, Validator
from openodke.evaluation import Label, matched

SKUA = Entity(key="b", type="Boat", label="Skua", aliases=("MV  Skua",))
SKAIL = Entity(key="p", type="Port", label="Skail")


def moored(number: int = 0, document: str = "texts/log.txt", **more: object) -> Fact:
    """Return the claim that the Skua was moored at Skail."""
    fields: dict[str, object] = {
        "id": f"f{number}",
        "subject": SKUA,
        "predicate": "moored_at",
        "object_entity": SKAIL,
        "evidence": (Evidence(doc_id=document),),
    }
    return Fact.model_validate({**fields, **more})


def label(right: bool = True, **more: object) -> Label:
    """Return a label of that claim."""
    fields = {"triple": ("Skua", "moored_at", "Skail"), "place": "l.jsonl:1", **more}
    return Label(right, **fields)  # type: ignore[arg-type]


def test_a_triple_is_found_in_any_case_by_alias_and_by_the_texts_stem() -> None:
    """A predicate's words may be joined or not."""
    for said in (
        label(),
        label(doc="log"),
        label(doc="log.txt"),
        label(doc="texts/log.txt"),
        label(triple=("mv skua", "Moored at", "SKAIL"), doc="log"),
    ):
        found = matched([moored()], [said])
        assert [held.labels for held in found.claims] == [(said,)]
    for other in (label(doc="mill"), label(triple=("Skua", "moored_at", "Bergen"))):
        found = matched([moored()], [other])
        assert (found.claims, found.unmatched) == ((), (other,))
        assert len(found.unlabelled) == 1


def test_an_id_wins_over_the_triple() -> None:
    """And a label with an id that no fact has is found by its triple."""
    by_id, other = label(right=False, id="f1"), label(id="of another file")
    found = matched([moored(0), moored(1)], [by_id, other])
    assert [held.labels for held in found.claims] == [(other,), (by_id,)]
    assert not found.unmatched


def test_one_document_has_one_name_whatever_its_labels_call_it() -> None:
    """Else one text would count as two."""
    facts = [moored(0), moored(1), moored(2, "mill")]
    labels = [label(id="f0", doc="log"), label(id="f1"), label(id="f2", doc="a mill of ours")]
    names = [held.document for held in matched(facts, labels).claims]
    assert names == ["texts/log.txt", "texts/log.txt", "a mill of ours"]


def test_a_literal_is_found_as_it_was_written_before_it_was_normalised() -> None:
    """The source's spelling is kept by the normaliser."""
    row = {"id": "r", "doc": "log", "subject": "Skua", "predicate": "sank", "object": "3 May 1940",
           "object_type": "date"}  # fmt: skip
    graph, _ = Validator().validate([row], [Document(id="log", text="Skua sank on 3 May 1940.")])
    said = label(triple=("Skua", "sank", "3 May 1940"), doc="log")
    assert graph.facts[0].object_value == "1940-05-03"
    assert matched(graph.facts, [said]).claims[0].labels == (said,)


def test_a_merged_claim_has_the_labels_of_its_rows_and_is_right_where_one_is() -> None:
    """How many differ is told."""
    merged = moored(0, qualifiers={"odke.rows": ["r1", "r2"]})
    right, wrong = label(id="r1"), label(right=False, id="r2")
    found = matched([merged], [wrong, right])
    assert found.claims[0].right
    assert (found.mixed, found.unmatched) == (1, ())


def test_an_item_of_a_framework_is_labelled_with_all_of_its_texts() -> None:
    """And a label of one row is that row's alone."""
    facts = [moored(0, id="0/relationship/7"), moored(0, id="3/relationship/7")]
    item, row = label(id="relationship/7"), label(right=False, id="3/relationship/7")
    assert [len(group) for group in matched(facts, [item]).groups] == [2]
    both = matched(facts, [item, row])
    assert [held.labels for held in both.claims] == [(item,), (row, item)]
    assert len(both.groups) == 2


def test_a_label_without_a_document_is_of_all_texts_together() -> None:
    """One claim is spoken for by the row that has the verdict of all."""
    facts = [moored(0, "log", verdict="not_found"), moored(1, "mill", verdict="supported")]
    (spoken,) = matched(facts, [label()]).spoken
    assert spoken.fact.verdict == "supported"
    assert len(matched(facts, [label(doc="log"), label(doc="mill")]).spoken) == 2


@given(st.randoms(), st.lists(st.booleans(), min_size=1, max_size=8))
def test_the_order_of_lines_changes_nothing(chance: random.Random, truths: list[bool]) -> None:
    """Each fact gets the same labels."""
    facts = [moored(at) for at in range(len(truths))]
    labels = [label(right=right, id=f"f{at}") for at, right in enumerate(truths)]
    shuffled = list(labels)
    chance.shuffle(shuffled)
    first, second = matched(facts, labels), matched(facts, shuffled)
    assert [held.labels for held in first.claims] == [held.labels for held in second.claims]
