"""`odke validate`: what is left of a graph, and what does each claim rest on?"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from openodke.cli.refusal import told
from openodke.cli.run_options import (
    ASK_ABOVE_CALLS,
    AdapterName,
    AskAbove,
    BudgetCalls,
    BudgetUsd,
    Cache,
    Card,
    Cascade,
    Config,
    DryRun,
    Examples,
    Facts,
    Force,
    GateChoice,
    GrounderOption,
    Joint,
    Locate,
    LogFormat,
    LogOption,
    Model,
    ModelProvider,
    Paper,
    Recheck,
    Texts,
    Yes,
)


def validate(
    facts: Facts,
    adapter: AdapterName = "triples",
    texts: Texts = None,
    ontology: Annotated[
        Path | None,
        typer.Option(help="What claims are held to; says which predicates have a single value."),
    ] = None,
    examples: Examples = None,
    locate: Locate = False,
    grounder: GrounderOption = None,
    model: Model = None,
    model_provider: ModelProvider = None,
    config: Config = None,
    paper: Paper = False,
    cache: Cache = None,
    budget_usd: BudgetUsd = None,
    budget_calls: BudgetCalls = None,
    joint: Joint = 1,
    cascade: Cascade = False,
    recheck: Recheck = 0.0,
    gate: Annotated[
        GateChoice | None,
        typer.Option(
            help="default refuses what is contradicted or against --ontology, and only marks where "
            "a model says so; strict also drops what is not found.",
        ),
    ] = None,
    card: Card = None,
    keep: Annotated[
        bool,
        typer.Option("--keep", help="--write-back without the items that the gate refuses."),
    ] = False,
    normalize_batch: Annotated[
        bool,
        typer.Option(
            "--normalize-batch",
            help="Names that look alike are one, unless something keeps them apart.",
        ),
    ] = False,
    merge: Annotated[
        bool,
        typer.Option("--merge", help="--write-back with nodes that are proven one as one node."),
    ] = False,
    force: Force = False,
    tenant: Annotated[
        str | None, typer.Option(help="Whose graph it is: stamped on every entity.")
    ] = None,
    explain: Annotated[
        str | None, typer.Option(help="Tell all that was decided about the claim with this id.")
    ] = None,
    dry_run: DryRun = False,
    yes: Yes = False,
    ask_above: AskAbove = ASK_ABOVE_CALLS,
    write_back: Annotated[
        Path | None,
        typer.Option(help="Write the graph, with all that is known, into this new folder."),
    ] = None,
    log_format: LogOption = LogFormat.TEXT,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", help="Write facts, entities, links and the report here."),
    ] = None,
) -> None:
    """Check every claim, merge those that are one, count their sources, decide between rivals.

    Exit 0: done. Exit 1: a model was asked and never answered, or failed too often in a row, or
    --keep was refused. Exit 2: something could not be read; what could be is written all the same.
    Exit 3: the budget stopped the asking, and Exit 130: Ctrl-C did; what was answered is written.
    """
    from openodke.cli.outcome import exit_status, tell_outcome
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
        yes=yes,
        ask_above=ask_above,
        model=model,
        model_provider=model_provider,
        config=config,
        paper=paper,
        cache=cache,
        budget_usd=budget_usd,
        budget_calls=budget_calls,
        joint=joint,
        cascade=cascade,
        recheck=recheck,
        gate=gate.value if gate else None,
        card=card,
        keep=keep,
        normalize_batch=normalize_batch,
        merge=merge,
        force=force,
        write_back=write_back,
        json_log=log_format is LogFormat.JSON,
        out=out,
        tenant=tenant,
        explain=explain,
    )
    with told(err=log_format is LogFormat.TEXT):
        report = job.run()
    typer.echo("odke validate")
    typer.echo(shown(report.render()))
    if job.explanation:
        typer.echo("explained")
        typer.echo(job.explanation)
    tell_outcome(job, report.grounding)
    sys.exit(exit_status(job, report.grounding))
