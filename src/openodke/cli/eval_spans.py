"""`odke eval spans`: do the spans that claims rest on hold, and how wide are they?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from openodke.cli.eval_options import (
    AsJson,
    FactsArgument,
    TextsAdapter,
    read_documents,
    show,
)
from openodke.cli.refusal import told


def spans(
    facts: FactsArgument,
    texts: Annotated[
        Path, typer.Option(help="The texts that the spans are of, a file or a folder.")
    ],
    adapter: TextsAdapter = None,
    as_json: AsJson = False,
) -> None:
    """Count spans by status, origin and width, and whether they name both ends of their claim.

    Exit 2: something could not be read.
    """
    with told():
        from openodke.evaluation import measure_spans, written_facts

        report = measure_spans(written_facts(facts), read_documents(texts, adapter))
        show(report, "odke eval spans", as_json=as_json)
