"""Is an export found and read whatever its layout, written as it was, and refused with a reason?"""

from __future__ import annotations

import copy
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet
import pytest

from openodke.errors import ExportError, OutputError, RowProblem
from openodke.interop import ground_graph
from openodke_graphrag import Export, GraphRAGAdapter

Write = Callable[..., Path]


def bytes_of(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder, by name."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize(
    "layout",
    [".", "output", "artifacts", "output/20240702-1300/artifacts", "20240702-1300/artifacts"],
)
def test_the_tables_are_found_in_each_layout(
    write: Write, tables: dict[str, Any], tmp_path: Path, layout: str
) -> None:
    """A project, its output, a run and the folder of tables itself all lead to the tables."""
    project = tmp_path / "project"
    (project / layout).parent.mkdir(parents=True, exist_ok=True)
    write(**tables).rename(project / layout)
    export = Export.read(str(project))
    assert export.folder == project / layout
    assert export.table("relationships").num_rows == 4
    assert GraphRAGAdapter().accepts(project)


def test_the_newest_of_several_runs_is_read(
    write: Write, tables: dict[str, Any], tmp_path: Path
) -> None:
    """GraphRAG 0.x kept a folder a run; the last is the one that is queried."""
    for run in ("20240702-1300", "20240801-0900"):
        (tmp_path / "output" / run).mkdir(parents=True)
        write(**tables).rename(tmp_path / "output" / run / "artifacts")
    assert Export.read(tmp_path).folder.parent.name == "20240801-0900"


def test_parquet_and_the_new_name_come_first(write: Write, tables: dict[str, Any]) -> None:
    """A folder with a table in two forms, or before and after a migration, is read once."""
    folder = write(form="csv", **tables)
    write(create_final_entities=tables["entities"])
    write(entities=tables["entities"])
    export = Export.read(folder)
    assert export.tables["entities"].name == "entities.parquet"
    assert export.tables["relationships"].name == "relationships.csv"


@pytest.mark.parametrize(
    "native", [object(), 7, None, "", "a\0b", "x" * 5000, "no such folder", ["x"]]
)
def test_what_is_no_export_is_not_accepted(native: object) -> None:
    """Neither a text nor any other object is taken for a folder."""
    assert not GraphRAGAdapter().accepts(native)


def test_an_empty_folder_is_no_export(tmp_path: Path) -> None:
    """The message names the folder and what it should hold."""
    assert not GraphRAGAdapter().accepts(tmp_path)
    with pytest.raises(ExportError, match=r"holds no table of GraphRAG .*graphrag index"):
        Export.read(tmp_path)


def test_a_folder_of_several_exports_names_them(tmp_path: Path) -> None:
    """Which of them is meant is not guessed, and a folder without tables is none of them."""
    for name in ("spring", "autumn"):
        (tmp_path / name / "output").mkdir(parents=True)
        (tmp_path / name / "output/text_units.csv").write_text("id,text\n", encoding="utf-8")
    (tmp_path / "notes").mkdir()
    with pytest.raises(ExportError, match=r"; there are: \S+autumn, \S+spring$"):
        Export.read(tmp_path)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    """A misspelled path is no empty graph."""
    with pytest.raises(ExportError, match=r"outptu: there is no such folder"):
        Export.read(tmp_path / "outptu")


def test_a_file_is_no_folder(write: Write, tables: dict[str, Any]) -> None:
    """Who names one table is told which folder to name."""
    folder = write(**tables)
    with pytest.raises(ExportError, match=rf"is a file; name the folder with the tables: {folder}"):
        Export.read(folder / "entities.parquet")


def test_claims_without_texts_cannot_be_checked(write: Write, tables: dict[str, Any]) -> None:
    """Without text units there is nothing to hold a claim against."""
    del tables["text_units"]
    folder = write(**tables)
    assert GraphRAGAdapter().accepts(folder)
    with pytest.raises(ExportError, match=r"no text_units table .*only communities\.parquet, cov"):
        Export.read(folder)


