"""How is it told why one claim was kept over another?

The sentence about a winner is the resolution page's, to the letter.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from openodke.model.document import SourceTier
from openodke.model.evidence import Evidence
from openodke.model.fact import Fact, Polarity


@dataclass(frozen=True, slots=True)
class Standing:
    """The rank of a claim, and what it rests on: the number of sources and the best evidence."""

    rank: float
    sources: int
    best: Evidence | None = None


def kept_over(winner: Fact, won: Standing, loser: Fact, lost: Standing) -> str:
    """Return why one claim was kept over another."""
    one, other = named(winner, loser), named(loser, winner)
    return (
        f"Kept {one} over {other}: {one} is backed by {_backing(won)} and {other} by "
        f"{_backing(lost)}. Ranked on source trust, freshness, and agreement discounted by how "
        f"much each source asserts: {won.rank:.2f} to {lost.rank:.2f}."
    )


def undecided(one: Fact, other: Fact, rank: float) -> str:
    """Return why neither of two claims was kept over the other."""
    return (
        f"Neither {named(one, other)} nor {named(other, one)} is better backed: both rank "
        f"{rank:.2f}, and both keep their confidence."
    )


def named(fact: Fact, beside: Fact) -> str:
    """Return a claim's object as a sentence names it, told apart from the object of another."""
    obj, other = fact.object_entity, beside.object_entity
    name = repr(fact.object_value if obj is None else obj.name)
    if obj is not None and other is not None and obj.name == other.name and obj.key != other.key:
        name = f"{name} ({obj.key})"
    return f"not {name}" if fact.polarity is Polarity.DENIED else name


def _backing(standing: Standing) -> str:
    count = f"{standing.sources} independent source{'s' if standing.sources != 1 else ''}"
    if standing.best is None:
        return f"{count} with no cited evidence"
    strongest = "the strongest " if standing.sources > 1 else ""
    return f"{count} ({strongest}{_described(standing.best)})"


def _described(evidence: Evidence) -> str:
    when: datetime = evidence.retrieved_at
    return f"{SourceTier(evidence.tier).value}, retrieved {when.date().isoformat()}"
