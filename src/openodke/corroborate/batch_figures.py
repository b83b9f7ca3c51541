"""What does a contest need to know of the whole batch?

Two figures look at all of it: from which date is age measured back, and how much does each source
assert? A batch that is cut in parts is counted part by part, and the sum handed to each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from openodke.corroborate.contradicting_texts import CONTRADICTED, tellings
from openodke.corroborate.interval_union import moment
from openodke.model.evidence import Evidence
from openodke.model.fact import Fact
from openodke.model.frozen import FrozenDict


@dataclass(frozen=True, slots=True)
class BatchFigures:
    """The figures of a batch; those of two parts add up, if no signature is in both.

    Attributes:
        newest: the newest date of the evidence, dates after the run left out.
        claims: the number of claims that each source backs, by the source's key.
        ahead: the newest date after the run. It counts where there is no other: then it is the
            run's clock that is wrong.
    """

    newest: datetime | None = None
    claims: Mapping[str, int] = field(default_factory=FrozenDict)
    ahead: datetime | None = None

    def __add__(self, other: BatchFigures) -> BatchFigures:
        """Return the figures of both parts together."""
        if not isinstance(other, BatchFigures):
            return NotImplemented
        return BatchFigures(
            newest=_later(self.newest, other.newest),
            claims=FrozenDict(Counter(self.claims) + Counter(other.claims)),
            ahead=_later(self.ahead, other.ahead),
        )

    @property
    def reference(self) -> datetime | None:
        """The date that age is measured back from."""
        return self.ahead if self.newest is None else self.newest


def dates_of(
    batch: Sequence[Fact], claims: Iterable[Sequence[Fact]], run_at: datetime
) -> BatchFigures:
    """Return the figures of a batch that are dates.

    Texts that contradict a claim which others support do not count: they are no source of it, and
    the batch is no other when it comes back without them.

    Args:
        batch: every fact.
        claims: the facts of each claim.
        run_at: the time of the run.
    """
    if any(fact.verdict is CONTRADICTED for fact in batch):
        told = {item.retrieved_at for item in _evidence(claims)}
    else:
        told = {item.retrieved_at for fact in batch for item in fact.evidence}
    read = set(map(moment, told))
    return BatchFigures(
        newest=max((when for when in read if when <= run_at), default=None),
        ahead=max((when for when in read if when > run_at), default=None),
    )


def _evidence(claims: Iterable[Sequence[Fact]]) -> Iterator[Evidence]:
    for facts in claims:
        if len(facts) > 1 and any(fact.verdict is CONTRADICTED for fact in facts):
            for _, evidence in tellings(facts).members:
                yield from evidence
        else:
            for fact in facts:
                yield from fact.evidence


def _later(one: datetime | None, other: datetime | None) -> datetime | None:
    given = [when for when in (one, other) if when is not None]
    return max(given, default=None)
