"""A GraphRAG project whose models are GraphRAG's own mock: it answers as it is told to.

The text is on a mill and a ferry; what the model answers has a leak from GraphRAG's prompt example.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet
import yaml

MILL = (
    "Mara Ostrel runs the Fenwick mill in Tolby. The mill was built in 1912. "
    "Hugo Lant does not own the ferry at Skerry. Mara Ostrel met Hugo Lant in Tolby."
)
SALE = "In the spring Orla Venn bought the Fenwick mill from Mara Ostrel. She repaired the wheel."

Record = tuple[str, ...]

MILL_GRAPH: list[Record] = [
    ("entity", "MARA OSTREL", "PERSON", "Mara Ostrel runs the Fenwick mill"),
    ("entity", "FENWICK MILL", "ORGANIZATION", "The Fenwick mill was built in 1912"),
    ("entity", "HUGO LANT", "PERSON", "Hugo Lant met Mara Ostrel"),
    ("entity", "TOLBY", "GEO", "Tolby is where the Fenwick mill stands"),
    ("entity", "FIRUZABAD", "GEO", "Firuzabad held hostages"),
    ("entity", "AURELIA", "GEO", "Aurelia wanted its hostages back"),
    ("relationship", "MARA OSTREL", "FENWICK MILL", "Mara Ostrel runs the Fenwick mill", "9"),
    ("relationship", "MARA OSTREL", "HUGO LANT", "Mara Ostrel met Hugo Lant in Tolby", "5"),
    ("relationship", "FENWICK MILL", "TOLBY", "The Fenwick mill in Tolby opened in 1947", "5"),
    ("relationship", "FIRUZABAD", "AURELIA", "Firuzabad negotiated with Aurelia", "8"),
    ("relationship", "FENWICK MILL", "HUGO LANT", "Hugo Lant visited the Fenwick mill", "2"),
]
SALE_GRAPH: list[Record] = [
    ("entity", "MARA OSTREL", "PERSON", "Mara Ostrel sold the Fenwick mill"),
    ("entity", "FENWICK MILL", "ORGANIZATION", "Orla Venn bought the Fenwick mill"),
    ("entity", "ORLA VENN", "PERSON", "Orla Venn repaired the wheel"),
    ("entity", "SAMUEL NAMARA", "PERSON", "Samuel Namara was a prisoner"),
    ("entity", "DURKE BATAGLANI", "PERSON", "Durke Bataglani was a hostage"),
    ("relationship", "MARA OSTREL", "FENWICK MILL", "Mara Ostrel sold the Fenwick mill", "7"),
    ("relationship", "ORLA VENN", "FENWICK MILL", "Orla Venn bought the Fenwick mill", "8"),
    ("relationship", "SAMUEL NAMARA", "DURKE BATAGLANI", "They were exchanged", "8"),
]
MILL_CLAIMS: list[Record] = [
    (
        "MARA OSTREL", "HUGO LANT", "MEETING", "TRUE", "NONE", "NONE",
        "Mara Ostrel met Hugo Lant", "Mara Ostrel met Hugo Lant in Tolby.",
    ),
    (
        "HUGO LANT", "NONE", "THEFT", "TRUE", "NONE", "NONE",
        "Hugo Lant stole the ferry", "Hugo Lant stole the ferry in the night.",
    ),
]  # fmt: skip
SALE_CLAIMS: list[Record] = [
    (
        "ORLA VENN", "MARA OSTREL", "SALE", "TRUE", "NONE", "NONE",
        "Orla Venn bought the mill from Mara Ostrel", "Orla Venn bought the Fenwick mill",
    ),
]  # fmt: skip
MERGED = "Mara Ostrel ran the Fenwick mill and sold it. The sale was made in 1999."
REPORT = json.dumps(
    {
        "title": "The mill",
        "summary": "A mill and its people.",
        "rating": 3.0,
        "rating_explanation": "A small place.",
        "findings": [{"summary": "The mill", "explanation": "It stands in Tolby."}],
    }
)
VECTORS = ("entity_description", "community_full_content", "text_unit_text")
ENVIRONMENT = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "PYTHONWARNINGS": "ignore",
    "NO_COLOR": "1",
    "COLUMNS": "200",
}


def records(found: Sequence[Record]) -> str:
    """Write an answer as GraphRAG's prompts ask for it; the names of the kinds are quoted."""
    kinds = {"entity", "relationship"}
    written = [
        "(" + "<|>".join(f'"{field}"' if field in kinds else field for field in record) + ")"
        for record in found
    ]
    return "\n##\n".join(written) + "\n<|COMPLETE|>"


