"""Normalise, resolve, corroborate and score."""

from openodke.text.canonical_values import normalize_value
from openodke.text.dates import normalize_date
from openodke.text.name_keys import name_key
from openodke.text.quantities import normalize_quantity

__all__ = ["name_key", "normalize_date", "normalize_quantity", "normalize_value"]
