"""Does GraphRAG itself read what was annotated, kept or built, and see what it should?"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from openodke import Fact, GateVerdict, Validator, ground_graph
from openodke.corroborate import NativeResolver
from openodke.interop import to_fact
from openodke.model import KnowledgeGraph
from openodke_graphrag import Export, GraphRAGAdapter

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


def kept(folder: Path, target: Path, every: int = 0) -> Export:
    """Keep what the lexical grounder does not refute, or all but every so many items; write it."""
    grounded = ground_graph(folder, adapter="graphrag")
    result: Export = grounded.keep(EveryOther(every) if every else None)
    result.write(target)
    return result


class EveryOther:
    """Refuses every so many items."""

    def __init__(self, every: int) -> None:
        """Take how many."""
        self._every = every

    def validate(self, fact: Fact, _: object) -> GateVerdict:
        """Refuse by the item's place in its table."""
        is_refused = int(fact.id.split("/")[2]) % self._every == 0
        return GateVerdict(action="refuse" if is_refused else "accept")


@pytest.mark.parametrize("name", ["v3.0.0_notebook", "v3.1.2_verbs"])
@pytest.mark.parametrize("every", [0, 3])
def test_graphrag_loads_what_is_kept(
    name: str, every: int, real: Callable[[str], Path], tmp_path: Path
) -> None:
    """What stays is loaded, nothing else, and its ids lead to what is there."""
    result = kept(real(name), tmp_path / "kept", every)
    objects = loaded(tmp_path / "kept", "parquet")
    for table in ("relationships", "covariates", "text_units"):
        assert len(objects[table]) == result.table(table).num_rows
    entities, relationships = (
        {row["id"] for row in result.table(n).to_pylist()} for n in ("entities", "relationships")
    )
    assert {entity.id for entity in objects["entities"]} <= entities
    for unit in objects["text_units"]:
        assert set(unit.entity_ids) <= entities
        # GraphRAG 3.0.2 takes an empty list for one empty id
        assert set(filter(None, unit.relationship_ids)) <= relationships
    for community in objects["communities"]:
        assert set(community.entity_ids or ()) <= entities
        assert set(community.relationship_ids or ()) <= relationships
    assert "nan" not in {relationship.description for relationship in objects["relationships"]}


@pytest.mark.parametrize("name", ["v3.0.0_notebook", "v3.1.2_verbs"])
def test_graphrag_loads_what_is_merged(
    name: str, real: Callable[[str], Path], tmp_path: Path
) -> None:
    """Entities that look alike are one each, and every id leads to what is there."""
    resolver = NativeResolver(normalize_batch=True)
    _, report = Validator(resolver=resolver).validate(real(name), adapter="graphrag")
    result = report.annotate(merge=True)
    result.write(tmp_path / "merged")
    objects = loaded(tmp_path / "merged", "parquet")
    for table in ("relationships", "covariates", "text_units"):
        assert len(objects[table]) == result.table(table).num_rows
    entities, relationships = (
        {row["id"] for row in result.table(n).to_pylist()} for n in ("entities", "relationships")
    )
    assert {entity.id for entity in objects["entities"]} <= entities
    for unit in objects["text_units"]:
        assert set(unit.entity_ids) <= entities
        assert set(filter(None, unit.relationship_ids)) <= relationships
    for community in objects["communities"]:
        assert set(community.entity_ids or ()) <= entities
    gone = {merge.old.name for merge in report.one_nodes}
    assert gone.isdisjoint(entity.title for entity in objects["entities"])
    assert make_communities(tmp_path / "merged") > 0


def test_graphrag_loads_what_is_kept_of_csv(real: Callable[[str], Path], tmp_path: Path) -> None:
    """3.1.2 as CSV, without every third item."""
    (tmp_path / "in").mkdir()
    for path in real("v3.1.2_verbs").glob("*.csv"):
        (tmp_path / "in" / path.name).write_bytes(path.read_bytes())
    result = kept(tmp_path / "in", tmp_path / "kept", 3)
    objects = loaded(tmp_path / "kept", "csv")
    relationships = set(result.table("relationships").column("id").to_pylist())
    assert {r.id for r in objects["relationships"]} == relationships
    for unit in objects["text_units"]:
        # GraphRAG 3.0.2 takes an empty list for one empty id
        assert set(filter(None, unit.relationship_ids)) <= relationships


@pytest.mark.parametrize("name", ["example", "v3.0.0_notebook", "v3.1.2_verbs"])
@pytest.mark.parametrize("every", [0, 3])
def test_graphrag_makes_new_communities_of_what_is_kept(
    name: str,
    every: int,
    real: Callable[[str], Path],
    tmp_path: Path,
    faults: Callable[[Path], list[str]],
) -> None:
    """The first workflow that is to be run again does run, and the tables are whole after it."""
    folder = EXAMPLE if name == "example" else real(name)
    leftovers = kept(folder, tmp_path / "kept", every).leftovers
    assert leftovers
    if leftovers.workflows:
        assert leftovers.workflows[0] == "create_communities"
    assert make_communities(tmp_path / "kept") > 0
    (tmp_path / "kept" / "community_reports.parquet").unlink()  # the next workflow writes them
    for path in (tmp_path / "kept").glob("embeddings.*"):
        path.unlink()
    assert faults(tmp_path / "kept") == []


def test_graphrag_takes_a_graph_that_was_built(
    tmp_path: Path, faults: Callable[[Path], list[str]]
) -> None:
    """Its loaders read the tables, and its workflow makes communities of them."""
    rows, documents = GraphRAGAdapter().to_rows(Export.read(EXAMPLE))
    texts = {document.id: document for document in documents}
    facts = tuple(to_fact(row, texts.get(row.doc or "")) for row in rows)
    built = GraphRAGAdapter().build(KnowledgeGraph(facts=facts), documents)
    built.native.write(tmp_path / "built")
    assert make_communities(tmp_path / "built") > 0
    assert faults(tmp_path / "built") == []
    reader = reader_of(tmp_path / "built")

    async def read() -> list[Any]:
        from graphrag.query import indexer_adapters as adapters

        communities = await reader.communities()
        return [
            adapters.read_indexer_entities(await reader.entities(), communities, 2),
            adapters.read_indexer_relationships(await reader.relationships()),
            adapters.read_indexer_covariates(await reader.covariates()),
            adapters.read_indexer_text_units(await reader.text_units()),
        ]

    assert all(asyncio.run(read()))


def reader_of(folder: Path) -> Any:
    """Return GraphRAG's reader of a folder's parquet tables."""
    from graphrag.data_model.data_reader import DataReader

    return DataReader(provider_of(folder))


def provider_of(folder: Path) -> Any:
    """Return GraphRAG's provider of a folder's parquet tables."""
    from graphrag_storage.file_storage import FileStorage
    from graphrag_storage.tables.parquet_table_provider import ParquetTableProvider

    return ParquetTableProvider(FileStorage(base_dir=str(folder)))


def make_communities(folder: Path) -> int:
    """Run GraphRAG's workflow `create_communities` on a folder; return how many there are now."""
    from graphrag.config.models.graph_rag_config import GraphRagConfig
    from graphrag.index.run.utils import create_run_context
    from graphrag.index.workflows.create_communities import run_workflow

    clusters = {"max_cluster_size": 10, "use_lcc": False, "seed": 7}
    config = GraphRagConfig(cluster_graph=clusters)
    context = create_run_context(output_table_provider=provider_of(folder))

    async def run() -> int:
        await run_workflow(config, context)
        return len(await reader_of(folder).communities())

    return asyncio.run(run())
