"""Which facts of a run are settled, when each is settled at its own time?"""

from __future__ import annotations

from collections.abc import Iterator

from openodke.model import Document, Fact

Pair = tuple[list[Fact], Document]
At = tuple[int, int]
"""A fact's place: the pair, and the fact in it."""


class RunFacts:
    """One call of a grounder: several may be under way at once, each with its own facts.

    Attributes:
        given: the facts as they were given, and their documents.
        facts: one list of facts a pair: those settled so far, the others as they were given.
        left: how many are not settled.
    """

    def __init__(self, given: list[Pair]) -> None:
        """Begin with nothing settled."""
        self.given = given
        self.facts = [facts.copy() for facts, _ in given]
        self.left = sum(len(facts) for facts, _ in given)

    @property
    def places(self) -> Iterator[tuple[At, Fact, Document]]:
        """The facts as they were given, each with its place and its document."""
        for at, (facts, doc) in enumerate(self.given):
            for number, fact in enumerate(facts):
                yield (at, number), fact, doc

    def put(self, place: At, fact: Fact) -> None:
        """Put a settled fact in its place."""
        pair, number = place
        self.facts[pair][number] = fact
        self.left -= 1

    def leave(self, place: At, fact: Fact) -> None:
        """Put what is known of a fact that stays open in its place."""
        pair, number = place
        self.facts[pair][number] = fact
