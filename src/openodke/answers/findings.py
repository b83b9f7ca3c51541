"""What there is to object to in an answer, and how is it said?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from openodke.answers.grounding_result import GroundingResult

_EMPTY = "empty answer — there is nothing to ground"
_NOT_ABSTAINED = "unanswerable question — the answer did not abstain (risk of fabrication)"


class UngroundedNumber(NamedTuple):
    """A number of an answer that no source has."""

    written: str
    instead: str = ""
    """What the context has there: the number with another unit; "" for nothing."""


class Findings(NamedTuple):
    """What is wrong with an answer to an answerable question."""

    missed: Sequence[str]
    """Anchors that the answer does not state."""
    numbers: Sequence[UngroundedNumber]
    unheld: Sequence[str] = ()
    """Anchors that the answer states and the context does not."""
    doubts: Sequence[str] = ()
    """What may be wrong though nothing is ungrounded."""


def answered(answer: str, findings: Findings) -> GroundingResult:
    """Return the result for an answer that was to be given."""
    issues = [_EMPTY] if not answer.strip() else []
    issues += _sentences(findings)
    return GroundingResult(
        grounded=not issues,
        anchors_missed=list(findings.missed),
        ungrounded_numbers=[number.written for number in findings.numbers],
        issues=issues,
        ungrounded_anchors=list(findings.unheld),
        doubts=list(findings.doubts),
    )


def declined(*, abstained: bool) -> GroundingResult:
    """Return the result for an answer that was to decline."""
    issues = [] if abstained else [_NOT_ABSTAINED]
    return GroundingResult(grounded=abstained, abstained=abstained, issues=issues)


def _sentences(findings: Findings) -> Iterator[str]:
    for anchor in findings.missed:
        yield f'missing answer fact "{anchor}"'
    for anchor in findings.unheld:
        yield f'ungrounded answer fact "{anchor}" — not in the provided context'
    for number in findings.numbers:
        instead = f', which has "{number.instead}"' if number.instead else ""
        yield f'ungrounded number "{number.written}" — not in the provided context{instead}'
