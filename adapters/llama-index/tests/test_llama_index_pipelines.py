"""Do verdicts arrive where LlamaIndex's own indexes, stores and pipelines keep a graph?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from llama_index.core import Document, PropertyGraphIndex, StorageContext, load_index_from_storage
from llama_index.core.graph_stores import SimplePropertyGraphStore
from llama_index.core.indices.property_graph import ImplicitPathExtractor, SimpleLLMPathExtractor
from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.node_parser import TokenTextSplitter
from mill_nodes import BareStore, said
from scripted_llm import ScriptedLLM

from openodke_llama_index import Dehydrate, GroundTriplets, Rehydrate

ANSWERS = {
    "in Tolby": "(Mara Ostrel, runs, FENWICK mill)\n(Fenwick mill, lies in, Madrid)",
    "at Skerry": "(Hugo Lant, keeps, ferry)\n(Mara Ostrel, runs, Fenwick mill)",
}
DOCUMENTS = {
    "mill": "Mara Ostrel runs the FENWICK mill in Tolby.",
    "ferry": "Hugo Lant keeps the ferry at Skerry.",
}


def documents() -> list[Document]:
    """Return two documents, each of one node."""
    return [
        Document(text=text, id_=name, metadata={"file_name": f"{name}.txt"})
        for name, text in DOCUMENTS.items()
    ]


def extractor() -> SimpleLLMPathExtractor:
    """Return LlamaIndex's own extractor with a scripted model."""
    return SimpleLLMPathExtractor(llm=ScriptedLLM(answers=ANSWERS), num_workers=1)


def facts(store: Any) -> dict[str, str]:
    """Return each fact of a store with its verdict."""
    return {
        f"{r.source_id} | {r.label} | {r.target_id}": r.properties.get("odke_verdict", "")
        for r in store.graph.relations.values()
        if r.label != "SOURCE"
    }


@pytest.mark.parametrize("use_async", [True, False])
@pytest.mark.parametrize("keep", [True, False])
def test_an_index_stores_the_verdicts_and_reads_them_back(
    tmp_path: Path, *, use_async: bool, keep: bool
) -> None:
    """As the last extractor: built, persisted, and loaded again."""
    index = PropertyGraphIndex.from_documents(
        documents(),
        kg_extractors=[extractor(), ImplicitPathExtractor(), GroundTriplets(keep=keep)],
        use_async=use_async,
    )
    marked = {
        "Mara ostrel | Runs | Fenwick mill": "unchecked",
        "Fenwick mill | Lies in | Madrid": "not_found",
        "Hugo lant | Keeps | Ferry": "unchecked",
    }
    expected = {k: v for k, v in marked.items() if not keep or v != "not_found"}
    assert facts(index.property_graph_store) == expected
    names = {node.id for node in index.property_graph_store.graph.nodes.values()}
    assert ("Madrid" in names) is not keep
    assert {"mill", "ferry"} <= names  # of the implicit SOURCE relations
    index.storage_context.persist(tmp_path)
    loaded = load_index_from_storage(StorageContext.from_defaults(persist_dir=str(tmp_path)))
    assert facts(loaded.property_graph_store) == expected


def test_an_index_takes_a_document_of_which_nothing_is_left() -> None:
    """Both keys stay, as empty lists: an index stops at a node without them."""
    llm = ScriptedLLM(otherwise="(Vantor, sells, pumps)")
    index = PropertyGraphIndex.from_documents(
        documents(),
        kg_extractors=[SimpleLLMPathExtractor(llm=llm), GroundTriplets(keep=True)],
    )
    assert facts(index.property_graph_store) == {}


def test_a_model_decides_what_an_index_stores() -> None:
    """The user's own LLM, awaited as the index awaits its extractors."""
    judge = ScriptedLLM(
        answers={"Madrid": "not_found", "Keeps": "contradicted"}, otherwise="supported"
    )
    index = PropertyGraphIndex.from_documents(
        documents(), kg_extractors=[extractor(), GroundTriplets(llm=judge, keep=True)]
    )
    assert facts(index.property_graph_store) == {"Mara ostrel | Runs | Fenwick mill": "supported"}


def pipeline(folder: Path | None = None, **settings: Any) -> IngestionPipeline:
    """Return a pipeline that splits, extracts and checks, its cache from a folder."""
    made = IngestionPipeline(
        transformations=[TokenTextSplitter(chunk_size=200), extractor(), GroundTriplets(**settings)]
    )
    if folder is not None and folder.exists():
        made.load(str(folder))
    return made


