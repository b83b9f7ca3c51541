"""`odke verify`: does every decision of a run come out again as it was written?"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from openodke.cli.refusal import told

if TYPE_CHECKING:
    from openodke.cli.verify_job import Verification
    from openodke.validation.told_differences import ToldDifference


def verify(
    out: Annotated[
        Path,
        typer.Argument(metavar="OUT", help="The folder that -o named.", show_default=False),
    ],
    limit: Annotated[
        int, typer.Option(help="Differences that are shown; 0 shows all.", min=0)
    ] = 50,
) -> None:
    """Do a run again from its manifest, and say what differs from what it wrote.

    OUT is what `odke validate -o` or `odke ground -o` wrote, and is not changed. No model is asked:
    what one answered is taken as it was written, or from the recorded answers of the run's
    --config.

    Exit 0: the same. Exit 1: something differs, or an input or a file in OUT was changed. Exit 2:
    something could not be read.
    """
    from openodke.cli.verify_job import verified
    from openodke.cli.wrapping import shown

    with told(system=2):
        found = verified(out)
    typer.echo("odke verify")
    typer.echo(shown("\n".join(f"{name:<14}{text}" for name, text in _lines(found, limit))))
    sys.exit(0 if found.is_same else 1)


def _lines(found: Verification, limit: int) -> Iterator[tuple[str, str]]:
    """Yield what is told: first what was changed, then what differs, then the counts."""
    from openodke.validation.told_differences import told_once

    yield "run", f"odke {found.command}, {_clock(found.started_at)}"
    if found.another:
        yield "version", f"it was done by openodke {found.another}"
    if not found.changed:
        was = "it was" if found.inputs == 1 else "they were"
        yield "inputs", f"{_things(found.inputs, 'file')}, as {was}"
    for number, line in enumerate(found.changed):
        yield "" if number else "inputs", line
    for line in found.moved:
        yield "", line
    if found.rewritten:
        yield "outputs", f"changed since the run: {', '.join(found.rewritten)}"
    if found.taken is not None:
        yield "model", f"{_things(found.taken, 'verdict')} taken as written, and not derived"
    if found.asked:
        then, now = found.asked
        label = "model" if found.taken is None else ""
        yield label, f"it was asked at {then}, and would be asked at {now} now"
    told = told_once(found.differences)
    for number, difference in enumerate(told[: limit or None]):
        yield "" if number else "differs", str(difference)
    more = len(told) - limit
    if limit and more > 0:
        yield "", f"… and {more} more: --limit 0 shows all"
    yield "sum", _sum(found, told)


def _sum(found: Verification, told: list[ToldDifference]) -> str:
    if not told:
        return "no difference" if found.is_same else "no difference in what is derived"
    where = [_things(len({one.id for one in told if one.id}), "place")]
    where += ["the counts"] if any(not one.id for one in told) else []
    return (
        f"{_things(len(told), 'difference')} in {' and '.join(where).removeprefix('0 places and ')}"
    )


def _clock(written: str) -> str:
    """Return a time in UTC to the second, as a person reads it."""
    return f"{datetime.fromisoformat(written).astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"


def _things(count: int, name: str) -> str:
    return f"{count:,} {name if count == 1 else name + 's'}"
