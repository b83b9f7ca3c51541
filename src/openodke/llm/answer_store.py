"""Where are answers kept, so that nothing is asked and paid for twice?"""

from __future__ import annotations

from threading import Lock
from typing import Protocol, runtime_checkable

from openodke.llm.cassette import RecordedAnswer


@runtime_checkable
class AnswerStore(Protocol):
    """Keeps answers by key; it is used from several threads at once."""

    def get(self, key: str) -> RecordedAnswer | None:
        """Return the answer under a key, None where there is none that can be read."""
        ...

    def put(self, key: str, answer: RecordedAnswer) -> None:
        """Keep an answer under a key, in place of one that is there."""
        ...


@runtime_checkable
class SharedStore(AnswerStore, Protocol):
    """A store that several processes use: of those that lack an answer, one asks for it."""

    def claim(self, key: str) -> bool:
        """Take a key for this process; False while another has it."""
        ...

    def release(self, key: str) -> None:
        """Give a key back. A process that ends gives back all it has."""
        ...


class MemoryCache:
    """Keeps answers as long as the program runs; safe in several threads."""

    def __init__(self) -> None:
        """Start empty."""
        self._held: dict[str, RecordedAnswer] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        """Return how many answers are kept."""
        return len(self._held)

    def get(self, key: str) -> RecordedAnswer | None:
        """Return the answer under a key, None for none."""
        with self._lock:
            return self._held.get(key)

    def put(self, key: str, answer: RecordedAnswer) -> None:
        """Keep an answer under a key."""
        with self._lock:
            self._held[key] = answer
