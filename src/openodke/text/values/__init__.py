"""Which values does a text state: which dates, numbers, quantities and amounts of money?

Other packages take what they need from here. No file in it needs the rest of `openodke.text`.
"""

from openodke.text.values.canonical_values import normalize_value
from openodke.text.values.dates import normalize_date
from openodke.text.values.hedges import hedge_at
from openodke.text.values.lone_units import LONE_WORDS
from openodke.text.values.numerals import DECADE_WORDS, NUMBER_WORDS
from openodke.text.values.quantities import normalize_quantity
from openodke.text.values.units import UNIT_NAMES
from openodke.text.values.value_finder import (
    StatedValue,
    ValueFinder,
    claimed_in,
    stated_values,
    states,
)
from openodke.text.values.value_forms import ValueForm, value_forms
from openodke.text.values.value_index import ValueIndex, ValueMatch
from openodke.text.values.value_spans import figures_in, is_value, values_in

__all__ = [
    "DECADE_WORDS",
    "LONE_WORDS",
    "NUMBER_WORDS",
    "UNIT_NAMES",
    "StatedValue",
    "ValueFinder",
    "ValueForm",
    "ValueIndex",
    "ValueMatch",
    "claimed_in",
    "figures_in",
    "hedge_at",
    "is_value",
    "normalize_date",
    "normalize_quantity",
    "normalize_value",
    "stated_values",
    "states",
    "value_forms",
    "values_in",
]
