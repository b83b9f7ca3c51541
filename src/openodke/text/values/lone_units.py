"""Which quantities does a text name by their unit alone?

"A decade" is ten years, "an hour and a half" ninety minutes and "a quarter of an hour" fifteen.
Only looked for before a quantity is refuted, and only in the names of its kind: articles and units
stand everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import lru_cache

from openodke.text.values.currencies import WORDS
from openodke.text.values.measure_readings import suffixes
from openodke.text.values.numerals import EXACT
from openodke.text.values.units import GENEROUS_UNITS, Unit
from openodke.text.values.value_readings import Reading
from openodke.text.values.word_places import word_places

MEASURES = frozenset({"s", "m", "kg", "m2", "m3", "B", "W", "J", "pp"})
"""Base units of what may be named without a number, or with two."""
LONE_WORDS = frozenset(
    "minute hour day week fortnight decade century millennium noon midday midnight".split()
)
"""Words that may be a value with no number word beside them."""
_ONE = Decimal(1)
_PARTS = {
    "half": Decimal("0.5"), "quarter": Decimal("0.25"), "third": _ONE / 3, "fifth": Decimal("0.2"),
    "tenth": Decimal("0.1"), "eighth": Decimal("0.125"),
}  # fmt: skip
_TIMES = {"": 1, "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "seven": 7, "nine": 9}
_PART = rf"(?:\b({'|'.join(filter(None, _TIMES))})[ -])?\b({'|'.join(_PARTS)})s?"
_AND_PART = re.compile(rf" and (a|one|two|three)[ -]({'|'.join(_PARTS)})s?\b")
_PART_OF = re.compile(rf"{_PART}(?: of)? $")
_HOW_OFTEN = re.compile(r"(?:[0-9%]|\btimes|\bonce|\btwice|\bthrice|\bper) $")
_WORD_BEFORE = re.compile(r"([^\W\d_]+) $")
_ODD = re.compile("[- ]odd(?= )")
_WINDOW = 28
_SHORTEST_NAME = 3
_NOT_ONE = frozenset({"second", "seconds", "bar", "mil"})


def lone_units(folded: str, base: str) -> Iterator[Reading]:
    """Yield what "a UNIT" of one base unit means, with the part before or after it.

    "Twice a day" and "5 km a day" tell how often, and are no day.
    """
    for name, units in _names(base):
        for article in ("a ", "an "):
            for start, end in word_places(folded, article + name):
                yield from _whole(folded, start, end, units)


@lru_cache(maxsize=64)
def _names(base: str) -> tuple[tuple[str, tuple[Unit, ...]], ...]:
    named = []
    for name, units in GENEROUS_UNITS.items():
        fitting = tuple(unit for unit in units if unit.base == base)
        if fitting and len(name) >= _SHORTEST_NAME and name not in _NOT_ONE and name.isascii():
            named.append((name, fitting))
    return tuple(named)


def _whole(folded: str, start: int, end: int, units: tuple[Unit, ...]) -> Iterator[Reading]:
    before = folded[max(0, start - _WINDOW) : start]
    if part := _PART_OF.search(before):
        first = start - len(before) + part.start()
        number = EXACT.multiply(_PARTS[part[2]], _TIMES[part[1] or ""])
        yield from _readings(first, end, number, units)
    elif not _tells_how_often(before):
        more, after = part_after(folded, end)
        yield from _readings(start, after, 1 + more, units)


def _tells_how_often(before: str) -> bool:
    """Tell whether what stands before "a day" makes it "per day"."""
    word = _WORD_BEFORE.search(before)
    if word and (word[1] in GENEROUS_UNITS or word[1] in WORDS):
        return True
    return bool(_HOW_OFTEN.search(before))


def part_after(folded: str, end: int) -> tuple[Decimal, int]:
    """Give the part that "and a half" adds to what ends before it, and the offset after."""
    match = _AND_PART.match(folded, end)
    if match is None:
        return Decimal(0), end
    return _PARTS[match[2]] * _TIMES[match[1]], match.end()


def with_parts(folded: str, readings: Iterable[Reading], base: str) -> Iterator[Reading]:
    """Yield the quantities that "and a half" follows: "two hours and a half"."""
    for reading in readings:
        if reading.unit == base and (part := part_after(folded, reading.end))[0]:
            more, after = part
            number = reading.number + more
            yield quantity(reading.start, after, number, base, reading.factor)


def odd_units(folded: str, readings: Iterable[Reading], base: str) -> Iterator[Reading]:
    """Yield the quantities of "twenty-odd years"."""
    for reading in readings if "odd " in folded else ():
        odd = _ODD.match(folded, reading.end) if reading.kind == "number" else None
        found = suffixes(folded, odd.end()) if odd else None
        units = [meaning.unit for meaning in found.meanings if meaning.unit] if found else []
        for unit in units:
            if found and unit.base == base:
                yield quantity(reading.start, found.end, reading.number, base, unit.factor)


def _readings(start: int, end: int, number: Decimal, units: tuple[Unit, ...]) -> Iterator[Reading]:
    for unit in units:
        yield quantity(start, end, number, unit.base, unit.factor)


def quantity(start: int, end: int, number: Decimal, base: str, factor: Decimal) -> Reading:
    """Build the reading of an exact quantity."""
    kept = number.normalize()
    below = min(0, int(kept.as_tuple().exponent))
    written = max(1, kept.adjusted() + 1 - below)
    value = EXACT.multiply(number, factor)
    return Reading("quantity", value, base, start, end, number, written, factor)
