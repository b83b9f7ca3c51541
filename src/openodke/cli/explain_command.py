"""`odke explain`: what was decided about one claim, and why?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from openodke.cli.refusal import told
from openodke.errors import InputError, OdkeError


def explain(
    fact: Annotated[
        list[str],
        typer.Argument(
            metavar="FACT",
            help="A fact's or a row's id, the beginning of one, or words of the claim.",
            show_default=False,
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--from",
            metavar="OUT",
            help="The folder that -o named.  [default: this folder, or the one in it]",
            show_default=False,
        ),
    ] = None,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json", help="Print the rows, the links and the claim as JSON, every field whole."
        ),
    ] = False,
) -> None:
    """Tell all that was decided about one claim, and why.

    It is read from what `odke validate -o OUT` or `odke ground -o OUT` wrote; nothing is run again.

    Exit 2: several claims fit, or none, or the folder could not be read.
    """
    from openodke.cli.wrapping import shown
    from openodke.validation.recorded_story import recorded_story

    with told():
        place = out or _found_folder(fact)
        if out is None and place != Path():
            typer.echo(f"odke: from {place}", err=True)
        told_of = recorded_story(place, " ".join(fact), as_json=as_json)
        typer.echo(told_of if as_json else shown(told_of))


def _found_folder(words: list[str]) -> Path:
    """Return the run's folder that lies here, when there is one, and no other.

    Raises:
        InputError: when there is none, or several.
    """
    here = Path()
    found = [here] if _is_run(here) else sorted(p for p in here.iterdir() if _is_run(p))
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(map(str, found))
        raise InputError(f"of which run? Add --from with one of {names}")
    hint = f"--from {words[0]}" if _is_run(Path(words[0])) else "--from OUT"
    raise InputError(
        "of which run? There is none in this folder: add "
        f"{hint}, the folder that `odke validate -o` or `odke ground -o` wrote"
    )


def _is_run(folder: Path) -> bool:
    """Whether a folder holds what a run wrote, and no graph that was written back."""
    from openodke.validation.run_record import RunRecord

    try:
        RunRecord(folder)
    except (OdkeError, OSError):
        return False
    return True
