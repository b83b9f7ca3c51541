"""What does a machine read of a run while it goes on?"""

from __future__ import annotations

import json
import sys
import uuid
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from openodke.interop import GroundSummary


class EventLog:
    """Writes one JSON object a line to standard error; never any text of a document or claim."""

    def __init__(self, command: str, *, enabled: bool) -> None:
        """Log for one run of `command`, or not at all."""
        self._command = command
        self._enabled = enabled
        self._run = uuid.uuid4().hex

    def event(
        self,
        name: str,
        *,
        level: str = "info",
        stage: str | None = None,
        counts: Mapping[str, int] | None = None,
        cost: float | None = None,
        host: str | None = None,
    ) -> None:
        """Write one event; every event has the same keys."""
        if not self._enabled:
            return
        record = {
            "ts": datetime.now(UTC).isoformat(),
            "level": level,
            "event": name,
            "run": self._run,
            "command": self._command,
            "stage": stage,
            "document": None,
            "counts": dict(counts or {}),
            "latency_s": None,
            "cost": cost,
            "host": host,
        }
        print(json.dumps(record), file=sys.stderr, flush=True)

    def undone(self, summary: GroundSummary) -> None:
        """Log how many claims a model gave no verdict on, where there are any."""
        counts = {name: getattr(summary, name) for name in ("failed", "unparseable", "unasked")}
        if any(counts.values()):
            self.event("log", level="error", stage="ground", counts=counts)
