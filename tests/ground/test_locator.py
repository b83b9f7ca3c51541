"""Which sentence states a claim that cites none: the grounding page's rules, one by one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.ground import SpanLocator, locate_span, located
from openodke.model import Document, Entity, Evidence, Fact, GroundingVerdict, Span, SpanOrigin
from openodke.model.keys import OBJECT_TYPE


def whole(doc_id: str, text: str) -> Evidence:
    """Return what a claim without a citation carries."""
    span = Span(doc_id=doc_id, start=0, end=len(text))
    return Evidence(doc_id=doc_id, span=span, span_origin=SpanOrigin.CONTEXT)


def fact(
    text: str,
    subject: str,
    obj: object,
    *,
    literal: bool = False,
    aliases: tuple[str, ...] = (),
    evidence: tuple[Evidence, ...] | None = None,
) -> Fact:
    """Return a claim on a text; an object that is no string is a literal."""
    is_edge = isinstance(obj, str) and not literal
    edge = {"object_entity": Entity(key=f"T:{obj}", type="Thing", label=str(obj))}
    return Fact(
        subject=Entity(key=f"T:{subject}", type="Thing", label=subject, aliases=aliases),
        predicate="p",
        evidence=(whole("d", text),) if evidence is None else evidence,
        **(edge if is_edge else {"object_value": obj}),  # type: ignore[arg-type]
    )


def window(text: str, subject: str, obj: object, **more: object) -> str | None:
    """Return the window that states a claim."""
    doc = Document(id="d", text=text)
    span = locate_span(fact(text, subject, obj, **more), doc)  # type: ignore[arg-type]
    if span is None:
        return None
    assert span.quote == text[span.start : span.end] == span.resolve(doc)
    return span.quote


@pytest.mark.parametrize(
    ("text", "subject", "named"),
    [
        ("Tarn met Ann.", "Ann", True),
        ("Tarn met Annapolis.", "Ann", False),
        ("Tarn met Anna-Ann.", "Anna-Ann", True),
        ("Tarn met Africa.", "Africa", True),
        ("Tarn met South Africa.", "Africa", False),
        ("Tarn met South-Africa.", "Africa", False),
        ("Tarn met Africa Minor.", "Africa", False),
        ("Tarn met the south of Africa.", "Africa", True),
        ("Tarn met South Africa, and Africa met it.", "Africa", True),
        ("Loud pleased Tarn.", "Loud", True),
        ("The Loud Tour pleased Tarn.", "Loud", False),
        ("Tarn met the US.", "US", True),
        ("Tarn met us.", "US", False),
        ("Tarn met africa.", "Africa", False),
        ("Tarn met AFRICA.", "Africa", True),
        ("Tarn met Kites.", "kites", True),
        ("Tarn met ZOË.", "Zoe", True),
        ("Tarn met the Cafe\u0301.", "Café", True),
        ("Tarn met O’Hara.", "O'Hara", True),
        ("Tarn met Anne Marie.", "Anne-Marie", True),
        ("Tarn met Brill Ltd.", "Brill Ltd", True),
        ("Tarn met Brill.", "Brill Ltd", True),
        ("Tarn met Brill.", "The Brill Ltd.", True),
        ("Tarn met Mr. Voss.", "Voss", True),
        ("Tarn met Voss's boat.", "Voss", True),
        ("Tarn met 北京大学。", "北京大学", True),
        ("Tarn met !!!", "!!!", False),
        ("Tarn met Brill Limited.", "Brill Ltd", True),
        ("When Brill met Tarn it rained.", "Brill", True),
        ("Yesterday Brill met Tarn.", "Brill", True),
    ],
)
def test_a_name_matches_strictly(text: str, subject: str, named: bool) -> None:
    """Whole words; a capitalised name only capitalised, and never inside a longer one."""
    assert (window(text, subject, "Tarn") is not None) is named


def test_an_alias_is_a_name() -> None:
    """Any of an entity's names may stand in the text."""
    text = "The Fox met Tarn."
    assert window(text, "Ina Voss", "Tarn") is None
    assert window(text, "Ina Voss", "Tarn", aliases=("Fox",)) == text


