"""In which steps does `odke ground` read, ground and write, in bounded memory?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

from openodke.cli.consent import announce
from openodke.cli.event_log import EventLog
from openodke.cli.gate_choice import chosen_gate
from openodke.cli.graph_job import GraphJob, read_ontology
from openodke.cli.ground_source import Source
from openodke.cli.progress import progress_bar
from openodke.errors import RowProblem
from openodke.gate import REFUSED_FILE, VerdictGate
from openodke.interop import (
    Adapter,
    Gated,
    GroundingRun,
    GroundSummary,
    TripleRow,
    gated,
    output_folder,
    read_facts,
    write_facts,
)
from openodke.interop.adapter import TRIPLES
from openodke.interop.output import (
    FACTS,
    PART,
    SETTLED,
    begin_writing,
    remove_parts,
)
from openodke.interop.summary_counter import SummaryCounter
from openodke.model import Fact
from openodke.ontology import Ontology


@dataclass
class GroundJob(GraphJob[GroundSummary]):
    """One `odke ground`: `run` grounds every row and returns the summary."""

    command: ClassVar[str] = "ground"

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
