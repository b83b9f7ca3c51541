"""Which values does a text give in everyday words, beside those that are read everywhere?

A unit alone, two units, a time in words, an amount in slang. Each kind is looked for on its own,
and only before a value of that kind is refuted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from functools import lru_cache

from openodke.text.values.compounds import (
    clock_durations,
    compounds,
    mixed_numbers,
    money_compounds,
    scaled_compounds,
)
from openodke.text.values.lone_units import MEASURES, lone_units, odd_units, with_parts
from openodke.text.values.multiples import below_zero, grands, lone_coins
from openodke.text.values.rare_shares import rare_shares
from openodke.text.values.roundings import may_be_year
from openodke.text.values.value_reader import read_folded_values
from openodke.text.values.value_readings import Group, Reading
from openodke.text.values.value_tokens import fold_values

_WORD = re.compile(r"[^\W\d_]+")
_EVERYDAY = frozenset(
    "a an and past to before after half quarter noon midday midnight clock am pm p morning evening"
    " afternoon night at h grand below in out of hours hrs thirty fifteen five fifty".split()
)
"""One of these words, or two values, is in whatever means more than it is read as."""
_FEWEST_SCALED = 1000
_MOST_COINS = 2
_SHARE_DIGITS = (0, 1, 2)


def everyday_kind(claim: Reading) -> str:
    """Name the kind of everyday words that may state a claim's reading; "" for none.

    It is a base unit, or number, time, money, or coin for an amount that "a dollar" may be.
    """
    if claim.kind == "quantity":
        return claim.unit if claim.unit in MEASURES or claim.unit == "K" else ""
    if claim.kind == "number":
        large = abs(claim.number) >= _FEWEST_SCALED and not may_be_year(claim)
        return "number" if large or claim.number != int(claim.number) else ""
    if claim.kind == "money":
        return "coin" if abs(claim.number) <= _MOST_COINS else "money"
    return "time" if claim.kind == "time" else ""


def everyday_readings(folded: str, readings: Sequence[Reading], kind: str) -> list[Reading]:
    """List the readings of one kind that a folded text has in everyday words.

    `readings` are those of the text that are read everywhere.
    """
    if kind == "time":
        from openodke.text.values.clock_words import spoken_times  # patterns that few texts need

        return list(spoken_times(folded))
    if kind == "number":
        return [*scaled_compounds(folded, readings), *mixed_numbers(folded, readings)]
    if kind in ("money", "coin"):
        lone = [*(lone_coins(folded) if kind == "coin" else ()), *grands(folded, readings)]
        own = [*readings, *lone]
        return [*lone, *money_compounds(folded, own), *scaled_compounds(folded, readings)]
    if kind == "K":
        return list(below_zero(folded, readings))
    own = [reading for reading in readings if reading.unit in (None, kind)]
    lone = [*lone_units(folded, kind), *with_parts(folded, own, kind)]
    lone += [*mixed_numbers(folded, own), *odd_units(folded, own, kind)]
    if kind == "s":
        lone += clock_durations(folded)
    return [*lone, *compounds(folded, [*own, *lone], kind)]


def all_everyday_readings(folded: str, readings: Sequence[Reading]) -> list[Reading]:
    """List the readings of every kind that a folded text has in everyday words."""
    kinds = (*sorted(MEASURES), "K", "coin", "number", "time")
    found = [one for kind in kinds for one in everyday_readings(folded, readings, kind)]
    return [*found, *_shares(folded, readings)]


@lru_cache(maxsize=1 << 13)
def everyday_claim(written: str) -> tuple[Group, ...]:
    """Read the values of a claim as everyday words mean them, () when they mean nothing more.

    Every value of the claim that is no part of a longer one stays.
    """
    folded = fold_values(written)
    ledger = read_folded_values(folded, written)
    if not _may_mean_more(folded, ledger.groups):
        return ()
    found: dict[tuple[int, int], list[Reading]] = {}
    for reading in all_everyday_readings(folded, ledger.readings()):
        found.setdefault((reading.start, reading.end), []).append(reading)
    longest = _apart(found)
    if not longest:
        return ()
    groups = [Group(*span, tuple(found[span])) for span in longest]
    groups += [
        group
        for group in ledger.groups
        if all(group.end <= start or end <= group.start for start, end in longest)
    ]
    return tuple(sorted(groups, key=lambda group: group.start))


def _may_mean_more(folded: str, groups: Sequence[Group]) -> bool:
    """Tell quickly whether everyday words may be in a claim; most hold nothing but one value."""
    if len(groups) > 1 or ":" in folded or not _EVERYDAY.isdisjoint(_WORD.findall(folded)):
        return True
    return any(
        reading.kind == "number" and 0 < reading.number < 1
        for group in groups
        for reading in group.readings
    )


def _shares(folded: str, readings: Iterable[Reading]) -> Iterator[Reading]:
    """Yield "4 out of 5" as a number and as the percentages that it is rounded to."""
    for size, (start, end) in rare_shares(folded, readings):
        yield Reading("number", size, None, start, end, size, 2)
        for digits in _SHARE_DIGITS:
            percent = round(100 * size, digits)
            yield Reading("percent", percent, "%", start, end, percent, 2, Decimal(1))


def _apart(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Keep the longest of the spans that overlap, in order."""
    kept: list[tuple[int, int]] = []
    for start, end in sorted(spans, key=lambda span: (span[0] - span[1], span)):
        if all(end <= other or last <= start for other, last in kept):
            kept.append((start, end))
    return sorted(kept)
