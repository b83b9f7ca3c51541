"""Does `openodke-graphrag` run GraphRAG's own command, with the claims checked?"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest
from indexing_run import add_sale
from mock_project import ENVIRONMENT, MockProject

from openodke_graphrag.graphrag_command import is_run, main

pytest.importorskip("graphrag", reason="graphrag is not installed here")
pytestmark = [
    pytest.mark.framework,
    pytest.mark.filterwarnings("ignore"),  # those of GraphRAG's own imports
]


def loaded(folder: Path) -> dict[str, list[Any]]:
    """Return the objects that GraphRAG's loaders make of a folder, as `graphrag query` does."""
    from graphrag.data_model.data_reader import DataReader
    from graphrag.query import indexer_adapters as adapters
    from graphrag_storage.file_storage import FileStorage
    from graphrag_storage.tables.parquet_table_provider import ParquetTableProvider

    reader = DataReader(ParquetTableProvider(FileStorage(base_dir=str(folder))))

    async def read() -> dict[str, list[Any]]:
        communities = await reader.communities()
        reports = await reader.community_reports()
        return {
            "entities": adapters.read_indexer_entities(await reader.entities(), communities, 2),
            "relationships": adapters.read_indexer_relationships(await reader.relationships()),
            "covariates": adapters.read_indexer_covariates(await reader.covariates()),
            "text_units": adapters.read_indexer_text_units(await reader.text_units()),
            "reports": adapters.read_indexer_reports(reports, communities, 2),
        }

    return asyncio.run(read())


def test_index_loaders_and_update_in_processes_of_their_own(project: MockProject) -> None:
    """As a user runs it: index, what `graphrag query` loads, then an update."""
    project.set(odke={"on_refusal": "drop"})
    printed = project.run("index")
    assert "odke gate: not in their texts: 2 of 5 relationships, 2 of 6 entities" in printed
    held = loaded(project.root / "output")
    assert [(r.source, r.target) for r in held["relationships"]] == [
        ("MARA OSTREL", "FENWICK MILL"),
        ("MARA OSTREL", "HUGO LANT"),
        ("FENWICK MILL", "HUGO LANT"),
    ]
    assert {entity.title for entity in held["entities"]} == {
        "MARA OSTREL",
        "FENWICK MILL",
        "HUGO LANT",
    }
    assert held["reports"]
    add_sale(project)
    printed = project.run("update")
    assert "odke update: not in their texts: 0 of 4 relationships" in printed
    assert len(loaded(project.root / "output")["relationships"]) == 4
    (previous,) = (project.root / "update_output").glob("*/previous/odke_verdicts.parquet")
    assert pyarrow.parquet.read_table(previous).num_rows == 13


def test_a_failed_run_keeps_its_exit_status(project: MockProject) -> None:
    """A slip in the block is told on one line, and the status is GraphRAG's own."""
    project.set(odke={"on_refusal": "maybe"})
    printed = project.run("index", status=1)
    assert "odke.on_refusal: is 'maybe': it is 'mark' or 'drop'" in printed


@pytest.mark.usefixtures("here")
def test_workflows_of_the_settings_that_leave_ours_out_are_told_of(
    project: MockProject, capsys: pytest.CaptureFixture[str]
) -> None:
    """GraphRAG runs that list and nothing else: the run must not pass for a checked one."""
    project.set(workflows=["load_input_documents", "create_base_text_units"])
    assert main(["index", "--root", str(project.root), "--skip-validation"]) == 0
    assert "no claim was checked" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "runs"),
    [
        (["index", "--root", "."], True),
        (["update", "-m", "fast"], True),
        (["index", "--dry-run"], False),
        (["update", "--help"], False),
        (["query", "index"], False),
        (["--help"], False),
        ([], False),
    ],
)
def test_nothing_is_told_where_nothing_was_to_be_checked(arguments: list[str], runs: bool) -> None:
    """A dry run, a page of help, a question."""
    assert is_run(arguments) is runs


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("arguments", [["--help"], ["index", "--help"], ["query", "--help"]])
def test_help_is_graphrags_own(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """Every command and every option is there."""
    assert main(arguments) == 0
    printed = capsys.readouterr().out
    assert "openodke-graphrag" in printed
    assert "--root" in printed or "prompt-tune" in printed


@pytest.mark.usefixtures("here")
def test_an_unknown_option_is_graphrags_error(capsys: pytest.CaptureFixture[str]) -> None:
    """Usage errors keep their status and their words."""
    assert main(["index", "--no-such-thing"]) == 2
    assert "no-such-thing" in capsys.readouterr().err


def test_without_graphrag_it_says_what_to_install() -> None:
    """One line, no traceback."""
    code = (
        "import openodke_graphrag.pipelines as p; p.find_spec = lambda name: None; "
        "from openodke_graphrag.graphrag_command import main; raise SystemExit(main(['index']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | ENVIRONMENT, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert done.stderr == (
        "openodke-graphrag: GraphRAG is not installed here, and its workflows cannot be run. "
        'Run: pip install "graphrag>=3.0.2,<4"\n'
    )
