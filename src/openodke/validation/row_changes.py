"""What did normalising and resolving make of a row, written down beside the row itself?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from openodke.model import Fact
from openodke.model.fact import qualified
from openodke.model.frozen import freeze, replaced, without
from openodke.model.keys import RESOLVED, SOURCE_FORM

_ENDS = ("subject", "object")


class End(NamedTuple):
    """The key and the name of a claim's subject or object."""

    key: str
    name: str


def with_changes(fact: Fact, resolved: Fact) -> Fact:
    """Return a row's fact with what the stages after grounding made of it under `odke.resolved`.

    `subject` and `object` hold the key and the name of an end that became another one, `spelled`
    the spellings and the canonical form of each value that was rewritten. A row that stayed as it
    was gets no such key.
    """
    before, after = ends_of(fact), ends_of(resolved)
    changes: dict[str, Any] = {
        end: after[end]._asdict()
        for end in before
        if end in after and before[end].key != after[end].key
    }
    spelled = {
        field: {"from": spellings, "to": _written(resolved, field)}
        for field, spellings in (resolved.qualifiers.get(SOURCE_FORM) or {}).items()
    }
    if spelled:
        changes["spelled"] = spelled
    if changes:
        return qualified(fact, RESOLVED, freeze(changes))
    if RESOLVED in fact.qualifiers:  # an earlier run's
        return replaced(fact, qualifiers=without(fact.qualifiers, RESOLVED))
    return fact


def renamed(row: Fact) -> Iterator[tuple[End, End]]:
    """Yield each end of a row that became another one: what it was, and what it became."""
    changes = row.qualifiers.get(RESOLVED) or {}
    for end, before in ends_of(row).items():
        if end in changes:
            yield before, End(str(changes[end]["key"]), str(changes[end]["name"]))


def respelled(row: Fact) -> Iterator[tuple[str, tuple[Any, ...], Any]]:
    """Yield each value of a row that was rewritten: its field, its spellings, what it is now."""
    changes = row.qualifiers.get(RESOLVED) or {}
    for field, spelled in (changes.get("spelled") or {}).items():
        yield field, tuple(spelled["from"]), spelled["to"]


def ends_of(fact: Fact) -> dict[str, End]:
    """Return the ends of a claim that are entities, by "subject" and "object"."""
    held = (fact.subject, fact.object_entity)
    return {
        end: End(entity.key, entity.name)
        for end, entity in zip(_ENDS, held, strict=True)
        if entity is not None
    }


def _written(fact: Fact, field: str) -> Any:
    return fact.object_name if field == "object_value" else fact.qualifiers.get(field)
