"""In which steps does `odke ground` read, ground and write, in bounded memory?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

from openodke.cli.asking_check import check_asking
from openodke.cli.consent import ASK_ABOVE_CALLS, announce
from openodke.cli.event_log import EventLog
from openodke.cli.gate_choice import chosen_gate
from openodke.cli.ground_source import Source, check_triples
from openodke.cli.model_config import ModelChoice, configured_models, named_model
from openodke.cli.option_check import check_choices
from openodke.cli.progress import progress_bar
from openodke.cli.run_inputs import files_told
from openodke.cli.spending import Meter, meter_of
from openodke.cli.word_judge import words_of
from openodke.errors import InputError, RowProblem
from openodke.gate import REFUSED_FILE, VerdictGate
from openodke.ground import LLMGrounder
from openodke.interop import (
    Adapter,
    Gated,
    GroundingRun,
    GroundSummary,
    TripleRow,
    gated,
    load_adapter,
    output_folder,
    read_facts,
    write_facts,
)
from openodke.interop.adapter import TRIPLES
from openodke.interop.manifest import ground_manifest
from openodke.interop.output import (
    FACTS,
    MANIFEST,
    PART,
    SETTLED,
    SUMMARY,
    begin_writing,
    checked_folder,
    end_writing,
    remove_parts,
    write_json,
)
from openodke.interop.run import Grounds
from openodke.interop.summary_counter import SummaryCounter
from openodke.llm import LLMClient
from openodke.model import Document, Fact
from openodke.ontology import Ontology


@dataclass
class GroundJob:
    """One `odke ground`: its options, and after `run` what came of it.

    Attributes:
        written: the paths it wrote.
        told: lines on what `--keep` left behind.
        refusal: why `--keep` was refused, "" where it was not.
        stopped: whether Ctrl-C ended the asking.
        started_at: the clock of the run, which its manifest tells; set by `run`, unless it was
            given, to have an earlier run again.
        meter: what the model's calls went through, None where none is asked.
    """

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

    def run(self) -> GroundSummary:
        """Ground every row and write what was asked for; return the summary."""
        started = self.started_at = self.started_at or datetime.now(UTC)
        log = EventLog("ground", enabled=self.json_log)
        log.event("job.start")
        try:
            return self._run(log, started)
        except BaseException:
            self._remove_empty()
            log.event("job.end", level="error")
            raise

    def _run(self, log: EventLog, started: datetime) -> GroundSummary:
        self._check_places()
        self._check_choices()
        malformed: list[RowProblem] = []
        source = self._opened()
        rows, documents = source.read(self.texts, malformed)
        ontology = read_ontology(self.ontology) if self.ontology else None
        grounder = self._grounder(source)
        announce(self, source, grounder, ontology, log)
        run = GroundingRun(
            documents,
            ontology=ontology,
            grounder=grounder,
            locate=self.locate,
            keep_answers=True,
            run_at=started,
        )
        folder = output_folder(self.out) if self.out else None
        calls = self.meter.answered if self.meter else None
        with progress_bar(enabled=not self.json_log, calls=calls) as advance:
            summary = self._ground(run, rows, folder, source, malformed, advance, ontology)
        self.stopped = run.stopped
        log.event("stage", stage="ground", counts=summary.verdicts)
        log.undone(summary)
        if folder:
            texts = run.converter.lookup.documents
            self._write_record(folder, source, texts, summary, ontology, started)
        log.event("job.end", counts={"facts": summary.facts, **summary.verdicts})
        return summary

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

    def _ground(
        self,
        run: GroundingRun,
        rows: Iterator[TripleRow],
        folder: Path | None,
        source: Source,
        malformed: list[RowProblem],
        advance: Callable[[int], None],
        ontology: Ontology | None,
    ) -> GroundSummary:
        """Write the facts as they are looked at; once more where the whole run says otherwise."""
        looked = run.look(rows, advance)
        if self.write_back or self.gate:
            return self._ground_in_memory(run, list(looked), folder, source, malformed, ontology)
        with TemporaryDirectory() as spare:
            place = folder or Path(spare)
            try:
                counter = self._written_facts(run, looked, place, source)
            except OSError:
                raise  # a full disk, say: what it took may be all there is of hours of work
            except BaseException:
                remove_parts(place)
                raise
            remove_parts(place)
        if folder:
            self.written.append(folder / FACTS)
        return run.summary(counter, malformed, source.left_out)

    def _written_facts(
        self, run: GroundingRun, looked: Iterator[Fact], place: Path, source: Source
    ) -> SummaryCounter:
        """Write the facts; those that the whole run changes are read back and written again."""
        part, settled = place / PART, place / SETTLED
        counter = source.counter()
        write_facts(counter.counting(looked), part)
        if not run.unsettled:
            begin_writing(place)
            part.replace(place / FACTS)
            return counter
        counter = source.counter()
        write_facts(counter.counting(map(run.settle, read_facts(part))), settled)
        begin_writing(place)
        settled.replace(place / FACTS)
        return counter

    def _inputs(self) -> list[Path]:
        given = (self.facts, self.texts, self.ontology, self.examples, self.config, self.card)
        return [path for path in given if path]

    def _ground_in_memory(
        self,
        run: GroundingRun,
        looked: list[Fact],
        folder: Path | None,
        source: Source,
        malformed: list[RowProblem],
        ontology: Ontology | None,
    ) -> GroundSummary:
        """Ground all rows, have the gate decide, and write facts and graph."""
        counter = source.counter()
        facts = tuple(counter.counting(map(run.settle, looked)))
        decided = self._gated(facts, ontology)
        summary = run.summary(counter, malformed, source.left_out)
        summary = replace(summary, gate=decided.stats)
        if folder:
            self._write_facts(folder, decided)
        if self.write_back and source.adapter:
            self._write_graph(
                self.write_back, source.adapter, source.native, facts, summary, ontology
            )
        return summary

    def _gated(self, facts: tuple[Fact, ...], ontology: Ontology | None) -> Gated:
        """Return what the gate lets through: everything, where none was asked for."""
        gate = self._gate()
        return (
            Gated(facts, ())
            if gate is None
            else gated(facts, gate, ontology=ontology, by_item=self.adapter != TRIPLES)
        )

    def _gate(self) -> VerdictGate | None:
        """Return a new gate, strict for `--keep` unless it is named; None for no gate."""
        return chosen_gate(self.gate, self.card, keep=self.keep)

    @property
    def gates(self) -> bool:
        """Whether a gate decides: `--keep` has one of its own."""
        return bool(self.gate or self.keep)

    def _write_facts(self, folder: Path, decided: Gated) -> None:
        write_facts(decided.kept, folder / PART)
        begin_writing(folder)
        (folder / PART).replace(folder / FACTS)
        self.written.append(folder / FACTS)
        if self.gates:
            write_facts(decided.refused, folder / REFUSED_FILE)
            self.written.append(folder / REFUSED_FILE)

    def _write_graph(
        self,
        folder: Path,
        adapter: Adapter[Any],
        native: Any,
        facts: tuple[Fact, ...],
        summary: GroundSummary,
        ontology: Ontology | None,
    ) -> None:
        """Write the graph: with every verdict, or without what the gate refuses."""
        if not self.keep:
            adapter.annotate(native, facts).write(folder)
        elif summary.mismatch and not self.force:
            self.refusal = f"--keep wrote nothing: {summary.mismatch}; --force keeps all the same"
            return
        else:
            kept = adapter.keep(native, facts, gate=self._gate(), ontology=ontology)
            kept.write(folder)
            self.told.extend(str(getattr(kept, "leftovers", "")).splitlines())
        self.written.append(folder)

    def _write_record(
        self,
        folder: Path,
        source: Source,
        documents: Iterable[Document],
        summary: GroundSummary,
        ontology: Ontology | None,
        started: datetime,
        command: str = "ground",
    ) -> None:
        """Write the summary and the manifest beside the facts."""
        write_json(summary.to_json(), folder / SUMMARY)
        self.written.append(folder / SUMMARY)
        manifest = ground_manifest(
            summary,
            documents,
            command=command,
            config=self._config(),
            ontology=ontology,
            started_at=started,
            ended_at=datetime.now(UTC),
            **files_told(self, source, folder),
            metered=self.meter.record if self.meter else {},
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
