"""`odke eval score`: does the confidence that odke writes predict what is right?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from openodke.cli.eval_options import AsJson, Labels, show
from openodke.cli.refusal import told


def score(
    facts: Annotated[
        Path,
        typer.Option(
            help="The facts.jsonl of odke validate, or its folder with what the gate refused."
        ),
    ],
    labels: Labels,
    bins: Annotated[int, typer.Option(min=1, max=1000, help="Bins of the reliability table.")] = 10,
    as_json: AsJson = False,
) -> None:
    """Measure a confidence against labels: Brier score, reliability, calibration error, thresholds.

    Exit 2: something could not be read, or no label is of any of the facts.
    """
    with told():
        from openodke.evaluation import matched, read_labels, score_report, written_facts

        found = matched(written_facts(facts), read_labels(labels))
        show(score_report(found, bins=bins), "odke eval score", as_json=as_json)
