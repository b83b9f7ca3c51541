"""How is GraphRAG's indexing run here, in this process, with our workflows registered?"""

from __future__ import annotations

import asyncio
from typing import Any

from mock_project import SALE, SALE_CLAIMS, SALE_GRAPH, MockProject, records


def run(project: MockProject, *, update: bool = False, method: str = "standard") -> list[Any]:
    """Index or update a project; return what each workflow left, and raise the error of one."""
    from graphrag.api import build_index
    from graphrag.config.load_config import load_config

    config = load_config(project.root)
    results = asyncio.run(build_index(config, method=method, is_update_run=update))
    for result in results:
        if result.error:
            raise result.error
    return results


def add_sale(project: MockProject) -> None:
    """Give a project its second text, and the answers on it."""
    project.text("sale", SALE)
    project.answer(graph=[records(SALE_GRAPH)], claims=[records(SALE_CLAIMS)])


def pairs(project: MockProject) -> list[tuple[str, str]]:
    """Return the ends of the relationships of the output."""
    return [(row["source"], row["target"]) for row in project.rows("relationships")]


def verdicts(project: MockProject, name: str = "relationships") -> dict[str, tuple[str, str]]:
    """Return verdict and reason of each row of a table, by its name."""
    named = {
        "relationships": lambda row: f"{row['source']} -> {row['target']}",
        "entities": lambda row: row["title"],
        "covariates": lambda row: row["description"],
    }[name]
    return {named(row): (row["odke_verdict"], row["odke_reason"]) for row in project.rows(name)}
