"""What does `odke ontology` say of a file, and how does it exit?"""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from openodke.cli.application import app

HARBOUR: dict[str, Any] = {
    "name": "harbour",
    "version": "3",
    "types": {
        "Organisation": {},
        "Company": {
            "parents": ["Organisation"],
            "keys": ["register_number"],
            "aliases": ["Firm", "Business"],
        },
        "Place": {},
    },
    "predicates": {
        "register_number": {"domain": ["Company"]},
        "calls_at": {
            "domain": ["Company"],
            "range": "Place",
            "cardinality": "multi",
            "importance": 0.9,
            "description": "Where its boats stop",
        },
        "founded": {"domain": ["Organisation"], "range": "date"},
    },
}
EDITED = {
    **HARBOUR,
    "version": "4",
    "types": {**HARBOUR["types"], "Port": {"parents": ["Place"]}},
    "predicates": {
        **HARBOUR["predicates"],
        "calls_at": {**HARBOUR["predicates"]["calls_at"], "range": "Port"},
    },
}
BROKEN = {
    "types": {"Company": {"parnets": ["Organisation"]}},
    "predicates": {"founded": {"range": "dat"}, "owns": {"cardinality": "many"}},
}
INCONSISTENT = {
    "inferred": True,
    "types": {"Company": {}},
    "predicates": {"owns": {"domain": ["Company", "Port"]}, "runs": {"domain": ["Compny"]}},
}

Odke = Callable[..., Any]


@pytest.fixture
def odke(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Odke:
    """Run `odke ontology` in a folder of ontologies."""
    monkeypatch.chdir(tmp_path)
    files = {"harbour": HARBOUR, "edited": EDITED, "broken": BROKEN, "inconsistent": INCONSISTENT}
    for name, content in files.items():
        Path(f"{name}.json").write_text(json.dumps(content), "utf-8")
    return lambda *arguments: CliRunner().invoke(app, ["ontology", *arguments])


def test_a_sound_file_is_one_line(odke: Odke) -> None:
    """It says how much the file holds."""
    done = odke("validate", "harbour.json")
    assert done.output == "harbour.json: 3 types, 3 predicates: no problems\n"
    assert done.exit_code == 0


def test_parts_that_cannot_be_read_are_errors(odke: Odke) -> None:
    """All of them in columns, with what else is wrong, and the tally; exit 1."""
    done = odke("validate", "broken.json")
    literals = "boolean, date, datetime, float, integer, number, quantity, string, text"
    assert done.stdout == (
        "error  types.Company.parnets        unknown key … did you mean 'parents'?\n"
        "error  predicates.owns.cardinality  must be 'single' or 'multi', got 'many'\n"
        "error  predicates.founded.range     'dat' is no type and none of the literals "
        f"{literals} … did you mean 'date'?\n"
        "broken.json: 1 type, 2 predicates: 3 errors\n"
    )
    assert done.exit_code == 1


def test_what_does_not_hold_together_comes_with_its_warnings(odke: Odke) -> None:
    """Errors come first; exit 1 is of them, and warnings alone are exit 0."""
    done = odke("validate", "inconsistent.json")
    assert [line.split("  ")[0] for line in done.stdout.splitlines()] == [
        "error",
        "warning",
        "warning",
        "inconsistent.json: 1 type, 2 predicates: 1 error, 2 warnings",
    ]
    assert done.exit_code == 1
    Path("inferred.json").write_text('{"inferred": true}', "utf-8")
    done = odke("validate", "inferred.json")
    assert done.stdout.endswith("inferred.json: 0 types, 0 predicates: 1 warning\n")
    assert done.exit_code == 0


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (None, "cannot be read (No such file or directory)"),
        ("{types", "line 1 column 2: Expecting property name"),
        ("[1]", "the top level must be a mapping, not list"),
        ("", "line 1 column 1: Expecting value"),
    ],
)
@pytest.mark.parametrize("command", ["validate", "types"])
def test_a_file_that_cannot_be_read_is_exit_2(
    odke: Odke, command: str, content: str | None, problem: str
) -> None:
    """The file and the place in it are named on standard error."""
    if content is not None:
        Path("it.json").write_text(content, "utf-8")
    done = odke(command, "it.json")
    assert (done.stdout, done.exit_code) == ("", 2)
    assert done.stderr.startswith(f"odke: it.json: {problem}")


