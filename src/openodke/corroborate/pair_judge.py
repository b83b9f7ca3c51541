"""Are two mentions one thing? The question for a model, put in both orders, or for a person.

Source: the resolution page, "The pair judge".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from os import PathLike
from threading import Lock
from typing import Any, NamedTuple

from openodke.corroborate.pair_labels import PairQueue, labels_of, pair_id
from openodke.corroborate.pair_prompt import (
    DECISIONS,
    PAIR_PROMPT,
    SCHEMA,
    USER_PROMPT,
    Decision,
    Mention,
    messages,
    read_decision,
)
from openodke.errors import InputError
from openodke.llm import LimitedClient, LLMClient, ModelRoles
from openodke.llm.client_contract import check_client
from openodke.llm.in_flight import Errand, Errands
from openodke.llm.judge import Judge, Question
from openodke.llm.retry_policy import RetryPolicy
from openodke.model.document import Document
from openodke.model.entity import Entity

_COUNTS = (
    "pairs", "asked", "swapped", "disagreed", *DECISIONS, "person", "queued", "no_context",
    "unparseable", "unasked",
)  # fmt: skip


class PairQuestion(NamedTuple):
    """Two mentions that the rules leave open, and their score."""

    first: Mention
    second: Mention
    score: float


class PairDecision(NamedTuple):
    """What was decided of a pair.

    Attributes:
        first: the key of one mention.
        second: the key of the other.
        decision: "same", "different" or "unsure".
        reason: who decided, and why, as a link's reason says it.
        said: what was answered in each order that was asked.
    """

    first: str
    second: str
    decision: Decision
    reason: str
    said: tuple[str, ...] = ()


class PairJudge:
    """Asks a model about the pairs that the rules leave open; it proposes links and merges nothing.

    Attributes:
        documents: the texts that mentions stand in, by id; fill it before resolving.
        decisions: every decision of this judge's life.
        low: the score from which on a pair is asked about.
    """

    def __init__(
        self,
        roles: ModelRoles | None = None,
        *,
        client: LLMClient | None = None,
        low: float = 0.7,
        queue: str | PathLike[str] | None = None,
        reviewed: Any = None,
        store_context: Callable[[Entity], str | None] | None = None,
        max_workers: int = 8,
        retry: RetryPolicy | None = None,
    ) -> None:
        """Build a judge; a model's client is resolved here, before the first call.

        Args:
            roles: `roles.ground` is the model.
            client: asks it; left out, the client registered for the model's provider.
            low: the score from which on a pair is asked about, in (0, 1].
            queue: a JSON Lines file to which each unsure pair is appended once.
            reviewed: labels that a person gave, the file that `odke label read` writes or records
                with `id` and `label`; they decide in the judge's place.
            store_context: what to show of a stored entity beside its aliases.
            max_workers: calls in flight, at most.
            retry: when a failed call is made again.

        Raises:
            InputError: for a value an argument does not take, and when neither roles nor a client
                is named.
            MissingAPIKey: when the model needs a key that is not set.
            ProviderNotInstalled: when no client serves the model.
        """
        if isinstance(low, bool) or not isinstance(low, int | float) or not 0 < low <= 1:
            raise InputError(f"low={low!r}: give a number above 0, at most 1")
        if isinstance(max_workers, bool) or not isinstance(max_workers, int) or max_workers < 1:
            raise InputError(f"max_workers={max_workers!r}: one call in flight is the least")
        if roles is None and client is None:
            raise InputError("name a model, as PairJudge(ModelRoles.single(...)), or pass client=")
        if client is not None:
            check_client("client", client)
        named = ModelRoles() if roles is None else roles
        self.low = low
        self.documents: dict[str, Document] = {}
        self.decisions: list[PairDecision] = []
        self.store_context = store_context
        policy = RetryPolicy() if retry is None else retry
        client = LimitedClient(named.client_for("ground")) if client is None else client
        self._judge = Judge(client, named.ground, policy)
        self._who = f"pair judge ({PAIR_PROMPT}, {named.ground.model})"
        self._queue = None if queue is None else PairQueue(queue)
        self._labels = labels_of(reviewed)
        self._workers = max_workers
        self._counts: Counter[str] = Counter(dict.fromkeys(_COUNTS, 0))
        self._lock = Lock()

    @property
    def stats(self) -> dict[str, Any]:
        """The counts of this judge's whole life.

        `pairs` handed in and `asked`; `calls`, those in the `swapped` order, pairs whose orders
        `disagreed`; each decision of the model; pairs that a `person` decided, that were `queued`,
        or had `no_context`; `failed` and `unparseable` calls; tokens, cost and what was `cached`;
        `unasked` pairs of a run that was `stopped`.
        """
        counts = self._judge.counts
        tokens = counts["prompt_tokens"] + counts["completion_tokens"]
        return {
            **self._counts,
            "calls": counts["calls"],
            "retries": counts["retries"],
            "failed": counts["failed"],
            "tokens": tokens,
            "cost_usd": self._judge.cost_usd,
            "cached": counts["cached"],
            "stopped": bool(self._counts["unasked"]),
            "prompts": [PAIR_PROMPT, USER_PROMPT] if self._counts["asked"] else [],
        }

    def decide(self, pairs: Sequence[PairQuestion]) -> list[PairDecision | None]:
        """Return, for each pair, what was decided; None where no model answered."""
        self._counts["pairs"] += len(pairs)
        self._judge.begin()
        decided: list[PairDecision | None] = [None] * len(pairs)
        left = set(range(len(pairs)))

        def put(place: int, decision: PairDecision | None) -> None:
            left.discard(place)
            decided[place] = decision

        errands = ((at, self._decided(pair)) for at, pair in enumerate(pairs))
        workers = max(1, min(self._workers, len(pairs)))
        try:
            Errands(errands, put, workers, self._lock).run(self._judge.ask)
        except BaseException:
            self._counts["unasked"] += len(left)
            raise
        for pair, decision in zip(pairs, decided, strict=True):
            self._keep(pair, decision)
        return decided

    def _keep(self, pair: PairQuestion, decision: PairDecision | None) -> None:
        """Note a decision, in the order of the pairs; an unsure one waits for a person."""
        if decision is None:
            return
        self.decisions.append(decision)
        if decision.decision == "unsure" and self._queue and decision.said:
            self._counts["queued"] += self._queue.put(*pair, said=decision.said)

    def _decided(self, pair: PairQuestion) -> Errand[PairDecision | None]:
        first, second, _ = pair
        label = self._labels.get(pair_id(first, second))
        if label is not None:
            self._counts["person"] += 1
            return PairDecision(first.key, second.key, label, f"person: {label}")
        if not first.context.strip() or not second.context.strip():
            self._counts["no_context"] += 1
            return None
        self._counts["asked"] += 1
        answers: list[tuple[Decision, str]] = []
        for order in ((first, second), (second, first)):
            self._counts["swapped"] += order[0] is second
            reply = yield Question(messages(*order), SCHEMA)
            if reply.completion is None:
                self._counts["unasked"] += bool(reply.unasked)
                return None
            answer = read_decision(reply.completion)
            if answer is None:
                self._counts["unparseable"] += 1
                return None
            answers.append(answer)
        return self._agreed(pair, answers)

    def _agreed(self, pair: PairQuestion, answers: Sequence[tuple[Decision, str]]) -> PairDecision:
        (one, because), (other, _) = answers
        decision: Decision = one if one == other else "unsure"
        self._counts["disagreed"] += one != other
        self._counts[decision] += 1
        reason = f"{self._who}: {decision} in both orders"
        if one != other:
            reason = f"{self._who}: {one} in one order, {other} in the other"
        if because:
            reason += f"; {because}"
        return PairDecision(pair.first.key, pair.second.key, decision, reason, (one, other))
