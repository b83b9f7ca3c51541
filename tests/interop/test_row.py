"""Which rows can be built, and is each wrong one refused by its field?"""

import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from openodke import TripleRow
from openodke.interop import SCHEMA_VERSION, row_schema
from openodke.interop.row import parse_row

CLAIM = {"doc": "mill", "subject": "Orrin Mill", "predicate": "opened_in", "object": "Skail"}
REQUIRED = ["doc", "subject", "predicate", "object"]


def problems(**fields: object) -> list[str]:
    """Return what is wrong with a row, a line each, without the place; [] for a good one."""
    parsed = parse_row({**CLAIM, **fields}, "rows", 0)
    if isinstance(parsed, TripleRow):
        return []
    return [str(problem).removeprefix("rows:0: ") for problem in parsed]


def test_defaults() -> None:
    """A row of its required fields says nothing else, and which version it is written in."""
    assert TripleRow(**CLAIM).model_dump(exclude=set(CLAIM)) == {
        "subject_type": None,
        "object_type": None,
        "start": None,
        "end": None,
        "quote": None,
        "polarity": "asserted",
        "qualifiers": {},
        "confidence": None,
        "extractor": None,
        "id": None,
        "claim": None,
        "subject_key": None,
        "object_key": None,
        "subject_aliases": (),
        "object_aliases": (),
        "schema_version": SCHEMA_VERSION,
    }


@pytest.mark.parametrize("field", REQUIRED)
def test_a_required_field_is_missed_by_name(field: str) -> None:
    """A row without one of the four is refused, naming the one."""
    data = {key: value for key, value in CLAIM.items() if key != field}
    (problem,) = parse_row(data, "rows", 7)
    assert (problem.source, problem.line, problem.field) == ("rows", 7, field)
    assert "required" in problem.reason


def test_the_source_may_be_unknown() -> None:
    """A claim may have no text, which is said and not left out."""
    assert problems(doc=None) == []


@pytest.mark.parametrize("value", ["Skail", "0", 7, 7.5, -0.0, True, False, 10**40])
def test_an_object_is_kept_as_the_kind_it_is(value: object) -> None:
    """Text, numbers and truths stay what they are."""
    held = TripleRow(**{**CLAIM, "object": value}).object
    assert held == value
    assert type(held) is type(value)


@pytest.mark.parametrize("value", ["", None, [], ["Skail"], {}, float("nan"), float("inf")])
def test_what_is_no_object(value: object) -> None:
    """Nothing, a structure and a number that is not finite are refused by the field's name."""
    (line,) = problems(object=value)
    assert line.startswith("object: ")


@pytest.mark.parametrize(
    ("misspelt", "hint"),
    [
        ("subjct_type", "did you mean 'subject_type'?"),
        ("Quote", "did you mean 'quote'?"),
        ("qualifier", "did you mean 'qualifiers'?"),
        ("shoe_size", "put what is yours under 'qualifiers'"),
    ],
)
def test_an_unknown_field_is_named_with_a_hint(misspelt: str, hint: str) -> None:
    """A field that rows do not have is refused with the nearest one that they have."""
    (line,) = problems(**{misspelt: "x"})
    assert line == f"{misspelt}: the row has no such field: {hint}"


def test_every_problem_of_a_row_is_reported() -> None:
    """Three wrong fields are three problems."""
    lines = problems(subject=7, confidence=2, shoe_size=43)
    assert [line.partition(":")[0] for line in lines] == ["subject", "confidence", "shoe_size"]
    assert lines[0].endswith("found 7")


@pytest.mark.parametrize(("given_one", "missing"), [("start", "end"), ("end", "start")])
def test_one_offset_without_the_other_is_refused(given_one: str, missing: str) -> None:
    """Offsets come in pairs; zero is an offset."""
    assert problems(**{given_one: 0}) == [
        f"{given_one} is given without {missing}: give both offsets or neither"
    ]


@pytest.mark.parametrize(("start", "end"), [(0, 4), (-1, 4), (5, 1), (3, 3), (0, 10**9)])
def test_whether_offsets_hold_is_not_judged_here(start: int, end: int) -> None:
    """Offsets outside any text make a row: the span check turns them into a verdict."""
    assert problems(start=start, end=end) == []


@pytest.mark.parametrize("value", [True, "0", 0.5, [0]])
def test_an_offset_is_a_whole_number(value: object) -> None:
    """A truth, a text and a part of a number are no offset, and are shown as found."""
    (line,) = problems(start=value, end=4)
    assert line == f"start: Input should be a valid integer; found {value!r}"


@pytest.mark.parametrize("field", ["subject", "object"])
@pytest.mark.parametrize(
    "name", [" ", "-", "—", "...", "?", "\u200b", "\x00", "N/A", "#N/A", "(n/a)"]
)
def test_a_name_that_names_nothing_is_refused(field: str, name: str) -> None:
    """What stands in a table for an empty cell is the name of nobody, and is shown as found."""
    assert problems(**{field: name}) == [
        f"{field}: names nothing: leave the row out; found {name!a}"
    ]


@pytest.mark.parametrize("field", ["subject", "object"])
@pytest.mark.parametrize("name", ["None", "unknown", "null", "NA", "Na/K", "∞", "C#", "!!!a", "€"])
def test_a_name_that_may_be_one_is_kept(field: str, name: str) -> None:
    """A band, a film, a country's code and a sign are names."""
    assert problems(**{field: name}) == []


def test_a_literal_may_be_a_sign_alone() -> None:
    """A value is what it is: the rhesus factor of a blood is a plus or a minus."""
    assert problems(object="-", object_type="string") == []
    assert problems(object="...", object_type="text") == []


