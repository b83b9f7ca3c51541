"""`odke eval`: how good is it, measured against what a person said?"""

from __future__ import annotations

import typer

from openodke.cli.eval_ablation import ablation
from openodke.cli.eval_ground import ground
from openodke.cli.eval_score import score
from openodke.cli.eval_spans import spans

app = typer.Typer(no_args_is_help=True, help="Measure spans, verdicts, confidences and stages.")
app.command("spans")(spans)
app.command("ground")(ground)
app.command("score")(score)
app.command("ablation")(ablation)
