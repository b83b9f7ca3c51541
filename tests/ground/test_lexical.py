"""The grounder without a model: it refutes what a text does not name and affirms nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.ground import LexicalGrounder, SpanLocator
from openodke.ground.stamp import (
    LEXICAL,
    MODEL,
    SPAN,
    ground_record,
    reason_of,
    stamped,
    suspicion_of,
)
from openodke.model import Document, Entity, Evidence, Fact, GroundingVerdict, Span, SpanOrigin
from openodke.model.keys import CLAIM, GROUND, OBJECT_TYPE, QUOTE

TEXT = "Tarn Ltd opened a mill in Orle. It hired Ina Voss in 1999.\n\nBrill lies on the sea."
DOC = Document(id="d", text=TEXT)
NOT_FOUND, UNCHECKED = GroundingVerdict.NOT_FOUND, GroundingVerdict.UNCHECKED
SUPPORTED = GroundingVerdict.SUPPORTED


def whole(doc: Document) -> Evidence:
    """Return what a claim without a citation carries."""
    span = Span(doc_id=doc.id, start=0, end=len(doc.text))
    return Evidence(doc_id=doc.id, span=span, span_origin=SpanOrigin.CONTEXT)


def claim(
    subject: str,
    obj: str | int,
    doc: Document = DOC,
    *,
    subject_type: str = "Thing",
    literal: bool = False,
    **more: object,
) -> Fact:
    """Return a claim on the whole of a text."""
    is_literal = literal or not isinstance(obj, str)
    edge = Entity(key=f"Thing:{obj}", type="Thing", label=str(obj))
    fields: dict[str, object] = {
        "subject": Entity(key=f"T:{subject}", type=subject_type, label=subject),
        "predicate": "p",
        "evidence": (whole(doc),),
        "object_value" if is_literal else "object_entity": obj if is_literal else edge,
    }
    return Fact(**{**fields, **more})  # type: ignore[arg-type]


def ground(fact: Fact, doc: Document = DOC, **options: object) -> Fact:
    """Return one fact grounded on its own."""
    return LexicalGrounder(**options).ground(fact, doc)  # type: ignore[arg-type]


def sentences_of(fact: Fact, doc: Document) -> list[str]:
    """Return what the record says was looked at."""
    places = [place.rpartition(":") for place in ground_record(fact)["looked_at"]]
    assert {doc_id for doc_id, _, _ in places} <= {doc.id}
    offsets = [tuple(map(int, offsets.split("-"))) for _, _, offsets in places]
    return [doc.text[start:end] for start, end in offsets]


@pytest.mark.parametrize(
    ("fact", "verdict", "reason", "looked_at"),
    [
        (claim("Tarn Ltd", "Orle"), UNCHECKED, "same_sentence", [TEXT[:31]]),
        (claim("Tarn Ltd", "Ina Voss"), UNCHECKED, "neighbours", [TEXT[:31], TEXT[32:58]]),
        (claim("Orle", "Brill"), UNCHECKED, "apart", [TEXT[:31], TEXT[60:]]),
        (claim("Brill", "Orle"), UNCHECKED, "apart", [TEXT[:31], TEXT[60:]]),
        (claim("She", "Brill"), UNCHECKED, "unresolved_subject", [TEXT[60:]]),
        (claim("Ina Voss", 1999), UNCHECKED, "same_sentence", [TEXT[32:58]]),
        (claim("Kiln", "Orle"), NOT_FOUND, "subject_absent", [TEXT]),
        (claim("Orle", "Kiln"), NOT_FOUND, "object_absent", [TEXT]),
        (claim("Ina Voss", 2001), NOT_FOUND, "value_absent", [TEXT]),
    ],
)
def test_a_fact_gets_a_verdict_a_reason_and_its_sentences(
    fact: Fact, verdict: GroundingVerdict, reason: str, looked_at: list[str]
) -> None:
    """What was looked at is told as offsets that slice the sentences named."""
    grounded = ground(fact)
    assert (grounded.verdict, reason_of(grounded)) == (verdict, reason)
    assert sentences_of(grounded, DOC) == looked_at
    assert ground_record(grounded)["grounder"] == LEXICAL
    assert (suspicion_of(grounded) == 1) == (verdict is NOT_FOUND)


def test_offsets_are_raw_where_folding_changes_lengths() -> None:
    """Sentences are sliced out of the text as it is."""
    doc = Document(id="a:b", text="Die ﬁrma İzmir…  Straße №5. Ihr Chef traf STRAẞE. Ende.")
    grounded = ground(claim("Chef", "Strasse", doc), doc)
    assert sentences_of(grounded, doc) == ["Ihr Chef traf STRAẞE."]


def test_it_never_affirms() -> None:
    """However plainly the text states the claim, without a model it stays unchecked."""
    doc = Document(id="d", text="Tarn opened Orle.")
    assert ground(claim("Tarn", "Orle", doc, predicate="opened"), doc).verdict is UNCHECKED


def test_a_claim_without_a_text_is_no_source() -> None:
    """It is never refuted."""
    grounded = ground(claim("Kiln", "Dorn", evidence=()))
    assert (grounded.verdict, reason_of(grounded)) == (UNCHECKED, "no_source")


def test_an_empty_text_is_no_text() -> None:
    """A citation of nothing cannot hold, and a document of white space refutes nothing."""
    blank = Document(id="d", text=" \n")
    grounded = ground(claim("Kiln", "Dorn", blank), blank)
    assert (grounded.verdict, reason_of(grounded)) == (UNCHECKED, "no_text")


def test_a_text_of_no_characters_is_no_text_either() -> None:
    """The row cites the whole text; that there is none of it is no fault of the citation."""
    blank = Document(id="d", text="")
    grounded = ground(claim("Kiln", "Dorn", blank), blank)
    assert (grounded.verdict, reason_of(grounded)) == (UNCHECKED, "no_text")


@pytest.mark.parametrize(
    ("evidence", "qualifiers", "reason"),
    [
        (Evidence(doc_id="d"), {}, "no_span"),
        (Evidence(doc_id="d"), {QUOTE: "It closed."}, "quote_absent"),
        (Evidence(doc_id="d", span=Span(doc_id="x", start=0, end=4)), {}, "foreign"),
        (Evidence(doc_id="d", span=Span(doc_id="d", start=0, end=999)), {}, "out_of_range"),
        (Evidence(doc_id="d", span=Span(doc_id="d", start=3, end=3)), {}, "empty"),
        (
            Evidence(doc_id="d", span=Span(doc_id="d", start=0, end=4, quote="Orle")),
            {},
            "quote_mismatch",
        ),
    ],
)
def test_a_citation_that_does_not_resolve_is_settled_by_the_span_check(
    evidence: Evidence, qualifiers: dict[str, str], reason: str
) -> None:
    """The names are not looked up, and the record names the judge."""
    grounder = LexicalGrounder()
    fact = claim("Tarn Ltd", "Orle", evidence=(evidence,), qualifiers=qualifiers)
    grounded = grounder.ground(fact, DOC)
    assert (grounded.verdict, reason_of(grounded)) == (NOT_FOUND, reason)
    assert ground_record(grounded)["grounder"] == SPAN
    assert grounder.stats["looked"] == 0


def test_the_whole_document_is_read_and_not_the_span_alone() -> None:
    """A cited sentence that names one end refutes nothing where the text names the other."""
    cited = Evidence(doc_id="d", span=Span(doc_id="d", start=0, end=31))
    assert ground(claim("Tarn Ltd", "Ina Voss", evidence=(cited,))).verdict is UNCHECKED


def test_everything_is_counted() -> None:
    """Facts, what was looked at, and each reason, over the grounder's life."""
    grounder = LexicalGrounder()
    facts = [claim("Tarn Ltd", "Orle"), claim("Kiln", "Orle"), claim("Kiln", "Orle", evidence=())]
    grounded = grounder.ground_many(facts, DOC)
    assert [fact.id for fact in grounded] == [fact.id for fact in facts]
    assert grounder.stats["looked"] == 2
    assert grounder.stats["facts"] == 3
    assert grounder.stats["no_source"] == 1
    reasons = {"same_sentence": 1, "subject_absent": 1, "no_source": 1}
    assert grounder.stats["reasons"] == reasons
    grounder.ground_many(grounded, DOC)
    assert grounder.stats["skipped"] == 1
    assert grounder.stats["looked"] == 3


