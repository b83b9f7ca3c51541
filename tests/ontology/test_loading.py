"""How does an ontology come out of a file, with every problem named?"""

import builtins
import json
import re
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from openodke.errors import MissingExtraError, OdkeError
from openodke.install import install_line
from openodke.ontology import Ontology, OntologyImportWarning, OntologyLoadError

SMALL = {"types": {"Vessel": {}}, "predicates": {"imo": {"domain": ["Vessel"]}}}
BROKEN = {
    "nam": "harbours",
    "version": 2,
    "types": {"Vessel": {"parent": ["Hull"], "aliases": ["Ship", 7, "Boat", 8]}, "Tug": [], 5: {}},
    "predicates": {
        "imo": {"domain": "Vessel", "cardinality": "singl", "importance": float("nan")},
        "flag": {"range": "Vesel", "qualifiers": {"on": {"identitty": True}, "off": None}},
    },
}
PROBLEMS = [
    "nam: unknown key … did you mean 'name'?",
    "version: must be text, got 2: put it in quotes, '2'",
    "types.Vessel.parent: unknown key … did you mean 'parents'?",
    "types.Vessel.aliases[1]: must be text, got 7: put it in quotes, '7'",
    "types.Vessel.aliases[3]: must be text, got 8: put it in quotes, '8'",
    "types.Tug: must be a mapping, got []",
    "types[5]: must be text, got 5: put it in quotes, '5'",
    "predicates.imo.domain: must be a list, got 'Vessel': write [\"Vessel\"]",
    "predicates.imo.cardinality: must be 'single' or 'multi', got 'singl' … did you mean 'single'?",
    "predicates.imo.importance: must be a finite number, got nan",
    "predicates.flag.qualifiers.on.identitty: unknown key … did you mean 'identity'?",
    "predicates.flag.qualifiers.off: must be a mapping, got None: write {} where nothing is said",
]


def test_strict_loading_lists_every_problem() -> None:
    """One error lists what cannot be read and what does not hold together, by dotted path."""
    with pytest.raises(OntologyLoadError) as refused:
        Ontology.from_dict(BROKEN)
    problems = refused.value.problems
    assert sorted(problems[:-1]) == sorted(PROBLEMS)
    assert problems[-1].startswith("predicates.flag.range: 'Vesel' is no type")
    assert problems[-1].endswith("did you mean 'Vessel'? [unknown-range]")
    assert str(refused.value) == "\n".join(problems)
    assert isinstance(refused.value, OdkeError)


def test_lenient_loading_keeps_the_rest_and_names_what_is_left_out() -> None:
    """What can be read is kept, and one warning names each part that was left out."""
    with pytest.warns(OntologyImportWarning) as told:
        built = Ontology.from_dict(BROKEN, strict=False)
    (warning,) = told
    assert warning.filename == __file__
    assert all(problem in str(warning.message) for problem in PROBLEMS)
    assert list(built.types) == ["Vessel"]
    assert built.types["Vessel"].aliases == ("Ship", "Boat")
    assert built.predicates["imo"].cardinality == "single"
    assert built.predicates["flag"].range == "Vesel"
    assert set(built.predicates["flag"].qualifiers) == {"on"}
    assert [held.code for held in built.validate()] == ["unknown-range"]


def test_lenient_loading_of_a_sound_ontology_is_silent() -> None:
    """Nothing left out, nothing said: warnings are errors here."""
    assert Ontology.from_dict(SMALL, strict=False) == Ontology.from_dict(SMALL)


def test_what_follows_from_a_broken_part_is_not_told() -> None:
    """A reference to an entry that cannot be read, or a scope of it, is no second problem."""
    data = {
        "types": {"Vessel": None, "Tug": {"parents": ["Vessel"]}},
        "predicates": {"rate": {"qualifiers": ["day"], "cardinality_scope": ["day"]}},
    }
    with pytest.raises(OntologyLoadError) as refused:
        Ontology.from_dict(data)
    assert refused.value.problems == (
        "types.Vessel: must be a mapping, got None: write {} where nothing is said",
        "predicates.rate.qualifiers: must be a mapping, got ['day']",
    )


def test_an_unknown_key_unlike_any_known_one_names_those() -> None:
    """When no known key is close, all known ones are listed."""
    with pytest.raises(
        OntologyLoadError, match=r"^types\.A\.zzz: unknown key; known are name, desc"
    ):
        Ontology.from_dict({"types": {"A": {"zzz": 1}}})


