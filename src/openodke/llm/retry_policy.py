"""After which wait is a failed call tried again? Source: the grounding page, "Retries".

The loop is tenacity's; how long a server asks to wait is read here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, TypeVar

from openodke.errors import InputError
from openodke.llm.call_failure import held, is_transient

if TYPE_CHECKING:
    from tenacity import RetryCallState

Answer = TypeVar("Answer")

_LONGEST_DATE = 100


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How often a call is made, and the waits between.

    Attributes:
        attempts: calls in total, at least 1.
        base_delay: seconds of the first wait, at most.
        multiplier: by which each wait is longer than the last.
        max_delay: seconds of the longest wait; a server's `Retry-After` is cut to it.
        jitter: wait a random part of it ("full jitter": calls that failed together spread out).
        give_up: after how many questions in a row that failed for good no more are asked; None
            asks on. Five whose status speaks of the key, the account or the model (401 to 404)
            are enough.
    """

    attempts: int = 6
    base_delay: float = 1.0
    multiplier: float = 2.0
    max_delay: float = 30.0
    jitter: bool = True
    give_up: int | None = 50

    def __post_init__(self) -> None:
        """Refuse a policy that could never end, or never begin."""
        attempts = self.attempts
        if isinstance(attempts, bool) or not isinstance(attempts, int) or attempts < 1:
            raise InputError(f"attempts={attempts!r}: one call is the least")
        give_up = self.give_up
        if give_up is not None and (
            isinstance(give_up, bool) or not isinstance(give_up, int) or give_up < 1
        ):
            raise InputError(f"give_up={give_up!r}: one failure is the least, None asks on")
        for name in ("base_delay", "multiplier", "max_delay"):
            value = getattr(self, name)
            if not isinstance(value, int | float) or not 0 <= value < float("inf"):
                raise InputError(f"{name}={value!r}: give a finite number that is not negative")

    def call(
        self,
        make: Callable[[], Answer],
        *,
        sleep: Callable[[float], Any],
        on_retry: Callable[[], Any],
    ) -> Answer:
        """Return what `make` returns, made again while that can help; raise its last error."""
        from tenacity import Retrying  # imported at the first call, which an import need not pay

        return Retrying(sleep=sleep, **self._options(on_retry))(make)

    async def acall(
        self,
        make: Callable[[], Awaitable[Answer]],
        *,
        sleep: Callable[[float], Awaitable[Any]] | None = None,
        on_retry: Callable[[], Any],
    ) -> Answer:
        """As `call`, for what is awaited; left out, `sleep` is the event loop's."""
        from asyncio import sleep as nap

        from tenacity import AsyncRetrying

        async def attempt() -> Answer:  # tenacity awaits only what it knows to be a coroutine
            return await make()

        return await AsyncRetrying(sleep=sleep or nap, **self._options(on_retry))(attempt)

    def _options(self, on_retry: Callable[[], Any]) -> dict[str, Any]:
        from tenacity import retry_if_exception, stop_after_attempt

        return {
            "stop": stop_after_attempt(self.attempts),
            "wait": self._wait,
            "retry": retry_if_exception(is_transient),
            "before_sleep": lambda _: on_retry(),
            "reraise": True,
        }

    def _wait(self, state: RetryCallState) -> float:
        """Return the seconds to wait after a failed call."""
        from tenacity import wait_exponential, wait_random_exponential

        error = state.outcome.exception() if state.outcome else None
        asked = retry_after(error) if error else None
        if asked is not None:
            return min(asked, self.max_delay)
        kind = wait_random_exponential if self.jitter else wait_exponential
        return kind(multiplier=self.base_delay, exp_base=self.multiplier, max=self.max_delay)(state)


def retry_after(error: BaseException) -> float | None:
    """Return the seconds that a server asks to wait: given as seconds or a date; None otherwise."""
    said = held(error, "retry_after")
    for holder in (error, held(error, "response")):
        if said is None:
            said = _header(held(holder, "headers"))
    if not isinstance(said, str | int | float) or isinstance(said, bool):
        return None
    try:
        seconds = float(said)
    except ValueError:
        seconds = _seconds_until(str(said))
    except OverflowError:  # a whole number that no float holds
        return None
    return seconds if 0 <= seconds < float("inf") else None


def _header(headers: Any) -> Any:
    """Return the `Retry-After` of headers, however its letters are written."""
    try:
        pairs = dict(headers).items()
        return next((said for name, said in pairs if str(name).lower() == "retry-after"), None)
    except Exception:  # what is no mapping holds no header
        return None


def _seconds_until(date: str) -> float:
    """Return the seconds until an HTTP date, at least 0; -1 for what is no date."""
    try:
        then = parsedate_to_datetime(date[:_LONGEST_DATE])
        then = then if then.tzinfo else then.replace(tzinfo=UTC)
        return max(0.0, (then - datetime.now(UTC)).total_seconds())
    except (ArithmeticError, LookupError, TypeError, ValueError):
        return -1
