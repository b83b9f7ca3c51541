"""A small invented graph in every class of graph document that is installed."""

from __future__ import annotations

from typing import Any

import pytest
from graph_families import FAMILIES, Family, family, mill_graph


@pytest.fixture(params=FAMILIES)
def classes(request: pytest.FixtureRequest) -> Family:
    """Return the classes of each family."""
    return family(request.param)


@pytest.fixture
def plain() -> Family:
    """Return the classes that need no further package."""
    return family("plain")


@pytest.fixture
def mill(classes: Family) -> Any:
    """Return the graph on the mill, in each class."""
    return mill_graph(classes)