@pytest.mark.parametrize("data", [None, [], "text", 3])
def test_the_top_level_must_be_a_mapping(data: Any) -> None:
    """Anything but a mapping is refused, leniently too."""
    for strict in (True, False):
        with pytest.raises(OntologyLoadError, match="top level must be a mapping"):
            Ontology.from_dict(data, strict=strict)


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("indent", [None, 1])
def test_json_from_text_and_file(tmp_path: Path, mark: str, indent: int | None) -> None:
    """JSON is read as text, on one line or many, and from a path, with or without a mark."""
    text = mark + json.dumps(SMALL, indent=indent)
    file = tmp_path / "harbours.json"
    file.write_text(text, encoding="utf-8")
    expected = Ontology.from_dict(SMALL)
    assert Ontology.from_json(text) == expected
    assert Ontology.from_json(file) == Ontology.from_json(str(file)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "types:\n  Vessel: {}\n",
        "{types: {Vessel: {}}}",
        "--- {types: {Vessel: {}}}",
        "# harbours\ntypes: {Vessel: {}}",
        "%YAML 1.1\n---\ntypes: {Vessel: {}}",
        "\ufefftypes:\n  Vessel: {}\n",
        "types:\r\n  Vessel: {}\r\n",
    ],
)
def test_yaml_from_text(tmp_path: Path, text: str) -> None:
    """YAML is read as text when it looks like one, and from a path."""
    assert list(Ontology.from_yaml(text).types) == ["Vessel"]
    file = tmp_path / "harbours.yaml"
    file.write_bytes(text.encode())
    assert list(Ontology.from_yaml(file).types) == ["Vessel"]


def test_yaml_merge_keys_are_no_repetition() -> None:
    """A key that overrides a merged one is not given twice."""
    text = """
    base: &base {description: afloat}
    types:
      Vessel: {<<: *base}
      Tug: {<<: *base, description: small}
    """
    with pytest.raises(OntologyLoadError) as refused:
        Ontology.from_yaml(text)
    assert [line.split(":")[0] for line in refused.value.problems] == ["base"]


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("shape", ["[{}]", "{{k: [{}]}}", "{{<<: [{}]}}"])
def test_aliases_of_aliases_are_refused(shape: str, *, strict: bool) -> None:
    """A few lines that stand for billions of parts are refused before anybody walks over them."""
    text = "types: {}\na0: &a0 {k: v}\n"
    for number in range(40):
        text += f"a{number + 1}: &a{number + 1} {shape.format(f'*a{number}, *a{number}')}\n"
    with pytest.raises(OntologyLoadError, match="aliases"):
        Ontology.from_yaml(text, strict=strict)


def test_shared_parts_of_plain_data_are_refused_too() -> None:
    """A mapping in memory can hold the same parts as often as a file."""
    shared: dict[str, Any] = {}
    for _ in range(60):
        shared = {"one": shared, "other": shared}
    with pytest.raises(OntologyLoadError, match="unfold"):
        Ontology.from_dict({"types": shared})


def test_an_alias_stands_for_its_part() -> None:
    """Entries that are alike are written once; what is wrong with one leaves the others."""
    text = "types:\n  A: &a {description: afloat, aliases: [x]}\n  B: *a\n  C: {<<: *a, wrong: 1}\n"
    with pytest.warns(OntologyImportWarning, match=r"types\.C\.wrong"):
        built = Ontology.from_yaml(text, strict=False)
    assert {held.description for held in built.types.values()} == {"afloat"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("types: {NO: {}}", r"got False: YAML reads a bare NO, off and false so, put the word in"),
        ("types: {on: {}}", r"got True: YAML reads a bare YES, on and true so, put the word in"),
        ("version: 1.10", r"version: must be text, got 1\.1: put it in quotes, as it is written"),
        ("version: 2020-01-01", r"version: must be text, got datetime.*: put it in quotes, as it"),
    ],
)
def test_what_yaml_reads_otherwise_is_explained(text: str, told: str) -> None:
    """Country codes, versions and dates have to be quoted, which the message says."""
    with pytest.raises(OntologyLoadError, match=told):
        Ontology.from_yaml(f"{text}\n")


@pytest.mark.parametrize("read", [Ontology.from_json, Ontology.from_yaml])
def test_repeated_keys_are_told(read: Any) -> None:
    """A key given twice is a problem with its path; leniently the last one stands."""
    text = """{"types": {"A": {}, "A": {"aliases": ["x"]}},
               "predicates": {"p": {"range": "date", "range": "text"}}}"""
    with pytest.raises(OntologyLoadError) as refused:
        read(text)
    assert refused.value.problems == (
        "types.A: given more than once: keep one",
        "predicates.p.range: given more than once: keep one",
    )
    with pytest.warns(OntologyImportWarning, match=r"types\.A: .*the last one stands") as told:
        built = read(text, strict=False)
    assert told[0].filename == __file__
    assert built.types["A"].aliases == ("x",)
    assert built.predicates["p"].range == "text"