@pytest.mark.parametrize("value", [-0.1, 1.1, 7, float("inf"), "high"])
def test_a_confidence_lies_between_none_and_all(value: object) -> None:
    """A confidence outside [0, 1] is refused by name."""
    (line,) = problems(confidence=value)
    assert line.startswith("confidence: ")


@pytest.mark.parametrize("value", ["0.5", True])
def test_a_confidence_is_a_number(value: object) -> None:
    """A text or a truth is no confidence, as it is no offset."""
    assert problems(confidence=value)


NAME_FIELDS = [
    "doc",
    "subject",
    "predicate",
    "subject_type",
    "object_type",
    "quote",
    "extractor",
    "id",
    "subject_key",
    "object_key",
]


@pytest.mark.parametrize("field", NAME_FIELDS)
@pytest.mark.parametrize("value", ["", 7, ["x"]])
def test_a_name_is_a_string_of_some_length(field: str, value: object) -> None:
    """An empty name and one that is no string are refused by the field's name."""
    (line,) = problems(**{field: value})
    assert line.startswith(f"{field}: ")


@pytest.mark.parametrize("version", ["1.0", "1.1", "1.99"])
def test_any_minor_version_is_read(version: str) -> None:
    """A reader takes any 1.N."""
    assert problems(schema_version=version) == []


@pytest.mark.parametrize("version", ["0.9", "2.0", "10.0", "1", "1.", "1.x", "1.0.0", ""])
def test_another_major_version_is_refused_by_name(version: str) -> None:
    """Another major version is refused, saying which it is and which are read."""
    (line,) = problems(schema_version=version)
    assert line.startswith(f"schema_version: schema_version {version!r} is not readable here")
    assert "1.N" in line


def test_a_version_is_written_in_plain_digits() -> None:
    """A superscript is no version number."""
    assert problems(schema_version="1.²")


@pytest.mark.parametrize("data", [[1], "row", 7, None, True])
def test_what_is_no_object_with_fields(data: object) -> None:
    """A list, a text or a number in place of a row is refused by its kind."""
    (problem,) = parse_row(data, "rows", 3)
    assert str(problem) == (
        f"rows:3: a row is an object with named fields, not a {type(data).__name__}"
    )


def test_a_huge_value_is_shown_in_part() -> None:
    """A problem stays readable whatever was found."""
    (line,) = problems(polarity="x" * 100_000)
    assert len(line) < 200


ROWS = st.builds(
    TripleRow,
    doc=st.none() | st.text(min_size=1),
    subject=st.text(min_size=1),
    predicate=st.text(min_size=1),
    object=st.text(min_size=1)
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False),
    qualifiers=st.dictionaries(st.text(), st.integers() | st.text(), max_size=3),
    confidence=st.none() | st.floats(0, 1),
)


@given(ROWS)
def test_the_id_follows_from_what_the_row_says(row: TripleRow) -> None:
    """Read back from JSON, or with its qualifiers in another order, a row has the same id."""
    reordered = dict(reversed(row.qualifiers.items()))
    assert len(row.content_id) == 32
    assert TripleRow.model_validate_json(row.model_dump_json()).content_id == row.content_id
    assert row.model_copy(update={"qualifiers": reordered}).content_id == row.content_id
    assert row.model_copy(update={"id": "given"}).content_id == row.content_id


def test_another_content_is_another_id() -> None:
    """Rows that say something else have another id; `1`, `1.0`, `True` and `"1"` do."""
    changes = [
        {"subject": "The Mill"},
        {"object": 1},
        {"object": 1.0},
        {"object": True},
        {"object": "1"},
        {"doc": None},
        {"polarity": "denied"},
        {"start": 0, "end": 4},
        {"claim": "It opened."},
        {"qualifiers": {"year": 1872}},
    ]
    ids = {TripleRow(**{**CLAIM, **change}).content_id for change in [{}, *changes]}
    assert len(ids) == len(changes) + 1


def test_the_version_is_no_content() -> None:
    """The same claim written by another version has the same id."""
    assert TripleRow(**CLAIM, schema_version="1.0").content_id == TripleRow(**CLAIM).content_id


HASHED = """
from openodke import TripleRow
qualifiers = {"tags": {"ferry", "boat", "quay", "tide", "mast"}}
print(TripleRow(doc="d", subject="s", predicate="p", object="o", qualifiers=qualifiers).content_id)
"""


def test_the_id_is_the_same_in_another_process() -> None:
    """A set in a qualifier does not make the id differ from run to run."""
    ids = {
        subprocess.run(
            [sys.executable, "-c", HASHED],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in "1234"
    }
    assert len(ids) == 1


@pytest.mark.filterwarnings("ignore::pydantic.json_schema.PydanticJsonSchemaWarning")
def test_the_json_schema_describes_the_row() -> None:
    """The schema names the version, the required fields, every field, and allows no other."""
    schema = json.loads(json.dumps(row_schema()))
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert SCHEMA_VERSION in schema["title"]
    assert schema["required"] == REQUIRED
    assert schema["additionalProperties"] is False
    assert list(schema["properties"]) == list(TripleRow.model_fields)


def test_the_json_schema_comes_without_a_warning() -> None:
    """Asking for the schema warns of nothing."""
    assert row_schema()


def test_a_row_is_frozen() -> None:
    """A row cannot be changed, nor its qualifiers."""
    row = TripleRow(**CLAIM, qualifiers={"a": [1]})
    with pytest.raises(ValidationError, match="frozen"):
        row.object = "Leeds"
    with pytest.raises(TypeError, match="cannot be changed"):
        row.qualifiers["a"].append(2)
