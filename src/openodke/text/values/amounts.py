"""Are two amounts of money one?"""

from __future__ import annotations

from openodke.text.values.currencies import is_minor_of, may_be_same_currency
from openodke.text.values.value_readings import Reading


def is_same_amount(found: Reading, claimed: Reading) -> bool:
    """Tell whether two amounts may be one, in hundredths too: 50 cents are $0.50 and €0.50."""
    one, other = found.unit or "", claimed.unit or ""
    if may_be_same_currency(one, other):
        return found.number == claimed.number
    if is_minor_of(one, other):
        return found.number == 100 * claimed.number
    return is_minor_of(other, one) and claimed.number == 100 * found.number
