"""Does a row become the fact it states, and a fact the row it came from?"""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke import Document, Entity, Evidence, Fact, Ontology, Span, SpanOrigin, TripleRow
from openodke.interop import LITERAL_TYPES, THING, RowConverter, from_fact, to_fact

MILL = Document(
    id="texts/mill.txt",
    text="The Orrin Mill opened in 1872. “It’s ours,” said Ada Skail.",
    uri="file:mill",
    tier="community",
    retrieved_at=datetime(2026, 3, 14, tzinfo=UTC),
)
CLAIM = {"doc": "mill", "subject": "Orrin Mill", "predicate": "opened_in", "object": "1872"}
TRADE = Ontology.from_dict(
    {
        "types": {"Company": {"aliases": ["Firm"]}, "City": {}, "Mill": {"parents": ["Company"]}},
        "predicates": {
            "office_in": {"domain": ["Company"], "range": "City"},
            "staff": {
                "domain": ["Company", "City"],
                "range": "integer",
                "qualifiers": {"year": {"identity": True}, "source": {}},
            },
        },
    }
)


def row(**fields: object) -> TripleRow:
    """Return a row about the mill."""
    return TripleRow(**{**CLAIM, **fields})


def test_a_row_without_types() -> None:
    """Without an ontology both ends are things, keyed by their folded names."""
    fact = to_fact(row(subject="The  Orrin MILL."), MILL)
    assert fact.subject == Entity(key="Thing:the orrin mill", type=THING, label="The  Orrin MILL.")
    assert fact.object_entity == Entity(key="Thing:1872", type=THING, label="1872")
    assert (fact.extractor, fact.confidence, fact.verdict) == ("triples", 0.5, "unchecked")
    assert fact.qualifiers == {}


@pytest.mark.parametrize("literal", sorted(LITERAL_TYPES))
def test_a_literal_type_makes_a_property(literal: str) -> None:
    """Each literal type of the page keeps the object as written, and is remembered."""
    fact = to_fact(row(object_type=literal), MILL)
    assert (fact.object_value, fact.object_entity) == ("1872", None)
    assert fact.qualifiers == {"odke.object_type": literal}


def test_the_literal_types_are_the_pages() -> None:
    """The page's nine, and free text."""
    pages = "string text integer number float boolean date datetime quantity"
    assert set(pages.split()) == LITERAL_TYPES


def test_any_other_type_makes_an_edge() -> None:
    """A type that is no literal's is the type of an entity."""
    fact = to_fact(row(object_type="Year", subject_type="Mill"), MILL)
    assert fact.subject.key == "Mill:orrin mill"
    assert fact.object_entity == Entity(key="Year:1872", type="Year", label="1872")


@pytest.mark.parametrize(
    ("value", "literal"), [(7, "number"), (7.5, "number"), (True, "boolean"), (False, "boolean")]
)
def test_numbers_and_truths_are_literals(value: object, literal: str) -> None:
    """A number or a truth is a property without a type being given, and of no entity's type."""
    for object_type in (None, "Year"):
        fact = to_fact(row(object=value, object_type=object_type), MILL)
        assert fact.object_value is value
        assert fact.qualifiers == {"odke.object_type": literal}


def test_keys_and_aliases_given_are_kept() -> None:
    """A row's own keys and aliases win over what would be derived."""
    fact = to_fact(
        row(subject_key="m1", object_key="y1", subject_aliases=["Mill"], object_aliases=["'72"]),
        MILL,
    )
    assert (fact.subject.key, fact.subject.aliases) == ("m1", ("Mill",))
    assert fact.object_entity
    assert (fact.object_entity.key, fact.object_entity.aliases) == ("y1", ("'72",))


def test_what_the_row_says_of_itself_wins() -> None:
    """Id, extractor, confidence, polarity, qualifiers and the claim's sentence are taken over."""
    fact = to_fact(
        row(
            id="0/rel/3",
            extractor="gleaner",
            confidence=0.0,
            polarity="denied",
            qualifiers={"year": 1},
            claim="It never opened.",
        ),
        MILL,
    )
    assert (fact.id, fact.extractor, fact.confidence) == ("0/rel/3", "gleaner", 0.0)
    assert fact.polarity == "denied"
    assert fact.qualifiers == {"year": 1, "odke.claim": "It never opened."}


def test_an_ontology_decides_and_spells() -> None:
    """Names match in any case and are spelled as declared; the range decides edge or property."""
    edge = to_fact(
        row(predicate="Office_IN", object="Skail", subject_type="firm"), MILL, ontology=TRADE
    )
    assert (edge.predicate, edge.subject.type) == ("office_in", "Company")
    assert edge.object_entity == Entity(key="City:skail", type="City", label="Skail")
    staff = to_fact(row(predicate="STAFF", object="12"), MILL, ontology=TRADE)
    assert staff.object_value == "12"
    assert staff.qualifiers == {"odke.object_type": "integer"}
    assert staff.identity_keys == ("year",)


def test_an_untyped_subject_takes_a_single_domain() -> None:
    """One domain type is the subject's; of two, none is."""
    assert to_fact(row(predicate="office_in"), MILL, ontology=TRADE).subject.type == "Company"
    assert to_fact(row(predicate="staff"), MILL, ontology=TRADE).subject.type == THING


