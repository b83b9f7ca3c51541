"""The free check: does the cited span exist, and does it say what it is quoted for?"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.ground import SpanGrounder, SpanStatus, check_span
from openodke.ground.stamp import ground_record, reason_of, stamped
from openodke.model import Document, Entity, Evidence, Fact, GroundingVerdict, Span
from openodke.model.keys import GROUND, QUOTE

DOC = Document(id="d", text="Ina Voss was born in Orle in 1815.")
INA = Entity(key="Person:ina voss", type="Person", label="Ina Voss")


def cites(start: int, end: int, quote: str | None = None, doc_id: str = "d") -> Evidence:
    """Return evidence that cites a span."""
    return Evidence(doc_id="d", span=Span(doc_id=doc_id, start=start, end=end, quote=quote))


def born(*evidence: Evidence, **qualifiers: object) -> Fact:
    """Return a fact on that evidence."""
    return Fact(
        subject=INA, predicate="born", object_value=1815, evidence=evidence, qualifiers=qualifiers
    )


NO_SPAN = Evidence(doc_id="d")
GOOD = cites(29, 33, "1815")
EVIDENCE = {
    "quoted": (GOOD, SpanStatus.LOCATED),
    "without_quote": (cites(0, 34), SpanStatus.LOCATED),
    "last_character": (cites(33, 34, "."), SpanStatus.LOCATED),
    "document_only": (NO_SPAN, SpanStatus.NO_SPAN),
    "other_document": (cites(0, 4, doc_id="x"), SpanStatus.FOREIGN),
    "other_document_out_of_range": (cites(-5, 900, doc_id="x"), SpanStatus.FOREIGN),
    "past_the_end": (cites(29, 90), SpanStatus.OUT_OF_RANGE),
    "one_past_the_end": (cites(0, 35), SpanStatus.OUT_OF_RANGE),
    "negative": (cites(-5, 4), SpanStatus.OUT_OF_RANGE),
    "backwards": (cites(9, 4), SpanStatus.OUT_OF_RANGE),
    "cut_short_to_its_quote": (cites(29, 90, "1815."), SpanStatus.OUT_OF_RANGE),
    "empty": (cites(4, 4), SpanStatus.EMPTY),
    "empty_at_the_end": (cites(34, 34), SpanStatus.EMPTY),
    "empty_quote": (cites(0, 0, ""), SpanStatus.EMPTY),
    "empty_past_the_end": (cites(35, 35), SpanStatus.OUT_OF_RANGE),
    "other_quote": (cites(29, 33, "1816"), SpanStatus.QUOTE_MISMATCH),
    "other_case": (cites(0, 8, "ina voss"), SpanStatus.QUOTE_MISMATCH),
    "shifted": (cites(28, 32, "1815"), SpanStatus.QUOTE_MISMATCH),
}
REJECTED = {SpanStatus.OUT_OF_RANGE, SpanStatus.EMPTY, SpanStatus.QUOTE_MISMATCH}


@pytest.mark.parametrize("name", EVIDENCE)
def test_evidence_has_a_status(name: str) -> None:
    """The document, the range, the length and the quote are judged in this order."""
    evidence, status = EVIDENCE[name]
    assert check_span(evidence, DOC) is status


def test_a_wrong_span_is_rejected_and_an_unknown_one_is_not() -> None:
    """A span into another document, or none, may be right; the rest is wrong here."""
    assert {status for status in SpanStatus if status.rejected} == REJECTED


@pytest.mark.parametrize("name", EVIDENCE)
def test_a_fact_on_one_piece_of_evidence_stands_or_falls_with_it(name: str) -> None:
    """Only a located span keeps the fact open; a rejected one is dropped, an unknown one kept."""
    evidence, status = EVIDENCE[name]
    fact = SpanGrounder().ground(born(evidence), DOC)
    if status is SpanStatus.LOCATED:
        assert fact == born(evidence).model_copy(update={"id": fact.id})
        return
    assert fact.verdict is GroundingVerdict.NOT_FOUND
    assert fact.evidence == (() if status.rejected else (evidence,))
    record = ground_record(fact)
    assert (record["grounder"], record["reason"]) == ("span@1", status.value)
    assert (record["suspicion"], record["looked_at"]) == (1.0, ["d:0-34"])


def test_one_located_span_keeps_the_fact_and_the_wrong_ones_go() -> None:
    """The evidence that holds, and what cannot be judged here, is kept in order."""
    foreign, wrong = cites(0, 4, doc_id="x"), cites(0, 90)
    fact = SpanGrounder().ground(born(foreign, wrong, GOOD, NO_SPAN), DOC)
    assert fact.verdict is GroundingVerdict.UNCHECKED
    assert fact.evidence == (foreign, GOOD, NO_SPAN)
    assert GROUND not in fact.qualifiers


def test_the_reason_is_what_is_wrong_before_what_is_missing() -> None:
    """A rejected span says more than a document-level citation beside it."""
    fact = SpanGrounder().ground(born(NO_SPAN, cites(0, 90)), DOC)
    assert reason_of(fact) == "out_of_range"
    assert fact.evidence == (NO_SPAN,)


def test_a_quote_that_the_text_does_not_hold_is_its_own_reason() -> None:
    """The source quoted something, and no span could be found for it."""
    fact = SpanGrounder().ground(born(NO_SPAN, **{QUOTE: "born in Tarn"}), DOC)
    assert (fact.verdict, reason_of(fact)) == (GroundingVerdict.NOT_FOUND, "quote_absent")


def test_a_fact_that_cites_nothing_is_unchecked() -> None:
    """A claim without a text is never refuted."""
    grounder = SpanGrounder()
    fact = grounder.ground(born(), DOC)
    assert (fact.verdict, reason_of(fact)) == (GroundingVerdict.UNCHECKED, "no_source")
    assert (grounder.stats["no_source"], grounder.stats["not_found"]) == (1, 0)


def test_everything_is_counted() -> None:
    """Facts, verdicts that stood, each piece of evidence by its status, and refusals."""
    grounder = SpanGrounder()
    standing = born(GOOD).model_copy(update={"verdict": GroundingVerdict.SUPPORTED})
    facts = [born(GOOD, cites(0, 90)), born(NO_SPAN), born(), standing, born(cites(3, 3))]
    grounded = grounder.ground_many(facts, DOC)
    assert [fact.id for fact in grounded] == [fact.id for fact in facts]
    assert dict(grounder.stats) == {
        "facts": 5,
        "skipped": 1,
        "no_source": 1,
        "no_text": 0,
        "not_found": 2,
        "located": 1,
        "out_of_range": 1,
        "no_span": 1,
        "empty": 1,
        "foreign": 0,
        "quote_mismatch": 0,
    }


@pytest.mark.parametrize("verdict", [v for v in GroundingVerdict if v.value != "unchecked"])
def test_a_verdict_that_stands_is_left_alone(verdict: GroundingVerdict) -> None:
    """An interrupted run resumes: what has a verdict costs nothing, wrong spans included."""
    fact = born(cites(0, 90)).model_copy(update={"verdict": verdict})
    assert SpanGrounder().ground(fact, DOC) is fact


def test_a_verdict_is_asked_again_on_demand() -> None:
    """With `reground` a verdict protects no wrong span."""
    fact = born(cites(0, 90)).model_copy(update={"verdict": GroundingVerdict.SUPPORTED})
    again = SpanGrounder(reground=True).ground(fact, DOC)
    assert (again.verdict, reason_of(again)) == (GroundingVerdict.NOT_FOUND, "out_of_range")


def test_regrounding_takes_back_what_no_longer_holds() -> None:
    """A fact refused for a span that is right now is unchecked again."""
    refused = stamped(
        born(GOOD), GroundingVerdict.NOT_FOUND, grounder="span@1", reason="out_of_range"
    )
    again = SpanGrounder(reground=True).ground(refused, DOC)
    assert again.verdict is GroundingVerdict.UNCHECKED
    assert reason_of(again) == ""


def test_the_input_is_untouched() -> None:
    """Grounding returns another fact."""
    fact = born(cites(0, 90), GOOD)
    before = fact.model_dump_json()
    SpanGrounder().ground(fact, DOC)
    assert fact.model_dump_json() == before


@given(
    st.text(st.characters(codec="utf-8"), max_size=20),
    st.integers(-3, 25),
    st.integers(-3, 25),
    st.text(max_size=5) | st.none(),
)
def test_a_span_is_located_exactly_when_it_can_be_cut_out(
    text: str, start: int, end: int, quote: str | None
) -> None:
    """A located span is not empty, lies in the text, and holds its quote."""
    doc = Document(id="d", text=text)
    holds = 0 <= start < end <= len(text) and quote in (None, text[start:end])
    status = check_span(cites(start, end, quote), doc)
    assert (status is SpanStatus.LOCATED) == holds
    assert status.rejected == (not holds)
