"""Is every readable text read with the right offsets, and every other one named?"""

from pathlib import Path

import pytest

from openodke.errors import InputError, RowProblem
from openodke.interop.texts import passed_over, read_texts


def read(path: Path) -> tuple[dict[str, str], list[str]]:
    """Return texts by id and the problems noted, with paths relative to the folder read."""
    noted: list[RowProblem] = []
    documents = read_texts(path, problems=noted)
    prefix = f"{path.as_posix()}/"
    texts = {document.id.removeprefix(prefix): document.text for document in documents}
    assert len(texts) == len(documents)
    return texts, [str(problem).replace(prefix, "") for problem in noted]


def write(folder: Path, **files: str | bytes) -> None:
    """Write files; a double underscore in a name is a dot, and one more a slash."""
    for name, content in files.items():
        path = folder / name.replace("___", "/").replace("__", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def test_a_folder_is_read_in_order(tmp_path: Path) -> None:
    """Texts of every kind, folders below included, sorted by path; other files are passed over."""
    write(
        tmp_path,
        b__txt="B",
        a__md="# A",
        c__TXT="C",
        d__text="D",
        sub___a__markdown="E",
        x__pdf="no",
        y__json="{}",
        noending="no",
    )
    assert read(tmp_path) == (
        {"a.md": "# A", "b.txt": "B", "c.TXT": "C", "d.text": "D", "sub/a.markdown": "E"},
        [],
    )


def test_a_files_document(tmp_path: Path) -> None:
    """A file given by itself is read whatever its ending: id its path, title its stem."""
    write(tmp_path, halden__log="Lyon.\r\n")
    (document,) = read_texts(str(tmp_path / "halden.log"))
    assert document.id == (tmp_path / "halden.log").as_posix()
    assert (document.text, document.title) == ("Lyon.\r\n", "halden")


def test_hidden_files_are_passed_over(tmp_path: Path) -> None:
    """A dot in front of a file or of a folder below hides it; one above the root does not."""
    write(tmp_path, a__txt="A")
    for hidden in (".b.txt", ".git/c.txt", "sub/.d/e.txt"):
        (tmp_path / hidden).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / hidden).write_text("no", encoding="utf-8")
    assert read(tmp_path)[0] == {"a.txt": "A"}
    assert read(tmp_path / ".git")[0] == {"c.txt": "no"}


ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-32"]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_byte_order_mark_tells_the_encoding(tmp_path: Path, encoding: str) -> None:
    """Each mark is understood and is no character of the text: offset 0 is the first letter."""
    text = "Zoë went to Łódź.\n東京"
    write(tmp_path, a__txt=text.encode(encoding))
    assert read(tmp_path) == ({"a.txt": text}, [])


@pytest.mark.parametrize("mark", [b"\xff\xfe", b"\xfe\xff"])
def test_either_byte_order(tmp_path: Path, mark: bytes) -> None:
    """UTF-16 is read with the low byte first and with the high byte first."""
    wide = "Łódź".encode("utf-16-le" if mark == b"\xff\xfe" else "utf-16-be")
    write(tmp_path, a__txt=mark + wide)
    assert read(tmp_path) == ({"a.txt": "Łódź"}, [])


def test_an_undecodable_file_costs_that_file(tmp_path: Path) -> None:
    """A text that is not UTF-8 is named with line and byte; the others are read."""
    write(
        tmp_path,
        a__txt="A",
        b__txt=b"ok\nalso ok\ncaf\xe9 au lait",
        c__txt="wide".encode("utf-16") + b"x",
        d__txt="D",
    )
    texts, noted = read(tmp_path)
    assert texts == {"a.txt": "A", "d.txt": "D"}
    assert noted[0].startswith("b.txt:3: the text is not utf-8")
    assert "at byte 14; convert it" in noted[0]
    assert noted[1].startswith("c.txt:1: the text is not utf-16")
    assert len(noted) == 2


def test_without_problems_all_are_raised_together(tmp_path: Path) -> None:
    """One error names every file that cannot be read."""
    write(tmp_path, a__txt=b"\xff", b__txt="B", c__txt=b"\xfe")
    with pytest.raises(InputError) as caught:
        read_texts(tmp_path)
    assert [line.rpartition("/")[2][:5] for line in str(caught.value).splitlines()] == [
        "a.txt",
        "c.txt",
    ]


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_wide_text_without_a_mark_is_named(tmp_path: Path, encoding: str) -> None:
    """A text that is every second byte NUL is not read as letters with NULs between."""
    write(tmp_path, a__txt="Aurora sailed to Skail.".encode(encoding))
    texts, noted = read(tmp_path)
    assert texts == {"a.txt": "Aurora sailed to Skail."} or (texts == {} and len(noted) == 1)


@pytest.mark.parametrize("name", ["none", "empty"])
def test_no_texts_at_all(tmp_path: Path, name: str) -> None:
    """A path that is not there, and a folder without a text, are named, with what texts end in."""
    (tmp_path / "empty").mkdir()
    write(tmp_path, empty___x__pdf="no")
    message = {
        "none": "no such file or folder",
        "empty": r"holds no text to read, but 1 \.pdf; .*\.jsonl.*\.txt",
    }
    with pytest.raises(InputError, match=rf"{name}: .*{message[name]}"):
        read_texts(tmp_path / name, problems=[])


