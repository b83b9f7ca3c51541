"""Do the texts belong to this graph at all?

A graph grounded on the wrong texts, or on texts in another language, would be refuted whole. The
breaker watches a run: when most of its claims name what no text holds, it is the pairing that is
wrong, and nothing is said of the claims.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

LEAST_CLAIMS = 20
"""Claims below which a run is too short to tell a mismatch from bad claims."""


@dataclass
class MismatchBreaker:
    """Counts, over one run, the claims looked up and those whose names are absent.

    Attributes:
        looked: claims whose names or values were looked up.
        absent: those of them with a name or value that the text does not hold.
    """

    looked: int = 0
    absent: int = 0
    _shared: set[str] = field(default_factory=set)
    _foreign: Counter[str] = field(default_factory=Counter)

    def watch(self, doc_id: str, *, absent: bool, shares_script: bool) -> None:
        """Note one claim: whether it is absent, and whether its names could stand in the text."""
        self.looked += 1
        self.absent += absent
        if shares_script:
            self._shared.add(doc_id)
        else:
            self._foreign[doc_id] += 1

    @property
    def tripped(self) -> bool:
        """Whether over half of a run of twenty claims or more is absent."""
        return self.looked >= LEAST_CLAIMS and self.absent * 2 > self.looked

    @property
    def foreign_texts(self) -> list[str]:
        """The documents that share no script with any name claimed of them, sorted."""
        return sorted(doc_id for doc_id in self._foreign if doc_id not in self._shared)

    def mismatched(self, doc_id: str) -> bool:
        """Whether nothing should be said of what is absent from this document."""
        return self.tripped or (doc_id in self._foreign and doc_id not in self._shared)

    def explain(self) -> str:
        """Return one sentence on what does not fit, "" where everything does."""
        if self.tripped:
            return (
                f"{self.absent} of {self.looked} claims name what their text does not hold: the "
                "texts and the graph do not belong together, or are in two languages"
            )
        foreign = self.foreign_texts
        if foreign:
            texts = "1 text shares" if len(foreign) == 1 else f"{len(foreign)} texts share"
            return (
                f"{texts} no script with the names claimed there ({foreign[0]}): the graph and "
                "the text are in two languages"
            )
        return ""
