"""In which steps does `odke validate` read, run every stage, and write?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, ClassVar

from pydantic import BaseModel

from openodke.cli.consent import announce
from openodke.cli.event_log import EventLog
from openodke.cli.graph_job import GraphJob, read_ontology
from openodke.cli.progress import progress_bar
from openodke.corroborate import NativeResolver
from openodke.errors import InputError
from openodke.gate import REFUSED_FILE, VerdictGate, strict_gate
from openodke.interop import Merged, MergedNode, output_folder, write_facts
from openodke.interop.adapter import TRIPLES
from openodke.interop.node_merging import checked_merging
from openodke.interop.output import (
    ENTITIES,
    FACTS,
    LINKS,
    REPORT,
    ROWS_FILE,
    begin_writing,
    write_json,
)
from openodke.interop.run import BY_CTRL_C
from openodke.model import KnowledgeGraph
from openodke.ontology import Ontology
from openodke.stages import Resolver
from openodke.validation import ValidationReport
from openodke.validator import Validator

_SHOWN = 20  # merged nodes that are named on the terminal


@dataclass
class ValidateJob(GraphJob[ValidationReport]):
    """One `odke validate`: the options of `odke ground` and those of the later stages.

    Attributes:
        normalize_batch: take names that look alike, and that nothing keeps apart, for one.
        merge: make nodes that are proven one, one node of what is written back.
        tenant: whose graph it is.
        explain: the id of a claim to tell everything about.
        explanation: what is told of it, after `run`, which returns the report.
    """

    command: ClassVar[str] = "validate"
    has_gate: ClassVar[bool] = True

    normalize_batch: bool = False
    merge: bool = False
    tenant: str | None = None
    explain: str | None = None
    explanation: str = ""

    def _run(self, log: EventLog, started: datetime) -> ValidationReport:
        self._check_places()
        self._check_choices()
        self._check_merge()
        source = self._opened()
        if self.merge and source.adapter is not None:
            checked_merging(source.adapter)  # before any work is done
        ontology = read_ontology(self.ontology) if self.ontology else None
        grounder = self._grounder(source)
        announce(self, source, grounder, ontology, log)
        validator = Validator(
            ontology,
            grounder=grounder,
            resolver=self._resolver(ontology, started),
            gate=self._chosen_gate(),
            tenant=self.tenant,
            locate=self.locate,
            run_at=started,
        )
        native = source.path if source.adapter is None else source.native
        calls = self.meter.answered if self.meter else None
        with progress_bar(enabled=bool(calls) and not self.json_log, rows=False, calls=calls):
            kg, report = validator.validate(
                native,
                self.texts or (),
                adapter=source.adapter or TRIPLES,
                dry_run=self.dry_run or self.grounder == "span",
                keep_answers=True,
            )
        self.stopped = report.stopped == BY_CTRL_C
        if self.explain:
            # Here, since an unknown id is told before anything is written.
            self.explanation = report.explain(self.explain)
        folder = output_folder(self.out) if self.out else None
        log.event("stage", stage="validate", counts=report.verdicts)
        log.undone(report.grounding)
        merged = self._write_native(self.write_back, report) if self.write_back else ()
        if folder:
            self._write_graph_files(folder, kg, report, merged)
            told = (report.texts, report.grounding, ontology, started)
            self._write_record(folder, source, *told)
        log.event("job.end", counts={"facts": report.facts_out, **report.verdicts})
        return report

    def _check_merge(self) -> None:
        """Refuse to merge the nodes of a graph that is not written back."""
        if not self.merge or self.write_back:
            return
        if self.adapter == TRIPLES:
            raise InputError(
                "--merge makes nodes of a framework's graph one: rows have none, their claims are "
                "merged in any case; --normalize-batch also takes names that look alike for one"
            )
        raise InputError("--merge is for what is written back: add --write-back with a folder")

    def _resolver(self, ontology: Ontology | None, started: datetime) -> Resolver | None:
        """Return the resolver that joins look-alikes; None for the Validator's own.

        Names that differ in a number, or in Mr. and Mrs., are not joined: see `RULES`.
        """
        if not self.normalize_batch:
            return None
        return NativeResolver(
            normalize_batch=True, rules="vetoes", ontology=ontology, run_at=started
        )

    def _chosen_gate(self) -> VerdictGate:
        """Return a new gate for claims and items alike: strict for `--keep` unless it is named."""
        if self.gate == "strict" or (self.keep and self.gate is None):
            return strict_gate(self.card)
        return VerdictGate(schema=True, card=self.card)

    def _write_graph_files(
        self,
        folder: Path,
        kg: KnowledgeGraph,
        report: ValidationReport,
        merged: tuple[MergedNode, ...],
    ) -> None:
        begin_writing(folder)
        write_facts(kg.facts, folder / FACTS)
        write_facts(report.refused_facts, folder / REFUSED_FILE)
        write_facts(report.trail.noted(), folder / ROWS_FILE)
        _write_models(kg.entities, folder / ENTITIES)
        _write_models(kg.links, folder / LINKS)
        told = {"rows": report.rows, "merged_nodes": list(map(asdict, merged))}
        write_json(report.to_json() | told, folder / REPORT)
        names = (FACTS, REFUSED_FILE, ROWS_FILE, ENTITIES, LINKS, REPORT)
        self.written.extend(folder / name for name in names)

    def _write_native(self, folder: Path, report: ValidationReport) -> tuple[MergedNode, ...]:
        """Write the graph back: with all that is known, or without what the gate refuses.

        Returns the nodes that were made one with another.
        """
        if not self.keep:
            native: Any = report.annotate()
        elif report.mismatch and not self.force:
            self.refusal = f"--keep wrote nothing: {report.mismatch}; --force keeps all the same"
            return ()
        else:
            native = report.keep(self._chosen_gate(), force=self.force)
        nodes: tuple[MergedNode, ...] = ()
        if self.merge:
            merged = report.merge_nodes(native)
            native, nodes = merged.native, merged.nodes
            self.told.extend(_merges_told(merged))
        self.told.extend(str(getattr(native, "leftovers", None) or "").splitlines())
        native.write(folder)
        self.written.append(folder)
        return nodes


def _merges_told(merged: Merged[Any]) -> Iterator[str]:
    """Yield which nodes were made one, the first of them by name, and what to know besides."""
    nodes = merged.nodes
    lines = [f"{len(nodes) or '0: none is proven to be another'}", *map(str, nodes[:_SHOWN])]
    if len(nodes) > _SHOWN:
        lines.append(f"… and {len(nodes) - _SHOWN} more, in report.json (-o)")
    for at, line in enumerate([*lines, *merged.notes]):
        yield f"{'' if at else 'merged nodes':<14}{line}"


def _write_models(models: Iterable[BaseModel], path: Path) -> None:
    """Write models as JSON Lines."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for model in models:
            file.write(model.model_dump_json() + "\n")