@pytest.mark.parametrize(
    ("table", "column"),
    [
        ("text_units", "text"),
        ("text_units", "id"),
        ("entities", "title"),
        ("entities", "text_unit_ids"),
        ("relationships", "source"),
        ("relationships", "target"),
        ("relationships", "text_unit_ids"),
        ("covariates", "subject_id"),
        ("covariates", "text_unit_id"),
    ],
)
def test_a_missing_column_is_named(
    write: Write, tables: dict[str, Any], table: str, column: str
) -> None:
    """The message has the file, the column, and the columns that are there."""
    del tables[table][column]
    with pytest.raises(
        ExportError, match=rf"{table}\.parquet: there is no column '{column}'.* among"
    ):
        Export.read(write(**tables))


@pytest.mark.parametrize("damage", [b"", b"PAR1 and no more", b"version https://git-lfs"])
def test_a_damaged_parquet_file_is_named(
    write: Write, tables: dict[str, Any], damage: bytes
) -> None:
    """A file that was cut short, or never fetched, is no empty table."""
    folder = write(**tables)
    (folder / "entities.parquet").write_bytes(damage)
    with pytest.raises(ExportError, match=r"entities\.parquet: cannot be read as parquet: .*Copy"):
        Export.read(folder)


@pytest.mark.parametrize("damage", [b"", b"id,title\ne-1\n", "id,title\n".encode("utf-16")])
def test_a_damaged_csv_file_is_named(write: Write, tables: dict[str, Any], damage: bytes) -> None:
    """A file without columns, with a short row, or in another encoding is named."""
    folder = write(form="csv", **tables)
    (folder / "entities.csv").write_bytes(damage)
    with pytest.raises(ExportError, match=r"entities\.csv: cannot be read as csv"):
        Export.read(folder)


LINES = {
    "a short line": (b"e-9,9,LYON\n", "the line has 3 of "),
    "a long line": (b"e-9,9,LYON,GEO,x,[],more,and,more\n", "the line has 9 of "),
    "a byte that is no UTF-8": (b"e-9,9,LY\xffON,GEO,x,[]\n", r"title is not UTF-8 (byte 0xff in "),
}


@pytest.mark.parametrize(("line", "reason"), LINES.values(), ids=LINES)
def test_a_bad_csv_line_costs_itself(
    write: Write, tables: dict[str, Any], line: bytes, reason: str
) -> None:
    """It is named by file and line and left out of the table; its neighbours are grounded."""
    folder = write(form="csv", **tables)
    file = folder / "entities.csv"
    whole = ground_graph(folder, adapter="graphrag")
    before = Export.read(folder).table("entities").to_pylist()
    head, first, *rest = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([head, first, line, *rest]))
    problems: list[RowProblem] = []
    export = Export.read(folder, problems=problems)
    assert export.table("entities").to_pylist() == before
    (problem,) = problems
    assert (problem.source, problem.line) == ("entities.csv", 3)
    assert problem.reason.startswith(f"malformed: {reason}")
    with pytest.raises(
        ExportError, match=r"entities\.csv: cannot be read as csv:\nentities\.csv:3"
    ):
        Export.read(folder)
    grounded = ground_graph(folder, adapter="graphrag")
    assert [(f.id, f.verdict) for f in grounded.facts] == [(f.id, f.verdict) for f in whole.facts]
    assert grounded.problems == (problem, *whole.problems)
    assert grounded.annotate().problems == (problem,)


def test_a_record_of_several_lines_is_named_by_its_first(
    write: Write, tables: dict[str, Any]
) -> None:
    """A line number is the editor's, whatever the cells before it hold."""
    tables["entities"]["description"] = ["one\ntwo\nthree", "", "", "", ""]
    folder = write(form="csv", **tables)
    with (folder / "entities.csv").open("ab") as file:
        file.write(b'\r\n"two\nlines"\n')
    problems: list[RowProblem] = []
    Export.read(folder, problems=problems)
    lines = (folder / "entities.csv").read_bytes().split(b"\n")
    assert [problem.line for problem in problems] == [lines.index(b'"two') + 1]


