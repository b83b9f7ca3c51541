"""Does GraphRAG itself read what was annotated, and see what it saw before?"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from openodke.interop import ground_graph

pytest.importorskip("graphrag", reason="graphrag is not installed here")
pytestmark = [
    pytest.mark.framework,
    pytest.mark.filterwarnings("ignore"),  # those of GraphRAG's own imports
]


@pytest.fixture(autouse=True)
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a library of GraphRAG from fetching a price list."""
    monkeypatch.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "True")


def loaded(folder: Path, form: str) -> dict[str, list[Any]]:
    """Return the objects that GraphRAG's loaders make of a folder, as `graphrag query` does."""
    from graphrag.data_model.data_reader import DataReader
    from graphrag.query.indexer_adapters import (
        read_indexer_communities,
        read_indexer_covariates,
        read_indexer_entities,
        read_indexer_relationships,
        read_indexer_reports,
        read_indexer_text_units,
    )
    from graphrag_storage.file_storage import FileStorage
    from graphrag_storage.tables.csv_table_provider import CSVTableProvider
    from graphrag_storage.tables.parquet_table_provider import ParquetTableProvider

    provider = ParquetTableProvider if form == "parquet" else CSVTableProvider
    reader = DataReader(provider(FileStorage(base_dir=str(folder))))

    async def read() -> dict[str, Any]:
        names = ("entities", "relationships", "covariates", "text_units")
        held = {name: await getattr(reader, name)() for name in names}
        if form == "parquet":
            held["communities"] = await reader.communities()
            held["reports"] = await reader.community_reports()
        return held

    tables = asyncio.run(read())
    objects = {
        "relationships": read_indexer_relationships(tables["relationships"]),
        "text_units": read_indexer_text_units(tables["text_units"]),
        "covariates": read_indexer_covariates(tables["covariates"]),
    }
    if form == "parquet":
        communities, reports = tables["communities"], tables["reports"]
        objects["entities"] = read_indexer_entities(tables["entities"], communities, 2)
        objects["reports"] = read_indexer_reports(reports, communities, 2)
        objects["communities"] = read_indexer_communities(communities, reports)
    return objects


EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "graphrag" / "output"


def annotated(folder: Path, target: Path) -> Path:
    """Ground a folder's export without a model and write it, annotated, into another."""
    ground_graph(folder, adapter="graphrag").annotate().write(target)
    return target


def test_graphrag_loads_the_same_objects(real: Callable[[str], Path], tmp_path: Path) -> None:
    """3.1.2: entities, relationships, claims, units, communities and reports are what they were."""
    before = loaded(real("v3.1.2_verbs"), "parquet")
    after = loaded(annotated(real("v3.1.2_verbs"), tmp_path / "out"), "parquet")
    assert {name: len(held) for name, held in before.items()} == {
        "entities": 504,
        "relationships": 978,
        "covariates": 406,
        "text_units": 42,
        "communities": 122,
        "reports": 120,
    }
    assert after == before


def test_graphrag_loads_the_same_objects_of_our_example(tmp_path: Path) -> None:
    """The example beside this adapter, which GraphRAG 3.3 itself wrote."""
    after = loaded(annotated(EXAMPLE, tmp_path / "out"), "parquet")
    assert after == loaded(EXAMPLE, "parquet")
    assert after["relationships"]


def test_graphrag_reads_the_tables_of_every_era(real_folder: Path, tmp_path: Path) -> None:
    """Table by table, in GraphRAG's own reader: the data are equal but for the columns added."""
    annotated(real_folder, tmp_path / "out")
    for path in real_folder.glob("*.parquet"):
        before, after = frame(real_folder, path.stem), frame(tmp_path / "out", path.stem)
        kept = [name for name in after.columns if not name.startswith("odke_")]
        assert list(before.columns) == kept
        assert after[kept].to_json() == before.to_json()


def frame(folder: Path, name: str) -> Any:
    """Return a table as GraphRAG's parquet reader gives it."""
    from graphrag_storage.file_storage import FileStorage
    from graphrag_storage.tables.parquet_table_provider import ParquetTableProvider

    provider = ParquetTableProvider(FileStorage(base_dir=str(folder)))
    return asyncio.run(provider.read_dataframe(name))


def test_graphrag_loads_the_same_objects_from_csv(
    real: Callable[[str], Path], tmp_path: Path
) -> None:
    """3.1.2 as CSV: relationships, claims and units are what they were."""
    for path in real("v3.1.2_verbs").glob("*.csv"):
        (tmp_path / "in").mkdir(exist_ok=True)
        (tmp_path / "in" / path.name).write_bytes(path.read_bytes())
    after = loaded(annotated(tmp_path / "in", tmp_path / "out"), "csv")
    assert after == loaded(tmp_path / "in", "csv")
    assert (tmp_path / "out" / "relationships.csv").is_file()
