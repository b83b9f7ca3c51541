"""Does this adapter keep the laws that every adapter keeps, on the tables of each era?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from openodke.testing import AdapterContract, Malformed
from openodke_graphrag import Export, GraphRAGAdapter

Read = Callable[..., Export]


class TestGraphRAGContract(AdapterContract):
    """Each era's tables, parquet and CSV, are a native object."""

    recounts = True  # degrees, sizes, ids that pointed nowhere
    has_columns = True

    @pytest.fixture
    def adapter(self) -> GraphRAGAdapter:
        """The adapter, as ground_graph makes it."""
        return GraphRAGAdapter()

    @pytest.fixture
    def native(self, era_folder: Path) -> Export:
        """The small graph as one era's release wrote it."""
        return Export.read(era_folder)

    @pytest.fixture(params=["a fragment of an answer", "an empty title", "no claim, but prose"])
    def malformed(
        self, request: pytest.FixtureRequest, read: Read, tables: dict[str, Any]
    ) -> Malformed:
        """The small graph with one row that no model meant; the prose in it is left out already."""
        rows = len(GraphRAGAdapter().to_rows(read(**tables))[0])
        if request.param == "no claim, but prose":
            return Malformed(read(**tables), rows)
        title = "MARA<|COMPLETE|>" if request.param.startswith("a fragment") else " "
        tables["relationships"]["source"][1] = title
        return Malformed(read(**tables), rows - 1, problems=2)  # the prose is one, too

    def contents(self, native: Export) -> dict[str, list[dict[str, Any]]]:
        """The rows of every table."""
        return {name: table.data.to_pylist() for name, table in native.tables.items()}
