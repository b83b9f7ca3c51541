"""`odke eval ground`: how often is each verdict of a grounder right?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from openodke.cli.eval_options import AsJson, FactsOption, Labels, show, told
from openodke.cli.run_options import Config, GrounderChoice, GrounderOption, Model, ModelProvider
from openodke.errors import InputError

if TYPE_CHECKING:
    from openodke.evaluation import Label, Matched
    from openodke.interop.run import Grounds


def ground(
    labels: Labels,
    facts: FactsOption = None,
    texts: Annotated[
        Path | None,
        typer.Option(help="The texts of the labelled claims, where their lines hold none."),
    ] = None,
    grounder: GrounderOption = None,
    model: Model = None,
    model_provider: ModelProvider = None,
    config: Config = None,
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
    are grounded now: by words alone, or by the model that you name. Exit 2: something could not be
    read, or no label is of any of the facts.
    """
    with told():
        from openodke.evaluation import grounding_report, read_labels

        said = read_labels(labels)
        if facts is not None:
            found = _earlier(facts, said, texts, grounder or model or config)
        else:
            found = _now(said, texts, _judge(grounder, model, model_provider, config))
        show(grounding_report(found), "odke eval ground", as_json=as_json)
        if card is not None:
            _write_card(found, card, labels, dataset, as_json=as_json)


def _earlier(facts: Path, labels: list[Label], texts: Path | None, asked: object) -> Matched:
    from openodke.evaluation import matched, written_facts

    if texts or asked:
        raise InputError(
            "--facts holds the verdicts of an earlier run: leave out --texts, --grounder, --model "
            "and --config, or leave out --facts to ground the labelled claims now"
        )
    return matched(written_facts(facts), labels)


def _now(labels: list[Label], texts: Path | None, grounder: Grounds | None) -> Matched:
    from openodke.evaluation import Matched, ground_labels
    from openodke.interop import read_texts

    graph, claims = ground_labels(labels, read_texts(texts) if texts else (), grounder=grounder)
    if graph.summary.unjudged:
        typer.echo(f"odke: {graph.summary.unjudged}", err=True)
    if graph.summary.is_unanswered:
        raise typer.Exit(1)
    return Matched(tuple(claims))


def _judge(
    grounder: GrounderChoice | None,
    model: str | None,
    provider: str | None,
    config: Path | None,
) -> Grounds | None:
    from openodke.cli.model_config import configured_models, named_model
    from openodke.ground import LexicalGrounder, LLMGrounder

    if (grounder is not None) + (model is not None) + (config is not None) > 1:
        raise InputError("--grounder, --model and --config each name a judge: give one of them")
    if provider and not model:
        raise InputError("--model-provider goes with --model")
    if grounder is GrounderChoice.SPAN:
        return None
    if model is None and config is None:
        return LexicalGrounder()
    chosen = configured_models(config) if config else named_model(model or "", provider)
    return LLMGrounder(chosen.roles, client=chosen.client)


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
    cards = calibration_cards(found.claims, dataset=name, sha256=files_hash(labels))
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