def tokenizers() -> str:
    """Return the folder with the token tables that LiteLLM ships, so that none is fetched."""
    spec = find_spec("litellm")
    assert spec is not None
    assert spec.origin is not None
    return str(Path(spec.origin).parent / "litellm_core_utils" / "tokenizers")


class MockProject:
    """A project in a folder.

    Attributes:
        root: the folder.
    """

    def __init__(self, root: Path) -> None:
        """Make the folder, with one text."""
        self.root = root
        (root / "input").mkdir(parents=True)
        self.answers: dict[str, list[str]] = {}
        self.settings: dict[str, Any] = {}
        self.text("mill", MILL)
        self.answer(graph=[records(MILL_GRAPH)], claims=[records(MILL_CLAIMS)], summaries=[MERGED])

    def text(self, name: str, text: str) -> None:
        """Write a text of the input."""
        (self.root / "input" / f"{name}.txt").write_text(text, encoding="utf-8")

    def answer(self, **answers: list[str]) -> None:
        """Say what a model answers, one question after the other."""
        self.answers.update(answers)
        self.write()

    def set(self, **blocks: Any) -> None:
        """Put blocks into settings.yaml; None takes one out."""
        self.settings.update(blocks)
        self.write()

    def write(self) -> None:
        """Write settings.yaml."""
        models = {
            name: {
                "type": "mock",
                "model_provider": "mock",
                "model": name,
                "mock_responses": self.answers.get(name, [REPORT]),
            }
            for name in ("graph", "claims", "summaries", "reports", "judge")
        }
        vectors = {
            "type": "mock",
            "model_provider": "mock",
            "model": "vectors",
            "mock_responses": [0.25, 0.5, 0.75],
        }
        settings: dict[str, Any] = {
            "completion_models": models,
            "embedding_models": {"default_embedding_model": vectors},
            "concurrent_requests": 1,
            "input": {"type": "text"},
            "chunking": {"type": "tokens", "size": 200, "encoding_model": "cl100k_base"},
            "vector_store": {
                "type": "lancedb",
                "index_schema": {name: {"index_name": name, "vector_size": 3} for name in VECTORS},
            },
            "extract_graph": {"completion_model_id": "graph", "max_gleanings": 0},
            "summarize_descriptions": {"completion_model_id": "summaries"},
            "extract_claims": {
                "enabled": True,
                "completion_model_id": "claims",
                "max_gleanings": 0,
            },
            "community_reports": {"completion_model_id": "reports"},
        }
        for name, block in self.settings.items():
            if isinstance(block, Mapping) and isinstance(settings.get(name), Mapping):
                settings[name] = {**settings[name], **block}
            else:
                settings[name] = block
        held = {name: block for name, block in settings.items() if block is not None}
        text = yaml.safe_dump(held, sort_keys=False, allow_unicode=True)
        (self.root / "settings.yaml").write_text(text, encoding="utf-8")

    def run(self, *arguments: str, status: int = 0) -> str:
        """Run `openodke-graphrag` in a process of its own; return what it printed."""
        script = Path(sys.executable).with_name("openodke-graphrag")
        done = subprocess.run(
            [str(script), *arguments, "--root", str(self.root), "--skip-validation"],
            env=os.environ | ENVIRONMENT | {"TIKTOKEN_CACHE_DIR": tokenizers()},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        assert done.returncode == status, done.stdout
        return done.stdout

    def table(self, name: str) -> pa.Table:
        """Read a table of the output."""
        return pyarrow.parquet.read_table(self.root / "output" / f"{name}.parquet")

    def rows(self, name: str) -> list[dict[str, Any]]:
        """Read the rows of a table of the output."""
        found: list[dict[str, Any]] = self.table(name).to_pylist()
        return found
