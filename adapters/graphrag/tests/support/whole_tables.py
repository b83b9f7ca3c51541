"""What is wrong between the tables of a folder: an id that points nowhere, a count?"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet


class Written:
    """The tables of a folder as lists of rows, read without the adapter."""

    def __init__(self, folder: Path) -> None:
        """Read every table; of a table in two forms, the parquet file."""
        self.tables: dict[str, list[dict[str, Any]]] = {}
        for path in sorted(folder.glob("*.csv")):
            with path.open(encoding="utf-8", newline="") as file:
                self.tables[_name(path)] = list(csv.DictReader(file))
        for path in sorted(folder.glob("*.parquet")):
            self.tables[_name(path)] = pyarrow.parquet.read_table(path).to_pylist()

    def __getitem__(self, name: str) -> list[dict[str, Any]]:
        """Return a table's rows, none where there is no table."""
        return self.tables.get(name, [])

    def ids(self, name: str) -> set[str]:
        """Return the ids of a table."""
        return {str(row["id"]) for row in self[name] if "id" in row}

    def degrees(self) -> Counter[str]:
        """Count the neighbours of each title anew."""
        counts: Counter[str] = Counter()
        for pair in {tuple(sorted((r["source"], r["target"]))) for r in self["relationships"]}:
            counts.update(pair)
        return counts


def listed(cell: Any) -> list[str]:
    """Return the items of a list, as parquet holds it or as a CSV file prints it."""
    if isinstance(cell, str):
        return re.findall(r"[^\s,'\"\[\]]+", cell)
    return list(map(str, cell or ()))


def _name(path: Path) -> str:
    return path.stem.removeprefix("create_final_")


def faults_of(held: Written) -> Iterator[str]:
    """Yield a line for each fault; the same may be told twice."""
    for table in ("text_units", "communities"):
        for column, name in (
            ("entity_ids", "entities"),
            ("relationship_ids", "relationships"),
            ("covariate_ids", "covariates"),
            ("text_unit_ids", "text_units"),
        ):
            pointed = {i for row in held[table] for i in listed(row.get(column))}
            yield from (f"{table}.{column}: {i} is nowhere" for i in pointed - held.ids(name))
    communities = {str(row["community"]) for row in held["communities"] if "community" in row}
    for table in ("communities", "community_reports") if communities else ():
        for row in held[table]:
            near = [str(row["community"]), *listed(row.get("children"))]
            near += [] if row.get("parent") in (-1, "-1", None) else [str(row["parent"])]
            yield from (f"{table}: community {n} is nowhere" for n in near if n not in communities)
    for row in held["communities"]:
        if "size" in row and int(row["size"]) != len(listed(row["entity_ids"])):
            yield f"communities.size: {row['size']}"
    yield from _wrong_degrees(held)
    vectors = [name for name in held.tables if name.startswith("embeddings.")]
    known = set().union(*map(held.ids, held.tables.keys() - set(vectors)))
    for name in ("nodes", *vectors):
        there = held.ids("entities") if name == "nodes" else known
        yield from (f"{name}: {i} is nowhere" for i in held.ids(name) - there)
    for name in ("entities", "relationships"):
        if any(row.get("description", "") is None for row in held[name]):
            yield f"{name}.description: null"


def _wrong_degrees(held: Written) -> Iterator[str]:
    degree = held.degrees()
    for name in ("entities", "nodes"):
        for row in held[name]:
            if "degree" in row and int(row["degree"]) != degree[row.get("title", row.get("name"))]:
                yield f"{name}.degree: {row['id']}"
    for row in held["relationships"]:
        ends = {"source_degree": degree[row["source"]], "target_degree": degree[row["target"]]}
        both = degree[row["source"]] + degree[row["target"]]
        right = {**ends, "combined_degree": both, "rank": both}
        for column, count in right.items():
            if column in row and int(row[column]) != count:
                yield f"relationships.{column}: {row['id']}"
