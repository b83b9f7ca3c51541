"""Is every row given back with its verdict, in its place, whatever was handed in?"""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke import Document, Fact, LexicalGrounder, Ontology, TripleRow, ground_graph
from openodke.errors import AdapterError, InputError, OdkeError
from openodke.interop import GroundedGraph, write_triples
from openodke.interop.adapter import shown

PASSAGE = "Halden Robotics opened its second office in Lyon in 2019."
HALDEN = Document(id="halden", text=PASSAGE)
CLAIM = {"doc": "halden", "subject": "Halden Robotics", "predicate": "office_in"}
LYON = {**CLAIM, "object": "Lyon"}
BERLIN = {**CLAIM, "object": "Berlin"}


def reasons(grounded: GroundedGraph) -> list[tuple[str, str]]:
    """Return each fact's verdict with the reason of its record, "" for none."""
    return [
        (fact.verdict.value, fact.qualifiers.get("odke.ground", {}).get("reason", ""))
        for fact in grounded.facts
    ]


def lexical(rows: object, documents: object = (HALDEN,)) -> GroundedGraph:
    """Ground without a model."""
    return ground_graph(rows, documents, grounder=LexicalGrounder())


def test_the_pages_rows_on_a_dry_run() -> None:
    """Rows alone are the page's dry run: the free checks, and nothing said beyond them."""
    grounded = ground_graph([{**LYON, "quote": "Lyon"}, BERLIN], [HALDEN])
    assert [fact.verdict for fact in grounded.facts] == ["unchecked", "unchecked"]
    assert grounded.summary.dry_run
    assert grounded.summary.grounder == "span"
    assert [f.id for f in grounded.facts] == [
        f.id
        for f in ground_graph([{**LYON, "quote": "Lyon"}, BERLIN], [HALDEN], grounder=None).facts
    ]


def test_the_pages_rows_without_a_model() -> None:
    """The lexical grounder refutes the city that the text does not name."""
    grounded = lexical([{**LYON, "quote": "Lyon"}, BERLIN])
    assert reasons(grounded) == [("unchecked", "same_sentence"), ("not_found", "object_absent")]
    assert not grounded.summary.dry_run
    (example,) = grounded.summary.unsupported.examples
    assert str(example) == "Halden Robotics —office_in→ Berlin  [not_found, halden]"


@pytest.mark.parametrize("form", ["rows", "dicts", "tuple", "generator", "path", "string"])
def test_rows_come_in_any_form(form: str, tmp_path: Path) -> None:
    """Rows, dicts, a generator or the path of a triples file give the same facts."""
    rows = [TripleRow(**LYON), TripleRow(**BERLIN)]
    path = tmp_path / "rows.jsonl"
    write_triples(rows, path)
    native = {
        "rows": rows,
        "dicts": [LYON, BERLIN],
        "tuple": (LYON, rows[1]),
        "generator": (row for row in (LYON, BERLIN)),
        "path": path,
        "string": str(path),
    }[form]
    grounded = lexical(native, (document for document in [HALDEN]))
    assert reasons(grounded) == [("unchecked", "same_sentence"), ("not_found", "object_absent")]
    assert [fact.id for fact in grounded.facts] == [row.content_id for row in rows]
    assert (grounded.native, grounded.adapter) == (None, None)
    assert grounded.documents == (HALDEN,)


@pytest.mark.parametrize("nothing", [[], (), iter(())], ids=["list", "tuple", "generator"])
def test_no_rows_are_no_claims(nothing: object) -> None:
    """An empty graph is no pass: the summary says that there was nothing to check."""
    grounded = lexical(nothing)
    assert grounded.facts == ()
    assert grounded.summary.is_empty
    assert grounded.summary.to_json()["status"] == "no_claims"
    assert str(grounded.summary) == "rows          0: no_claims, there was nothing to check"


def test_an_empty_file_is_no_claims(tmp_path: Path) -> None:
    """A file without rows is no pass either."""
    (tmp_path / "rows.jsonl").touch()
    assert ground_graph(tmp_path / "rows.jsonl").summary.is_empty


MALFORMED = [
    {**CLAIM},
    {**LYON, "start": 3},
    {**LYON, "objct": "x"},
    None,
    "Halden Robotics office_in Lyon",
    ("Halden Robotics", "office_in", "Lyon"),
]


@pytest.mark.parametrize("bad", MALFORMED)
def test_a_malformed_row_costs_itself(bad: object) -> None:
    """A row that cannot be read is reported by its index, and its neighbours go through."""
    grounded = lexical([LYON, bad, BERLIN])
    assert reasons(grounded) == [("unchecked", "same_sentence"), ("not_found", "object_absent")]
    (problem,) = grounded.problems
    assert (problem.source, problem.line) == ("rows", 1)
    assert grounded.summary.malformed == (str(problem),)
    assert f"malformed     1 could not be read\n  {problem}\n" in str(grounded.summary)


