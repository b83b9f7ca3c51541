"""In which folder of a GraphRAG project are the tables, and under which names?

The name of a table changed with GraphRAG 2 (`create_final_entities` became `entities`), and before
that each run had a folder of its own, `output/<timestamp>/artifacts`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

TABLES = (
    "text_units",
    "documents",
    "entities",
    "relationships",
    "covariates",
    "raw_entities",
    "raw_relationships",
)
"""The tables that are read; every other one is only copied."""

SIDECAR = "odke_verdicts"
"""The table of verdicts, one row a claim and text, that the adapter adds."""

REJECTED = "odke_rejected"
"""The table of what an indexing run left out of its graph, beside GraphRAG's own."""

SUFFIXES = (".parquet", ".csv")
"""The forms of a table; where a folder has both, the first is read."""

_CLAIMS = ("text_units", "entities", "relationships", "covariates")


def table_file(folder: Path, name: str) -> Path | None:
    """Return the file of a table in a folder, by its new name or its old one; None for none."""
    for stem in (name, f"create_final_{name}"):
        for suffix in SUFFIXES:
            path = folder / f"{stem}{suffix}"
            if path.is_file():
                return path
    return None


def table_files(folder: Path) -> list[Path]:
    """Return every file of a folder that holds a table, read or not, sorted."""
    return sorted(p for p in folder.iterdir() if p.suffix in SUFFIXES and p.is_file())


def table_folder(path: Path) -> Path | None:
    """Return the folder with the tables of the newest run under `path`, None for none.

    `path` is that folder, a run's folder, the `output` of a project, or the project. A folder
    with the texts is preferred to one that has other tables only.
    """
    found = None
    for folder in _candidates(path):
        if table_file(folder, "text_units"):
            return folder
        if found is None and any(table_file(folder, name) for name in _CLAIMS):
            found = folder
    return found


def _candidates(path: Path) -> Iterator[Path]:
    for folder in (path, path / "output"):
        if folder.is_dir():
            yield folder
            yield folder / "artifacts"
            runs = (run / "artifacts" for run in sorted(folder.iterdir(), reverse=True))
            yield from (run for run in runs if run.is_dir())
