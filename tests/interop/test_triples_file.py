"""Is every bad line of a triples file named, and every good one read?"""

import gzip
import json
import shlex
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke import TripleRow, read_triples
from openodke.errors import InputError, RowError, RowProblem
from openodke.interop import says_nothing, write_triples

GOOD = '{"doc":"mill","subject":"Orrin Mill","predicate":"opened_in","object":"Skail"}'
OTHER = GOOD.replace("Skail", "Dunmorrow")


def field(name: str, value: str) -> str:
    """Return a good line with one more field, its value written as JSON."""
    return GOOD.replace("}", f',"{name}":{value}}}')


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A path for a triples file."""
    return tmp_path / "rows.jsonl"


def read(file: Path, content: str | bytes) -> tuple[list[str], list[str]]:
    """Return the objects of the rows read and the problems noted, without the file's name."""
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    noted: list[RowProblem] = []
    rows = [str(row.object) for row in read_triples(file, problems=noted)]
    assert all(problem.source == str(file) for problem in noted)
    return rows, [str(problem).removeprefix(f"{file}:") for problem in noted]


def nested(depth: int) -> str:
    """Return a line with lists in lists under its qualifiers."""
    return field("qualifiers", '{"x":' + "[" * depth + "]" * depth + "}")


BAD_LINES = {
    "malformed": ('{"doc": oops}', "no JSON: Expecting value at column 9"),
    "cut off": (GOOD[:-20], "no JSON: "),
    "two objects": (GOOD + GOOD, "no JSON: Extra data"),
    "an array": (f"[{GOOD}]", "not a list"),
    "a word": ('"row"', "not a str"),
    "a lone surrogate": (GOOD.replace("Skail", r"Sk\ud800ail"), r"object: a lone surrogate"),
    "a lone surrogate in a name": (GOOD.replace("Orrin", r"\udfff"), "subject: "),
    "a lone surrogate in a key": (field("qualifiers", r'{"\ud800":1}'), "qualifiers: "),
    "not a number": (field("confidence", "NaN"), "NaN is no JSON number"),
    "infinity": (field("confidence", "-Infinity"), "-Infinity is no JSON number"),
    "a number too large": (GOOD.replace('"Skail"', "1e999"), "object: inf is no finite number"),
    "a nested number too large": (field("qualifiers", '{"x":[1e999]}'), "qualifiers: inf is no"),
    "a repeated key": (field("doc", '"quay"'), "the key 'doc' stands twice"),
    "a repeated key inside": (field("qualifiers", '{"x":1,"x":2}'), "the key 'x' stands twice"),
    "an unknown field": (field("objct_type", '"Port"'), "objct_type: the row has no such field"),
    "one offset": (field("start", "3"), "start is given without end"),
    "an offset as text": (field("start", '"3"'), "start: Input should be a valid integer"),
    "another version": (field("schema_version", '"2.0"'), "schema_version: "),
    "no object": (GOOD.replace(',"object":"Skail"', ""), "object: the field is required"),
    "not UTF-8": (GOOD.replace("Skail", "Caf\xe9").encode("latin-1"), "not UTF-8 (byte 0xe9 at"),
    "a number of 5,000 digits": (GOOD.replace('"Skail"', "9" * 5000), "digits"),
    "lists in lists without end": (nested(100_000), "nested too deep"),
}


@pytest.mark.parametrize(("bad", "reason"), BAD_LINES.values(), ids=BAD_LINES)
def test_a_bad_line_in_the_middle_costs_that_line(
    file: Path, bad: str | bytes, reason: str
) -> None:
    """With `problems` the bad line is named by number and reason, and its neighbours are read."""
    line = bad if isinstance(bad, bytes) else bad.encode()
    rows, noted = read(file, b"\n".join([GOOD.encode(), line, OTHER.encode(), b""]))
    assert rows == ["Skail", "Dunmorrow"]
    assert len(noted) == 1
    assert noted[0].startswith("2: ")
    assert reason in noted[0]
    assert noted[0].encode()


