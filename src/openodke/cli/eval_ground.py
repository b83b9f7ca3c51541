"""`odke eval ground`: how often is each verdict of a grounder right?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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
from openodke.errors import InputError

if TYPE_CHECKING:
    from openodke.evaluation import Matched


def ground(
    labels: Labels,
    facts: FactsOption = None,
    texts: LabelTexts = None,
    adapter: TextsAdapter = None,
    grounder: GrounderOption = None,
    model: Model = None,
    model_provider: ModelProvider = None,
    config: Config = None,
    yes: Yes = False,
    card: Annotated[
        Path | None,
        typer.Option(help="Write a calibration card for each judge here, for --card of a run."),
    ] = None,
    dataset: Annotated[
        str | None,
        typer.Option(help="What the card calls the labels.  [default: their file's name]"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure verdicts against labels, by verdict, reason and kind; write a calibration card.

    With --facts the verdicts of an earlier run, by whatever grounder. Without, the labelled claims
    are grounded now: by words alone, or by the model that you name. Exit 1: it never answered.
    Exit 2: something could not be read, or no label is of any of the facts.
    """
    with told():
        from openodke.evaluation import grounding_report, read_labels, written_facts

        if facts is not None and texts is not None:
            raise InputError("--facts holds the verdicts of an earlier run: leave out --texts")
        if dataset is not None and card is None:
            raise InputError("--dataset names the labels on a card: add --card")
        judge = JudgeChoice(facts, grounder, model, model_provider, config, yes)
        documents = read_documents(texts, adapter)
        found = judge.matched(read_labels(labels), documents, written_facts)
        show(grounding_report(found), "odke eval ground", as_json=as_json)
        if card is not None:
            _write_card(found, card, labels, dataset, as_json=as_json)


def _write_card(
    found: Matched, path: Path, labels: Path, dataset: str | None, *, as_json: bool
) -> None:
    from openodke.evaluation import calibration_cards
    from openodke.evaluation.card_writing import card_lines
    from openodke.ground.calibration_card import card_file, is_card_file
    from openodke.interop.manifest import files_hash
    from openodke.interop.output import write_json

    if path.exists() and not is_card_file(path):
        raise InputError(f"{path}: is there already, and no card: name another file")
    name = dataset or labels.name
    cards = calibration_cards(found, dataset=name, sha256=files_hash(labels))
    if not cards:
        raise InputError(
            f"{path}: no card can be written: no judge whose error can be measured signed any of "
            "the verdicts"
        )
    write_json(card_file(cards), path)
    if not as_json:
        typer.echo("")
        for line in card_lines(cards):
            typer.echo(line)
        typer.echo(f"wrote {path}")
