"""Are the real exports of each era read, judged and annotated as they should be?

They lie beside a checkout of ours, not in it; without them these tests are skipped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet
import pytest

from openodke.interop import GroundedGraph, ground_graph
from openodke_graphrag import Export, GraphRAGAdapter

Find = Callable[[str], Path]

# What the prompt's example left in the export of 1.2.0, and nothing else in it has these names.
LEAKED = frozenset(
    "SAMUEL NAMARA|ALHAMIA PRISON|FIRUZABAD|AURELIA|QUINTARA|TIRUZIA|KROHAARA|CASHION|"
    "DURKE BATAGLANI|MEGGIE TAZBAH".split("|")
)


def grounded(folder: Path) -> GroundedGraph:
    """Ground an export without a model."""
    return ground_graph(folder, adapter="graphrag")


def columns(export: Export, table: str, *names: str) -> list[tuple[Any, ...]]:
    """Return some columns of a table, row by row."""
    data = export.table(table)
    return list(zip(*(data.column(name).to_pylist() for name in names), strict=True))


def test_every_item_is_a_row_or_is_reported(real_folder: Path) -> None:
    """Nothing is lost: each item has rows, or a reason for having none."""
    export = Export.read(real_folder)
    rows, documents = GraphRAGAdapter().to_rows(export)
    left_out = {(p.source, p.line) for p in GraphRAGAdapter().left_out(export)}
    with_rows = {tuple(str(row.id).split("/")[1:3]) for row in rows}
    assert {kind for kind, _ in with_rows} == {"relationship", "entity", "claim"}
    items = sum(export.table(t).num_rows for t in ("relationships", "entities", "covariates"))
    assert len(with_rows) + len(left_out) == items
    assert len(documents) == export.table("text_units").num_rows
    assert all(row.doc for row in rows)


def test_text_units_lie_where_their_offsets_say(real_folder: Path) -> None:
    """With the documents table, each unit is found in its document, without its header."""
    export = Export.read(real_folder)
    if export.table("documents") is None:
        pytest.skip("this era's export has no documents table")
    whole = dict(columns(export, "documents", "id", "text"))
    for document in GraphRAGAdapter().to_rows(export)[1]:
        text = whole[document.metadata["document_id"]]
        assert text.startswith(document.text, document.metadata["offset"])


def test_a_real_header_is_cut(real: Find) -> None:
    """All 42 units of 3.1.2 begin with a title that is not in the book."""
    documents = GraphRAGAdapter().to_rows(Export.read(real("v3.1.2_verbs")))[1]
    headers = {document.metadata["header"] for document in documents}
    assert headers == {"title: a-christmas-carol.txt.\n"}


def test_annotating_changes_nothing_else(real_folder: Path, tmp_path: Path) -> None:
    """Annotated, written and read again: cells, types, order and schema notes are as they were."""
    before = {path.name: path.read_bytes() for path in real_folder.glob("*.*")}
    export = Export.read(real_folder)
    result = grounded(real_folder)
    annotated = result.annotate()
    assert result.adapter is not None
    assert result.adapter.annotate(annotated, result.facts) == annotated
    annotated.write(tmp_path / "out")
    again = Export.read(tmp_path / "out")
    for name, table in export.tables.items():
        kept = [c for c in again.table(name).column_names if not c.startswith("odke_")]
        assert again.table(name).select(kept).equals(table.data, check_metadata=True)
    assert before == {path.name: path.read_bytes() for path in real_folder.glob("*.*")}


def test_the_columns_say_what_the_summary_says(real_folder: Path) -> None:
    """Item by item the tables hold the verdicts that the summary counts."""
    result = grounded(real_folder)
    annotated = result.annotate()
    kinds = {"relationship": "relationships", "entity": "entities", "claim": "covariates"}
    for kind, table in kinds.items():
        said = columns(annotated, table, "odke_verdict", "odke_reason")
        counts = Counter(verdict for verdict, reason in said if reason != "malformed")
        assert result.summary.claims[kind] == {"n": sum(counts.values()), **counts}


def test_what_the_example_leaked_is_found(real: Find) -> None:
    """1.2.0: all 10 entities and 20 relationships of the leak, and at most 8 of the other 792."""
    annotated = grounded(real("v1.2.0_notebook")).annotate()
    entities = dict(columns(annotated, "entities", "title", "odke_verdict"))
    assert {entities[title] for title in LEAKED} == {"not_found"}
    edges = columns(annotated, "relationships", "source", "target", "odke_verdict", "odke_reason")
    leaked = [edge for edge in edges if LEAKED & {edge[0], edge[1]}]
    assert len(leaked) == 20
    assert {edge[2:] for edge in leaked} == {("not_found", "prompt_example")}
    others = [edge for edge in edges if edge not in leaked]
    assert len(others) == 792
    assert sum(edge[2] == "not_found" for edge in others) <= 8


def test_titles_that_a_model_composed_are_not_refused(real: Find) -> None:
    """3.1.2: at most 6 % of the relationships, most of whose titles the model worded itself."""
    annotated = grounded(real("v3.1.2_verbs")).annotate()
    verdicts = [row[0] for row in columns(annotated, "relationships", "odke_verdict")]
    assert verdicts.count("not_found") <= 0.06 * 978


def test_real_fragments_are_reported(real: Find) -> None:
    """0.3.0: an entity that is a piece of an answer, and a claim that is prose."""
    problems = GraphRAGAdapter().left_out(Export.read(real("v0.3.0_notebook")))
    assert [problem.source for problem in problems] == [
        "create_final_entities.parquet",
        "create_final_covariates.parquet",
    ]
    assert "OPERATIVE JESS(" in problems[0].reason


def test_real_csv_files_read_as_the_parquet_files(real: Find, tmp_path: Path) -> None:
    """3.1.2 as CSV: the same rows, on the same texts."""
    folder = real("v3.1.2_verbs")
    for path in folder.glob("*.csv"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "documents.parquet").write_bytes((folder / "documents.parquet").read_bytes())
    from_csv, csv_documents = GraphRAGAdapter().to_rows(Export.read(tmp_path))
    from_parquet, documents = GraphRAGAdapter().to_rows(Export.read(folder))
    assert [d.text for d in csv_documents] == [d.text for d in documents]
    assert len(from_csv) == len(from_parquet)
    assert [r for r in from_csv if "/claim/" not in str(r.id)] == [
        r for r in from_parquet if "/claim/" not in str(r.id)
    ]


def test_types_vary_and_are_read_alike(real: Find, tmp_path: Path) -> None:
    """Long strings, 32 bit numbers, dictionaries and a stray index column change no row."""
    folder = real("v3.0.0_notebook")
    for path in folder.glob("*.parquet"):
        data = _retyped(pa.parquet.read_table(path))
        pa.parquet.write_table(data, tmp_path / path.name)
    assert (
        GraphRAGAdapter().to_rows(Export.read(tmp_path))[0]
        == GraphRAGAdapter().to_rows(Export.read(folder))[0]
    )


def _retyped(table: pa.Table) -> pa.Table:
    new = {pa.string(): pa.large_string(), pa.int64(): pa.int32()}
    new[pa.list_(pa.field("element", pa.string()))] = pa.large_list(pa.large_string())
    fields = [(field.name, new.get(field.type, field.type)) for field in table.schema]
    table = table.replace_schema_metadata(None).cast(pa.schema(fields))
    if "type" in table.column_names:
        at = table.column_names.index("type")
        table = table.set_column(at, "type", table.column("type").dictionary_encode())
    return table.append_column("__index_level_0__", pa.array(range(table.num_rows)))
