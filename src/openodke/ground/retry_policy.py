"""When is a failed call tried again, and after which wait? Source: the grounding page, "Retries".

The loop is tenacity's; what may be tried again, and how long a server asks to wait, is read here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, TypeVar

from openodke.errors import InputError, MissingAPIKey, ProviderNotInstalled, UnansweredCall

if TYPE_CHECKING:
    from tenacity import RetryCallState

Answer = TypeVar("Answer")

TRANSIENT_CODES = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
"""HTTP statuses of a call that may succeed when it is made again."""

FATAL = (MissingAPIKey, ProviderNotInstalled, UnansweredCall)
"""Errors that no other call would be spared: they end the run and cost no single fact."""

# What SDKs call a timeout and a broken connection; none of them is imported here.
_TRANSIENT_NAMES = frozenset(
    {
        "APIConnectionError",
        "APITimeoutError",
        "ConnectionError",
        "IncompleteRead",
        "Timeout",
        "TransportError",
    }
)


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How often a call is made, and the waits between.

    Attributes:
        attempts: calls in total, at least 1.
        base_delay: seconds of the first wait, at most.
        multiplier: by which each wait is longer than the last.
        max_delay: seconds of the longest wait; a server's `Retry-After` is cut to it.
        jitter: wait a random part of it ("full jitter": calls that failed together spread out).
    """

    attempts: int = 6
    base_delay: float = 1.0
    multiplier: float = 2.0
    max_delay: float = 30.0
    jitter: bool = True

    def __post_init__(self) -> None:
        """Refuse a policy that could never end, or never begin."""
        if not isinstance(self.attempts, int) or self.attempts < 1:
            raise InputError(f"attempts={self.attempts!r}: one call is the least")
        for name in ("base_delay", "multiplier", "max_delay"):
            value = getattr(self, name)
            if not 0 <= value < float("inf"):
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
        self, make: Callable[[], Awaitable[Answer]], *, on_retry: Callable[[], Any]
    ) -> Answer:
        """As `call`, for what is awaited."""
        from tenacity import AsyncRetrying

        async def attempt() -> Answer:  # tenacity awaits only what it knows to be a coroutine
            return await make()

        return await AsyncRetrying(**self._options(on_retry))(attempt)

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


def is_transient(error: BaseException) -> bool:
    """Tell whether the same call may succeed later: by its status, else by its kind."""
    if isinstance(error, FATAL):
        return False
    status = status_of(error)
    if status is not None:
        return status in TRANSIENT_CODES
    if isinstance(error, TimeoutError | ConnectionError):
        return True
    if isinstance(getattr(error, "reason", None), TimeoutError | ConnectionError):
        return True  # urllib wraps them
    return not _TRANSIENT_NAMES.isdisjoint(kind.__name__ for kind in type(error).__mro__)


def status_of(error: BaseException) -> int | None:
    """Return the HTTP status of an error of any client, None where it has none."""
    response = getattr(error, "response", None)
    for holder, name in ((error, "status_code"), (error, "code"), (response, "status_code")):
        status = getattr(holder, name, None)
        if isinstance(status, int) and not isinstance(status, bool):
            return status
    return None


def retry_after(error: BaseException) -> float | None:
    """Return the seconds that a server asks to wait: given as seconds or a date; None otherwise."""
    said = getattr(error, "retry_after", None)
    for holder in (error, getattr(error, "response", None)):
        headers = getattr(holder, "headers", None)
        if said is None and headers is not None:
            said = headers.get("retry-after") or headers.get("Retry-After")
    if said is None:
        return None
    text = str(said).strip()
    try:
        seconds = float(text)
    except ValueError:
        seconds = _seconds_until(text)
    return seconds if 0 <= seconds < float("inf") else None


def _seconds_until(date: str) -> float:
    """Return the seconds until an HTTP date, at least 0; -1 for what is no date."""
    try:
        then = parsedate_to_datetime(date)
    except ValueError:
        return -1
    then = then if then.tzinfo else then.replace(tzinfo=UTC)
    return max(0.0, (then - datetime.now(UTC)).total_seconds())
