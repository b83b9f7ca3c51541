"""Is the file of a stored property graph checked from the shell, and loaded again by LlamaIndex?"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from llama_index.core import PropertyGraphIndex, StorageContext
from llama_index.core.graph_stores import SimplePropertyGraphStore
from mill_nodes import as_dicts, mill_nodes, text_node

from openodke import ground_graph
from openodke.errors import ExportError, OutputError
from openodke_llama_index import Rehydrate, StoredGraph


def stored(folder: Path, nodes: object = None) -> Path:
    """Persist an index of the small graph, as LlamaIndex does, and return its folder."""
    index = PropertyGraphIndex(
        nodes=as_dicts(nodes or mill_nodes()),  # type: ignore[arg-type]
        kg_extractors=[Rehydrate()],
        storage_context=StorageContext.from_defaults(
            property_graph_store=SimplePropertyGraphStore()
        ),
    )
    index.storage_context.persist(folder)
    return folder


def verdicts(folder: Path) -> dict[str, str]:
    """Return the verdict of each relation of a stored graph, loaded by LlamaIndex."""
    store = SimplePropertyGraphStore.from_persist_dir(str(folder))
    assert len(store.graph.get_triplets()) == len(store.graph.relations)
    return {r.label: r.properties.get("odke_verdict", "") for r in store.graph.relations.values()}


def test_a_folder_is_checked_and_written_again(tmp_path: Path) -> None:
    """Found without naming the adapter; LlamaIndex loads what was written."""
    folder = stored(tmp_path / "storage")
    grounded = ground_graph(folder)
    assert grounded.summary.verdicts["not_found"] == 1
    (file,) = grounded.annotate().write(tmp_path / "checked")
    assert file == tmp_path / "checked" / "property_graph_store.json"
    assert verdicts(file.parent) == {
        "Runs": "unchecked",
        "Lies in": "not_found",
        "Keeps": "unchecked",
        "Met": "unchecked",
    }


def test_what_was_kept_has_no_dangling_end(tmp_path: Path) -> None:
    """Porto goes with its only relation; chunks stay."""
    folder = stored(tmp_path / "storage")
    ground_graph(folder).keep().write(tmp_path / "kept")
    assert sorted(verdicts(tmp_path / "kept")) == ["Keeps", "Met", "Runs"]
    store = SimplePropertyGraphStore.from_persist_dir(str(tmp_path / "kept"))
    assert "Porto" not in store.graph.nodes
    assert {"chunk-mill", "chunk-ferry", "Tolby"} & set(store.graph.nodes) == {
        "chunk-mill",
        "chunk-ferry",
    }


def test_nothing_else_of_the_file_changes(tmp_path: Path) -> None:
    """Written without a verdict it is what was read."""
    folder = stored(tmp_path / "storage")
    StoredGraph.read(folder).write(tmp_path / "same")
    read, written = (
        json.loads((place / "property_graph_store.json").read_text())
        for place in (folder, tmp_path / "same")
    )
    assert written == read


def test_metadata_of_a_stored_chunk_is_told_apart(tmp_path: Path) -> None:
    """As of a node."""
    claim = ("Mara Ostrel", "Wrote", "Report")
    node = text_node("The report is long.", [claim], metadata={"author": "Mara Ostrel"})
    (triplet,) = ground_graph(stored(tmp_path / "storage", [node])).annotate()[1:]
    assert triplet[1]["properties"]["odke_reason"] == "metadata_only"


def test_a_stored_graph_is_checked_from_the_shell(tmp_path: Path) -> None:
    """With odke ground."""
    folder = stored(tmp_path / "storage")
    command = [str(Path(sys.executable).with_name("odke")), "ground", "--adapter", "llama-index"]
    command += ["--facts", str(folder), "--keep", "--write-back", str(tmp_path / "kept")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "1 of 4 relations" in done.stdout
    assert "Lies in" not in verdicts(tmp_path / "kept")


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"nodes": [], "relations": {}}'])
def test_a_file_that_holds_no_graph_is_refused(tmp_path: Path, text: str) -> None:
    """By name, with the file that is wanted."""
    file = tmp_path / "other.json"
    file.write_text(text)
    with pytest.raises(ExportError, match=r"other\.json: .*such as storage/property_graph_store"):
        StoredGraph.read(file)


def test_a_folder_without_a_graph_is_refused(tmp_path: Path) -> None:
    """By name, with the file that it lacks."""
    with pytest.raises(ExportError, match=r"property_graph_store\.json"):
        StoredGraph.read(tmp_path)


def test_the_folder_that_was_read_is_not_written_into(tmp_path: Path) -> None:
    """No input is changed."""
    folder = stored(tmp_path / "storage")
    with pytest.raises(OutputError, match="name another folder"):
        StoredGraph.read(folder).write(folder)
