"""What kind of failure is an error that a client raised? Source: the grounding page, "Retries"."""

from __future__ import annotations

from errno import EHOSTDOWN, EHOSTUNREACH, ENETDOWN, ENETUNREACH
from socket import EAI_AGAIN, gaierror
from typing import Any

from openodke.errors import MissingAPIKey, ProviderError, ProviderNotInstalled, UnansweredCall

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


def is_transient(error: BaseException) -> bool:
    """Tell whether the same call may succeed later: by its status, else by its kind."""
    if isinstance(error, FATAL) or not isinstance(error, Exception):
        return False
    if isinstance(error, ProviderError) and error.transient is not None:
        return error.transient
    status = status_of(error)
    if status is not None:
        return status in TRANSIENT_CODES
    if _is_broken(error) or _is_broken(held(error, "reason")):  # urllib wraps them
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
    response = held(error, "response")
    for holder in (error, response):
        for name in ("status_code", "code", "status"):
            status = held(holder, name)
            if isinstance(status, int) and not isinstance(status, bool) and 100 <= status < 600:
                return int(status)
    return None


def held(holder: object, name: str) -> Any:
    """Return an attribute, None where there is none or reading it fails: errors are not ours."""
    try:
        return getattr(holder, name, None)
    except Exception:
        return None
