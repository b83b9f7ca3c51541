"""Which cards follow from a grounder's verdicts on labelled claims?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, date, datetime

from openodke.evaluation.figure_table import labelled_line
from openodke.evaluation.grounding_report import (
    UNSIGNED,
    GroundingReport,
    Judge,
    grounding_report,
    judge_of_claim,
)
from openodke.evaluation.label_matching import LabelledFact, Matched
from openodke.evaluation.share import Share
from openodke.ground.calibration_card import (
    DOCUMENTS_BAR,
    PRECISION_BAR,
    CalibrationCard,
    RefusalFigures,
)
from openodke.ground.stamp import SPAN
from openodke.version import __version__


def calibration_cards(
    matched: Matched,
    *,
    dataset: str,
    sha256: str = "",
    measured_at: date | None = None,
) -> tuple[CalibrationCard, ...]:
    """Return a card for each judge of labelled facts, on its own verdicts, by name.

    The span check has none: whether a text holds a quote is no estimate. Nor has a verdict that
    nobody signed. `measured_at` left out is today.
    """
    by_judge: dict[Judge, list[LabelledFact]] = {}
    for held in matched.spoken:
        judge = judge_of_claim(held)
        if judge != UNSIGNED and judge[0] != SPAN:
            by_judge.setdefault(judge, []).append(held)
    day = measured_at or datetime.now(UTC).date()
    return tuple(
        _card(judge, grounding_report(Matched(tuple(by_judge[judge]))), dataset, sha256, day)
        for judge in sorted(by_judge, key=str)
    )


def _card(
    judge: Judge, report: GroundingReport, dataset: str, sha256: str, day: date
) -> CalibrationCard:
    grounder, model, prompt = judge
    told = asdict(report)
    rest = ("verdicts", "kept", "balanced_accuracy", "auc", "text_blind", "reasons", "kinds")
    return CalibrationCard(
        grounder=grounder,
        model=model,
        prompt=prompt,
        dataset=dataset,
        sha256=sha256,
        claims=report.claims,
        documents=report.documents,
        right=report.right,
        measured_at=day,
        openodke=__version__,
        contradicted=_figures(report.verdicts["contradicted"].precision),
        not_found=_figures(report.verdicts["not_found"].precision),
        figures={name: told[name] for name in rest},
    )


def _figures(wrong: Share) -> RefusalFigures:
    return RefusalFigures(
        n=wrong.n,
        wrong=wrong.hits,
        documents=wrong.documents,
        precision=wrong.value,
        low=wrong.low,
        high=wrong.high,
    )


def card_lines(cards: Sequence[CalibrationCard]) -> Iterator[str]:
    """Yield what a gate does with each judge's refusals under its card."""
    yield labelled_line(
        "bar",
        f"a refusal drops where at least {PRECISION_BAR:.0%} are wrong, at the lower end, on "
        f"{DOCUMENTS_BAR} documents or more",
    )
    for card in cards:
        who = ", ".join(filter(None, (card.grounder, card.model, card.prompt)))
        yield labelled_line("card", who)
        for verdict, held in (("contradicted", card.contradicted), ("not_found", card.not_found)):
            yield f"  {verdict:<14}{_outcome(held)}"


def _outcome(held: RefusalFigures) -> str:
    if held.passes is None:
        return "never given: decides nothing"
    measured = f"{held.wrong} of {held.n} wrong on {held.documents} documents, from {held.low:.1%}"
    return f"{'drops' if held.passes else 'marks'}: {measured}"
