"""How are the tables of an indexing run read and written, wherever GraphRAG keeps them?

GraphRAG hands its workflows a provider of tables: files, a blob store, a database. A table comes
from it as a data frame, and goes back as one, so that what is not ours stays as GraphRAG wrote it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from openodke.interop import is_verdict_key
from openodke_graphrag.export import Export
from openodke_graphrag.table_file import ExportTable


class RunTables:
    """Some tables of one provider.

    Attributes:
        frames: the data frames, by name.
    """

    def __init__(self, provider: Any, frames: Mapping[str, Any]) -> None:
        """Hold frames that were read from a provider (see `read`)."""
        self._provider = provider
        self.frames = dict(frames)

    @classmethod
    async def read(cls, provider: Any, names: Iterable[str]) -> RunTables:
        """Read those of the tables that are there."""
        return cls(
            provider,
            {
                name: await provider.read_dataframe(name)
                for name in names
                if await provider.has(name)
            },
        )

    @property
    def export(self) -> Export:
        """The tables as an export that has no folder."""
        return Export(
            None,
            {
                name: ExportTable(Path(f"{name}.parquet"), arrow(frame))
                for name, frame in self.frames.items()
            },
        )

    async def drop(self, name: str, rows: Collection[int]) -> None:
        """Write a table without some rows, by their place; nothing is written for none."""
        if rows:
            frame = self.frames[name]
            kept = frame.drop(frame.index[sorted(rows)]).reset_index(drop=True)
            await self.write(name, kept)

    async def add_columns(self, name: str, columns: Mapping[str, Sequence[Any]]) -> None:
        """Write a table with columns of verdicts, in place of all that it had."""
        frame = self.frames[name]
        stale = [key for key in frame.columns if is_verdict_key(key) and key not in columns]
        frame = frame.drop(columns=stale)
        for column, cells in columns.items():
            frame[column] = list(cells)
        await self.write(name, frame)

    async def write(self, name: str, frame: Any) -> None:
        """Write a table."""
        await self._provider.write_dataframe(name, frame)
        self.frames[name] = frame


def arrow(frame: Any) -> Any:
    """Return a data frame as a pyarrow table; one whose columns hold mixed values, as text."""
    try:
        return pa.Table.from_pandas(frame, preserve_index=False)
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        columns = {name: _column(frame[name]) for name in frame.columns}
        return pa.table(columns)


def _column(series: Any) -> Any:
    try:
        return pa.array(series, from_pandas=True)
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        return pa.array([None if cell is None else str(cell) for cell in series], pa.string())


def frame_of(table: Any) -> Any:
    """Return a pyarrow table as a data frame."""
    return table.to_pandas()