def test_a_message_that_ends_in_brackets_has_no_code_in_them(odke: Odke) -> None:
    """The code of a part that cannot be read is the same whatever is said of it."""
    content = {"types": {"Person": {}}, "predicates": {"born": {"domain": "Person"}}}
    Path("it.json").write_text(json.dumps(content), "utf-8")
    assert json.loads(odke("validate", "it.json", "--json").stdout) == [
        {
            "code": "unreadable-part",
            "path": "predicates.born.domain",
            "message": "must be a list, got 'Person': write [\"Person\"]",
            "severity": "error",
        }
    ]


def test_a_file_that_is_not_there_is_said_to_be_none(odke: Odke) -> None:
    """And not that a text could have been given: a command takes none."""
    done = odke("validate", "none.json")
    assert done.stderr == "odke: none.json: cannot be read (No such file or directory)\n"
    assert done.exit_code == 2


def test_yaml_is_told_by_its_ending(odke: Odke) -> None:
    """Both endings, in any case."""
    for name in ("it.yaml", "it.YML"):
        Path(name).write_text("types:\n  Place: {}\n", "utf-8")
        assert odke("validate", name).stdout == f"{name}: 1 type, 0 predicates: no problems\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_read_once(odke: Odke) -> None:
    """What gives its text only once is enough."""
    reading, writing = os.pipe()
    os.write(writing, json.dumps(INCONSISTENT).encode())
    os.close(writing)
    try:
        done = odke("validate", f"/dev/fd/{reading}")
    finally:
        os.close(reading)
    assert done.stdout.endswith(": 1 type, 2 predicates: 1 error, 2 warnings\n")


def test_a_difference_is_in_columns(odke: Odke) -> None:
    """What breaks is marked, and makes the exit 1."""
    done = odke("diff", "harbour.json", "edited.json")
    assert done.stdout == (
        "          changed  version                    '3' → '4'\n"
        "          added    types.Port                 a kind of 'Place'\n"
        "breaking  changed  predicates.calls_at.range  'Place' → 'Port'\n"
        "harbour 3 → harbour 4: 3 changes, 1 breaking\n"
    )
    assert done.exit_code == 1


def test_a_difference_that_breaks_nothing_is_exit_0(odke: Odke) -> None:
    """As is none at all."""
    done = odke("diff", "edited.json", "harbour.json")
    assert done.exit_code == 1
    Path("next.json").write_text(json.dumps({**HARBOUR, "version": "4"}), "utf-8")
    done = odke("diff", "harbour.json", "next.json")
    assert done.stdout.endswith("harbour 3 → harbour 4: 1 change, none breaking\n")
    assert done.exit_code == 0
    done = odke("diff", "harbour.json", "harbour.json")
    assert (done.output, done.exit_code) == ("harbour 3 → harbour 3: the same\n", 0)


@pytest.mark.parametrize(
    "arguments",
    [
        ("types", "broken.json"),
        ("snippet", "broken.json", "Company"),
        ("diff", "harbour.json", "broken.json"),
        ("diff", "broken.json", "harbour.json"),
    ],
)
def test_a_file_with_errors_is_sent_to_validate(odke: Odke, arguments: tuple[str, ...]) -> None:
    """Only `validate` lists them."""
    done = odke(*arguments)
    expected = "odke: broken.json: has 3 errors: see `odke ontology validate broken.json`\n"
    assert (done.stdout, done.stderr, done.exit_code) == ("", expected, 2)


