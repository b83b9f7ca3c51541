"""Which values does a text write in two units?

"1 hour 30 minutes", "5 feet 10 inches", "3 euros and 20 cents" and "2 million 300 thousand" are one
value each, beside the two that they name. Only looked for before a value is refuted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import pairwise

from openodke.text.values.currencies import MINOR_CURRENCIES, is_minor_of
from openodke.text.values.lone_units import MEASURES, part_after, quantity
from openodke.text.values.numerals import EXACT, NUMBER_WORDS
from openodke.text.values.value_readings import Reading

_GAPS = frozenset({"", " ", ", ", " and ", ", and ", "-", " & ", "-and-"})
_WIDEST_GAP = max(map(len, _GAPS))
_IMPLIED = {
    ("s", "3600"): "60", ("s", "60"): "1", ("m", "0.3048"): "0.0254", ("m", "1"): "0.01",
    ("kg", "6.35029318"): "0.45359237", ("kg", "0.45359237"): "0.028349523125",
}  # fmt: skip
"""Units after which a bare number is of another: the 30 of "2 hours 30", the 80 of "1 m 80"."""
_NEXT = {(base, Decimal(unit)): Decimal(less) for (base, unit), less in _IMPLIED.items()}
_GLUED = re.compile(r"([0-9]{2})(?:m|min|mins|mn)?(?![^\W_])")
"""The minutes that stand against their hour: "1h30"."""
_WORD_BEFORE = re.compile(r"([^\W\d_]+)$")
_MOST_PARTS = 4
_CLOCK = re.compile(
    r"(?<![\w.,:])(?:([0-9]{1,2}):)?([0-9]{1,3}):([0-5][0-9](?:\.[0-9]{1,3})?)(?![\w:])"
)


def compounds(folded: str, readings: Iterable[Reading], base: str) -> Iterator[Reading]:
    """Yield the quantities of one base unit that a folded text writes in two units or more.

    `readings` are its quantities of the base unit and its bare numbers.
    """
    by_place = _by_start(readings)
    for at, here in enumerate(by_place):
        for first in here:
            if first.unit == base:
                yield from _glued_minutes(folded, first)
                yield from _longer(folded, by_place, at, first)


def _by_start(readings: Iterable[Reading]) -> list[list[Reading]]:
    """Give the readings of each place, in the order of the text."""
    found: dict[int, list[Reading]] = {}
    for reading in readings:
        found.setdefault(reading.start, []).append(reading)
    return [found[start] for start in sorted(found)]


def _longer(
    folded: str, by_place: Sequence[list[Reading]], at: int, first: Reading
) -> Iterator[Reading]:
    """Yield what a quantity and those after it are together."""
    whole = first
    for later in by_place[at + 1 : at + _MOST_PARTS]:
        joined = [one for two in later if (one := _joined(folded, whole, two))]
        if not joined:
            return
        yield from joined
        whole = joined[-1]


def _joined(folded: str, whole: Reading, part: Reading) -> Reading | None:
    gap = part.start - whole.end
    if not 0 <= gap <= _WIDEST_GAP or folded[whole.end : part.start] not in _GAPS:
        return None
    factor = part.factor
    if part.kind == "number":
        factor = _NEXT.get((whole.unit or "", whole.factor), Decimal(0))
        if not factor or "and" in folded[whole.end : part.start]:
            return None
    elif part.unit != whole.unit:
        return None
    if not factor < whole.factor or not 0 < part.number * factor < whole.factor:
        return None
    return _sum(whole, part.number, part.end, factor)


def _glued_minutes(folded: str, first: Reading) -> Iterator[Reading]:
    if folded[first.end - 1] == "h" and (match := _GLUED.match(folded, first.end)):
        yield _sum(first, Decimal(match[1]), match.end(), Decimal(60))


def _sum(whole: Reading, number: Decimal, end: int, factor: Decimal) -> Reading:
    """Add what is counted in a smaller unit to a quantity, all in the smaller unit."""
    value = EXACT.divide(whole.value, factor) + number
    return quantity(whole.start, end, value, whole.unit or "", factor)


def are_compound(folded: str, one: Reading, other: Reading) -> bool:
    """Tell whether two readings of neighbouring places are one value in two units."""
    if one.kind == "money":
        near = 0 < other.start - one.end <= _WIDEST_GAP
        return near and folded[one.end : other.start] in _GAPS and _is_change(folded, one, other)
    if is_mixed(folded, one, other):
        return True
    return one.unit in MEASURES and _joined(folded, one, other) is not None


def clock_durations(folded: str) -> Iterator[Reading]:
    """Yield what "3:43" is as a duration: minutes and seconds, or hours and minutes."""
    for match in _CLOCK.finditer(folded):
        hours, minutes, seconds = match.groups()
        least = 60 * (60 * Decimal(hours or 0) + Decimal(minutes)) + Decimal(seconds)
        for factor in (1,) if hours or "." in seconds else (1, 60):
            yield quantity(*match.span(), least, "s", Decimal(factor))


def money_compounds(folded: str, readings: Iterable[Reading]) -> Iterator[Reading]:
    """Yield the amounts in two units: "3 euros and 20 cents", "two pounds fifty"."""
    for major, minor in _neighbours(folded, readings):
        if major.kind == "money" and _is_change(folded, major, minor):
            number = major.number + minor.number / 100
            yield major._replace(number=number, value=number, end=minor.end, written=9)


def _is_change(folded: str, major: Reading, minor: Reading) -> bool:
    whole = major.number == int(major.number) and major.unit not in MINOR_CURRENCIES
    if not whole or not 0 < minor.number < 100:
        return False
    if minor.kind == "money":
        return is_minor_of(minor.unit or "", major.unit or "")
    gap = folded[major.end : minor.start]
    return minor.kind == "number" and gap == " " and 10 <= minor.number == int(minor.number)


def scaled_compounds(folded: str, readings: Iterable[Reading]) -> Iterator[Reading]:
    """Yield the numbers in two scales: "2 million 300 thousand", "a million and a half"."""
    scaled = [reading for reading in readings if reading.scaled]
    for whole in scaled:
        more, end = part_after(folded, whole.end)
        word = _WORD_BEFORE.search(folded, max(0, whole.end - 15), whole.end) if more else None
        if word and (scale := NUMBER_WORDS.get(word[1])):
            yield _grown(whole, more * scale.value, whole.start, end)
    for whole, part in _neighbours(folded, scaled):
        least = int(whole.number.normalize().as_tuple().exponent)
        if whole.unit is None and 0 < part.number < EXACT.scaleb(Decimal(1), least):
            yield _grown(part, whole.number, whole.start, part.end)


def mixed_numbers(folded: str, readings: Iterable[Reading]) -> Iterator[Reading]:
    """Yield the numbers and quantities of "5 1/2 inches"."""
    for whole, part in _neighbours(folded, readings) if "/" in folded else ():
        if is_mixed(folded, whole, part):
            yield _grown(part, whole.number, whole.start, part.end)


def is_mixed(folded: str, whole: Reading, part: Reading) -> bool:
    """Tell whether a whole number and a fraction after it are one number."""
    gap = folded[whole.end : part.start]
    return (
        gap in (" ", "-")
        and whole.kind == "number"
        and whole.number == int(whole.number) > 0
        and 0 < part.number < 1
        and "/" in folded[part.start : part.end]
    )


def _neighbours(folded: str, readings: Iterable[Reading]) -> Iterator[tuple[Reading, Reading]]:
    """Yield each reading with each of the next place, where nothing else is between them."""
    by_place = _by_start(readings)
    for here, there in pairwise(by_place):
        for one in here:
            for other in there:
                gap = other.start - one.end
                if 0 < gap <= _WIDEST_GAP and folded[one.end : other.start] in _GAPS:
                    yield one, other


def _grown(reading: Reading, more: Decimal, start: int, end: int) -> Reading:
    number = reading.number + more
    written = len(number.normalize().as_tuple().digits)
    value = EXACT.multiply(number, reading.factor)
    return reading._replace(number=number, value=value, start=start, end=end, written=written)
