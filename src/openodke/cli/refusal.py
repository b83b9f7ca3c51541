"""What is a person told when a command cannot go on, and with which status does it end?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from openodke.errors import OdkeError


@contextmanager
def told(*, err: bool = True, system: int = 1) -> Iterator[None]:
    """Tell an error, and exit: 2 for what was handed in, `system` for what the system refused.

    Ctrl-C exits with 130, as a shell has it.

    It is told on standard output where `err` is False: standard error may be a log, of which every
    line is an event that a machine reads.
    """
    try:
        yield
    except OdkeError as error:
        typer.echo(f"odke: {error}", err=err)
        raise typer.Exit(2) from None
    except OSError as error:
        typer.echo(f"odke: {system_refusal(error)}", err=err)
        raise typer.Exit(system) from None
    except KeyboardInterrupt:
        typer.echo("odke: stopped by Ctrl-C", err=err)
        raise typer.Exit(130) from None


def system_refusal(error: OSError) -> str:
    """Return the place, where it is known, and the system's reason, as one line."""
    reason = error.strerror or str(error) or type(error).__name__
    return f"{error.filename}: {reason}" if error.filename else reason
