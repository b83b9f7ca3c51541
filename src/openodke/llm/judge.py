"""How is a model asked once, with its failures told from its answers and its cost counted?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any

from openodke.errors import BudgetExceeded, ProviderError
from openodke.llm.cached_client import CachedClient
from openodke.llm.call_failure import FATAL, status_of
from openodke.llm.client_layer import ClientLayer
from openodke.llm.completion_fields import price, token_count, writable
from openodke.llm.failure_streak import FailureStreak
from openodke.llm.message import Completion, Message
from openodke.llm.model_client import LLMClient
from openodke.llm.model_spec import ModelSpec
from openodke.llm.provider_limits import LimitedClient, ProviderLimits
from openodke.llm.retry_policy import RetryPolicy

_MISTAKES = (AttributeError, ImportError, LookupError, NameError, NotImplementedError, TypeError)
_UNFIT = frozenset({400, 413, 422})  # statuses of a question that is too long, or misformed
_MORE_TOKENS = 32  # of an answer, for each claim beyond the first: an id and a verdict in JSON
_SHOWN = 200  # characters of a message
_READ = 1000  # and those that may be white space
COUNTS = ("calls", "retries", "failed", "cached", "prompt_tokens", "completion_tokens")


@dataclass(frozen=True, slots=True)
class Question:
    """What a model is asked.

    Attributes:
        messages: the conversation.
        schema: the JSON Schema of an answer, None for a plain word.
        widened: whether a wider passage is read for a second time of asking.
        claims: how many claims it asks about: each beyond the first adds to the tokens that an
            answer may have.
    """

    messages: tuple[Message, ...]
    schema: dict[str, Any] | None = None
    widened: bool = False
    claims: int = 1


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: a completion, or the name of what went wrong.

    Attributes:
        completion: the answer.
        failure: the name of what went wrong.
        is_unfit: whether the server would not take this question, and may take a shorter one.
        unasked: why nobody was asked: a budget is spent, or too many calls in a row failed.
    """

    completion: Completion | None = None
    failure: str = ""
    is_unfit: bool = False
    unasked: str = ""


