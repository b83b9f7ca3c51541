"""Which files did a run read, and what was in them?"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from openodke.cli.input_places import OPTIONS, ways_from
from openodke.cli.model_config import configured_models
from openodke.interop.manifest import file_hash
from openodke.interop.texts import text_files

if TYPE_CHECKING:
    from openodke.cli.graph_job import GraphJob
    from openodke.cli.ground_source import Source

RunFiles = dict[str, dict[str, str]]
"""The sha256 of every file that was read, by the option that named it and by its path."""


def files_told(job: GraphJob[Any], source: Source, folder: Path) -> dict[str, Any]:
    """Return what a manifest tells of the files of a run: those read, and those written so far."""
    files = files_read(job, source)
    return {
        "facts_hash": whole_hash(files["facts"]),
        "files": files,
        "outputs": {path.name: file_hash(path) for path in job.written if path.parent == folder},
        "base_dir": str(Path.cwd()),
        "ways": ways_from(folder, {name: getattr(job, name) for name in OPTIONS}, Path.cwd()),
    }


def files_read(job: GraphJob[Any], source: Source) -> RunFiles:
    """Return the hashes of the files that a run reads, by the names of its options.

    `recorded` are the recorded answers that the configuration names. What the run itself writes is
    not among them, though it may lie in a folder that is read.
    """
    places: dict[str, Iterable[Path]] = {
        "facts": _of_graph(source, [place for place in (job.out, job.write_back) if place])
    }
    if job.texts:
        places["texts"] = text_files(job.texts)
    for option in ("ontology", "examples", "config", "card"):
        path = getattr(job, option)
        if path:
            places[option] = [path]
    recording = configured_models(job.config).recording if job.config else None
    if recording:
        places["recorded"] = [recording]
    return {
        option: {file.as_posix(): file_hash(file) for file in files}
        for option, files in places.items()
    }


def whole_hash(files: Mapping[str, str]) -> str:
    """Return the hash of several files, by their names and contents; that of one is its own."""
    if len(files) == 1:
        return next(iter(files.values()))
    digest = hashlib.sha256()
    for path, held in sorted(files.items()):
        digest.update(Path(path).name.encode())
        digest.update(bytes.fromhex(held))
    return digest.hexdigest()


def _of_graph(source: Source, written: list[Path]) -> Iterator[Path]:
    """Yield the files of a graph: those that its reader names, else all that lie in its folder."""
    named = getattr(source.native, "files", None)
    if isinstance(named, list | tuple):
        yield from map(Path, named)
    elif source.path.is_dir():
        ours = [place.resolve() for place in written]
        for file in sorted(source.path.rglob("*")):
            is_ours = any(file.resolve().is_relative_to(place) for place in ours)
            if file.is_file() and not is_ours:
                yield file
    else:
        yield source.path
