"""How often is each verdict of a grounder right?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from openodke.errors import InputError
from openodke.evaluation.figure_table import VERDICTS, figure_table, labelled_line
from openodke.evaluation.label_matching import LabelledFact, Matched
from openodke.evaluation.printed_report import PrintedReport
from openodke.evaluation.ranking import auc
from openodke.evaluation.resampling import Figure, Resampler
from openodke.evaluation.score_report import claims_told, unpartnered
from openodke.evaluation.share import Share, share_of
from openodke.evaluation.text_blind import NEAR_CHANCE, text_blind_auc
from openodke.ground import ground_record, reason_of, suspicion_of
from openodke.interop.examples import REFUSING

Judge = tuple[str, str | None, str | None]
"""Who gave a verdict: grounder, model and prompt, as `odke.ground` has them."""

_TELLING = 50  # right and wrong claims each; with fewer an AUC is mostly chance

UNSIGNED: Judge = ("", None, None)
"""The judge of a verdict that nobody signed."""


@dataclass(frozen=True)
class VerdictFigures:
    """How often one verdict was right.

    Attributes:
        n: the claims that have it.
        precision: of these, the share that is as the verdict says: right where it is supported,
            wrong where it refuses; of unchecked claims, which it says nothing of, the right ones.
        recall: of the claims that are so, the share that has the verdict.
        expected: of the claims whose label names the verdicts that it may be given, the share for
            which it is one of them.
    """

    n: int
    precision: Share
    recall: Share
    expected: Share


@dataclass(frozen=True)
class KindFigures:
    """How the claims of one kind fared.

    Attributes:
        n: the claims.
        right: whether they are right.
        refused: the share that was refused.
        auc: the chance that a wrong claim of the kind has the higher suspicion of a pair with a
            right one; None of right claims.
    """

    n: int
    right: bool
    refused: Share
    auc: float | None


@dataclass(frozen=True)
class GroundingReport(PrintedReport):
    """How a grounder did on labelled claims. A verdict refuses if contradicted or not found.

    Attributes:
        claims: the labelled claims, of `documents` documents, `right` of them right. Of one with
            several rows the verdict is that of all of them: supported or contradicted if one is,
            not found if all are.
        rows: the rows of these claims.
        judges: how many verdicts each judge signed, as `grounder, model, prompt`.
        verdicts: the figures of each verdict.
        refusals: those of both refusing verdicts together.
        kept: the share of right claims that is not refused.
        balanced_accuracy: the mean of `kept` and the share of wrong claims that is refused.
        auc: the chance that a wrong claim has the higher suspicion of a pair.
        text_blind: the AUC of a score that looks at relation and types alone.
        reasons: of each verdict with each reason, as `verdict reason`, the share that is wrong.
        kinds: the figures of each kind of claim.
        unlabelled, unmatched, mixed: facts and labels without a partner, and those that differ.
    """

    claims: int
    rows: int
    documents: int
    right: int
    judges: dict[str, int]
    verdicts: dict[str, VerdictFigures]
    refusals: VerdictFigures
    kept: Share
    balanced_accuracy: Figure
    auc: float | None
    text_blind: float | None
    reasons: dict[str, Share]
    kinds: dict[str, KindFigures]
    unlabelled: int = 0
    unmatched: tuple[str, ...] = field(default=())
    mixed: int = 0

    def _lines(self) -> Iterator[str]:
        return _lines(self)


def grounding_report(matched: Matched) -> GroundingReport:
    """Return how often the verdicts of labelled facts are right.

    Raises:
        InputError: when no fact has a label.
    """
    claims = matched.spoken
    if not claims:
        raise InputError("no label is of any of the facts: nothing can be measured")
    suspicions = [(suspicion_of(held.fact), held) for held in claims]
    right = [suspicion for suspicion, held in suspicions if held.right]
    resampler = Resampler((held.document, _sums(held)) for held in claims)
    return GroundingReport(
        claims=len(claims),
        rows=len(matched.claims),
        documents=len({held.document for held in claims}),
        right=len(right),
        judges=dict(Counter(_shown(judge_of_claim(held)) for held in claims).most_common()),
        verdicts={
            v: _verdict(claims, [v], truth=v in ("supported", "unchecked")) for v in VERDICTS
        },
        refusals=_verdict(claims, [v.value for v in REFUSING], truth=False),
        kept=_share((held for held in claims if held.right), lambda held: not refused(held)),
        balanced_accuracy=resampler.figure(_balanced_accuracy),
        auc=auc((s for s, held in suspicions if not held.right), right),
        text_blind=text_blind_auc(claims),
        reasons=dict(_reasons(claims)),
        kinds=dict(_kinds(claims, right)),
        unlabelled=len(matched.unlabelled),
        unmatched=tuple(map(str, matched.unmatched)),
        mixed=matched.mixed,
    )


def refused(held: LabelledFact) -> bool:
    """Tell whether the verdict says that the text does not make the claim."""
    return held.fact.verdict in REFUSING


def judge_of_claim(held: LabelledFact) -> Judge:
    """Return who signed a verdict."""
    record = ground_record(held.fact)
    return (str(record.get("grounder") or ""), record.get("model"), record.get("prompt"))


def _sums(held: LabelledFact) -> tuple[float, ...]:
    return (
        float(held.right),
        float(held.right and not refused(held)),
        float(not held.right),
        float(not held.right and refused(held)),
    )


def _balanced_accuracy(sums: Sequence[float]) -> float:
    right, kept, wrong, caught = sums
    return (kept / right + caught / wrong) / 2


def _share(claims: Iterable[LabelledFact], hit: Callable[[LabelledFact], bool]) -> Share:
    return share_of((held.document, hit(held)) for held in claims)


def _verdict(
    claims: Sequence[LabelledFact], verdicts: Sequence[str], *, truth: bool
) -> VerdictFigures:
    given = [held for held in claims if held.fact.verdict.value in verdicts]
    return VerdictFigures(
        n=len(given),
        precision=_share(given, lambda held: held.right is truth),
        recall=_share(
            (held for held in claims if held.right is truth),
            lambda held: held.fact.verdict.value in verdicts,
        ),
        expected=_share((held for held in given if _expected(held)), _is_expected),
    )


def _expected(held: LabelledFact) -> frozenset[str]:
    return held.labels[0].expected


def _is_expected(held: LabelledFact) -> bool:
    return held.fact.verdict.value in _expected(held)


def _reasons(claims: Sequence[LabelledFact]) -> Iterator[tuple[str, Share]]:
    """Yield each verdict with each reason, those of a verdict together, and how many are wrong."""
    by_reason: dict[tuple[int, str], list[LabelledFact]] = {}
    for held in claims:
        at = VERDICTS.index(held.fact.verdict.value)
        by_reason.setdefault((at, reason_of(held.fact)), []).append(held)
    for at, reason in sorted(by_reason, key=lambda key: (key[0], -len(by_reason[key]), key[1])):
        held_by = by_reason[at, reason]
        name = f"{VERDICTS[at]} {reason}".rstrip()
        yield name, _share(held_by, lambda held: not held.right)


def _kinds(
    claims: Sequence[LabelledFact], right: Sequence[float]
) -> Iterator[tuple[str, KindFigures]]:
    kinds: dict[tuple[bool, str], list[LabelledFact]] = {}
    for held in claims:
        name = held.kind or ("right" if held.right else "wrong")
        kinds.setdefault((not held.right, name), []).append(held)
    names = Counter(name for _, name in kinds)
    for wrong, name in sorted(kinds):
        of_kind = kinds[wrong, name]
        area = auc((suspicion_of(held.fact) for held in of_kind), right) if wrong else None
        shown = name if names[name] == 1 else f"{name}, {'wrong' if wrong else 'right'}"
        yield shown, KindFigures(len(of_kind), not wrong, _share(of_kind, refused), area)


def _shown(judge: Judge) -> str:
    return ", ".join(part for part in judge if part) or "nobody"


def _lines(report: GroundingReport) -> Iterator[str]:
    told = claims_told(report.claims, report.rows, report.documents, report.right)
    yield labelled_line("claims", told)
    yield labelled_line("judge", "; ".join(f"{who}: {n:,}" for who, n in report.judges.items()))
    yield from unpartnered(report.unlabelled, report.unmatched, report.mixed)
    yield labelled_line("kept", f"{report.kept} of the right claims are not refused")
    yield labelled_line("balanced", f"{report.balanced_accuracy} accuracy of refusing or not")
    yield labelled_line("suspicion", f"AUC {_area(report.auc)}; {_blind(report)}")
    yield ""
    rows = [*report.verdicts.items(), ("refused in all", report.refusals)]
    yield from figure_table(
        ("verdict", "n", "precision", "recall", "as expected"),
        [(name, held.n, held.precision, held.recall, held.expected) for name, held in rows],
    )
    yield ""
    yield from figure_table(
        ("reason", "n", "wrong"),
        [(reason, held.n, held) for reason, held in report.reasons.items()],
    )
    yield ""
    yield from figure_table(
        ("kind", "n", "label", "refused", "AUC"),
        [
            (name, held.n, "right" if held.right else "wrong", held.refused, _area(held.auc))
            for name, held in report.kinds.items()
        ],
    )


def _area(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _blind(report: GroundingReport) -> str:
    """Return what relation and types alone would tell."""
    value = report.text_blind
    told = f"text-blind {_area(value)}"
    if value is None or min(report.right, report.claims - report.right) < _TELLING:
        return told
    if value <= NEAR_CHANCE:
        return f"{told}, near chance"
    return f"{told}: relation and types alone tell wrong from right"