@pytest.mark.parametrize(("bad", "reason"), BAD_LINES.values(), ids=BAD_LINES)
def test_without_problems_a_bad_line_raises(file: Path, bad: str | bytes, reason: str) -> None:
    """Without `problems` the same line is an error that is ours, with file and line."""
    line = bad if isinstance(bad, bytes) else bad.encode()
    file.write_bytes(GOOD.encode() + b"\n" + line)
    with pytest.raises(RowError) as caught:
        list(read_triples(file))
    assert str(caught.value).startswith(f"{file}:2: ")
    assert reason in str(caught.value)
    assert isinstance(caught.value, InputError | ValueError)


def test_a_line_nested_too_deeply_costs_that_line(file: Path) -> None:
    """Nesting that JSON can still be read with, but not frozen, is one bad line."""
    rows, noted = read(file, f"{GOOD}\n{nested(900)}\n{OTHER}\n")
    assert rows == ["Skail", "Dunmorrow"]
    assert len(noted) == 1


def test_all_bad_lines_are_raised_together(file: Path) -> None:
    """Without `problems` one error names every bad line, in file order."""
    file.write_text(f"{GOOD}\n{{oops\n{OTHER}\n[1]\n{field('start', '3')}\n", encoding="utf-8")
    with pytest.raises(RowError) as caught:
        list(read_triples(file))
    assert [problem.line for problem in caught.value.problems] == [2, 4, 5]
    assert str(caught.value).splitlines() == [str(p) for p in caught.value.problems]


def test_without_problems_no_row_follows_a_bad_line(file: Path) -> None:
    """Rows before the first bad line come, none after it: the reading has failed."""
    file.write_text(f"{GOOD}\n{{oops\n{OTHER}\n", encoding="utf-8")
    rows = read_triples(file)
    assert next(rows).object == "Skail"
    with pytest.raises(RowError):
        next(rows)


def test_an_error_says_where_it_stops_counting(file: Path) -> None:
    """An error that names the first bad lines says how many more there are."""
    file.write_text("{\n" * 1000, encoding="utf-8")
    with pytest.raises(RowError, match=r"1,?000|900 more"):
        list(read_triples(file))


WHOLE_FILES = {
    "a byte-order mark": b"\xef\xbb\xbf" + GOOD.encode() + b"\n" + OTHER.encode(),
    "Windows line ends": f"{GOOD}\r\n{OTHER}\r\n".encode(),
    "both": b"\xef\xbb\xbf" + f"{GOOD}\r\n{OTHER}\r\n".encode(),
    "blank lines": f"\n\n{GOOD}\n   \n\t\r\n{OTHER}\n\n".encode(),
    "no last line end": f"{GOOD}\n{OTHER}".encode(),
}


@pytest.mark.parametrize("content", WHOLE_FILES.values(), ids=WHOLE_FILES)
def test_what_editors_leave_in_a_file_is_fine(file: Path, content: bytes) -> None:
    """A byte-order mark, Windows line ends and blank lines are no problem."""
    assert read(file, content) == (["Skail", "Dunmorrow"], [])


def test_a_blank_line_counts_as_a_line(file: Path) -> None:
    """Line numbers are the editor's."""
    assert read(file, f"\n\n{GOOD}\n{{oops\n")[1][0].startswith("4: ")


