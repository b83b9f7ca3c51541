"""A small run of `odke validate` and `odke ground` in which every kind of decision is made."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from openodke.cli.ground_job import GroundJob
from openodke.cli.validate_job import ValidateJob
from openodke.validation import ValidationReport

CLOCK = datetime(2026, 3, 1, 12, 30, tzinfo=UTC)
TEXTS = {
    "log": "Orla Tamm built the ferry Skua in 1931. Skua is moored beside Tern.",
    "press": "The Skua, built by Orla Tamm, sank on 3 May 1940.",
    "book": "On 4 May 1940 the Skua sank. Tamm Yard Ltd owned her.",
    "notice": "Tamm Yard (tammyard.example) launched the Tern.",
}
BUILT = {"subject": "Orla Tamm", "predicate": "built", "object": "Skua"}
SANK = {"subject": "Skua", "predicate": "sank"}
YARD = {"subject_aliases": ["tammyard.example"], "predicate": "launched", "object": "Tern"}
ROWS = [
    {"id": "r1", "doc": "log", **BUILT, "quote": "orla tamm built the ferry Skua"},
    {"id": "r2", "doc": "press", **BUILT, "claim": "Orla Tamm built Skua"},
    {"id": "r3", "doc": "press", **SANK, "object": "3 May 1940"},
    {"id": "r4", "doc": "book", **SANK, "object": "4 May 1940"},
    {"id": "r5", "doc": "press", **SANK, "object": "1940-05-03"},
    {"id": "r6", "doc": "log", "subject": "Skua", "predicate": "beside", "object": "Tern"},
    {"id": "r7", "doc": "log", "subject": "Skua", "predicate": "owned_by", "object": "Oslo"},
    {"id": "r8", "doc": "lost", "subject": "Skua", "predicate": "beside", "object": "Gull"},
    {"id": "r9", "doc": "notice", "subject": "Tamm Yard", **YARD},
    {"id": "r10", "doc": "notice", "subject": "Tamm & Daughters", **YARD},
    {"doc": "log", "subject": "Oria Tamm", "predicate": "built", "object": "Skua"},
]
ONTOLOGY = {
    "types": {"Thing": {}},
    "predicates": {
        "built": {"range": "Thing"},
        "sank": {"range": "date", "cardinality": "single"},
        "beside": {"range": "Thing", "symmetric": True},
        "launched": {"range": "Thing"},
    },
}


@dataclass
class FerryRuns:
    """The files of the runs, in a folder that is the current one."""

    folder: Path

    def __post_init__(self) -> None:
        """Write rows, texts and ontology."""
        (self.folder / "texts").mkdir()
        for name, text in TEXTS.items():
            (self.folder / f"texts/{name}.txt").write_text(text, encoding="utf-8")
        lines = "".join(json.dumps(row) + "\n" for row in ROWS)
        (self.folder / "rows.in.jsonl").write_text(lines, encoding="utf-8")
        (self.folder / "ontology.json").write_text(json.dumps(ONTOLOGY), encoding="utf-8")

    def validated(self, out: str = "out", **options: object) -> ValidationReport:
        """Run `odke validate -o out` in this process; return its report."""
        job = ValidateJob(**self._options(out, options))  # type: ignore[arg-type]
        return job.run()

    def grounded(self, out: str = "out", **options: object) -> None:
        """Run `odke ground -o out` in this process."""
        GroundJob(**self._options(out, options)).run()  # type: ignore[arg-type]

    def _options(self, out: str, options: dict[str, object]) -> dict[str, object]:
        read = {
            "facts": Path("rows.in.jsonl"),
            "texts": Path("texts"),
            "ontology": Path("ontology.json"),
        }
        return {**read, "out": Path(out), "started_at": CLOCK, "json_log": False, **options}