@pytest.mark.parametrize(
    ("text", "value", "named"),
    [
        ("Tarn came on July 15, 1895.", "15 July 1895", True),
        ("Tarn came on 15 July 1895.", "July 15, 1895", True),
        ("Tarn came on 15 July 1895.", "1895-07-15", True),
        ("Tarn came on the 15th of July 1895.", "1895-07-15", True),
        ("Tarn came on 16 July 1895.", "1895-07-15", False),
        ("Tarn came in 1895.", 1895, True),
        ("Tarn came in 1896.", 1895, False),
        ("Tarn sold 1,200 kites.", 1200, True),
        ("Tarn sold 1,200 kites.", "1200", True),
        ("Tarn sold 1200 kites.", "1,200", True),
        ("Tarn sold 12,000 kites.", 1200, False),
        ("Tarn is 5 km long.", "5 kilometres", True),
        ("Tarn is 5 km long.", "5000 m", True),
        ("Tarn is 5 km long.", "6 km", False),
        ("Tarn grew by 12%.", "12 percent", True),
        ("Tarn is 0.5 l.", 0.5, True),
        ("Tarn is a port.", "port", True),
        ("Tarn is A PORT.", "a port", True),
        ("Tarn is a porter.", "port", False),
        ("Tarn is 5 degrees warm.", -5, False),
        ("Tarn won games 3, 5 and 7.", 3.5, False),
        ("Tarn is 5 km long.", "5%", False),
        ("Tarn is 5 km long.", "5 miles", False),
        ("Tarn has 5,000 boats.", 5, False),
        ("Tarn had Covid-19.", 19, False),
    ],
)
def test_a_value_matches_its_words_or_its_reading(
    text: str, value: str | int | float, named: bool
) -> None:
    """A date or quantity is found in any form; any other literal by its words."""
    assert (window(text, "Tarn", value, literal=True) is not None) is named


@pytest.mark.parametrize("value", [True, False])
def test_a_boolean_is_never_located(value: bool) -> None:
    """No text writes the word for a claim it makes."""
    assert window("Tarn is true and false, True and False, 1 and 0.", "Tarn", value) is None


def test_a_boolean_written_as_text_is_none_the_more() -> None:
    """The row said what type it is."""
    text = "Tarn is true."
    claim = fact(text, "Tarn", "true", literal=True)
    claim = claim.model_copy(update={"qualifiers": {OBJECT_TYPE: "boolean"}})
    assert locate_span(claim, Document(id="d", text=text)) is None


@pytest.mark.parametrize(
    ("text", "subject", "obj", "expected"),
    [
        ("New York Times is old.", "New York Times", "New York", None),
        (
            "New York Times came to New York.",
            "New York Times",
            "New York",
            "New York Times came to New York.",
        ),
        ("Tarn is alone.", "Tarn", "Tarn", None),
        ("Tarn is Tarn.", "Tarn", "Tarn", "Tarn is Tarn."),
        ("Tarn founded Tarn Ltd.", "Tarn", "Tarn Ltd", "Tarn founded Tarn Ltd."),
    ],
)
def test_the_object_is_named_apart_from_the_subject(
    text: str, subject: str, obj: str, expected: str | None
) -> None:
    """A piece of the subject's mention names no object."""
    assert window(text, subject, obj) == expected


LONG = "Tarn, which lies far from here by the sea, knows Orle."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{LONG} It rained.", LONG),
        (f"Tarn sat. Orle lay. {LONG}", LONG),
        (f"{LONG} Tarn knows Orle.", "Tarn knows Orle."),
        (f"Tarn knows Orle. {LONG}", "Tarn knows Orle."),
        ("Orle and Tarn. Tarn and Orle.", "Orle and Tarn."),
        ("Tarn sat. Orle lay.", "Tarn sat. Orle lay."),
        ("Orle lay. Tarn sat.", "Orle lay. Tarn sat."),
        ("Tarn sat there. Orle lay. Tarn sat.", "Orle lay. Tarn sat."),
        ("Tarn sat. Orle lay. Tarn sat.", "Tarn sat. Orle lay."),
        ("Tarn sat.\nOrle lay.", "Tarn sat.\nOrle lay."),
        ("Tarn sat.\n\nOrle lay.", None),
        ("Tarn sat. It rained. Orle lay.", None),
        ("Tarn sat.", None),
        ("Orle lay.", None),
        ("", None),
        ("\x00 \u200f …", None),
    ],
)
def test_the_narrowest_window_is_taken(text: str, expected: str | None) -> None:
    """One sentence beats two adjacent ones of a paragraph, then the narrower, then the earlier."""
    assert window(text, "Tarn", "Orle") == expected


TEXT = "It rained. Tarn met Orle."
DOC = Document(id="d", text=TEXT)


def test_a_located_span_replaces_the_whole_text() -> None:
    """The span is marked as located, and the rest of the evidence stays."""
    context = whole("d", TEXT).model_copy(update={"uri": "urn:x"})
    found = located(fact(TEXT, "Tarn", "Orle", evidence=(context,)), DOC)
    assert found is not None
    (evidence,) = found.evidence
    assert evidence.span == Span(doc_id="d", start=11, end=25, quote="Tarn met Orle.")
    assert (evidence.span_origin, evidence.uri) == (SpanOrigin.LOCATED, "urn:x")


