"""Are spans counted by status, origin, width and what they name?"""

from __future__ import annotations

from openodke import Document, Entity, Evidence, Fact, LexicalGrounder, Span, ground_graph
from openodke.evaluation import measure_spans

TEXT = "Ines Okafor owned the Skua. It sank off Skail in 1940.\n\nNobody drowned."
LOG = Document(id="texts/log.txt", text=TEXT)
SKUA = Entity(key="b", type="Boat", label="Skua")


def sank(
    start: int | None = None, end: int = 0, *, quote: str | None = None, **more: object
) -> Fact:
    """Return the claim that the Skua sank off Skail, citing a span."""
    doc_id = str(more.pop("doc_id", LOG.id))
    other = str(more.pop("span_of", doc_id))
    span = None if start is None else Span(doc_id=other, start=start, end=end, quote=quote)
    fields: dict[str, object] = {
        "subject": SKUA,
        "predicate": "sank_off",
        "object_entity": Entity(key="p", type="Port", label="Skail"),
        "evidence": (Evidence(doc_id=doc_id, span=span),),
        **more,
    }
    return Fact.model_validate(fields)


def test_every_status_is_counted_and_only_located_spans_are_measured() -> None:
    """One of each."""
    facts = [
        sank(0, 54),
        sank(),
        sank(0, 5, span_of="another"),
        sank(0, 9999),
        sank(3, 3),
        sank(0, 4, quote="Inez"),
        sank(0, 4, doc_id="lost.txt"),
    ]
    report = measure_spans(facts, [LOG])
    assert set(report.statuses.values()) == {1}
    assert (report.facts, report.without_text, report.lost) == (7, 1, ["lost.txt"])
    assert report.spans == {"n": 7, "cited": 6, "located": 0, "context": 0, "none": 1}
    held = report.origins["cited"]
    assert (held.n, held.words, held.characters, held.narrow, held.names_both) == (1, 11, 54, 0, 1)


def test_a_span_within_its_sentence_is_narrow_and_one_without_both_ends_too_narrow() -> None:
    """The full stop alone is no width."""
    verdicts = ("not_found", "supported", "not_found")
    spans = ((40, 45), (0, 26), (28, 53))
    facts = [sank(*span, verdict=verdict) for span, verdict in zip(spans, verdicts, strict=True)]
    held = measure_spans(facts, [LOG]).origins["cited"]
    assert (held.n, held.narrow, held.names_both) == (3, 1, 0)
    assert held.too_narrow == {"supported": 1, "contradicted": 0, "not_found": 2, "unchecked": 0}
    assert held.words == 5


def test_texts_may_have_moved_since() -> None:
    """They are found by file name or stem."""
    for name in ("elsewhere/log.txt", "log", "log.txt"):
        report = measure_spans([sank(0, 54)], [Document(id=name, text=TEXT)])
        assert report.statuses["located"] == 1


def test_what_a_runs_own_check_took_off_is_told() -> None:
    """The span is on no fact any more."""
    row = {"doc": LOG.id, "subject": "Skua", "predicate": "sank_off", "object": "Skail"}
    rows = [
        {**row, "start": 0, "end": 4, "quote": "Inez"},
        {**row, "quote": "sank near Skail"},
        row,
    ]
    facts = ground_graph(rows, [LOG], grounder=LexicalGrounder()).facts
    report = measure_spans(facts, [LOG])
    assert report.dropped == {"quote_mismatch": 1, "quote_absent": 1}
    assert "by the run's own span check: quote_mismatch 1, quote_absent 1" in report.render()


def test_nothing_has_no_width() -> None:
    """No division by nothing."""
    report = measure_spans([], [LOG])
    assert report.to_json()["origins"]["cited"]["words"] is None
    assert "spans  (n=0)" in str(report)