def test_the_types_are_a_table(odke: Odke) -> None:
    """With how many predicates each may have, the inherited among them."""
    assert odke("types", "harbour.json").stdout == (
        "TYPE          PREDICATES  PARENTS       KEYS             ALIASES\n"
        "Organisation  1\n"
        "Company       3           Organisation  register_number  Firm, Business\n"
        "Place         0\n"
        "harbour.json: 3 types, 3 predicates\n"
    )
    Path("empty.json").write_text("{}", "utf-8")
    assert odke("types", "empty.json").stdout == "empty.json: 0 types, 0 predicates\n"


def test_a_snippet_is_the_prose_of_a_prompt(odke: Odke) -> None:
    """What was left out is told on standard error, so the prose can be piped."""
    done = odke("snippet", "harbour.json", "firm", "--limit", "2")
    assert done.stdout == (
        "Company: A kind of Organisation. Also called Firm, Business.\n"
        "- calls_at (Place, any number): Where its boats stop.\n"
        "- register_number (string): Tells one from another.\n"
    )
    assert done.stderr == "odke: 1 more left out: --limit 3 shows all\n"
    assert done.exit_code == 0
    assert odke("snippet", "harbour.json", "Company").stderr == ""


def test_an_unknown_type_is_guessed_at(odke: Odke) -> None:
    """The closest name is offered; exit 2."""
    done = odke("snippet", "harbour.json", "Compny")
    assert done.stderr == "odke: 'Compny' is no type of 'harbour' … did you mean 'Company'?\n"
    assert (done.stdout, done.exit_code) == ("", 2)


def test_a_limit_below_one_is_a_wrong_call(odke: Odke) -> None:
    """Exit 2, with the option named."""
    done = odke("snippet", "harbour.json", "Company", "--limit", "0")
    assert "--limit" in done.stderr
    assert done.exit_code == 2


def test_json_is_for_a_machine(odke: Odke) -> None:
    """Each command's data, with the same exit status."""
    done = odke("validate", "inconsistent.json", "--json")
    assert [held["code"] for held in json.loads(done.stdout)] == [
        "unreachable-predicate",
        "unreviewed",
        "unknown-domain",
    ]
    assert done.exit_code == 1
    assert json.loads(odke("validate", "harbour.json", "--json").stdout) == []
    done = odke("diff", "harbour.json", "edited.json", "--json")
    assert json.loads(done.stdout)[2] == {
        "kind": "changed",
        "path": "predicates.calls_at.range",
        "breaking": True,
        "detail": "'Place' → 'Port'",
    }
    assert done.exit_code == 1
    assert json.loads(odke("types", "harbour.json", "--json").stdout)[1] == {
        "name": "Company",
        "parents": ["Organisation"],
        "keys": ["register_number"],
        "aliases": ["Firm", "Business"],
        "predicates": 3,
    }
    schema = json.loads(odke("snippet", "harbour.json", "Place", "--json").stdout)
    assert schema["properties"]["type"]["enum"] == ["Place"]


def test_names_do_not_drive_the_terminal(odke: Odke) -> None:
    """What a terminal would act upon is shown escaped."""
    data = {"types": {"Red\x1b[31m": {"description": "a\x07b"}}}
    Path("it.json").write_text(json.dumps(data), "utf-8")
    for arguments in (("types", "it.json"), ("snippet", "it.json", "Red\x1b[31m")):
        done = odke(*arguments)
        assert "Red\\x1b[31m" in done.stdout
        assert "\x1b" not in done.stdout + done.stderr
        assert "\x07" not in done.stdout


def test_the_help_names_every_command(odke: Odke) -> None:
    """Each with one whole line."""
    done = odke("--help")
    lines = done.stdout.partition("Commands:\n")[2].splitlines()
    assert [line.split()[0] for line in lines] == ["validate", "diff", "types", "snippet"]
    assert all(line.endswith(".") and not line.endswith("...") for line in lines)