def test_what_the_ontology_does_not_declare_is_kept() -> None:
    """An unknown predicate or type stays as written."""
    fact = to_fact(row(predicate="Ground_By", object_type="Miller"), MILL, ontology=TRADE)
    assert fact.predicate == "Ground_By"
    assert fact.object_entity
    assert fact.object_entity.type == "Miller"


def test_offsets_are_cited() -> None:
    """Offsets make a cited span with the row's quote, right or wrong, on the document's id."""
    (evidence,) = to_fact(row(start=4, end=14, quote="Orrin Mull"), MILL).evidence
    assert evidence == Evidence(
        doc_id="texts/mill.txt",
        span=Span(doc_id="texts/mill.txt", start=4, end=14, quote="Orrin Mull"),
        uri="file:mill",
        tier="community",
        retrieved_at=MILL.retrieved_at,
    )


@pytest.mark.parametrize(
    ("quote", "held", "kept"),
    [
        ("Orrin Mill opened", "Orrin Mill opened", None),
        ("Mill", "Mill", None),
        ("the orrin mill", "The Orrin Mill", "the orrin mill"),
        ('"It\'s ours,"', "It’s ours", '"It\'s ours,"'),
    ],
    ids=["exact", "first of the words", "another case", "straight quotes"],
)
def test_a_quote_is_found(quote: str, held: str, kept: str | None) -> None:
    """A quote is cited where it stands; retyped, the text's own words are, and the quote kept."""
    fact = to_fact(row(quote=quote), MILL)
    (evidence,) = fact.evidence
    assert evidence.span
    assert evidence.span.is_faithful(MILL)
    assert evidence.span.quote == held
    assert evidence.span_origin is SpanOrigin.CITED
    assert fact.qualifiers.get("odke.quote") == kept


def test_a_quote_that_is_not_there() -> None:
    """A quote that the text does not hold leaves evidence without a span, and is kept."""
    fact = to_fact(row(quote="torn down in 1901"), MILL)
    (evidence,) = fact.evidence
    assert (evidence.doc_id, evidence.span) == ("texts/mill.txt", None)
    assert fact.qualifiers == {"odke.quote": "torn down in 1901"}


def test_neither_offsets_nor_quote_is_the_whole_text() -> None:
    """A row that cites nothing rests on its whole text, which is no citation."""
    (evidence,) = to_fact(row(), MILL).evidence
    assert evidence.span == Span(doc_id=MILL.id, start=0, end=len(MILL.text))
    assert evidence.span_origin is SpanOrigin.CONTEXT


def test_a_row_without_a_source() -> None:
    """A claim of no text has no evidence; its quote is kept."""
    fact = to_fact(row(doc=None, quote="opened"))
    assert fact.evidence == ()
    assert fact.qualifiers == {"odke.quote": "opened"}


def test_a_row_whose_text_is_not_at_hand() -> None:
    """The document is named as the row names it, and offsets are kept unjudged."""
    assert to_fact(row()).evidence[0].model_dump(include={"doc_id", "span"}) == {
        "doc_id": "mill",
        "span": None,
    }
    (cited,) = to_fact(row(start=1, end=2, quote="x")).evidence
    assert cited.span == Span(doc_id="mill", start=1, end=2, quote="x")


def test_a_repeated_row_counts_up() -> None:
    """Rows without an id get one from their content; exact duplicates stay apart."""
    converter = RowConverter([MILL])
    rows = [row(), row(object="1873"), row(), row(), row(id="given"), row(id="given")]
    ids = [converter.fact(one, MILL).id for one in rows]
    first = row().content_id
    assert ids[0] == first
    assert ids[1] == row(object="1873").content_id
    assert ids[2:4] == [f"{first}~2", f"{first}~3"]
    assert ids[4:] == ["given", "given"]


def test_the_stats_count_every_row() -> None:
    """How rows cite and how they find their text is counted, with the names of what is amiss."""
    other = Document(id="copies/mill.md", text="x")
    converter = RowConverter([MILL, other])
    rows = [
        row(),
        row(start=0, end=3),
        row(quote="opened"),
        row(quote="torn"),
        row(doc="lost"),
        row(doc="lost"),
        row(doc="gone", quote="q"),
        row(doc=None),
    ]
    for one in rows:
        converter.fact(one, converter.document(one))
    assert converter.stats == {
        "rows": 8,
        "cited": 1,
        "quoted": 3,
        "quote_not_found": 2,
        "context": 3,
        "unmatched_rows": 3,
        "unmatched_docs": ["lost", "gone"],
        "ambiguous_rows": 4,
        "ambiguous_docs": ["mill"],
    }


def test_the_stats_name_at_most_twenty() -> None:
    """The rows are all counted, the names are a sample."""
    converter = RowConverter()
    for number in range(30):
        converter.document(row(doc=f"lost {number}"))
    assert converter.stats["unmatched_rows"] == 30
    assert converter.stats["unmatched_docs"] == [f"lost {number}" for number in range(20)]


