"""Which verdict does an answer on several claims give each, and which does it leave in doubt?

Nothing is guessed: a verdict belongs to the claim whose id stands beside it, once and in full. An
answer that breaks off, or says more than its JSON, is in doubt as a whole.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

from pydantic import BaseModel

from openodke.ground.answer_reading import said_in, says_more, verdict_word
from openodke.llm import Completion
from openodke.model import GroundingVerdict

_LIST = "verdicts"
_FIELDS = {"id", "verdict"}


def joint_verdicts(completion: Completion, ids: Sequence[str]) -> list[GroundingVerdict | None]:
    """Return the verdict of each id, in their order; None where it is missing or in doubt.

    In doubt is an id that stands twice, whatever is said of it, and a verdict that is none of the
    three. An id that nobody asked about is passed over.
    """
    given: dict[str, list[GroundingVerdict | None]] = {}
    for name, verdict in _entries(completion):
        given.setdefault(name, []).append(verdict)
    return [said[0] if len(said := given.get(name, [])) == 1 else None for name in ids]


def _entries(completion: Completion) -> Iterator[tuple[str, GroundingVerdict | None]]:
    """Yield every id of an answer, with the verdict beside it."""
    for entry in _listed(completion):
        if isinstance(entry, BaseModel):
            entry = entry.model_dump()
        if isinstance(entry, Mapping) and isinstance(entry.get("id"), str):
            said = entry.get("verdict")
            said = said.value if isinstance(said, Enum) else said
            verdict = verdict_word(said) if isinstance(said, str) else None
            yield entry["id"].strip(" []"), verdict


def _listed(completion: Completion) -> list[Any]:
    """Return the entries of an answer; none of one that cannot be read as a whole."""
    try:
        held = _entries_of(completion.parsed)
        if held is None:
            held = _entries_of(_json(said_in(completion)))
        return [] if held is None else list(held)
    except Exception:  # its mappings may be anybody's
        return []


def _entries_of(held: Any) -> Sequence[Any] | None:
    """Return the list of verdicts that JSON holds: under its key, or as it is."""
    if isinstance(held, BaseModel):
        held = held.model_dump()
    if isinstance(held, Mapping):
        held = held.get(_LIST)
    return held if isinstance(held, list | tuple) else None


def _json(text: str) -> Any:
    """Return the one JSON value of a text, None where words around it say more than the value.

    Raises:
        ValueError: for JSON that breaks off, or that gives a key twice.
    """
    start = min((at for at in (text.find("{"), text.find("[")) if at >= 0), default=len(text))
    held, end = json.JSONDecoder(object_pairs_hook=_once).raw_decode(text, start)
    return None if says_more(text[:start], text[end:]) else held


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    held = dict(pairs)
    if len(held) < len(pairs):
        raise ValueError("a key is given twice")
    return held
