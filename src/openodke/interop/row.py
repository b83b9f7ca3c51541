"""What is one claim on one text, in the form that every framework's graph can be written in?"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Annotated, Any

from pydantic import AfterValidator, Field, StrictInt, ValidationError, model_validator

from openodke.errors import RowProblem
from openodke.interop.empty_names import says_nothing
from openodke.interop.python_values import plain_row
from openodke.model.fact import Polarity, Scalar
from openodke.model.frozen import NOTHING, Frozen, FrozenModel, Name, Text
from openodke.ontology import LITERAL_RANGES

SCHEMA_VERSION = "1.1"
"""The version of the row's format: a reader takes any 1.N and refuses another major."""


def _readable_version(version: str) -> str:
    major, _, minor = version.partition(".")
    if major != "1" or not (minor.isascii() and minor.isdigit()):
        raise ValueError(
            f"schema_version {version!r} is not readable here: this reads 1.N; upgrade openodke, "
            "or write the rows in version 1"
        )
    return version


class TripleRow(FrozenModel):
    """One claim on one text.

    `doc` names the text by its Document.id or its file's stem; None where the source is unknown.
    `start` and `end` are half-open offsets into that text, both or neither: whether they hold is
    judged by the span check, not here. `claim` is the sentence the source states, asked in place
    of the triple. `object_type` "text" says that the object is free text, which no text need hold
    word for word. `id` leads back to the place in the native object.
    """

    doc: Name | None
    subject: Name
    predicate: Name
    object: Scalar
    subject_type: Name | None = None
    object_type: Name | None = None
    start: StrictInt | None = None
    end: StrictInt | None = None
    quote: Name | None = None
    polarity: Polarity = Polarity.ASSERTED
    qualifiers: Frozen = NOTHING
    confidence: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False, strict=True)] | None = None
    extractor: Name | None = None
    id: Name | None = None
    claim: Text | None = None
    subject_key: Name | None = None
    object_key: Name | None = None
    subject_aliases: tuple[Name, ...] = ()
    object_aliases: tuple[Name, ...] = ()
    schema_version: Annotated[str, AfterValidator(_readable_version)] = SCHEMA_VERSION

    @model_validator(mode="after")
    def _has_both_offsets(self) -> TripleRow:
        if (self.start is None) != (self.end is None):
            given, missing = ("start", "end") if self.end is None else ("end", "start")
            raise ValueError(f"{given} is given without {missing}: give both offsets or neither")
        return self

    @property
    def content_id(self) -> str:
        """An id that follows from what the row says: 32 hexadecimal digits."""
        unsaid = {"id", "schema_version"}
        content = self.model_dump(exclude_defaults=True, exclude=unsaid)
        canonical = json.dumps(content, sort_keys=True, ensure_ascii=False, default=_sorted_set)
        return hashlib.blake2b(canonical.encode(), digest_size=16).hexdigest()


_ELSEWHERE = {
    "head": "subject", "source": "subject", "relation": "predicate", "type": "predicate",
    "relationship": "predicate", "tail": "object", "target": "object", "object_": "object",
    "document": "doc", "text": "quote", "evidence": "quote", "description": "claim",
}  # fmt: skip
"""What other formats call the fields of a row."""


_FIELDS = frozenset(TripleRow.model_fields)


def _sorted_set(value: object) -> object:
    return sorted(map(repr, value)) if isinstance(value, frozenset) else str(value)


def parse_row(data: object, source: str, line: int) -> TripleRow | list[RowProblem]:
    """Return the row that a Python value holds, or every problem with it.

    What a table library puts in a dict is understood: a missing value (None, NaN, NaT, NA) in an
    optional field leaves it out, a whole float is an offset, NumPy's numbers are numbers, a date is
    its ISO text. A row of JSON text is held to the letter (see parse_decoded): there a value can be
    left out, so null is a slip, and NaN is no JSON.
    """
    parsed = parse_decoded(data, source, line)
    if isinstance(parsed, TripleRow) or not isinstance(data, Mapping):
        return parsed
    return parse_decoded(plain_row(data, _FIELDS), source, line)


def parse_decoded(data: object, source: str, line: int) -> TripleRow | list[RowProblem]:
    """Return the row that a decoded JSON value holds, or every problem with it.

    A subject, or an object that is a name, which names nothing (see says_nothing) is a problem.
    """
    if not isinstance(data, Mapping):
        kind = type(data).__name__
        return [RowProblem(source, line, "", f"a row is an object with named fields, not a {kind}")]
    try:
        row = TripleRow.model_validate(data)
    except ValidationError as error:
        return [_problem(source, line, item) for item in error.errors()]
    return [RowProblem(source, line, *problem) for problem in _empty_names(row)] or row


def _empty_names(row: TripleRow) -> Iterator[tuple[str, str]]:
    """Yield each name that names nothing, by its field; a literal may be a sign alone."""
    names = {"subject": row.subject}
    if isinstance(row.object, str) and row.object_type not in LITERAL_RANGES:
        names["object"] = row.object
    for field, name in names.items():
        if says_nothing(name):
            yield field, f"names nothing: leave the row out; found {_shown(name)}"


def _problem(source: str, line: int, error: Any) -> RowProblem:
    path = ".".join(map(str, error["loc"]))
    kind = error["type"]
    if kind == "missing":
        return RowProblem(source, line, path, "the field is required and is not there")
    if kind == "extra_forbidden":
        return RowProblem(source, line, path, _unknown_field(path))
    if kind == "value_error":
        return RowProblem(source, line, path, str(error["msg"]).removeprefix("Value error, "))
    return RowProblem(source, line, path, _plainly(kind, error))


def _plainly(kind: str, error: Any) -> str:
    """Return what is wrong with a value in the words of a file, not of a validator."""
    given = error["input"]
    if given is None:
        return "is null: leave the field out, or give it a value"
    if isinstance(given, bytes | bytearray):
        return f"is bytes, {_shown(given)}: decode them, as value.decode() does for UTF-8"
    if kind == "string_too_short":
        return "is empty"
    return f"{error['msg']}; found {_shown(given)}"


def _unknown_field(field: str) -> str:
    if field in _ELSEWHERE:
        return f"the row has no such field: did you mean {_ELSEWHERE[field]!r}?"
    close = get_close_matches(field, TripleRow.model_fields, n=1)
    hint = f": did you mean {close[0]!r}?" if close else ": put what is yours under 'qualifiers'"
    return f"the row has no such field{hint}"


def _shown(value: object) -> str:
    try:
        text = ascii(value)
    except RecursionError:
        return f"a {type(value).__name__} nested too deep to be shown"
    return text if len(text) <= 60 else text[:57] + "…"


def row_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a row, with the version it describes."""
    from pydantic.json_schema import GenerateJsonSchema  # slow to import, and rarely asked for

    class Quiet(GenerateJsonSchema):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.ignored_warning_kinds = {"skipped-choice", "non-serializable-default"}

    schema = TripleRow.model_json_schema(schema_generator=Quiet)
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = f"openodke triple row, version {SCHEMA_VERSION}"
    return schema
