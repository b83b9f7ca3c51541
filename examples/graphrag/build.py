"""How was `output/` made, and how is it made again?

Run GraphRAG's own indexing workflows over `input/` with its built-in mock model, whose answers are
written in `script.yaml`, and keep the tables:

    python examples/graphrag/build.py

Needs graphrag 3.3 installed; no key, no network. Identifiers and dates are new with each run.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # read on import: no price list is fetched

import pandas as pd
import yaml
from graphrag.api import build_index
from graphrag.config.load_config import load_config

HERE = Path(__file__).resolve().parent
TABLES = (
    "documents",
    "text_units",
    "entities",
    "relationships",
    "covariates",
    "communities",
    "community_reports",
)
STEPS = (
    ("load_input_documents", "create_base_text_units", "create_final_documents"),
    (
        "extract_graph",
        "finalize_graph",
        "extract_covariates",
        "create_communities",
        "create_final_text_units",
    ),
    ("create_community_reports",),
)
FIELD, RECORD, END = "<|>", "\n##\n", "\n<|COMPLETE|>"

Unit = dict[str, Any]
Answers = dict[str, list[str]]


def main() -> None:
    """Index the texts in a temporary folder and replace `output/` by the tables."""
    script = yaml.safe_load((HERE / "script.yaml").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        shutil.copytree(HERE / "input", root / "input")
        shutil.copy(HERE / "settings.yaml", root)
        run(root, STEPS[0], {})
        units = in_question_order(root, script["units"])
        run(root, STEPS[1], graph_answers(units, script["merged"]))
        run(root, STEPS[2], {"reports": reports(root)})
        check(root, script["merged"])
        shutil.rmtree(HERE / "output", ignore_errors=True)
        (HERE / "output").mkdir()
        for name in TABLES:
            shutil.copy(root / "output" / f"{name}.parquet", HERE / "output")
        print("\n".join(f"{name}: {len(read(root, name))} rows" for name in TABLES))
    os.chdir(HERE)


def run(root: Path, workflows: tuple[str, ...], answers: Answers) -> None:
    """Run some of GraphRAG's workflows, each model giving its answers in turn."""
    config = load_config(root)
    config.workflows = list(workflows)
    for model, responses in answers.items():
        config.completion_models[model].mock_responses = responses
    for result in asyncio.run(build_index(config)):
        if result.error:
            raise result.error


def read(root: Path, table: str) -> pd.DataFrame:
    """Read one table of the index."""
    return pd.read_parquet(root / "output" / f"{table}.parquet")


def in_question_order(root: Path, script: dict[str, Unit]) -> list[Unit]:
    """List the script's units as GraphRAG will ask about them: documents come in no fixed order."""
    titles = read(root, "documents").set_index("id")["title"]
    part: dict[str, int] = defaultdict(int)
    ordered = []
    for document_id in read(root, "text_units")["document_id"]:
        title = titles[document_id]
        part[title] += 1
        ordered.append(f"{title}/{part[title]}")
    if sorted(ordered) != sorted(script):
        raise SystemExit(f"script.yaml has {sorted(script)}, GraphRAG cut {sorted(ordered)}")
    return [script[name] for name in ordered]


def graph_answers(units: list[Unit], merged: dict[str, str]) -> Answers:
    """Write out the answers on graph, claims and merged descriptions."""
    return {
        "graph": [graph_answer(unit) for unit in units],
        "claims": [claims_answer(unit["claims"]) for unit in units],
        "summaries": [merged[name] for name in merged_names(units)],
    }


def graph_answer(unit: Unit) -> str:
    """Write one text unit's entities and relationships as the prompt asks for them."""
    records = [record('"entity"', *entity[:3]) for entity in unit["entities"]]
    records += [record('"relationship"', *edge[:4]) for edge in unit["relationships"]]
    return RECORD.join(records) + END


def claims_answer(claims: list[list[str]] | str) -> str:
    """Write one text unit's claims as the prompt asks for them; prose stays prose."""
    if isinstance(claims, str):
        return claims
    return RECORD.join(record(*claim[:8]) for claim in claims) + END


def record(*fields: object) -> str:
    """Join the fields of one record."""
    return f"({FIELD.join(map(str, fields))})"


def merged_names(units: list[Unit]) -> list[str]:
    """Name what has several descriptions, in the order in which GraphRAG asks to merge them."""
    entities: dict[str, set[str]] = defaultdict(set)
    edges: dict[str, set[str]] = defaultdict(set)
    for unit in units:
        for title, _, description, *_ in unit["entities"]:
            entities[title.upper()].add(description)
        for source, target, description, *_ in unit["relationships"]:
            edges[f"{source.upper()} -> {target.upper()}"].add(description)
    return [name for found in (entities, edges) for name, texts in found.items() if len(texts) > 1]


def reports(root: Path) -> list[str]:
    """Write a report for each community out of the descriptions of its relationships.

    GraphRAG asks from the deepest level up.
    """
    edges = read(root, "relationships").set_index("id")
    communities = read(root, "communities").sort_values(
        ["level", "community"], ascending=[False, True]
    )
    return [
        report(edges.loc[list(relationship_ids)])
        for relationship_ids in communities["relationship_ids"]
    ]


def report(edges: pd.DataFrame) -> str:
    """Write one report as the prompt asks for it."""
    heaviest = edges.sort_values(["weight", "human_readable_id"], ascending=[False, True])
    findings = [
        {
            "summary": f"{edge.source} and {edge.target}",
            "explanation": f"{edge.description} [Data: Relationships ({edge.human_readable_id})].",
        }
        for edge in heaviest.head(3).itertuples()
    ]
    first = heaviest.iloc[0]
    return json.dumps(
        {
            "title": f"{first['source']} and {first['target']}",
            "summary": first["description"],
            "rating": 3.0,
            "rating_explanation": "A small community of a small town.",
            "findings": findings,
        }
    )


def check(root: Path, merged: dict[str, str]) -> None:
    """Stop when an answer went to another question than the one it was written for."""
    got = dict(read(root, "entities")[["title", "description"]].itertuples(index=False))
    for edge in read(root, "relationships").itertuples():
        got[f"{edge.source} -> {edge.target}"] = edge.description
    wrong = [name for name, text in merged.items() if got.get(name) != text]
    if wrong:
        raise SystemExit(f"the merged descriptions of {wrong} are not those of script.yaml")
    members = read(root, "communities").set_index("community")["entity_ids"]
    titles = read(root, "entities").set_index("id")["title"]
    for row in read(root, "community_reports").itertuples():
        if not any(title in row.title for title in titles.loc[list(members[row.community])]):
            raise SystemExit(f"the report of community {row.community} is on another community")


if __name__ == "__main__":
    main()
