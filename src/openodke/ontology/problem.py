"""What is wrong at one place of an ontology's source, in words a person can act on?"""

from __future__ import annotations

import json
import reprlib
from collections.abc import Mapping
from datetime import date
from typing import Any

from pydantic import BaseModel

from openodke.ontology.consistency import did_you_mean
from openodke.ontology.term import EntityType, Predicate, Qualifier

Place = tuple[str | int, ...]
"""The keys and indices that lead from the top of a source to one value."""

KEY = "[key]"
"""The last step of a place that is a key itself, not the value under it."""

_WORDS = {
    "bool_parsing": "must be true or false",
    "bool_type": "must be true or false",
    **dict.fromkeys(
        ("datetime_type", "datetime_parsing", "datetime_from_date_parsing"),
        "must be a date and time, such as 2026-01-31T09:00:00Z",
    ),
    "dict_type": "must be a mapping",
    "finite_number": "must be a finite number",
    "float_parsing": "must be a number",
    "float_type": "must be a number",
    "greater_than_equal": "must be a number from 0 to 1",
    "less_than_equal": "must be a number from 0 to 1",
    "mapping_type": "must be a mapping",
    "model_type": "must be a mapping",
    "string_too_short": "must not be empty",
    "string_type": "must be text",
    "string_unicode": "holds a lone surrogate, which UTF-8 cannot",
    "tuple_type": "must be a list",
}
_PARTS: dict[str, type[BaseModel]] = {
    "types": EntityType,
    "predicates": Predicate,
    "qualifiers": Qualifier,
}


def dotted(place: Place) -> str:
    """Render a place as `predicates.born.aliases[0]`; a key that is no plain text in brackets."""
    text = ""
    for step in place:
        if isinstance(step, str) and step.isprintable() and step and step != KEY:
            text += f".{step}" if text else step
        elif step != KEY:
            text += f"[{step!a}]"
    return text


def reason(error: Mapping[str, Any], top: tuple[str, ...]) -> str:
    """Return what a pydantic error is of, in our words; `top` names the fields of an ontology."""
    kind, place, value = error["type"], error["loc"], error["input"]
    if kind == "extra_forbidden":
        return _unknown_key(place, top)
    if kind == "literal_error":
        expected = f"must be {error['ctx']['expected']}"
        return f"{expected}, got {_shown(value)}{_closest(value, error['ctx']['expected'])}"
    if kind == "value_error":
        return str(error["ctx"]["error"])
    words = _WORDS.get(kind, error["msg"][:1].lower() + error["msg"][1:])
    return f"{words}, got {_shown(value)}{_hint(kind, value)}"


def _unknown_key(place: Place, top: tuple[str, ...]) -> str:
    part = _PARTS.get(str(place[-3])) if len(place) > 2 else None
    accepted = tuple(part.model_fields) if part else top
    guess = did_you_mean(str(place[-1]), accepted)
    return f"unknown key{guess}" if guess else f"unknown key; known are {', '.join(accepted)}"


def _closest(value: object, expected: str) -> str:
    options = [word.strip("' ") for word in expected.replace(" or ", ",").split(",")]
    return did_you_mean(value, options) if isinstance(value, str) else ""


def _hint(kind: str, value: object) -> str:
    if kind == "tuple_type" and isinstance(value, str):
        return f": write {json.dumps([value], ensure_ascii=not value.isprintable())}"
    if kind == "string_type":
        return _in_quotes(value)
    if kind in ("model_type", "mapping_type", "dict_type") and value is None:
        return ": write {} where nothing is said"
    return ""


def _in_quotes(value: object) -> str:
    """Return what to do about a value that was meant as text."""
    if isinstance(value, bool):
        words = "YES, on and true" if value else "NO, off and false"
        return f": YAML reads a bare {words} so, put the word in quotes"
    if isinstance(value, int):
        return f": put it in quotes, {str(value)!r}"
    if isinstance(value, float | date):  # how it was written is not known: 1.10 is read as 1.1
        return ": put it in quotes, as it is written"
    return ""


def _shown(value: object) -> str:
    return reprlib.repr(value)
