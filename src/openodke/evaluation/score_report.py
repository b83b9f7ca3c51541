"""Does the confidence of a fact predict whether it is right?

Source: the resolution page, "Score": the score orders facts, and is no probability until measured.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from openodke.errors import InputError
from openodke.evaluation.figure_table import counted, figure_table, labelled_line
from openodke.evaluation.label_matching import LabelledFact, Matched
from openodke.evaluation.printed_report import PrintedReport
from openodke.evaluation.ranking import auc
from openodke.evaluation.reliability import (
    BINS,
    Bin,
    bin_of,
    chance_error,
    checked_bins,
    reliability,
)
from openodke.evaluation.resampling import Figure, Resampler
from openodke.evaluation.share import Share, share_of
from openodke.model.keys import SCORE

THRESHOLDS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)
_NAMED = 5  # labels without a fact, named on the terminal


@dataclass(frozen=True)
class Cut:
    """What is left of the labelled claims at a threshold.

    Attributes:
        threshold: the least confidence that is kept.
        kept: the claims kept.
        precision: the share of them that is right.
        recall: the share of the right claims that is kept.
    """

    threshold: float
    kept: int
    precision: Share
    recall: Share


@dataclass(frozen=True)
class ScoreReport(PrintedReport):
    """How well a confidence predicts truth.

    Attributes:
        claims: the labelled claims, of `documents` documents.
        right: those that are right.
        scored: those whose confidence an EvidenceScorer gave; of the rest it is the extractor's.
        unlabelled: facts without a label, which are left out.
        unmatched: the labels without a fact.
        mixed: claims that have a label right and one wrong; they count as right.
        brier: the Brier score; `base_rate` is that of saying the share of right claims of each.
        error: the expected calibration error; `chance` is that of a calibrated score on so few.
        auc: the chance that a right claim has the higher confidence of a pair.
        bins: the reliability diagram, and `shares` how many of each bin are right.
        cuts: what is left at each threshold.
    """

    claims: int
    documents: int
    right: int
    scored: int
    brier: Figure
    base_rate: float
    error: Figure
    chance: float
    auc: float | None
    bins: tuple[Bin, ...]
    shares: tuple[Share, ...]
    cuts: tuple[Cut, ...]
    unlabelled: int = 0
    unmatched: tuple[str, ...] = field(default=())
    mixed: int = 0

    def _lines(self) -> Iterator[str]:
        return _lines(self)


def score_report(matched: Matched, *, bins: int = BINS) -> ScoreReport:
    """Return how well the confidence of labelled facts predicts whether they are right.

    Raises:
        InputError: when no fact has a label, for fewer than one bin, and naming a fact whose
            confidence is none in [0, 1].
    """
    claims = matched.claims
    if not claims:
        raise InputError("no label is of any of the facts: nothing can be measured")
    checked_bins(bins)
    for held in claims:
        if not 0.0 <= held.fact.confidence <= 1.0:
            raise InputError(
                f"the fact {held.fact.id} has the confidence {held.fact.confidence}: give a "
                "number from 0 to 1, as odke validate does"
            )
    judged = [(held.fact.confidence, held.right) for held in claims]
    resampler = Resampler((held.document, _sums(held, bins)) for held in claims)
    right = sum(held.right for held in claims)
    share = right / len(claims)
    return ScoreReport(
        claims=len(claims),
        documents=len({held.document for held in claims}),
        right=right,
        scored=sum(SCORE in held.fact.qualifiers for held in claims),
        brier=resampler.figure(_brier),
        base_rate=share * (1 - share),
        error=resampler.figure(_calibration_error),
        chance=chance_error(judged, bins=bins),
        auc=auc((c for c, held in judged if held), (c for c, held in judged if not held)),
        bins=tuple(reliability(judged, bins=bins)),
        shares=_shares(claims, bins),
        cuts=tuple(_cut(claims, threshold) for threshold in THRESHOLDS),
        unlabelled=len(matched.unlabelled),
        unmatched=tuple(map(str, matched.unmatched)),
        mixed=matched.mixed,
    )


def _sums(held: LabelledFact, bins: int) -> tuple[float, ...]:
    """Return the numbers of a claim: 1, its squared error, and its signed gap in its own bin."""
    confidence = held.fact.confidence
    gaps = [0.0] * bins
    gaps[bin_of(confidence, bins)] = held.right - confidence
    return (1.0, (held.right - confidence) ** 2, *gaps)


def _brier(sums: Sequence[float]) -> float:
    return sums[1] / sums[0]


def _calibration_error(sums: Sequence[float]) -> float:
    return math.fsum(map(abs, sums[2:])) / sums[0]


def _shares(claims: Sequence[LabelledFact], bins: int) -> tuple[Share, ...]:
    held: list[list[tuple[str, bool]]] = [[] for _ in range(bins)]
    for claim in claims:
        held[bin_of(claim.fact.confidence, bins)].append((claim.document, claim.right))
    return tuple(map(share_of, held))


def _cut(claims: Sequence[LabelledFact], threshold: float) -> Cut:
    kept = [held for held in claims if held.fact.confidence >= threshold]
    return Cut(
        threshold,
        len(kept),
        share_of((held.document, held.right) for held in kept),
        share_of(
            (held.document, held.fact.confidence >= threshold) for held in claims if held.right
        ),
    )


def _lines(report: ScoreReport) -> Iterator[str]:
    told = claims_told(report.claims, report.claims, report.documents, report.right)
    yield labelled_line("claims", told)
    yield from unpartnered(report.unlabelled, report.unmatched, report.mixed)
    if report.scored < report.claims:
        others = "" if report.scored else "no claim is scored: "
        yield labelled_line(
            "", f"{others}{report.claims - report.scored:,} have their extractor's confidence "
            "(odke validate scores)"
        )  # fmt: skip
    yield labelled_line("Brier", f"{report.brier}, {report.base_rate:.3f} by the share of right")
    yield labelled_line("ECE", f"{report.error}, {report.chance:.3f} by chance if calibrated")
    yield labelled_line("AUC", "–" if report.auc is None else f"{report.auc:.3f}")
    yield ""
    yield from figure_table(
        ("confidence", "n", "mean", "right"),
        [
            _bin_row(held, share)
            for held, share in zip(report.bins, report.shares, strict=True)
            if held.n
        ],
    )
    yield ""
    yield from figure_table(
        ("kept from", "n", "precision", "recall"),
        [(f"{cut.threshold:g}", cut.kept, cut.precision, cut.recall) for cut in report.cuts],
    )


def _bin_row(held: Bin, share: Share) -> tuple[object, ...]:
    mean = None if held.confidence is None else f"{held.confidence:.3f}"
    return (f"{held.low:g}–{held.high:g}", held.n, mean, share)


def claims_told(claims: int, rows: int, documents: int, right: int) -> str:
    """Return how many claims are labelled, and of how many rows where they are not as many."""
    of_rows = f" ({counted(rows, 'row')})" if rows != claims else ""
    n, texts = counted(claims, "labelled claim"), counted(documents, "document")
    return f"{n}{of_rows} of {texts}, {right:,} right"


def unpartnered(unlabelled: int, unmatched: Sequence[str], mixed: int) -> Iterator[str]:
    """Yield the lines on facts and labels that have no partner."""
    if unlabelled:
        yield labelled_line(
            "unlabelled", f"{counted(unlabelled, 'fact')} without a label, left out"
        )
    if unmatched:
        yield labelled_line("unmatched", f"{counted(len(unmatched), 'label')} of no fact")
        for label in unmatched[:_NAMED]:
            yield f"  {label}"
        if len(unmatched) > _NAMED:
            yield f"  … and {len(unmatched) - _NAMED:,} more, all in --json"
    if mixed:
        yield labelled_line(
            "mixed", f"{counted(mixed, 'claim')} with labels that differ, taken as right"
        )
