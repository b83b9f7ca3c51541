"""In which order is a row made a fact, checked, located and grounded?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Protocol, runtime_checkable

from openodke.errors import RowProblem, StageError
from openodke.garbage import rarely_collected
from openodke.ground import LexicalGrounder, SpanGrounder
from openodke.ground.schema_check import FreeChecks, ground_all
from openodke.ground.stamp import SPAN, stamped
from openodke.interop.conversion import RowConverter
from openodke.interop.row import TripleRow
from openodke.interop.summary import GroundSummary
from openodke.interop.summary_counter import SummaryCounter
from openodke.model import Document, Fact, GroundingVerdict
from openodke.model.keys import CHECK
from openodke.ontology import Ontology

_BATCH = 20_000  # rows in memory at once; those of one text are grounded together


class Grounds(Protocol):
    """Anything that grounds one fact on one document."""

    def ground(self, fact: Fact, doc: Document) -> Fact:
        """Return the fact with a verdict."""
        ...


@runtime_checkable
class _Streams(Protocol):
    """A grounder whose verdicts are settled by what the whole run showed."""

    def start(self) -> None: ...
    def look(self, fact: Fact, doc: Document) -> Fact: ...
    def settle(self, fact: Fact) -> Fact: ...


class GroundingRun:
    """Grounds a stream of rows in bounded memory.

    Attributes:
        converter: turns rows into facts, and counts how they found their text.
        checks: the free checks, and the span locator where spans are located.
        grounder: who gives the verdicts; a SpanGrounder on a dry run.
    """

    def __init__(
        self,
        documents: Iterable[Document] = (),
        *,
        ontology: Ontology | None = None,
        grounder: Grounds | None = None,
        locate: bool = False,
    ) -> None:
        """Prepare a run on `documents`; without a grounder only the free checks are made."""
        self.converter = RowConverter(documents, ontology=ontology)
        self.checks = FreeChecks(ontology, locate=locate)
        self.grounder = SpanGrounder() if grounder is None else grounder
        if not callable(getattr(self.grounder, "ground", None)):
            raise StageError(
                f"grounder={grounder!r} has no method ground(fact, doc): pass an object such as "
                "LexicalGrounder()"
            )
        if isinstance(self.grounder, _Streams):
            self.grounder.start()

    def look(
        self, rows: Iterable[TripleRow], progress: Callable[[int], None] | None = None
    ) -> Iterator[Fact]:
        """Yield one fact a row, in row order, each as its own text has it.

        What the run as a whole says (`settle`) is known when the last has been yielded.
        """
        stream = iter(rows)
        while batch := list(islice(stream, _BATCH)):
            with rarely_collected():
                facts = self._look_at(batch)
            yield from facts
            if progress:
                progress(len(batch))

    def settle(self, fact: Fact) -> Fact:
        """Return the fact as the whole run has it."""
        return self.grounder.settle(fact) if isinstance(self.grounder, _Streams) else fact

    @property
    def unsettled(self) -> bool:
        """Whether `settle` will change a fact, known once the last row has been looked at."""
        return bool(getattr(self.grounder, "unsettled", False))

    def summary(
        self,
        counter: SummaryCounter,
        malformed: Iterable[RowProblem] = (),
        left_out: Iterable[RowProblem] = (),
    ) -> GroundSummary:
        """Return the summary of the settled facts that `counter` has seen."""
        bad = list(malformed)
        breaker = getattr(self.grounder, "breaker", None)
        names: dict[type, str] = {LexicalGrounder: "lexical", SpanGrounder: "span"}
        grounder = names.get(type(self.grounder), type(self.grounder).__name__)
        return counter.finish(
            self.converter.lookup.find,
            dry_run=isinstance(self.grounder, SpanGrounder),
            grounder=grounder,
            matching=dict(self.converter.stats),
            malformed_rows=len({(problem.source, problem.line) for problem in bad}),
            malformed=tuple(map(str, bad)),
            left_out=tuple(map(str, left_out)),
            mismatch=breaker.explain() if breaker else "",
        )

    def _look_at(self, batch: list[TripleRow]) -> list[Fact]:
        facts: list[Fact | None] = [None] * len(batch)
        by_document: dict[str, tuple[Document, list[tuple[int, Fact]]]] = {}
        for at, row in enumerate(batch):
            doc = self.converter.document(row)
            fact = self.converter.fact(row, doc)
            if doc is None or not doc.text or doc.text.isspace():
                facts[at] = _without_text(fact, "no_source" if doc is None else "no_text")
                continue
            checked = self.checks.apply(fact, doc)
            if CHECK in checked.qualifiers:
                facts[at] = checked
            else:
                by_document.setdefault(doc.id, (doc, []))[1].append((at, checked))
        self._ground(by_document, facts)
        return [fact for fact in facts if fact is not None]

    def _ground(
        self,
        by_document: dict[str, tuple[Document, list[tuple[int, Fact]]]],
        facts: list[Fact | None],
    ) -> None:
        """Put each fact, grounded, in its place."""
        pairs = [([fact for _, fact in held], doc) for doc, held in by_document.values()]
        grounder = self.grounder
        if isinstance(grounder, _Streams):
            grounded = [[grounder.look(fact, doc) for fact in held] for held, doc in pairs]
        else:
            grounded = ground_all(grounder, pairs)
        for (_, held), answers in zip(by_document.values(), grounded, strict=True):
            for (at, _), answer in zip(held, _checked(answers, len(held), grounder), strict=True):
                facts[at] = answer


def _checked(answers: list[Fact], wanted: int, grounder: Grounds) -> list[Fact]:
    """Return what a grounder answered, one fact a fact; else a row would be lost."""
    name = type(grounder).__name__
    if len(answers) != wanted:
        raise StageError(f"the grounder {name} returned {len(answers)} facts for {wanted}")
    for at, answer in enumerate(answers):
        if not isinstance(answer, Fact):
            kind = type(answer).__name__
            raise StageError(f"the grounder {name} returned {kind} for fact {at}, and not a Fact")
    return answers


def _without_text(fact: Fact, reason: str) -> Fact:
    """Return a claim whose text is not at hand, or empty: nothing can be said of it."""
    named = [f"no document {e.doc_id}" for e in fact.evidence] if reason == "no_source" else []
    return stamped(fact, GroundingVerdict.UNCHECKED, grounder=SPAN, reason=reason, seen=named)