@pytest.mark.parametrize(
    ("read", "text", "message"),
    [
        (Ontology.from_json, '{"types": }', r"the text: line 1 column 11: "),
        (Ontology.from_json, "{\n 'a': 1}", r"the text: line 2 column 2: "),
        (Ontology.from_json, "", r"the text: line 1 column 1: "),
        (Ontology.from_json, "[" * 100_000, r"the text: is nested too deeply"),
        (Ontology.from_json, '{"types": ' + "9" * 5000 + "}", r"the text: .*digits"),
        (Ontology.from_yaml, "a: b: c\n", r"the text: line 1 column 5: "),
        (Ontology.from_yaml, "? [a]\n: 1\n", r"the text: line 1 column 3: found unhashable key"),
        (Ontology.from_yaml, "frozen_at: 2026-13-45\n", r"the text: month must be"),
        (Ontology.from_yaml, "a: \x07\n", r"the text: .*special characters"),
        (Ontology.from_yaml, "a: &a [*a]\n", r"line 1 column 4: .*recursive"),
        (Ontology.from_yaml, "a: !!python/name:os.system\n", r"line 1 column 4: could not"),
    ],
)
def test_what_is_no_json_or_yaml(read: Any, text: str, message: str) -> None:
    """A text that cannot be parsed is refused with its line and column."""
    with pytest.raises(OntologyLoadError, match=message):
        read(text)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """A missing file, a folder, a wrong encoding and a NUL in the path are named errors."""
    latin = tmp_path / "latin.json"
    latin.write_bytes('{"name": "Zürich"}'.encode("latin-1"))
    with pytest.raises(OntologyLoadError, match=r"latin\.json: is not UTF-8 at byte 11"):
        Ontology.from_json(latin)
    with pytest.raises(OntologyLoadError, match=r"gone\.json: cannot be read \(No such file"):
        Ontology.from_json(tmp_path / "gone.json")
    with pytest.raises(OntologyLoadError, match="cannot be read"):
        Ontology.from_json(tmp_path)
    with pytest.raises(OntologyLoadError, match="cannot be read"):
        Ontology.from_json("a\0b")


def test_only_a_string_may_have_been_meant_as_a_text(tmp_path: Path) -> None:
    """Of a path that is not there the message says no more than that."""
    gone = tmp_path / "gone.json"
    with pytest.raises(OntologyLoadError) as refused:
        Ontology.from_json(gone)
    assert str(refused.value) == f"{gone}: cannot be read (No such file or directory)"
    with pytest.raises(OntologyLoadError, match="or give a text with a newline"):
        Ontology.from_json(str(gone))


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ('{"nam": "x"}', ["nam: unknown key … did you mean 'name'?"]),
        ("[1]", ["the top level must be a mapping, not list"]),
        ("{,}", ["line 1 column 2: Expecting property name enclosed in double quotes"]),
        (
            '{"name": 1, "version": 2}',
            [
                "name: must be text, got 1: put it in quotes, '1'",
                "version: must be text, got 2: put it in quotes, '2'",
            ],
        ),
    ],
)
def test_each_line_of_an_error_names_the_file(
    tmp_path: Path, text: str, problems: list[str]
) -> None:
    """The message opens each line with it; the problems are their dotted paths, as of a text."""
    file = tmp_path / "harbours.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(OntologyLoadError) as refused:
        Ontology.from_json(file)
    assert refused.value.problems == tuple(problems)
    assert str(refused.value).split("\n") == [f"{file}: {problem}" for problem in problems]
    assert refused.value.source == str(file)


def test_lone_surrogates_are_refused() -> None:
    """A name that could not be written as UTF-8 is a named problem."""
    with pytest.raises(OntologyLoadError, match=r"^types\..*: holds a lone surrogate"):
        Ontology.from_json('{"types": {"\\ud800x": {}}}')


def test_yaml_without_pyyaml(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without pyyaml the error holds the line that installs it."""
    real = builtins.__import__

    def refusing(name: str, *args: Any, **kwargs: Any) -> Any:
        if name == "yaml":
            raise ModuleNotFoundError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", refusing)
    with pytest.raises(MissingExtraError, match=re.escape(install_line("[yaml]"))):
        Ontology.from_yaml("types:\n  A: {}\n")


SCALARS = st.sampled_from([None, True, 3, 0.5, float("inf"), "", "A", "single", [], ["A", 1], {}])
FIELDS = ["name", "domain", "aliases", "qualifiers", "range", "identity", "x", ""]
PARTS = st.dictionaries(st.sampled_from(FIELDS), SCALARS, max_size=3)
ENTRIES = st.dictionaries(
    st.sampled_from(["A", "b", "", 4]),
    SCALARS | st.dictionaries(st.sampled_from(FIELDS), SCALARS | PARTS, max_size=4),
    max_size=3,
)


@given(
    st.dictionaries(
        st.sampled_from(["name", "version", "types", "predicates", "x", 7]), SCALARS | ENTRIES
    )
)
def test_lenient_loading_never_fails_on_a_mapping(data: dict[str, Any]) -> None:
    """Any mapping loads leniently, into what a strict load of the same content gives back."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", OntologyImportWarning)
        built = Ontology.from_dict(data, strict=False)
    again = Ontology.from_dict(built.model_dump(mode="json"), strict=False)
    assert again == built
