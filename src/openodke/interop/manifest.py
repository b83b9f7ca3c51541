"""What went into a run and what came out, so that it can be told from another run?"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from openodke.ground import PROMPTS
from openodke.interop.summary import GroundSummary
from openodke.model import Document
from openodke.ontology import Ontology
from openodke.version import __version__

MANIFEST_VERSION = 1


def ground_manifest(
    summary: GroundSummary,
    documents: Iterable[Document],
    *,
    command: str,
    config: Mapping[str, Any],
    ontology: Ontology | None,
    facts_hash: str,
    started_at: datetime,
    ended_at: datetime,
) -> dict[str, Any]:
    """Return the manifest of a grounding run.

    `config` are the options of the run; `facts_hash` is the sha256 of the file or files read. The
    hash under `inputs` covers the texts and the graph: two runs that have it alike read the same.
    """
    texts = {doc.id: hashlib.sha256(doc.text.encode()).hexdigest() for doc in documents}
    whole = hashlib.sha256("".join((facts_hash, *texts, *texts.values())).encode()).hexdigest()
    return {
        "manifest_version": MANIFEST_VERSION,
        "command": command,
        "dry_run": summary.dry_run,
        "config": dict(config),
        "models": {"ground": {"model": summary.model}} if summary.model else {},
        "prompts": {key: PROMPTS[key].sha256 for key in summary.prompts if key in PROMPTS},
        "ontology_version": ontology.version if ontology else None,
        "ontology_hash": ontology.fingerprint if ontology else None,
        "package": {
            "openodke": __version__,
            "python": platform.python_version(),
            "platform": platform.platform(),
        },
        "inputs": {
            "documents": texts,
            "facts": {"rows": summary.rows, "hash": facts_hash},
            "hash": whole,
        },
        "started_at": started_at.isoformat(),
        "ended_at": ended_at.isoformat(),
        "counts": {"facts": summary.facts, **summary.verdicts},
        "spent": {
            "calls": summary.calls,
            "cached_calls": summary.cached,
            "input_tokens": summary.prompt_tokens,
            "output_tokens": summary.completion_tokens,
            "usd": summary.cost_usd,
        },
    }


def files_hash(path: Path) -> str:
    """Return the sha256 of a file, or of every file below a folder with its name."""
    digest = hashlib.sha256()
    files = [path] if path.is_file() else sorted(f for f in path.rglob("*") if f.is_file())
    for file in files:
        if path.is_dir():
            digest.update(file.relative_to(path).as_posix().encode())
        with file.open("rb") as data:
            while block := data.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()
