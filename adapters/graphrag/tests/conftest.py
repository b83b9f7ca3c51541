"""A small invented graph, written as the GraphRAG releases of each era would have written it.

The text is on a mill and a ferry. The graph has two endpoints from GraphRAG's own prompt example,
one of them without an entity of its own, a merged description, and a claim that is prose.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet
import pytest
from mock_project import ENVIRONMENT, MockProject, tokenizers
from whole_tables import Written, faults_of

from openodke_graphrag import Export, register_workflows

Table = dict[str, list[Any]]
Tables = Mapping[str, Table | pa.Table]
Write = Callable[..., Path]

SHARED = Path(__file__).resolve().parents[4] / "shared" / "data" / "graphrag"

MILL = "Mara Ostrel runs the Fenwick mill in Tolby. The mill was built in 1912. "
FERRY = "Hugo Lant does not own the ferry at Skerry. Mara Ostrel met Hugo Lant in Tolby."
UNITS = {"u-mill": MILL, "u-ferry": FERRY}

ENTITIES: Table = {
    "title": ["MARA OSTREL", "FENWICK MILL", "TOLBY", "HUGO LANT", "FIRUZABAD"],
    "type": ["PERSON", "ORGANIZATION", "GEO", "", "GEO"],
    "description": ["Mara Ostrel runs the mill", "A mill of 1912", "", "", "Held hostages"],
    "text_unit_ids": [["u-mill", "u-ferry"], ["u-mill"], ["u-mill"], ["u-ferry"], ["u-ferry"]],
}
RELATIONSHIPS: Table = {
    "source": ["MARA OSTREL", "MARA OSTREL", "FIRUZABAD", "MARA OSTREL"],
    "target": ["FENWICK MILL", "HUGO LANT", "AURELIA", "TOLBY"],
    "description": [
        "Mara Ostrel runs the Fenwick mill",
        "Mara Ostrel met Hugo Lant in Tolby",
        "Firuzabad negotiated a hostage exchange with Aurelia",
        "Mara Ostrel has a mill in Tolby and met Hugo Lant there",
    ],
    "weight": [9.0, 1.0, 24.0, 2.0],
    "text_unit_ids": [["u-mill"], ["u-ferry"], ["u-ferry"], ["u-mill", "u-ferry"]],
}
CLAIMS: Table = {
    "subject_id": ["HUGO LANT", "No claims were found in this text.", "MARA OSTREL"],
    "object_id": ["NONE", None, "HUGO LANT"],
    "type": ["OWNERSHIP", None, "MEETING"],
    "status": ["FALSE", None, "SUSPECTED"],
    "start_date": ["NONE", None, "1912-01-01T00:00:00"],
    "end_date": ["NONE", None, "NONE"],
    "description": ["Hugo Lant owns the ferry", None, "Mara Ostrel met Hugo Lant"],
    "source_text": [
        "Hugo Lant does not own the ferry at Skerry.",
        None,
        "Mara Ostrel met Hugo Lant in Tolby.",
    ],
    "text_unit_id": ["u-ferry", "u-ferry", "u-ferry"],
}
REAL = ("v0.3.0_notebook", "v1.2.0_notebook", "v2.7.0_notebook", "v3.0.0_notebook", "v3.1.2_verbs")
ERAS = ("0.3", "1.2", "2.7", "3.3", "3.3 csv", "3.3 raw")


def era_tables(era: str) -> dict[str, Any]:
    """Return the tables, by file stem, as a release of an era writes them."""
    old = era in {"0.3", "1.2"}
    tables: dict[str, Any] = {
        "entities": _numbered("e", ENTITIES, {}),
        "relationships": _numbered("r", RELATIONSHIPS, {"combined_degree": [5, 4, 2, 4]}),
        "covariates": _numbered("c", CLAIMS, {"covariate_type": ["claim"] * 3}),
        "text_units": {
            "id": list(UNITS),
            "human_readable_id": [0, 1],
            "text": list(UNITS.values()),
            "n_tokens": [20, 20],
        },
    }
    units = tables["text_units"]
    if era.startswith("3"):
        units["document_id"] = ["d-1", "d-1"]
    else:
        units["document_ids"] = [["d-1"], ["d-1"]]
    if era != "0.3":
        tables["documents"] = {
            "id": ["d-1"],
            "human_readable_id": [1],
            "title": ["mill.txt"],
            "text": [MILL + FERRY],
            "text_unit_ids": [list(UNITS)],
        }
        tables["communities"] = {"id": ["k"], "entity_ids": [["gone-1"]], "children": [[]]}
    if era == "0.3":
        _age(tables)
    if era == "3.3 raw":
        tables |= RAW
    fresh = deepcopy(tables)  # a test may change what it gets
    return {f"create_final_{name}" if old else name: table for name, table in fresh.items()}


def _numbered(letter: str, table: Table, more: Table) -> Table:
    count = len(next(iter(table.values())))
    ids = {"id": [f"{letter}-{n}" for n in range(count)], "human_readable_id": list(range(count))}
    return {**ids, **table, **more}


def _age(tables: dict[str, Any]) -> None:
    """Change tables to what GraphRAG 0.3 wrote: `name`, `rank`, ids as text, no unit numbers."""
    tables["entities"]["name"] = tables["entities"].pop("title")
    tables["entities"]["description_embedding"] = [[0.5, 0.25]] * 5
    relationships = tables["relationships"]
    relationships["rank"] = relationships.pop("combined_degree")
    relationships["human_readable_id"] = [str(n) for n in relationships["human_readable_id"]]
    del tables["text_units"]["human_readable_id"]


RAW: dict[str, Table] = {
    "raw_relationships": {
        "source": ["MARA OSTREL", "MARA OSTREL", "FIRUZABAD", "MARA OSTREL", "LOST"],
        "target": ["FENWICK MILL", "HUGO LANT", "AURELIA", "TOLBY", "PAIR"],
        "description": [
            ["Mara Ostrel runs the Fenwick mill"],
            ["Mara Ostrel met Hugo Lant in Tolby"],
            ["Firuzabad negotiated a hostage exchange with Aurelia"],
            ["Mara Ostrel runs a mill in Tolby", "Mara Ostrel met Hugo Lant in Tolby"],
            ["A pair that was filtered out later"],
        ],
        "text_unit_ids": [["u-mill"], ["u-ferry"], ["u-ferry"], ["u-mill", "u-ferry"], ["u-mill"]],
        "weight": [9.0, 1.0, 24.0, 2.0, 1.0],
    },
    "raw_entities": {
        "title": ["MARA OSTREL", "FENWICK MILL"],
        "type": ["PERSON", "ORGANIZATION"],
        "description": [["Mara Ostrel runs the mill", "She met Hugo Lant"], ["A mill of 1912"]],
        "text_unit_ids": [["u-mill", "u-ferry"], ["u-mill"]],
    },
}


def write_tables(folder: Path, tables: Tables, form: str = "parquet") -> Path:
    """Write tables into a folder, by file stem; in CSV, lists as GraphRAG prints them."""
    folder.mkdir(parents=True, exist_ok=True)
    for stem, table in tables.items():
        data = table if isinstance(table, pa.Table) else pa.table(dict(table))
        if form == "parquet":
            pyarrow.parquet.write_table(data, folder / f"{stem}.parquet")
        else:
            _write_csv(folder / f"{stem}.csv", data)
    return folder


def _write_csv(path: Path, data: pa.Table) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(data.column_names)
        for row in data.to_pylist():
            writer.writerow([_csv_cell(value, row) for value in row.values()])


def _csv_cell(value: Any, row: Mapping[str, Any]) -> Any:
    """Return a list as NumPy prints it, or as Python does: releases differ."""
    if not isinstance(value, list):
        return value
    if row.get("human_readable_id") == 0:
        return str(value)
    return "[" + "\n ".join(map(repr, value)) + "]"


@pytest.fixture(params=ERAS)
def era_folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The small graph as one era's release wrote it."""
    era: str = request.param
    form = "csv" if era.endswith("csv") else "parquet"
    return write_tables(tmp_path / "export", era_tables(era), form)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a graph given table by table; what is left out is not there."""

    def write_graph(form: str = "parquet", **tables: Table | pa.Table) -> Path:
        return write_tables(tmp_path / "graph", tables, form)

    return write_graph


@pytest.fixture
def read(write: Write) -> Callable[..., Export]:
    """Write a graph given table by table and read it as an export."""

    def read_graph(form: str = "parquet", **tables: Table | pa.Table) -> Export:
        return Export.read(write(form, **tables))

    return read_graph


@pytest.fixture
def tables() -> dict[str, Any]:
    """The small graph as GraphRAG 3 writes it, by file stem, to be changed by the test."""
    return era_tables("3.3")


@pytest.fixture
def real() -> Callable[[str], Path]:
    """Find the folder of a real export; the test is skipped where it is not at hand."""

    def find(name: str) -> Path:
        if not (SHARED / name).is_dir():
            pytest.skip(f"no real export {name} beside this checkout")
        return SHARED / name

    return find


@pytest.fixture(params=REAL)
def real_folder(request: pytest.FixtureRequest, real: Callable[[str], Path]) -> Path:
    """The folder of each real export in turn."""
    return real(request.param)


@pytest.fixture
def project(tmp_path: Path) -> MockProject:
    """A GraphRAG project with one text, whose models are scripted."""
    return MockProject(tmp_path / "project")


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let GraphRAG be run in this process: what it changes there is put back."""
    for name, value in (ENVIRONMENT | {"TIKTOKEN_CACHE_DIR": tokenizers()}).items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)  # a run changes into its project
    from graphrag.index.workflows.factory import PipelineFactory

    monkeypatch.setattr(PipelineFactory, "workflows", dict(PipelineFactory.workflows))
    monkeypatch.setattr(PipelineFactory, "pipelines", dict(PipelineFactory.pipelines))


@pytest.fixture
def told(request: pytest.FixtureRequest) -> list[str]:
    """Register the workflows in this process; return the lines that are told."""
    request.getfixturevalue("here")
    lines: list[str] = []
    register_workflows(tell=lines.append)
    return lines


@pytest.fixture
def faults() -> Callable[[Path], list[str]]:
    """Find what is wrong between the tables of a folder: an id that points nowhere, a count."""
    return lambda folder: sorted(set(faults_of(Written(folder))))
