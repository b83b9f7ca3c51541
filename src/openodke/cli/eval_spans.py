"""`odke eval spans`: do the spans that claims rest on hold, and how wide are they?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from openodke.cli.eval_options import AsJson, FactsArgument, show, told


def spans(
    facts: FactsArgument,
    texts: Annotated[
        Path, typer.Option(help="The texts that the spans are of, a file or a folder.")
    ],
    as_json: AsJson = False,
) -> None:
    """Count spans by status, origin and width, and whether they name both ends of their claim.

    Exit 2: something could not be read.
    """
    with told():
        from openodke.evaluation import measure_spans, written_facts
        from openodke.interop import read_texts

        report = measure_spans(written_facts(facts), read_texts(texts))
        show(report, "odke eval spans", as_json=as_json)
