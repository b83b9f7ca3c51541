"""`odke validate`: what is left of a graph, and what does each claim rest on?"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from openodke.cli.ground_command import GateChoice, GrounderChoice, LogFormat
from openodke.errors import OdkeError


def validate(
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
        typer.Option(help="What claims are held to; says which predicates have a single value."),
    ] = None,
    examples: Annotated[
        Path | None, typer.Option(help="Names in your extractor's prompt examples, one a line.")
    ] = None,
    locate: Annotated[
        bool, typer.Option("--locate", help="Give a claim without a span its sentence.")
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
        str | None, typer.Option(help="Ask this model, such as ollama/qwen2.5:3b.")
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
            help="default refuses what is contradicted or against --ontology, and only marks where "
            "a model says so; strict also drops what is not found.",
        ),
    ] = None,
    keep: Annotated[
        bool,
        typer.Option("--keep", help="--write-back without the items that the gate refuses."),
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="--keep although texts and graph do not match.")
    ] = False,
    tenant: Annotated[
        str | None, typer.Option(help="Whose graph it is: stamped on every entity.")
    ] = None,
    explain: Annotated[
        str | None, typer.Option(help="Tell all that was decided about the claim with this id.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only the free checks, as --grounder span.")
    ] = False,
    write_back: Annotated[
        Path | None,
        typer.Option(help="Write the graph, with all that is known, into this new folder."),
    ] = None,
    log_format: Annotated[
        LogFormat, typer.Option(help="Events on standard error.")
    ] = LogFormat.TEXT,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", help="Write facts, entities, links and the report here."),
    ] = None,
) -> None:
    """Check every claim, merge those that are one, count their sources, decide between rivals.

    Exit 0: done. Exit 1: a model was asked and never answered, or --keep was refused. Exit 2:
    something could not be read; what could be is written all the same.
    """
    from openodke.cli.validate_job import ValidateJob
    from openodke.cli.wrapping import shown

    job = ValidateJob(
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
        tenant=tenant,
        explain=explain,
    )
    try:
        report = job.validate()
    except OdkeError as error:
        typer.echo(f"odke: {error}", err=log_format is LogFormat.TEXT)
        raise typer.Exit(2) from None
    typer.echo("odke validate")
    typer.echo(shown(report.render()))
    if job.explanation:
        typer.echo("explained")
        typer.echo(job.explanation)
    for line in job.told:
        typer.echo(line)
    if job.written:
        typer.echo(f"wrote {', '.join(map(str, job.written))}")
    if report.mismatch and log_format is LogFormat.TEXT:
        typer.echo(f"odke: {report.mismatch}; their claims were left unchecked", err=True)
    if job.refusal:
        typer.echo(f"odke: {job.refusal}", err=True)
    failed = report.grounding.is_unanswered or job.refusal
    sys.exit(1 if failed else 2 if report.grounding.malformed else 0)