def test_a_document_without_a_span_gets_one() -> None:
    """A citation of the document alone is open too."""
    found = located(fact(TEXT, "Tarn", "Orle", evidence=(Evidence(doc_id="d"),)), DOC)
    assert found is not None
    assert found.evidence[0].span_origin is SpanOrigin.LOCATED


CITED = Evidence(doc_id="d", span=Span(doc_id="d", start=0, end=2))
FOREIGN = whole("other", TEXT)


@pytest.mark.parametrize("evidence", [(), (CITED,), (FOREIGN,), (CITED, FOREIGN)])
def test_a_citation_is_never_touched(evidence: tuple[Evidence, ...]) -> None:
    """What somebody chose, and what lies in another document, stays as it is."""
    locator = SpanLocator()
    claim = fact(TEXT, "Tarn", "Orle", evidence=evidence)
    assert locator.locate(claim, DOC) is claim
    assert locator.stats == {"facts": 0, "located": 0, "not_located": 0}


def test_only_the_open_evidence_of_a_fact_is_located() -> None:
    """A citation beside it keeps its place."""
    claim = fact(TEXT, "Tarn", "Orle", evidence=(CITED, whole("d", TEXT), FOREIGN))
    found = SpanLocator().locate(claim, DOC)
    assert (found.evidence[0], found.evidence[2]) == (CITED, FOREIGN)
    assert found.evidence[1].span_origin is SpanOrigin.LOCATED


@pytest.mark.parametrize("verdict", [v for v in GroundingVerdict if v.value != "unchecked"])
def test_a_judged_fact_is_not_located(verdict: GroundingVerdict) -> None:
    """Its verdict was given on the text it cites."""
    claim = fact(TEXT, "Tarn", "Orle").model_copy(update={"verdict": verdict})
    assert SpanLocator().locate(claim, DOC) is claim


def test_what_was_looked_for_is_counted() -> None:
    """Facts without a span of their own, found and not found."""
    locator = SpanLocator()
    for subject in ("Tarn", "Brill", "Orle"):
        locator.locate(fact(TEXT, subject, "Tarn"), DOC)
    assert locator.stats == {"facts": 3, "located": 1, "not_located": 2}


def test_a_frequent_name_is_looked_up_once_a_text() -> None:
    """The second claim about a name does not cost all of its mentions again."""
    from openodke.text.reading import read

    text = " ".join(f"Voss saw kite{number}." for number in range(2_000))
    index = read(text).index
    calls = 0
    span = index.span

    def counting(place: int, width: int = 1) -> tuple[int, int]:
        nonlocal calls
        calls += 1
        return span(place, width)

    index.span = counting  # type: ignore[method-assign]
    doc = Document(id="d", text=text)
    for number in range(20):
        found = locate_span(fact(text, "Voss", f"kite{number}"), doc)
        assert found is not None
        assert found.quote == f"Voss saw kite{number}."
    assert calls <= 6 * 2_000 + 20 * 50  # a few for each mention, once


def test_a_pair_of_names_is_located_once_a_text() -> None:
    """The second claim on two names, by whatever aliases, looks at no mention again."""
    from openodke.text.reading import read

    text = "Voss is tall. It is so. It is.\n\nOrle is small. It is so.\n\n" * 1_000
    index = read(text).index
    calls = 0
    sentence_of = index.sentence_of

    def counting(place: int) -> int:
        nonlocal calls
        calls += 1
        return sentence_of(place)

    index.sentence_of = counting  # type: ignore[method-assign]
    doc = Document(id="d", text=text)
    for number in range(100):
        claim = fact(text, "Voss", "Orle")
        named = claim.subject.model_copy(update={"aliases": (f"Z{number}",)})
        assert locate_span(claim.model_copy(update={"subject": named}), doc) is None
    assert calls == 2_000  # each mention once


_PIECES = st.lists(st.sampled_from("Tarn Orle . met \n\n the South ß New".split(" ")), max_size=40)


@given(_PIECES)
def test_a_window_names_both_ends_within_a_paragraph(pieces: list[str]) -> None:
    """Whatever the text, a window holds both names and no blank line, and lies in the text."""
    found = window(" ".join(pieces), "Tarn", "Orle")
    if found is not None:
        assert {"Tarn", "Orle"} <= set(found.replace(".", " ").split())
        assert "\n\n" not in found.replace(" ", "")