def test_a_csv_file_of_which_no_line_can_be_read_is_refused(
    write: Write, tables: dict[str, Any]
) -> None:
    """A file in which every line is bad is no empty table."""
    folder = write(form="csv", **tables)
    (folder / "entities.csv").write_bytes(b"id,title,text_unit_ids\ne-1;LYON;u-1\n")
    with pytest.raises(ExportError, match=r"no line of it can, entities\.csv:2: malformed"):
        Export.read(folder, problems=[])


@pytest.mark.parametrize("form", ["parquet", "csv"])
def test_a_column_that_is_there_twice_is_named(
    write: Write, tables: dict[str, Any], form: str
) -> None:
    """Which of two columns of one name is meant cannot be known."""
    folder = write(form="csv", **tables)
    twice = pa.Table.from_arrays([pa.array(["a"]), pa.array(["b"])], names=["title", "title"])
    (folder / "entities.csv").unlink()
    if form == "csv":
        (folder / "entities.csv").write_text("title,title\na,b\n")
    else:
        pyarrow.parquet.write_table(twice, folder / "entities.parquet")
    with pytest.raises(ExportError, match=rf"entities\.{form}: the column 'title' is there twice"):
        Export.read(folder, problems=[])


def test_a_list_that_is_no_utf8_costs_its_item(write: Write, tables: dict[str, Any]) -> None:
    """The item is named by file, row, column and value; its neighbours are grounded."""
    units = pa.array([b"u-mill", b"u-\xff", b"u-mill"], pa.binary()).view(pa.string())
    broken = pa.ListArray.from_arrays(pa.array([0, 1, 2, 3], pa.int32()), units)
    names = ["MARA OSTREL", "FENWICK MILL", "TOLBY"]
    tables["entities"] = pa.table({"title": names, "text_unit_ids": broken})
    grounded = ground_graph(write(**tables), adapter="graphrag")
    assert (
        "entities.parquet:1: malformed: text_unit_ids holds bytes that are no UTF-8, b'u-\\xff'"
        in str(grounded.problems[0])
    )
    ids = [fact.id for fact in grounded.facts]
    assert {"0/entity/0", "0/entity/2"} <= set(ids)
    assert not any("/entity/1" in row_id for row_id in ids)


def test_a_csv_file_may_have_a_mark_windows_line_ends_and_long_cells(
    write: Write, tables: dict[str, Any]
) -> None:
    """What other tools do to a CSV file does not change what is read."""
    tables["text_units"]["text"][0] += "x" * 300_000
    folder = write(form="csv", **tables)
    before = Export.read(folder).table("text_units").to_pylist()
    file = folder / "text_units.csv"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert Export.read(folder).table("text_units").to_pylist() == before
    assert len(before[0]["text"]) > 300_000


def test_a_folder_with_an_equals_sign_adds_no_column(
    write: Write, tables: dict[str, Any], tmp_path: Path
) -> None:
    """A path such as `run=1` is no partition of a data set."""
    folder = write(**tables).rename(tmp_path / "run=1")
    assert "run" not in Export.read(folder).table("entities").column_names


@pytest.mark.parametrize(
    "again", [copy.deepcopy, copy.copy, lambda held: pickle.loads(pickle.dumps(held))]
)
def test_an_export_can_be_copied_and_sent_to_another_process(
    write: Write, tables: dict[str, Any], again: Callable[[Any], Any]
) -> None:
    """A copy holds the same cells, stays read-only, and so does the grounded graph around it."""
    export = Export.read(write(**tables))
    copied = again(export)
    assert copied == export
    with pytest.raises(TypeError):
        copied.tables["entities"] = None
    grounded = ground_graph(export)
    known = again(grounded)
    assert (known.facts, known.native) == (grounded.facts, export)
    assert known.annotate() == grounded.annotate()


