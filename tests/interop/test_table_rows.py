"""Are rows in CSV and parquet read for what they say, and is each bad one named?"""

from __future__ import annotations

import csv
import sys
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet
import pytest

from openodke import TripleRow, read_triples
from openodke.cli.ground_job import GroundJob
from openodke.errors import InputError, MissingExtraError, RowError, RowProblem
from openodke.install import install_line
from openodke.interop import write_triples

HEAD = "doc,subject,predicate,object"
GOOD = "mill,Orrin Mill,opened_in,Skail"
CLAIM = {"doc": "mill", "subject": "Orrin Mill", "predicate": "opened_in", "object": "Skail"}


def read(path: Path) -> tuple[list[TripleRow], list[str]]:
    """Return the rows of a file and what is wrong with the others, without the file's name."""
    noted: list[RowProblem] = []
    rows = list(read_triples(path, problems=noted))
    return rows, [str(problem).removeprefix(f"{path}:") for problem in noted]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A path for a CSV file."""
    return tmp_path / "rows.csv"


def read_csv(table: Path, content: str | bytes) -> tuple[list[TripleRow], list[str]]:
    """Return the rows of a CSV text, and what is wrong with the others."""
    table.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read(table)


def read_parquet(tmp_path: Path, **columns: Any) -> tuple[list[TripleRow], list[str]]:
    """Return the rows of some columns, the four that are needed filled up, and the problems."""
    count = len(next(iter(columns.values())))
    filled = {name: [value] * count for name, value in CLAIM.items()} | columns
    pyarrow.parquet.write_table(pa.table(filled), tmp_path / "rows.parquet")
    return read(tmp_path / "rows.parquet")


def one(*columns: str) -> str:
    """Return a CSV text of one good row with more columns, each `name=cell`, the cell quoted."""
    names, cells = zip(*(column.split("=", 1) for column in columns), strict=True)
    quoted = ('"' + cell.replace('"', '""') + '"' for cell in cells)
    return "\n".join([",".join([HEAD, *names]), ",".join([GOOD, *quoted]), ""])


CELLS = [
    ("1872", 1872),
    ("-0.5", -0.5),
    ("1e3", 1000.0),
    ("true", True),
    ("FALSE", False),
    ("007", "007"),
    ("1,872", "1,872"),
    ("NaN", "NaN"),
    ("None", "None"),
    ("\u0661", "\u0661"),
    ('"1872"', "1872"),
    ('"true"', "true"),
    ('"We sail."', '"We sail."'),
    ('"Orrin" Mill', '"Orrin" Mill'),
    ("[1]", "[1]"),
    (" Skail ", " Skail "),
]


@pytest.mark.parametrize(("cell", "value"), CELLS)
def test_what_an_object_cell_says(table: Path, cell: str, value: object) -> None:
    """A number or truth is one, unless JSON's quotes make it a text; all else is as it is."""
    quoted = cell.replace('"', '""')
    (row,), noted = read_csv(table, f'{HEAD}\nmill,Orrin Mill,opened_in,"{quoted}"\n')
    assert noted == []
    assert row.object == value
    assert type(row.object) is type(value)


def test_an_empty_cell_is_left_out(table: Path) -> None:
    """A column that only some rows need costs the others nothing; no `doc` is an unknown one."""
    head = f"{HEAD},start,end,quote,confidence,qualifiers,subject_aliases"
    rows, noted = read_csv(table, f"{head}\n{GOOD},,,,,,\n,{GOOD[5:]},0,5,Orrin,0.5,{{}},[]\n")
    assert noted == []
    assert rows[0] == TripleRow(**CLAIM)
    assert (rows[1].doc, rows[1].start, rows[1].end, rows[1].confidence) == (None, 0, 5, 0.5)


