"""`odke eval`: how good is it, measured against what a person said?"""

from __future__ import annotations

import typer

from openodke.cli.eval_ablation import ablation
from openodke.cli.eval_ground import ground
from openodke.cli.eval_score import score
from openodke.cli.eval_spans import spans
from openodke.cli.text_options import in_utf8

app = typer.Typer(no_args_is_help=True, help="Measure spans, verdicts, confidences and stages.")
app.command("spans")(in_utf8(spans))
app.command("ground")(in_utf8(ground))
app.command("score")(in_utf8(score))
app.command("ablation")(in_utf8(ablation))
