"""Normalise values and names; the keys under which each stage records what it did."""

from openodke.inverse import derived_from, partners
from openodke.model.keys import (
    CHECK,
    CONFLICT,
    DERIVED,
    NAME_KEY,
    NEAR_DUPLICATES,
    ONTOLOGY,
    SCHEMA_SLICE,
    SCORE,
    SOURCE_FORM,
    WIDEN,
)
from openodke.text.name_keys import name_key
from openodke.text.values import normalize_date, normalize_quantity, normalize_value

__all__ = [
    "CHECK",
    "CONFLICT",
    "DERIVED",
    "NAME_KEY",
    "NEAR_DUPLICATES",
    "ONTOLOGY",
    "SCHEMA_SLICE",
    "SCORE",
    "SOURCE_FORM",
    "WIDEN",
    "derived_from",
    "name_key",
    "normalize_date",
    "normalize_quantity",
    "normalize_value",
    "partners",
]
