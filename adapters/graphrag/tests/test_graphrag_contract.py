"""Does the adapter keep the laws of every adapter, on exports of each era?"""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from openodke.testing import AdapterContract, Malformed
from openodke_graphrag import Export, GraphRAGAdapter


class TestGraphRAGContract(AdapterContract):
    """The contract, on the small graph as each era's release wrote it."""

    recounts = True  # degrees and sizes

    @pytest.fixture
    def adapter(self) -> GraphRAGAdapter:
        """The adapter with its defaults."""
        return GraphRAGAdapter()

    @pytest.fixture
    def native(self, era_folder: Path) -> Export:
        """An export of each era."""
        return Export.read(era_folder)

    @pytest.fixture
    def malformed(self, read: Any, tables: dict[str, Any]) -> Malformed:
        """An export with a relationship whose end is a piece of the model's answer."""
        whole, _ = GraphRAGAdapter().to_rows(read(**deepcopy(tables)))
        spoilt = tables["relationships"]
        for column, values in spoilt.items():
            values.insert(1, "" if column == "source" else values[0])
        return Malformed(read(**tables), len(whole))

    def contents(self, native: Export) -> Any:
        """Each table as a list of its rows."""
        return {name: table.data.to_pylist() for name, table in native.tables.items()}
