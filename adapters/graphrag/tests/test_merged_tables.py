"""Do entities that are one thing become one row, with every table that speaks of them?"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from openodke import GroundingVerdict, Validator, ground_graph
from openodke.corroborate import NativeResolver
from openodke.interop import NodeMerge, NodeName
from openodke_graphrag import Export, GraphRAGAdapter

Read = Callable[..., Export]
MARA = NodeMerge(NodeName("HUGO LANT"), NodeName("MARA OSTREL", "PERSON"), "external_id match: p-1")


def merged(export: Export, *merges: NodeMerge) -> Export:
    """Return an export with entities merged."""
    native: Export = GraphRAGAdapter().merge(export, merges or (MARA,)).native
    return native


def rows(export: Export, name: str) -> list[dict[str, Any]]:
    """Return the rows of a table."""
    found: list[dict[str, Any]] = export.table(name).to_pylist()
    return found


def test_the_row_that_stays_has_all(read: Read, tables: dict[str, Any]) -> None:
    """Its id, its number and its type; descriptions, text units and their number of both."""
    tables["entities"]["description"][3] = "A man of Skerry"
    tables["entities"]["frequency"] = [2, 1, 1, 1, 1]
    mara = rows(merged(read(**tables)), "entities")[0]
    assert (mara["id"], mara["human_readable_id"], mara["type"]) == ("e-0", 0, "PERSON")
    assert mara["description"] == "Mara Ostrel runs the mill\nA man of Skerry"
    assert (mara["text_unit_ids"], mara["frequency"]) == (["u-mill", "u-ferry"], 2)
    assert json.loads(mara["odke_merged"]) == ["HUGO LANT"]


def test_what_named_the_other_names_it(read: Read, tables: dict[str, Any]) -> None:
    """Relationships, claims and raw tables; it is nowhere any more."""
    export = merged(read(**tables))
    titles = [row["title"] for row in rows(export, "entities")]
    assert titles == ["MARA OSTREL", "FENWICK MILL", "TOLBY", "FIRUZABAD"]
    pairs = [(row["source"], row["target"]) for row in rows(export, "relationships")]
    assert ("MARA OSTREL", "MARA OSTREL") in pairs  # they met: the claim stays, and can be read
    assert rows(export, "covariates")[0]["subject_id"] == "MARA OSTREL"
    assert not any("HUGO LANT" in (s, t) for s, t in pairs)


def test_relationships_of_one_pair_become_one(read: Read, tables: dict[str, Any]) -> None:
    """As GraphRAG itself makes one of them: weights added up, text units and descriptions of both.

    A pair the other way round is another relationship.
    """
    edges = tables["relationships"]
    for key, value in {
        "id": "r-4",
        "human_readable_id": 4,
        "source": "HUGO LANT",
        "target": "TOLBY",
        "description": "Hugo Lant was in Tolby",
        "weight": 5.5,
        "text_unit_ids": ["u-ferry"],
        "combined_degree": 3,
    }.items():
        edges[key].append(value)
    export = merged(read(**tables))
    (tolby,) = [row for row in rows(export, "relationships") if row["target"] == "TOLBY"]
    assert (tolby["id"], tolby["weight"]) == ("r-3", 7.5)
    assert tolby["description"].splitlines()[1] == "Hugo Lant was in Tolby"
    assert tolby["text_unit_ids"] == ["u-mill", "u-ferry"]
    assert str(export.leftovers).splitlines()[0].split() == (
        "merged 1 entity, 1 relationship into others".split()
    )
    edges["source"][4], edges["target"][4] = "TOLBY", "HUGO LANT"
    assert len(rows(merged(read(**tables)), "relationships")) == 5


def test_another_predicate_is_another_relationship(read: Read, tables: dict[str, Any]) -> None:
    """Where a table has predicates, two of one pair say two things."""
    tables["relationships"]["predicate"] = ["runs", "met", "negotiated", "has"]
    tables["relationships"]["target"][3] = "HUGO LANT"
    tables["relationships"]["source"][1] = "MARA OSTREL"
    export = merged(read(**tables))
    said = [row["predicate"] for row in rows(export, "relationships")]
    assert said == ["runs", "met", "negotiated", "has"]


def test_the_least_favourable_verdict_stands_for_two_descriptions(
    read: Read, tables: dict[str, Any]
) -> None:
    """As for the sentences of one description, with what was looked at for both."""
    tables["entities"]["description"][3] = "A man of Skerry"
    export = read(**tables)
    facts = [
        fact.model_copy(
            update={
                "verdict": GroundingVerdict.CONTRADICTED
                if fact.subject.name == "HUGO LANT"
                else GroundingVerdict.SUPPORTED
            }
        )
        for fact in ground_graph(export).facts
    ]
    annotated = GraphRAGAdapter().annotate(export, facts)
    mara = rows(merged(annotated), "entities")[0]
    assert mara["odke_verdict"] == "contradicted"
    assert mara["odke_evidence"] == rows(annotated, "entities")[3]["odke_evidence"]


def test_without_merge_only_our_keys_change(read: Read, tables: dict[str, Any]) -> None:
    """And with it the report tells each id and why."""
    export = read(**tables)
    tables["entities"]["title"][2] = '"MARA OSTREL"'
    tables["entities"]["type"][2] = "PERSON"
    tables["relationships"]["target"][3] = '"MARA OSTREL"'
    export = read(**tables)
    _, report = Validator().validate(export)
    plain = report.annotate()
    for name, table in export.tables.items():
        kept = [key for key in plain.table(name).column_names if not key.startswith("odke_")]
        assert plain.table(name).select(kept).to_pylist() == table.data.to_pylist()
    (node,) = report.merge_nodes(plain).nodes
    assert (node.old, node.new) == ("e-2", "e-0")
    assert str(node) == '"MARA OSTREL" -> MARA OSTREL: one key: PERSON:mara ostrel'
    assert [row["id"] for row in rows(report.annotate(merge=True), "entities")] == [
        "e-0",
        "e-1",
        "e-3",
        "e-4",
    ]


@pytest.mark.parametrize("keep", [False, True])
def test_no_id_points_nowhere_in_real_exports(
    real_folder: Path, tmp_path: Path, faults: Callable[[Path], list[str]], keep: bool
) -> None:
    """Of every era: look-alikes that nothing keeps apart, all at once, after keeping too."""
    resolver = NativeResolver(normalize_batch=True)
    _, report = Validator(resolver=resolver).validate(real_folder, adapter="graphrag")
    before = faults(real_folder)
    native = report.keep(force=True) if keep else report.annotate()
    merging = report.merge_nodes(native)
    if report.one_nodes and not keep:
        assert merging.nodes
    merging.native.write(tmp_path / "merged")
    found = faults(tmp_path / "merged")
    assert set(found) <= set(before), "merging made faults"
    again = GraphRAGAdapter().merge(Export.read(tmp_path / "merged"), report.one_nodes)
    assert again.nodes == ()
