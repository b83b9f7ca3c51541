"""Does each wrong call end in exit 2 with one line that says what to do, and nothing broken?"""

import json
from pathlib import Path

import pytest

GROUND = ("ground", "--facts", "triples.jsonl", "--texts", "texts")


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder with its bytes."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


WRONG_CALLS = {
    "facts not there": (
        ("ground", "--facts", "none.jsonl", "--texts", "texts"),
        "none.jsonl: cannot be opened",
    ),
    "facts a folder": (
        ("ground", "--facts", "texts", "--texts", "texts"),
        "texts: is a folder, and --adapter triples reads one file",
    ),
    "texts not there": (
        ("ground", "--facts", "triples.jsonl", "--texts", "none"),
        "none: there is no such file or folder of texts",
    ),
    "ontology not there": (
        (*GROUND, "--ontology", "none.json"),
        "none.json: cannot be read (No such file",
    ),
    "examples not there": ((*GROUND, "--examples", "none.txt"), "none.txt: cannot be opened"),
    "unknown adapter": (
        ("ground", "--facts", "triples.jsonl", "--adapter", "graphrg"),
        "Did you mean 'graphrag'?",
    ),
    "writing rows back": ((*GROUND, "--write-back", "back"), "--write-back hands a framework's"),
}


@pytest.mark.parametrize(("call", "message"), WRONG_CALLS.values(), ids=WRONG_CALLS)
def test_a_wrong_call_is_one_line(odke, corpus: Path, call, message: str) -> None:
    """Exit 2, nothing on standard output, one line on standard error, and no file touched."""
    before = contents(corpus)
    done = odke(*call)
    assert (done.stdout, done.returncode) == ("", 2)
    assert done.stderr.startswith("odke: ")
    assert done.stderr.count("\n") == 1
    assert message in done.stderr
    assert contents(corpus) == before


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (("ground",), "Missing option '--facts'"),
        ((*GROUND, "--bogus"), "No such option: --bogus"),
        ((*GROUND, "--grounder", "model"), "'model' is not one of 'span', 'lexical'"),
        ((*GROUND, "--log-format", "xml"), "'xml' is not one of 'text', 'json'"),
        ((*GROUND, "--gate", "lenient"), "'lenient' is not one of 'default', 'strict'"),
        (("grund",), "No such command 'grund'"),
    ],
)
def test_what_is_not_there_is_refused_by_name(odke, call, message: str) -> None:
    """An option whose part is not built, or that is misspelt, is refused and never ignored."""
    done = odke(*call)
    assert (done.stdout, done.returncode) == ("", 2)
    assert message in done.stderr


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        ("[1]", ["the top level must be a mapping, not list"]),
        (
            '{"name": 1, "predicates": {"born": {"required": "yes"}}}',
            [
                "name: must be text, got 1: put it in quotes, '1'",
                "predicates.born.required: must be true or false, got 'yes'",
            ],
        ),
    ],
)
def test_each_problem_of_an_ontology_names_its_file(
    odke, corpus: Path, content: str, lines: list[str]
) -> None:
    """A run names several files, so a line says which one it is of."""
    (corpus / "answers.json").write_text(content, encoding="utf-8")
    done = odke(*GROUND, "--ontology", "answers.json")
    assert (done.stdout, done.returncode) == ("", 2)
    named = "\n".join(f"answers.json: {line}" for line in lines)
    assert done.stderr == f"odke: {named}\n"


@pytest.mark.parametrize("name", ["triple", "langchian"])
def test_an_unknown_adapter_is_not_said_to_exist(odke, name: str) -> None:
    """A misspelt adapter is named as unknown, with or without texts, and `triples` is offered."""
    done = odke(*GROUND, "--adapter", name)
    assert f"no adapter '{name}'" in done.stderr
    assert "triples" in done.stderr.partition("there are")[2]


