"""What went into a run and what came out, so that it can be told from another run?"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from openodke.ground import JOINT_PROMPT, PROMPTS
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
    files: Mapping[str, Mapping[str, str]] | None = None,
    outputs: Mapping[str, str] | None = None,
    base_dir: str | None = None,
    ways: Mapping[str, str] | None = None,
    metered: Mapping[str, Any] | None = None,
    asked_at: str | None = None,
) -> dict[str, Any]:
    """Return the manifest of a grounding run.

    The hash under `inputs` covers the texts and the graph: two runs that have it alike read the
    same.

    Args:
        summary: the counts of the run.
        documents: the texts.
        command: which command it was.
        config: its options.
        ontology: what the claims were held to.
        facts_hash: the sha256 of the file or files that the graph was read from.
        started_at: the clock of the run.
        ended_at: when it was done.
        files: what each option named: the sha256 of every file that was read, by its path.
        outputs: the sha256 of every file that was written beside the manifest, by its name.
        base_dir: the folder that the paths start from.
        ways: the way to it, and to what each option named, from the folder that was written.
        asked_at: the address that the model's calls went to, without what is secret in it.
        metered: where answers are kept (`cache`) and what calls may come to (`budget`).
    """
    texts = {doc.id: hashlib.sha256(doc.text.encode()).hexdigest() for doc in documents}
    hashes = {key: prompt.sha256 for key, prompt in PROMPTS.items()}
    hashes[JOINT_PROMPT.key] = JOINT_PROMPT.sha256
    whole = hashlib.sha256("".join((facts_hash, *texts, *texts.values())).encode()).hexdigest()
    model = {"model": summary.model, **({} if asked_at is None else {"base_url": asked_at})}
    return {
        "manifest_version": MANIFEST_VERSION,
        "command": command,
        "dry_run": summary.dry_run,
        "config": dict(config),
        **({} if base_dir is None else {"base_dir": base_dir}),
        **({} if ways is None else {"ways": dict(ways)}),
        "models": {"ground": model} if summary.model else {},
        "prompts": {key: hashes[key] for key in summary.prompts if key in hashes},
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
            **({} if files is None else {"files": {name: dict(f) for name, f in files.items()}}),
            "hash": whole,
        },
        **({} if outputs is None else {"outputs": dict(outputs)}),
        "cache": None,
        "budget": None,
        **(metered or {}),
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
        "stopped": summary.stopped or None,
    }


def files_hash(path: Path) -> str:
    """Return the sha256 of a file, or of every file below a folder with its name."""
    if path.is_file():
        return file_hash(path)
    digest = hashlib.sha256()
    for file in sorted(f for f in path.rglob("*") if f.is_file()):
        digest.update(file.relative_to(path).as_posix().encode())
        digest.update(bytes.fromhex(file_hash(file)))
    return digest.hexdigest()


def file_hash(path: Path) -> str:
    """Return the sha256 of a file.

    Raises:
        OSError: when it cannot be read.
    """
    digest = hashlib.sha256()
    with path.open("rb") as data:
        while block := data.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()
