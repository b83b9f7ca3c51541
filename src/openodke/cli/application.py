"""Which commands does `odke` have, and how does an error reach the person who typed one?"""

from __future__ import annotations

import io
import os
import sys
from typing import Annotated

import typer

from openodke.cli import (
    adapter_list,
    eval_command,
    explain_command,
    ground_command,
    label_command,
    models_command,
    ontology_command,
    validate_command,
    verify_command,
)
from openodke.cli.provenance import version_lines
from openodke.cli.refusal import system_refusal
from openodke.cli.text_options import in_utf8
from openodke.errors import OdkeError

app = typer.Typer(
    name="odke",
    help="Check every claim of a model-extracted knowledge graph against its text.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command("ground")(in_utf8(ground_command.ground))
app.command("validate")(in_utf8(validate_command.validate))
app.command("explain")(in_utf8(explain_command.explain))
app.command("verify")(in_utf8(verify_command.verify))
app.command("adapters")(in_utf8(adapter_list.adapters))
app.command("models")(in_utf8(models_command.models))
app.add_typer(eval_command.app, name="eval")
app.add_typer(label_command.app, name="label")
app.add_typer(ontology_command.app, name="ontology")


def _version(wanted: bool) -> None:
    if wanted:
        for line in version_lines():
            typer.echo(line)
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_version,
            is_eager=True,
            help="Show the version and where it runs from, and exit.",
        ),
    ] = False,
) -> None:
    """Check every claim of a model-extracted knowledge graph against its text."""


def main() -> None:
    """Run `odke`: exit 0 done, 2 unreadable input or a wrong call, 1 a failed run, 130 stopped."""
    _print_all()
    try:
        app(standalone_mode=True)
    except KeyboardInterrupt:
        typer.echo("odke: stopped by Ctrl-C", err=True)
        sys.exit(130)
    except OdkeError as error:
        typer.echo(f"odke: {error}", err=True)
        sys.exit(2)
    except OSError as error:
        typer.echo(f"odke: {system_refusal(error)}", err=True)
        _drop_output()
        sys.exit(1)


def _print_all() -> None:
    """Have a character that the terminal's encoding lacks be printed as its escape.

    A name of a file that is not UTF-8 holds some, and a Windows console or file lacks many.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _drop_output() -> None:
    """Send what standard output did not take nowhere, or Python would fail on it once more."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
