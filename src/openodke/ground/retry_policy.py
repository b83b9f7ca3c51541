"""When is a failed call tried again, and after which wait? Source: the grounding page, "Retries".

The loop is tenacity's; what may be tried again, and how long a server asks to wait, is read here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from errno import EHOSTDOWN, EHOSTUNREACH, ENETDOWN, ENETUNREACH
from socket import EAI_AGAIN, gaierror
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
        "ClientConnectionError",
        "ConnectionError",
        "IncompleteRead",
        "Timeout",
        "TransportError",
    }
)
# A host or a network that cannot be reached just now; the kernel has no class for them.
_TRANSIENT_ERRNOS = frozenset({ENETDOWN, ENETUNREACH, EHOSTDOWN, EHOSTUNREACH})
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
    """

    attempts: int = 6
    base_delay: float = 1.0
    multiplier: float = 2.0
    max_delay: float = 30.0
    jitter: bool = True

    def __post_init__(self) -> None:
        """Refuse a policy that could never end, or never begin."""
        attempts = self.attempts
        if isinstance(attempts, bool) or not isinstance(attempts, int) or attempts < 1:
            raise InputError(f"attempts={attempts!r}: one call is the least")
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


def is_transient(error: BaseException) -> bool:
    """Tell whether the same call may succeed later: by its status, else by its kind."""
    if isinstance(error, FATAL) or not isinstance(error, Exception):
        return False
    status = status_of(error)
    if status is not None:
        return status in TRANSIENT_CODES
    if _is_broken(error) or _is_broken(_held(error, "reason")):  # urllib wraps them
        return True
    return not _TRANSIENT_NAMES.isdisjoint(kind.__name__ for kind in type(error).__mro__)


def _is_broken(error: object) -> bool:
    """Whether an error is a timeout, or a connection that broke or could not be made."""
    if isinstance(error, TimeoutError | ConnectionError):
        return True
    if isinstance(error, gaierror):
        return error.errno == EAI_AGAIN
    return isinstance(error, OSError) and error.errno in _TRANSIENT_ERRNOS


def status_of(error: BaseException) -> int | None:
    """Return the HTTP status of an error of any client, None where it has none."""
    response = _held(error, "response")
    for holder in (error, response):
        for name in ("status_code", "code", "status"):
            status = _held(holder, name)
            if isinstance(status, int) and not isinstance(status, bool) and 100 <= status < 600:
                return int(status)
    return None


def retry_after(error: BaseException) -> float | None:
    """Return the seconds that a server asks to wait: given as seconds or a date; None otherwise."""
    said = _held(error, "retry_after")
    for holder in (error, _held(error, "response")):
        if said is None:
            said = _header(_held(holder, "headers"))
    if not isinstance(said, str | int | float) or isinstance(said, bool):
        return None
    try:
        seconds = float(said)
    except ValueError:
        seconds = _seconds_until(str(said))
    except OverflowError:  # a whole number that no float holds
        return None
    return seconds if 0 <= seconds < float("inf") else None


def _held(holder: object, name: str) -> Any:
    """Return an attribute, None where there is none or reading it fails: errors are not ours."""
    try:
        return getattr(holder, name, None)
    except Exception:
        return None


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
