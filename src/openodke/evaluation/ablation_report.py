"""What does each stage remove, of the wrong claims and of the right ones?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from openodke.errors import InputError
from openodke.evaluation.ablation_stages import GATED, NOT_FOUND, stages, with_own_ids
from openodke.evaluation.figure_table import counted, figure_table, labelled_line
from openodke.evaluation.label_matching import LabelledFact, Matched, document_of, names_of
from openodke.evaluation.printed_report import PrintedReport
from openodke.evaluation.resampling import Figure, Resampler
from openodke.evaluation.score_report import claims_told, unpartnered
from openodke.evaluation.share import Share, share_of
from openodke.evaluation.truth_labels import Label
from openodke.model import Document, Fact
from openodke.ontology import Ontology


@dataclass(frozen=True)
class StageFigures:
    """What is left after a stage.

    Attributes:
        stage: its name.
        kept: the labelled claims that are left.
        precision: the share of them that is right.
        recall: the share of the right claims, those that nobody extracted included, that is left.
        f1: their harmonic mean.
        gain: how much F1 it is above that of the raw claims.
        removed_wrong, removed_right: the share of the wrong and the right claims that is gone.
    """

    stage: str
    kept: int
    precision: Share
    recall: Share
    f1: Figure
    gain: Figure
    removed_wrong: Share
    removed_right: Share


@dataclass(frozen=True)
class AblationReport(PrintedReport):
    """What each stage changes, measured against labels.

    Attributes:
        claims: the labelled claims, of `documents` documents, `right` of them right.
        rows: the rows of these claims; one is left as long as any of its rows is.
        missed: labels of right claims that nobody extracted; they count against recall.
        complete: whether a claim without a label was taken as wrong.
        stages: the figures of each stage, in order.
        not_found: how much F1 it changes to refuse what is not found beside what is contradicted.
        unlabelled, unmatched, mixed: facts and labels without a partner, and those that differ.
    """

    claims: int
    rows: int
    documents: int
    right: int
    missed: int
    complete: bool
    stages: tuple[StageFigures, ...]
    not_found: Figure
    unlabelled: int = 0
    unmatched: tuple[str, ...] = field(default=())
    mixed: int = 0

    def _lines(self) -> Iterator[str]:
        return _lines(self)


def ablation_report(
    matched: Matched,
    *,
    ontology: Ontology | None = None,
    documents: Iterable[Document] = (),
    threshold: float = 0.5,
    complete: bool = False,
) -> AblationReport:
    """Return what each stage removes of grounded facts, one a row, that are not merged yet.

    Args:
        matched: all facts of a run, with or without a label, and the labels.
        ontology: has the gate and the later stages hold claims to it.
        documents: the texts, in which copies and contradictions are recognised.
        threshold: the least confidence that the last stage keeps.
        complete: whether the labels name every right claim, so that a fact without one is wrong.

    Raises:
        InputError: when no fact has a label, and for a threshold outside [0, 1].
    """
    if not 0.0 <= threshold <= 1.0:
        raise InputError(f"threshold={threshold}: give a number from 0 to 1")
    if not matched.claims:
        raise InputError("no label is of any of the facts: nothing can be measured")
    facts = with_own_ids([*(held.fact for held in matched.claims), *matched.unlabelled])
    labelled = zip(facts, matched.claims, strict=False)  # the rest has no label
    own = Matched(tuple(LabelledFact(fact, held.labels) for fact, held in labelled))
    measured = [_claim(group) for group in own.groups]
    if complete:
        measured += [
            _Claim(document_of(fact), False, frozenset([fact.id]))
            for fact in facts[len(own.claims) :]
        ]
    missed = [label for label in matched.unmatched if label.right]
    left = list(stages(facts, ontology=ontology, documents=documents, threshold=threshold))
    named = {name: doc for doc in _cited(facts) for name in names_of(doc)}
    places = [_place(label, named) for label in missed]
    figures = _Figures(measured, places, [kept for _, kept in left])
    names = [name for name, _ in left]
    return AblationReport(
        claims=len(measured),
        rows=sum(len(held.rows) for held in measured),
        documents=len({held.document for held in measured}),
        right=sum(held.right for held in measured),
        missed=len(missed),
        complete=complete,
        stages=tuple(figures.of(at, name) for at, name in enumerate(names)),
        not_found=figures.gain(names.index(NOT_FOUND), names.index(GATED)),
        unlabelled=0 if complete else len(matched.unlabelled),
        unmatched=tuple(map(str, matched.unmatched)),
        mixed=matched.mixed,
    )


class _Claim(NamedTuple):
    """A labelled claim: its document, whether it is right, and the ids of its rows."""

    document: str
    right: bool
    rows: frozenset[str]

    def is_in(self, left: frozenset[str]) -> bool:
        """Whether any of its rows is left."""
        return not self.rows.isdisjoint(left)


def _claim(group: Sequence[LabelledFact]) -> _Claim:
    first = group[0]
    return _Claim(first.document, first.right, frozenset(held.fact.id for held in group))


def _cited(facts: Iterable[Fact]) -> list[str]:
    """Return the documents that facts cite, by their ids, in the order of these."""
    return sorted({held.doc_id for fact in facts for held in fact.evidence})


def _place(label: Label, named: Mapping[str, str]) -> str:
    """Return the document of a label without a fact, by the name that facts have for it."""
    if label.doc is None:
        return " ".join(label.triple or (str(label.id),))
    return named.get(label.doc, label.doc)


class _Figures:
    """Measures what is left at each stage, all on the same resamples."""

    def __init__(
        self,
        claims: Sequence[_Claim],
        missed: Sequence[str],
        left: Sequence[frozenset[str]],
    ) -> None:
        """Take claims, the documents of right ones that nobody extracted, and what is left."""
        self._claims = claims
        self._missed = [(document, False) for document in missed]
        self._left = left
        nothing = (0.0,) * (2 * len(left))
        sums = [(held.document, self._sums(held)) for held in claims]
        sums += [(document, (1.0, *nothing)) for document, _ in self._missed]
        self._resampler = Resampler(sums)

    def _sums(self, held: _Claim) -> tuple[float, ...]:
        """Return the numbers of a claim: right, and of each stage kept and rightly kept."""
        kept = [float(held.is_in(left)) for left in self._left]
        return (float(held.right), *kept, *(held.right * each for each in kept))

    def of(self, at: int, name: str) -> StageFigures:
        """Return the figures of a stage, by its number."""
        left = self._left[at]
        kept = [held for held in self._claims if held.is_in(left)]
        right = [held for held in self._claims if held.right]
        found = [(held.document, held.is_in(left)) for held in right]
        return StageFigures(
            stage=name,
            kept=len(kept),
            precision=share_of((held.document, held.right) for held in kept),
            recall=share_of([*found, *self._missed]),
            f1=self._resampler.figure(self._f1(at)),
            gain=self.gain(at, 0),
            removed_wrong=share_of(
                (held.document, not held.is_in(left)) for held in self._claims if not held.right
            ),
            removed_right=share_of((document, not is_left) for document, is_left in found),
        )

    def gain(self, at: int, before: int) -> Figure:
        """Return how much F1 a stage is above another, each on the same draws."""
        after, other = self._f1(at), self._f1(before)
        return self._resampler.figure(lambda sums: after(sums) - other(sums))

    def _f1(self, at: int) -> Callable[[Sequence[float]], float]:
        """Return what makes F1 of the sums: 2 · rightly kept / (kept + right)."""
        kept, rightly = 1 + at, 1 + len(self._left) + at
        return lambda sums: 2 * sums[rightly] / (sums[kept] + sums[0])


def _lines(report: AblationReport) -> Iterator[str]:
    told = claims_told(report.claims, report.rows, report.documents, report.right)
    yield labelled_line("claims", told)
    if report.missed:
        claims = counted(report.missed, "right claim")
        yield labelled_line("missed", f"{claims} that nobody extracted, in recall")
    yield from unpartnered(report.unlabelled, report.unmatched, report.mixed)
    yield ""
    yield from figure_table(
        ("stage", "kept", "precision", "recall", "F1", "gain"),
        [
            (held.stage, held.kept, held.precision, held.recall, held.f1, _signed(held.gain))
            for held in report.stages
        ],
    )
    yield ""
    yield from figure_table(
        ("stage", "removed wrong", "removed right"),
        [
            (held.stage, _removed(held.removed_wrong), _removed(held.removed_right))
            for held in report.stages
        ],
    )
    yield ""
    yield labelled_line("not_found", f"refusing it too: F1 {_told(report.not_found)}")


def _removed(share: Share) -> str:
    return "–" if share.value is None else f"{share.hits} of {share.n}, {share}"


def _signed(gain: Figure) -> str:
    if gain.value is None:
        return "–"
    if gain.low is None or gain.high is None:
        return f"{gain.value:+.3f}"
    return f"{gain.value:+.3f} [{gain.low:+.3f}, {gain.high:+.3f}]"


def _told(gain: Figure) -> str:
    """Return a gain, and whether its interval leaves a doubt of its sign."""
    if gain.low is None or gain.high is None:
        return f"{_signed(gain)}, on too little to tell"
    outcome = "gains" if gain.low > 0 else "loses" if gain.high < 0 else "undecided"
    return f"{_signed(gain)}, {outcome}"
