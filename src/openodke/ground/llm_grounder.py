"""Does the text say this of them? The question for a model, put once a fact.

Source: the grounding page, "The second model: LLMGrounder".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from functools import partial
from threading import Lock
from typing import Literal

from openodke.errors import InputError
from openodke.ground.claim_sentences import ClaimSentences
from openodke.ground.docket import Docket, Heard
from openodke.ground.estimate import Estimate, estimated
from openodke.ground.examination import Examiner, for_review
from openodke.ground.filing import Filing
from openodke.ground.grounder_arguments import (
    cascade_of,
    check_asked,
    check_joint,
    check_workers,
)
from openodke.ground.inquiry import Inquirer
from openodke.ground.judge_prompts import prompt_for
from openodke.ground.lexical import LexicalGrounder
from openodke.ground.locator import SpanLocator
from openodke.ground.mismatch import MismatchBreaker
from openodke.ground.run_facts import At, RunFacts
from openodke.ground.span_check import SpanGrounder
from openodke.ground.stamp import MODEL, UNASKED, reason_of, stands
from openodke.ground.widening import Widening
from openodke.llm import LimitedClient, LLMClient, ModelRoles
from openodke.llm.client_layer import name_of
from openodke.llm.in_flight import Errands
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
        joint: int = 1,
        cascade: bool | LexicalGrounder = False,
        recheck: float = 0.0,
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
            joint: claims on one passage asked about in one call, at most 100; what is answered in
                doubt is asked again alone. Each claim beyond the first adds 32 to `max_tokens`.
            cascade: have the words of the text (a LexicalGrounder, or True for a plain one) refute
                what they can first; the model is asked about the rest, the most suspicious first.
            recheck: the share, 0 to 1, of what the words refute that the model is asked about too.

        Raises:
            InputError: for a value an argument does not take, `widen` beside `context="document"`,
                `joint` beside another prompt, `recheck` without `cascade`, and when neither a
                model nor a client is named.
            MissingAPIKey: when the model needs a key that is not set.
            ProviderNotInstalled: when no client serves the model.
        """
        if context not in ("span", "document"):
            raise InputError(f"context={context!r}: it is 'span' or 'document'")
        if widen and context == "document":
            raise InputError("widen=True with context='document': nothing is wider than the text")
        check_workers(max_workers)
        check_joint(joint, prompt, verdicts)
        check_asked(roles, client, widen_client)
        self.reground = reground
        self._stopped: list[list[Fact]] = []
        self._lock = Lock()  # several runs may share a grounder, and its counts
        named = roles.ground.model if roles else ""
        roles = ModelRoles.single(_UNNAMED) if roles is None else roles
        client = LimitedClient(roles.client_for("ground")) if client is None else client
        policy = RetryPolicy() if retry is None else retry
        self._judge = Judge(client, roles.ground, policy)
        self._second = Judge(client if widen_client is None else widen_client, roles.ground, policy)
        self._named = named or name_of(client)
        self._whole = context == "document"
        asked = prompt_for(prompt, verdicts)
        self._examiner = Examiner(asked, whole=self._whole, model=self._named)
        self._workers = max_workers
        self._spans = SpanGrounder(reground=True)  # what stands is decided here
        self._locator = SpanLocator() if locate else None
        self._widening = Widening() if widen else None
        self._joint = joint
        self._words = cascade_of(cascade, recheck, reground=reground)
        self._start_counting()
        self._sentences = ClaimSentences()
        self._heard: Heard = {}

    def _start_counting(self) -> None:
        self._verdicts: Counter[str] = Counter({verdict.value: 0 for verdict in GroundingVerdict})
        self._counts = Counter(facts=0, skipped=0, unasked=0)
        self._shared: Counter[str] = Counter(shared=0, joint=0, claims=0, again=0)

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
        cost no call), `shared` (answers to the same claim on the same passage, asked once),
        `unasked` (left when a run was stopped), `stopped` (why, "" for no reason), `cost_usd` (None
        until priced), `prompts` sent, `model`, `spans` of the span check, and `locate`, `widen`,
        `joint`, `cascade` and `recheck` where those are on. Calls hold the second questions too.
        """
        counts = self._judge.counts + self._second.counts
        costs = [cost for cost in (self._judge.cost_usd, self._second.cost_usd) if cost is not None]
        return {
            **self._counts,
            **{key: counts[key] for key in COUNTS},
            "stopped": self._judge.stopped or self._second.stopped,
            "first_failure": self._examiner.first_failure,
            "unparseable": self._examiner.unparseable,
            "first_unparseable": self._examiner.first_unparseable,
            "tokens": counts["prompt_tokens"] + counts["completion_tokens"],
            **self._verdicts,
            "cost_usd": sum(costs) if costs else None,
            "prompts": list(self._examiner.sent),
            "shared": self._shared["shared"],
            "model": self._named,
            "spans": dict((self._words.lexical.spans if self._words else self._spans).stats),
            **({"locate": dict(self._locator.stats)} if self._locator else {}),
            **({"widen": self._widen_stats(self._widening)} if self._widening else {}),
            **({"joint": self._joint_stats()} if self._joint > 1 else {}),
            **(self._words.stats if self._words else {}),
        }

    def _widen_stats(self, widening: Widening) -> dict[str, object]:
        return {**widening.stats, **self._second.spent}

    def _joint_stats(self) -> dict[str, int]:
        counts = self._shared
        return {"calls": counts["joint"], "claims": counts["claims"], "again": counts["again"]}

    @property
    def breaker(self) -> MismatchBreaker | None:
        """The mismatch breaker of a cascade's words, None without one."""
        return self._words.breaker if self._words else None

    def estimate(self, pairs: Iterable[tuple[list[Fact], Document]]) -> Estimate:
        """Return what grounding would ask, without a call; nothing is counted.

        `calls` is exact for a client that answers each question at the first try, without `widen`
        (see Estimate). The free checks are made, and the words are looked at in a cascade.
        """
        return self.apart().planned(pairs)

    def apart(self) -> LLMGrounder:
        """Return this grounder for one run, with counts of its own."""
        run = copy(self)
        run._start_counting()
        run._spans = SpanGrounder(reground=True)
        run._locator = SpanLocator() if self._locator else None
        run._examiner = Examiner(self._examiner.prompt, whole=self._whole, model=self._named)
        run._words = self._words.apart() if self._words else None
        run._sentences, run._heard, run._stopped = ClaimSentences(), {}, []
        return run

    def planned(self, pairs: Iterable[tuple[list[Fact], Document]]) -> Estimate:
        """Return what this run would ask next, and take it for answered: see `apart`."""
        calls = self._docket(RunFacts([(list(facts), doc) for facts, doc in pairs])).planned()
        asked = [call for call in calls if not self._judge_of(call[0]).has_kept(call[0])]
        texts = {query.doc.id for _, queries in asked for query in queries}
        return estimated((call[0] for call in asked), len(texts), len(calls) - len(asked))

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
        say and what was answered, so that runs may be under way at once.
        """
        run = copy(self)
        run._sentences, run._heard = ClaimSentences(), {}
        run._words = self._words.begun() if self._words else None
        self._judge.begin()
        self._second.begin()
        return run

    def look_documents(self, pairs: Iterable[tuple[list[Fact], Document]]) -> list[list[Fact]]:
        """Return the facts as their own texts have them, before the run is seen as a whole."""
        run, docket = self._begun(pairs)
        with self._kept(run, docket):
            self._errands(run, docket).run(self._ask)
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
        run, docket = self._begun(pairs)
        with self._kept(run, docket):
            await self._errands(run, docket).arun(self._aask)
        return run.facts

    @property
    def unsettled(self) -> bool:
        """Whether `settle` may change what this run has looked at."""
        return self._sentences.disagree or (
            self._words is not None and self._words.lexical.unsettled
        )

    def settle(self, fact: Fact) -> Fact:
        """Return the fact as all texts of its claim have it, and count it so."""
        worded = self._words.settle(fact) if self._words else fact
        settled = for_review(self._sentences.settled(worded))
        if settled.verdict is not fact.verdict:
            with self._lock:
                self._verdicts[fact.verdict.value] -= 1
                self._verdicts[settled.verdict.value] += 1
        return settled

    def _all_settled(self, looked: list[list[Fact]]) -> list[list[Fact]]:
        return [[self.settle(fact) for fact in facts] for facts in looked]

    def _begun(self, pairs: Iterable[tuple[list[Fact], Document]]) -> tuple[RunFacts, Docket]:
        """Return a run, and what it asks."""
        self._stopped.clear()
        run = RunFacts([(list(facts), doc) for facts, doc in pairs])
        return run, self._docket(run)

    def _put(self, run: RunFacts, place: At, fact: Fact) -> None:
        """Put a settled fact in its place, and count it."""
        run.put(place, fact)
        self._sentences.note(fact)
        self._counts["facts"] += 1
        self._counts["unasked"] += reason_of(fact) == UNASKED
        self._verdicts[fact.verdict.value] += 1

    def _docket(self, run: RunFacts) -> Docket:
        put = partial(self._put, run)
        docket = Docket(
            self._examiner,
            put,
            self._heard,
            self._shared,
            joint=self._joint,
            ordered=self._words is not None,
        )
        filing = Filing(
            run,
            docket,
            Inquirer(self._examiner, whole=self._whole, widening=self._widening),
            put,
            stands=self._stands,
            located=self._located,
        )
        words = self._words
        docket.fill(filing.by_span(self._spans) if words is None else filing.by_words(words))
        return docket

    def _errands(self, run: RunFacts, docket: Docket) -> Errands[None, None]:
        workers = max(1, min(self._workers, run.left))
        return Errands(docket, _put_already, workers, self._lock)

    @contextmanager
    def _kept(self, run: RunFacts, docket: Docket) -> Iterator[None]:
        """Keep what a run had, when it is stopped."""
        try:
            yield
        except BaseException:
            with self._lock:
                self._leave(run, docket)
                self._stopped[:] = run.facts
                self._counts["unasked"] += run.left
            raise

    def _leave(self, run: RunFacts, docket: Docket) -> None:
        """Put what the words say of the facts that were to be asked about, and were not."""
        if self._words is None:
            return
        for place, fact in docket.fallbacks:
            if fact.verdict is GroundingVerdict.UNCHECKED:
                run.leave(place, self._words.unasked(fact))
            else:
                self._put(run, place, fact)

    def _ask(self, question: Question, sleep: object) -> Reply:
        return self._judge_of(question).ask(question, sleep)  # type: ignore[arg-type]

    async def _aask(self, question: Question, pool: object) -> Reply:
        return await self._judge_of(question).aask(question, pool)  # type: ignore[arg-type]

    def _judge_of(self, question: Question) -> Judge:
        return self._second if question.widened else self._judge

    def _stands(self, fact: Fact) -> bool:
        """Whether a verdict stands that is not asked about again; counted if so."""
        if self.reground or not stands(fact, MODEL):
            return False
        self._counts["skipped"] += 1
        return True

    def _located(self, fact: Fact, doc: Document) -> Fact:
        return self._locator.locate(fact, doc) if self._locator else fact


def _put_already(place: None, result: None) -> None:
    """Do nothing: a docket puts each fact when its last answer comes."""
