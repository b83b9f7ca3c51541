"""In which forms does a measurement come: on the terminal, and as JSON?"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

SCHEMA_VERSION = "1.0"


class PrintedReport(ABC):
    """A report, of which each kind is a dataclass of its figures."""

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON holds it."""
        return {"schema_version": SCHEMA_VERSION, **asdict(self)}  # type: ignore[call-overload]

    def render(self) -> str:
        """Return the report as the terminal shows it."""
        return "\n".join(self._lines())

    def __str__(self) -> str:
        """Return what `render` returns."""
        return self.render()

    @abstractmethod
    def _lines(self) -> Iterator[str]:
        """Yield the lines that the terminal shows."""
