"""How is whatever a framework returned checked against its text, in one call?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Final

from openodke.errors import InputError, RowProblem
from openodke.interop.adapter import Adapter
from openodke.interop.output import FACTS, SUMMARY, output_folder, write_facts, write_json
from openodke.interop.run import GroundingRun, Grounds
from openodke.interop.summary import GroundSummary
from openodke.interop.summary_counter import SummaryCounter
from openodke.interop.taken_graph import TakenGraph
from openodke.model import Document, Fact
from openodke.ontology import Ontology
from openodke.stages import Gate


class _Default:
    """Stands for "not given", where None has a meaning of its own."""

    def __repr__(self) -> str:
        return "the default"


_DEFAULT: Final = _Default()


@dataclass(frozen=True)
class GroundedGraph:
    """A graph whose claims were checked.

    Attributes:
        facts: one fact a row, in row order, each with its verdict.
        summary: the run's counts.
        documents: the texts.
        native: what was handed in, None for rows; an empty list is a graph of any framework.
        adapter: the adapter that read it, None for rows.
        problems: rows that could not be read, and items of the native object that are no claim.
        ontology: the schema that the claims were checked against, None for none.
    """

    facts: tuple[Fact, ...]
    summary: GroundSummary
    documents: tuple[Document, ...] = ()
    native: Any = None
    adapter: Adapter[Any] | None = None
    problems: tuple[RowProblem, ...] = ()
    ontology: Ontology | None = None

    def __repr__(self) -> str:
        """Return how many facts there are and how they stand, whatever they say."""
        counts = ", ".join(f"{n} {name}" for name, n in self.summary.verdicts.items() if n)
        return f"GroundedGraph({len(self.facts)} facts: {counts or 'no_claims'})"

    def annotate(self) -> Any:
        """Return a copy of the native object with each verdict at its own place.

        Raises:
            InputError: when rows were handed in: they have no native object to go back to.
        """
        if self.adapter is None:
            if self.native is not None:
                return self.native
            raise InputError(
                "rows have no native object to annotate: the verdicts are on .facts, in row order"
            )
        return self.adapter.annotate(self.native, self.facts)

    def keep(self, gate: Gate | None = None, *, force: bool = False) -> Any:
        """Return an annotated copy of the native object without what a gate refuses.

        Args:
            gate: who decides; left out, what is contradicted or not found, or against the
                ontology, is dropped (`strict_gate`).
            force: drop even where texts and graph do not belong together.

        Raises:
            InputError: when rows were handed in: they have no native object to go back to; and
                when `summary.mismatch` says that texts and graph do not belong together: a claim
                that was held against the wrong text is not refuted.
        """
        if self.adapter is None:
            if self.native is not None:
                return self.native
            raise InputError(
                "rows have no native object to drop from: keep those of .facts that a gate accepts"
            )
        if self.summary.mismatch and not force:
            raise InputError(
                f"nothing is dropped: {self.summary.mismatch}. Hand in the texts that the graph "
                "was made from, or say keep(force=True)"
            )
        return self.adapter.keep(self.native, self.facts, gate=gate, ontology=self.ontology)

    def write(self, directory: str | PathLike[str]) -> list[Path]:
        """Write `facts.jsonl` and `summary.json` into a folder; return their paths.

        Raises:
            OutputError: when the folder holds files that openodke did not write.
        """
        folder = output_folder(directory)
        facts, summary = folder / FACTS, folder / SUMMARY
        write_facts(self.facts, facts)
        write_json(self.summary.to_json(), summary)
        return [facts, summary]


def ground_graph(
    native: Any,
    documents: Iterable[Document] | str | PathLike[str] | None = (),
    *,
    adapter: str | Adapter[Any] | None = None,
    ontology: Ontology | None = None,
    grounder: Grounds | _Default | None = _DEFAULT,
    locate: bool = False,
) -> GroundedGraph:
    """Check every claim of a graph against its text.

    Args:
        native: rows (TripleRow, or dicts with doc, subject, predicate and object), facts, a path
            of a triples file, or whatever an installed adapter accepts.
        documents: the texts, for rows; for a native object, where it does not carry its own. A
            path is the file or folder that holds them.
        adapter: the adapter's name or instance; left out, the one that accepts `native`.
        ontology: adds the free checks on the predicate and the types.
        grounder: who gives the verdicts. None is the dry run: only the free checks are made. Left
            out, it is a LexicalGrounder for a native object, and None for rows, as the grounding
            page has it: hand in `LexicalGrounder()` to have rows refuted.
        locate: give a claim without a span the sentence that states it.

    Returns:
        One fact a row, in row order, with the run's counts. No claim at all is `no_claims`, which
        `summary.is_empty` tells.

    Raises:
        AdapterError: when no adapter accepts `native`, or two do.
        InputError: when a file cannot be read. A bad row is reported, not raised.
    """
    taken = TakenGraph(native, documents, adapter)
    run = _run(taken, ontology, grounder, locate=locate)
    return _graph(taken, run, list(run.look(taken.rows)), ontology)


async def aground_graph(
    native: Any,
    documents: Iterable[Document] | str | PathLike[str] | None = (),
    *,
    adapter: str | Adapter[Any] | None = None,
    ontology: Ontology | None = None,
    grounder: Grounds | _Default | None = _DEFAULT,
    locate: bool = False,
) -> GroundedGraph:
    """As `ground_graph`, awaiting the grounder; one that cannot be awaited is run in a thread."""
    taken = TakenGraph(native, documents, adapter)
    run = _run(taken, ontology, grounder, locate=locate)
    return _graph(taken, run, [fact async for fact in run.alook(taken.rows)], ontology)


def _run(
    taken: TakenGraph,
    ontology: Ontology | None,
    grounder: Grounds | _Default | None,
    *,
    locate: bool,
) -> GroundingRun:
    if isinstance(grounder, _Default):
        grounder = taken.default_grounder()
    return GroundingRun(taken.documents, ontology=ontology, grounder=grounder, locate=locate)


def _graph(
    taken: TakenGraph, run: GroundingRun, looked: list[Fact], ontology: Ontology | None
) -> GroundedGraph:
    """Return the graph of a run that has looked at every row."""
    counter = SummaryCounter(by_item=taken.reader is not None)
    facts = tuple(counter.counting(map(run.settle, looked)))
    return GroundedGraph(
        facts=facts,
        summary=run.summary(counter, taken.problems, taken.left_out),
        documents=run.converter.lookup.documents,
        native=taken.native,
        adapter=taken.reader,
        problems=(*taken.problems, *taken.left_out),
        ontology=ontology,
    )
