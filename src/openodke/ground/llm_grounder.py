"""Does the text say this of them? The question for a model, put once a fact.

Source: the grounding page, "The second model: LLMGrounder".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from threading import Lock
from typing import Literal

from openodke.errors import InputError
from openodke.ground.claim_sentences import ClaimSentences, sentences_of
from openodke.ground.examination import Examiner, about_sentence, for_review, joined
from openodke.ground.judge_prompts import prompt_for
from openodke.ground.locator import SpanLocator
from openodke.ground.passage import Passage, passage_of
from openodke.ground.run_facts import At, RunFacts
from openodke.ground.span_check import SpanGrounder
from openodke.ground.stamp import MODEL, stands
from openodke.ground.widening import Widening, widened
from openodke.llm import LLMClient, ModelRoles
from openodke.llm.client_contract import check_client
from openodke.llm.in_flight import Errand, Errands
from openodke.llm.judge import COUNTS, Judge, Question, Reply
from openodke.llm.retry_policy import RetryPolicy
from openodke.model import Document, Fact, GroundingVerdict

_UNNAMED = "unnamed"  # what a client is told of a model that nobody named: it knows its own


class LLMGrounder:
    """Asks a model whether the text states each claim; nothing is dropped.

    The span check runs first, and only a fact that it leaves unchecked is asked about, on the first
    span that holds. A call that fails, or an answer that gives no verdict, leaves the fact
    unchecked, for the next run to ask (`call_failed`, `unparseable`).

    Attributes:
        prompt: the key of the prompt.
        claim_line: how a claim is written in it: "triple" or "sentence".
    """

    def __init__(
        self,
        roles: ModelRoles | None = None,
        *,
        client: LLMClient | None = None,
        max_workers: int = 8,
        retry: RetryPolicy | None = None,
        context: Literal["span", "document"] = "span",
        verdicts: Literal["three_way", "binary"] = "three_way",
        prompt: str = "ground.span",
        locate: bool = False,
        widen: bool = False,
        widen_client: LLMClient | None = None,
        reground: bool = False,
    ) -> None:
        """Build a grounder; a model's client is resolved here, before the first call.

        Args:
            roles: `roles.ground` is the model.
            client: asks it; left out, the client registered for the model's provider. It has to be
                safe in `max_workers` threads. Where no model is named it is the client's own, and
                records name the client.
            max_workers: calls in flight, at most.
            retry: when a failed call is made again.
            context: read the cited span, or the whole "document".
            verdicts: "binary" is paper mode, whose True is supported and False not_found.
            prompt: "ground.span", or a challenger: "ground.onyx", "ground.statement".
            locate: first give a fact without a span of its own the sentence that states it.
            widen: ask once more, on the whole sentence, where a narrower span gave not_found.
            widen_client: the client those second questions go through.
            reground: ask again also where a verdict of a model stands.

        Raises:
            InputError: for a value an argument does not take, `widen` beside `context="document"`,
                and when neither a model nor a client is named.
            MissingAPIKey: when the model needs a key that is not set.
            ProviderNotInstalled: when no client serves the model.
        """
        if context not in ("span", "document"):
            raise InputError(f"context={context!r}: it is 'span' or 'document'")
        if widen and context == "document":
            raise InputError("widen=True with context='document': nothing is wider than the text")
        if isinstance(max_workers, bool) or not isinstance(max_workers, int) or max_workers < 1:
            raise InputError(f"max_workers={max_workers!r}: one call in flight is the least")
        _check_asked(roles, client, widen_client)
        self.reground = reground
        self._stopped: list[list[Fact]] = []
        self._lock = Lock()  # several runs may share a grounder, and its counts
        named = roles.ground.model if roles else ""
        roles = ModelRoles.single(_UNNAMED) if roles is None else roles
        client = roles.client_for("ground") if client is None else client
        policy = RetryPolicy() if retry is None else retry
        self._judge = Judge(client, roles.ground, policy)
        self._second = Judge(client if widen_client is None else widen_client, roles.ground, policy)
        self._named = named or type(client).__name__
        self._whole = context == "document"
        asked = prompt_for(prompt, verdicts)
        self._examiner = Examiner(asked, whole=self._whole, model=self._named)
        self._workers = max_workers
        self._spans = SpanGrounder(reground=True)  # what stands is decided here
        self._locator = SpanLocator() if locate else None
        self._widening = Widening() if widen else None
        self._verdicts: Counter[str] = Counter({verdict.value: 0 for verdict in GroundingVerdict})
        self._counts = Counter(facts=0, skipped=0, unasked=0)
        self._sentences = ClaimSentences()

    @property
    def unfinished(self) -> list[list[Fact]]:
        """What a run that was stopped had by then: one list of facts a pair.

        The facts it had not settled are as they were given. Empty after a run that was not stopped.
        """
        return list(self._stopped)

    @property
    def claim_line(self) -> str:
        """How a claim is written for the judge: "triple" or "sentence"."""
        return self._examiner.prompt.claim_line

    @property
    def prompt(self) -> str:
        """The key of the prompt."""
        return self._examiner.prompt.key

    @property
    def locates(self) -> bool:
        """Whether this grounder gives facts their spans itself."""
        return self._locator is not None

    @property
    def stats(self) -> dict[str, object]:
        """The counts of this grounder's whole life.

        `facts`, `skipped` (a verdict stood), `calls` (questions answered or failed), `retries`,
        `failed`, `unparseable`, each verdict, `tokens` and its two parts, `cached` (answers that
        cost no call), `unasked` (left when a run was stopped), `cost_usd` (None until priced),
        `prompts` sent, `model`, the span check's counts under `spans`, and `locate` and `widen`
        where those are on. The counts of calls hold the second questions too.
        """
        counts = self._judge.counts + self._second.counts
        costs = [cost for cost in (self._judge.cost_usd, self._second.cost_usd) if cost is not None]
        return {
            **self._counts,
            **{key: counts[key] for key in COUNTS},
            "first_failure": self._examiner.first_failure,
            "unparseable": self._examiner.unparseable,
            "tokens": counts["prompt_tokens"] + counts["completion_tokens"],
            **self._verdicts,
            "cost_usd": sum(costs) if costs else None,
            "prompts": [self._examiner.prompt.key] if self._examiner.sent else [],
            "model": self._named,
            "spans": dict(self._spans.stats),
            **({"locate": dict(self._locator.stats)} if self._locator else {}),
            **({"widen": self._widen_stats(self._widening)} if self._widening else {}),
        }

    def _widen_stats(self, widening: Widening) -> dict[str, object]:
        second = self._second.counts
        tokens = second["prompt_tokens"] + second["completion_tokens"]
        asked = {"calls": second["calls"], "tokens": tokens, "cost_usd": self._second.cost_usd}
        return {**widening.stats, **asked}

    def ground(self, fact: Fact, doc: Document) -> Fact:
        """Return the fact with a verdict, or unchecked where none could be had."""
        return self.ground_many([fact], doc)[0]

    def ground_many(self, facts: Iterable[Fact], doc: Document) -> list[Fact]:
        """Return the facts of one document, grounded, in order."""
        return self.ground_documents([(list(facts), doc)])[0]

    def ground_documents(self, pairs: Iterable[tuple[list[Fact], Document]]) -> list[list[Fact]]:
        """Return one list of facts a pair, grounded as one run, in order.

        At most `max_workers` calls are in flight. Ctrl-C ends the run at once, and `unfinished`
        holds what was answered.
        """
        run = self.begun()
        return run._all_settled(run.look_documents(pairs))

    def begun(self) -> LLMGrounder:
        """Return this grounder for one run.

        It shares clients, settings and counts, and remembers on its own what the texts of a claim
        say, so that runs may be under way at once.
        """
        run = copy(self)
        run._sentences = ClaimSentences()
        return run

    def look_documents(self, pairs: Iterable[tuple[list[Fact], Document]]) -> list[list[Fact]]:
        """Return the facts as their own texts have them, before the run is seen as a whole."""
        run, errands = self._begun(pairs)
        with self._kept(run):
            errands.run(self._ask)
        return run.facts

    async def aground(self, fact: Fact, doc: Document) -> Fact:
        """As `ground`."""
        return (await self.aground_many([fact], doc))[0]

    async def aground_many(self, facts: Iterable[Fact], doc: Document) -> list[Fact]:
        """As `ground_many`."""
        return (await self.aground_documents([(list(facts), doc)]))[0]

    async def aground_documents(
        self, pairs: Iterable[tuple[list[Fact], Document]]
    ) -> list[list[Fact]]:
        """As `ground_documents`; a client without `acomplete` is run in threads."""
        run = self.begun()
        return run._all_settled(await run.alook_documents(pairs))

    async def alook_documents(
        self, pairs: Iterable[tuple[list[Fact], Document]]
    ) -> list[list[Fact]]:
        """As `look_documents`."""
        run, errands = self._begun(pairs)
        with self._kept(run):
            await errands.arun(self._aask)
        return run.facts

    @property
    def unsettled(self) -> bool:
        """Whether `settle` may change what this run has looked at."""
        return self._sentences.disagree

    def settle(self, fact: Fact) -> Fact:
        """Return the fact as all texts of its claim have it, and count it so."""
        settled = for_review(self._sentences.settled(fact))
        if settled.verdict is not fact.verdict:
            with self._lock:
                self._verdicts[fact.verdict.value] -= 1
                self._verdicts[settled.verdict.value] += 1
        return settled

    def _all_settled(self, looked: list[list[Fact]]) -> list[list[Fact]]:
        return [[self.settle(fact) for fact in facts] for facts in looked]

    def _begun(
        self, pairs: Iterable[tuple[list[Fact], Document]]
    ) -> tuple[RunFacts, Errands[At, Fact]]:
        """Return a run, and its errands, which put their facts in the place of those given."""
        self._stopped.clear()
        run = RunFacts([(list(facts), doc) for facts, doc in pairs])
        errands = (
            ((at, number), self._settled(fact, doc))
            for at, (facts, doc) in enumerate(run.given)
            for number, fact in enumerate(facts)
        )

        def put(place: At, fact: Fact) -> None:
            run.put(place, fact)
            self._sentences.note(fact)
            self._counts["facts"] += 1
            self._verdicts[fact.verdict.value] += 1

        return run, Errands(errands, put, max(1, min(self._workers, run.left)), self._lock)

    @contextmanager
    def _kept(self, run: RunFacts) -> Iterator[None]:
        """Keep what a run had, when it is stopped."""
        try:
            yield
        except BaseException:
            self._stopped[:] = run.facts
            with self._lock:
                self._counts["unasked"] += run.left
            raise

    def _ask(self, question: Question, sleep: object) -> Reply:
        return self._judge_of(question).ask(question, sleep)  # type: ignore[arg-type]

    async def _aask(self, question: Question, pool: object) -> Reply:
        return await self._judge_of(question).aask(question, pool)  # type: ignore[arg-type]

    def _judge_of(self, question: Question) -> Judge:
        return self._second if question.widened else self._judge

    def _settled(self, fact: Fact, doc: Document) -> Errand[Fact]:
        """Settle one fact: by what stands, by its span, else by what is asked and answered."""
        if not self.reground and stands(fact, MODEL):
            self._counts["skipped"] += 1
            return fact
        checked = self._spans.ground(self._located(fact, doc), doc)
        passage = passage_of(checked, doc, whole=self._whole)
        if checked.verdict is not GroundingVerdict.UNCHECKED or passage is None:
            return checked
        stated = sentences_of(checked)
        if len(stated) > 1:
            return (yield from self._asked_by_sentence(checked, doc, passage, stated))
        reply = yield self._examiner.question(checked, doc, passage)
        judged = self._examiner.judged(checked, doc, passage, reply)
        if self._widening and judged.verdict is GroundingVerdict.NOT_FOUND:
            wide = widened(passage.start, passage.end, doc.text)
            if wide:
                return (yield from self._asked_wider(judged, doc, passage, wide, self._widening))
        return judged

    def _asked_by_sentence(
        self, fact: Fact, doc: Document, passage: Passage, stated: tuple[str, ...]
    ) -> Errand[Fact]:
        """Ask about each sentence of a description: it may hold more than one text says."""
        judged = []
        for sentence in stated:
            said = about_sentence(fact, sentence)
            reply = yield self._examiner.question(said, doc, passage)
            judged.append(self._examiner.judged(said, doc, passage, reply))
        return joined(fact, judged)

    def _asked_wider(
        self,
        fact: Fact,
        doc: Document,
        passage: Passage,
        wide: tuple[int, int],
        widening: Widening,
    ) -> Errand[Fact]:
        """Ask once more, on the whole sentence; only an answer in the claim's favour changes it."""
        sentence = Passage(passage.evidence, *wide)
        reply = yield self._examiner.question(fact, doc, sentence, widened=True)
        second = self._examiner.judged(fact, doc, sentence, reply)
        narrow = (passage.start, passage.end)
        if second.verdict is GroundingVerdict.SUPPORTED:
            found = widening.recovered(second, passage.evidence, wide, doc)
            return widening.noted(found, narrow, wide, second.verdict)
        return widening.noted(fact, narrow, wide, second.verdict)

    def _located(self, fact: Fact, doc: Document) -> Fact:
        return self._locator.locate(fact, doc) if self._locator else fact


def _check_asked(
    roles: ModelRoles | None, client: LLMClient | None, widen_client: LLMClient | None
) -> None:
    """Refuse a grounder that nobody could answer."""
    if roles is None and client is None:
        raise InputError(
            "no model is named: LLMGrounder(ModelRoles.single('ollama/qwen2.5:3b')), or client="
        )
    if not isinstance(roles, ModelRoles | None):
        raise InputError(f"roles={roles!r}: give ModelRoles, such as ModelRoles.single(name)")
    for name, given in (("client", client), ("widen_client", widen_client)):
        if given is not None:
            check_client(name, given)
