"""What do the commands under `odke eval` share: options, texts, and how a report is shown?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol

import typer

if TYPE_CHECKING:
    from openodke.model import Document

FactsArgument = Annotated[
    Path,
    typer.Argument(
        metavar="FACTS",
        help="The facts.jsonl that odke wrote, or its folder with what a gate refused.",
    ),
]
FactsOption = Annotated[
    Path | None,
    typer.Option(
        "--facts", help="The facts.jsonl that odke wrote, or its folder with what a gate refused."
    ),
]
Labels = Annotated[
    Path,
    typer.Option(
        help="What a person said of the claims, a JSON object a line: id, or subject, predicate, "
        "object and doc, with label true or false."
    ),
]
LabelTexts = Annotated[
    Path | None,
    typer.Option("--texts", help="The texts of the labelled claims, where their lines hold none."),
]
TextsAdapter = Annotated[
    str | None,
    typer.Option(
        "--adapter",
        help="Who reads --texts, where they are a framework's graph that has its own (graphrag).",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the report as JSON.")]


def read_documents(texts: Path | None, adapter: str | None) -> list[Document]:
    """Return the texts of files, or those that a framework's graph has; none where none are named.

    Raises:
        InputError: when they cannot be read, or an adapter has nothing to read.
        AdapterError: when there is no such adapter.
    """
    from openodke.errors import InputError
    from openodke.interop import load_adapter, read_texts

    if texts is None:
        if adapter:
            raise InputError("--adapter says who reads --texts: name the place of the graph there")
        return []
    if adapter is None:
        return read_texts(texts)
    reader = load_adapter(adapter)
    return reader.to_rows(reader.open(texts))[1]


class Report(Protocol):
    """What a command under `odke eval` prints."""

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON holds it."""
        ...

    def render(self) -> str:
        """Return the report as the terminal shows it."""
        ...


def show(report: Report, title: str, *, as_json: bool) -> None:
    """Print a report."""
    if as_json:
        typer.echo(json.dumps(report.to_json(), ensure_ascii=False, indent=2))
        return
    typer.echo(title)
    typer.echo(report.render())
