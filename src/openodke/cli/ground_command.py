"""`odke ground`: which claims of a graph does its text not make?"""

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


def ground(
    facts: Facts,
    adapter: AdapterName = "triples",
    texts: Texts = None,
    ontology: Annotated[
        Path | None,
        typer.Option(help="Adds the free checks on the relation and the types (JSON or YAML)."),
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
            help="Which claims -o holds: default refuses what is contradicted, and only marks it "
            "where a model says so; strict drops what is contradicted, not found, or against "
            "--ontology."
        ),
    ] = None,
    card: Card = None,
    keep: Annotated[
        bool,
        typer.Option(
            "--keep", help="Write the graph without the claims that the gate (strict) refuses."
        ),
    ] = False,
    force: Force = False,
    dry_run: DryRun = False,
    yes: Yes = False,
    ask_above: AskAbove = ASK_ABOVE_CALLS,
    write_back: Annotated[
        Path | None,
        typer.Option(help="Write the graph, with its verdicts, into this new folder."),
    ] = None,
    log_format: LogOption = LogFormat.TEXT,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", help="Write facts.jsonl, summary.json and manifest.json here."),
    ] = None,
) -> None:
    """Check every claim against its text; nothing is sent anywhere unless you name a model.

    Exit 0: done. Exit 1: a model was asked and never answered, or failed too often in a row, --keep
    was refused, or the system refused to write on; what was written stays. Exit 2: something could
    not be read; what could be is written all the same. Exit 3: the budget stopped the run, and
    Exit 130: Ctrl-C did; what was answered is written.
    """
    from openodke.cli.ground_job import GroundJob
    from openodke.cli.outcome import exit_status, tell_outcome
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
        force=force,
        write_back=write_back,
        json_log=log_format is LogFormat.JSON,
        out=out,
    )
    with told(err=log_format is LogFormat.TEXT):
        summary = job.run()
    typer.echo("odke ground")
    typer.echo(shown(summary.render()))
    tell_outcome(job, summary)
    sys.exit(exit_status(job, summary))
