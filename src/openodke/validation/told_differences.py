"""How is one change told once, though it shows in several files of a run?

A verdict stands in the row's file and in the claim's, a count in the report, in the summary and in
the manifest, and a claim that the gate judges otherwise is missing in one file and new in another.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from openodke.gate import REFUSED_FILE
from openodke.interop.output import FACTS
from openodke.model import GroundingVerdict
from openodke.validation.run_difference import ABSENT, Difference, change_line, fields_of, shown

_GATED = (FACTS, REFUSED_FILE)
_ALSO = {
    "counts.facts": "facts",
    **{f"counts.{verdict.value}": f"verdicts.{verdict.value}" for verdict in GroundingVerdict},
    "gate.refused.": "refused_by.",
    "refused.": "checked.",
}
"""What the manifest and the summary call a count, and what the report calls it: it opens so."""


@dataclass(frozen=True, slots=True)
class ToldDifference:
    """A change, and the files in which it shows.

    Attributes:
        files: the files, in the order in which they were compared.
        id, field: as of a Difference, whose field it is in the first of the files.
        then, now: its value on either side, as a person is told.
    """

    files: tuple[str, ...]
    id: str
    field: str
    then: str
    now: str

    def __str__(self) -> str:
        """Render as one line."""
        return change_line(", ".join(self.files), self.id, self.field, self.then, self.now)


def told_once(differences: Iterable[Difference]) -> list[ToldDifference]:
    """Return each change once, in the order in which the first of its differences stands."""
    held: dict[tuple[str, ...], list[Difference]] = {}
    for one in _with_moves(list(differences)):
        held.setdefault((one.id, _called(one), one.then, one.now), []).append(one)
    return [_told(same) for same in held.values()]


def _called(one: Difference) -> str:
    """Return the name of a field that is the same in every file that has it."""
    if one.id:
        return one.field
    opening = next((opening for opening in _ALSO if one.field.startswith(opening)), "")
    return _ALSO.get(opening, "") + one.field.removeprefix(opening)


def _told(same: list[Difference]) -> ToldDifference:
    first, files = same[0], dict.fromkeys(one.file for one in same)
    return ToldDifference(tuple(files), first.id, first.field, shown(first.then), shown(first.now))


def _with_moves(found: list[Difference]) -> Iterator[Difference]:
    """Yield the differences; of a claim that went to the gate's other file, where it went and why.

    Both of its lines are in two files each: here in one, and there in the other.
    """
    lines: dict[str, list[Difference]] = {}
    for one in filter(_is_gated_line, found):
        lines.setdefault(one.id, []).append(one)
    moved = {own: _sides(pair) for own, pair in lines.items() if _is_move(pair)}
    for one in found:
        if not _is_gated_line(one) or one.id not in moved:
            yield one
            continue
        old, new = moved[one.id]
        if one is lines[one.id][0]:
            for file in (old.file, new.file):
                yield Difference(file, one.id, "", f"in {old.file}", f"in {new.file}")
            for field, then, now in fields_of(json.loads(old.then), json.loads(new.now)):
                yield Difference(new.file, one.id, field, then, now)


def _is_gated_line(one: Difference) -> bool:
    return bool(one.id) and not one.field and one.file in _GATED


def _is_move(pair: list[Difference]) -> bool:
    """Whether a claim is missing in one of the gate's files, and new in the other."""
    if len(pair) != 2 or pair[0].file == pair[1].file:
        return False
    old, new = _sides(pair)
    return old.now == ABSENT and new.then == ABSENT != old.then


def _sides(pair: list[Difference]) -> tuple[Difference, Difference]:
    old, new = sorted(pair, key=lambda one: one.then == ABSENT)
    return old, new