@pytest.mark.parametrize("bad", [row for row in MALFORMED if row not in MALFORMED[1:3]])
def test_a_malformed_first_row_costs_itself(bad: object) -> None:
    """It does not matter where the row stands that cannot be read."""
    grounded = lexical([bad, LYON, BERLIN])
    assert len(grounded.facts) == 2
    assert [problem.line for problem in grounded.problems] == [0]


def test_malformed_lines_of_a_file_are_reported(tmp_path: Path) -> None:
    """A path is read to its end, with the bad line named."""
    path = tmp_path / "rows.jsonl"
    write_triples([TripleRow(**LYON)], path)
    path.write_text("{oops\n" + path.read_text("utf-8"), encoding="utf-8")
    grounded = lexical(path)
    assert len(grounded.facts) == 1
    assert [(p.source, p.line) for p in grounded.problems] == [(str(path), 1)]


@pytest.mark.parametrize("source", ["lost", None])
@pytest.mark.parametrize("cite", [{}, {"quote": "Lyon"}, {"start": 0, "end": 9}])
def test_a_claim_without_its_text_is_never_refuted(source: str | None, cite: dict) -> None:
    """A row of no document, or of one that is not at hand, is `no_source`, by any grounder."""
    for grounder in (None, LexicalGrounder()):
        grounded = ground_graph([{**BERLIN, "doc": source, **cite}], [HALDEN], grounder=grounder)
        assert reasons(grounded) == [("unchecked", "no_source")]
    assert grounded.summary.matching["unmatched_docs"] == ([source] if source else [])


def test_texts_that_no_row_names_are_told() -> None:
    """Where no row finds its text, the summary has the names that it could have given."""
    lost = lexical([{**LYON, "doc": "lost"}])
    assert lost.summary.matching["given_docs"] == [HALDEN.id]
    assert f"the texts there are: {HALDEN.id}\n" in str(lost.summary)
    assert "given_docs" not in lexical([LYON, {**LYON, "doc": "lost"}]).summary.matching


def test_no_documents_may_be_none() -> None:
    """Texts left out may be None, as what has none to give hands them on."""
    assert reasons(ground_graph([LYON], None)) == [("unchecked", "no_source")]


OFFSETS = [
    (-1, 4, "out_of_range"),
    (5, 1, "out_of_range"),
    (0, 1000, "out_of_range"),
    (5, 5, "empty"),
]


@pytest.mark.parametrize(("start", "end", "reason"), OFFSETS)
def test_bad_offsets_become_a_verdict(start: int, end: int, reason: str) -> None:
    """Offsets that hold nothing are `not_found`, not a lost row."""
    grounded = ground_graph([{**LYON, "start": start, "end": end}, LYON], [HALDEN])
    assert reasons(grounded)[0] == ("not_found", reason)
    assert len(grounded.facts) == 2


def test_a_wrong_or_absent_quote_becomes_a_verdict() -> None:
    """A quote that is not at its offsets, or nowhere in the text, is `not_found` by the check."""
    rows = [{**LYON, "start": 0, "end": 6, "quote": "Holden"}, {**LYON, "quote": "moved to Lyon"}]
    assert reasons(ground_graph(rows, [HALDEN])) == [
        ("not_found", "quote_mismatch"),
        ("not_found", "quote_absent"),
    ]


def test_a_blank_text_refutes_nothing() -> None:
    """A text of no words was not read rightly: nothing can be said of its claims."""
    grounded = lexical([LYON], [Document(id="halden", text="  \n")])
    assert reasons(grounded) == [("unchecked", "no_text")]


def test_an_empty_text_refutes_nothing() -> None:
    """What holds of a blank text holds of an empty one."""
    grounded = lexical([LYON], [Document(id="halden", text="")])
    assert reasons(grounded) == [("unchecked", "no_text")]


def test_an_ambiguous_name_is_reported() -> None:
    """Of two texts that a row may mean the first is read, and the row is counted."""
    texts = [Document(id="a/halden.txt", text=PASSAGE), Document(id="b/halden.md", text="Other.")]
    grounded = lexical([LYON, BERLIN], texts)
    assert {fact.evidence[0].doc_id for fact in grounded.facts} == {"a/halden.txt"}
    assert grounded.summary.matching["ambiguous_rows"] == 2
    assert "ambiguous     2 rows name two texts alike, the first was read: halden" in str(
        grounded.summary
    )


