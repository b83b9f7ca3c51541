"""How does a validation's report read in a terminal?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from openodke.interop import GroundSummary
    from openodke.validation.validation_report import ValidationReport

_WIDTH = 14
_SHOWN = 5
_PAIRS = 3  # of names that are linked
_SIGNS = {"same_as": "=", "similar": "~", "different": "≠"}


def rendered(report: ValidationReport) -> str:
    """Return the report's lines: what came in, what became of it, what is left."""
    return "\n".join(f"{name:<{_WIDTH}}{text}" for name, text in _lines(report))


def _lines(report: ValidationReport) -> Iterator[tuple[str, str]]:
    if report.stopped:
        left = _things(report.grounding.unasked, "claim")
        yield "stopped", f"{report.stopped}; not asked about {left}"
    if report.is_empty:
        yield "claims", "0: no_claims, there was nothing to check"
        return
    dry = " (dry run: the free checks alone, nothing written)" if report.dry_run else ""
    yield "claims", f"{report.facts_in:,} on {_things(report.documents, 'text')}{dry}"
    lost = {
        "without a text": report.unmatched,
        "could not be read": report.malformed,
        "no claim": report.left_out,
    }
    if any(lost.values()):
        yield "left out", _counts(lost)
    yield from _unread(report.grounding.malformed)
    if report.mismatch:
        yield "mismatch", report.mismatch
    yield "verdicts", _counts(report.verdicts)
    if any(report.checked.values()):
        yield "checks", _counts(report.checked)
    if report.calls or report.cached:
        cost = "unknown" if report.cost_usd is None else f"{report.cost_usd:.4f}"
        failed = f", {report.failed} failed" if report.failed else ""
        kept = f", {report.cached} answers kept from before" if report.cached else ""
        yield "model", f"{report.calls} calls{failed}, {report.tokens} tokens, USD {cost}{kept}"
    yield from _by_words(report.grounding)
    for number, told in enumerate(_linked(report)):
        yield "" if number else "names", told
    if any(report.store.values()):
        yield "store", _counts(report.store)
    if report.contested:
        yield "contested", _counts(report.contested)
    gone = f"{report.merged} merged - {report.refused} refused"
    yield (
        "sum",
        f"{report.facts_in} in + {report.derived} derived - {gone} = {report.facts_out} out",
    )
    if report.refused_by:
        yield "refused", _counts(report.refused_by)
    held = (
        _things(report.entities, "entity", "entities"),
        _things(report.edges, "edge"),
        _things(report.properties, "property", "properties"),
    )
    yield "graph", ", ".join(held)
    yield (
        "sources",
        ", ".join(f"{count} on {number}" for number, count in report.sources.items()) or "none",
    )
    if report.tenant:
        yield "tenant", report.tenant


def _linked(report: ValidationReport) -> Iterator[str]:
    """Yield how many pairs of names are linked, a line a kind, and the first few of them."""
    for kind, count in report.links.items():
        sign = _SIGNS.get(kind, "/")
        shown = [
            f"{one} {sign} {other}" for one, other in islice(report.trail.linked(kind), _PAIRS)
        ]
        shown += [f"{count - len(shown)} more"] if 0 < len(shown) < count else []
        yield f"{count} {kind}{': ' if shown else ''}{', '.join(shown)}"


def _by_words(summary: GroundSummary) -> Iterator[tuple[str, str]]:
    """Say what went together, what words settled, and how far words and model agree."""
    if summary.joint:
        together, calls = summary.joint["claims"], _things(summary.joint["calls"], "joint call")
        again = f", {summary.joint['again']} of them again alone" if summary.joint["again"] else ""
        yield "", f"{_things(together, 'claim')} in {calls}{again}"
    if summary.cascade:
        refuted, left = summary.cascade["refuted"], summary.cascade["left"]
        yield "words", f"{refuted} refuted, {left} left to the model"
    if summary.recheck:
        yield "recheck", _counts(summary.recheck)


def _unread(problems: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Name the first few places that could not be read."""
    for number, problem in enumerate(problems[:_SHOWN]):
        yield "" if number else "unread", problem
    if len(problems) > _SHOWN:
        yield "", f"… and {len(problems) - _SHOWN} more, all in summary.json"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items() if count) or "none"


def _things(count: int, one: str, many: str = "") -> str:
    return f"{count:,} {one if count == 1 else many or one + 's'}"
