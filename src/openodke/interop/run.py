"""In which order is a row made a fact, checked, located and grounded?"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from datetime import datetime
from itertools import islice
from typing import Any, Protocol, runtime_checkable

from openodke.errors import RowProblem, StageError
from openodke.garbage import rarely_collected
from openodke.ground import Estimate, LexicalGrounder, LLMGrounder, SpanGrounder
from openodke.ground.schema_check import FreeChecks, ground_all
from openodke.ground.stamp import SPAN, UNASKED, ground_record, stamped
from openodke.interop.conversion import Claim, RowConverter
from openodke.interop.summary import GroundSummary
from openodke.interop.summary_counter import SummaryCounter
from openodke.model import Document, Fact, GroundingVerdict
from openodke.model.keys import CHECK
from openodke.ontology import Ontology

Pair = tuple[list[Fact], Document]

BY_CTRL_C = "by Ctrl-C"
"""Why a run was stopped that a person stopped."""

_SPENT = (
    "calls", "cached", "shared", "failed", "unparseable", "tokens", "prompt_tokens",
    "completion_tokens",
)  # fmt: skip
_SPENT_BY_PART = ("joint", "cascade", "recheck")
_BATCH = 60_000  # rows in memory at once; those of one text are grounded together


class Grounds(Protocol):
    """Anything that grounds one fact on one document."""

    def ground(self, fact: Fact, doc: Document) -> Fact:
        """Return the fact with a verdict."""
        ...


@runtime_checkable
class _Streams(Protocol):
    """A grounder whose verdicts are settled by what the whole run showed."""

    def ground(self, fact: Fact, doc: Document) -> Fact: ...
    def begun(self) -> _Streams: ...
    def look_documents(self, pairs: list[Pair]) -> list[list[Fact]]: ...
    def settle(self, fact: Fact) -> Fact: ...


class GroundingRun:
    """Grounds a stream of rows in bounded memory.

    Attributes:
        converter: turns rows into facts, and counts how they found their text.
        checks: the free checks, and the span locator where spans are located.
        grounder: who gives the verdicts; a SpanGrounder on a dry run.
        stopped: whether Ctrl-C ended the asking (see `keep_answers`); the rows after it were not
            asked about.
    """

    def __init__(
        self,
        documents: Iterable[Document] = (),
        *,
        ontology: Ontology | None = None,
        grounder: Grounds | None = None,
        locate: bool = False,
        keep_answers: bool = False,
        run_at: datetime | None = None,
    ) -> None:
        """Prepare a run on `documents`; without a grounder only the free checks are made.

        `run_at` is the time of the run: of a text that does not say when it was read, that is when.

        `keep_answers` has Ctrl-C end a model's questions and not the run: what was answered is
        handed back, and the rest is left unchecked (`unasked`).
        """
        self.stopped = False
        self._keeps_answers = keep_answers
        self.converter = RowConverter(documents, ontology=ontology, read_at=run_at)
        self.checks = FreeChecks(ontology, locate=locate)
        self.grounder = SpanGrounder() if grounder is None else grounder
        if not callable(getattr(self.grounder, "ground", None)):
            raise StageError(
                f"grounder={grounder!r} has no method ground(fact, doc): pass an object such as "
                "LexicalGrounder()"
            )
        # Asked once: to check a protocol costs as much as to settle a fact.
        self._streams = self.grounder.begun() if isinstance(self.grounder, _Streams) else None
        if self._streams is not None:
            self.grounder = self._streams
        self._before = _spent(self.grounder)

    def look(
        self, rows: Iterable[Claim], progress: Callable[[int], None] | None = None
    ) -> Iterator[Fact]:
        """Yield one fact a row, in row order, each as its own text has it.

        What the run as a whole says (`settle`) is known when the last has been yielded.
        """
        for batch in _batches(rows):
            with rarely_collected():
                looks = self._prepared(batch)
                looks.place(self._grounded(looks.pairs), self.grounder)
            yield from looks.facts
            if progress:
                progress(len(batch))

    async def alook(self, rows: Iterable[Claim]) -> AsyncIterator[Fact]:
        """As `look`, awaiting a grounder that has `aground_documents`, else in a thread."""
        for batch in _batches(rows):
            looks = self._prepared(batch)
            looks.place(await self._agrounded(looks.pairs), self.grounder)
            for fact in looks.facts:
                yield fact

    def estimate(self, rows: Iterable[Claim]) -> Estimate:
        """Return what the rows would have a model asked; nothing without one. No call is made.

        The rows are counted as read: ask this of a run that grounds nothing afterwards.
        """
        total = Estimate()
        if not isinstance(self.grounder, LLMGrounder):
            return total
        planned = self.grounder.apart()
        for batch in _batches(rows):
            total = total.plus(planned.planned(self._prepared(batch).pairs))
        return total

    def settle(self, fact: Fact) -> Fact:
        """Return the fact as the whole run has it."""
        return fact if self._streams is None else self._streams.settle(fact)

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
        names: dict[type, str] = {
            LexicalGrounder: "lexical",
            LLMGrounder: "llm",
            SpanGrounder: "span",
        }
        grounder = names.get(type(self.grounder), type(self.grounder).__name__)
        spent = _since(self._before, _spent(self.grounder))
        if self.stopped:
            spent["stopped"] = BY_CTRL_C
        return counter.finish(
            self.converter.lookup.find,
            dry_run=isinstance(self.grounder, SpanGrounder),
            grounder=grounder,
            matching=self.converter.matching(),
            malformed_rows=len({(problem.source, problem.line) for problem in bad}),
            malformed=tuple(map(str, bad)),
            left_out=tuple(map(str, left_out)),
            mismatch=breaker.explain() if breaker else "",
            **spent,
        )

    def _prepared(self, batch: list[Claim]) -> _Looks:
        """Return the facts of a batch, those sorted by document that are to be grounded."""
        looks = _Looks(len(batch))
        for at, row in enumerate(batch):
            doc = self.converter.document(row)
            fact = self.converter.fact(row, doc)
            if doc is None or not doc.text or doc.text.isspace():
                looks.put(at, _without_text(fact, "no_source" if doc is None else "no_text"))
                continue
            checked = self.checks.apply(fact, doc)
            if CHECK in checked.qualifiers:
                looks.put(at, checked)
            else:
                looks.ask(at, checked, doc)
        return looks

    def _grounded(self, pairs: list[Pair]) -> list[list[Fact]]:
        """Return the facts of each pair, grounded."""
        if self.stopped:
            return _unasked([facts for facts, _ in pairs])
        try:
            if self._streams is not None:
                return self._streams.look_documents(pairs)
            return ground_all(self.grounder, pairs)
        except KeyboardInterrupt:
            answered = getattr(self.grounder, "unfinished", None)
            if not self._keeps_answers or not answered:
                raise
            self.stopped = True
            return _unasked(answered)

    async def _agrounded(self, pairs: list[Pair]) -> list[list[Fact]]:
        whole_run = getattr(self.grounder, "alook_documents", None)
        whole_run = whole_run or getattr(self.grounder, "aground_documents", None)
        if whole_run is not None:
            answered: list[list[Fact]] = await whole_run(pairs)
            return answered
        from asyncio import to_thread  # slow to import, and most runs await nothing

        return await to_thread(self._grounded, pairs)


class _Looks:
    """The facts of a batch, each in the place of its row, and who still has to be asked."""

    def __init__(self, rows: int) -> None:
        self._facts: list[Fact | None] = [None] * rows
        self._by_document: dict[str, tuple[Document, list[tuple[int, Fact]]]] = {}

    def put(self, at: int, fact: Fact) -> None:
        """Put a fact that is settled in its place."""
        self._facts[at] = fact

    def ask(self, at: int, fact: Fact, doc: Document) -> None:
        """Have a fact grounded on its document."""
        self._by_document.setdefault(doc.id, (doc, []))[1].append((at, fact))

    @property
    def pairs(self) -> list[Pair]:
        """The facts to ground, those of one document together."""
        return [([fact for _, fact in held], doc) for doc, held in self._by_document.values()]

    def place(self, grounded: list[list[Fact]], grounder: Grounds) -> None:
        """Put the answers, one list a pair, in their places."""
        for (_, held), answers in zip(self._by_document.values(), grounded, strict=True):
            for (at, _), answer in zip(held, _checked(answers, len(held), grounder), strict=True):
                self._facts[at] = answer

    @property
    def facts(self) -> list[Fact]:
        """One fact a row, in row order."""
        return [fact for fact in self._facts if fact is not None]


def _batches(rows: Iterable[Claim]) -> Iterator[list[Claim]]:
    stream = iter(rows)
    while batch := list(islice(stream, _BATCH)):
        yield batch


def _spent(grounder: Grounds) -> dict[str, Any]:
    """Return what a model was asked and cost, where the grounder asks one and counts it."""
    stats = getattr(grounder, "stats", {})
    if not isinstance(stats, dict) or "calls" not in stats:
        return {}
    return {
        **{key: int(stats.get(key) or 0) for key in _SPENT},
        **{key: _numbers(stats.get(key)) for key in _SPENT_BY_PART},
        "model": str(stats.get("model") or type(grounder).__name__),
        "prompts": tuple(stats.get("prompts") or ()),
        "cost_usd": stats.get("cost_usd"),
        "stopped": str(stats.get("stopped") or ""),
        "first_failure": str(stats.get("first_failure") or ""),
        "first_unparseable": str(stats.get("first_unparseable") or ""),
    }


def _since(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """Return what was spent after `before`: a grounder counts over all of its runs."""
    if not before:
        return now
    spent = {**now, **{key: now[key] - before[key] for key in _SPENT}}
    for key in _SPENT_BY_PART:
        spent[key] = {part: n - before[key].get(part, 0) for part, n in now[key].items()}
    answered = spent["calls"] - spent["failed"] + spent["cached"]
    if now["cost_usd"] is not None:
        cost = now["cost_usd"] - (before["cost_usd"] or 0.0)
        spent["cost_usd"] = cost if answered else None  # what did not answer has no price
    if not spent["failed"]:
        spent["first_failure"] = ""
    if not spent["unparseable"]:
        spent["first_unparseable"] = ""
    if not spent["calls"] + spent["cached"]:
        spent["prompts"] = ()
    return spent


def _numbers(held: object) -> dict[str, int]:
    """Return the counts of a part of the asking, where there is such a part."""
    counts = held if isinstance(held, dict) else {}
    return {str(key): n for key, n in counts.items() if isinstance(n, int)}


def _unasked(lists: list[list[Fact]]) -> list[list[Fact]]:
    """Return the facts of a stopped run; those that nobody was asked about say so."""
    return [[_told_unasked(fact) for fact in facts] for facts in lists]


def _told_unasked(fact: Fact) -> Fact:
    if fact.verdict is not GroundingVerdict.UNCHECKED or ground_record(fact):
        return fact
    return stamped(fact, GroundingVerdict.UNCHECKED, grounder=SPAN, reason=UNASKED)


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
