"""What is written beside an item of a native object?"""

from __future__ import annotations

from openodke import Document, Fact, TripleRow
from openodke.interop import ItemVerdict, flat_verdicts, to_fact, with_verdicts
from openodke.model import CANONICAL, GROUND, REVIEW

YARD = Document(id="yard", text="Orla Tamm built the Skua.")
PRESS = Document(id="press", text="The Skua sank.")


def judged(place: str, verdict: str, doc: Document = YARD, **qualifiers: object) -> Fact:
    """Return a fact of a row with a verdict."""
    row = TripleRow(id=place, doc=doc.id, subject="Orla Tamm", predicate="built", object="Skua")
    fact = to_fact(row, doc)
    record = {GROUND: {"reason": f"why {verdict}", "looked_at": [f"{doc.id}:0-9"]}}
    held = {**fact.qualifiers, **record, **qualifiers}
    return fact.model_copy(update={"verdict": verdict, "qualifiers": held})


def test_its_rows_give_one_verdict_in_any_order() -> None:
    """From the text that decides; where several do, in the order of the documents."""
    parts = [judged("0/link/3", "unchecked"), judged("1/link/3", "unchecked", PRESS)]
    item = ItemVerdict.of(parts)
    assert item == ItemVerdict.of(parts[::-1])
    assert item.values() == {
        "odke_verdict": "unchecked",
        "odke_reason": "why unchecked",
        "odke_evidence": "yard:0-9|press:0-9",
    }


def test_a_mark_for_a_person_is_written() -> None:
    """A verdict that should not be taken at its word says so in the framework, too."""
    fact = judged("0/link/0", "supported", **{REVIEW: "instruction_in_text: read it"})
    assert ItemVerdict.of([fact]).values()["odke_review"] == "instruction_in_text: read it"
    other = judged("1/link/0", "not_found", PRESS)
    assert "odke_review" in ItemVerdict.of([other, fact]).values()
    assert "odke_review" not in ItemVerdict.of([other]).values()


def test_canonical_names_are_written() -> None:
    """Those of the ends that were written otherwise, and what else the resolver says."""
    names = {"object": "MS Skua", "links": "similar:ship:skua-ii"}
    values = ItemVerdict.of([judged("0/link/0", "unchecked", **{CANONICAL: names})]).values()
    assert (values["odke_object_name"], values["odke_links"]) == ("MS Skua", "similar:ship:skua-ii")
    assert "odke_subject_name" not in values


def test_an_item_with_several_claims_has_the_least_favourable() -> None:
    """And each claim's own, by its field; the item's own claim has no key of its own."""
    verdicts = {
        "": ItemVerdict("supported", "supported"),
        "born": ItemVerdict("not_found", "value_absent"),
        "role": ItemVerdict("unchecked", "free_text"),
    }
    assert flat_verdicts(verdicts) == {
        "odke_verdict": "not_found",
        "odke_reason": "value_absent",
        "odke_verdict__born": "not_found",
        "odke_verdict__role": "unchecked",
    }
    assert flat_verdicts({}) == {}


def test_new_values_replace_the_old() -> None:
    """Everything of ours goes but `odke_predicate`, which is what the item says."""
    before = {"since": 1931, "odke_reason": "old", "odke_verdict__x": "old", "odke_predicate": "p"}
    after = with_verdicts(before, {"odke_verdict": "supported"})
    assert after == {"since": 1931, "odke_predicate": "p", "odke_verdict": "supported"}
