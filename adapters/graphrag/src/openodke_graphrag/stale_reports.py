"""Which community reports speak of what was dropped?

A report was written by a model from what its community held. It is never rewritten here, only
marked: running `create_community_reports` again writes it anew.
"""

from __future__ import annotations

from collections.abc import Iterable

from openodke_graphrag.cells import texts
from openodke_graphrag.community_losses import CommunityLosses
from openodke_graphrag.name_finder import NameFinder
from openodke_graphrag.table_change import with_texts
from openodke_graphrag.table_file import ExportTable

STALE = "odke_stale"
BECAUSE = "odke_stale_because"

_SAID_IN = ("title", "summary", "full_content", "findings")
_SHOWN = 5


def stale_reasons(
    reports: ExportTable, losses: CommunityLosses, names: Iterable[str]
) -> list[str | None]:
    """Return why each report is stale, None where it is not; what made it stale before, does."""
    finder = NameFinder(names)
    bodies = zip(*(texts(reports, name) for name in _SAID_IN), strict=True)
    numbers = texts(reports, "community")
    found = []
    for number, body, before in zip(numbers, bodies, texts(reports, BECAUSE), strict=True):
        now = _reasons(losses, number, finder.found_in("\n".join(body)))
        told = [before, *(r for r in now if r not in before.split("; "))] if before else now
        found.append("; ".join(told) or None)
    return found


def with_marks(reports: ExportTable, reasons: list[str | None]) -> ExportTable:
    """Return the reports with `odke_stale` = "true" and why, both empty where a report holds."""
    marks = ["true" if reason else None for reason in reasons]
    return with_texts(with_texts(reports, STALE, marks), BECAUSE, reasons)


def _reasons(losses: CommunityLosses, number: str, named: list[str]) -> list[str]:
    lost = [
        counted(held[number], what)
        for what, held in (("entity", losses.entities), ("relationship", losses.relationships))
        if held.get(number)
    ]
    reasons = []
    if lost:
        reasons.append(f"its community lost {' and '.join(lost)}")
    if named:
        more = f" and {len(named) - _SHOWN} more" if len(named) > _SHOWN else ""
        reasons.append(f"it names {', '.join(named[:_SHOWN])}{more}")
    return reasons


def counted(n: int, what: str) -> str:
    """Return `1 entity`, `2 entities`."""
    if n == 1:
        return f"1 {what}"
    return f"{n} {what[:-1]}ies" if what.endswith("y") else f"{n} {what}s"