@pytest.mark.parametrize("mark", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c"])
def test_only_a_line_feed_ends_a_line(file: Path, mark: str) -> None:
    """A line separator of Unicode inside a string is a part of the string."""
    line = json.dumps(json.loads(GOOD) | {"object": f"Sk{mark}ail"}, ensure_ascii=False)
    assert read(file, f"{line}\n{OTHER}") == ([f"Sk{mark}ail", "Dunmorrow"], [])


@pytest.mark.parametrize(
    "content", [b"", b"\n \n", b"\xef\xbb\xbf"], ids=["nothing", "blank", "bom"]
)
def test_an_empty_file_has_no_rows(file: Path, content: bytes) -> None:
    """A file of nothing is no error: what it means is `no_claims`."""
    assert read(file, content) == ([], [])


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le"])
@pytest.mark.parametrize("noted", [None, []], ids=["raising", "noting"])
def test_a_wide_file_is_refused_with_the_command(
    file: Path, encoding: str, noted: list[RowProblem] | None
) -> None:
    """UTF-16 and UTF-32 are named, with the command that converts; nothing else could be read."""
    file.write_bytes(f"{GOOD}\n{OTHER}\n".encode(encoding))
    with pytest.raises(InputError, match=r"rows\.jsonl: .*UTF-16 or UTF-32.*iconv .*rows\.jsonl"):
        list(read_triples(file, problems=noted))


def test_a_packed_file_is_not_called_a_wide_text(file: Path) -> None:
    """Packed bytes are refused as what they are: iconv would not help."""
    file.write_bytes(gzip.compress(GOOD.encode(), mtime=0))
    with pytest.raises(InputError) as caught:
        list(read_triples(file, problems=[]))
    assert "UTF-16" not in str(caught.value)


@pytest.mark.parametrize("array", [f"[{GOOD}]", f"[\n  {GOOD},\n  {OTHER}\n]"])
def test_a_json_array_is_refused_with_the_command(file: Path, array: str) -> None:
    """A file that is one array is named as such, with the command that makes lines of it."""
    file.write_text(array, encoding="utf-8")
    with pytest.raises(InputError, match=r"rows\.jsonl: .*one JSON array.*jq "):
        list(read_triples(file, problems=[]))


def test_a_command_can_be_pasted(tmp_path: Path) -> None:
    """Whatever the file is called: a blank or a quote in its name is the shell's business."""
    file = tmp_path / "my ship's rows; all.jsonl"
    file.write_text(f"[{GOOD}]", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        list(read_triples(file, problems=[]))
    command = str(caught.value).split("`")[1]
    assert shlex.split(command) == ["jq", "-c", ".[]", str(file)]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    """A file that is not there, and a folder, are refused by path."""
    for path in (tmp_path / "none.jsonl", tmp_path):
        with pytest.raises(InputError, match=f"{path.name}: cannot be opened"):
            list(read_triples(path, problems=[]))


def test_rows_are_read_one_at_a_time(file: Path) -> None:
    """The first row comes before the last line is looked at."""
    file.write_text(f"{GOOD}\n{{oops\n", encoding="utf-8")
    assert next(read_triples(str(file))).object == "Skail"


LITERALS = (
    st.text(min_size=1)
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
)
ROWS = st.builds(
    TripleRow,
    doc=st.none() | st.text(min_size=1),
    subject=st.text(min_size=1).filter(lambda name: not says_nothing(name)),
    predicate=st.text(min_size=1),
    object=LITERALS.filter(lambda value: not (isinstance(value, str) and says_nothing(value))),
    quote=st.none() | st.text(min_size=1),
    polarity=st.sampled_from(["asserted", "denied", "partial"]),
    qualifiers=st.dictionaries(st.text(), st.lists(LITERALS, max_size=2), max_size=2),
    confidence=st.none() | st.floats(0, 1),
    subject_aliases=st.lists(st.text(min_size=1), max_size=2).map(tuple),
    start=st.just(0) | st.integers(),
    end=st.integers(-(2**70), 2**70),
    claim=st.none() | st.text(),
)


@pytest.mark.parametrize("form", ["jsonl", "csv", "parquet"])
@given(st.lists(ROWS, max_size=5))
def test_what_is_written_is_read(tmp_path_factory: pytest.TempPathFactory, form, rows) -> None:
    """Any rows come back equal, in order, and keep their ids, from a file of each form."""
    path = tmp_path_factory.mktemp("rows") / f"rows.{form}"
    assert write_triples(rows, path) == len(rows)
    again = list(read_triples(path))
    assert again == rows
    assert [row.content_id for row in again] == [row.content_id for row in rows]


OTHER_FILES = {
    "rows.json": ('{\n "rows": []\n}\n', r"over several lines.*`jq -c '\.rows\[\]' "),
    "rows.tsv": ("doc\tsubject\n", r"ends in \.tsv is read: a table of rows ends in \.csv"),
    "halden.txt": ("Halden opened in Lyon.\n", r"ends in \.txt is read"),
}


@pytest.mark.parametrize(("name", "held"), OTHER_FILES.items(), ids=OTHER_FILES)
def test_a_file_of_another_kind_is_refused_once(
    tmp_path: Path, name: str, held: tuple[str, str]
) -> None:
    """What is wrong with all of a file is not said of each of its lines."""
    content, reason = held
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=reason):
        list(read_triples(tmp_path / name, problems=[]))
    (tmp_path / name).write_text(f"{GOOD}\n", encoding="utf-8")
    assert len(list(read_triples(tmp_path / name))) == 1
