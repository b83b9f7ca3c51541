"""`odke ground`: which claims of a graph does its text not make?"""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from openodke.errors import OdkeError

if TYPE_CHECKING:
    from openodke.cli.ground_job import GroundJob
    from openodke.interop import GroundSummary


class GrounderChoice(StrEnum):
    """Who gives the verdicts."""

    SPAN = "span"
    LEXICAL = "lexical"


class GateChoice(StrEnum):
    """Which claims are kept."""

    DEFAULT = "default"
    STRICT = "strict"


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
        typer.Option(
            help="The cited texts, a file or folder: for triples, or where a graph has none."
        ),
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
        GrounderChoice | None,
        typer.Option(
            help="lexical refutes what is not named; span checks spans only.  "
            "[default: lexical, where no model is named]",
            show_default=False,
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            help="Ask this model, such as ollama/qwen2.5:3b; see --config for recorded answers."
        ),
    ] = None,
    model_provider: Annotated[
        str | None, typer.Option(help="The provider of --model, where its name has none.")
    ] = None,
    config: Annotated[
        Path | None,
        typer.Option(help="Ask the model of this file's models block, recorded answers included."),
    ] = None,
    paper: Annotated[
        bool,
        typer.Option("--paper", help="The model reads the whole text and answers True or False."),
    ] = False,
    gate: Annotated[
        GateChoice | None,
        typer.Option(
            help="Which claims -o holds: default refuses what is contradicted, and only marks it "
            "where a model says so; strict drops what is contradicted, not found, or against "
            "--ontology."
        ),
    ] = None,
    keep: Annotated[
        bool,
        typer.Option(
            "--keep", help="Write the graph without the claims that the gate (strict) refuses."
        ),
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="--keep although texts and graph do not match.")
    ] = False,
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
    """Check every claim against its text; nothing is sent anywhere unless you name a model.

    Exit 0: done. Exit 1: a model was asked and never answered, --keep was refused, or the system
    refused to write on; what was written stays. Exit 2: something could not be read; what could be
    is written all the same. Exit 130: stopped by Ctrl-C; what was answered is written.
    """
    from openodke.cli.ground_job import GroundJob
    from openodke.cli.refusal import system_refusal
    from openodke.cli.wrapping import shown

    job = GroundJob(
        facts=facts,
        adapter=adapter,
        texts=texts,
        ontology=ontology,
        examples=examples,
        locate=locate,
        grounder=grounder.value if grounder else None,
        dry_run=dry_run,
        model=model,
        model_provider=model_provider,
        config=config,
        paper=paper,
        gate=gate.value if gate else None,
        keep=keep,
        force=force,
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
    except OSError as error:
        typer.echo(f"odke: {system_refusal(error)}", err=log_format is LogFormat.TEXT)
        raise typer.Exit(1) from None
    typer.echo("odke ground")
    typer.echo(shown(summary.render()))
    for line in job.told:
        typer.echo(line)
    if job.written:
        typer.echo(f"wrote {', '.join(map(str, job.written))}")
    if summary.mismatch and log_format is LogFormat.TEXT:
        typer.echo(f"odke: {summary.mismatch}; their claims were left unchecked", err=True)
    if job.refusal:
        typer.echo(f"odke: {job.refusal}", err=True)
    sys.exit(_status(job, summary))


def _status(job: GroundJob, summary: GroundSummary) -> int:
    """Return the exit status of a run that came to its end."""
    if job.stopped:
        return 130
    if summary.is_unanswered or job.refusal:
        return 1
    return 2 if summary.malformed else 0
