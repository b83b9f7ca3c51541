"""Which options do `odke ground` and `odke validate` share?"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


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


Facts = Annotated[
    Path, typer.Option(help="A triples file, or what the adapter reads: GraphRAG's output.")
]
AdapterName = Annotated[
    str, typer.Option(help="The format of --facts: triples, graphrag (`odke adapters`).")
]
Texts = Annotated[
    Path | None,
    typer.Option(help="The cited texts, a file or folder: for triples, or where a graph has none."),
]
Examples = Annotated[
    Path | None,
    typer.Option(help="Names in your extractor's prompt examples, one a line."),
]
Locate = Annotated[
    bool,
    typer.Option("--locate", help="Give a claim without a span the sentence that states it."),
]
GrounderOption = Annotated[
    GrounderChoice | None,
    typer.Option(
        help="lexical refutes what is not named; span checks spans only.  "
        "[default: lexical, where no model is named]",
        show_default=False,
    ),
]
Model = Annotated[
    str | None,
    typer.Option(
        help="Ask this model, such as ollama/qwen2.5:3b; see --config for recorded answers."
    ),
]
ModelProvider = Annotated[
    str | None, typer.Option(help="The provider of --model, where its name has none.")
]
Config = Annotated[
    Path | None,
    typer.Option(help="Ask the model of this file's models block, recorded answers included."),
]
Cache = Annotated[
    Path | None,
    typer.Option(help="Keep the model's answers in this folder, and ask nothing they answer."),
]
BudgetUsd = Annotated[
    float | None,
    typer.Option(min=0, help="Stop before the answers cost more, in US dollars: exit 3."),
]
BudgetCalls = Annotated[
    int | None,
    typer.Option(min=0, help="Stop after so many answered calls: exit 3."),
]
Paper = Annotated[
    bool,
    typer.Option("--paper", help="The model reads the whole text and answers True or False."),
]
Card = Annotated[
    Path | None,
    typer.Option(
        help="A calibration card (odke eval ground --card): whether the gate drops or marks what "
        "its judge refuses."
    ),
]
Joint = Annotated[
    int,
    typer.Option(
        min=1, max=100, help="Ask about up to this many claims on one passage in one call."
    ),
]
Cascade = Annotated[
    bool,
    typer.Option(
        "--cascade",
        help="The words refute what they can first; the model gets the rest, the most suspicious "
        "first.",
    ),
]
Recheck = Annotated[
    float,
    typer.Option(
        min=0, max=1, help="Ask the model about this share of what the words of --cascade refute."
    ),
]
Force = Annotated[
    bool, typer.Option("--force", help="--keep although texts and graph do not match.")
]
DryRun = Annotated[
    bool,
    typer.Option(
        "--dry-run", help="Only the free checks; says what a model that is named would be sent."
    ),
]
ASK_ABOVE_CALLS = 100
Yes = Annotated[bool, typer.Option("--yes", help="Send it without asking.")]
AskAbove = Annotated[
    int,
    typer.Option(
        min=0,
        help="On a terminal, ask before more calls than these are made, or about more than 1 USD "
        "is spent.",
    ),
]
LogOption = Annotated[LogFormat, typer.Option(help="Events on standard error.")]
