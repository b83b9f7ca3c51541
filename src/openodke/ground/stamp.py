"""Who gave a verdict, why, on which text, and does it stand?"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from openodke.model import Fact, GroundingVerdict
from openodke.model.fact import qualified
from openodke.model.frozen import NOTHING, FrozenDict, FrozenList
from openodke.model.keys import GROUND

SPAN = "span@1"
LEXICAL = "lexical@1"
MODEL = "model@1"

MEASURED = frozenset({"span", "lexical"})
"""The judges whose refusals were measured against labelled claims, and stand by themselves."""

UNASKED = "unasked"
"""The reason of a claim that was left when a run was stopped."""

ELSEWHERE = "elsewhere"
"""The reason of a text that lacks only what another text of its claim holds."""

MODEL_SUSPICION = {
    GroundingVerdict.SUPPORTED: 0.0,
    GroundingVerdict.CONTRADICTED: 1.0,
    GroundingVerdict.NOT_FOUND: 1.0,
}
"""The suspicion of a claim that a model judged; of one it did not, nothing is known."""

PARTLY_ABSENT = "partly_absent"
"""The reason of a claim of several sentences, one of which holds a value that stands nowhere."""

IN_TITLE = "in_title"
"""The reason of a claim whose name stands in the title of its text and not in the text."""

OTHER_SCRIPT = "other_script"
"""The reason of a claim whose name is in letters in which its text is not written."""

_UNCHECKED = GroundingVerdict.UNCHECKED  # a look-up in the enumeration is slow
_STRENGTH = {"span": 1, "lexical": 2}
_STRONGEST = 3  # a model, or a judge that openodke does not know


def stamped(
    fact: Fact,
    verdict: GroundingVerdict,
    *,
    grounder: str,
    reason: str,
    suspicion: float | None = None,
    seen: Iterable[str] = (),
    looked_at: Iterable[str] = (),
    model: str | None = None,
    prompt: str | None = None,
    **changes: Any,
) -> Fact:
    """Return the fact with a verdict and the whole record of it under `odke.ground`.

    A record that is there is overwritten, not merged. `looked_at` holds `doc:start-end`, offsets
    half-open; `suspicion` lies in [0, 1]; `changes` are further fields, valid and frozen already.
    """
    record = {
        "grounder": grounder,
        "model": model,
        "prompt": prompt,
        "reason": reason,
        "suspicion": suspicion,
        "seen": _shared(tuple(seen)),  # lists, so that a fact read back from JSON is equal
        "looked_at": FrozenList(looked_at),
    }
    return qualified(fact, GROUND, FrozenDict(record), verdict=verdict, **changes)


def restamped(fact: Fact, verdict: GroundingVerdict, reason: str) -> Fact:
    """Return the fact with another verdict of a model, its reason, and what else was recorded."""
    changed = {"reason": reason, "suspicion": MODEL_SUSPICION.get(verdict)}
    record = FrozenDict({**ground_record(fact), **changed})
    return qualified(fact, GROUND, record, verdict=verdict)


@lru_cache(maxsize=4096)
def _shared(seen: tuple[str, ...]) -> FrozenList:
    """Return one list for all the facts of which the same was seen: there are few such lists."""
    return FrozenList(seen)


def ground_record(fact: Fact) -> FrozenDict:
    """Return what `odke.ground` says of the fact; empty where no grounder has spoken."""
    record = fact.qualifiers.get(GROUND)
    return record if isinstance(record, FrozenDict) else NOTHING


def reason_of(fact: Fact) -> str:
    """Return the reason code of the fact's verdict, "" where there is none."""
    return str(ground_record(fact).get("reason") or "")


def seen_of(fact: Fact) -> tuple[str, ...]:
    """Return what the fact's judge saw, in codes."""
    seen = ground_record(fact).get("seen")
    return tuple(map(str, seen)) if isinstance(seen, list | tuple) else ()


def suspicion_of(fact: Fact) -> float:
    """Return the fact's suspicion in [0, 1]; 0.5 where no grounder gave one."""
    given = ground_record(fact).get("suspicion")
    return float(given) if isinstance(given, int | float) else 0.5


def stands(fact: Fact, grounder: str) -> bool:
    """Tell whether the fact has a verdict that this grounder is not to ask about again.

    A verdict of the same or a stronger judge stands: the span check is the weakest, a model the
    strongest. One that nobody signed is taken for a model's.
    """
    if fact.verdict is _UNCHECKED:
        return False
    return strength(str(ground_record(fact).get("grounder") or "")) >= strength(grounder)


def strength(grounder: str) -> int:
    """Return the rank of a judge: 1 span check, 2 lexical, 3 any other."""
    return _STRENGTH.get(_unversioned(grounder), _STRONGEST)


def judge_of(fact: Fact) -> str:
    """Return who gave the fact's verdict, without its version; "" where nobody signed it."""
    return _unversioned(str(ground_record(fact).get("grounder") or ""))


def _unversioned(grounder: str) -> str:
    return grounder.partition("@")[0]


def place(doc_id: str, spans: Iterable[tuple[int, int]]) -> list[str]:
    """Return `doc:start-end` for each half-open span."""
    return [f"{doc_id}:{start}-{end}" for start, end in spans]