@pytest.mark.parametrize(
    ("out", "message"),
    [("texts", "texts: holds files that openodke did not write"), ("triples.jsonl", "is a file")],
)
def test_a_place_that_is_not_ours_is_refused(odke, corpus: Path, out: str, message: str) -> None:
    """A folder of other files, or a file, is not written to, and nothing in it is changed."""
    before = contents(corpus)
    done = odke(*GROUND, "-o", out)
    assert (done.stdout, done.returncode) == ("", 2)
    assert message in done.stderr
    assert contents(corpus) == before


@pytest.mark.parametrize(
    "call",
    [
        (*GROUND, "-o", "triples.jsonl/out"),
        ("ground", "--adapter", "graphrag", "--facts", "none", "--write-back", "triples.jsonl/out"),
    ],
)
def test_a_folder_below_a_file_is_refused(odke, call) -> None:
    """A folder that cannot be made is one line and exit 2, before anything is read."""
    done = odke(*call)
    assert (done.stdout, done.returncode) == ("", 2)
    assert done.stderr.startswith("odke: triples.jsonl/out: cannot be made: ")
    assert done.stderr.count("\n") == 1


def test_the_rows_are_never_overwritten(odke, corpus: Path) -> None:
    """Rows in a file called facts.jsonl survive `-o` into their own folder."""
    (corpus / "run").mkdir()
    rows = (corpus / "triples.jsonl").read_bytes()
    (corpus / "run/facts.jsonl").write_bytes(rows)
    odke("ground", "--facts", "run/facts.jsonl", "--texts", "texts", "-o", "run")
    assert (corpus / "run/facts.jsonl").read_bytes() == rows


def test_another_programs_manifest_is_not_overwritten(odke, corpus: Path) -> None:
    """A folder with a manifest that is not ours is refused."""
    (corpus / "app").mkdir()
    (corpus / "app/manifest.json").write_text('{"name": "app"}', encoding="utf-8")
    odke(*GROUND, "-o", "app")
    assert contents(corpus / "app") == {"manifest.json": b'{"name": "app"}'}


def test_a_wide_file_is_refused_with_the_command(odke, corpus: Path) -> None:
    """UTF-16 rows are one line and exit 2, with the command that converts them."""
    text = (corpus / "triples.jsonl").read_text("utf-8")
    (corpus / "triples.jsonl").write_text(text, encoding="utf-16")
    done = odke(*GROUND)
    assert (done.stdout, done.returncode) == ("", 2)
    assert "iconv -f UTF-16 -t UTF-8 triples.jsonl" in done.stderr


def test_a_failed_run_can_be_run_again(odke, corpus: Path) -> None:
    """After the file is converted the same command works: nothing left behind is in its way."""
    text = (corpus / "triples.jsonl").read_text("utf-8")
    (corpus / "triples.jsonl").write_text(text, encoding="utf-16")
    assert odke(*GROUND, "-o", "out").returncode == 2
    (corpus / "triples.jsonl").write_text(text, encoding="utf-8")
    assert odke(*GROUND, "-o", "out").returncode == 0


def test_a_row_nested_too_deeply_costs_itself(odke, corpus: Path) -> None:
    """One row that is nested too deeply to be held or written is named; the rest is written."""
    row = {"doc": "mill", "subject": "Orrin Mill", "predicate": "near", "object": "Skail"}
    for depth in (300, 900):
        nested = json.dumps({**row, "qualifiers": {"x": 0}}).replace("0", "[" * depth + "]" * depth)
        with (corpus / "triples.jsonl").open("a", encoding="utf-8") as file:
            file.write(nested + "\n")
    done = odke(*GROUND, "-o", "out")
    assert done.returncode == 2
    assert "malformed     2" in done.stdout


def test_a_bad_ontology_names_every_problem(odke, corpus: Path) -> None:
    """An ontology that cannot be loaded is exit 2 with each problem by its dotted path."""
    bad = {"types": {"Boat": {"parent": []}}, "predicates": {"at": {"range": "Habour"}}}
    (corpus / "ontology.json").write_text(json.dumps(bad), encoding="utf-8")
    done = odke(*GROUND, "--ontology", "ontology.json")
    assert (done.stdout, done.returncode) == ("", 2)
    assert "types.Boat.parent" in done.stderr
    assert "predicates.at.range" in done.stderr
    assert "Traceback" not in done.stderr
