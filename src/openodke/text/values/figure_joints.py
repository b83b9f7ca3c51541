"""Which neighbouring values of a text are one figure?

"1 hour 30 minutes", "1 dollar and 50 cents", "2010-15", "4 out of 5" and "a million and a half": a
source may give each as one value, and may give it in the same pieces.
"""

from __future__ import annotations

from collections.abc import Sequence

from openodke.text.values.compounds import are_compound
from openodke.text.values.lone_units import part_after
from openodke.text.values.value_readings import Group

_DASHES = frozenset({"-", "–", "—", "/"})
_RATIOS = frozenset({" out of ", " of ", " of the ", " in ", " in every "})
_WIDEST = max(map(len, _RATIOS))
_LARGEST_WHOLE = 100


def joined_spans(folded: str, groups: Sequence[Group]) -> list[tuple[int, int]]:
    """List the half-open spans of the figures that are more than one value, in order."""
    spans: list[tuple[int, int]] = []
    for at, group in enumerate(groups):
        more, end = part_after(folded, group.end)
        start = group.start if more and group.readings[0].kind != "date" else end
        if at and _are_one(folded, groups[at - 1], group):
            start, end = groups[at - 1].start, max(end, group.end)
        if start < end:
            if spans and start < spans[-1][1]:
                start = spans.pop()[0]
            spans.append((start, end))
    return spans


def _are_one(folded: str, one: Group, other: Group) -> bool:
    if other.start - one.end > _WIDEST:
        return False
    gap = folded[one.end : other.start]
    if gap in _DASHES:
        return (
            one.end - one.start == 4 and other.readings[0].kind == "date" and other.plain is False
        )
    if gap in _RATIOS:
        return _are_ratio(one, other)
    return any(
        are_compound(folded, first, second) for first in one.readings for second in other.readings
    )


def _are_ratio(one: Group, other: Group) -> bool:
    plain = one.plain and other.plain and not (one.worded or other.worded)
    return plain and one.readings[0].number < other.readings[0].number <= _LARGEST_WHOLE