TEXTS = [
    Document(id=f"d{n}", text=f"Boat {n} called Aurora{n} sailed to Skail in {1900 + n}.")
    for n in range(5)
]
ONTOLOGY = Ontology.from_dict(
    {"types": {"Boat": {}}, "predicates": {"sailed_to": {"domain": ["Boat"], "range": "string"}}}
)
ROWS = st.fixed_dictionaries(
    {
        "doc": st.sampled_from(["d0", "d1", "d2", "d3", "d4", "lost", None]),
        "subject": st.sampled_from(["Aurora0", "Aurora1", "Aurora2", "Nobody"]),
        "predicate": st.sampled_from(["sailed_to", "sank_in"]),
        "object": st.sampled_from(["Skail", "Leeds", "1901", 1902, True]),
    },
    optional={
        "object_type": st.sampled_from(["string", "Port"]),
        "quote": st.sampled_from(["Skail", "Aurora1 sailed", "not there"]),
        "subject_type": st.sampled_from(["Boat", "Port"]),
        "start": st.integers(-2, 60),
    },
).map(lambda row: row if "start" not in row else {**row, "end": row["start"] + 5})


@pytest.mark.parametrize("ontology", [None, ONTOLOGY], ids=["without", "with"])
@pytest.mark.parametrize("locate", [False, True], ids=["as cited", "located"])
@given(st.lists(ROWS, max_size=40))
def test_one_fact_a_row_in_row_order(ontology, locate, rows) -> None:
    """However documents, checks and verdicts interleave, fact n is row n's, and counts add up."""
    grounded = ground_graph(
        rows, TEXTS, ontology=ontology, grounder=LexicalGrounder(), locate=locate
    )
    built = [TripleRow(**row) for row in rows]
    facts, summary = grounded.facts, grounded.summary
    assert len(facts) == len(rows) == summary.rows == summary.facts
    for fact, row in zip(facts, built, strict=True):
        assert fact.id.partition("~")[0] == row.content_id
        assert fact.subject.label == row.subject
    assert len({fact.id for fact in facts}) == len(facts)
    assert sum(summary.verdicts.values()) == len(rows)
    assert summary.spans["n"] == len(rows) == sum(summary.spans.values()) - summary.spans["n"]
    checked = sum(summary.refused[check] for check in ("predicate", "domain", "range"))
    assert sum(summary.reasons.values()) + checked == len(rows)
    failed = (summary.unsupported, summary.too_narrow, summary.not_in_text)
    assert sum(shape.count for shape in failed) == summary.verdicts["not_found"]
    assert summary.matching["rows"] == len(rows)
    assert summary.matching["unmatched_rows"] == sum(row.doc == "lost" for row in built)
    assert str(summary)


@given(st.lists(ROWS, max_size=15), st.randoms(use_true_random=False))
def test_the_order_of_rows_changes_no_verdict(rows: list[dict], chance: random.Random) -> None:
    """Below the twenty claims that tell a mismatch, each row stands for itself."""
    numbered = [{**row, "id": str(at)} for at, row in enumerate(rows)]
    first = {fact.id: fact for fact in lexical(numbered, TEXTS).facts}
    chance.shuffle(numbered)
    for fact in lexical(numbered, TEXTS).facts:
        assert fact.verdict == first[fact.id].verdict
        assert fact.qualifiers == first[fact.id].qualifiers


def test_grounding_again_gives_the_same() -> None:
    """Two runs on the same rows give the same facts, ids and summary, but for times."""
    runs = [lexical([LYON, BERLIN, LYON]) for _ in range(2)]
    assert runs[0].facts == runs[1].facts
    assert runs[0].summary == runs[1].summary


def test_the_callers_rows_stay_as_they_are() -> None:
    """Neither rows nor documents are changed."""
    rows = [{**LYON, "qualifiers": {"tags": ["a"]}}]
    lexical(rows)
    assert rows == [{**LYON, "qualifiers": {"tags": ["a"]}}]


def test_rows_cannot_be_annotated() -> None:
    """Rows have no native object, which the error says, with where the verdicts are."""
    with pytest.raises(InputError, match="row order"):
        lexical([LYON]).annotate()


def test_nothing_can_be_dropped_from_rows() -> None:
    """Rows have no native object to go back to: the facts are the caller's to choose from."""
    with pytest.raises(InputError, match=r"keep those of \.facts that a gate accepts"):
        lexical([LYON, BERLIN]).keep()


@pytest.mark.parametrize("native", [None, 7, LYON, b"rows", [("a", "b")], ["a"]])
def test_what_nothing_accepts_is_refused(native: object) -> None:
    """An object that is neither rows nor any framework's is refused by its kind."""
    kind = shown(native)
    with pytest.raises(AdapterError, match=f"no installed adapter accepts {kind}.*dicts with"):
        ground_graph(native)