def test_what_is_nested_is_json_text(table: Path) -> None:
    """Qualifiers and aliases are written as JSON in their cell."""
    text = one('qualifiers={"since": [1998]}', 'subject_aliases=["The Mill"]')
    (row,), noted = read_csv(table, text)
    assert noted == []
    assert (row.qualifiers, row.subject_aliases) == ({"since": [1998]}, ("The Mill",))


BAD_CELLS = {
    "no number": (one("confidence=high"), "2: confidence: Input should be a valid number; found"),
    "not a number": (one("confidence=NaN"), "2: confidence: Input should be a valid number; found"),
    "too large": (one("confidence=1.5"), "2: confidence: Input should be less than or equal"),
    "no whole number": (one("start=4.5", "end=9"), "2: start: Input should be a valid integer"),
    "one offset": (one("start=4", "end="), "2: start is given without end"),
    "no JSON": (one("qualifiers=since 1998"), "2: qualifiers: the cell is no JSON: Expecting"),
    "no mapping": (one("qualifiers=[1]"), "2: qualifiers: Input should be a valid dictionary"),
    "a key twice": (one('qualifiers={"a":1,"a":2}'), "2: qualifiers: the key 'a' stands twice"),
    "no list": (one("subject_aliases=Orrin"), "2: subject_aliases: the cell is no JSON"),
    "an unknown column": (
        one("subjct_type=Mill"),
        "2: subjct_type: the row has no such field: did",
    ),
    "a short line": (f"{HEAD}\nmill,Orrin Mill\n", "2: the line has 2 of 4 cells; found"),
    "a long line": (f"{HEAD}\n{GOOD},more\n", "2: the line has 5 of 4 cells; found"),
    "an empty subject": (f"{HEAD}\nmill,,p,o\n", "2: subject: the field is required"),
    "no UTF-8": (f"{HEAD}\nmill,Caf\xe9,p,o\n".encode("latin-1"), "2: subject: is not UTF-8 (byte"),
    "a number too long": (f"{HEAD}\nmill,s,p,{'9' * 5000}\n", "2: object: "),
    "a number too large": (f"{HEAD}\nmill,s,p,1e999\n", "2: object: inf is no finite number"),
}


@pytest.mark.parametrize(("text", "reason"), BAD_CELLS.values(), ids=BAD_CELLS)
def test_a_bad_record_costs_itself(table: Path, text: str | bytes, reason: str) -> None:
    """It is named by file, line, field and value, and its neighbours are read."""
    content = text if isinstance(text, bytes) else text.encode()
    columns = content.splitlines()[0].count(b",") - HEAD.count(",")
    rows, noted = read_csv(table, content + GOOD.encode() + b"," * columns + b"\n")
    assert [row.object for row in rows] == ["Skail"]
    assert len(noted) == 1
    assert noted[0].startswith(reason)
    with pytest.raises(RowError) as caught:
        list(read_triples(table))
    assert str(caught.value).startswith(f"{table}:{reason}")


def test_a_record_is_named_by_its_first_line(table: Path) -> None:
    """Line numbers are the editor's, whatever cells and blank lines came before."""
    long = 'mill,"Orrin\nMill",p,o'
    rows, noted = read_csv(table, f"{HEAD}\n\n{long}\n{long},x\n{long}\n")
    assert [row.subject for row in rows] == ["Orrin\nMill"] * 2
    assert [line[:3] for line in noted] == ["5: "]


def test_what_tools_leave_in_a_csv_file_is_fine(table: Path) -> None:
    """A byte-order mark, Windows line ends and a cell of any length are no problem."""
    long = "x" * 300_000
    text = f"\ufeff{HEAD},claim\r\n{GOOD},{long}\r\n\r\n{GOOD},\r\n"
    rows, noted = read_csv(table, text)
    assert noted == []
    assert [row.claim for row in rows] == [long, None]