ABSENT = claim("Kiln", "Orle")  # what a judge that asks would refuse
JUDGED = {
    "its own": (LEXICAL, NOT_FOUND),
    "a later version's": ("lexical@9", NOT_FOUND),
    "a model's": (MODEL, SUPPORTED),
    "another judge's": ("acme-judge@1", GroundingVerdict.CONTRADICTED),
}


@pytest.mark.parametrize("whose", JUDGED)
def test_a_verdict_of_the_same_or_a_stronger_judge_stands(whose: str) -> None:
    """It is not asked again, and the fact comes back as it is."""
    judge, verdict = JUDGED[whose]
    fact = stamped(ABSENT, verdict, grounder=judge, reason="earlier")
    assert ground(fact) is fact


def test_an_unsigned_verdict_stands() -> None:
    """It is taken for a model's."""
    fact = ABSENT.model_copy(update={"verdict": SUPPORTED})
    assert ground(fact) is fact


def test_what_nobody_decided_is_asked_again() -> None:
    """An unchecked fact has no verdict that could stand, whoever left it so."""
    for judge in (SPAN, LEXICAL, MODEL):
        fact = stamped(ABSENT, UNCHECKED, grounder=judge, reason="earlier")
        assert reason_of(ground(fact)) == "subject_absent"