class Supports:
    """A grounder of the caller's own, that finds every claim supported."""

    def ground(self, fact: Fact, doc: Document) -> Fact:
        """Return the fact as supported by its document."""
        assert fact.evidence[0].doc_id == doc.id
        return fact.model_copy(update={"verdict": "supported"})


def test_a_grounder_of_ones_own() -> None:
    """Any object with the page's method gives verdicts."""
    grounded = ground_graph([LYON, BERLIN], [HALDEN], grounder=Supports())
    assert grounded.summary.verdicts["supported"] == 2
    assert not grounded.summary.dry_run


def test_a_grounder_of_ones_own_is_not_called_the_span_check() -> None:
    """The summary neither says "span" nor that nothing was asked when claims are supported."""
    summary = ground_graph([LYON], [HALDEN], grounder=Supports()).summary
    assert summary.grounder != "span"
    assert "none asked" not in str(summary)


class Forgets:
    """A grounder that returns nothing."""

    def ground(self, fact: Fact, doc: Document) -> None:
        """Return what no grounder may."""


def test_a_grounder_that_returns_nothing_is_named() -> None:
    """A row is never dropped silently: the grounder that broke its contract is named."""
    with pytest.raises(OdkeError, match="Forgets"):
        ground_graph([LYON], [HALDEN], grounder=Forgets())


WRONG_CALLS = {
    "a text for a document": {"documents": [PASSAGE]},
    "one document": {"documents": HALDEN},
    "a grounder's name": {"grounder": "lexical"},
}


@pytest.mark.parametrize("wrong", WRONG_CALLS.values(), ids=WRONG_CALLS)
def test_a_wrong_argument_is_named(wrong: dict[str, object]) -> None:
    """A likely slip of the caller's is answered with the argument's name and what it takes."""
    with pytest.raises((OdkeError, TypeError), match=next(iter(wrong))):
        ground_graph([LYON], **{"documents": [HALDEN], **wrong})


def test_a_path_that_is_not_there_is_named() -> None:
    """A mistyped path is answered as such, whatever its ending."""
    with pytest.raises(OdkeError, match=r"no such file|cannot be opened"):
        ground_graph("no/such/export")


@pytest.mark.parametrize("record", [{"x": 1}, {"grounder": "lexical@1", "reason": "seen"}])
def test_a_row_cannot_bring_its_own_verdict(record: dict[str, object]) -> None:
    """What a row says under a reserved key neither breaks the count nor passes for a reason."""
    grounded = ground_graph([{**LYON, "qualifiers": {"odke.ground": record}}], [HALDEN])
    assert grounded.summary.reasons == {}


def test_a_row_cannot_bring_its_own_check() -> None:
    """What a row of a lost text says under `odke.check` does not break the count."""
    rows = [{**LYON, "doc": "lost", "qualifiers": {"odke.check": "passed"}}]
    assert reasons(ground_graph(rows, [HALDEN])) == [("unchecked", "no_source")]


def test_only_one_claim_is_read_in_several_texts() -> None:
    """Rows of different claims do not excuse each other, whatever ids their source gave them."""
    rows = [{**BERLIN, "id": "2023/events/7"}, {**LYON, "id": "2024/events/7"}]
    assert reasons(lexical(rows))[0] == ("not_found", "object_absent")


def test_a_claim_is_read_in_all_of_its_texts() -> None:
    """One claim's rows differ in the id's first part: what one text has is not absent in all."""
    other = Document(id="other", text="Halden Robotics hires in Berlin.")
    rows = [{**BERLIN, "id": "0/rel/7"}, {**BERLIN, "doc": "other", "id": "1/rel/7"}]
    assert [verdict for verdict, _ in reasons(lexical(rows, [HALDEN, other]))] == ["unchecked"] * 2


def test_a_number_too_long_to_write_costs_its_own_row_only() -> None:
    """A whole number of 5001 digits is a problem of its row; the next row goes through."""
    row = {"doc": "d", "subject": "Halden", "predicate": "opened"}
    text = Document(id="d", text="Halden Robotics opened in Lyon.")
    graph = ground_graph([{**row, "object": 10**5000}, {**row, "object": "Lyon"}], [text])
    assert [fact.object_name for fact in graph.facts] == ["Lyon"]
    assert [(p.line, p.field) for p in graph.problems] == [(0, "object")]
    assert "write it as text" in graph.problems[0].reason


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
def test_a_path_of_rows_is_read_by_its_ending(tmp_path: Path, ending: str) -> None:
    """The three forms of a triples file are one graph."""
    path = tmp_path / f"rows.{ending}"
    row = TripleRow(doc="d0", subject="Aurora0", predicate="sailed_to", object="Skail")
    write_triples([row], path)
    (fact,) = ground_graph(path, TEXTS).facts
    assert (fact.subject.name, fact.object_name) == ("Aurora0", "Skail")