WRONG_FILES = {
    "semicolons": (
        "doc;subject;predicate;object\nmill;s;p;o\n",
        "apart by semicolons: save it",
    ),
    "tabs": ("doc\tsubject\tpredicate\tobject\nmill\ts\tp\to\n", "apart by tabs: save it with"),
    "capital letters": (f"{HEAD.title()}\n{GOOD}\n", "'Doc, .*': write them in small letters"),
    "no header": (f"{GOOD}\n{GOOD}\n", "no column is doc, subject, predicate or object"),
    "a spreadsheet": (b"PK\x03\x04\x14\0", "is packed, as .xlsx .*: save its table as CSV"),
    "an index": (f",{HEAD}\n0,{GOOD}\n", "index=False"),
    "a column twice": (f"{HEAD},doc\n{GOOD},mill\n", "the column 'doc' is there twice"),
    "UTF-16": (HEAD.encode("utf-16"), "UTF-16 or UTF-32"),
    "Latin-1": (f"{HEAD},caf\xe9\n".encode("latin-1"), "the first line is not UTF-8"),
    "parquet": (b"PAR1 and more", "ends in .parquet"),
}


@pytest.mark.parametrize(("content", "reason"), WRONG_FILES.values(), ids=WRONG_FILES)
def test_a_file_that_is_no_table_of_rows_is_refused(
    table: Path, content: str | bytes, reason: str
) -> None:
    """What is wrong with the whole file is said once, with the file's name."""
    with pytest.raises(InputError, match=rf"rows\.csv: .*{reason}"):
        read_csv(table, content)


@pytest.mark.parametrize("content", ["", f"{HEAD}\n", "\n\n"])
def test_a_table_without_rows_has_none(table: Path, content: str) -> None:
    """An empty file, and a header alone, are no error."""
    assert read_csv(table, content) == ([], [])


def test_only_the_columns_that_are_needed_are_written(table: Path) -> None:
    """A file of plain claims has four columns, and one more for each field that a row has."""
    write_triples([TripleRow(**CLAIM), TripleRow(**CLAIM, polarity="denied")], table)
    with table.open(newline="") as file:
        assert list(csv.reader(file)) == [
            [*CLAIM, "polarity"],
            [*CLAIM.values(), ""],
            [*CLAIM.values(), "denied"],
        ]


def test_a_missing_table_is_named(tmp_path: Path) -> None:
    """A file that is not there, and a folder, are refused by path."""
    (tmp_path / "folder.parquet").mkdir()
    (tmp_path / "folder.csv").mkdir()
    for name in ("none.csv", "none.parquet", "folder.csv", "folder.parquet"):
        with pytest.raises(InputError, match=f"{name}: cannot be opened"):
            list(read_triples(tmp_path / name, problems=[]))


def test_parquet_cells_are_read_in_their_own_kinds(tmp_path: Path) -> None:
    """Numbers, lists, structures, binary text and missing cells need no other notation."""
    rows, noted = read_parquet(
        tmp_path,
        subject=pa.array([b"Orrin Mill", "Tessaly Gr\xe4in".encode()], pa.binary()),
        start=[0.0, float("nan")],
        end=pa.array([5, None], pa.int32()),
        quote=pa.array(["Orrin", ""]).dictionary_encode(),
        subject_aliases=[["The Mill"], None],
        qualifiers=[{"since": 1998}, {"since": 2004}],
        object=["1872", "true"],
    )
    assert noted == []
    assert [row.subject for row in rows] == ["Orrin Mill", "Tessaly Gr\xe4in"]
    assert [(row.start, row.end, row.quote) for row in rows] == [(0, 5, "Orrin"), (None,) * 3]
    assert [row.subject_aliases for row in rows] == [("The Mill",), ()]
    assert [row.qualifiers for row in rows] == [{"since": 1998}, {"since": 2004}]
    assert [row.object for row in rows] == ["1872", "true"]


DATES = [
    (pa.array([date(1872, 5, 3)]), "1872-05-03"),
    (pa.array([datetime(1872, 5, 3, 4)], pa.timestamp("us")), "1872-05-03T04:00:00"),
    (pa.array([1], pa.timestamp("ns")), "1970-01-01T00:00:00"),
]


