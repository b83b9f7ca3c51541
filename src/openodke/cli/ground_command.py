"""`odke ground`: which claims of a graph does its text not make?"""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from openodke.errors import OdkeError


class GrounderChoice(StrEnum):
    """Who gives the verdicts."""

    SPAN = "span"
    LEXICAL = "lexical"


class LogFormat(StrEnum):
    """How events are logged on standard error."""

    TEXT = "text"
    JSON = "json"


def ground(
    facts: Annotated[
        Path, typer.Option(help="A triples file, or what the adapter reads: GraphRAG's output.")
    ],
    adapter: Annotated[
        str, typer.Option(help="The format of --facts: triples, graphrag (`odke adapters`).")
    ] = "triples",
    texts: Annotated[
        Path | None,
        typer.Option(help="The cited texts, a file or a folder: for triples."),
    ] = None,
    ontology: Annotated[
        Path | None,
        typer.Option(help="Adds the free checks on the relation and the types (JSON or YAML)."),
    ] = None,
    examples: Annotated[
        Path | None,
        typer.Option(help="Names in your extractor's prompt examples, one a line."),
    ] = None,
    locate: Annotated[
        bool,
        typer.Option("--locate", help="Give a claim without a span the sentence that states it."),
    ] = False,
    grounder: Annotated[
        GrounderChoice,
        typer.Option(help="lexical refutes what is not named; span checks spans only."),
    ] = GrounderChoice.LEXICAL,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only the free checks, as --grounder span.")
    ] = False,
    write_back: Annotated[
        Path | None,
        typer.Option(help="Write the graph, with its verdicts, into this new folder."),
    ] = None,
    log_format: Annotated[
        LogFormat, typer.Option(help="Events on standard error.")
    ] = LogFormat.TEXT,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", help="Write facts.jsonl, summary.json and manifest.json here."),
    ] = None,
) -> None:
    """Check every claim against its text; nothing is sent anywhere and no key is needed.

    Exit 0: done. Exit 2: something could not be read; what could be is written all the same.
    """
    from openodke.cli.ground_job import GroundJob
    from openodke.cli.wrapping import shown

    job = GroundJob(
        facts=facts,
        adapter=adapter,
        texts=texts,
        ontology=ontology,
        examples=examples,
        locate=locate,
        grounder="span" if dry_run else grounder.value,
        write_back=write_back,
        json_log=log_format is LogFormat.JSON,
        out=out,
    )
    try:
        summary = job.run()
    except OdkeError as error:
        # Standard error is the log's: every line of it is an event that a machine reads.
        typer.echo(f"odke: {error}", err=log_format is LogFormat.TEXT)
        raise typer.Exit(2) from None
    typer.echo(shown(summary.render()))
    if job.written:
        typer.echo(f"wrote {', '.join(map(str, job.written))}")
    if summary.mismatch and log_format is LogFormat.TEXT:
        typer.echo(f"odke: {summary.mismatch}; their claims were left unchecked", err=True)
    if summary.malformed:
        sys.exit(2)
