"""What is told at the end of a run: what it wrote, and what it did not do?"""

from __future__ import annotations

import typer

from openodke.cli.ground_job import GroundJob


def tell_outcome(job: GroundJob, mismatch: str) -> None:
    """Print what a run left behind and wrote; on standard error what it did not do, and why.

    `mismatch` says that texts and graph do not belong together, "" where they do.
    """
    for line in job.told:
        typer.echo(line)
    if job.written:
        typer.echo(f"wrote {', '.join(map(str, job.written))}")
    if mismatch and not job.json_log:
        typer.echo(f"odke: {mismatch}; their claims were left unchecked", err=True)
    if job.refusal:
        typer.echo(f"odke: {job.refusal}", err=True)
