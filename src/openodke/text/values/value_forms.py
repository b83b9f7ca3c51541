"""What could the values in this text be?

Every reading that a text allows, to be used before refuting: a value is refuted only when no
reading of the text matches it. To learn what a value is, use the strict readers instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from openodke.text.values.date_readings import DateParts
from openodke.text.values.everyday import all_everyday_readings
from openodke.text.values.value_reader import read_folded_values
from openodke.text.values.value_readings import Reading
from openodke.text.values.value_tokens import fold_values


@dataclass(frozen=True, slots=True)
class ValueForm:
    """One reading of one place in a text.

    Attributes:
        kind: number, quantity, percent, money, date, decade, century or time.
        value: comparable for equality within a kind and unit. A quantity is in its base unit, a
            date is (year, month, day) with None for what is not written and a negative year before
            Christ, a decade is its first year, a time is in minutes after midnight.
        unit: base unit ("m", "kg", "s", "B", "%" …), currency, or None.
        start: offset of the first character.
        end: offset after the last character.
    """

    kind: str
    value: Decimal | DateParts
    unit: str | None
    start: int
    end: int


def value_forms(text: str) -> tuple[ValueForm, ...]:
    """List every reading of every value in a text, by place.

    Numbers in digits of any script, with any grouping and a decimal comma or point, in words, as
    ordinals, in scientific notation, with scales, signs, currencies and units; ranges and short
    years expanded; dates in either order; everyday words such as "a decade", "an hour and a half",
    "1 hour 30 minutes", "half past seven" and "one in five". Digits inside words ("Covid-19",
    "B12") are no numbers. Two readings of one place may disagree: "3.500" is both 3.5 and 3500.
    """
    folded = fold_values(text)
    readings = read_folded_values(folded, text).readings()
    readings += all_everyday_readings(folded, readings)
    forms = {_form(reading): None for reading in readings}
    return tuple(sorted(forms, key=_place))


def _form(reading: Reading) -> ValueForm:
    value: Decimal | DateParts = reading.value.normalize() if reading.value else Decimal(0)
    if reading.kind == "date":
        value = reading.date
    return ValueForm(reading.kind, value, reading.unit, reading.start, reading.end)


def _place(form: ValueForm) -> tuple[int, int, str, str]:
    return form.start, form.end, form.kind, str(form.value)