def test_a_weaker_judges_verdict_is_asked_again() -> None:
    """What the span check once refused is looked at, now that the span holds."""
    fact = stamped(claim("Tarn Ltd", "Orle"), NOT_FOUND, grounder=SPAN, reason="out_of_range")
    grounded = ground(fact)
    assert (grounded.verdict, reason_of(grounded)) == (UNCHECKED, "same_sentence")


@pytest.mark.parametrize("whose", JUDGED)
def test_regrounding_asks_all(whose: str) -> None:
    """With `reground` no verdict stands, and the new one replaces the old."""
    judge, verdict = JUDGED[whose]
    for fact, expected in ((ABSENT, NOT_FOUND), (claim("Tarn Ltd", "Orle"), UNCHECKED)):
        judged = stamped(fact, verdict, grounder=judge, reason="earlier")
        grounded = ground(judged, reground=True)
        assert grounded.verdict is expected
        assert ground_record(grounded)["grounder"] == LEXICAL


def test_grounding_twice_changes_nothing_more() -> None:
    """The record is overwritten with the same one."""
    for fact in (claim("Tarn Ltd", "Orle"), ABSENT, claim("She", "Orle")):
        once = ground(fact)
        assert ground(once) == once


def test_the_input_is_untouched() -> None:
    """Grounding returns another fact; everything but verdict and record is the same."""
    fact = claim("Kiln", "Orle", qualifiers={"since": "1999", CLAIM: "Kiln is in Orle."})
    before = fact.model_dump_json()
    grounded = ground(fact)
    assert fact.model_dump_json() == before
    kept = {key: value for key, value in grounded.qualifiers.items() if key != GROUND}
    assert kept == fact.qualifiers
    assert grounded.evidence == fact.evidence
    assert grounded.signature == fact.signature


def test_a_claim_on_several_texts_is_refused_for_what_none_of_them_holds() -> None:
    """Rows that differ in the ordinal of their id are one claim: any text may name a part."""
    texts = [Document(id=f"d{n}", text=text) for n, text in enumerate(("Tarn is old.", "Orle is."))]
    pairs = [
        (
            [
                claim("Tarn", "Orle", doc, id=f"{n}/relationship/0"),
                claim("Tarn", "Kiln", doc, id=f"{n}/relationship/1"),
            ],
            doc,
        )
        for n, doc in enumerate(texts)
    ]
    grounded = LexicalGrounder().ground_documents(pairs)
    assert [[reason_of(fact) for fact in facts] for facts in grounded] == [
        ["elsewhere", "object_absent"],
        ["elsewhere", "object_absent"],
    ]
    assert grounded[0][0].verdict is UNCHECKED
    assert grounded[1][1].verdict is NOT_FOUND


# What users of graph extractors reported, in texts and names of our own: the behaviour, the text,
# the claim (subject, its type, object, further fields), and the reason that is right.
LEAK = ("Firuza", "Aurel", "Sam Rivers")
REPORTS: dict[str, tuple[str, Fact, str]] = {}


def report(name: str, text: str, subject: str, obj: str | int, reason: str, **more: object) -> None:
    """Note a reported behaviour."""
    doc = Document(id="d", text=text)
    REPORTS[name] = (text, claim(subject, obj, doc, **more), reason)  # type: ignore[arg-type]


LAMP = "The lamp stood by the window. Mr. Holt lit it."
report("the prompt's examples in an unrelated book", LAMP, "FIRUZA", "AUREL", "prompt_example")
report("an edge from a real name to an example", LAMP, "Holt", "Sam Rivers", "prompt_example")
report("a text that really names an example", "Sam Rivers met Holt.", "SAM RIVERS", "HOLT",
       "same_sentence")  # fmt: skip
