"""How is the file of a SimplePropertyGraphStore read and written, without LlamaIndex?"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any

from openodke import __version__ as openodke_version
from openodke.errors import ExportError, OutputError
from openodke.interop import output_folder
from openodke_llama_index.llama_index_release import __version__
from openodke_llama_index.native_shapes import is_triplet

STORE_FILE = "property_graph_store.json"
"""The name under which an index persists its store."""

_BEGINNING = re.compile(rb'\s*\{\s*"nodes"\s*:\s*\{')
_READ = 200  # bytes that tell what a file is
_MARK = "manifest.json"


@dataclass(frozen=True)
class StoredChunk:
    """A chunk of a stored graph, with the fields of a node that make its text.

    Attributes:
        node_id: its id.
        text: its text.
        ref_doc_id: the document that it is from.
        metadata: what the document says of itself.
        excluded_llm_metadata_keys: what of that a model is not shown.
    """

    node_id: str
    text: str
    ref_doc_id: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    excluded_llm_metadata_keys: tuple[str, ...] = ()

    def get_content(self, metadata_mode: object = None) -> str:  # noqa: ARG002 - as a node's
        """Return the text."""
        return self.text

    @classmethod
    def of(cls, node_id: str, chunk: Mapping[str, Any]) -> StoredChunk:
        """Return a chunk as the file has it."""
        properties = chunk.get("properties") or {}
        held = _node_content(properties)
        metadata = held.get("metadata")
        hidden = held.get("excluded_llm_metadata_keys")
        ref_doc_id = properties.get("ref_doc_id")
        return cls(
            node_id,
            str(chunk["text"]),
            ref_doc_id if isinstance(ref_doc_id, str) and ref_doc_id != "None" else None,
            metadata if isinstance(metadata, dict) else {},
            tuple(map(str, hidden)) if isinstance(hidden, list) else (),
        )


_WANTED = f"name the file that SimplePropertyGraphStore persisted, such as storage/{STORE_FILE}"


class StoredGraph(list[Any]):
    """The chunks and the triplets of a stored graph: a list that knows its file.

    Attributes:
        path: the file.
        leftovers: what `keep` dropped, a line each; empty before.
    """

    def __init__(
        self,
        items: Iterable[Any],
        path: str | PathLike[str],
        data: Mapping[str, Any],
        leftovers: str = "",
    ) -> None:
        """Hold chunks and triplets, and all that the file holds."""
        super().__init__(items)
        self.path = Path(path)
        self.leftovers = leftovers
        self._data = data

    @classmethod
    def read(cls, path: str | PathLike[str]) -> StoredGraph:
        """Read a file, or the one of an index's folder.

        Raises:
            ExportError: when it cannot be read, or holds no graph.
        """
        file = _file(Path(path))
        try:
            data = json.loads(file.read_bytes())
        except OSError as error:
            raise ExportError(f"{file}: cannot be read: {error.strerror}") from error
        except ValueError as error:
            raise ExportError(
                f"{file}: is no JSON: {error}; {_WANTED}; rows are read without an adapter"
            ) from error
        if not isinstance(data, dict) or not all(
            isinstance(data.get(key), dict) for key in ("nodes", "relations")
        ):
            raise ExportError(
                f'{file}: holds no property graph, which has "nodes" and "relations": {_WANTED}'
            )
        return cls([*_chunks(data), *_triplets(data)], file, data)

    def holding(self, items: Iterable[Any]) -> StoredGraph:
        """Return the same file with other relations."""
        return StoredGraph(items, self.path, self._data, self.leftovers)

    @property
    def data(self) -> dict[str, Any]:
        """All that the file holds, with what this object holds of it."""
        return self._written()

    def with_data(self, data: Mapping[str, Any]) -> StoredGraph:
        """Return the same file with other contents."""
        return StoredGraph([*_chunks(data), *_triplets(data)], self.path, data, self.leftovers)

    def write(self, directory: str | PathLike[str]) -> list[Path]:
        """Write the graph into a folder under the file's name, to be loaded by LlamaIndex.

        Entities that only dropped relations had are left out.

        Raises:
            OutputError: when it is the folder of the file that was read, or holds files that
                openodke did not write.
        """
        if Path(directory).resolve() == self.path.resolve().parent:
            raise OutputError(f"{directory}: holds the file that was read; name another folder")
        folder = output_folder(directory)
        file = folder / self.path.name
        file.write_text(json.dumps(self._written(), ensure_ascii=False), encoding="utf-8")
        package = {"openodke": openodke_version, "openodke-llama-index": __version__}
        mark = {"manifest_version": 1, "adapter": "llama-index", "package": package}
        (folder / _MARK).write_text(json.dumps(mark, indent=2) + "\n", encoding="utf-8")
        return [file]

    def _written(self) -> dict[str, Any]:
        kept = {_key(item[1]): item[1] for item in self if is_triplet(item)}
        old = self._data["relations"]
        relations = {
            key: kept.get(_key(relation), relation)
            for key, relation in old.items()
            if not isinstance(relation, dict) or _key(relation) in kept
        }
        orphans = _ends(r for key, r in old.items() if key not in relations) - _ends(
            relations.values()
        )
        nodes = {
            node_id: node
            for node_id, node in self._data["nodes"].items()
            if node_id not in orphans or "name" not in node
        }
        gone = {_key(r) for key, r in old.items() if key not in relations}
        triplets = [t for t in self._data.get("triplets") or () if tuple(t) not in gone]
        return {**self._data, "nodes": nodes, "relations": relations, "triplets": triplets}


def holds_stored_graph(path: Path) -> bool:
    """Tell whether a path is the file of a stored graph, or a folder with one."""
    file = path / STORE_FILE if path.is_dir() else path
    if file.suffix.lower() != ".json" or not file.is_file():
        return False
    with file.open("rb") as opened:
        return _BEGINNING.match(opened.read(_READ)) is not None


def _file(path: Path) -> Path:
    if path.is_dir():
        if not (path / STORE_FILE).is_file():
            raise ExportError(f"{path}: holds no {STORE_FILE}: name the folder of a stored index")
        return path / STORE_FILE
    return path


def _chunks(data: Mapping[str, Any]) -> list[StoredChunk]:
    return [
        StoredChunk.of(node_id, node)
        for node_id, node in data["nodes"].items()
        if isinstance(node, dict) and isinstance(node.get("text"), str) and "name" not in node
    ]


def _triplets(data: Mapping[str, Any]) -> Iterator[list[Any]]:
    """Yield each relation with its ends; one that was deleted is an entity of its id."""
    nodes = data["nodes"]
    for relation in data["relations"].values():
        if isinstance(relation, dict):
            ends = [relation.get("source_id"), relation.get("target_id")]
            first, last = (nodes.get(end) or {"name": end, "label": "entity"} for end in ends)
            yield [first, relation, last]


def _key(relation: Any) -> tuple[Any, ...]:
    return tuple(relation.get(name) for name in ("source_id", "label", "target_id"))


def _ends(relations: Iterable[Any]) -> set[Any]:
    dicts = [relation for relation in relations if isinstance(relation, dict)]
    return {relation.get(end) for relation in dicts for end in ("source_id", "target_id")}


def _node_content(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return the node that an index wrote into a chunk's properties as JSON."""
    try:
        held = json.loads(properties.get("_node_content") or "{}")
    except (TypeError, ValueError):
        return {}
    return held if isinstance(held, dict) else {}
