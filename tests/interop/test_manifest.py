"""Can a run be told from another by its manifest?"""

import hashlib
import json
import platform
from datetime import UTC, datetime
from pathlib import Path

from openodke import Document, Ontology, ground_graph
from openodke.interop.manifest import files_hash, ground_manifest

THEN = datetime(2026, 3, 14, 15, 9, tzinfo=UTC)
MILL = Document(id="mill", text="The Orrin Mill opened in 1872.")
ROWS = [{"doc": "mill", "subject": "Orrin Mill", "predicate": "near", "object": "Skail"}]


def manifest(document: Document = MILL, facts_hash: str = "f", ontology: Ontology | None = None):
    """Return the manifest of a run on one document."""
    return ground_manifest(
        ground_graph(ROWS, [document]).summary,
        [document],
        command="ground",
        config={"facts": "rows.jsonl", "ontology": None},
        ontology=ontology,
        facts_hash=facts_hash,
        started_at=THEN,
        ended_at=THEN,
    )


def test_what_a_manifest_says() -> None:
    """Command, options, versions, inputs, times, counts and what was spent: nothing, no model."""
    data = manifest()
    assert json.loads(json.dumps(data)) == data
    digest = hashlib.sha256(MILL.text.encode()).hexdigest()
    assert data.pop("inputs") == {
        "documents": {"mill": digest},
        "facts": {"rows": 1, "hash": "f"},
        "hash": manifest()["inputs"]["hash"],
    }
    assert data.pop("package").keys() == {"openodke", "python", "platform"}
    assert data == {
        "manifest_version": 1,
        "cache": None,
        "budget": None,
        "stopped": None,
        "command": "ground",
        "dry_run": True,
        "config": {"facts": "rows.jsonl", "ontology": None},
        "models": {},
        "prompts": {},
        "ontology_version": None,
        "ontology_hash": None,
        "started_at": "2026-03-14T15:09:00+00:00",
        "ended_at": "2026-03-14T15:09:00+00:00",
        "counts": {
            "facts": 1,
            "supported": 0,
            "contradicted": 0,
            "not_found": 0,
            "unchecked": 1,
        },
        "spent": {
            "calls": 0,
            "cached_calls": 0,
            "input_tokens": 0,
            "output_tokens": 0,
            "usd": None,
        },
    }
    assert manifest()["package"]["python"] == platform.python_version()


def test_the_ontology_is_told_by_version_and_hash() -> None:
    """With an ontology its version and fingerprint are there, and another has another hash."""
    one, other = (Ontology.from_dict({"version": v, "types": {t: {}}}) for v, t in ("1A", "2B"))
    assert manifest(ontology=one)["ontology_version"] == "1"
    assert manifest(ontology=one)["ontology_hash"] != manifest(ontology=other)["ontology_hash"]


def test_the_inputs_hash_tells_runs_apart() -> None:
    """Alike for alike inputs; another for another text, id or graph."""
    hashes = {
        name: data["inputs"]["hash"]
        for name, data in {
            "same": manifest(MILL.model_copy(update={"title": "T", "retrieved_at": THEN})),
            "as": manifest(),
            "text": manifest(MILL.model_copy(update={"text": "Other."})),
            "id": manifest(MILL.model_copy(update={"id": "other"})),
            "facts": manifest(facts_hash="g"),
        }.items()
    }
    assert hashes.pop("same") == hashes["as"]
    assert len(set(hashes.values())) == 4


def test_the_hash_of_a_file_is_its_sha256(tmp_path: Path) -> None:
    """What `sha256sum` prints."""
    (tmp_path / "rows.jsonl").write_bytes(b"x" * 3_000_000)
    assert files_hash(tmp_path / "rows.jsonl") == hashlib.sha256(b"x" * 3_000_000).hexdigest()


def test_the_hash_of_a_folder_covers_names_and_contents(tmp_path: Path) -> None:
    """A renamed, moved or changed file changes it; the order on the disk does not."""
    hashes = []
    for at, files in enumerate(
        [{"a": "1", "b": "2"}, {"b": "2", "a": "1"}, {"a": "2", "b": "1"}, {"a": "1", "c/b": "2"}]
    ):
        folder = tmp_path / str(at)
        for name, content in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(content, encoding="utf-8")
        hashes.append(files_hash(folder))
    assert hashes[0] == hashes[1]
    assert len(set(hashes)) == 3