def test_a_pipeline_says_the_same_each_time(tmp_path: Path) -> None:
    """From the second run on its cache hands out what GroundTriplets itself left, as dicts."""
    seen = []
    folder = tmp_path / "pipeline"
    for _ in range(3):
        run = pipeline(folder)
        nodes = Rehydrate()(run.run(documents=documents()))
        run.persist(str(folder))
        seen.append(sorted(said(list(nodes))))
        index = PropertyGraphIndex(
            nodes=[node.model_copy(deep=True) for node in nodes], kg_extractors=[Rehydrate()]
        )
        assert len(facts(index.property_graph_store)) == 3
    assert seen[0] == seen[1] == seen[2]
    assert ("Fenwick mill Lies in Madrid", "not_found") in seen[0]


def test_a_pipeline_may_always_hand_out_dicts(tmp_path: Path) -> None:
    """With Dehydrate as its last step; its nodes make an index that can be persisted."""
    run = pipeline()
    run.transformations.append(Dehydrate())
    nodes = run.run(documents=documents())
    kinds = {type(r) for node in nodes for r in node.metadata["relations"]}
    assert kinds == {dict}
    index = PropertyGraphIndex(nodes=nodes, kg_extractors=[Rehydrate()])
    index.storage_context.persist(tmp_path)
    loaded = load_index_from_storage(StorageContext.from_defaults(persist_dir=str(tmp_path)))
    assert facts(loaded.property_graph_store) == facts(index.property_graph_store)
    assert len(facts(index.property_graph_store)) == 3


def test_one_pipeline_in_memory_says_the_same_each_time() -> None:
    """Its cache is filled by the first run."""
    run = pipeline(keep=True)
    seen = [sorted(said(list(Rehydrate()(run.run(documents=documents()))))) for _ in range(3)]
    assert seen[0] == seen[1] == seen[2]
    assert len(seen[0]) == 2


def test_ground_triplets_takes_what_a_cache_hands_out() -> None:
    """As an index's only extractor, it makes objects of the dicts itself."""
    run = IngestionPipeline(transformations=[TokenTextSplitter(chunk_size=200), extractor()])
    for _ in range(2):
        nodes = run.run(documents=documents())
    index = PropertyGraphIndex(nodes=nodes, kg_extractors=[GroundTriplets()])
    assert facts(index.property_graph_store)["Fenwick mill | Lies in | Madrid"] == "not_found"


def test_a_pipeline_of_two_processes_says_the_same() -> None:
    """Components and nodes are pickled; LlamaIndex's token splitter cannot be, and is left out.

    No process knows the other's nodes, so that nothing is merged over them.
    """
    parts = [extractor(), GroundTriplets(merge=False)]
    alone = IngestionPipeline(transformations=parts).run(documents=documents())
    run = IngestionPipeline(transformations=parts)
    together = run.run(documents=documents(), num_workers=2)
    shown = [sorted(said(list(Rehydrate()(nodes)))) for nodes in (alone, together)]
    assert ("Fenwick mill Lies in Madrid", "not_found") in shown[0]
    assert shown[0] == shown[1]
    assert len(shown[0]) == 4


def test_another_setting_is_no_hit_of_the_cache() -> None:
    """A pipeline that now keeps has to drop what the marking one left."""
    first = pipeline()
    first.run(documents=documents())
    second = pipeline(keep=True)
    second.cache = first.cache
    nodes = Rehydrate()(second.run(documents=documents()))
    assert {verdict for _, verdict in said(list(nodes))} == {"unchecked"}


def test_a_store_that_holds_no_verdicts_can_be_given_what_is_kept() -> None:
    """Kuzu's and Ladybug's stores drop every property of a relation."""
    nodes = pipeline(keep=True).run(documents=documents())
    store = BareStore()
    PropertyGraphIndex(nodes=nodes, kg_extractors=[Rehydrate()], property_graph_store=store)
    triplets = store.graph.get_triplets()
    assert {relation.label for _, relation, _ in triplets} == {"Runs", "Keeps"}
    assert all(relation.properties == {} for _, relation, _ in triplets)


def test_a_simple_store_is_what_an_index_makes_by_itself() -> None:
    """The store that these tests look into."""
    index = PropertyGraphIndex.from_documents(
        documents(), kg_extractors=[extractor(), GroundTriplets()]
    )
    assert isinstance(index.property_graph_store, SimplePropertyGraphStore)
