"""What have the runs over a graph in common: options, places, who judges, and what is recorded?"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from openodke.cli.asking_check import check_asking
from openodke.cli.consent import ASK_ABOVE_CALLS
from openodke.cli.event_log import EventLog
from openodke.cli.ground_source import Source, check_triples
from openodke.cli.model_config import ModelChoice, configured_models, named_model
from openodke.cli.option_check import check_choices
from openodke.cli.run_inputs import files_told
from openodke.cli.spending import Meter, meter_of
from openodke.cli.word_judge import words_of
from openodke.errors import InputError
from openodke.ground import LLMGrounder
from openodke.interop import GroundSummary, load_adapter
from openodke.interop.adapter import TRIPLES
from openodke.interop.manifest import ground_manifest
from openodke.interop.output import MANIFEST, SUMMARY, checked_folder, end_writing, write_json
from openodke.interop.run import Grounds
from openodke.llm import LLMClient
from openodke.model import Document
from openodke.ontology import Ontology

Result = TypeVar("Result")


@dataclass
class GraphJob(ABC, Generic[Result]):
    """One run over a graph: its options, and after `run` what came of it.

    Attributes:
        command: which command it is.
        written: the paths it wrote.
        told: lines on what `--keep` left behind.
        refusal: why `--keep` was refused, "" where it was not.
        stopped: whether Ctrl-C ended the asking.
        started_at: the clock of the run, which its manifest tells; set by `run`, unless it was
            given, to have an earlier run again.
        meter: what the model's calls went through, None where none is asked.
    """

    command: ClassVar[str]
    has_gate: ClassVar[bool] = False  # whether the command's stages include a gate
    announces: ClassVar[bool] = True  # whether it tells what a model would be sent

    facts: Path
    adapter: str = TRIPLES
    texts: Path | None = None
    ontology: Path | None = None
    examples: Path | None = None
    locate: bool = False
    grounder: str | None = None
    model: str | None = None
    model_provider: str | None = None
    config: Path | None = None
    paper: bool = False
    cache: Path | None = None
    budget_usd: float | None = None
    budget_calls: int | None = None
    joint: int = 1
    cascade: bool = False
    recheck: float = 0.0
    dry_run: bool = False
    yes: bool = False
    ask_above: int = ASK_ABOVE_CALLS
    gate: str | None = None
    card: Path | None = None
    keep: bool = False
    force: bool = False
    write_back: Path | None = None
    json_log: bool = False
    out: Path | None = None
    written: list[Path] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    refusal: str = ""
    stopped: bool = False
    started_at: datetime | None = None
    meter: Meter | None = None

    def run(self) -> Result:
        """Do the run, write what was asked for, and return what is told of it."""
        started = self.started_at = self.started_at or datetime.now(UTC)
        log = EventLog(self.command, enabled=self.json_log)
        log.event("job.start")
        try:
            return self._run(log, started)
        except BaseException:
            self._remove_empty()
            log.event("job.end", level="error")
            raise

    @abstractmethod
    def _run(self, log: EventLog, started: datetime) -> Result:
        """Do the run, with a log that was opened and the clock of it."""

    def _remove_empty(self) -> None:
        """Remove the output folder of a run that wrote nothing into it."""
        if self.out and self.out.is_dir() and not any(self.out.iterdir()):
            self.out.rmdir()

    def _check_places(self) -> None:
        """Refuse a place that cannot be written to before any work is done."""
        if self.write_back and self.adapter == TRIPLES:
            raise InputError(
                "--write-back hands a framework's graph back in its own form: rows have none, "
                "their verdicts are in facts.jsonl (-o)"
            )
        if self.out:
            checked_folder(self.out, inputs=self._inputs())
        if self.write_back:
            checked_folder(self.write_back)
            if self.write_back.resolve() == self.facts.resolve():
                raise InputError(
                    f"--write-back {self.write_back}: is the folder that is read, and no input is "
                    "changed: name another"
                )
        if self.out and self.write_back and self.out.resolve() == self.write_back.resolve():
            raise InputError(f"-o and --write-back both name {self.out}: give each its own folder")

    def _check_choices(self) -> None:
        """Refuse options that do not go together."""
        check_choices(self)
        check_asking(self)

    def _opened(self) -> Source:
        if self.adapter == TRIPLES:
            check_triples(self.facts, self.texts)
            return Source(self.facts)
        adapter = load_adapter(self.adapter)
        native = adapter.open(self.facts)
        if self.write_back and not callable(getattr(native, "write", None)):
            raise InputError(
                f"--write-back: the adapter {self.adapter!r} writes no files: use ground_graph() "
                "and .annotate() or .keep() in Python"
            )
        return Source(self.facts, adapter, native)

    def _grounder(self, source: Source) -> Grounds | None:
        if self.dry_run or self.grounder == "span":
            return None
        if self.model or self.config:
            chosen = self.chosen()
            if chosen.unread:
                unread = ", ".join(chosen.unread)
                self.told.append(f"{self.config}: only models is read here, not {unread}")
            return self.asking(chosen, self._metered(chosen), source)
        return words_of(source, self.examples)

    def asking(self, chosen: ModelChoice, client: LLMClient, source: Source) -> LLMGrounder:
        """Return the grounder that asks a model through a client."""
        return LLMGrounder(
            chosen.roles,
            client=client,
            context="document" if self.paper else "span",
            verdicts="binary" if self.paper else "three_way",
            joint=self.joint,
            cascade=self.cascade and words_of(source, self.examples),
            recheck=self.recheck,
        )

    def _metered(self, chosen: ModelChoice) -> LLMClient:
        """Return the model's client behind what holds its calls to a budget and keeps answers."""
        client = chosen.client or chosen.roles.client_for("ground")
        self.meter = meter_of(self, chosen)
        return self.meter.client(client)

    def is_overspent(self, summary: GroundSummary) -> bool:
        """Whether it is the budget that stopped a run."""
        return bool(self.meter and summary.stopped and self.meter.ledger.stopped == summary.stopped)

    def chosen(self) -> ModelChoice:
        """Return the model that the options name."""
        if self.config is None:
            return named_model(self.model or "", self.model_provider)
        return configured_models(self.config)

    @property
    def asked_at(self) -> str | None:
        """The address of the model's calls; None where none is asked, or nobody knows it."""
        is_asked = (self.model or self.config) and not self.dry_run
        return self.chosen().address if is_asked else None

    def _inputs(self) -> list[Path]:
        given = (self.facts, self.texts, self.ontology, self.examples, self.config, self.card)
        return [path for path in given if path]

    @property
    def gates(self) -> bool:
        """Whether a gate decides: `--keep` has one of its own."""
        return bool(self.gate or self.keep)

    def _write_record(
        self,
        folder: Path,
        source: Source,
        documents: Iterable[Document],
        summary: GroundSummary,
        ontology: Ontology | None,
        started: datetime,
    ) -> None:
        """Write the summary and the manifest beside the facts."""
        write_json(summary.to_json(), folder / SUMMARY)
        self.written.append(folder / SUMMARY)
        manifest = ground_manifest(
            summary,
            documents,
            command=self.command,
            config=self._config(),
            ontology=ontology,
            started_at=started,
            ended_at=datetime.now(UTC),
            **files_told(self, source, folder),
            metered=self.meter.record if self.meter else {},
            asked_at=self.asked_at,
        )
        write_json(manifest, folder / MANIFEST)
        self.written.append(folder / MANIFEST)
        end_writing(folder, self.written)

    def _judge(self) -> str:
        """Return the name of who gives the verdicts."""
        if self.dry_run:
            return "span"
        return self.grounder or ("llm" if self.model or self.config else "lexical")

    def _config(self) -> dict[str, Any]:
        outcome = {"written", "told", "refusal", "stopped", "explanation", "started_at", "meter"}
        options = {key: value for key, value in vars(self).items() if key not in outcome}
        options["grounder"] = self._judge()
        return {key: str(v) if isinstance(v, Path) else v for key, v in options.items()}


def read_ontology(path: Path) -> Ontology:
    """Return the ontology of a file, by its suffix."""
    if path.suffix.lower() in {".yaml", ".yml"}:
        return Ontology.from_yaml(path)
    return Ontology.from_json(path)
