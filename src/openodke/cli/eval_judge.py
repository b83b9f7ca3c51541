"""How do the commands under `odke eval` come by labelled verdicts: earlier ones, or new ones?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from openodke.cli.run_options import GrounderChoice
from openodke.errors import InputError

if TYPE_CHECKING:
    from openodke.cli.model_config import ModelChoice
    from openodke.evaluation import Label, Matched
    from openodke.interop.run import Grounds
    from openodke.model import Document, Fact


@dataclass(frozen=True)
class JudgeChoice:
    """The options that say who gives the verdicts which are measured.

    Attributes:
        facts: what an earlier run wrote; None to ground the labelled claims now.
        grounder, model, model_provider, config: who grounds them, by words alone if all are None.
        yes: whether a model is sent much without asking.
    """

    facts: Path | None
    grounder: GrounderChoice | None
    model: str | None
    model_provider: str | None
    config: Path | None
    yes: bool = False

    def matched(
        self,
        labels: list[Label],
        documents: list[Document],
        read: Callable[[Path], list[Fact]],
    ) -> Matched:
        """Return facts with their verdicts and labels; `read` reads those of an earlier run.

        Raises:
            InputError: for options of which one would be ignored, and what cannot be read.
            typer.Exit: 1, when a model was asked and no question got an answer; 3, when a budget
                stopped it: what is left of the labels would measure something else.
        """
        from openodke.evaluation import matched

        if self.facts is None:
            return self._now(labels, documents)
        if self.grounder or self.model or self.model_provider or self.config:
            raise InputError(
                "--facts holds the verdicts of an earlier run: leave out --grounder, --model and "
                "--config, or leave out --facts to ground the labelled claims now"
            )
        return matched(read(self.facts), labels)

    def _now(self, labels: list[Label], documents: list[Document]) -> Matched:
        from openodke.evaluation import Matched, ground_labels

        chosen = self._chosen()
        grounder = self._grounder(chosen)
        if chosen is not None and chosen.recording is None:
            self._announce(chosen, grounder, labels, documents)
        graph, claims = ground_labels(labels, documents, grounder=grounder)
        if graph.summary.unjudged:
            typer.echo(f"odke: {graph.summary.unjudged}", err=True)
        if graph.summary.is_unanswered:
            raise typer.Exit(1)
        if graph.summary.stopped:
            typer.echo(f"odke: stopped: {graph.summary.stopped}: nothing is measured", err=True)
            raise typer.Exit(3)
        return Matched(tuple(claims))

    def _announce(
        self,
        chosen: ModelChoice,
        grounder: Grounds | None,
        labels: list[Label],
        documents: list[Document],
    ) -> None:
        """Say what the model would be sent, and have the user agree to much of it."""
        from openodke.cli.consent import Outgoing, tell_and_ask
        from openodke.evaluation.labelled_rows import as_rows
        from openodke.interop import GroundingRun

        rows, texts = as_rows(labels)
        estimate = GroundingRun([*texts, *documents], grounder=grounder).estimate(rows)
        tell_and_ask(Outgoing.of(chosen.roles.ground, estimate), chosen.spending, yes=self.yes)

    def _chosen(self) -> ModelChoice | None:
        """Return the model that the options name, None for none."""
        from openodke.cli.model_config import configured_models, named_model

        given = (self.grounder, self.model, self.config)
        if sum(each is not None for each in given) > 1:
            raise InputError("--grounder, --model and --config each name a judge: give one of them")
        if self.model_provider and not self.model:
            raise InputError("--model-provider goes with --model")
        if self.config is not None:
            return configured_models(self.config)
        return named_model(self.model, self.model_provider) if self.model is not None else None

    def _grounder(self, chosen: ModelChoice | None) -> Grounds | None:
        from openodke.cli.spending import configured_meter
        from openodke.ground import LexicalGrounder, LLMGrounder

        if chosen is None:
            return None if self.grounder is GrounderChoice.SPAN else LexicalGrounder()
        client = chosen.client or chosen.roles.client_for("ground")
        return LLMGrounder(chosen.roles, client=configured_meter(chosen).client(client))