@pytest.mark.parametrize(("column", "text"), DATES, ids=["date", "us", "ns"])
def test_a_date_in_parquet_is_its_iso_text(tmp_path: Path, column: pa.Array, text: str) -> None:
    """A date is a literal as text has it."""
    assert read_parquet(tmp_path, object=column)[0][0].object == text


def test_a_bad_parquet_row_costs_itself(tmp_path: Path) -> None:
    """It is named by file, index, field and value, and its neighbours are read."""
    broken = pa.array([b"a", b"caf\xe9", b"c"], pa.binary()).view(pa.string())
    rows, noted = read_parquet(tmp_path, subject=broken, confidence=[0.5, 0.5, 7.0])
    assert [row.subject for row in rows] == ["a"]
    assert noted == [
        r"1: subject: is bytes, b'caf\xe9': decode them, as value.decode() does for UTF-8",
        "2: confidence: Input should be less than or equal to 1; found 7.0",
    ]
    rows, noted = read_parquet(tmp_path, qualifiers=["{", '{"a": 1}'], shoe_size=[None, 43])
    assert rows == []
    assert noted[0].startswith("0: qualifiers: the cell is no JSON")
    assert noted[1].startswith("1: shoe_size: the row has no such field")


WRONG_TABLES = {
    "another table": (
        pa.table({"source": ["a"], "target": ["b"]}),
        "no column is doc, .*'source, target': rename them, or read a framework's own file with",
    ),
    "a column twice": (
        pa.Table.from_arrays([pa.array(["a"])] * 2, names=["doc", "doc"]),
        "the column 'doc' is there twice",
    ),
}


@pytest.mark.parametrize(("data", "reason"), WRONG_TABLES.values(), ids=WRONG_TABLES)
def test_a_parquet_file_of_something_else_is_refused(
    tmp_path: Path, data: pa.Table, reason: str
) -> None:
    """What is wrong with the whole file is said once, with the file's name."""
    pyarrow.parquet.write_table(data, tmp_path / "rows.parquet")
    with pytest.raises(InputError, match=rf"rows\.parquet: {reason}"):
        read(tmp_path / "rows.parquet")


@pytest.mark.parametrize("content", [b"", b"PAR1 and no more", b"doc,subject"])
def test_a_damaged_parquet_file_is_named(tmp_path: Path, content: bytes) -> None:
    """A file that was cut short, or is of another form, is no empty table."""
    (tmp_path / "rows.parquet").write_bytes(content)
    with pytest.raises(InputError, match=r"rows\.parquet: cannot be read as parquet"):
        read(tmp_path / "rows.parquet")


def test_without_pyarrow_the_install_line_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parquet needs a package that the core does not bring; both ways say how to get it."""
    write_triples([TripleRow(**CLAIM)], tmp_path / "rows.parquet")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError) as caught:
        read(tmp_path / "rows.parquet")
    assert install_line("[parquet]") in str(caught.value)
    with pytest.raises(MissingExtraError):
        write_triples([], tmp_path / "rows.parquet")


@pytest.mark.parametrize("ending", ["csv", "parquet", "CSV", "Parquet"])
def test_the_command_grounds_a_table(tmp_path: Path, ending: str) -> None:
    """Rows of each form give the verdicts that the same rows in JSON Lines give."""
    (tmp_path / "mill.txt").write_text("The Orrin Mill opened in Skail in 1872.")
    rows = [TripleRow(**{**CLAIM, "object": value}) for value in ("Skail", "Leeds", 1872, 1873)]
    verdicts = []
    for name in ("rows.jsonl", f"rows.{ending}"):
        write_triples(rows, tmp_path / name)
        summary = GroundJob(facts=tmp_path / name, texts=tmp_path / "mill.txt").run()
        verdicts.append((summary.verdicts, summary.reasons, summary.malformed))
    assert verdicts[0] == verdicts[1]
    assert verdicts[0][0]["not_found"] == 2
