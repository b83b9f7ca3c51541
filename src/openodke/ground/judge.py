"""How is a model asked once, with its failures told from its answers and its cost counted?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any

from openodke.ground.retry_policy import FATAL, RetryPolicy, status_of
from openodke.llm import Completion, LLMClient, Message, ModelSpec

COUNTS = ("calls", "retries", "failed", "cached", "prompt_tokens", "completion_tokens")


@dataclass(frozen=True, slots=True)
class Question:
    """What a model is asked.

    Attributes:
        messages: the conversation.
        schema: the JSON Schema of an answer, None for a plain word.
        widened: whether a wider passage is read for a second time of asking.
    """

    messages: tuple[Message, ...]
    schema: dict[str, Any] | None = None
    widened: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: a completion, or the name of what went wrong."""

    completion: Completion | None = None
    failure: str = ""


class Judge:
    """One client, asked about one claim on one passage at a time; safe in several threads.

    Attributes:
        spec: the model.
        counts: `calls` answered or failed, `retries` of them, `failed`, answers that were `cached`
            and cost no call, and tokens.
        cost_usd: what the calls cost, None until one has a price.
    """

    def __init__(self, client: LLMClient, spec: ModelSpec, retry: RetryPolicy) -> None:
        """Ask `client` for `spec`, again as `retry` has it."""
        self.spec = spec
        self.counts: Counter[str] = Counter(dict.fromkeys(COUNTS, 0))
        self.cost_usd: float | None = None
        self._client = client
        self._retry = retry
        self._lock = Lock()

    def ask(self, question: Question, sleep: Callable[[float], Any]) -> Reply:
        """Return the reply; between attempts call `sleep` with the seconds to wait.

        Raises:
            MissingAPIKey, ProviderNotInstalled, UnansweredCall: what would fail every other call.
        """
        make = partial(
            self._client.complete, question.messages, spec=self.spec, schema=question.schema
        )
        try:
            answer = self._retry.call(make, sleep=sleep, on_retry=self._retried)
        except Exception as error:  # whatever a client raises costs this fact alone
            return self._failed(error)
        return self._answered(answer)

    async def aask(self, question: Question, pool: Executor) -> Reply:
        """As `ask`, awaiting the client, or running it in `pool` where it cannot be awaited."""
        acomplete = getattr(self._client, "acomplete", None)
        if acomplete is None:
            make = self._in_pool(question, pool)
        else:
            make = partial(acomplete, question.messages, spec=self.spec, schema=question.schema)
        try:
            answer = await self._retry.acall(make, on_retry=self._retried)
        except Exception as error:
            return self._failed(error)
        return self._answered(answer)

    def _in_pool(self, question: Question, pool: Executor) -> Callable[[], Awaitable[Any]]:
        from asyncio import get_running_loop

        make = partial(
            self._client.complete, question.messages, spec=self.spec, schema=question.schema
        )
        return lambda: get_running_loop().run_in_executor(pool, make)

    def _retried(self) -> None:
        with self._lock:
            self.counts["retries"] += 1

    def _failed(self, error: Exception) -> Reply:
        if isinstance(error, FATAL):
            raise error
        with self._lock:
            self.counts.update(("calls", "failed"))
        status = status_of(error)
        # its message may quote a key or the text that was sent
        return Reply(failure=f"{type(error).__name__}{f' {status}' if status else ''}")

    def _answered(self, answer: Any) -> Reply:
        if not isinstance(answer, Completion):
            with self._lock:
                self.counts.update(("calls", "failed"))
            return Reply(failure=f"{type(answer).__name__} in place of a Completion")
        with self._lock:
            self.counts["cached" if answer.cached else "calls"] += 1
            self.counts["prompt_tokens"] += answer.prompt_tokens or 0
            self.counts["completion_tokens"] += answer.completion_tokens or 0
            if answer.cost_usd is not None:
                self.cost_usd = (self.cost_usd or 0.0) + answer.cost_usd
        return Reply(answer)
