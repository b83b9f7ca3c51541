"""What is told at the end of a run: what it wrote, and what it did not do?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer

from openodke.cli.graph_job import GraphJob
from openodke.interop import GroundSummary
from openodke.interop.texts import ENDINGS, passed_over


def tell_outcome(job: GraphJob[Any], summary: GroundSummary) -> None:
    """Print what a run left behind and wrote; on standard error what it did not do, and why."""
    for line in job.told:
        typer.echo(line)
    if job.written:
        typer.echo(f"wrote {', '.join(map(str, job.written))}")
    if not job.json_log:  # whose lines on standard error are events
        for line in _left_undone(job, summary):
            typer.echo(f"odke: {line}", err=True)
    if job.refusal:
        typer.echo(f"odke: {job.refusal}", err=True)


def exit_status(job: GraphJob[Any], summary: GroundSummary) -> int:
    """Return the exit status of a run that came to its end."""
    if job.stopped:
        return 130
    if job.is_overspent(summary):
        return 3
    if summary.is_unanswered or summary.stopped or job.refusal:
        return 1
    return 2 if summary.malformed else 0


def _left_undone(job: GraphJob[Any], summary: GroundSummary) -> Iterator[str]:
    """Yield what a run did not do, and what can be done about it."""
    over = passed_over(job.texts) if job.texts else ""
    if over:
        yield f"{job.texts}: {over} not read as texts; those end in {ENDINGS}"
    if summary.mismatch:
        yield f"{summary.mismatch}; their claims were left unchecked"
    if summary.stopped:
        left = f"{summary.unasked} claims were not asked about and stay unchecked"
        yield f"stopped: {summary.stopped}: {left}"
    if summary.unjudged:
        yield summary.unjudged
    if summary.stopped or summary.failed:
        yield _how_to_go_on(job)
    if job.meter and job.meter.unkept:
        yield job.meter.unkept


def _how_to_go_on(job: GraphJob[Any]) -> str:
    if job.meter and job.meter.spending.cache:
        return "run the command again to go on: what was answered is kept, and not asked again"
    return "what was answered is not kept for another run: with --cache DIR it would be"
