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
    from openodke.evaluation import Label, Matched
    from openodke.interop.run import Grounds
    from openodke.model import Document, Fact


@dataclass(frozen=True)
class JudgeChoice:
    """The options that say who gives the verdicts which are measured.

    Attributes:
        facts: what an earlier run wrote; None to ground the labelled claims now.
        grounder, model, model_provider, config: who grounds them, by words alone if all are None.
    """

    facts: Path | None
    grounder: GrounderChoice | None
    model: str | None
    model_provider: str | None
    config: Path | None

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

        graph, claims = ground_labels(labels, documents, grounder=self._grounder())
        if graph.summary.unjudged:
            typer.echo(f"odke: {graph.summary.unjudged}", err=True)
        if graph.summary.is_unanswered:
            raise typer.Exit(1)
        if graph.summary.stopped:
            typer.echo(f"odke: stopped: {graph.summary.stopped}: nothing is measured", err=True)
            raise typer.Exit(3)
        return Matched(tuple(claims))

    def _grounder(self) -> Grounds | None:
        from openodke.cli.model_config import configured_models, named_model
        from openodke.cli.spending import configured_meter
        from openodke.ground import LexicalGrounder, LLMGrounder

        given = (self.grounder, self.model, self.config)
        if sum(each is not None for each in given) > 1:
            raise InputError("--grounder, --model and --config each name a judge: give one of them")
        if self.model_provider and not self.model:
            raise InputError("--model-provider goes with --model")
        if self.grounder is GrounderChoice.SPAN:
            return None
        if self.config is not None:
            chosen = configured_models(self.config)
        elif self.model is not None:
            chosen = named_model(self.model, self.model_provider)
        else:
            return LexicalGrounder()
        client = chosen.client or chosen.roles.client_for("ground")
        return LLMGrounder(chosen.roles, client=configured_meter(chosen).client(client))
