"""What in the run's folder still speaks of what was dropped, and what makes it anew?"""

from __future__ import annotations

from pathlib import Path

from openodke_graphrag.run_folder import REJECTED, SIDECAR, TABLES
from openodke_graphrag.stale_reports import counted

_FURTHER = ("communities", "community_reports", "nodes", "input", SIDECAR, REJECTED)
_NOTES = (
    "into the settings.yaml whose output is the folder written; then `graphrag index`",
    "take the list out again afterwards: `graphrag update` would run it too",
    "do not run finalize_graph: it gives every entity a new id, and the others point nowhere",
)
_OLD = (
    "these are tables of GraphRAG 1 or older: migrate them first, with the notebooks "
    "index_migration_to_v1, _v2 and _v3 of its documentation"
)


def mentions(folder: Path | None, stale: int, left_behind: frozenset[str]) -> tuple[str, ...]:
    """Return what still speaks of what was dropped, or is not written because it does."""
    lines = [f"the texts of {counted(stale, 'report')}, until written anew"] if stale else []
    lines += [
        f"{name}: not written; it holds once more, and undiminished, what another file holds"
        for name in sorted(left_behind)
    ]
    if folder is None or not folder.is_dir():
        return tuple(lines)
    for path in sorted(folder.iterdir()):
        if line := _mention(path):
            lines.append(line)
    if (cache := folder.parent / "cache").is_dir() and folder.name in {"output", "artifacts"}:
        lines.append(f"{cache.name}/ beside it: a new run of extract_graph finds it all again")
    return tuple(lines)


def workflows(*, graph: bool, claims: bool, reports: bool) -> tuple[str, ...]:
    """Return what to run again when rows of the graph, or claims, went."""
    if not (graph or claims):
        return ()
    held = ["create_communities"] if graph and reports else []
    held += ["create_community_reports"] if reports else []
    return (*held, "generate_text_embeddings")


def notes(file_name: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return what to know before the workflows are run on the tables of an era."""
    if not names:
        return ()
    return (*_NOTES, _OLD) if file_name.startswith("create_final_") else _NOTES


def _mention(path: Path) -> str:
    if path.is_dir():
        vectors = "lancedb" in path.name or path.suffix == ".lance"
        said = "vectors of what was dropped too; not written, generate_text_embeddings makes them"
        return f"{path.name}/: {said}" if vectors else ""
    if path.suffix == ".graphml":
        return f"{path.name}: a picture of the graph from before; not written"
    if path.suffix == ".json" and path.name != "manifest.json":
        return f"{path.name}: from the run itself; not written"
    if path.suffix in {".parquet", ".csv"} and not _is_known(path.stem):
        return f"{path.name}: copied as it is, whatever it holds"
    return ""


def _is_known(stem: str) -> bool:
    name = stem.removeprefix("create_final_")
    return name in TABLES or name in _FURTHER or name.startswith("embeddings.")