class Judge:
    """One client, asked about one claim on one passage at a time; safe in several threads.

    Attributes:
        spec: the model.
        counts: `calls` answered or failed, `retries` of them, `failed`, answers that were `cached`
            and cost no call, and tokens.
        stopped: why nothing more is asked: a budget is spent, or too many calls in a row failed;
            "" while it is.
    """

    def __init__(self, client: LLMClient, spec: ModelSpec, retry: RetryPolicy) -> None:
        """Ask `client` for `spec`, again as `retry` has it.

        A client that is no layer before another is asked less at once while it refuses calls.
        """
        self.spec = spec
        self.counts: Counter[str] = Counter(dict.fromkeys(COUNTS, 0))
        self.stopped = ""
        self._cost_usd: float | None = None
        self._streak = FailureStreak(retry.give_up)
        layered = isinstance(client, ClientLayer)
        limits = ProviderLimits(longest_pause=retry.max_delay)
        self._client = client if layered else LimitedClient(client, limits)
        self._retry = retry
        self._lock = Lock()

    def begin(self) -> None:
        """Begin a run: what stopped an earlier one may be over."""
        self._streak.begin()
        self.stopped = ""

    @property
    def cost_usd(self) -> float | None:
        """What the calls cost, None until one has a price; nothing where all was kept."""
        if self._cost_usd is None and self.counts["cached"] and not self.counts["calls"]:
            return 0.0
        return self._cost_usd

    @property
    def spent(self) -> dict[str, object]:
        """`calls`, `tokens` of questions and answers, and `cost_usd`."""
        tokens = self.counts["prompt_tokens"] + self.counts["completion_tokens"]
        return {"calls": self.counts["calls"], "tokens": tokens, "cost_usd": self.cost_usd}

    def ask(self, question: Question, sleep: Callable[[float], Any]) -> Reply:
        """Return the reply; between attempts call `sleep` with the seconds to wait.

        Raises:
            MissingAPIKey, ProviderNotInstalled, UnansweredCall: what would fail every other call.
        """
        if self._streak.stopped:
            return self._given_up(question)
        try:
            answer = self._retry.call(self._call(question), sleep=sleep, on_retry=self._retried)
        except Exception as error:  # whatever a client raises costs this fact alone
            return self._failed(error)
        return self._answered(answer)

    async def aask(self, question: Question, pool: Executor) -> Reply:
        """As `ask`, awaiting the client, or running it in `pool` where it cannot be awaited."""
        from asyncio import CancelledError

        if self._streak.stopped:
            return self._given_up(question)
        acomplete = getattr(self._client, "acomplete", None)
        if acomplete is None:
            make = self._in_pool(question, pool)
        else:
            make = self._awaited(question, acomplete)
        try:
            answer = await self._retry.acall(make, on_retry=self._retried)
        except Exception as error:
            return self._failed(error)
        except CancelledError as error:  # of this run, or of a task of the client's own
            if _is_cancelled():
                raise
            return self._failed(error)
        return self._answered(answer)

    def spec_of(self, question: Question) -> ModelSpec:
        """Return the model's spec, with room for an answer on each claim of a question."""
        if question.claims == 1:
            return self.spec
        more = _MORE_TOKENS * (question.claims - 1)
        return self.spec.model_copy(update={"max_tokens": self.spec.max_tokens + more})

    def _call(self, question: Question) -> Callable[[], Any]:
        return partial(
            self._client.complete,
            question.messages,
            spec=self.spec_of(question),
            schema=question.schema,
        )

    def _awaited(
        self, question: Question, acomplete: Callable[..., Any]
    ) -> Callable[[], Awaitable[Any]]:
        spec = self.spec_of(question)

        async def made() -> Any:
            answer = acomplete(question.messages, spec=spec, schema=question.schema)
            return await answer if isinstance(answer, Awaitable) else answer

        return made

    def _in_pool(self, question: Question, pool: Executor) -> Callable[[], Awaitable[Any]]:
        from asyncio import get_running_loop

        make, context = self._call(question), copy_context()

        async def made() -> Any:
            tried = partial(context.run, _tried, make)
            answer, error = await get_running_loop().run_in_executor(pool, tried)
            if error is not None:
                raise error
            return answer

        return made

    def _retried(self) -> None:
        with self._lock:
            self.counts["retries"] += 1

    def _failed(self, error: BaseException) -> Reply:
        if isinstance(error, FATAL):
            raise error
        if isinstance(error, BudgetExceeded):
            return self._unasked(str(error))
        return self._lost(_told(error), status_of(error))

    def _given_up(self, question: Question) -> Reply:
        """Return an answer that is kept; nobody is asked for another."""
        kept = self._kept(question)
        return self._unasked(self._streak.stopped) if kept is None else self._answered(kept)

    def has_kept(self, question: Question) -> bool:
        """Whether the answer to a question is kept, so that it would cost no call."""
        return self._kept(question) is not None

    def _kept(self, question: Question) -> Completion | None:
        if not isinstance(self._client, CachedClient):
            return None
        spec = self.spec_of(question)
        return self._client.kept(question.messages, spec=spec, schema=question.schema)

    def _unasked(self, why: str) -> Reply:
        self.stopped = self.stopped or why
        return Reply(unasked=why)

    def _lost(self, failure: str, status: int | None = None) -> Reply:
        self._streak.failed(failure, status)
        with self._lock:
            self.counts.update(("calls", "failed"))
        return Reply(failure=failure, is_unfit=status in _UNFIT)

    def _answered(self, answer: Any) -> Reply:
        if not isinstance(answer, Completion):
            return self._lost(f"{type(answer).__name__} in place of a Completion")
        if not isinstance(answer.text, str | None):
            return self._lost(f"{type(answer.text).__name__} in place of a text")
        try:
            plain = _plain(answer)
        except Exception as error:  # its class and its fields may be anybody's
            return self._failed(error)
        if not plain.cached:  # what is kept says nothing of who would be asked
            self._streak.answered()
        with self._lock:
            self.counts["cached" if plain.cached else "calls"] += 1
            self.counts["prompt_tokens"] += plain.prompt_tokens
            self.counts["completion_tokens"] += plain.completion_tokens
            if plain.cost_usd is not None and not plain.cached:
                self._cost_usd = (self._cost_usd or 0.0) + plain.cost_usd
        return Reply(plain)


def _plain(answer: Completion) -> Completion:
    """Return an answer in strings and numbers of Python's own; what is none of them is left out."""
    return Completion(
        text=str.__str__(answer.text or ""),
        parsed=answer.parsed,
        model=writable(answer.model) if isinstance(answer.model, str) else "",
        prompt_tokens=token_count(answer.prompt_tokens),
        completion_tokens=token_count(answer.completion_tokens),
        cost_usd=price(answer.cost_usd),
        cached=bool(answer.cached),
        raw=answer.raw,
        finish=writable(answer.finish) if isinstance(answer.finish, str) else "",
    )


def _tried(make: Callable[[], Any]) -> tuple[Any, Exception | None]:
    """Return what a call gives or raises: a future cannot hold a StopIteration."""
    try:
        return make(), None
    except Exception as error:
        return None, error


def _told(error: BaseException) -> str:
    """Return what went wrong: a provider's message may quote a key or the text that was sent.

    An error of Python's own is a mistake in the client, and its message says which.
    """
    if isinstance(error, ProviderError) and error.told:
        return error.told
    name, status = type(error).__name__, status_of(error)
    if status:
        return f"{name} {status}"
    return f"{name}: {_message(error)}" if isinstance(error, _MISTAKES) else name


def _message(error: BaseException) -> str:
    try:
        return _one_line(str(error)[:_READ])[:_SHOWN]
    except Exception:  # an error whose own text cannot be made
        return "no message"


def _one_line(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _is_cancelled() -> bool:
    """Whether this task is the one that is being cancelled."""
    from asyncio import current_task

    task = current_task()
    return task is not None and task.cancelling() > 0
