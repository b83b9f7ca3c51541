"""Do the spans that claims rest on hold, how wide are they, and what became of their claims?

Source: the grounding page: the status of a span, its origin, and a citation that is too narrow for
its claim because it does not name both ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from statistics import median

from openodke.evaluation.figure_table import VERDICTS, counted, figure_table, labelled_line
from openodke.evaluation.named_documents import NamedDocuments
from openodke.evaluation.printed_report import PrintedReport
from openodke.ground import SpanStatus, check_span, reason_of
from openodke.ground.stamp import judge_of
from openodke.ground.widening import widened
from openodke.ground.window import names_both
from openodke.interop.span_origins import NOWHERE, SPAN_ORIGINS, origin_of, spans_block
from openodke.model import Document, Evidence, Fact
from openodke.text.word_index import words_of

_NAMED = 20  # texts that are not there, named in a report
_DROPPED = frozenset({*(s.value for s in SpanStatus if s.rejected), "quote_absent"})


@dataclass
class SpanFigures:
    """The located spans of one origin.

    Attributes:
        n: the spans.
        words, characters: their median width, None of no spans.
        narrow: how many are narrower than their sentence, marks aside.
        names_both: how many name both ends of their claim.
        verdicts: how many are of claims with each verdict.
        too_narrow: of those that do not name both ends, how many are of claims with each verdict.
    """

    n: int = 0
    words: float | None = None
    characters: float | None = None
    narrow: int = 0
    names_both: int = 0
    verdicts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(VERDICTS, 0))
    too_narrow: dict[str, int] = field(default_factory=lambda: dict.fromkeys(VERDICTS, 0))


@dataclass
class SpanReport(PrintedReport):
    """What was measured of the spans of facts.

    Attributes:
        facts: the facts.
        spans: `n`, and how many facts rest on a span that was `cited`, `located`, `context` or
            `none`, as a grounding summary counts them.
        statuses: how many pieces of evidence have each SpanStatus.
        dropped: spans that the run's own span check took off, by its reason; they are on no fact.
        origins: the located spans, by who chose them.
        without_text: pieces of evidence whose text was not given, and the names of such texts.
        lost: the first names of texts that were not given.
    """

    facts: int = 0
    spans: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("n", *SPAN_ORIGINS), 0))
    statuses: dict[str, int] = field(default_factory=lambda: {s.value: 0 for s in SpanStatus})
    dropped: dict[str, int] = field(default_factory=dict)
    origins: dict[str, SpanFigures] = field(
        default_factory=lambda: {o: SpanFigures() for o in SPAN_ORIGINS if o != NOWHERE}
    )
    without_text: int = 0
    lost: list[str] = field(default_factory=list)

    def _lines(self) -> Iterator[str]:
        return _lines(self)


def measure_spans(facts: Iterable[Fact], documents: Iterable[Document]) -> SpanReport:
    """Return what the spans of facts are like, on the texts that they are of.

    Documents are found by id, file name or stem. A span whose text is not there is counted, and
    not judged.
    """
    named = NamedDocuments(documents)
    report = SpanReport()
    widths: dict[str, list[tuple[int, int]]] = {origin: [] for origin in report.origins}
    dropped: Counter[str] = Counter()
    for fact in facts:
        report.facts += 1
        report.spans["n"] += 1
        report.spans[origin_of(fact)] += 1
        if judge_of(fact) == "span" and reason_of(fact) in _DROPPED:
            dropped[reason_of(fact)] += 1
        for evidence in fact.evidence:
            _measure(fact, evidence, named, report, widths)
    report.dropped = dict(dropped.most_common())
    for origin, held in widths.items():
        if held:
            report.origins[origin].words = median(words for words, _ in held)
            report.origins[origin].characters = median(characters for _, characters in held)
    return report


def _measure(
    fact: Fact,
    evidence: Evidence,
    documents: NamedDocuments,
    report: SpanReport,
    widths: dict[str, list[tuple[int, int]]],
) -> None:
    """Count one piece of evidence."""
    doc = documents.find(evidence.doc_id)
    if doc is None:
        report.without_text += 1
        if evidence.doc_id not in report.lost and len(report.lost) < _NAMED:
            report.lost.append(evidence.doc_id)
        return
    status = check_span(evidence, doc)
    report.statuses[status.value] += 1
    if status is not SpanStatus.LOCATED or evidence.span is None:
        return
    start, end = evidence.span.start, evidence.span.end
    text = doc.text[start:end]
    figures = report.origins[evidence.span_origin.value]
    figures.n += 1
    figures.verdicts[fact.verdict.value] += 1
    figures.narrow += widened(start, end, doc.text) is not None
    if names_both(fact, text):
        figures.names_both += 1
    else:
        figures.too_narrow[fact.verdict.value] += 1
    widths[evidence.span_origin.value].append((len(words_of(text)), end - start))


def _lines(report: SpanReport) -> Iterator[str]:
    yield labelled_line("facts", f"{report.facts:,}")
    yield labelled_line("status", ", ".join(f"{s} {n}" for s, n in report.statuses.items()))
    if report.dropped:
        told = ", ".join(f"{reason} {n}" for reason, n in report.dropped.items())
        yield labelled_line("dropped", f"by the run's own span check: {told}")
    if report.without_text:
        spans = counted(report.without_text, "piece of evidence", "pieces of evidence")
        yield labelled_line("no text", f"{spans}: {', '.join(report.lost)}")
    yield ""
    yield from figure_table(
        ("located spans", "n", "words", "characters", "narrower", "names both", *VERDICTS),
        [
            (
                _shown(origin), held.n, _width(held.words), _width(held.characters), held.narrow,
                held.names_both, *held.verdicts.values(),
            )
            for origin, held in report.origins.items()
        ],
    )  # fmt: skip
    yield ""
    yield from figure_table(
        ("that do not name both ends", "n", *VERDICTS),
        [
            (_shown(origin), held.n - held.names_both, *held.too_narrow.values())
            for origin, held in report.origins.items()
        ],
    )
    yield ""
    yield from spans_block(report.spans)


def _shown(origin: str) -> str:
    return "  the whole text" if origin == "context" else f"  {origin}"


def _width(value: float | None) -> str | None:
    return None if value is None else f"{value:g}"
