"""Does the text say this of them? The question for a model, put once a fact.

Source: the grounding page, "The second model: LLMGrounder".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Literal

from openodke.errors import InputError
from openodke.ground.claim_line import is_cut
from openodke.ground.in_flight import Errand, Errands
from openodke.ground.judge import COUNTS, Judge, Question, Reply
from openodke.ground.judge_address import INSTRUCTION, speaks_to_judge
from openodke.ground.judge_prompts import prompt_for
from openodke.ground.locator import SpanLocator
from openodke.ground.passage import Passage, PassageAddresses, passage_of
from openodke.ground.retry_policy import RetryPolicy
from openodke.ground.review import marked
from openodke.ground.run_facts import At, RunFacts
from openodke.ground.span_check import SpanGrounder
from openodke.ground.stamp import MODEL, place, stamped, stands
from openodke.ground.widening import Widening, widened
from openodke.llm import LLMClient, ModelRoles
from openodke.model import Document, Fact, GroundingVerdict, SpanOrigin

TOO_NARROW = "too_narrow"
"""What was seen of a claim whose citation does not name both of its ends."""

CUT = "claim_cut"
"""What was seen of a claim so long that the judge was shown its beginning alone."""

_FOR_REVIEW = {
    INSTRUCTION: "the passage or the claim speaks to the judge",
    CUT: "the judge was shown the beginning of the claim alone",
}
_SUSPICION = {
    GroundingVerdict.SUPPORTED: 0.0,
    GroundingVerdict.CONTRADICTED: 1.0,
    GroundingVerdict.NOT_FOUND: 1.0,
}


class LLMGrounder:
    """Asks a model whether the text states each claim; nothing is dropped.

    The span check runs first, and only a fact that it leaves unchecked is asked about, on the first
    span that holds. A call that fails, or an answer that gives no verdict, leaves the fact
    unchecked, for the next run to ask (`call_failed`, `unparseable`).

    Attributes:
        prompt: the key of the prompt.
        claim_line: how a claim is written in it: "triple" or "sentence".
        unfinished: what a run that was stopped had by then: one list of facts a pair, the facts it
            had not settled as they were given; empty after a run that was not.
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
        self._prompt = prompt_for(prompt, verdicts)
        self.reground = reground
        self.unfinished: list[list[Fact]] = []
        self._lock = Lock()  # several runs may share a grounder, and its counts
        named = roles.ground.model if roles else ""
        roles = ModelRoles() if roles is None else roles
        client = roles.client_for("ground") if client is None else client
        policy = RetryPolicy() if retry is None else retry
        self._judge = Judge(client, roles.ground, policy)
        self._second = Judge(client if widen_client is None else widen_client, roles.ground, policy)
        self._named = named or type(client).__name__
        self._whole = context == "document"
        self._workers = max_workers
        self._spans = SpanGrounder(reground=True)  # what stands is decided here
        self._locator = SpanLocator() if locate else None
        self._widening = Widening() if widen else None
        self._verdicts: Counter[str] = Counter({verdict.value: 0 for verdict in GroundingVerdict})
        self._counts = Counter(facts=0, skipped=0, unparseable=0, unasked=0)
        self._sent: set[str] = set()
        self._addresses = PassageAddresses()

    @property
    def claim_line(self) -> str:
        """How a claim is written for the judge: "triple" or "sentence"."""
        return self._prompt.claim_line

    @property
    def prompt(self) -> str:
        """The key of the prompt."""
        return self._prompt.key

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
            "tokens": counts["prompt_tokens"] + counts["completion_tokens"],
            **self._verdicts,
            "cost_usd": sum(costs) if costs else None,
            "prompts": sorted(self._sent),
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
        """Return one list of facts a pair, grounded, in order.

        At most `max_workers` calls are in flight. Ctrl-C ends the run at once, and `unfinished`
        holds what was answered.
        """
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
        run, errands = self._begun(pairs)
        with self._kept(run):
            await errands.arun(self._aask)
        return run.facts

    def _begun(
        self, pairs: Iterable[tuple[list[Fact], Document]]
    ) -> tuple[RunFacts, Errands[At, Fact]]:
        """Return a run, and its errands, which put their facts in the place of those given."""
        self.unfinished = []
        run = RunFacts([(list(facts), doc) for facts, doc in pairs])
        errands = (
            ((at, number), self._settled(fact, doc))
            for at, (facts, doc) in enumerate(run.given)
            for number, fact in enumerate(facts)
        )

        def put(place: At, fact: Fact) -> None:
            run.put(place, fact)
            self._counts["facts"] += 1
            self._verdicts[fact.verdict.value] += 1

        return run, Errands(errands, put, max(1, min(self._workers, run.left)), self._lock)

    @contextmanager
    def _kept(self, run: RunFacts) -> Iterator[None]:
        """Keep what a run had, when it is stopped."""
        try:
            yield
        except BaseException:
            self.unfinished = run.facts
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
        reply = yield self._question(checked, doc, passage)
        judged = self._judged(checked, doc, passage, reply)
        if self._widening and judged.verdict is GroundingVerdict.NOT_FOUND:
            wide = widened(passage.start, passage.end, doc.text)
            if wide:
                return (yield from self._asked_wider(judged, doc, passage, wide, self._widening))
        return judged

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
        reply = yield self._question(fact, doc, sentence, widened=True)
        second = self._judged(fact, doc, sentence, reply)
        narrow = (passage.start, passage.end)
        if second.verdict is GroundingVerdict.SUPPORTED:
            found = widening.recovered(second, passage.evidence, wide, doc)
            return widening.noted(found, narrow, wide, second.verdict)
        return widening.noted(fact, narrow, wide, second.verdict)

    def _located(self, fact: Fact, doc: Document) -> Fact:
        return self._locator.locate(fact, doc) if self._locator else fact

    def _question(
        self, fact: Fact, doc: Document, passage: Passage, *, widened: bool = False
    ) -> Question:
        self._sent.add(self._prompt.key)
        text = doc.text[passage.start : passage.end]
        return Question(self._prompt.messages(fact, text), self._prompt.schema, widened)

    def _judged(self, fact: Fact, doc: Document, passage: Passage, reply: Reply) -> Fact:
        """Return the fact with what a reply says of it."""
        verdict = self._prompt.read(reply.completion) if reply.completion else None
        if reply.completion and verdict is None:
            self._counts["unparseable"] += 1
        seen = [*self._seen(fact, doc, passage, verdict), *_failure(reply)]
        reason = verdict.value if verdict else "unparseable" if reply.completion else "call_failed"
        judged = stamped(
            fact,
            verdict or GroundingVerdict.UNCHECKED,
            grounder=MODEL,
            model=(reply.completion and reply.completion.model) or self._named,
            prompt=self._prompt.key,
            reason=reason,
            suspicion=_SUSPICION.get(verdict) if verdict else None,
            seen=seen,
            looked_at=place(doc.id, [(passage.start, passage.end)]),
        )
        if verdict is GroundingVerdict.SUPPORTED:
            for code in seen:
                if code in _FOR_REVIEW:
                    judged = marked(judged, f"{code}: {_FOR_REVIEW[code]}")
        return judged

    def _seen(
        self, fact: Fact, doc: Document, passage: Passage, verdict: GroundingVerdict | None
    ) -> Iterator[str]:
        if self._addresses.found(doc, passage) or speaks_to_judge(self._prompt.render(fact)):
            yield INSTRUCTION
        if is_cut(fact):
            yield CUT
        if verdict is GroundingVerdict.NOT_FOUND and self._is_narrow(fact, doc, passage):
            yield TOO_NARROW

    def _is_narrow(self, fact: Fact, doc: Document, passage: Passage) -> bool:
        """Whether the citation, and not the text, is what does not name both ends."""
        if self._whole or passage.evidence.span_origin is not SpanOrigin.CITED:
            return False
        from openodke.ground.window import names_both  # reads text: not at import

        return not names_both(fact, doc.text[passage.start : passage.end])


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
        if given is not None and not callable(getattr(given, "complete", None)):
            raise InputError(
                f"{name}={given!r} has no method complete(messages, *, spec, schema=None)"
            )


def _failure(reply: Reply) -> list[str]:
    return [f"error:{reply.failure}"] if reply.failure else []
