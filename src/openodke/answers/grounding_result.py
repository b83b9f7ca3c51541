"""What was found when an answer was compared with its context?"""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from openodke.model.frozen import FrozenList


def _none() -> list[str]:
    return FrozenList()


@dataclass(frozen=True)
class GroundingResult:
    """The outcome of one check; true in a condition when the answer is grounded.

    Source: the opengate page.

    Attributes:
        grounded: whether there is nothing to object to.
        anchors_missed: the anchors that the answer does not state.
        ungrounded_numbers: the numbers of the answer that are in no source, as they are written.
        abstained: whether the answer declines, which is looked at where it ought to.
        issues: what there is to object to, one sentence each.
        ungrounded_anchors: with values in any form, the anchors that the answer states and the
            context does not.
        doubts: with values in any form, what may be wrong with numbers that the context has: it
            only denies one, or has two the other way round. No doubt makes an answer ungrounded.
    """

    grounded: bool
    anchors_missed: list[str] = field(default_factory=_none)
    ungrounded_numbers: list[str] = field(default_factory=_none)
    abstained: bool = False
    issues: list[str] = field(default_factory=_none)
    ungrounded_anchors: list[str] = field(default_factory=_none)
    doubts: list[str] = field(default_factory=_none)

    def __post_init__(self) -> None:
        """Freeze the lists, which print and compare as lists."""
        for one in fields(self):
            value = getattr(self, one.name)
            if isinstance(value, list):
                object.__setattr__(self, one.name, FrozenList(value))

    def __bool__(self) -> bool:
        """Whether the answer is grounded."""
        return self.grounded
