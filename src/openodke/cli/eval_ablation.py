"""`odke eval ablation`: what does each stage remove, of the wrong claims and of the right ones?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from openodke.cli.eval_judge import JudgeChoice
from openodke.cli.eval_options import (
    AsJson,
    FactsOption,
    Labels,
    LabelTexts,
    TextsAdapter,
    read_documents,
    show,
)
from openodke.cli.refusal import told
from openodke.cli.run_options import Config, GrounderOption, Model, ModelProvider, Yes


def ablation(
    labels: Labels,
    facts: FactsOption = None,
    texts: LabelTexts = None,
    adapter: TextsAdapter = None,
    ontology: Annotated[
        Path | None, typer.Option(help="Holds claims to it, as odke validate does.")
    ] = None,
    grounder: GrounderOption = None,
    model: Model = None,
    model_provider: ModelProvider = None,
    config: Config = None,
    yes: Yes = False,
    threshold: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="The least confidence of the last stage.")
    ] = 0.5,
    complete: Annotated[
        bool,
        typer.Option(
            "--complete", help="The labels name every right claim: a fact without one is wrong."
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Measure what each stage leaves: precision, recall, F1, and what it removed of either kind.

    With --facts on the verdicts of an earlier run, by whatever grounder. Without, the labelled
    claims are grounded now. Exit 1: a model was asked and never answered. Exit 2: something could
    not be read, or no label is of any of the facts.
    """
    with told():
        from openodke.cli.graph_job import read_ontology
        from openodke.evaluation import ablation_report, read_labels, written_rows

        judge = JudgeChoice(facts, grounder, model, model_provider, config, yes)
        documents = read_documents(texts, adapter)
        found = judge.matched(read_labels(labels), documents, written_rows)
        report = ablation_report(
            found,
            ontology=read_ontology(ontology) if ontology else None,
            documents=documents,
            threshold=threshold,
            complete=complete,
        )
        show(report, "odke eval ablation", as_json=as_json)
