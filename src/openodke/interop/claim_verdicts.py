"""Which verdict does a claim have that was read in several texts?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce

from openodke.ground.claim_texts import claim_key
from openodke.ground.stamp import MEASURED, judge_of, suspicion_of
from openodke.model import Fact, GroundingVerdict

_STRENGTH = {
    GroundingVerdict.NOT_FOUND: 0,
    GroundingVerdict.UNCHECKED: 1,
    GroundingVerdict.CONTRADICTED: 2,
    GroundingVerdict.SUPPORTED: 3,
}


def whole_verdict(first: GroundingVerdict, second: GroundingVerdict) -> GroundingVerdict:
    """Return the verdict of a claim from those of two of its texts; any order gives the same.

    Supported if any text supports it, else contradicted if any contradicts it, else not found only
    if none holds it, else unchecked.
    """
    return max(first, second, key=_STRENGTH.__getitem__)


def item_of(row_id: str) -> str | None:
    """Return the item of a native object that a row is of, None for an id of another form.

    The parts of one item, and its texts, stand and fall together.
    """
    key = claim_key(row_id)
    return None if key is None else "/".join(key.split("/")[:2])


def deciding(parts: Sequence[Fact]) -> list[Fact]:
    """Return those facts of one item that have the verdict which they give together.

    Raises:
        ValueError: when there is no fact.
    """
    if not parts:
        raise ValueError("an item without a fact has no verdict")
    verdict = reduce(whole_verdict, (part.verdict for part in parts))
    return [part for part in parts if part.verdict is verdict]


def representative(parts: Sequence[Fact]) -> Fact:
    """Return the fact that speaks for an item: it has the item's verdict, and the reason for it.

    It is the most suspicious of those that decide; one whose judge's error was not measured comes
    first, since what rests on several judges is worth no more than the least sure of them.

    Raises:
        ValueError: when there is no fact.
    """
    return max(deciding(parts), key=lambda f: (judge_of(f) not in MEASURED, suspicion_of(f)))


class ClaimVerdicts:
    """Counts claims by the verdict that all of their texts give together."""

    def __init__(self) -> None:
        """Know of no claim yet."""
        self._verdicts: dict[str, GroundingVerdict] = {}

    def add(self, row_id: str, verdict: GroundingVerdict) -> None:
        """Note the verdict of one row; one whose id has no place in a native object is passed."""
        item = item_of(row_id)
        if item is None:
            return
        held = self._verdicts.get(item)
        self._verdicts[item] = verdict if held is None else whole_verdict(held, verdict)

    def counts(self) -> dict[str, dict[str, int]]:
        """Return, for each kind of item, `n` and how many have each verdict."""
        kinds: dict[str, Counter[str]] = {}
        for item, verdict in self._verdicts.items():
            counter = kinds.setdefault(item.partition("/")[0], Counter())
            counter.update(("n", verdict.value))
        return {kind: dict(counter) for kind, counter in sorted(kinds.items())}
