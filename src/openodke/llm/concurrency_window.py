"""How many calls does a provider take at once, as its refusals show?

Additive increase, multiplicative decrease: a refusal halves how many calls may be under way, and
as many answers as are under way add one. Calls that were under way before the last decrease say
nothing of it, so that a burst of refusals halves once. Source: V. Jacobson, Congestion Avoidance
and Control, 1988; D. Chiu and R. Jain, 1989, show that of such rules this one is fair in the end.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future
from math import inf
from threading import Lock
from time import monotonic

from openodke.llm.call_failure import status_of
from openodke.llm.client_layer import Pause, Steps, signal
from openodke.llm.retry_policy import retry_after

OVERLOAD = frozenset({429, 503, 529})
"""HTTP statuses that say that a provider is asked too much."""

LONGEST_PAUSE = 30.0
"""Seconds, to which RetryPolicy too cuts what a server asks for."""


class ConcurrencyWindow:
    """The calls under way to one provider; safe in several threads and on event loops."""

    def __init__(self, most: float = inf, longest_pause: float = LONGEST_PAUSE) -> None:
        """Begin with at most `most` calls under way, which later is never exceeded."""
        self._most = most
        self._longest_pause = longest_pause
        self._width = most
        self._under_way = 0
        self._decreases = 0
        self._until = 0.0
        self._queue: deque[Future[None]] = deque()
        self._lock = Lock()

    @property
    def width(self) -> float:
        """How many calls may be under way now; infinite until a refusal or a limit says less."""
        return self._width

    def limit(self, most: float) -> None:
        """Allow at most `most` calls under way from here on."""
        with self._lock:
            self._most = self._width = most
            self._wake()

    def enter(self) -> Steps:
        """Wait for a place; return what `leave` is to be told."""
        while True:
            with self._lock:
                wait = self._until - monotonic()
                if wait <= 0 and self._under_way + 1 <= self._width:
                    self._under_way += 1
                    return self._decreases
                self._queue.append(turn := signal())
            try:
                yield Pause(turn, wait if wait > 0 else None)
            except BaseException:  # its turn is another's
                with self._lock:
                    self._forget(turn)
                    self._wake()
                raise
            with self._lock:
                self._forget(turn)

    def leave(self, entered: int, error: BaseException | None) -> None:
        """Give a place back: after an answer, or an error that may be a refusal."""
        refused = error is not None and status_of(error) in OVERLOAD
        with self._lock:
            if refused and entered == self._decreases:
                self._width = max(1.0, min(self._width, self._under_way) / 2)
                self._decreases += 1
            elif error is None and self._width < self._most:
                self._width = min(self._most, self._width + 1 / self._width)
            if refused and error is not None:
                asked = min(retry_after(error) or 0.0, self._longest_pause)
                self._until = max(self._until, monotonic() + asked)
            self._under_way -= 1
            self._wake()

    def _forget(self, turn: Future[None]) -> None:
        if turn in self._queue:
            self._queue.remove(turn)

    def _wake(self) -> None:
        """Tell as many who wait as there are places, the first first."""
        free = self._width - self._under_way
        while self._queue and free >= 1:
            self._queue.popleft().set_result(None)
            free -= 1
