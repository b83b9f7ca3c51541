"""What is left of an earlier run's verdicts when a run's tables are written again?"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

pandas = pytest.importorskip("pandas", reason="pandas comes with graphrag")

from openodke.interop import ITEM_KEYS  # noqa: E402
from openodke_graphrag.run_tables import RunTables  # noqa: E402


class Provider:
    """Keeps the tables that are written."""

    def __init__(self, **frames: Any) -> None:
        self.frames = frames

    async def has(self, name: str) -> bool:
        """Tell whether there is a table."""
        return name in self.frames

    async def read_dataframe(self, name: str) -> Any:
        """Return a table."""
        return self.frames[name]

    async def write_dataframe(self, name: str, frame: Any) -> None:
        """Keep a table."""
        self.frames[name] = frame


def test_no_key_of_an_earlier_run_survives() -> None:
    """Not a mark for a person, nor a canonical name; a user's own columns stay."""
    frame = pandas.DataFrame(
        {"source": ["A"], "target": ["B"], "weight": [1.0], "odke_predicate": ["runs"]}
        | {key: ["from before"] for key in (*ITEM_KEYS, "odke_verdict__weight")}
    )
    units = pandas.DataFrame({"id": ["u"], "text": ["A runs B."]})
    provider = Provider(relationships=frame, text_units=units)

    async def run() -> None:
        tables = await RunTables.read(provider, ("relationships", "text_units"))
        await tables.add_columns("relationships", {"odke_verdict": ["unchecked"]})

    asyncio.run(run())
    held = provider.frames["relationships"]
    names = ["source", "target", "weight", "odke_predicate", "odke_verdict"]
    assert sorted(held.columns) == sorted(names)
    assert held["odke_verdict"].tolist() == ["unchecked"]
    assert "odke_review" in frame.columns  # the frame that was read is as it was