WORDS = st.sampled_from(["Orrin Mill", "Skail", "mill", "!!", "İstanbul", "1872"]) | st.text(
    min_size=1
)
ROWS = st.builds(
    TripleRow,
    doc=st.sampled_from(["texts/mill.txt", "mill", None]),
    subject=WORDS,
    predicate=st.sampled_from(["office_in", "OFFICE_IN", "staff", "owns"]),
    object=WORDS | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False),
    subject_type=st.sampled_from([None, "Company", "mill"]),
    object_type=st.sampled_from([None, "City", "string", "text", "date", "integer"]),
    quote=st.sampled_from([None, "Orrin Mill", "not there"]),
    polarity=st.sampled_from(["asserted", "denied", "partial"]),
    qualifiers=st.dictionaries(st.sampled_from(["year", "b"]), st.integers(), max_size=2),
    confidence=st.none() | st.floats(0, 1),
    extractor=st.none() | st.just("gleaner"),
    id=st.none() | st.text(min_size=1),
    claim=st.none() | st.text(min_size=1),
    subject_aliases=st.lists(WORDS, max_size=2).map(tuple),
)
OFFSETS = st.none() | st.tuples(st.integers(-5, 99), st.integers(-5, 99))


def claim_of(fact: Fact) -> dict[str, object]:
    """Return what a fact states and rests on."""
    return fact.model_dump(exclude={"evidence": {"__all__": {"retrieved_at"}}})


@pytest.mark.parametrize("ontology", [None, TRADE], ids=["without", "with"])
@given(ROWS, OFFSETS)
def test_a_fact_goes_to_a_row_and_back(ontology: Ontology | None, built, offsets) -> None:
    """The row of a fact makes the same fact again, and the same row again."""
    if offsets and built.doc:
        built = built.model_copy(update=dict(zip(("start", "end"), offsets, strict=True)))
    document = MILL if built.doc else None
    fact = to_fact(built, document, ontology=ontology)
    back = from_fact(fact)
    again = to_fact(back, document, ontology=ontology)
    assert claim_of(again) == claim_of(fact)
    assert again.signature == fact.signature
    assert from_fact(again) == back


@given(ROWS)
def test_a_row_comes_back_as_it_was(built) -> None:
    """What a row says is in the row that its fact gives; what it left open is filled in."""
    back = from_fact(to_fact(built, MILL if built.doc else None))
    fields = {"subject", "predicate", "object", "polarity", "claim", "subject_aliases"}
    assert back.model_dump(include=fields) == built.model_dump(include=fields)
    assert back.qualifiers == built.qualifiers
    assert back.confidence == (0.5 if built.confidence is None else built.confidence)
    assert back.doc == (built.doc and MILL.id)
    assert bool(back.quote) == bool(built.quote)


def test_a_property_stays_a_property() -> None:
    """A fact with a text as its value, built by hand, makes a row that makes a property."""
    fact = Fact(subject=Entity(key="k", type="Firm"), predicate="uptime", object_value="99.9%")
    assert to_fact(from_fact(fact)).signature == fact.signature


def test_an_edge_stays_an_edge() -> None:
    """An entity of a type called like a literal's makes a row that makes an edge."""
    day = Entity(key="date:monday", type="date", label="Monday")
    fact = Fact(subject=Entity(key="k", type="Firm"), predicate="opens_on", object_entity=day)
    assert to_fact(from_fact(fact)).signature == fact.signature


LOOSE = {
    "confidence": {"confidence": 7.0},
    "aliases": {"subject": Entity(key="k", type="Firm", aliases=("",))},
    "extractor": {"extractor": ""},
    "quote": {"evidence": (Evidence(doc_id="d", span=Span(doc_id="d", start=0, end=0, quote="")),)},
}


@pytest.mark.parametrize("fields", LOOSE.values(), ids=LOOSE)
def test_every_fact_has_a_row(fields: dict[str, object]) -> None:
    """What can be built as a fact can be written as a row."""
    firm = {"subject": Entity(key="k", type="Firm"), "predicate": "p", "object_value": 1}
    assert from_fact(Fact(**{**firm, **fields}))


def test_a_thing_stays_a_thing() -> None:
    """A subject that its row calls a Thing is one again after a row, with an ontology too."""
    fact = to_fact(row(predicate="office_in", subject_type=THING), MILL, ontology=TRADE)
    assert to_fact(from_fact(fact), MILL, ontology=TRADE).subject == fact.subject


def test_a_retyped_quote_is_kept_on_the_way_back() -> None:
    """What the source quoted survives a row, though the text spells it otherwise."""
    fact = to_fact(row(quote="the orrin mill"), MILL)
    again = to_fact(from_fact(fact), MILL)
    assert again.qualifiers == fact.qualifiers == {"odke.quote": "the orrin mill"}


@pytest.mark.parametrize("key", ["odke.ground", "odke.check"])
def test_a_row_carries_no_verdict(key: str) -> None:
    """A row has no verdict, so the record of one neither enters nor leaves it."""
    assert key not in to_fact(row(qualifiers={key: {"reason": "object_absent"}}), MILL).qualifiers
