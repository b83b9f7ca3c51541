"""`odke ontology`: what does a schema hold, does it hold together, and what has changed?"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from openodke.cli.refusal import told
from openodke.cli.text_options import in_utf8

if TYPE_CHECKING:
    from pydantic import BaseModel

app = typer.Typer(no_args_is_help=True, help="Look at an ontology, check it, compare two.")

File = Annotated[
    Path, typer.Argument(metavar="FILE", help="An ontology in JSON, or YAML by its ending.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for a machine.")]


@app.command()
@in_utf8
def validate(file: File, as_json: AsJson = False) -> None:
    """Check that a file holds together.

    Exit 0: no error, though perhaps warnings. Exit 1: errors. Exit 2: nothing could be read.
    """
    from openodke.cli.ontology_file import read_ontology
    from openodke.cli.ontology_report import findings_lines

    with told():
        read = read_ontology(file)
    found = read.findings()
    _print(findings_lines(read, found), _dumped(found), as_json=as_json)
    if any(one.severity == "error" for one in found):
        raise typer.Exit(1)


@app.command()
@in_utf8
def diff(
    old: Annotated[
        Path, typer.Argument(metavar="OLD", help="The ontology that a graph was built on.")
    ],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="The one that is to take its place.")],
    as_json: AsJson = False,
) -> None:
    """Show what changes from OLD to NEW, and what breaks.

    Exit 0: nothing breaks a graph built on OLD. Exit 1: something does. Exit 2: a file could not be
    read.
    """
    from openodke.cli.ontology_file import read_ontology
    from openodke.cli.ontology_report import change_lines

    with told():
        one, other = read_ontology(old).checked(), read_ontology(new).checked()
    found = one.diff(other)
    _print(change_lines(one, other, found), _dumped(found), as_json=as_json)
    if any(each.breaking for each in found):
        raise typer.Exit(1)


@app.command("types")
@in_utf8
def list_types(file: File, as_json: AsJson = False) -> None:
    """List the types, their parents and their keys.

    PREDICATES counts what a type may have, its own and the inherited. Exit 2: the file could not be
    read, or has errors.
    """
    from openodke.cli.ontology_file import read_ontology
    from openodke.cli.ontology_report import type_lines, type_rows

    with told():
        read = read_ontology(file)
        held = read.checked()
    _print(type_lines(read), type_rows(held), as_json=as_json)


@app.command()
@in_utf8
def snippet(
    file: File,
    type_name: Annotated[str, typer.Argument(metavar="TYPE", help="Its name or an alias.")],
    limit: Annotated[int, typer.Option(min=1, help="Show at most so many predicates.")] = 25,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the JSON Schema of an extracted entity.")
    ] = False,
) -> None:
    """Show what an extractor is told of one type.

    The most important predicates come first. Exit 2: there is no such type, or the file could not
    be read or has errors.
    """
    from openodke.cli.columns import printable
    from openodke.cli.ontology_file import read_ontology

    with told():
        cut = read_ontology(file).checked().snippet(type_name, limit)
    _print(map(printable, cut.render().split("\n")), cut.json_schema(), as_json=as_json)
    if cut.truncated:
        more = f"{cut.truncated} more left out: --limit {limit + cut.truncated} shows all"
        typer.echo(f"odke: {more}", err=True)


def _dumped(found: Iterable[BaseModel]) -> list[dict[str, Any]]:
    return [one.model_dump() for one in found]


def _print(lines: Iterable[str], data: Any, *, as_json: bool) -> None:
    """Print the lines for a person, or the data for a machine."""
    if as_json:
        typer.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        typer.echo("\n".join(lines))