NO_TEXTS = {
    "a__pdf": (b"%PDF-1.7\n%\xe2\xe3", "is a PDF: .*`pdftotext "),
    "a__docx": (b"PK\x03\x04\x14\0", "is packed, as .docx"),
    "a__doc": (b"\xd0\xcf\x11\xe0\xa1", "is an Office file"),
    "a__txt__gz": (b"\x1f\x8b\x08", "is compressed: unpack it with `gunzip "),
    "a__parquet": (b"PAR1\0\0PAR1", "is parquet: "),
    "a__json": (b'{"id":"a","text":"A"}', r"is JSON: .* ends in \.jsonl, one object"),
    "b__json": (
        b'\xef\xbb\xbf [{"id":"a"}]',
        r"one JSON array.*`jq -c '\.\[\]' .*b\.json > .*lines",
    ),
    "a__jsonl": (
        b'[{"id":"a"}]',
        r"one JSON array.*`jq -c '\.\[\]' .*a\.jsonl > .*a-lines\.jsonl`",
    ),
}


@pytest.mark.parametrize(("name", "held"), NO_TEXTS.items(), ids=NO_TEXTS)
def test_a_file_that_is_no_text_is_told_by_what_it_is(
    tmp_path: Path, name: str, held: tuple[bytes, str]
) -> None:
    """A file named by itself that is no text is refused with what to do."""
    content, reason = held
    write(tmp_path, **{name: content})
    file = tmp_path / name.replace("__", ".")
    with pytest.raises(InputError, match=rf"{file.name}:1: .*{reason}"):
        read_texts(file)


@pytest.mark.parametrize("text", ["PAR1 is a region of the X chromosome.", "PK was here.", "[1]"])
def test_a_text_that_begins_as_such_a_file_is_a_text(tmp_path: Path, text: str) -> None:
    """What a text begins with is its own matter."""
    write(tmp_path, a__txt=text)
    assert read(tmp_path) == ({"a.txt": text}, [])


def test_what_is_not_read_of_a_folder_is_counted(tmp_path: Path) -> None:
    """Files in which texts may be are; pictures, hidden files and what a run wrote are not."""
    write(tmp_path, a__txt="A", b__PDF="no", sub___c__pdf="no", d__html="no", e__png="no")
    (tmp_path / ".f.pdf").write_text("no", encoding="utf-8")
    assert passed_over(tmp_path) == "1 .html, 2 .pdf"
    assert passed_over(tmp_path / "a.txt") == ""
    assert read(tmp_path) == ({"a.txt": "A"}, [])


def test_an_empty_text_is_a_text(tmp_path: Path) -> None:
    """A file of nothing is a document of nothing."""
    write(tmp_path, a__txt=b"", b__txt=b"\xef\xbb\xbf")
    assert read(tmp_path) == ({"a.txt": "", "b.txt": ""}, [])


def test_a_link_that_leads_back_is_not_followed(tmp_path: Path) -> None:
    """A folder that contains itself is read once, and a link to nothing is no text."""
    write(tmp_path, a__txt="A")
    (tmp_path / "self").symlink_to(tmp_path)
    (tmp_path / "gone.txt").symlink_to("nowhere")
    assert read(tmp_path)[0] == {"a.txt": "A"}


def test_one_document_a_line(tmp_path: Path) -> None:
    """JSON Lines hold documents with any field, a mark and Windows line ends being fine."""
    write(
        tmp_path,
        t__jsonl=b'\xef\xbb\xbf{"id":"a","text":"A"}\r\n\r\n'
        b'{"id":"b","text":"B\xe2\x80\xa8b","uri":"file:b","tier":"curated","metadata":{"p":1}}\r\n',
    )
    first, second = read_texts(tmp_path)
    assert (first.id, first.text) == ("a", "A")
    assert (second.text, second.uri, second.tier) == ("B\u2028b", "file:b", "curated")
    assert second.metadata == {"p": 1}


BAD_LINES = {
    "malformed": ("{oops", "the line is no JSON"),
    "no text": (
        '{"id":"x","content":"y"}',
        "a `text`: this one has the fields 'id', 'content'",
    ),
    "no object": ("[1]", "an object with `id` and `text`"),
    "an unknown field": ('{"id":"x","txt":"y","text":""}', "txt: "),
    "a lone surrogate": (r'{"id":"x","text":"\ud800"}', "text: "),
    "an empty id": ('{"id":"","text":"x"}', "id: "),
    "not a number": ('{"id":"x","text":"x","metadata":{"a":NaN}}', "NaN is no JSON number"),
}


@pytest.mark.parametrize(("bad", "reason"), BAD_LINES.values(), ids=BAD_LINES)
def test_a_bad_document_costs_that_line(tmp_path: Path, bad: str, reason: str) -> None:
    """A line that is no document is named by file, line and field; its neighbours are read."""
    write(tmp_path, t__jsonl=f'{{"id":"a","text":"A"}}\n{bad}\n{{"id":"b","text":"B"}}\n')
    texts, noted = read(tmp_path)
    assert texts == {"a": "A", "b": "B"}
    assert len(noted) == 1
    assert noted[0].startswith("t.jsonl:2: ")
    assert reason in noted[0]


@pytest.mark.parametrize(
    "bad",
    ['{"id":"x","text":"x","id":"y"}', '{"id":"x","text":"x","metadata":' + "[" * 10**5 + "}"],
    ids=["a repeated key", "lists in lists without end"],
)
def test_documents_are_read_as_strictly_as_rows(tmp_path: Path, bad: str) -> None:
    """A key that stands twice and nesting without end are a bad line here as in triples."""
    write(tmp_path, t__jsonl=f'{{"id":"a","text":"A"}}\n{bad}\n')
    texts, noted = read(tmp_path)
    assert texts == {"a": "A"}
    assert len(noted) == 1


def test_a_line_without_an_id_can_be_told_again(tmp_path: Path) -> None:
    """A document that no row can name is a bad line, or has the same id in the next run."""
    write(tmp_path, t__jsonl='{"text":"A"}\n')
    noted: list[RowProblem] = []
    ids = {document.id for _ in range(2) for document in read_texts(tmp_path, problems=noted)}
    assert noted or len(ids) == 1