report("a famous person who is not in the chunk", LAMP, "ADA LOVELACE", "HOLT", "subject_absent")
report("a definition of a term that is only mentioned", "It spans gut flora to reef corals.",
       "REEF CORALS", "marine animals living in colonies", "free_text", literal=True,
       qualifiers={OBJECT_TYPE: "text"})  # fmt: skip
report("an empty id is in every text", LAMP, " ", "Holt", "subject_absent")
report("a structural label is looked up as written", "Fig 3 repeats Table 1.", "Fig 3", "Table 1",
       "same_sentence")  # fmt: skip
report("a structural label that is not there", "Fig 4 repeats Table 1.", "Fig 3", "Table 1",
       "subject_absent")  # fmt: skip
report("ids cased in two ways", "Lena Ford runs Kiln.", "lena ford", "Kiln", "same_sentence")
report("ids titled after the model", "BANANAS are sold by ZED.", "Bananas", "Zed", "same_sentence")
report("no link was found", "No link between Ola and Zed was found.", "Ola", "Zed", "negated")
report("names with HTML references", "他住在北京。", "&#21271;&#20140;", "北京", "apart")
report("names that keep their quotes", "Ostra AB met Holt.", '"OSTRA AB"', '"HOLT"',
       "same_sentence")  # fmt: skip
report("names with underscores", "New Orle met Holt.", "New_Orle", "Holt", "same_sentence")
report("names run together", "The system admin met Holt.", "SystemAdmin", "Holt", "same_sentence")
report("a yes turned into a 1", "Ola runs Kiln.", "Kiln", "1", "value_absent", literal=True)
report("a year as an id", "Ola was born in 1998.", "Ola", 1998, "same_sentence")
report("a year inside a longer number", "Ola counted 19984 kites.", "Ola", 1998, "value_absent")
report("an edge between texts that never meet", "Ola came.\n\nIt rained.\n\nZed left.", "Ola",
       "Zed", "apart")  # fmt: skip
report("a relationship to a missing entity", "Nord AB moved to Oslo.", "NORD AB", "OSLO",
       "same_sentence")  # fmt: skip
report("a sentence taken for a name", LAMP, "No claims were found in the given text about it",
       "Holt", "subject_absent")  # fmt: skip
report("a self loop", "Ola came home.", "Ola", "Ola", "apart")


@pytest.mark.parametrize("name", REPORTS)
def test_what_users_reported_is_judged_rightly(name: str) -> None:
    """Each report's input gets the verdict that its reader would give."""
    text, fact, reason = REPORTS[name]
    grounded = ground(fact, Document(id="d", text=text), examples=LEAK)
    assert reason_of(grounded) == reason
    refused = reason.endswith("_absent") or reason == "prompt_example"
    assert grounded.verdict is (NOT_FOUND if refused else UNCHECKED)


def test_a_titled_id_is_located_as_the_text_writes_it() -> None:
    """The offsets of the text's own spelling, and not of a lower-cased copy."""
    doc = Document(id="d", text="İİ. BANANAS are sold by ZED.")
    found = SpanLocator().locate(claim("Bananas", "Zed", doc), doc)
    assert found.evidence[0].span is not None
    assert found.evidence[0].span.resolve(doc) == "BANANAS are sold by ZED."


def test_thousands_of_claims_on_one_text_read_it_once() -> None:
    """The text is folded and cut once, not once a claim."""
    text = " ".join(f"Voss saw kite{number}." for number in range(4_000))
    doc = Document(id="d", text=text)
    facts = [claim("Voss", f"kite{number}", doc) for number in range(2_000)]
    from openodke.text.reading import read

    grounded = LexicalGrounder().ground_many(facts, doc)
    assert {reason_of(fact) for fact in grounded} == {"same_sentence"}
    assert sentences_of(grounded[1_999], doc) == ["Voss saw kite1999."]
    index = read(doc.text).index
    assert len(index._found) <= 2_000 * 2 + 10  # one search a phrase asked for


@given(st.lists(st.sampled_from(["Tarn Ltd", "Kiln", "She", "Orle", "US"]), max_size=12))
def test_facts_come_back_in_order_each_with_its_record(subjects: list[str]) -> None:
    """One fact a fact, in order, whatever becomes of it; what one fact gets, another gets too."""
    facts = [claim(subject, "Orle") for subject in subjects]
    grounded = LexicalGrounder().ground_many(facts, DOC)
    assert [fact.id for fact in grounded] == [fact.id for fact in facts]
    assert all(ground_record(fact)["grounder"] == LEXICAL for fact in grounded)
    alone = [ground(fact) for fact in facts]
    assert [reason_of(fact) for fact in grounded] == [reason_of(fact) for fact in alone]
