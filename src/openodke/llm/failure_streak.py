"""When is there no point in asking on?

A run that goes on with a wrong key, or a server that is gone, fails every call there is, after all
the waits of its retries: a circuit breaker opens instead. A run that begins later is let through to
see whether the fault is mended, and one failure opens it again. Source: M. Nygard, Release It!,
"Circuit Breaker", whose half-open state that is.
"""

from __future__ import annotations

from threading import Lock

_HOPELESS = {
    401: "the model's key is not accepted",
    402: "the account has no credit",
    403: "the key may not use the model",
    404: "the model or its address is not there: check its name and base_url",
}
"""Statuses that say of the key, the account or the model that no call can succeed."""

_REDIRECTS = range(300, 400)
"""Statuses that say of the address that every call to it would be sent elsewhere."""

_HOPELESS_RUN = 5  # as many in a row are no accident of single calls


class FailureStreak:
    """Counts questions in a row that failed for good, and says when to stop; safe in threads.

    Attributes:
        stopped: why nothing more is to be asked, "" while it is.
    """

    def __init__(self, longest: int | None) -> None:
        """Stop after `longest` failures in a row; None goes on for ever."""
        self.stopped = ""
        self._longest = longest
        self._failures = 0
        self._hopeless = 0
        self._lock = Lock()

    def begin(self) -> None:
        """Let a new run try, if only once."""
        with self._lock:
            self.stopped = ""

    def answered(self) -> None:
        """Note an answer, which ends a streak."""
        with self._lock:
            self._failures = self._hopeless = 0

    def failed(self, failure: str, status: int | None) -> None:
        """Note a question that failed after all of its retries, and with which HTTP status."""
        why = _HOPELESS.get(status or 0, "")
        with self._lock:
            self._failures += 1
            self._hopeless = self._hopeless + 1 if why else 0
            if self._longest is None or self.stopped:
                return
            if status in _REDIRECTS:
                self.stopped = f"a question failed, and no other can succeed ({failure})"
            elif self._failures >= self._longest:
                self.stopped = f"{self._failures} questions in a row failed ({failure})"
            elif self._hopeless >= _HOPELESS_RUN:
                self.stopped = f"{self._hopeless} questions in a row failed ({failure}): {why}"