def test_an_export_is_written_as_it_was(era_folder: Path, tmp_path: Path) -> None:
    """Unchanged, every table is copied byte for byte under its own name."""
    target = tmp_path / "copy"
    written = Export.read(era_folder).write(target)
    before, after = bytes_of(era_folder), bytes_of(target)
    assert {path.name: path.read_bytes() for path in written} == before
    assert after == before | {"manifest.json": after["manifest.json"]}


def test_a_changed_table_keeps_its_form_and_name(era_folder: Path, tmp_path: Path) -> None:
    """Parquet stays parquet and CSV stays CSV, with the cells that were set."""
    export = Export.read(era_folder)
    data = export.table("entities").append_column("odke_verdict", pa.array(["unchecked"] * 5))
    before = bytes_of(era_folder)
    written = export.with_table("entities", data).write(tmp_path / "copy")
    assert bytes_of(era_folder) == before
    assert sorted(path.name for path in written) == sorted(before)
    again = Export.read(tmp_path / "copy")
    assert again.tables["entities"].name == export.tables["entities"].name
    assert again.table("entities").equals(data)
    assert export.table("entities").num_columns == data.num_columns - 1


def test_line_ends_inside_cells_are_written_as_they_were(
    write: Write, tables: dict[str, Any], tmp_path: Path
) -> None:
    """A carriage return in a cell of a CSV table ends no line, whoever wrote it."""
    tables["entities"]["description"] = ["one\rtwo", "one\r\ntwo", "one\ntwo", "", ""]
    export = Export.read(write(form="csv", **tables))
    data = export.table("entities").append_column("odke_verdict", pa.array([None, *["x"] * 4]))
    export.with_table("entities", data).write(tmp_path / "copy")
    again = Export.read(tmp_path / "copy").table("entities").drop_columns(["odke_verdict"])
    assert again.equals(export.table("entities"))


def test_the_folder_that_was_read_is_never_written_to(
    write: Write, tables: dict[str, Any], tmp_path: Path
) -> None:
    """Not under another spelling of its path either."""
    folder = write(**tables)
    before = bytes_of(folder)
    link = tmp_path / "link"
    link.symlink_to(folder, target_is_directory=True)
    for target in (folder, folder / ".." / folder.name, link):
        with pytest.raises(OutputError, match="the folder the tables were read from"):
            Export.read(folder).write(target)
    assert bytes_of(folder) == before


def test_a_folder_of_others_is_not_written_to(
    write: Write, tables: dict[str, Any], tmp_path: Path
) -> None:
    """Nobody's files are overwritten; our own folder is written again."""
    export = Export.read(write(**tables))
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    (theirs / "thesis.txt").write_text("mine")
    with pytest.raises(OutputError, match="files that openodke did not write"):
        export.write(theirs)
    assert export.write(tmp_path / "ours") == export.write(tmp_path / "ours")


def test_tables_of_two_exports_are_not_mixed(
    write: Write, tables: dict[str, Any], tmp_path: Path
) -> None:
    """Our folder with a table that this export has none of is refused, and names the table."""
    export = Export.read(write(**tables))
    export.write(tmp_path / "ours")
    pyarrow.parquet.write_table(pa.table({"id": [1]}), tmp_path / "ours" / "raw_entities.parquet")
    with pytest.raises(OutputError, match=r"raw_entities\.parquet: is a table of another export"):
        export.write(tmp_path / "ours")


def test_a_linked_file_in_our_folder_does_not_lead_to_the_input(
    write: Write, tables: dict[str, Any], tmp_path: Path
) -> None:
    """A link is replaced by the new table, what it leads to stays as it was."""
    folder = write(**tables)
    export = Export.read(folder)
    export.write(tmp_path / "ours")
    linked = tmp_path / "ours" / "entities.parquet"
    linked.unlink()
    os.link(folder / "entities.parquet", linked)
    before = bytes_of(folder)
    data = export.table("entities").append_column("odke_verdict", pa.array(["unchecked"] * 5))
    export.with_table("entities", data).write(tmp_path / "ours")
    assert bytes_of(folder) == before
    assert "odke_verdict" in pyarrow.parquet.read_schema(linked).names
